// Deutsch: das Brett, Zuglisten, eine Partie durchblättern.
import type { Catalogue } from '../catalogue';
import { capital, kOf, plural, seeds } from './words';

/** „in deiner Mulde 3“ */
const within = (place: string): string =>
    `in ${place.replace(/^deine /, 'deiner ').replace(/^gegnerische /, 'der gegnerischen ')}`;

export const board_text: Catalogue['board'] = {
    name: 'Brett',
    whose: kOf,
    yours: 'deine',
    theirs: 'gegnerische',
    pit: (whose, pit) => `${whose} Mulde ${pit}`,
    store: (whose) => `${whose} Gewinnmulde`,
    holds: (n) => (n === 0 ? 'leer' : seeds(n)),
    ends_in: (place) => `endet ${within(place)}`,
    laps: (n) => plural(n, 'Umlauf', 'Umläufe'),
    captures: (n) => `schlägt ${n}`,
    again: 'Extrazug',
    ends_game: 'beendet die Partie',
    is_over: 'die Partie ist vorbei',
    not_to_move: 'du bist nicht am Zug',
    not_legal: 'nicht spielbar',
    skip: 'Überspringen',
    badge_again: '↻',
    badge_captures: (n) => `+${n}`,
    caption: (place, n, does) => `${capital(place)}, ${seeds(n)}: ${does}`,
    tap_again: (caption) => `${caption}. Zum Spielen noch einmal tippen.`,
    queued: (pits) => `Als Nächstes: ${pits}`,
    clear_queue: 'Löschen',
    label: (...parts) => capital(parts.join(', ')),

    moves: 'Züge',
    no_moves: 'Noch keine Züge',
    variation: 'Variante',
    also: (captured, again, cost) =>
        (captured ? `, schlägt ${captured}` : '') +
        (again ? ', Extrazug' : '') +
        (cost === null ? '' : `, kostet ${cost}`),

    steps: {
        group: 'Durch die Partie blättern',
        first: 'Anfangsstellung',
        back: 'Vorheriger Zug',
        forward: 'Nächster Zug',
        last: 'Letzte Stellung',
    },
    step: (ply, who, pit) => `Zug ${ply}: ${who}, Mulde ${pit}.`,
    at_start: 'Anfangsstellung.',
    flip: 'Brett drehen',
};
