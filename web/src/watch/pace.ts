// How long a move is on show when a game plays by itself: until its seeds lie, and a look at it.
import type { Speed } from '../lib/settings.svelte';
import type { Sowing } from '../lib/types';

/** In ms: a look at the board after a move, and for every seed that is sown (as the board does). */
const kLook: Record<Speed, number> = { slow: 1500, normal: 900, fast: 450, off: 1000 };
const kSeed: Record<Speed, number> = { slow: 360, normal: 170, fast: 80, off: 0 };
/** The board draws longer moves faster. */
const kLongMove = 28;

export function time_of(sowing: Sowing | null, speed: Speed): number {
    if (!sowing) return kLook[speed];
    const drops = sowing.laps.reduce((sum, lap) => sum + lap.to.length, 0);
    const flights = (sowing.capture ? 3 : 0) + (sowing.sweep.length > 0 ? 3 : 0);
    const laps = sowing.laps.length;
    return kLook[speed] + kSeed[speed] * (Math.min(drops, kLongMove) + laps + flights);
}
