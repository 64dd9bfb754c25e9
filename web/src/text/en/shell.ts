// English: the frame of every page, and words that several pages share.
import type { Side } from '../../lib/types';
import { kLocale, plural, seeds } from './words';

export const shell_text = {
    /** For numbers, dates and times. */
    locale: kLocale,
    home: 'Kalah',
    /** Of the browser's window. */
    title: (page: string) => `${page} · Kalah`,
    skip: 'Skip to content',
    nav: 'Main',
    play: 'Play',
    analyse: 'Analyse',
    watch: 'Watch',
    puzzles: 'Puzzles',
    learn: 'How to play',
    learn_short: 'Learn',
    lost: 'Connection lost. Reconnecting…',
    stale: 'This page could not be loaded. The server may be down, or newer than this page.',
    reload: 'Reload',
    missing: 'Page not found',
    missing_link: 'Play a game',
    loading: 'Loading…',

    settings: {
        name: 'Settings',
        language: 'Language',
        theme: 'Theme',
        themes: { system: 'System', light: 'Light', dark: 'Dark' },
        speed: 'Sowing speed',
        speeds: { slow: 'Slow', normal: 'Normal', fast: 'Fast', off: 'Instant' },
        preview: 'Preview moves',
        one_tap: 'Play with one tap',
        numbers: 'Numbers on the board',
        sound: 'Sound',
        digits: 'Keys 1 to 9 play pits',
    },

    side: { south: 'South', north: 'North' } as Record<Side, string>,
    named: (name: string, side: string) => `${name} (${side})`,
    versus: (south: string, north: string) => `${south} – ${north}`,
    score: (south: string, north: string) => `${south} : ${north}`,
    won: (name: string, won: number, lost: number) => `${name} won ${won} : ${lost}.`,
    drawn: (each: number) => `A draw, ${each} : ${each}.`,
    to_move: (name: string) => `${name} to move`,
    guest: 'Guest',
    second_guest: 'Guest 2',
    nameless: 'no name',
    open_seat: 'Free seat',
    program_seat: 'Waiting for a program',

    levels: {
        beginner: 'Beginner',
        novice: 'Novice',
        learner: 'Learner',
        easy: 'Easy',
        medium: 'Medium',
        skilled: 'Skilled',
        strong: 'Strong',
        expert: 'Expert',
        master: 'Master',
        grandmaster: 'Grandmaster',
    } as Record<string, string>,
    presets: {
        standard: 'Standard',
        'empty-capture': 'Empty capture',
        multilap: 'Multi-lap',
        avalanche: 'Avalanche',
    } as Record<string, string>,
    /** Rule options by name; others are shown as the server words them. `brief`: as a change of a preset. */
    options: {
        capture: {
            question: 'What does a last seed in one of your empty pits capture?',
            values: {
                opposite: 'Itself and the seeds opposite, if there are any',
                empty: 'Itself and the seeds opposite, even if there are none',
                none: 'Nothing',
            },
            brief: {
                opposite: 'captures need seeds opposite',
                empty: 'captures without seeds opposite',
                none: 'no captures',
            },
        },
        sowing: {
            question: 'Where does sowing end?',
            values: {
                single: 'With the last seed',
                multi: 'A last seed in a filled pit continues the sowing from there',
            },
            brief: { single: 'single lap', multi: 'multi-lap' },
        },
        'extra-turn': {
            question: 'Does a last seed in your store give an extra turn?',
            values: { yes: 'Yes', no: 'No' },
            brief: { yes: 'extra turns', no: 'no extra turns' },
        },
        sweep: {
            question: 'Who gets the seeds that are left at the end?',
            values: {
                owner: 'The owner of the pits',
                finisher: 'The player who moved last',
                none: 'Nobody',
            },
            brief: {
                owner: 'remaining seeds go to their owner',
                finisher: 'remaining seeds go to the last mover',
                none: 'remaining seeds go to nobody',
            },
        },
        'majority-stop': {
            question: 'Does the game end when a store holds more than half of the seeds?',
            values: { yes: 'Yes', no: 'No' },
            brief: { yes: 'ends at a majority', no: 'played to the end' },
        },
    } as Record<
        string,
        { question: string; values: Record<string, string>; brief: Record<string, string> }
    >,
    terms: {
        size: (pits: number, n: number) => `${plural(pits, 'pit', 'pits')}, ${seeds(n)}`,
        position: 'from a position',
        short_size: (pits: number, n: number) => `${pits} × ${n}`,
        short_position: 'from a position',
        modified: (preset: string) => `${preset} (modified)`,
    },

    /** `at`: ms since 1970. */
    ago(at: number): string {
        const minutes = Math.floor((Date.now() - at) / 60_000);
        if (minutes < 1) return 'just now';
        if (minutes < 60) return `${minutes} min ago`;
        if (minutes < 60 * 24) return `${Math.floor(minutes / 60)} h ago`;
        const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
        return new Date(at).toLocaleDateString(kLocale, date);
    },
};
