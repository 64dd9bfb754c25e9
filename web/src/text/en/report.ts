// English: the replay and the list of games in a report.
import type { Side } from '../../lib/types';

const kSides: Record<Side, string> = { south: 'south', north: 'north' };

function duration(ms: number): string {
    if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
    return ms >= 1 ? `${ms.toPrecision(3)} ms` : `${(1000 * ms).toPrecision(3)} µs`;
}

export const report_text = {
    side: kSides,
    title: (number: number, south: string, north: string) => `Game ${number}: ${south} – ${north}`,
    result: (south: number, north: number, board: string, plies: number, ending: string) =>
        `${south} to ${north} on ${board}, ${plies} moves, ${ending}`,
    to_move: 'to move',
    play: 'Play',
    pause: 'Pause',
    slider: 'Move',
    lead: 'South’s lead in seeds, move by move: above the line south is ahead',
    begins: (side: Side) => `First position; ${kSides[side]} begins.`,
    move: (ply: number, all: number, side: Side, pit: number) =>
        `${ply} of ${all}: ${kSides[side]} plays pit ${pit}`,
    by_referee: ' (opening or only move)',
    captures: (n: number) => `, captures ${n}`,
    again: ', moves again',
    swept: (n: number) => `, ${n} seeds swept at the end`,
    took: (ms: number) => ` · ${duration(ms)}`,
    fault: (side: Side, kind: string, text: string) => `${kSides[side]}: ${kind}, ${text}`,
    filter: 'Filter by player',
    which: 'Which games',
    kinds: {
        all: 'All games',
        south: 'Won by south',
        north: 'Won by north',
        drawn: 'Drawn',
        faulty: 'With faults',
    },
    columns: {
        number: '#',
        round: 'Round',
        board: 'Board',
        south: 'South',
        north: 'North',
        result: 'Result',
        plies: 'Moves',
        ending: 'Ending',
        faults: 'Faults',
    },
    points: (south: number, north: number) => `${south} – ${north}`,
    count: (found: number, all: number) =>
        found === all ? `${all} games` : `${found} of ${all} games`,
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
    previous: 'Previous',
    next: 'Next',
};
