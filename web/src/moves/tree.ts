// A game with its variations. Pits name moves, so a path of pits from the start names a place in the
// tree; next[0] continues the line, the others are variations. Trees are immutable: an operation gives a
// new one that shares what stayed the same. Steps come from the server. Pure.
import type { Branch, Path, Step, Tree } from './line';

export { same_path, type Path, type Step, type Tree } from './line';

export const empty_tree: Tree = { next: [] };

const find = (tree: Tree, pit: number): Branch | undefined =>
    tree.next.find((branch) => branch.step.pit === pit);

export function starts_with(path: Path, beginning: Path): boolean {
    return path.length >= beginning.length && beginning.every((pit, i) => pit === path[i]);
}

/** The place that a path leads to; null if there is none. */
export function tree_at(tree: Tree, path: Path): Tree | null {
    let at: Tree = tree;
    for (const pit of path) {
        const branch = find(at, pit);
        if (!branch) return null;
        at = branch;
    }
    return at;
}

/** The moves on a path, as far as the tree has them. */
export function steps_on(tree: Tree, path: Path): Step[] {
    const steps: Step[] = [];
    let at: Tree = tree;
    for (const pit of path) {
        const branch = find(at, pit);
        if (!branch) break;
        steps.push(branch.step);
        at = branch;
    }
    return steps;
}

/** The path, continued along its line to the end. */
export function line_through(tree: Tree, path: Path): Path {
    const line = [...path];
    let at = tree_at(tree, path);
    while (at?.next[0]) {
        line.push(at.next[0].step.pit);
        at = at.next[0];
    }
    return line;
}

export const main_line = (tree: Tree): Path => line_through(tree, []);

/** Adds moves after the path. Known ones stay where they are, new ones come last. */
export function with_steps(tree: Tree, path: Path, steps: readonly Step[]): Tree {
    const [pit, ...rest] = path;
    if (pit !== undefined) {
        return {
            ...tree,
            next: tree.next.map((branch) =>
                branch.step.pit === pit
                    ? { ...branch, ...with_steps(branch, rest, steps) }
                    : branch,
            ),
        };
    }
    const [step, ...later] = steps;
    if (!step) return tree;
    const old = find(tree, step.pit);
    const branch: Branch = { step, next: with_steps(old ?? empty_tree, [], later).next };
    return {
        ...tree,
        next: old ? tree.next.map((one) => (one === old ? branch : one)) : [...tree.next, branch],
    };
}

/** Without the last move of the path and everything after it. */
export function without(tree: Tree, path: Path): Tree {
    const [pit, ...rest] = path;
    if (pit === undefined) return tree;
    if (rest.length === 0)
        return { ...tree, next: tree.next.filter((one) => one.step.pit !== pit) };
    return {
        ...tree,
        next: tree.next.map((one) =>
            one.step.pit === pit ? { ...one, ...without(one, rest) } : one,
        ),
    };
}

/** Makes the path the main line: each of its moves comes first among its alternatives. */
export function promoted(tree: Tree, path: Path): Tree {
    const [pit, ...rest] = path;
    const chosen = pit === undefined ? undefined : find(tree, pit);
    if (!chosen) return tree;
    const others = tree.next.filter((one) => one !== chosen);
    return { ...tree, next: [{ ...chosen, ...promoted(chosen, rest) }, ...others] };
}

/** The next or previous alternative to the last move of the path; the path itself if there is none. */
export function alternative(tree: Tree, path: Path, by: 1 | -1): Path {
    const parent = tree_at(tree, path.slice(0, -1));
    const last = path.at(-1);
    if (!parent || last === undefined) return path;
    const at = parent.next.findIndex((one) => one.step.pit === last);
    const other = parent.next[at + by];
    return other ? [...path.slice(0, -1), other.step.pit] : path;
}

/** All lines, the main line first. */
export function all_lines(tree: Tree): Path[] {
    if (tree.next.length === 0) return [[]];
    return tree.next.flatMap((one) => all_lines(one).map((line) => [one.step.pit, ...line]));
}
