// Finished games, page by page. The store lists games from their start on; those that are still
// played stand in the lobby and are left out here, so that a page may take more than one question.
import type { GameRow } from '../lib/types';

export const kPage = 20;
/** To so many a list grows by itself; there are tournaments of hundreds of games a second. */
export const kMostKept = 200;
/** Questions for one page; 200 games that are all being played are no list of finished ones. */
const kMostTrips = 10;

/** Games before a number, the newest first, at most kPage of them. */
export type Ask = (before: number | undefined) => Promise<GameRow[]>;

export interface GamesPage {
    games: GameRow[];
    /** Where the next page begins; null: there is none. */
    before: number | null;
}

/** At least a page, if there is that much, and down to the game `until`, so that no gap is left
 *  above those that are known. */
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

/** Both, the newest first; of a game in both what is newer is told by `fresh`. */
export function merged(old: readonly GameRow[], fresh: readonly GameRow[]): GameRow[] {
    const all = new Map([...old, ...fresh].map((game) => [game.number, game]));
    return [...all.values()].sort((a, b) => b.number - a.number);
}

/** What is shown when new games have come: at most kMostKept, unless more were shown before. */
export function joined(
    old: readonly GameRow[],
    fresh: readonly GameRow[],
): { shown: GameRow[]; pushed_out: boolean } {
    const all = merged(old, fresh);
    const shown = all.slice(0, Math.max(kMostKept, old.length));
    return { shown, pushed_out: shown.length < all.length };
}
