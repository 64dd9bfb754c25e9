// Desk: the analysis page's state above the session: what the engine and the review say of the
// place shown, a look ahead into a line, and "try again" at a mistake.
import { api, connection } from '../lib/connection.svelte';
import type { PitValue } from '../board/Board.svelte';
import type { View } from '../lib/types';
import { text } from '../text';
import { untrack } from 'svelte';
import { Engine } from './engine.svelte';
import { Review, type Judged } from './review.svelte';
import { score_text } from './scale';
import { Session, type Shown } from './session.svelte';
import { same_path, starts_with, steps_on, type Path } from './tree';

/** A mistake that is looked at again. */
interface Trial {
    at: Path;
    move: Judged;
    state: 'shown' | 'trying' | 'missed' | 'solved';
}

export class Desk {
    readonly session = new Session();
    readonly engine = new Engine();
    readonly review = new Review();

    private ahead: { view: View; from: Path } | null = $state.raw(null);
    private trial: Trial | null = $state.raw(null);
    private wanted = 0;

    /** A look ahead is one from the place shown: it ends with any step away from there. */
    private readonly looking = $derived(
        this.ahead && same_path(this.ahead.from, this.session.path) ? this.ahead.view : null,
    );
    readonly previewing = $derived(this.looking !== null);
    readonly board: Shown | null = $derived(
        this.looking ? { view: this.looking, sowing: null } : this.session.shown,
    );
    readonly seeds = $derived(this.session.view?.seeds.reduce((sum, n) => sum + n, 0) ?? 0);
    private readonly at_trial = $derived(
        this.trial !== null && same_path(this.trial.at, this.session.path),
    );
    readonly retrying = $derived(
        this.at_trial && (this.trial?.state === 'trying' || this.trial?.state === 'missed'),
    );

    /** What is to be said about the mistake that is looked at; "" elsewhere. */
    readonly note = $derived.by((): string => {
        const texts = text.analyse.review;
        const trial = this.trial;
        if (!trial) return '';
        if (trial.state === 'solved') {
            const after = this.session.path.length === trial.at.length + 1;
            return after && starts_with(this.session.path, trial.at) ? texts.solved : '';
        }
        if (!this.at_trial) return '';
        if (trial.state === 'shown') return texts.instead(trial.move.best ?? trial.move.step.pit);
        return trial.state === 'missed' ? texts.unsolved : texts.retrying(trial.move.step.pit);
    });

    /** The place in the reviewed line that is shown; null if it is elsewhere. */
    readonly reviewed_ply = $derived(
        starts_with(this.review.path, this.session.path) ? this.session.path.length : null,
    );
    /** By ply of the main line, as far as it is the reviewed one. */
    readonly costs = $derived(
        this.review.costs.map((cost, ply) =>
            this.review.path[ply] === this.session.main[ply] ? cost : null,
        ),
    );

    private readonly judged = $derived.by(() => {
        const view = this.session.view;
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
        const view = this.session.view;
        const result = this.engine.result;
        if (!view || !result || !this.engine.on || this.previewing || this.retrying) return [];
        return view.seeds.map((_, place): PitValue | null => {
            const legal = view.legal.find((move) => move.place === place);
            const found = legal && result.moves.find((move) => move.pit === legal.pit);
            if (!found) return null;
            const exact = found.kind === 'exact';
            const score = score_text(found.score);
            const best = found.pit === result.best;
            return { text: score, label: text.analyse.value_label(score, exact), exact, best };
        });
    });

    readonly last = $derived.by(() => {
        const move = this.board?.view.played.at(-1);
        return move ? { from: move.place, to: move.last } : null;
    });

    /** The better move, when a mistake is shown. */
    readonly hint_place = $derived.by(() => {
        const trial = this.trial;
        if (!trial || trial.state !== 'shown' || !same_path(trial.at, this.session.path))
            return null;
        return this.session.view?.legal.find((move) => move.pit === trial.move.best)?.place ?? null;
    });

    /** Lets the engine look at what is shown, or rest; to be run as an effect. */
    think(may: boolean): void {
        const view = this.session.view;
        const { on, player, seconds } = this.engine;
        const open = connection.link === 'open';
        void [player, seconds];
        untrack(() => {
            if (may && on && open && view && !view.over) this.engine.look(view);
            else this.engine.rest();
        });
    }

    play = async (pit: number): Promise<void> => {
        const trial = this.retrying ? this.trial : null;
        if (trial && !this.is_best(trial, pit)) {
            this.trial = { ...trial, state: 'missed' };
            throw new Error(text.analyse.review.unsolved);
        }
        if (trial) this.trial = { ...trial, state: 'solved' };
        await this.session.play(pit);
    };

    play_line(pits: number[], count: number): Promise<void> {
        this.ahead = null;
        this.wanted++;
        return this.session.play_line(pits, count);
    }

    /** Shows the position after these moves; null: what it is about again. */
    preview = (pits: number[] | null): void => {
        const ticket = ++this.wanted;
        if (!pits) {
            this.ahead = null;
            return;
        }
        const from = this.session.path;
        const line = this.session.line_to(from);
        api.request('position', { ...line, moves: `${line.moves} ${pits.join(' ')}` }).then(
            ({ view }) => ticket === this.wanted && (this.ahead = { view, from }),
            () => {},
        );
    };

    review_game(): void {
        const path = this.session.main;
        if (path.length === 0) return;
        this.review.run(this.session.line_to(path), path, steps_on(this.session.tree, path));
    }

    /** Deletes the move shown and all that follows it. */
    remove = (): void => {
        const path = this.session.path;
        if (path.length === 0) return;
        if (starts_with(this.review.path, path)) this.review.trim(path.length - 1);
        this.session.remove(path);
    };

    /** Another game or position, as the server read it. */
    take = (view: View): void => {
        this.review.forget();
        this.trial = null;
        this.session.take([view]);
    };

    show_better = (move: Judged): void => this.begin(move, 'shown');
    try_again = (move: Judged): void => this.begin(move, 'trying');
    give_up = (): void => {
        if (this.trial) this.begin(this.trial.move, 'shown');
    };

    end(): void {
        this.engine.stop();
        this.review.stop();
    }

    private begin(move: Judged, state: 'shown' | 'trying'): void {
        const at = this.review.path.slice(0, move.ply);
        this.trial = { at, move, state };
        void this.session.go(at);
    }

    /** As good as the best: by the engine's values if it knows them, for moves can be equal. */
    private is_best(trial: Trial, pit: number): boolean {
        if (pit === trial.move.best) return true;
        const moves = this.engine.result?.moves ?? [];
        const worth = (of: number | null) => moves.find((move) => move.pit === of)?.score;
        const best = worth(this.engine.result?.best ?? trial.move.best);
        return best !== undefined && worth(pit) === best;
    }
}
