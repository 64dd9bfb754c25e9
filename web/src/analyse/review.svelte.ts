// Review: a whole game judged, position by position from the end, and what each move cost.
import { reason, type Refusal } from '../lib/api';
import { api } from '../lib/connection.svelte';
import type { Line, ReviewEvent, Side } from '../lib/types';
import type { Path, Step } from './tree';

export interface Judged {
    /** Moves played before this one. */
    ply: number;
    step: Step;
    cost: number;
    best: number | null;
}

/** A cost below this is no mistake: estimates of neighbours differ by as much. */
const kNothing = 0.5;

export class Review {
    path: Path = $state.raw([]);
    steps: readonly Step[] = $state.raw([]);
    entries: readonly (ReviewEvent | null)[] = $state.raw([]);
    /** Whose moves are of interest. */
    side: Side | 'both' = $state('both');
    running = $state(false);
    problem = $state('');

    readonly found = $derived(this.entries.filter((entry) => entry !== null).length);
    /** The moves of that side that have been judged, in order. */
    readonly judged: readonly Judged[] = $derived(
        this.steps.flatMap((step, ply): Judged[] => {
            const entry = this.entries[ply];
            if (!entry || entry.cost === null) return [];
            if (this.side !== 'both' && step.side !== this.side) return [];
            return [{ ply, step, cost: entry.cost, best: entry.best }];
        }),
    );
    /** The three that cost most. */
    readonly worst: readonly Judged[] = $derived(
        this.judged
            .filter((move) => move.cost >= kNothing && move.best !== move.step.pit)
            .sort((a, b) => b.cost - a.cost || a.ply - b.ply)
            .slice(0, 3),
    );
    readonly scores = $derived(this.entries.map((entry) => entry?.score ?? null));
    readonly costs = $derived(this.entries.map((entry) => entry?.cost ?? null));

    /** Every position has been judged; a sum over fewer would say too little. */
    readonly complete = $derived(
        this.entries.length > 0 && this.scores.every((score) => score !== null),
    );

    private wanted = 0;
    private end: () => void = () => {};

    run(line: Line, path: Path, steps: readonly Step[]): void {
        this.stop();
        this.path = path;
        this.steps = steps;
        this.entries = Array.from({ length: path.length + 1 }, () => null);
        this.problem = '';
        this.running = true;
        this.ask(line);
    }

    stop(): void {
        this.wanted++;
        this.end();
        this.end = () => {};
        this.running = false;
    }

    forget(): void {
        this.stop();
        this.path = [];
        this.steps = [];
        this.entries = [];
        this.problem = '';
    }

    /** Keeps what it found of the first `plies` moves: the others are no more. */
    trim(plies: number): void {
        this.path = this.path.slice(0, plies);
        this.steps = this.steps.slice(0, plies);
        this.entries = this.entries.slice(0, plies + 1);
        if (plies === 0) this.forget();
    }

    /** From the end again if the connection is lost, once it is back; what was found stays till then. */
    private ask(line: Line): void {
        const ticket = this.wanted;
        const run = api.stream('review', line, (event) => {
            this.entries = this.entries.map((old, ply) => (ply === event.ply ? event : old));
            if (event.done) this.running = false;
        });
        this.end = run.stop;
        run.finished.catch(async (why: Refusal) => {
            if (why.lost) await api.when_open(() => Promise.resolve());
            if (ticket !== this.wanted) return;
            if (why.lost) {
                this.ask(line);
                return;
            }
            this.problem = reason(why);
            this.running = false;
        });
    }
}
