// How an event changes the state of a game (docs/web-api.md). Pure.
import type { GameEvent, GameState } from './types';

/** The state after the event; null if events are missing and the page must enter the game again. */
export function changed(
    state: GameState,
    { ply, keep = Infinity, moves = [], changes: { sides: _sides, ...changes } }: GameEvent,
): GameState | null {
    const played =
        keep === Infinity && moves.length === 0
            ? state.played
            : [...state.played.slice(0, keep), ...moves];
    return played.length === ply ? { ...state, ...changes, played } : null;
}

/** Splits an event into one per move, since boards draw moves one by one. The changes of all but
 *  the last follow from the moves themselves, with no legal moves; the last one has the changes of
 *  the event. */
export function single_moves(event: GameEvent): GameEvent[] {
    const { moves = [], ply, ...rest } = event;
    if (moves.length < 2) return [event];
    return moves.map((move, i) => {
        const next = moves[i + 1];
        const now = ply - moves.length + i + 1;
        if (!next) return { ply: now, moves: [move], changes: rest.changes };
        const changes = { seeds: move.seeds, to_move: next.side, legal: [] };
        return { ...(i === 0 ? rest : {}), ply: now, moves: [move], changes };
    });
}
