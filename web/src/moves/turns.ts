// Moves as they are written: those of one turn joined, "3-6 2 1-4". Pure.
import type { PlayedMove, Side } from '../lib/types';

type Made = Pick<PlayedMove, 'side' | 'pit' | 'again'>;

/** The moves of one side in a row. `ply`: how many moves were played before it. */
export interface Turn<M extends Made = PlayedMove> {
    side: Side;
    ply: number;
    moves: M[];
}

/** By `again`, not by side alone: where a side without moves passes, its opponent has two turns. */
export const goes_on = (last: Made | undefined, move: Made): boolean =>
    last !== undefined && last.again && last.side === move.side;

export function turns_of<M extends Made>(played: readonly M[]): Turn<M>[] {
    const turns: Turn<M>[] = [];
    played.forEach((move, ply) => {
        const last = turns.at(-1);
        if (last && goes_on(played[ply - 1], move)) last.moves.push(move);
        else turns.push({ side: move.side, ply, moves: [move] });
    });
    return turns;
}

export interface Round<M extends Made = PlayedMove> {
    number: number;
    south: Turn<M> | null;
    north: Turn<M> | null;
}

/** Turns in pairs for a list of two columns; a side that does not move leaves its half empty. */
export function rounds_of<M extends Made>(turns: readonly Turn<M>[]): Round<M>[] {
    const rounds: Round<M>[] = [];
    for (const turn of turns) {
        const last = rounds.at(-1);
        if (turn.side === 'north' && last && last.north === null) last.north = turn;
        else rounds.push({ number: rounds.length + 1, south: null, north: null, [turn.side]: turn });
    }
    return rounds;
}

/** In notation: those of one turn joined by "-", turns apart. */
export const moves_text = (played: readonly Made[]): string =>
    turns_of(played)
        .map((turn) => turn.moves.map((move) => move.pit).join('-'))
        .join(' ');
