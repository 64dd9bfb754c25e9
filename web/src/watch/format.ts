// Numbers and times of the watch pages as people read them.

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });
const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hour12: false });

/** "14:05" for today, else "3 Mar 2026". `now` is passed in. */
export function when(ms: number | null, now: number): string {
    if (ms === null) return '';
    const today = new Date(ms).toDateString() === new Date(now).toDateString();
    return today ? clock.format(ms) : day.format(ms);
}

export const full_time = (ms: number): string => `${day.format(ms)}, ${clock.format(ms)}`;

/** Points with halves: "2½". */
export function points_text(points: number): string {
    const whole = Math.floor(points);
    if (points === whole) return `${whole}`;
    return points - whole === 0.5 ? `${whole || ''}½` : points.toFixed(1);
}

/** A share of all games, draws as halves: "62 %". */
export function share_text(wins: number, draws: number, games: number): string {
    return games === 0 ? '–' : `${Math.round((100 * (wins + draws / 2)) / games)} %`;
}

export const seconds_text = (seconds: number): string =>
    seconds < 10 ? seconds.toFixed(2) : seconds < 100 ? seconds.toFixed(1) : seconds.toFixed(0);

export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `\u2212${-n}` : '0');

export const player_address = (name: string): string => `/watch/player/${encodeURIComponent(name)}`;
