// The remaining time as a clock shows it. Pure.

/** 5:07, 1:02:03; tenths in the last ten seconds: 0:09.4. Rounded down, so that 0:00 is the end. */
export function clock_text(ms: number): string {
    const seconds = Math.floor(ms / 1000);
    const two = (n: number) => String(n).padStart(2, '0');
    if (seconds >= 3600)
        return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
    const short = `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
    return seconds < 10 ? `${short}.${Math.floor(ms / 100) % 10}` : short;
}
