// Moves as they are written: those of one turn joined, "3-6 2 1-4". Pure.
import type { PlayedMove, Side } from '../lib/types';

type Made = Pick<PlayedMove, 'side' | 'pit' | 'again'>;

/** The moves of one side in a row. `ply`: how many moves were played before it. */
export interface Turn<M extends Made = PlayedMove> {
    /** Of its round, from 1. */
    number: number;
    side: Side;
    ply: number;
    moves: M[];
}

/** By `again`, not by side alone: where a side without moves passes, its opponent has two turns. */
export const goes_on = (last: Made | undefined, move: Made): boolean =>
    last !== undefined && last.again && last.side === move.side;

/** The round of a turn of `side`: that of the turn before it only for north after south. */
export const round_after = (
    before: { number: number; side: Side } | null | undefined,
    side: Side,
): number => (before?.number ?? 0) + (before?.side === 'south' && side === 'north' ? 0 : 1);

export function turns_of<M extends Made>(played: readonly M[]): Turn<M>[] {
    const turns: Turn<M>[] = [];
    played.forEach((move, ply) => {
        const last = turns.at(-1);
        if (last && goes_on(played[ply - 1], move)) last.moves.push(move);
        else
            turns.push({
                number: round_after(last, move.side),
                side: move.side,
                ply,
                moves: [move],
            });
    });
    return turns;
}

interface Numbered {
    number: number;
    side: Side;
    variations?: readonly unknown[];
}

export interface Round<T extends Numbered = Turn> {
    number: number;
    south: T | null;
    north: T | null;
}

/** Turns in rows of two columns; a side that does not move leaves its half empty. A turn with
 *  variations ends its row, so that they can stand below it. */
export function rounds_of<T extends Numbered>(turns: readonly T[]): Round<T>[] {
    const rounds: Round<T>[] = [];
    for (const turn of turns) {
        const row = rounds.at(-1);
        if (row?.number === turn.number && !row.south?.variations?.length) row.north = turn;
        else rounds.push({ number: turn.number, south: null, north: null, [turn.side]: turn });
    }
    return rounds;
}

/** In notation: those of one turn joined by "-", turns apart. */
export const moves_text = (played: readonly Made[]): string =>
    turns_of(played)
        .map((turn) => turn.moves.map((move) => move.pit).join('-'))
        .join(' ');
