// Finished games, page by page. The server also lists games in progress; this file leaves them out,
// so a page may take several requests. Pure.
import type { GameRow } from '../lib/types';

export const kPage = 20;
/** A list grows by itself up to this length; a tournament may play hundreds of games per second. */
export const kMostKept = 200;
/** The most requests for one page. */
const kMostTrips = 10;

/** Games before a number, the newest first, at most kPage of them. */
export type Ask = (before: number | undefined) => Promise<GameRow[]>;

export interface GamesPage {
    games: GameRow[];
    /** Where the next page begins; null: there is none. */
    before: number | null;
}

/** At least one page if there are enough games, and down to the game `until`, to leave no gap. */
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

/** Both lists in one, newest first; for a game in both, `fresh` wins. */
export function merged(old: readonly GameRow[], fresh: readonly GameRow[]): GameRow[] {
    const all = new Map([...old, ...fresh].map((game) => [game.number, game]));
    return [...all.values()].sort((a, b) => b.number - a.number);
}

/** The list with new games added: at most kMostKept games, or as many as before. */
export function joined(
    old: readonly GameRow[],
    fresh: readonly GameRow[],
): { shown: GameRow[]; pushed_out: boolean } {
    const all = merged(old, fresh);
    const shown = all.slice(0, Math.max(kMostKept, old.length));
    return { shown, pushed_out: shown.length < all.length };
}
