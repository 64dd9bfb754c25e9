// Demo: an example that plays a few moves on a small position, and can be played again. The server sows.
import { time_of } from '../board/pace';
import { refusal_of } from '../lib/errors';
import type { Server } from '../lib/protocol';
import type { Settings } from '../lib/settings.svelte';
import type { Sowing, View } from '../lib/types';

export interface DemoLine {
    rules: string;
    start: string;
    pits: number[];
}

/** Time to look at the position before the first move, in ms. */
const kBefore = 900;

export class Demo {
    view: View | null = $state.raw(null);
    sowing: Sowing | null = $state.raw(null);
    playing = $state(false);
    problem = $state('');

    readonly done = $derived(this.view?.played.length ?? 0);
    readonly at_end = $derived.by(() => this.done >= this.example.pits.length);
    readonly last = $derived.by(() => {
        const move = this.view?.played.at(-1);
        return move ? { from: move.place, to: move.last } : null;
    });
    /** Where the next move begins. */
    readonly next = $derived.by(() => {
        const pit = this.example.pits[this.done];
        return this.view?.legal.find((move) => move.pit === pit)?.place ?? null;
    });

    private timer: ReturnType<typeof setTimeout> | undefined;
    private ended: () => void = () => {};
    private beginning: Promise<void> | null = null;

    constructor(
        private readonly example: DemoLine,
        private readonly server: Server,
        private readonly settings: Pick<Settings, 'speed'>,
    ) {}

    /** Shows the position before the first move. */
    begin(): Promise<void> {
        this.beginning ??= this.load().finally(() => (this.beginning = null));
        return this.beginning;
    }

    private async load(): Promise<void> {
        const { rules, start } = this.example;
        try {
            const view = await this.server.when_open(() => this.server.position({ rules, start }));
            this.sowing = null;
            this.problem = '';
            this.view = view;
        } catch (why) {
            this.problem = refusal_of(why).message;
        }
    }

    /** Plays on, from the start if at the end. Calls `ended` at the end or when paused. */
    async play(ended: () => void = () => {}): Promise<void> {
        this.pause();
        this.ended = ended;
        this.playing = true;
        if (this.at_end || !this.view) await this.begin();
        if (this.playing) this.wait(kBefore);
    }

    pause(): void {
        this.playing = false;
        clearTimeout(this.timer);
        const { ended } = this;
        this.ended = () => {};
        ended();
    }

    /** One move forward; from the beginning after the last one. */
    async step(): Promise<void> {
        this.pause();
        if (this.at_end) await this.begin();
        else await this.sow();
    }

    private wait(ms: number): void {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.run(), ms);
    }

    /** Plays one move and shows it for its time, even the last one. */
    private async run(): Promise<void> {
        if (this.at_end) {
            this.pause();
            return;
        }
        await this.sow();
        if (!this.playing) return;
        if (this.problem) this.pause();
        else this.wait(time_of(this.sowing, this.settings.speed));
    }

    private async sow(): Promise<void> {
        const pit = this.example.pits[this.done];
        if (!this.view || pit === undefined) return;
        const { rules, start, moves } = this.view;
        try {
            const answer = await this.server.when_open(() =>
                this.server.sow({ rules, start, moves }, pit),
            );
            this.sowing = answer.sowing;
            this.view = answer.view;
        } catch (why) {
            this.problem = refusal_of(why).message;
        }
    }
}
