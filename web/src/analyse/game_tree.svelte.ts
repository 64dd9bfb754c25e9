// GameTree: the game on the analysis board with its variations, and the position that is shown. It
// asks the server for every position and drops late answers. It knows nothing about drawing.
import { refusal_of, type Refusal } from '../lib/errors';
import { latest } from '../lib/latest';
import { kNoNames } from '../lib/names';
import type { Server } from '../lib/protocol';
import type { Line, Names, Sowing, View } from '../lib/types';
import * as trees from '../moves/tree';
import type { Path, Tree } from '../moves/tree';
import { moves_text } from '../moves/turns';
import { write_address, type Address } from './address';

/** The position on the board, and the move to draw that led to it. */
export interface Shown {
    view: View;
    sowing: Sowing | null;
}

/** The most positions kept, so that stepping back and forth needs no requests. */
const kMostKept = 500;

export class GameTree {
    rules = $state('standard');
    start = $state('6x4');
    tree: Tree = $state.raw(trees.empty_tree);
    path: Path = $state.raw([]);
    shown: Shown | null = $state.raw(null);
    problem: Refusal | null = $state.raw(null);
    /** The players' names as given; "": not known. */
    names: Names = $state.raw(kNoNames);
    /** The game that the line comes from, by id. */
    from_game: string | null = $state.raw(null);

    readonly view = $derived(this.shown?.view ?? null);
    readonly main = $derived(trees.main_line(this.tree));
    readonly on_main = $derived(trees.starts_with(this.main, this.path));

    /** The side to move has already moved in this turn. */
    readonly inside_turn = $derived.by(() => {
        const last = this.view?.played.at(-1);
        return last !== undefined && last.extra_turn && last.side === this.view?.to_move;
    });
    readonly at_end = $derived((trees.tree_at(this.tree, this.path)?.next.length ?? 0) === 0);

    private readonly begin = latest();
    private readonly kept = new Map<string, View>();

    constructor(private readonly server: Server) {}

    /** The line from the start to a place in the tree. */
    line_to(path: Path): Required<Line> {
        const moves = moves_text(trees.steps_on(this.tree, path));
        return { rules: this.rules, start: this.start, moves };
    }

    /** The page's query for the position shown. */
    address(review: Address['review'] = null): string {
        const lines = trees.all_lines(this.tree);
        const text = (path: Path): string => moves_text(trees.steps_on(this.tree, path));
        const line = Math.max(
            0,
            lines.findIndex((one) => trees.starts_with(one, this.path)),
        );
        const ply = this.path.length === lines[line]?.length ? null : this.path.length;
        const [moves = '', ...also] = lines.map(text);
        const { rules, start, names, from_game: back } = this;
        return write_address({ rules, start, moves, also, line, ply, review, names, back });
    }

    /** Loads the current state of a game on this server. */
    async load_game(id: string): Promise<void> {
        await this.newest(
            async () => {
                const { state } = await this.server.when_open(() => this.server.enter(id));
                this.server.leave(id);
                const { rules, start, played } = state;
                const names = { south: state.seats.south.name, north: state.seats.north.name };
                return {
                    views: await this.views_of({ rules, start, moves: moves_text(played) }),
                    names,
                };
            },
            ({ views, names }) => this.take(views, { names }),
            (why) => this.fall_back(why),
        );
    }

    async load(
        address: Pick<Address, 'rules' | 'start' | 'moves'> & Partial<Address>,
    ): Promise<void> {
        await this.newest(
            () => this.views_of(address),
            (views) => this.take(views, address),
            (why) => this.fall_back(why),
        );
    }

    /** Takes over a game or position that the server has already read, with its variations. */
    take(views: readonly View[], at: Partial<Address> = {}): void {
        const [main] = views;
        if (!main) return;
        this.problem = null;
        this.kept.clear();
        this.rules = main.rules;
        this.start = main.start;
        this.names = at.names ?? kNoNames;
        this.from_game = at.back ?? null;
        let tree = trees.empty_tree;
        for (const view of views) tree = trees.with_steps(tree, [], view.played);
        this.tree = tree;
        this.kept.set(main.moves, main);
        const line = (views[at.line ?? 0] ?? main).played.map((move) => move.pit);
        void this.go(line.slice(0, at.ply ?? line.length));
    }

