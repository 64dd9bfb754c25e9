// Español: problemas.
import type { Catalogue } from '../catalogue';
import { plural, seeds } from './words';

/** «gana por 4 semillas» */
const worth = (value: number): string =>
    value === 0 ? 'empata' : `${value > 0 ? 'gana' : 'pierde'} por ${seeds(Math.abs(value))}`;

export const puzzles_text: Catalogue['puzzles'] = {
    title: 'Problemas',
    intro: 'Cada posición tiene un único buen turno. Cada respuesta se juzga con una demostración.',
    board: 'Posición',
    choose: 'Elegir un problema',
    kind: 'Tablero',
    set: (size, rules) => `${size.replace('x', ' × ')}, ${rules}`,
    theme: 'Tema',
    all: 'Todos',
    themes: {
        chain: 'Cadena de turnos extra',
        capture: 'Captura',
        starving: 'Dejar al rival sin semillas',
        defence: 'Defensa',
        counting: 'Contar el final',
    },
    difficulty: 'Dificultad',
    difficulties: { easy: 'Fácil', medium: 'Media', hard: 'Difícil' },
    task: (goal) =>
        ({
            win: 'Juegas con Sur. Encuentra el único turno que gana.',
            draw: 'Juegas con Sur. Encuentra el único turno que no pierde.',
            best: 'Juegas con Sur. Encuentra el turno que gana por 4 semillas más que cualquier otro.',
        })[goal],
    again: 'Juegas otra vez.',
    judging: 'Comprobando tu turno…',
    right: (turn, value, second) =>
        `Correcto: ${turn} ${worth(value)}. El mejor de los otros turnos ${worth(second)}.`,
    wrong: (turn, value) => `No: ${turn} ${worth(value)}.`,
    shown: (turn, value) => `El turno correcto es ${turn}: ${worth(value)}.`,
    goes_on: (line) => `El mejor juego sigue así: ${line}`,
    level: (level) =>
        level > 10
            ? 'Ningún nivel de la máquina encuentra este turno.'
            : `La máquina encuentra este turno a partir del nivel ${level}.`,
    hint: 'Pista',
    hints: {
        chain: 'Busca una cadena de turnos extra.',
        capture: 'Busca una captura.',
        starving: 'Haz que tu rival se quede sin semillas antes que tú.',
        defence: 'Mira qué amenaza capturar tu rival.',
        counting: 'Cuenta hasta el final de la partida.',
    },
    hint_pit: (pit) => `El turno sigue con el hoyo ${pit}.`,
    hint_back: 'Por aquí no es. Empieza otra vez.',
    restart: 'Empezar otra vez',
    show: 'Ver la solución',
    next: 'Problema siguiente',
    analyse: 'Analizar',
    today: 'Problema del día',
    today_open: 'Resolverlo',
    today_solved: 'Resuelto',
    today_shown: 'Solución vista',
    streak: (days) => (days === 1 ? '1 día seguido' : `${plural(days, 'día', 'días')} seguidos`),
    solved: (done, shown, all) =>
        `${done} de ${all} resueltos${shown > 0 ? `, ${shown} con la solución vista` : ''}`,
    none: 'No hay problemas de este tipo.',
    mistakes:
        'Tus propios errores también son problemas: revisa una partida terminada e inténtalo otra vez.',
};
