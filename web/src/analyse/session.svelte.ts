// Session: what is on the analysis board: a game with variations, and the place in it that is
// shown. It asks the server for every position; late answers to what is no longer wanted are
// dropped. Knows no drawing.
import { Refusal } from '../lib/api';
import { api } from '../lib/connection.svelte';
import type { Line, Names, Sowing, View } from '../lib/types';
import { moves_text } from '../moves/turns';
import { write_address, type Address } from './address';
import * as trees from './tree';
import type { Path, Tree } from './tree';

/** The position on the board, and the move to be drawn that led to it. */
export interface Shown {
    view: View;
    sowing: Sowing | null;
}

const kNobody: Names = { south: '', north: '' };

/** Positions kept, so that stepping back and forth asks for nothing. */
const kMostKept = 500;

export class Session {
    rules = $state('standard');
    start = $state('6x4');
    tree: Tree = $state.raw(trees.empty_tree);
    path: Path = $state.raw([]);
    shown: Shown | null = $state.raw(null);
    problem: Refusal | null = $state.raw(null);
    /** Of the players, as they were given; "": not known. */
    names: Names = $state.raw(kNobody);

    readonly view = $derived(this.shown?.view ?? null);
    readonly main = $derived(trees.main_line(this.tree));
    readonly on_main = $derived(trees.starts_with(this.main, this.path));

    /** Whoever is to move has moved already in this turn. */
    readonly inside_turn = $derived.by(() => {
        const last = this.view?.played.at(-1);
        return last !== undefined && last.again && last.side === this.view?.to_move;
    });
    readonly at_end = $derived((trees.tree_at(this.tree, this.path)?.next.length ?? 0) === 0);

    private wanted = 0;
    private readonly kept = new Map<string, View>();

    /** The line from the start to a place in the tree. */
    line_to(path: Path): Required<Line> {
        const moves = moves_text(trees.steps_on(this.tree, path));
        return { rules: this.rules, start: this.start, moves };
    }

    /** The query of the page for what is shown. */
    address(review: Address['review'] = null): string {
        const lines = trees.all_lines(this.tree);
        const text = (path: Path): string => moves_text(trees.steps_on(this.tree, path));
        const line = Math.max(
            0,
            lines.findIndex((one) => trees.starts_with(one, this.path)),
        );
        const ply = this.path.length === lines[line]?.length ? null : this.path.length;
        const [moves = '', ...also] = lines.map(text);
        const { rules, start, names } = this;
        return write_address({ rules, start, moves, also, line, ply, review, names });
    }

    /** The game of a room, as it is now. */
    async load_room(room: string): Promise<void> {
        const ticket = ++this.wanted;
        try {
            const { state } = await api.when_open(() => api.request('enter', { room }));
            api.request('leave', { room }).catch(() => {});
            const names = { south: state.seats.south.name, north: state.seats.north.name };
            if (ticket === this.wanted) await this.load({ ...state, names });
        } catch (why) {
            if (ticket === this.wanted) await this.fall_back(why);
        }
    }

    async load(
        address: Pick<Address, 'rules' | 'start' | 'moves'> & Partial<Address>,
    ): Promise<void> {
        const ticket = ++this.wanted;
        try {
            const { rules, start } = address;
            const lines = [address.moves, ...(address.also ?? [])];
            const views = await api.when_open(() =>
                Promise.all(lines.map((moves) => api.request('position', { rules, start, moves }))),
            );
            if (ticket !== this.wanted) return;
            this.take(
                views.map((answer) => answer.view),
                address,
            );
        } catch (why) {
            if (ticket === this.wanted) await this.fall_back(why);
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
        this.names = at.names ?? kNobody;
        let tree = trees.empty_tree;
        for (const view of views) tree = trees.with_steps(tree, [], view.played);
        this.tree = tree;
        this.kept.set(main.moves, main);
        const line = (views[at.line ?? 0] ?? main).played.map((move) => move.pit);
        void this.go(line.slice(0, at.ply ?? line.length));
    }

    /** Shows a place in the tree (as much of the path as there is), at once; with `draw` the move
     *  that leads there. The path is set before the board follows, so that the next step counts
     *  from it. */
    async go(wish: Path, draw = false): Promise<void> {
        const ticket = ++this.wanted;
        const path = trees.steps_on(this.tree, wish).map((step) => step.pit);
        this.path = path;
        const line = this.line_to(path);
        const pit = path.at(-1);
        const kept = this.kept.get(line.moves);
        try {
            if (draw && pit !== undefined) {
                const before = this.line_to(path.slice(0, -1));
                const drawn = await api.when_open(() => api.request('sow', { ...before, pit }));
                if (ticket === this.wanted) this.show(drawn.view, drawn.sowing);
            } else {
                const view =
                    kept ?? (await api.when_open(() => api.request('position', line))).view;
                if (ticket === this.wanted) this.show(view, null);
            }
        } catch (why) {
            if (ticket !== this.wanted) return;
            this.path = this.view?.played.map((move) => move.pit) ?? [];
            this.refused(why);
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
        const ticket = ++this.wanted;
        const from = this.path;
        const line = this.line_to(from);
        try {
            const moves = `${line.moves} ${pits.slice(0, count).join(' ')}`;
            const { view } = await api.request('position', { ...line, moves });
            if (ticket !== this.wanted) return;
            this.tree = trees.with_steps(this.tree, from, view.played.slice(from.length));
            await this.go([...from, ...pits.slice(0, count)]);
        } catch (why) {
            if (ticket === this.wanted) this.refused(why);
        }
    }

    first = (): void => void this.go([]);
    last = (): void => void this.go(trees.line_through(this.tree, this.path));
    back = (): void => {
        if (this.path.length > 0) void this.go(this.path.slice(0, -1));
    };
    forward = (): void => {
        const next = trees.tree_at(this.tree, this.path)?.next[0];
        if (next) void this.go([...this.path, next.step.pit], true);
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

    /** That the connection is lost is said by the page's frame, for as long as it is. */
    private refused(why: unknown): void {
        const refusal = why instanceof Refusal ? why : new Refusal(String(why));
        if (!refusal.lost) this.problem = refusal;
    }

    /** An address that cannot be read still gives a board; what is wrong with it stays on show. */
    private async fall_back(why: unknown): Promise<void> {
        if (!this.shown) {
            const ticket = this.wanted;
            const line = { rules: 'standard', start: '6x4' };
            const { view } = await api.when_open(() => api.request('position', line));
            if (ticket !== this.wanted) return;
            this.take([view]);
            await this.go([]);
        }
        this.refused(why);
    }
}
