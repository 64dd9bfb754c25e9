// Players of the program by the words for their strength. Pure.
import { text } from '../text';
import type { Hello } from './types';

/** The word for the strength of a player of the program; null if it has none. */
export function level_name(
    player: string | undefined,
    hello: Pick<Hello, 'levels'> | null,
): string | null {
    const level = hello?.levels.find((each) => each.player === player);
    return (level && text.levels[level.id]) || null;
}
