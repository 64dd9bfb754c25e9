// Español: el formulario de una partida nueva.
import type { Catalogue } from '../catalogue';
import { plural } from './words';

export const play_text: Catalogue['play'] = {
    page: 'Jugar',
    title: 'Jugar a kalah',
    opponent: 'Rival',
    opponents: {
        player: 'La máquina',
        screen: 'Alguien en esta pantalla',
        link: 'Alguien con un enlace',
        program: 'Quien llegue',
    },
    about: {
        player: '',
        screen: 'Las dos personas comparten este tablero y juegan por turnos.',
        link: 'Recibes un enlace para enviar. La partida empieza cuando alguien ocupa el otro puesto.',
        program:
            'La próxima persona o el próximo programa que llegue, o alguien que ya espera. El servidor decide las reglas, el tablero, el tiempo y los lados.',
    },
    listed: 'Abierto a cualquiera: mostrar el puesto en la sala',
    your_name: (name) => `Juegas como ${name}.`,
    reserve_name: 'Reserva tu nombre para tener una puntuación y una lista de tus partidas',
    lobby: (terms, seconds, kgp) =>
        `${terms}, ${plural(seconds, 'segundo', 'segundos')} por jugada. Los programas se conectan a ${kgp}.`,
    level: 'Nivel',
    details: 'Opciones del jugador',
    player: 'Jugador',
    player_help: 'Un nombre con opciones, por ejemplo champion:time=1s',
    keys: (keys) => `Opciones: ${keys}`,
    preset: 'Reglas',
    preset_about: {
        standard:
            'Una última semilla en uno de tus hoyos vacíos captura las semillas de enfrente. Una última semilla en tu granero da un turno extra.',
        'empty-capture':
            'Como la estándar, pero la última semilla también se recoge si el hoyo de enfrente está vacío.',
        multilap:
            'La siembra continúa desde el hoyo en el que cae la última semilla, vuelta tras vuelta.',
        avalanche:
            'La siembra continúa hasta que la última semilla cae en un hoyo vacío o en tu granero.',
    },
    size: 'Tablero',
    own_size: 'Otro tamaño',
    pits: 'Hoyos por lado',
    seeds: 'Semillas por hoyo',
    pits_wrong: 'Escribe un número entero del 1 al 12',
    seeds_wrong: (most) => `Escribe un número entero del 1 al ${most}`,
    more: 'Más reglas',
    as_preset: 'Como en las reglas elegidas',
    side: 'Tú juegas',
    sides: { south: 'Primero', north: 'Después', random: 'Al azar' },
    side_summary: {
        south: 'empiezas tú',
        north: 'empieza el rival',
        random: 'lados al azar',
    },
    options: 'Reglas, tablero, lado, reloj',
    new_here: '¿No conoces el kalah?',
    clock: 'Reloj',
    clocks: { none: 'Ninguno', own: 'Otro' },
    minutes: 'Minutos',
    increment: 'Segundos añadidos por jugada',
    other_name: 'El nombre de la otra persona',
    start: 'Jugar',
    starting: 'Empezando…',
    running: 'Tus partidas',
    forget: (names) => `Olvidar la partida ${names}`,
    forget_sure:
        'Solo este navegador tiene la clave de tu puesto. Sin ella no podrás seguir jugando.',
    forget_yes: 'Olvidarla',
    forget_no: 'Conservarla',
};
