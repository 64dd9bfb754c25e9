// Moves as they are written: those of one turn joined, "3-6 2 1-4". Pure.
import type { PlayedMove, Side } from './types';

/** The moves of one side in a row. `ply`: how many moves were played before it. */
export interface Turn {
    side: Side;
    ply: number;
    pits: number[];
}

export function turns_of(played: Pick<PlayedMove, 'side' | 'pit' | 'again'>[]): Turn[] {
    const turns: Turn[] = [];
    played.forEach((move, ply) => {
        const last = turns.at(-1);
        // By `again`, not by side alone: where a side without moves passes, its opponent has two turns.
        if (last && last.side === move.side && played[ply - 1]?.again) last.pits.push(move.pit);
        else turns.push({ side: move.side, ply, pits: [move.pit] });
    });
    return turns;
}

/** Turns in pairs for a list of two columns; a side that does not move leaves its half empty. */
export function rounds_of(turns: Turn[]): { number: number; south: Turn | null; north: Turn | null }[] {
    const rounds: { number: number; south: Turn | null; north: Turn | null }[] = [];
    for (const turn of turns) {
        const last = rounds.at(-1);
        if (turn.side === 'north' && last && last.north === null) last.north = turn;
        else
            rounds.push({
                number: rounds.length + 1,
                south: turn.side === 'south' ? turn : null,
                north: turn.side === 'north' ? turn : null,
            });
    }
    return rounds;
}
