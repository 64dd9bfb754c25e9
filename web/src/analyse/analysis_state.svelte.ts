// AnalysisState: the state of the analysis page. It adds to the game tree what engine and review
// say about the position shown, a preview of a line, and "try again" at a mistake.
import { untrack } from 'svelte';
import type { PitValue } from '../board/Board.svelte';
import type { Connection } from '../lib/connection.svelte';
import { latest } from '../lib/latest';
import type { View } from '../lib/types';
import { same_path, starts_with, steps_on, type Path } from '../moves/tree';
import { analyse_text } from '../text/analyse';
import { Engine } from './engine.svelte';
import { GameTree, type Shown } from './game_tree.svelte';
import { Review, type Judged } from './review.svelte';
import { score_text } from './scale';
import { pill_text } from './worth';

/** A mistake that the person looks at again. */
interface Trial {
    at: Path;
    move: Judged;
    state: 'shown' | 'trying' | 'missed' | 'solved';
}

export class AnalysisState {
    readonly game: GameTree;
    readonly engine: Engine;
    readonly review: Review;

    private ahead: { view: View; from: Path } | null = $state.raw(null);
    private trial: Trial | null = $state.raw(null);
    private readonly begin_preview = latest();

    constructor(private readonly connection: Pick<Connection, 'link' | 'server'>) {
        this.game = new GameTree(connection.server);
        this.engine = new Engine(connection.server);
        this.review = new Review(connection.server);
    }

    /** The preview, if any. Any step away from the position shown ends it. */
    private readonly looking = $derived.by(() =>
        this.ahead && same_path(this.ahead.from, this.game.path) ? this.ahead.view : null,
    );
    readonly previewing = $derived(this.looking !== null);
    readonly board: Shown | null = $derived.by(() =>
        this.looking ? { view: this.looking, sowing: null } : this.game.shown,
    );
    readonly seeds = $derived.by(() => this.game.view?.seeds.reduce((sum, n) => sum + n, 0) ?? 0);
    private readonly at_trial = $derived.by(
        () => this.trial !== null && same_path(this.trial.at, this.game.path),
    );
    readonly retrying = $derived(
        this.at_trial && (this.trial?.state === 'trying' || this.trial?.state === 'missed'),
    );

    /** The text about the mistake shown; "" at other positions. */
    readonly note = $derived.by((): string => {
        const texts = analyse_text.review;
        const trial = this.trial;
        if (!trial) return '';
        if (trial.state === 'solved') {
            const after = this.game.path.length === trial.at.length + 1;
            return after && starts_with(this.game.path, trial.at) ? texts.solved : '';
        }
        if (!this.at_trial) return '';
        if (trial.state === 'shown') return texts.instead(trial.move.best ?? trial.move.step.pit);
        return trial.state === 'missed' ? texts.unsolved : texts.retrying(trial.move.step.pit);
    });

    /** The ply shown, if the position is on the reviewed line; otherwise null. */
    readonly reviewed_ply = $derived.by(() =>
        starts_with(this.review.path, this.game.path) ? this.game.path.length : null,
    );
    /** What each move of the main line cost, by ply; null where the reviewed line differs. */
    readonly costs = $derived.by(() =>
        this.review.costs.map((cost, ply) =>
            this.review.path[ply] === this.game.main[ply] ? cost : null,
        ),
    );

    private readonly judged = $derived.by(() => {
        const view = this.game.view;
        if (view?.result) return { score: view.result.south - view.result.north, exact: true };
        const found = this.engine.on ? this.engine.result : null;
        const entry = this.reviewed_ply === null ? null : this.review.entries[this.reviewed_ply];
        const best = found ?? entry ?? null;
        if (!best || best.score === null || this.retrying) return null;
        return { score: best.score, exact: best.kind === 'exact' };
    });
    readonly score = $derived(this.judged?.score ?? null);
    readonly exact = $derived(this.judged?.exact ?? false);

