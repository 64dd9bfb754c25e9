// A position being set up, as plain numbers, and as the notation writes it. Whether it may be
// played is for the server to say.
import type { Side, View } from '../lib/types';

export interface Draft {
    pits: number;
    /** By place: south's pits, his store, north's pits, his store. */
    seeds: number[];
    to_move: Side;
}

export const kMostPits = 12;
export const kMostSeeds = 65535;

export function draft_of(view: Pick<View, 'pits' | 'seeds' | 'to_move'>): Draft {
    return { pits: view.pits, seeds: [...view.seeds], to_move: view.to_move };
}

export function start_draft(pits: number, each: number): Draft {
    const row = Array.from({ length: pits }, () => each);
    return { pits, seeds: [...row, 0, ...row, 0], to_move: 'south' };
}

/** With another number of pits: those nearest to the stores stay. */
export function resized(draft: Draft, pits: number): Draft {
    const row = (from: number): number[] => {
        const old = draft.seeds.slice(from, from + draft.pits);
        const missing = Array.from({ length: Math.max(0, pits - old.length) }, () => 0);
        return [...missing, ...old.slice(Math.max(0, old.length - pits))];
    };
    const store = (place: number): number => draft.seeds[place] ?? 0;
    const seeds = [...row(0), store(draft.pits), ...row(draft.pits + 1), store(2 * draft.pits + 1)];
    return { ...draft, pits, seeds };
}

export function with_seeds(draft: Draft, place: number, count: number): Draft {
    const held = Math.max(0, Math.min(kMostSeeds, Math.trunc(Number.isFinite(count) ? count : 0)));
    return { ...draft, seeds: draft.seeds.map((old, at) => (at === place ? held : old)) };
}

export const cleared = (draft: Draft): Draft => ({ ...draft, seeds: draft.seeds.map(() => 0) });

export const total = (draft: Draft): number => draft.seeds.reduce((sum, count) => sum + count, 0);

/** `<p,S,N,s1,..,sp,n1,..,np>`, with " n" if north is to move. */
export function literal(draft: Draft): string {
    const { pits, seeds } = draft;
    const south = seeds.slice(0, pits);
    const north = seeds.slice(pits + 1, 2 * pits + 1);
    const numbers = [pits, seeds[pits] ?? 0, seeds[2 * pits + 1] ?? 0, ...south, ...north];
    return `<${numbers.join(',')}>${draft.to_move === 'north' ? ' n' : ''}`;
}
