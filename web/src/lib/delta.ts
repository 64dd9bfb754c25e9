// How an event changes the state of a game (docs/web-api.md). Pure.
import type { GameEvent, GameState } from './types';

/** The state after the event; null: events were missed in between, and the game must be entered again. */
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

/** The same event, one move at a time: boards draw moves singly. What comes with a move that is not the
 *  last one follows from the move itself; nothing can be played until the last one. */
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
