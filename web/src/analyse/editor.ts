// A position being set up, as numbers and in notation. Obvious faults are found here; the server checks
// the rest. Pure.
import type { Side, View } from '../lib/types';

export interface Draft {
    pits: number;
    /** By place; null where the field holds no valid number. */
    seeds: (number | null)[];
    to_move: Side;
}

export const kMostPits = 12;
/** The server's limit for a board. */
export const kMostSeeds = 600;
/** The most seeds in each pit at the start. */
export const kMostEach = 99;

export type Fault = 'wrong' | 'empty' | 'many';

export const whole = (n: number, least: number, most: number): boolean =>
    Number.isInteger(n) && n >= least && n <= most;

export function draft_of(view: Pick<View, 'pits' | 'seeds' | 'to_move'>): Draft {
    return { pits: view.pits, seeds: [...view.seeds], to_move: view.to_move };
}

export function start_draft(pits: number, each: number): Draft {
    const row = Array.from({ length: pits }, () => each);
    return { pits, seeds: [...row, 0, ...row, 0], to_move: 'south' };
}

/** The draft with another number of pits; those nearest to the stores stay. */
export function resized(draft: Draft, pits: number): Draft {
    const row = (from: number): (number | null)[] => {
        const old = draft.seeds.slice(from, from + draft.pits);
        const missing = Array.from({ length: Math.max(0, pits - old.length) }, () => 0);
        return [...missing, ...old.slice(Math.max(0, old.length - pits))];
    };
    const store = (place: number): number | null => draft.seeds[place] ?? null;
    const seeds = [...row(0), store(draft.pits), ...row(draft.pits + 1), store(2 * draft.pits + 1)];
    return { ...draft, pits, seeds };
}

export function with_seeds(draft: Draft, place: number, count: number): Draft {
    const held = whole(count, 0, kMostSeeds) ? count : null;
    return { ...draft, seeds: draft.seeds.map((old, at) => (at === place ? held : old)) };
}

export const cleared = (draft: Draft): Draft => ({ ...draft, seeds: draft.seeds.map(() => 0) });

export const total = (draft: Draft): number =>
    draft.seeds.reduce<number>((sum, count) => sum + (count ?? 0), 0);

/** The likely number of seeds per pit at the start. */
export const each_of = (draft: Draft): number =>
    Math.min(kMostEach, Math.max(1, Math.round(total(draft) / (2 * draft.pits))));

/** Why the position cannot be played; null if nothing is obviously wrong. */
export function fault_of(draft: Draft): Fault | null {
    const { pits, seeds } = draft;
    if (seeds.includes(null)) return 'wrong';
    const is_pit = (place: number): boolean => place !== pits && place !== 2 * pits + 1;
    if (!seeds.some((count, place) => is_pit(place) && count !== 0)) return 'empty';
    return total(draft) > kMostSeeds ? 'many' : null;
}

/** `<p,S,N,s1,..,sp,n1,..,np>`, with " n" if north is to move. */
export function literal(draft: Draft): string {
    const { pits, seeds } = draft;
    const south = seeds.slice(0, pits);
    const north = seeds.slice(pits + 1, 2 * pits + 1);
    const numbers = [pits, seeds[pits] ?? 0, seeds[2 * pits + 1] ?? 0, ...south, ...north];
    return `<${numbers.join(',')}>${draft.to_move === 'north' ? ' n' : ''}`;
}