    /** Shows a place in the tree, or the last one on the path that exists. With `draw`, draws the
     *  move that leads there. `path` changes before the board: the next step starts from it. */
    async go(wish: Path, draw = false): Promise<void> {
        const path = trees.steps_on(this.tree, wish).map((step) => step.pit);
        this.path = path;
        await this.newest(
            () => this.position_at(path, draw),
            ({ view, sowing }) => this.show(view, sowing),
            (why) => {
                this.path = this.view?.played.map((move) => move.pit) ?? [];
                this.refused(why);
            },
        );
    }

    /** Plays a move from the position shown: along the tree, or as a new variation. */
    async play(pit: number): Promise<void> {
        const from = this.path;
        await this.newest(
            () => this.server.sow(this.line_to(from), pit),
            ({ view, sowing }) => {
                const step = view.played.at(-1);
                if (!step) return;
                this.tree = trees.with_steps(this.tree, from, [step]);
                this.path = [...from, pit];
                this.show(view, sowing);
            },
            (why) => this.refused(why),
        );
    }

    /** Adds moves after the position shown, and shows the position after `count` of them. */
    async play_line(pits: readonly number[], count: number): Promise<void> {
        const from = this.path;
        const line = this.line_to(from);
        const moves = `${line.moves} ${pits.slice(0, count).join(' ')}`;
        await this.newest(
            () => this.server.position({ ...line, moves }),
            (view) => {
                this.tree = trees.with_steps(this.tree, from, view.played.slice(from.length));
                return this.go([...from, ...pits.slice(0, count)]);
            },
            (why) => this.refused(why),
        );
    }

    first = (): void => this.step_to([]);
    last = (): void => this.step_to(trees.line_through(this.tree, this.path));
    back = (): void => {
        if (this.path.length > 0) this.step_to(this.path.slice(0, -1));
    };
    forward = (): void => {
        const next = trees.tree_at(this.tree, this.path)?.next[0];
        if (next) this.step_to([...this.path, next.step.pit], true);
    };
    beside = (by: 1 | -1): void => {
        const path = trees.alternative(this.tree, this.path, by);
        if (path !== this.path) this.step_to(path);
    };

    promote(path: Path): void {
        this.tree = trees.promoted(this.tree, path);
    }

    /** Deletes the last move of the path and everything after it. */
    remove(path: Path): void {
        this.tree = trees.without(this.tree, path);
        if (trees.starts_with(this.path, path)) this.step_to(path.slice(0, -1));
    }

    private step_to(path: Path, draw = false): void {
        void this.go(path, draw);
    }

    /** Asks, and handles the answer or the refusal unless a newer request has begun. */
    private async newest<T>(
        ask: () => Promise<T>,
        answered: (answer: T) => unknown,
        refused: (why: Refusal) => unknown,
    ): Promise<void> {
        const is_latest = this.begin();
        await ask().then(
            (answer) => (is_latest() ? answered(answer) : undefined),
            (why: unknown) => (is_latest() ? refused(refusal_of(why)) : undefined),
        );
    }

    private async position_at(path: Path, draw: boolean): Promise<Shown> {
        const line = this.line_to(path);
        const pit = path.at(-1);
        if (draw && pit !== undefined) {
            const before = this.line_to(path.slice(0, -1));
            return this.server.when_open(() => this.server.sow(before, pit));
        }
        const view =
            this.kept.get(line.moves) ??
            (await this.server.when_open(() => this.server.position(line)));
        return { view, sowing: null };
    }

    private views_of({
        rules,
        start,
        moves,
        also = [],
    }: Pick<Address, 'rules' | 'start' | 'moves'> & Partial<Address>): Promise<View[]> {
        const ask = (moves: string) => this.server.position({ rules, start, moves });
        return this.server.when_open(() => Promise.all([moves, ...also].map(ask)));
    }

    private show(view: View, sowing: Sowing | null): void {
        this.problem = null;
        if (this.kept.size >= kMostKept) this.kept.clear();
        this.kept.set(view.moves, view);
        this.shown = { view, sowing };
    }

    /** The page's frame, not this class, reports a lost connection. */
    private refused(why: Refusal): void {
        if (!why.lost) this.problem = why;
    }

    /** For an invalid address: shows the start position together with the error. */
    private async fall_back(why: Refusal): Promise<void> {
        if (this.shown) return this.refused(why);
        await this.newest(
            () => this.views_of({ rules: 'standard', start: '6x4', moves: '' }),
            async (views) => {
                this.take(views);
                await this.go([]);
                this.refused(why);
            },
            () => {},
        );
    }
}
