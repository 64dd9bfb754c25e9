// Numbers, times and endings as text. Pure.
import type { StoredGame } from '../lib/types';
import { decimal } from '../text/numbers';
import { shell_text } from '../text/shell';
import { watch_text } from '../text/watch';

const day = new Intl.DateTimeFormat(shell_text.locale, { day: 'numeric', month: 'short' });
const date = new Intl.DateTimeFormat(shell_text.locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
});
const clock = new Intl.DateTimeFormat(shell_text.locale, { hour: '2-digit', minute: '2-digit' });

/** "14:05" for today, "3 Mar" for this year, else "3 Mar 2025". `now` is passed in. */
export function when(ms: number | null, now: number): string {
    if (ms === null) return '';
    const [then, today] = [new Date(ms), new Date(now)];
    if (then.toDateString() === today.toDateString()) return clock.format(ms);
    return (then.getFullYear() === today.getFullYear() ? day : date).format(ms);
}

export const full_time = (ms: number): string => `${date.format(ms)}, ${clock.format(ms)}`;

/** Points with halves: "2½". */
export function points_text(points: number): string {
    const whole = Math.floor(points);
    if (points === whole) return `${whole}`;
    return points - whole === 0.5 ? `${whole || ''}½` : decimal(shell_text.locale, points, 1);
}

/** A share of all games, draws as halves: "62 %". */
export function share_text(wins: number, draws: number, games: number): string {
    return games === 0 ? '–' : `${Math.round((100 * (wins + draws / 2)) / games)}\u00a0%`;
}

export const seconds_text = (seconds: number): string =>
    decimal(shell_text.locale, seconds, seconds < 10 ? 2 : seconds < 100 ? 1 : 0);

type Ended = Pick<StoredGame, 'origin' | 'ending'>;

/** Versions before 0.2 stored a resignation in a browser as `gone`. */
const is_resigned = ({ origin, ending }: Ended): boolean =>
    ending === 'resigned' || (origin === 'browser' && ending === 'gone');

export const ending_text = (game: Ended): string =>
    is_resigned(game)
        ? watch_text.games.endings.resigned
        : (watch_text.games.endings[game.ending] ?? game.ending);

/** The faults to show; resigning is not a fault. */
export const faults_of = (game: Ended & Pick<StoredGame, 'faults'>): StoredGame['faults'] =>
    is_resigned(game)
        ? game.faults.filter(({ kind }) => kind !== 'gone' && kind !== 'resigned')
        : game.faults;
