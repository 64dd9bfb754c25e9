// Earlier positions of a game, from what the server sent with it. Pure.
import { parse_size } from '../lib/terms';
import type { Position, View } from '../lib/types';

/** The position after `ply` moves; nothing can be played in it. */
export function past_view(
    game: Pick<View, 'pits' | 'start' | 'played' | 'to_move' | 'over'>,
    ply: number,
): Position {
    const { pits, played } = game;
    const move = played[ply - 1];
    return {
        pits,
        seeds: move ? move.seeds : start_seeds(game.start, pits),
        to_move: played[ply]?.side ?? game.to_move,
        over: move ? move.over : false,
        legal: [],
    };
}

/** By place, from a size or a position in notation. */
function start_seeds(start: string, pits: number): number[] {
    const size = parse_size(start);
    if (size) {
        const row = Array.from({ length: size.pits }, () => size.seeds);
        return [...row, 0, ...row, 0];
    }
    const [south = 0, north = 0, ...seeds] = (start.match(/\d+/g) ?? []).slice(1).map(Number);
    return [...seeds.slice(0, pits), south, ...seeds.slice(pits), north];
}

/** Where the last move before that position began and ended. */
export function last_places(
    game: Pick<View, 'played'>,
    ply: number,
): { from: number; to: number } | null {
    const move = game.played[ply - 1];
    return move ? { from: move.place, to: move.last } : null;
}
