// English: the board, lists of moves, and stepping through a game.
import type { Side } from '../../lib/types';
import { capital, plural, seeds } from './words';

export const board_text = {
    name: 'Board',
    whose: { south: 'south’s', north: 'north’s' } as Record<Side, string>,
    yours: 'your',
    theirs: 'the opponent’s',
    pit: (whose: string, pit: number) => `${whose} pit ${pit}`,
    store: (whose: string) => `${whose} store`,
    holds: (n: number) => (n === 0 ? 'empty' : seeds(n)),
    ends_in: (place: string) => `ends in ${place}`,
    laps: (n: number) => plural(n, 'lap', 'laps'),
    captures: (n: number) => `captures ${n}`,
    again: 'extra turn',
    ends_game: 'ends the game',
    is_over: 'the game is over',
    not_to_move: 'not your turn',
    not_legal: 'cannot be played',
    skip: 'Skip',
    badge_again: '↻',
    badge_captures: (n: number) => `+${n}`,
    caption: (place: string, n: number, does: string) => `${capital(place)}, ${seeds(n)}: ${does}`,
    tap_again: (caption: string) => `${caption}. Tap again to play.`,
    queued: (pits: string) => `Next: ${pits}`,
    clear_queue: 'Clear',
    label: (...parts: string[]) => capital(parts.join(', ')),

    moves: 'Moves',
    no_moves: 'No moves yet',
    variation: 'Variation',
    /** What a screen reader adds to a move's pit. */
    also: (captured: number, again: boolean, cost: string | null) =>
        (captured ? `, captures ${captured}` : '') +
        (again ? ', extra turn' : '') +
        (cost === null ? '' : `, cost ${cost}`),

    steps: {
        group: 'Step through the game',
        first: 'First position',
        back: 'Previous move',
        forward: 'Next move',
        last: 'Last position',
    },
    step: (ply: number, who: string, pit: number) => `Move ${ply}: ${who}, pit ${pit}.`,
    at_start: 'Start position.',
    flip: 'Flip the board',
};
