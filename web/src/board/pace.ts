// How fast seeds are sown. Pure.
import type { Speed } from '../lib/settings.svelte';

/** Milliseconds from place to place. */
export const kStep: Record<Speed, number> = { slow: 360, normal: 170, fast: 80, off: 0 };
/** Drops after which a move is drawn faster, to take no longer as a whole. */
export const kLongMove = 28;
