// How long a move is on show when a game plays by itself: until its seeds lie, and a look at it.
import { kLongMove, kStep } from '../board/pace';
import type { Speed } from '../lib/settings.svelte';
import type { Sowing } from '../lib/types';

/** In ms: a look at the board after a move. */
const kLook: Record<Speed, number> = { slow: 1500, normal: 900, fast: 450, off: 1000 };

export function time_of(sowing: Sowing | null, speed: Speed): number {
    if (!sowing) return kLook[speed];
    const drops = sowing.laps.reduce((sum, lap) => sum + lap.to.length, 0);
    const flights = (sowing.capture ? 3 : 0) + (sowing.sweep.length > 0 ? 3 : 0);
    const laps = sowing.laps.length;
    return kLook[speed] + kStep[speed] * (Math.min(drops, kLongMove) + laps + flights);
}