    readonly values: (PitValue | null)[] = $derived.by(() => {
        const view = this.game.view;
        const result = this.engine.result;
        if (!view || !result || !this.engine.on || this.previewing || this.retrying) return [];
        return view.seeds.map((_, place): PitValue | null => {
            const legal = view.legal.find((move) => move.place === place);
            const found = legal && result.moves.find((move) => move.pit === legal.pit);
            if (!found) return null;
            const exact = found.kind === 'exact';
            const best = found.pit === result.best;
            return {
                text: pill_text(found),
                label: analyse_text.value_label(score_text(found.score), found.kind),
                exact,
                best,
            };
        });
    });

    readonly last = $derived.by(() => {
        const move = this.board?.view.played.at(-1);
        return move ? { from: move.place, to: move.last } : null;
    });

    /** The place of the better move while a mistake is shown. */
    readonly hint_place = $derived.by(() => {
        const trial = this.trial;
        if (!this.at_trial || trial?.state !== 'shown') return null;
        return this.game.view?.legal.find((move) => move.pit === trial.move.best)?.place ?? null;
    });

    /** Starts or stops the engine for the position shown. Call it in an effect. */
    think(may: boolean): void {
        const view = this.game.view;
        const { by, explain } = this.engine;
        const open = this.connection.link === 'open';
        const wanted = may && this.engine.on && open;
        untrack(() => {
            if (wanted && view && !view.over) this.engine.look(view, by, explain);
            else this.engine.rest();
        });
    }

    play = async (pit: number): Promise<void> => {
        const trial = this.retrying ? this.trial : null;
        if (trial && !this.is_best(trial, pit)) {
            this.trial = { ...trial, state: 'missed' };
            return;
        }
        if (trial) this.trial = { ...trial, state: 'solved' };
        await this.game.play(pit);
    };

    play_line(pits: number[], count: number): Promise<void> {
        this.preview(null);
        return this.game.play_line(pits, count);
    }

    /** Previews the position after these moves; null ends the preview. */
    preview = (pits: number[] | null): void => {
        const is_latest = this.begin_preview();
        if (!pits) {
            this.ahead = null;
            return;
        }
        const from = this.game.path;
        const line = this.game.line_to(from);
        this.connection.server.position({ ...line, moves: `${line.moves} ${pits.join(' ')}` }).then(
            (view) => {
                if (is_latest()) this.ahead = { view, from };
            },
            () => {},
        );
    };

    review_game(): void {
        const path = this.game.main;
        if (path.length === 0) return;
        this.review.run(this.game.line_to(path), path, steps_on(this.game.tree, path));
    }

    /** Deletes the move shown and everything after it. */
    remove = (): void => {
        const path = this.game.path;
        if (path.length === 0) return;
        if (starts_with(this.review.path, path)) this.review.trim(path.length - 1);
        this.game.remove(path);
    };

    /** Replaces the game by one that the server has read. */
    take = (view: View): void => {
        this.review.forget();
        this.trial = null;
        this.game.take([view]);
    };

    show_better = (move: Judged): void => this.open_trial(move, 'shown');
    try_again = (move: Judged): void => this.open_trial(move, 'trying');
    give_up = (): void => {
        if (this.trial) this.open_trial(this.trial.move, 'shown');
    };

    stop(): void {
        this.engine.stop();
        this.review.stop();
    }

    private open_trial(move: Judged, state: 'shown' | 'trying'): void {
        const at = this.review.path.slice(0, move.ply);
        this.trial = { at, move, state };
        void this.game.go(at);
    }

    /** True for the best move, and for any other to which the engine gives the same value. */
    private is_best(trial: Trial, pit: number): boolean {
        if (pit === trial.move.best) return true;
        const moves = this.engine.result?.moves ?? [];
        const worth = (of: number | null) => moves.find((move) => move.pit === of)?.score;
        const best = worth(this.engine.result?.best ?? trial.move.best);
        return best !== undefined && worth(pit) === best;
    }
}
