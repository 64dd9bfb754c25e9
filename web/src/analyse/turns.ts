// Moves as people read them: those of one turn joined to a chain, turns numbered by rounds, and
// variations behind the turn in which they part from the line.
import type { Side } from '../lib/types';
import { goes_on } from '../moves/turns';
import type { Branch, Path, Step, Tree } from './tree';

export interface Move {
    path: Path;
    step: Step;
}

export interface Turn {
    /** Both players' turns of one round have the same number, from 1. */
    number: number;
    side: Side;
    moves: Move[];
    /** It begins after moves of the same turn that are not shown here. */
    inside: boolean;
    variations: Turn[][];
}

export interface Round {
    number: number;
    south: Turn | null;
    north: Turn | null;
}

interface Place {
    path: Path;
    number: number;
    /** Who moves and whether in the middle of his turn; null at the start. */
    last: Step | null;
    first: Side | null;
}

function opened(branch: Branch, place: Place): { turn: Turn; first: Side } {
    const side = branch.step.side;
    const first = place.first ?? side;
    const inside = place.last !== null && goes_on(place.last, branch.step);
    const number = place.number + (!inside && side === first ? 1 : 0);
    return { turn: { number, side, moves: [], inside, variations: [] }, first };
}

function turns_from(tree: Tree, start: Place): Turn[] {
    const turns: Turn[] = [];
    let place = start;
    let turn: Turn | null = null;
    for (let at = tree; at.next[0]; at = at.next[0]) {
        const [branch, ...others] = at.next as [Branch, ...Branch[]];
        const path = [...place.path, branch.step.pit];
        const begin = opened(branch, place);
        if (!turn || !begin.turn.inside) turns.push((turn = begin.turn));
        turn.moves.push({ path, step: branch.step });
        for (const other of others) {
            turn.variations.push(turns_from({ next: [other] }, { ...place, first: begin.first }));
        }
        place = { path, number: turn.number, last: branch.step, first: begin.first };
    }
    return turns;
}

/** The main line in turns. */
export function turns_of(tree: Tree): Turn[] {
    return turns_from(tree, { path: [], number: 0, last: null, first: null });
}

/** Turns in rows of two. A turn with variations ends its row, so that they can stand below it. */
export function rounds_of(turns: readonly Turn[]): Round[] {
    const rounds: Round[] = [];
    for (const turn of turns) {
        const row = rounds.at(-1);
        const open = row && row.number === turn.number && row[turn.side] === null;
        const other = row?.[turn.side === 'south' ? 'north' : 'south'];
        if (row && open && !other?.variations.length) row[turn.side] = turn;
        else rounds.push({ number: turn.number, south: null, north: null, [turn.side]: turn });
    }
    return rounds;
}

/** The pits of moves in notation, as far as it is well-formed: the server judges. */
export function pits_of(moves: string): number[] {
    return moves
        .split(/[\s_-]+/)
        .filter((word) => word !== '')
        .map(Number)
        .filter((pit) => Number.isInteger(pit) && pit > 0);
}
