// Finished games, page by page. The server lists games from their start; those in progress are left out
// here, so that a page may take several requests. Pure.
import type { GameRow } from '../lib/types';

export const kPage = 20;
/** A list grows by itself up to this; a tournament may play hundreds of games a second. */
export const kMostKept = 200;
/** Requests for one page. */
const kMostTrips = 10;

/** Games before a number, the newest first, at most kPage of them. */
export type Ask = (before: number | undefined) => Promise<GameRow[]>;

export interface GamesPage {
    games: GameRow[];
    /** Where the next page begins; null: there is none. */
    before: number | null;
}

/** At least a page, if there are so many, and down to the game `until`, so that no gap is left. */
export async function page_of(ask: Ask, from?: number, until = Infinity): Promise<GamesPage> {
    const games: GameRow[] = [];
    let before = from;
    for (let trip = 0; trip < kMostTrips; ++trip) {
        const rows = await ask(before);
        games.push(...rows.filter((game) => game.ending !== 'running'));
        before = rows.at(-1)?.number;
        if (before === undefined || rows.length < kPage) return { games, before: null };
        if (games.length >= kPage && before <= until) break;
    }
    return { games, before: before ?? null };
}

/** Both, newest first; for a game in both, `fresh` counts. */
export function merged(old: readonly GameRow[], fresh: readonly GameRow[]): GameRow[] {
    const all = new Map([...old, ...fresh].map((game) => [game.number, game]));
    return [...all.values()].sort((a, b) => b.number - a.number);
}

/** The list after new games: at most kMostKept, or as many as before. */
export function joined(
    old: readonly GameRow[],
    fresh: readonly GameRow[],
): { shown: GameRow[]; pushed_out: boolean } {
    const all = merged(old, fresh);
    const shown = all.slice(0, Math.max(kMostKept, old.length));
    return { shown, pushed_out: shown.length < all.length };
}
