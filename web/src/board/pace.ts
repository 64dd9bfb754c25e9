// How fast seeds are sown, and which moves are drawn at all. Pure.
import type { Speed } from '../lib/settings.svelte';
import type { Side } from '../lib/types';

/** Milliseconds from place to place. */
export const kStep: Record<Speed, number> = { slow: 360, normal: 170, fast: 80, off: 0 };
/** Drops after which a move is drawn faster, to take no longer as a whole. */
export const kLongMove = 28;

/** Where the last turn begins among moves that wait to be drawn, told by their sides. */
export function last_turn(sides: Side[]): number {
    let at = sides.length;
    while (at > 0 && sides[at - 1] === sides.at(-1)) at -= 1;
    return at;
}
