// What the rows of tournaments tell. Pure.
import type { TournamentRow } from '../lib/types';
import { text } from '../text';

export const title_of = ({ name, number }: TournamentRow): string =>
    name || text.watch.tournaments.nameless(number);

export const is_running = ({ played, scheduled, finished }: TournamentRow): boolean =>
    !finished && played < scheduled;

/** Whether games have been played in between. */
export function has_news(before: readonly TournamentRow[], now: readonly TournamentRow[]): boolean {
    const played = new Map(before.map((row) => [row.number, row.played]));
    return now.some((row) => row.played !== (played.get(row.number) ?? 0));
}
