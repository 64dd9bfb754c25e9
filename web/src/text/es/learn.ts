// Español: cómo se juega.
import type { Goal } from '../../learn/exercises';
import type { Catalogue } from '../catalogue';
import { seeds } from './words';

const task = (goal: Goal): string => {
    switch (goal.kind) {
        case 'last':
            return 'Te toca: haz que tu última semilla caiga en el primer hoyo del rival.';
        case 'again':
            return 'Te toca: consigue un turno extra.';
        case 'moves':
            return `Te toca: juega ${goal.least} veces.`;
        case 'capture':
            return `Te toca: captura ${goal.least > 1 ? 'al menos ' : ''}${seeds(goal.least)}.`;
        case 'laps':
            return `Te toca: siembra al menos ${goal.least} vueltas en una sola jugada.`;
        case 'win':
            return 'Te toca: termina la partida ahora, y gánala.';
    }
};

export const learn_text: Catalogue['learn'] = {
    title: 'Cómo se juega',
    rules: 'Las reglas',
    intro: 'Reúne en tu granero más semillas que tu rival. Juegas con Sur: la fila de abajo es tuya, y también el granero de la derecha.',
    play: 'Reproducir',
    pause: 'Pausa',
    replay: 'Otra vez',
    step: 'Jugada siguiente',
    again: 'Desde el principio',
    sowing: {
        title: 'Sembrar',
        text: 'En tu turno, toma todas las semillas de uno de tus hoyos y déjalas una a una hacia la derecha: en tus hoyos, en tu granero y después en los hoyos del rival. Sáltate el granero del rival.',
    },
    extra: {
        title: 'Turno extra',
        text: 'Si tu última semilla cae en tu granero, juegas otra vez. Una cadena de turnos extra suele ser la mejor jugada de todas.',
    },
    capture: {
        title: 'Capturar',
        text: 'Si tu última semilla cae en uno de tus hoyos vacíos y en el hoyo de enfrente hay semillas, todas van a tu granero.',
    },
    round: {
        title: 'La vuelta entera',
        text: 'Un hoyo con muchas semillas da la vuelta al tablero. Se salta el granero del rival, pero no el hoyo del que salió.',
    },
    end: {
        title: 'El final',
        text: 'La partida termina en cuanto un lado se queda sin semillas en sus hoyos. El otro lado se queda con las semillas de los suyos. Gana quien tenga más semillas.',
    },
    presets: {
        title: 'Otras reglas',
        text: 'El kalah se juega de varias maneras. Puedes elegir una para una partida nueva y cambiar cada regla por separado.',
        who: 'De dónde vienen estas reglas',
        'empty-capture': {
            title: 'Captura vacía',
            text: 'Una última semilla en uno de tus hoyos vacíos va a tu granero aunque el hoyo de enfrente esté vacío.',
        },
        multilap: {
            title: 'Varias vueltas',
            text: 'Si la última semilla cae en un hoyo con semillas, en cualquiera de los lados, recoge todas las que hay en él y sigue sembrando hasta que una última semilla caiga en un hoyo vacío o en un granero. No hay turnos extra, una última semilla en uno de tus hoyos vacíos captura, y las semillas que sobran al final no cuentan para nadie.',
        },
        avalanche: {
            title: 'Avalancha',
            text: 'Siembra de varias vueltas con turnos extra y sin capturas.',
        },
    },
    tips: {
        title: 'Tres cosas en las que fijarse',
        list: [
            'Cuenta: un hoyo con tantas semillas como pasos hay hasta tu granero da un turno extra.',
            'Mira enfrente: un hoyo tuyo vacío delante de uno lleno es una amenaza.',
            'Las semillas que quedan en tu lado al final son tuyas: no te quedes sin ellas antes que el rival.',
        ],
    },
    exercises: {
        title: 'Ejercicios',
        task,
        label: (number, goal, done) =>
            `Ejercicio ${number}${done ? ', resuelto' : ''}. ${task(goal)}`,
        progress: (done, all) => `${done} de ${all} ejercicios resueltos`,
        done: 'Bien hecho.',
        missed: 'Así no. Empieza otra vez.',
        hint: 'Pista',
        restart: 'Empezar otra vez',
        next: 'Ejercicio siguiente',
        leave: 'Ver el ejemplo',
    },
    puzzles: {
        title: 'Problemas',
        text: 'Posiciones con un único buen turno, de fáciles a difíciles, y una nueva cada día.',
        open: 'Resolver problemas',
    },
    ready: 'Jugar ahora',
    explore: 'Pruébalo',
};
