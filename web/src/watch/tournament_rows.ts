// Questions about rows of tournaments. Pure.
import type { TournamentRow } from '../lib/types';
import { watch_text } from '../text/watch';

export const title_of = ({ name, number }: TournamentRow): string =>
    name || watch_text.tournaments.nameless(number);

export const is_running = ({ played, scheduled, finished }: TournamentRow): boolean =>
    !finished && played < scheduled;

/** Whether games were played between the two polls. */
export function has_news(before: readonly TournamentRow[], now: readonly TournamentRow[]): boolean {
    const played = new Map(before.map((row) => [row.number, row.played]));
    return now.some((row) => row.played !== (played.get(row.number) ?? 0));
}
