// A position in notation as a small board draws it. Pure.
import type { Side } from '../lib/types';

/** "<p,S,N,s1..,n1..> n" by place; null: not a position. */
export function seeds_of(position: string): { seeds: number[]; to_move: Side } | null {
    const found = /^<(\d+(?:,\d+)+)>( n)?$/.exec(position);
    const [pits = 0, south = 0, north = 0, ...rows] = (found?.[1] ?? '').split(',').map(Number);
    if (!found || pits < 1 || rows.length !== 2 * pits) return null;
    const seeds = [...rows.slice(0, pits), south, ...rows.slice(pits), north];
    return { seeds, to_move: found[2] ? 'north' : 'south' };
}
