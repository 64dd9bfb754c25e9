// Engine: the analysis of the position shown, as it deepens. One runs at a time; stepping quickly
// through a game starts none.
import type { Refusal } from '../lib/api';
import { api } from '../lib/connection.svelte';
import type { AnalysisEvent, Line } from '../lib/types';

/** A position must be looked at for so long (ms) before it is analysed. */
const kSettle = 120;

export class Engine {
    on = $state(true);
    player = $state('champion');
    seconds = $state(2);
    result: AnalysisEvent | null = $state.raw(null);
    running = $state(false);
    problem = $state('');

    private wanted = 0;
    private end: () => void = () => {};

    /** Ends what runs and looks at this line's position. */
    look({ rules, start, moves }: Line): void {
        this.rest();
        this.running = true;
        const ticket = this.wanted;
        const player = `${this.player}:time=${this.seconds}s`;
        const timer = setTimeout(() => {
            const run = api.stream('analyze', { rules, start, moves, player }, (event) => {
                if (ticket !== this.wanted) return;
                this.result = event;
                if (event.done) this.running = false;
            });
            this.end = run.stop;
            run.finished.catch((why: Refusal) => {
                if (ticket !== this.wanted) return;
                // A lost connection is said by the page; the desk looks again when it is back.
                if (!why.lost) this.problem = why.message;
                this.running = false;
            });
        }, kSettle);
        this.end = () => clearTimeout(timer);
    }

    /** Ends what runs and forgets it. */
    rest(): void {
        this.stop();
        this.result = null;
        this.problem = '';
    }

    stop(): void {
        this.wanted++;
        this.end();
        this.end = () => {};
        this.running = false;
    }
}
