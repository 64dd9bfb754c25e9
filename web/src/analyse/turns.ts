// Moves as people read them: those of one turn joined to a chain, turns numbered by rounds, and
// variations behind the turn in which they part from the line.
import type { Side } from '../lib/types';
import { goes_on, round_after } from '../moves/turns';
import type { Branch, Path, Step, Tree } from './tree';

export interface Move {
    path: Path;
    step: Step;
}

export interface Turn {
    /** Of its round, from 1. */
    number: number;
    side: Side;
    moves: Move[];
    /** It begins after moves of the same turn that are not shown here. */
    inside: boolean;
    variations: Turn[][];
}

interface Place {
    path: Path;
    /** Of the last turn. */
    number: number;
    last: Step | null;
}

function opened(branch: Branch, { number, last }: Place): Turn {
    const { side } = branch.step;
    const inside = goes_on(last ?? undefined, branch.step);
    const before = last && { number, side: last.side };
    return {
        number: inside ? number : round_after(before, side),
        side,
        moves: [],
        inside,
        variations: [],
    };
}

function turns_from(tree: Tree, start: Place): Turn[] {
    const turns: Turn[] = [];
    let place = start;
    let turn: Turn | null = null;
    for (let at = tree; at.next[0]; at = at.next[0]) {
        const [branch, ...others] = at.next as [Branch, ...Branch[]];
        const path = [...place.path, branch.step.pit];
        const begin = opened(branch, place);
        if (!turn || !begin.inside) turns.push((turn = begin));
        turn.moves.push({ path, step: branch.step });
        for (const other of others) turn.variations.push(turns_from({ next: [other] }, place));
        place = { path, number: turn.number, last: branch.step };
    }
    return turns;
}

/** The main line in turns. */
export function turns_of(tree: Tree): Turn[] {
    return turns_from(tree, { path: [], number: 0, last: null });
}

/** The pits of moves in notation, as far as it is well-formed: the server judges. */
export function pits_of(moves: string): number[] {
    return moves
        .split(/[\s_-]+/)
        .filter((word) => word !== '')
        .map(Number)
        .filter((pit) => Number.isInteger(pit) && pit > 0);
}
