// Session: what is on the analysis board: a game with variations, and the place in it that is
// shown. It asks the server for every position; late answers to what is no longer wanted are
// dropped. Knows no drawing.
import { Refusal } from '../lib/api';
import { api } from '../lib/connection.svelte';
import type { Line, Sowing, View } from '../lib/types';
import { write_address, type Address } from './address';
import * as trees from './tree';
import type { Path, Tree } from './tree';
import { moves_text } from './turns';

/** The position on the board, and the move to be drawn that led to it. */
export interface Shown {
    view: View;
    sowing: Sowing | null;
}

/** Positions kept, so that stepping back and forth asks for nothing. */
const kMostKept = 500;

export class Session {
    rules = $state('standard');
    start = $state('6x4');
    tree: Tree = $state.raw(trees.empty_tree);
    path: Path = $state.raw([]);
    shown: Shown | null = $state.raw(null);
    problem: Refusal | null = $state.raw(null);

    readonly view = $derived(this.shown?.view ?? null);
    readonly main = $derived(trees.main_line(this.tree));
    readonly on_main = $derived(trees.starts_with(this.main, this.path));

    readonly at_end = $derived((trees.tree_at(this.tree, this.path)?.next.length ?? 0) === 0);

    private wanted = 0;
    private readonly kept = new Map<string, View>();

    /** The line from the start to a place in the tree. */
    line_to(path: Path): Line {
        const moves = moves_text(trees.steps_on(this.tree, path));
        return { rules: this.rules, start: this.start, moves };
    }

    /** The query of the page for what is shown. */
    get address(): string {
        const lines = trees.all_lines(this.tree);
        const text = (path: Path): string => moves_text(trees.steps_on(this.tree, path));
        const line = Math.max(
            0,
            lines.findIndex((one) => trees.starts_with(one, this.path)),
        );
        const ply = this.path.length === lines[line]?.length ? null : this.path.length;
        const [moves = '', ...also] = lines.map(text);
        return write_address({ rules: this.rules, start: this.start, moves, also, line, ply });
    }

    /** The game of a room, as it is now. */
    async load_room(room: string): Promise<void> {
        try {
            const { state } = await api.request('enter', { room });
            api.request('leave', { room }).catch(() => {});
            await this.load({ rules: state.rules, start: state.start, moves: state.moves });
        } catch (why) {
            this.refused(why);
            if (!this.shown) await this.fall_back();
        }
    }

    async load(
        address: Pick<Address, 'rules' | 'start' | 'moves'> & Partial<Address>,
    ): Promise<void> {
        const ticket = ++this.wanted;
        try {
            const { rules, start } = address;
            const lines = [address.moves, ...(address.also ?? [])];
            const views = await Promise.all(
                lines.map((moves) => api.request('position', { rules, start, moves })),
            );
            if (ticket !== this.wanted) return;
            this.take(
                views.map((answer) => answer.view),
                address,
            );
        } catch (why) {
            if (ticket === this.wanted) this.refused(why);
            if (!this.shown && !(why as Refusal).lost) await this.fall_back();
        }
    }

    /** A position or game that the server has read already. */
    take(views: readonly View[], at: Partial<Address> = {}): void {
        const [main] = views;
        if (!main) return;
        this.problem = null;
        this.kept.clear();
        this.rules = main.rules;
        this.start = main.start;
        let tree = trees.empty_tree;
        for (const view of views) tree = trees.with_steps(tree, [], view.played);
        this.tree = tree;
        const line = (views[at.line ?? 0] ?? main).played.map((move) => move.pit);
        void this.go(line.slice(0, at.ply ?? line.length));
    }

    /** Shows a place in the tree, at once. */
    async go(path: Path): Promise<void> {
        const ticket = ++this.wanted;
        this.path = path;
        const line = this.line_to(path);
        try {
            const view =
                this.kept.get(line.moves ?? '') ?? (await api.request('position', line)).view;
            if (ticket === this.wanted) this.show(view, null);
        } catch (why) {
            if (ticket === this.wanted) this.refused(why);
        }
    }

    /** Plays a move from the place shown: along the tree if it is there, else as a new variation. */
    async play(pit: number): Promise<void> {
        const ticket = ++this.wanted;
        const from = this.path;
        try {
            const { view, sowing } = await api.request('sow', { ...this.line_to(from), pit });
            if (ticket !== this.wanted) return;
            const step = view.played.at(-1);
            if (!step) return;
            this.tree = trees.with_steps(this.tree, from, [step]);
            this.path = [...from, pit];
            this.show(view, sowing);
        } catch (why) {
            if (ticket === this.wanted) this.refused(why);
        }
    }

    /** Adds moves that follow the place shown, and shows the one after `count` of them. */
    async play_line(pits: readonly number[], count: number): Promise<void> {
        const from = this.path;
        const line = this.line_to(from);
        try {
            const moves = `${line.moves} ${pits.slice(0, count).join(' ')}`;
            const { view } = await api.request('position', { ...line, moves });
            this.tree = trees.with_steps(this.tree, from, view.played.slice(from.length));
            await this.go([...from, ...pits.slice(0, count)]);
        } catch (why) {
            this.refused(why);
        }
    }

    first = (): void => void this.go([]);
    last = (): void => void this.go(trees.line_through(this.tree, this.path));
    back = (): void => {
        if (this.path.length > 0) void this.go(this.path.slice(0, -1));
    };
    forward = (): void => {
        const next = trees.tree_at(this.tree, this.path)?.next[0];
        if (next) void this.play(next.step.pit);
    };
    beside = (by: 1 | -1): void => {
        const path = trees.alternative(this.tree, this.path, by);
        if (path !== this.path) void this.go(path);
    };

    promote(path: Path): void {
        this.tree = trees.promoted(this.tree, path);
    }

    /** Deletes the last move of the path and all after it. */
    remove(path: Path): void {
        this.tree = trees.without(this.tree, path);
        if (trees.starts_with(this.path, path)) void this.go(path.slice(0, -1));
    }

    private show(view: View, sowing: Sowing | null): void {
        this.problem = null;
        if (this.kept.size >= kMostKept) this.kept.clear();
        this.kept.set(view.moves, view);
        this.shown = { view, sowing };
    }

    private refused(why: unknown): void {
        this.problem = why instanceof Refusal ? why : new Refusal(String(why));
    }

    /** An address that cannot be read still gives a board; what is wrong with it stays on show. */
    private async fall_back(): Promise<void> {
        const problem = this.problem;
        const { view } = await api.request('position', { rules: 'standard', start: '6x4' });
        this.take([view]);
        this.problem = problem;
    }
}
