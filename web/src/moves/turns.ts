// Moves as people read them: those of one turn joined to a chain ("3-6 2 1-4"), turns numbered by
// rounds, variations at the turn where they leave the line. Pure.
import type { PlayedMove, Side } from '../lib/types';
import type { Branch, Path, Tree } from './line';

type Made = Pick<PlayedMove, 'side' | 'pit' | 'extra_turn'>;

export interface Turn {
    /** The number of its round, from 1. */
    number: number;
    side: Side;
    moves: { path: Path; step: PlayedMove }[];
    /** It begins after moves of the same turn that are not shown here. */
    inside: boolean;
    variations: Turn[][];
}

export interface Round {
    number: number;
    south: Turn | null;
    north: Turn | null;
}

/** Where the next turn begins. */
interface Place {
    path: Path;
    /** The round of the last turn. */
    number: number;
    last: PlayedMove | null;
}

/** The side alone does not decide: if a side without moves passes, its opponent has two turns. */
const same_turn = (last: Made | null | undefined, move: Made): boolean =>
    last?.extra_turn === true && last.side === move.side;

function opened({ step }: Branch, { number, last }: Place): Turn {
    const { side } = step;
    const inside = same_turn(last, step);
    const same_round = inside || (last?.side === 'south' && side === 'north');
    return { number: same_round ? number : number + 1, side, moves: [], inside, variations: [] };
}

function turns_from(tree: Tree, start: Place): Turn[] {
    const turns: Turn[] = [];
    let place = start;
    let turn: Turn | null = null;
    let [branch, ...others] = tree.next;
    while (branch) {
        const path = [...place.path, branch.step.pit];
        const begin = opened(branch, place);
        if (!turn || !begin.inside) turns.push((turn = begin));
        turn.moves.push({ path, step: branch.step });
        for (const other of others) turn.variations.push(turns_from({ next: [other] }, place));
        place = { path, number: turn.number, last: branch.step };
        [branch, ...others] = branch.next;
    }
    return turns;
}

/** The main line in turns. */
export const turns_of = (tree: Tree): Turn[] =>
    turns_from(tree, { path: [], number: 0, last: null });

/** Turns in rows of two columns; a side that does not move leaves its half empty. A turn with variations
 *  ends its row, so that they can follow it. */
export function rounds_of(turns: readonly Turn[]): Round[] {
    const rounds: Round[] = [];
    for (const turn of turns) {
        const row = rounds.at(-1);
        if (row?.number === turn.number && !row.south?.variations.length) row.north = turn;
        else rounds.push({ number: turn.number, south: null, north: null, [turn.side]: turn });
    }
    return rounds;
}

/** In notation: moves of one turn joined by "-", turns separated by blanks. */
export const moves_text = (played: readonly Made[]): string =>
    played
        .map((move, i) => `${i === 0 ? '' : same_turn(played[i - 1], move) ? '-' : ' '}${move.pit}`)
        .join('');

/** The pits of moves in notation, as far as it is well-formed; the server checks it. */
export const pits_of = (moves: string): number[] =>
    moves
        .split(/[\s_-]+/)
        .filter((word) => word !== '')
        .map(Number)
        .filter((pit) => Number.isInteger(pit) && pit > 0);
