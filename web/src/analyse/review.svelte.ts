// Review: a whole game judged, position by position from the end, and what each move cost.
import { api } from '../lib/connection.svelte';
import type { Line, ReviewEvent, Side } from '../lib/types';
import type { Path, Step } from './tree';

export interface Judged {
    /** Moves played before this one. */
    ply: number;
    step: Step;
    cost: number;
    best: number | null;
    line: string;
}

/** A cost below this is no mistake: estimates of neighbours differ by as much. */
const kNothing = 0.5;

export class Review {
    path: Path = $state.raw([]);
    steps: readonly Step[] = $state.raw([]);
    entries: readonly (ReviewEvent | null)[] = $state.raw([]);
    running = $state(false);
    problem = $state('');

    readonly found = $derived(this.entries.filter((entry) => entry !== null).length);
    readonly scores = $derived(this.entries.map((entry) => entry?.score ?? null));
    readonly costs = $derived(this.entries.map((entry) => entry?.cost ?? null));

    private end: () => void = () => {};

    run(line: Line, path: Path, steps: readonly Step[]): void {
        this.stop();
        this.path = path;
        this.steps = steps;
        this.entries = Array.from({ length: path.length + 1 }, () => null);
        this.problem = '';
        this.running = true;
        const run = api.stream('review', line, (event) => {
            this.entries = this.entries.map((old, ply) => (ply === event.ply ? event : old));
            if (event.done) this.running = false;
        });
        this.end = run.stop;
        run.answer.catch((why: Error) => {
            this.problem = why.message;
            this.running = false;
        });
    }

    stop(): void {
        this.end();
        this.end = () => {};
        this.running = false;
    }

    forget(): void {
        this.stop();
        this.path = [];
        this.steps = [];
        this.entries = [];
    }

    /** The moves of a side (null: of both) that have been judged, in order. */
    judged(side: Side | null): Judged[] {
        return this.steps.flatMap((step, ply): Judged[] => {
            const entry = this.entries[ply];
            if (!entry || entry.cost === null || (side && step.side !== side)) return [];
            return [{ ply, step, cost: entry.cost, best: entry.best, line: entry.line }];
        });
    }

    worst(side: Side | null): Judged[] {
        return this.judged(side)
            .filter((move) => move.cost >= kNothing && move.best !== move.step.pit)
            .sort((a, b) => b.cost - a.cost || a.ply - b.ply)
            .slice(0, 3);
    }
}
