// What a list of moves needs to know of a game with variations; tree.ts has the rest. Pure.
import type { PlayedMove } from '../lib/types';

export type Step = PlayedMove;

export interface Branch {
    readonly step: Step;
    readonly next: readonly Branch[];
}

export interface Tree {
    readonly next: readonly Branch[];
}

export type Path = readonly number[];

/** A game without variations. */
export const line_tree = (steps: readonly Step[]): Tree => ({
    next: steps.reduceRight<Branch[]>((next, step) => [{ step, next }], []),
});

/** The path to the position after `ply` of these moves. */
export const path_to = (steps: readonly Step[], ply: number): Path =>
    steps.slice(0, ply).map((step) => step.pit);

export function same_path(a: Path, b: Path): boolean {
    return a.length === b.length && a.every((pit, i) => pit === b[i]);
}
