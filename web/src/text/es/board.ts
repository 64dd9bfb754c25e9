// Español: el tablero, las listas de jugadas y el recorrido de una partida.
import type { Catalogue } from '../catalogue';
import { capital, kOf, plural, seeds } from './words';

/** «tu hoyo 3», «hoyo 3 de Sur» */
const owned = (whose: string, thing: string): string =>
    whose === 'tu' ? `tu ${thing}` : `${thing} ${whose}`;
const within = (place: string): string => `en ${place.startsWith('tu ') ? '' : 'el '}${place}`;

export const board_text: Catalogue['board'] = {
    name: 'Tablero',
    whose: kOf,
    yours: 'tu',
    theirs: 'del rival',
    pit: (whose, pit) => owned(whose, `hoyo ${pit}`),
    store: (whose) => owned(whose, 'granero'),
    holds: (n) => (n === 0 ? 'vacío' : seeds(n)),
    ends_in: (place) => `termina ${within(place)}`,
    laps: (n) => plural(n, 'vuelta', 'vueltas'),
    captures: (n) => `captura ${n}`,
    again: 'turno extra',
    ends_game: 'acaba la partida',
    is_over: 'la partida ha terminado',
    not_to_move: 'no es tu turno',
    not_legal: 'no se puede jugar',
    skip: 'Omitir',
    badge_again: '↻',
    badge_captures: (n) => `+${n}`,
    caption: (place, n, does) => `${capital(place)}, ${seeds(n)}: ${does}`,
    tap_again: (caption) => `${caption}. Toca otra vez para jugar.`,
    queued: (pits) => `A continuación: ${pits}`,
    clear_queue: 'Borrar',
    label: (...parts) => capital(parts.join(', ')),

    moves: 'Jugadas',
    no_moves: 'Todavía no hay jugadas',
    variation: 'Variante',
    also: (captured, again, cost) =>
        (captured ? `, captura ${captured}` : '') +
        (again ? ', turno extra' : '') +
        (cost === null ? '' : `, cuesta ${cost}`),

    steps: {
        group: 'Recorrer la partida',
        first: 'Posición inicial',
        back: 'Jugada anterior',
        forward: 'Jugada siguiente',
        last: 'Última posición',
    },
    step: (ply, who, pit) => `Jugada ${ply}: ${who}, hoyo ${pit}.`,
    at_start: 'Posición inicial.',
    flip: 'Girar el tablero',
};
