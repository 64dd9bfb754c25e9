// The parts of an evaluation as a stacked bar: points for South extend from zero to the right,
// points for North to the left. Pure.
import type { EvalPart, Explanation, Side } from '../lib/types';
import { axis_for, type Axis } from './scale';

export interface Part extends EvalPart {
    /** Whose pits the part counts; `part` no longer has the prefix "opponent-". */
    side: Side;
    /** Number of its colour. */
    colour: number;
}

export interface Segment extends Part {
    /** Where it begins and how long it is, as shares of the bar's width. */
    from: number;
    share: number;
}

const kOpponent = 'opponent-';
/** Parts whose points stand for the end of the game: they fill their side of any bar. */
const kEndless = 'won';
const other = (side: Side): Side => (side === 'south' ? 'north' : 'south');

/** Each kind has its own colour; the same part of both sides is one kind. */
const kind_of = ({ part, pit }: EvalPart): string => `${part.replace(kOpponent, '')} ${pit ?? ''}`;

/** The kinds of parts in the order of their colours. */
export function kinds_of(explanations: readonly Explanation[]): string[] {
    return [...new Set(explanations.flatMap(({ parts }) => parts.map(kind_of)))];
}

/** F3 and F5 of document 001 count what is the opponent's, as do parts called "opponent-…". */
const is_opponents = (part: string): boolean =>
    part.startsWith(kOpponent) || part === 'F3' || part === 'F5';

export function parts_of({ parts, mover }: Explanation, kinds: readonly string[]): Part[] {
    return parts.map((part) => ({
        ...part,
        part: part.part.replace(kOpponent, ''),
        side: is_opponents(part.part) ? other(mover) : mover,
        colour: kinds.indexOf(kind_of(part)),
    }));
}

/** The points of the longest side of all bars; 0: there is nothing to draw. */
export function reach_of(explanations: readonly Explanation[]): number {
    const side = (parts: EvalPart[], sign: number): number =>
        parts
            .filter(({ part }) => part !== kEndless)
            .reduce((sum, { points }) => sum + Math.max(0, sign * points), 0);
    return Math.max(0, ...explanations.flatMap(({ parts }) => [side(parts, 1), side(parts, -1)]));
}

/** The axis of all bars: as long as the longest side, with ticks at round numbers. */
export function bar_axis(explanations: readonly Explanation[]): Axis {
    const most = reach_of(explanations) || 1;
    return { most, ticks: axis_for([most]).ticks.filter((tick) => Math.abs(tick) <= most) };
}

/** Where points are on a bar from -most to most, as a share of its width. */
export function place_of(points: number, most: number): number {
    return 0.5 + 0.5 * Math.max(-1, Math.min(1, points / most));
}

/** The parts that are not 0 as segments, placed side by side from zero outwards. */
export function stacked(parts: readonly Part[], most: number): Segment[] {
    let [left, right] = [0, 0];
    return parts
        .filter(({ points }) => points !== 0)
        .map((part) => {
            const [low, high] =
                part.points > 0 ? [right, (right += part.points)] : [left + part.points, left];
            if (part.points < 0) left = low;
            const from = place_of(low, most);
            return { ...part, from, share: place_of(high, most) - from };
        });
}

/** The text of a segment that has room for it: the pit, or F1 to F5. */
export function mark_of({ part, pit }: EvalPart): string {
    return pit === null ? (/^F\d$/.test(part) ? part : '') : `${pit}`;
}
