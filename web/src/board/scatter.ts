// Where the seeds of a place lie: scattered, but always the same for the same place, so that one more
// seed moves none of the others. Pure.

export interface Spot {
    x: number;
    y: number;
    angle: number;
    hue: 'a' | 'b' | 'c' | 'd';
}

/** The hollow the seeds lie in: a box of that size with round ends, in units of a drawing. */
export interface Hollow {
    width: number;
    height: number;
}

const kTries = 28;
const kRoom = 25; // distance at which seeds do not touch
const kMargin = 17; // from the rim to the middle of a seed
const kPull = 16; // how much room the first seed gives up to lie in the middle
const kHues = ['a', 'b', 'c', 'd', 'b', 'a'] as const;

/** The most seeds drawn at a place. */
export const kMostDrawn = 90;

/** Full size up to 8 seeds in a pit of 100 x 100; then smaller, to keep single seeds visible. */
export function seed_scale(count: number, hollow: Hollow): number {
    const ample = (8 * hollow.width * hollow.height) / 1e4;
    return Math.min(1, Math.max(0.5, Math.sqrt(ample / Math.max(1, count))));
}

const known = new Map<string, { spots: Spot[]; random: () => number }>();

export function scatter(place: number, count: number, hollow: Hollow): Spot[] {
    const key = `${place}/${hollow.width}/${hollow.height}`;
    let pile = known.get(key);
    if (!pile) {
        pile = { spots: [], random: random_from(place * 7919 + 17) };
        known.set(key, pile);
    }
    const wanted = Math.min(count, kMostDrawn);
    while (pile.spots.length < wanted) pile.spots.push(next_spot(pile.spots, pile.random, hollow));
    return pile.spots.slice(0, wanted);
}

/** Of some random spots, the one with the most room; among roomy ones, the most central. */
function next_spot(others: Spot[], random: () => number, hollow: Hollow): Spot {
    let best = { x: 0, y: 0 };
    let best_worth = -Infinity;
    const pull = kPull * Math.max(0.1, 1 - others.length / 16);
    for (let i = 0; i < kTries; ++i) {
        const spot = inside(random, hollow);
        let room = kRoom;
        for (const other of others)
            room = Math.min(room, Math.hypot(spot.x - other.x, spot.y - other.y));
        const worth = room - pull * Math.hypot(spot.x / hollow.width, spot.y / hollow.height);
        if (worth > best_worth) {
            best = spot;
            best_worth = worth;
        }
    }
    const hue = kHues[Math.floor(random() * kHues.length)] ?? 'a';
    return { ...best, angle: Math.floor(random() * 180), hue };
}

/** A random point of the hollow, relative to its middle. */
function inside(random: () => number, hollow: Hollow): { x: number; y: number } {
    const half_width = hollow.width / 2 - kMargin;
    const half_height = hollow.height / 2 - kMargin;
    const round = Math.min(half_width, half_height);
    for (;;) {
        const x = (random() * 2 - 1) * half_width;
        const y = (random() * 2 - 1) * half_height;
        const beyond_x = Math.max(0, Math.abs(x) - (half_width - round));
        const beyond_y = Math.max(0, Math.abs(y) - (half_height - round));
        if (Math.hypot(beyond_x, beyond_y) <= round) return { x, y };
    }
}

/** mulberry32: small, and the same everywhere. */
function random_from(seed: number): () => number {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
}
