// BoardAnimation: what a board shows while seeds move. It gets positions and the moves that lead to
// them, and draws them in turn: a hand drops a seed at each place, then captured and swept seeds fly to
// the store. If moves come faster than it draws them, it skips to the last turn and draws all of
// it. `lies` and `drawing` tell the texts beside a board how far the drawing is.
import type { Speed } from '../lib/settings.svelte';
import type { Sound } from '../lib/sound';
import type { Position, Sowing } from '../lib/types';
import { kLongMove, kStep, last_turn } from './pace';
import { latest } from '../lib/latest';
import { after, same } from './places';

/** Seeds in the air over `place`, which they reach within `ms`. */
export interface Cluster {
    id: number;
    place: number;
    count: number;
    ms: number;
}

export interface Flash {
    id: number;
    place: number;
    kind: 'again' | 'capture';
    count: number;
}

/** A queued move. */
interface AnimationStep {
    sowing: Sowing;
    from: Position;
    to: Position;
    again: boolean;
}

const kFlash = 1100;

export class BoardAnimation {
    shown: number[] = $state.raw([]);
    /** The last position that lay still. */
    lies: Position | null = $state.raw(null);
    /** The move that is being drawn from there. */
    drawing: Sowing | null = $state.raw(null);
    clusters: Cluster[] = $state.raw([]);
    flash: Flash | null = $state.raw(null);
    /** A move is being drawn. */
    busy = $state(false);

    private target: Position | null = null;
    private queue: AnimationStep[] = [];
    private readonly begin = latest();
    private next_id = 1;
    private flash_timer: ReturnType<typeof setTimeout> | undefined;

    constructor(private readonly sound: Pick<Sound, 'tick' | 'capture' | 'again'>) {}

    /** Shows a position, drawing the move that led to it. `again`: it gave an extra turn. */
    show(
        to: Position,
        sowing: Sowing | null,
        how: { speed: Speed; hurry: boolean; again: boolean },
    ): void {
        const from = this.target;
        this.target = to;
        if (from && same(from.seeds, to.seeds)) {
            if (!this.busy) this.lies = to;
            return;
        }
        const fits = from && sowing && same(after(from.seeds, sowing) ?? [], to.seeds);
        if (how.hurry || !fits) this.settle();
        if (!fits) return;
        const step = { sowing, from, to, again: how.again };
        if (how.speed === 'off' || document.hidden) {
            this.settle();
            this.sign(step);
            return;
        }
        this.queue.push(step);
        const late = last_turn(this.queue.map((each) => each.sowing.side));
        this.queue.splice(0, late);
        if (!this.busy || late > 0) void this.run(how.speed);
    }

    /** Shows the last position at once. */
    settle(): void {
        this.begin();
        this.queue = [];
        this.clusters = [];
        this.lies = this.target;
        this.drawing = null;
        this.shown = this.target?.seeds ?? [];
        this.busy = false;
    }

    /** Ends all drawing; call it when the board is removed. */
    stop(): void {
        this.settle();
        clearTimeout(this.flash_timer);
    }

    private async run(speed: Speed): Promise<void> {
        const is_latest = this.begin();
        this.busy = true;
        this.clusters = [];
        for (let step = this.queue.shift(); step; step = this.queue.shift()) {
            await this.draw(step, kStep[speed], is_latest);
            if (!is_latest()) return;
        }
        this.settle();
    }

    private async draw(step: AnimationStep, pace: number, is_latest: () => boolean): Promise<void> {
        this.lies = step.from;
        this.drawing = step.sowing;
        this.shown = step.from.seeds;
        const drops = step.sowing.laps.reduce((sum, lap) => sum + lap.to.length, 0);
        const ms = Math.max(16, pace * Math.min(1, kLongMove / Math.max(1, drops)));
        for (const lap of step.sowing.laps) {
            await this.sow(lap, ms, is_latest);
            if (!is_latest()) return;
        }
        this.sign(step);
        const capture = step.sowing.capture;
        if (capture) {
            const taken = capture.from.map((from) => ({
                from,
                to: capture.to,
                seeds: this.shown[from] ?? 0,
            }));
            await this.fly(taken, pace * 2.6, is_latest);
        }
        if (!is_latest()) return;
        if (step.sowing.sweep.length > 0) await this.fly(step.sowing.sweep, pace * 2.6, is_latest);
        if (!is_latest()) return;
        this.shown = step.to.seeds;
        await pause(pace * 0.8);
    }

    private async sow(
        lap: Sowing['laps'][number],
        ms: number,
        is_latest: () => boolean,
    ): Promise<void> {
        const id = this.next_id++;
        const hand = (place: number, count: number) => [{ id, place, count, ms }];
        this.clusters = hand(lap.from, lap.to.length);
        this.change(lap.from, -lap.to.length);
        await pause(Math.max(34, ms));
        for (const [i, place] of lap.to.entries()) {
            if (!is_latest()) return;
            this.clusters = hand(place, lap.to.length - i);
            await pause(ms);
            if (!is_latest()) return;
            this.change(place, 1);
            this.clusters = hand(place, lap.to.length - i - 1);
            this.sound.tick(i);
        }
        this.clusters = [];
    }

    private async fly(
        moves: { from: number; to: number; seeds: number }[],
        ms: number,
        is_latest: () => boolean,
    ): Promise<void> {
        const some = moves.filter((move) => move.seeds > 0);
        const ids = some.map(() => this.next_id++);
        const put = (where: 'from' | 'to') =>
            some.map((move, i) => ({ id: ids[i] ?? 0, place: move[where], count: move.seeds, ms }));
        this.clusters = put('from');
        for (const move of some) this.change(move.from, -move.seeds);
        await pause(Math.min(120, ms / 3) + 20);
        if (!is_latest()) return;
        this.clusters = put('to');
        await pause(ms);
        if (!is_latest()) return;
        for (const move of some) this.change(move.to, move.seeds);
        this.clusters = [];
    }

    /** Signals a capture or an extra turn with a badge and a sound. */
    private sign(step: AnimationStep): void {
        const { capture, laps } = step.sowing;
        const last = laps.at(-1)?.to.at(-1) ?? 0;
        if (capture) {
            this.flash = { id: this.next_id++, place: last, kind: 'capture', count: capture.seeds };
            this.sound.capture();
        } else if (step.again) {
            this.flash = { id: this.next_id++, place: last, kind: 'again', count: 0 };
            this.sound.again();
        } else {
            this.sound.tick(0);
            return;
        }
        clearTimeout(this.flash_timer);
        this.flash_timer = setTimeout(() => (this.flash = null), kFlash);
    }

    private change(place: number, by: number): void {
        this.shown = this.shown.map((count, i) => (i === place ? count + by : count));
    }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
