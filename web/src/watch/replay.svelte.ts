// Replay: a finished game, move by move, by hand or by itself. Positions are those that the server
// told with the game; only a move that is to be drawn is asked for.
import type { Refusal } from '../lib/api';
import { api } from '../lib/connection.svelte';
import { settings } from '../lib/settings.svelte';
import type { Sowing, StoredGame } from '../lib/types';
import { last_places, past_view } from '../moves/past';
import { moves_text } from '../moves/turns';
import { time_of } from './pace';

export class Replay {
    game: StoredGame | null = $state.raw(null);
    /** Where one is; the board follows when it knows how to draw the move. */
    ply = $state(0);
    playing = $state(false);
    /** Why there is no game to be shown. */
    refusal: Refusal | null = $state.raw(null);

    readonly plies = $derived(this.game?.played.length ?? 0);
    readonly view = $derived.by(() => this.game && past_view(this.game, this.drawn.ply));
    readonly last = $derived.by(() => this.game && last_places(this.game, this.drawn.ply));
    readonly sowing = $derived.by(() => this.drawn.sowing);

    private drawn: { ply: number; sowing: Sowing | null } = $state.raw({ ply: 0, sowing: null });
    private timer: ReturnType<typeof setTimeout> | undefined;
    private wanted = 0;
    /** Which run goes on by itself: a pause ends it, also one that waits for the server. */
    private running = 0;

    async open(number: number, ply: number | null): Promise<void> {
        this.refusal = null;
        try {
            this.game = await api.when_open(() => api.request('game', { number }));
            this.go(ply ?? 0);
        } catch (why) {
            this.refusal = why as Refusal;
        }
    }

    go = (ply: number): void => {
        this.wanted++;
        this.pause();
        this.ply = Math.max(0, Math.min(this.plies, ply));
        this.drawn = { ply: this.ply, sowing: null };
    };
    first = (): void => this.go(0);
    back = (): void => this.go(this.ply - 1);
    end = (): void => this.go(this.plies);
    forward = (): void => {
        this.pause();
        void this.step();
    };

    toggle = (): void => {
        if (this.playing) {
            this.pause();
            return;
        }
        if (this.ply === this.plies) this.go(0);
        this.playing = true;
        void this.run(++this.running);
    };

    pause(): void {
        this.playing = false;
        this.running++;
        clearTimeout(this.timer);
    }

    private async run(ticket: number): Promise<void> {
        await this.step();
        if (ticket !== this.running) return;
        if (this.ply >= this.plies) {
            this.pause();
            return;
        }
        const wait = time_of(this.sowing, settings.speed);
        this.timer = setTimeout(() => void this.run(ticket), wait);
    }

    /** One move on, drawn if the server says how. */
    private async step(): Promise<void> {
        const move = this.game?.played[this.ply];
        if (!this.game || !move) return;
        const ticket = ++this.wanted;
        const { rules, start } = this.game;
        const moves = moves_text(this.game.played.slice(0, this.ply));
        const ply = ++this.ply;
        let sowing: Sowing | null = null;
        try {
            sowing = (await api.request('sow', { rules, start, moves, pit: move.pit })).sowing;
        } catch {
            // Then the seeds are simply there.
        }
        if (ticket !== this.wanted) return;
        this.drawn = { ply, sowing };
    }
}
