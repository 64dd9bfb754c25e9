// What the two sides of an analysed game are called.
import { shown_name } from '../lib/names';
import type { Names, Result, Side } from '../lib/types';
import { text } from '../text';

/** "Ada (South)", or "South" if nobody is known to sit there. */
export const side_text = (side: Side, names: Names): string =>
    names[side] === ''
        ? text.side[side]
        : text.analyse.named(shown_name(names[side]), text.side[side]);

export function result_text(
    { winner, south, north }: Result,
    called: (side: Side) => string,
): string {
    if (winner === 'draw') return text.analyse.draw(south);
    return text.analyse.won(called(winner), Math.max(south, north), Math.min(south, north));
}
