// How fast seeds are drawn, and which moves are drawn at all. Pure.
import type { Speed } from '../lib/settings.svelte';
import type { Side, Sowing } from '../lib/types';

/** Milliseconds from place to place. */
export const kStep: Record<Speed, number> = { slow: 360, normal: 170, fast: 80, off: 0 };
/** A move with more drops is drawn faster, so that it takes no longer than one with this many. */
export const kLongMove = 28;
/** Time to look at the board after a move, in ms. */
const kLook: Record<Speed, number> = { slow: 1500, normal: 900, fast: 450, off: 1000 };

/** The index at which the last turn begins among queued moves; `sides` are their movers. */
export function last_turn(sides: Side[]): number {
    let at = sides.length;
    while (at > 0 && sides[at - 1] === sides.at(-1)) at -= 1;
    return at;
}

/** How long (ms) a game that plays by itself shows a move: the drawing, then time to look. */
export function time_of(sowing: Sowing | null, speed: Speed): number {
    if (!sowing) return kLook[speed];
    const drops = sowing.laps.reduce((sum, lap) => sum + lap.to.length, 0);
    const flights = (sowing.capture ? 3 : 0) + (sowing.sweep.length > 0 ? 3 : 0);
    return (
        kLook[speed] + kStep[speed] * (Math.min(drops, kLongMove) + sowing.laps.length + flights)
    );
}
