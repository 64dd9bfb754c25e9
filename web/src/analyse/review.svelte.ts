// Review: the evaluation of every position of a game, from the end, and what each move cost.
import { refusal_of } from '../lib/errors';
import { latest } from '../lib/latest';
import type { Server } from '../lib/protocol';
import type { Line, ReviewEntry, Side } from '../lib/types';
import type { Path, Step } from '../moves/tree';

export interface Judged {
    /** Moves played before this one. */
    ply: number;
    step: Step;
    cost: number;
    best: number | null;
}

/** A smaller cost (in seeds) does not count as a mistake: estimates vary by as much. */
const kNothing = 0.5;

export class Review {
    path: Path = $state.raw([]);
    steps: readonly Step[] = $state.raw([]);
    entries: readonly (ReviewEntry | null)[] = $state.raw([]);
    /** Whose moves to list. */
    side: Side | 'both' = $state('both');
    running = $state(false);
    problem = $state('');

    readonly found = $derived(this.entries.filter((entry) => entry !== null).length);
    /** The reviewed moves of that side, in order. */
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

    /** True once every position is reviewed: only then does a total make sense. */
    readonly complete = $derived(
        this.entries.length > 0 && this.scores.every((score) => score !== null),
    );

    private readonly begin = latest();
    private end: () => void = () => {};

    constructor(private readonly server: Server) {}

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
        this.begin();
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

    /** Keeps the results of the first `plies` moves. */
    trim(plies: number): void {
        this.path = this.path.slice(0, plies);
        this.steps = this.steps.slice(0, plies);
        this.entries = this.entries.slice(0, plies + 1);
        if (plies === 0) this.forget();
    }

    /** Asks for the review, again when a lost connection is back; results stay until then. */
    private ask(line: Line): void {
        const is_latest = this.begin();
        const run = this.server.review(line, (event) => {
            this.entries = this.entries.map((old, ply) => (ply === event.ply ? event : old));
            if (event.done) this.running = false;
        });
        this.end = run.stop;
        run.finished.catch(async (why: unknown) => {
            const refusal = refusal_of(why);
            if (refusal.lost) await this.server.when_open(() => Promise.resolve());
            if (!is_latest()) return;
            if (refusal.lost) {
                this.ask(line);
                return;
            }
            this.problem = refusal.message;
            this.running = false;
        });
    }
}
