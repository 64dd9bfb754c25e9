// What this browser keeps of puzzles: which are solved, of which the answer was shown, and on which days the puzzle of
// the day was solved. Pure.
import { list, record, words } from '../lib/stored';

export interface Progress {
    /** Names of puzzles, in the order in which they were solved. */
    solved: string[];
    /** Names of those whose answer was shown before they were solved; they are not solved any more. */
    shown: string[];
    /** Days, such as 2026-11-19, on which the puzzle of that day was solved, oldest first. */
    days: string[];
}

const kMostPuzzles = 10_000;
const kMostDays = 1000;

const kPuzzle = /^[0-9a-f]{8}$/;
const text_like = (pattern: RegExp) =>
    list<string>((found) => {
        const text = words(20)(found);
        return pattern.test(text) ? text : null;
    });

export const progress_shape = record<Progress>({
    solved: text_like(kPuzzle),
    shown: text_like(kPuzzle),
    days: text_like(/^\d{4}-\d\d-\d\d$/),
});

const with_one = (all: string[], one: string, most: number): string[] =>
    all.includes(one) ? all : [...all, one].slice(-most);

/** With one more puzzle; `day` if it is that day's. One whose answer was shown stays as it is. */
export function with_solved(progress: Progress, puzzle: string, day: string | null): Progress {
    if (progress.shown.includes(puzzle)) return progress;
    return {
        ...progress,
        solved: with_one(progress.solved, puzzle, kMostPuzzles),
        days: day === null ? progress.days : with_one(progress.days, day, kMostDays),
    };
}

/** The answer was shown. A puzzle that is solved stays solved. */
export function with_shown(progress: Progress, puzzle: string): Progress {
    if (progress.solved.includes(puzzle)) return progress;
    return { ...progress, shown: with_one(progress.shown, puzzle, kMostPuzzles) };
}

/** "2026-11-19", where the browser is. */
export function day_text(date: Date): string {
    const two = (number: number) => String(number).padStart(2, '0');
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** How many days in a row up to today, or up to yesterday if today is still to come. */
export function streak(days: string[], today: string): number {
    const all = new Set(days);
    const before = (day: string, count: number): string => {
        const date = new Date(`${day}T12:00:00`);
        date.setDate(date.getDate() - count);
        return day_text(date);
    };
    const first = all.has(today) ? 0 : 1;
    let count = 0;
    while (all.has(before(today, first + count))) count += 1;
    return count;
}
