// Stage: what a board shows while seeds move. It is given positions and the moves that lead to them,
// and draws one after the other: a hand goes from place to place and drops a seed at each; captured
// and swept seeds fly to the store. When moves come faster than they are drawn, the last turn is drawn
// whole and what lies before it is passed over. settle() shows the last position at once. `lies` and
// `drawing` say how far it is, for all that is written beside a board.
import type { Speed } from '../lib/settings.svelte';
import { sound } from '../lib/sound';
import type { Position, Sowing } from '../lib/types';
import { kLongMove, kStep, last_turn } from './pace';
import { after, same } from './places';

/** Seeds on their way: they lie over `place`, and came there within `ms`. */
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

interface Scene {
    sowing: Sowing;
    from: Position;
    to: Position;
    again: boolean;
}

const kFlash = 1100;

export class Stage {
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
    private queue: Scene[] = [];
    private turn = 0; // a run whose number is not this one any more has been ended
    private next_id = 1;
    private flash_timer: ReturnType<typeof setTimeout> | undefined;

    /** `again`: the move gave another one. */
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
        const scene = { sowing, from, to, again: how.again };
        if (how.speed === 'off' || document.hidden) {
            this.settle();
            this.sign(scene);
            return;
        }
        this.queue.push(scene);
        const late = last_turn(this.queue.map((each) => each.sowing.side));
        this.queue.splice(0, late);
        if (!this.busy || late > 0) void this.run(how.speed);
    }

    /** Ends all drawing. */
    settle(): void {
        this.turn += 1;
        this.queue = [];
        this.clusters = [];
        this.lies = this.target;
        this.drawing = null;
        this.shown = this.target?.seeds ?? [];
        this.busy = false;
    }

    /** When the board is taken away: nothing is drawn or heard any more. */
    stop(): void {
        this.settle();
        clearTimeout(this.flash_timer);
    }

    private async run(speed: Speed): Promise<void> {
        const turn = ++this.turn;
        this.busy = true;
        this.clusters = [];
        for (let scene = this.queue.shift(); scene; scene = this.queue.shift()) {
            await this.draw(scene, kStep[speed], turn);
            if (turn !== this.turn) return;
        }
        this.settle();
    }

    private async draw(scene: Scene, step: number, turn: number): Promise<void> {
        this.lies = scene.from;
        this.drawing = scene.sowing;
        this.shown = scene.from.seeds;
        const drops = scene.sowing.laps.reduce((sum, lap) => sum + lap.to.length, 0);
        const ms = Math.max(16, step * Math.min(1, kLongMove / Math.max(1, drops)));
        for (const lap of scene.sowing.laps) {
            await this.sow(lap, ms, turn);
            if (turn !== this.turn) return;
        }
        this.sign(scene);
        const capture = scene.sowing.capture;
        if (capture) {
            const taken = capture.from.map((from) => ({
                from,
                to: capture.to,
                seeds: this.shown[from] ?? 0,
            }));
            await this.fly(taken, step * 2.6, turn);
        }
        if (turn !== this.turn) return;
        if (scene.sowing.sweep.length > 0) await this.fly(scene.sowing.sweep, step * 2.6, turn);
        if (turn !== this.turn) return;
        this.shown = scene.to.seeds;
        await pause(step * 0.8);
    }

    private async sow(lap: Sowing['laps'][number], ms: number, turn: number): Promise<void> {
        const id = this.next_id++;
        const hand = (place: number, count: number) => [{ id, place, count, ms }];
        this.clusters = hand(lap.from, lap.to.length);
        this.change(lap.from, -lap.to.length);
        await pause(Math.max(34, ms));
        for (const [i, place] of lap.to.entries()) {
            if (turn !== this.turn) return;
            this.clusters = hand(place, lap.to.length - i);
            await pause(ms);
            if (turn !== this.turn) return;
            this.change(place, 1);
            this.clusters = hand(place, lap.to.length - i - 1);
            sound.tick(i);
        }
        this.clusters = [];
    }

    private async fly(
        moves: { from: number; to: number; seeds: number }[],
        ms: number,
        turn: number,
    ): Promise<void> {
        const some = moves.filter((move) => move.seeds > 0);
        const ids = some.map(() => this.next_id++);
        const put = (where: 'from' | 'to') =>
            some.map((move, i) => ({ id: ids[i] ?? 0, place: move[where], count: move.seeds, ms }));
        this.clusters = put('from');
        for (const move of some) this.change(move.from, -move.seeds);
        await pause(Math.min(120, ms / 3) + 20);
        if (turn !== this.turn) return;
        this.clusters = put('to');
        await pause(ms);
        if (turn !== this.turn) return;
        for (const move of some) this.change(move.to, move.seeds);
        this.clusters = [];
    }

    /** A capture or an extra turn, seen and heard. */
    private sign(scene: Scene): void {
        const { capture, laps } = scene.sowing;
        const last = laps.at(-1)?.to.at(-1) ?? 0;
        if (capture) {
            this.flash = { id: this.next_id++, place: last, kind: 'capture', count: capture.seeds };
            sound.capture();
        } else if (scene.again) {
            this.flash = { id: this.next_id++, place: last, kind: 'again', count: 0 };
            sound.again();
        } else {
            sound.tick(0);
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
