// How a board is laid out in a given width. Pure.
import type { Hollow } from './scatter';

/** wide: round pits between two stores; slim: tall pits, for phones; strip: stores above and below
 *  the rows, for many pits on a phone. */
export type Layout = 'wide' | 'slim' | 'strip';

export interface Shape {
    layout: Layout;
    pit: Hollow;
    store: Hollow;
}

const kShapes: Record<Layout, Shape> = {
    wide: { layout: 'wide', pit: { width: 100, height: 100 }, store: { width: 120, height: 270 } },
    slim: { layout: 'slim', pit: { width: 100, height: 160 }, store: { width: 124, height: 480 } },
    strip: { layout: 'strip', pit: { width: 100, height: 200 }, store: { width: 500, height: 90 } },
};

/** `width` in pixels; 0 when it is not known yet. */
export function shape_of(width: number, pits: number): Shape {
    const cell = width / (pits + 2.5);
    if (width === 0 || cell >= 58) return kShapes.wide;
    return cell >= 33 ? kShapes.slim : kShapes.strip;
}
