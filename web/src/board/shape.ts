// How a board is laid out in a given room. Pure.
import type { Hollow } from './scatter';

/** wide: pits between two stores; slim: the same with smaller numbers, for phones; strip: stores above
 *  and below the rows, for many pits on a phone. */
export type Layout = 'wide' | 'slim' | 'strip';

export interface Shape {
    layout: Layout;
    pit: Hollow;
    store: Hollow;
    /** The board is no wider than this (pixels); null: as wide as its style says. */
    width: number | null;
}

/** The room for a board, in pixels; `height`, if it is known, is that of the wood. */
export interface Room {
    width: number;
    height?: number | undefined;
    /** Pixels per rem. */
    rem?: number;
    /** On a low screen, boards have smaller gaps (board.css). */
    low?: boolean;
}

const kStrip: Shape = {
    layout: 'strip',
    pit: { width: 100, height: 200 },
    store: { width: 500, height: 90 },
    width: null,
};
/** The height of numbers, edges and gaps, on a low screen and otherwise; the widest column; in rem. */
const kNumbers = { low: 5.6, high: 8.3 };
const kWidest = 11;
/** The narrowest column of a board that is limited by its height, in pixels: a finger hits its pits. */
const kNarrowest = 36;
const kTallest = 1.6;

/** A width of 0: not known yet. With a height, pits are taller than wide if there is room, and the board
 *  is narrower if there is not. */
export function shape_of({ width, height, rem = 16, low = false }: Room, pits: number): Shape {
    const column = width / (pits + 2.5);
    if (height === undefined || width === 0)
        return width === 0 || column >= 58 ? columns('wide', 1) : narrow(column, kTallest);

    const tall = Math.max(kNarrowest, (height - kNumbers[low ? 'low' : 'high'] * rem) / 2);
    const fitting = Math.min(column, tall, kWidest * rem);
    // In tenths: each height has seeds scattered of its own.
    const ratio = Math.min(kTallest, Math.max(1, Math.floor((10 * tall) / fitting) / 10));
    const shape = fitting >= 58 ? columns('wide', ratio) : narrow(fitting, ratio);
    return shape.layout === 'strip' ? shape : { ...shape, width: fitting * (pits + 2.5) };
}

const narrow = (column: number, ratio: number): Shape =>
    column >= 33 ? columns('slim', ratio) : kStrip;

const columns = (layout: Layout, ratio: number): Shape => ({
    layout,
    pit: { width: 100, height: 100 * ratio },
    store: { width: 120, height: 200 * ratio + (layout === 'wide' ? 70 : 160) },
    width: null,
});
