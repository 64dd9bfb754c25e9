// Scores in seeds for south as numbers, positions on a graph, and text. Pure.
import { decimal } from '../text/numbers';
import { shell_text } from '../text/shell';

export interface Axis {
    /** The axis goes from -most to most. */
    most: number;
    ticks: number[];
}

/** South's share of the evaluation bar. A lead of a sixth of the seeds nearly fills it; both sides are
 *  always visible. */
export function bar_share(score: number, seeds: number): number {
    const enough = Math.max(2, seeds / 6);
    return 0.5 + 0.48 * Math.tanh(score / enough);
}

/** A symmetric axis with at most three labels per side, at round numbers. */
export function axis_for(scores: readonly number[]): Axis {
    const reach = Math.max(4, ...scores.map(Math.abs));
    const step =
        [2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000, 20000].find((s) => s * 3 >= reach) ?? 50000;
    const most = Math.ceil(reach / step) * step;
    const ticks: number[] = [];
    for (let at = -most; at <= most; at += step) ticks.push(at);
    return { most, ticks };
}

/** The x of a ply from 0 to `plies`. */
export function x_of(ply: number, plies: number, width: number): number {
    return plies === 0 ? 0 : (ply / plies) * width;
}

/** The y of a score; south's advantage is up. */
export function y_of(score: number, axis: Axis, height: number): number {
    const held = Math.max(-axis.most, Math.min(axis.most, score));
    return ((axis.most - held) / (2 * axis.most)) * height;
}

/** The ply nearest to a place on the width. */
export function ply_at(x: number, plies: number, width: number): number {
    if (plies === 0 || width <= 0) return 0;
    return Math.max(0, Math.min(plies, Math.round((x / width) * plies)));
}

/** The plies to label: round numbers, far enough apart. */
export function ply_ticks(plies: number, width: number): number[] {
    const most = Math.max(1, width / 40);
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((s) => plies / s <= most) ?? 1000;
    const ticks: number[] = [];
    for (let ply = 0; ply <= plies; ply += step) ticks.push(ply);
    return ticks;
}

const round = (n: number, digits: number): number => Math.round(n * 10 ** digits) / 10 ** digits;

/** "+6", "0", "−3": with the minus sign that is as wide as the plus. `digits`: after the point. */
export function signed(n: number, digits = 1): string {
    const rounded = round(n, digits);
    if (rounded === 0) return '0';
    return (rounded > 0 ? '+' : '\u2212') + decimal(shell_text.locale, Math.abs(rounded));
}

/** A score: tenths of a seed only where they matter. */
export const score_text = (score: number): string =>
    signed(Math.abs(score) >= 10 ? Math.round(score) : score);

/** What a move lost, in seeds. */
export const cost_text = (cost: number): string =>
    decimal(shell_text.locale, cost >= 10 ? Math.round(cost) : round(cost, 1));
