// Places of a board with p pits per side (docs/web-api.md): 0..p-1 south's pits, p south's
// store, p+1..2p north's pits, 2p+1 north's store. Pure.
import type { Side, Sowing } from '../lib/types';

export const other = (side: Side): Side => (side === 'south' ? 'north' : 'south');

export const store_of = (side: Side, pits: number): number =>
    side === 'south' ? pits : 2 * pits + 1;

export const is_store = (place: number, pits: number): boolean =>
    place === pits || place === 2 * pits + 1;

export const side_of = (place: number, pits: number): Side => (place <= pits ? 'south' : 'north');

/** The pit at a place: from 1, counted from its owner's left. */
export const pit_of = (place: number, pits: number): number =>
    place < pits ? place + 1 : place - pits;

export const place_of = (side: Side, pit: number, pits: number): number =>
    side === 'south' ? pit - 1 : pits + pit;

/** The pit across the board. */
export const opposite = (place: number, pits: number): number => 2 * pits - place;

/** The places of a row from left to right as the page shows them; `below`: the nearer row. */
export function row(side: Side, pits: number, below: boolean): number[] {
    const places = Array.from({ length: pits }, (_, i) => place_of(side, i + 1, pits));
    return below ? places : places.reverse();
}

/** The seeds after a sowing; null if the sowing does not match them. */
export function after(seeds: number[], sowing: Sowing): number[] | null {
    const now = [...seeds];
    const have = (place: number) => now[place] ?? -1;
    for (const lap of sowing.laps) {
        if (have(lap.from) !== lap.to.length) return null;
        now[lap.from] = 0;
        for (const place of lap.to) now[place] = have(place) + 1;
    }
    if (sowing.capture) {
        let taken = 0;
        for (const place of sowing.capture.from) {
            taken += have(place);
            now[place] = 0;
        }
        now[sowing.capture.to] = have(sowing.capture.to) + taken;
    }
    for (const { from, to, seeds: some } of sowing.sweep) {
        if (have(from) < some) return null;
        now[from] = have(from) - some;
        now[to] = have(to) + some;
    }
    return now;
}

export const same = (a: number[], b: number[]): boolean =>
    a.length === b.length && a.every((count, i) => count === b[i]);
