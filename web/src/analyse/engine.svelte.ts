// Engine: the analysis of the position shown, as it deepens. One analysis runs at a time; stepping
// quickly through a game starts none.
import { refusal_of } from '../lib/errors';
import { latest } from '../lib/latest';
import type { Server } from '../lib/protocol';
import type { Analysis, Line } from '../lib/types';

/** Analysis starts when a position has been shown for this long (ms). */
const kSettle = 120;

export class Engine {
    on = $state(true);
    /** Empty: all that is known, see protocol.ts; it ends early if every move is proved. */
    player = $state('');
    seconds = $state(10);
    /** The evaluation whose parts are shown; `own`: the player's. */
    explain = $state('own');
    result: Analysis | null = $state.raw(null);
    running = $state(false);
    problem = $state('');

    /** Who analyses for how long, as the server takes it. */
    readonly by = $derived(
        this.player
            ? { player: `${this.player}:time=${this.seconds}s` }
            : { time: 1000 * this.seconds },
    );

    private readonly begin = latest();
    private end: () => void = () => {};

    constructor(private readonly server: Server) {}

    /** Stops the current analysis and analyses the position of this line. */
    look(
        { rules, start, moves = '' }: Line,
        by: { player?: string; time?: number },
        explain: string,
    ): void {
        this.rest();
        this.running = true;
        const is_latest = this.begin();
        const timer = setTimeout(() => {
            const line = { rules, start, moves };
            const run = this.server.analyse(line, by, explain, (event) => {
                if (!is_latest()) return;
                this.result = event;
                if (event.done) this.running = false;
            });
            this.end = run.stop;
            run.finished.catch((why: unknown) => {
                if (!is_latest()) return;
                const refusal = refusal_of(why);
                // The page shows that a connection is lost, and calls look() when it is back.
                if (!refusal.lost) this.problem = refusal.message;
                this.running = false;
            });
        }, kSettle);
        this.end = () => clearTimeout(timer);
    }

    /** Stops the current analysis and forgets its result. */
    rest(): void {
        this.stop();
        this.result = null;
        this.problem = '';
    }

    stop(): void {
        this.begin();
        this.end();
        this.end = () => {};
        this.running = false;
    }
}
