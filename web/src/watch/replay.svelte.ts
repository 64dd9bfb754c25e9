// Replay: a finished game, move by move, by hand or by itself. The server sends all positions with the
// game; only the drawing of a move needs a request.
import { time_of } from '../board/pace';
import { refusal_of, type Refusal } from '../lib/errors';
import { latest } from '../lib/latest';
import type { Server } from '../lib/protocol';
import type { Settings } from '../lib/settings.svelte';
import type { Sowing, StoredGame } from '../lib/types';
import { last_places, past_view } from '../moves/past';
import { moves_text } from '../moves/turns';

export class Replay {
    game: StoredGame | null = $state.raw(null);
    /** The position asked for; the board follows when it knows how to draw the move. */
    ply = $state(0);
    playing = $state(false);
    /** Why there is no game. */
    refusal: Refusal | null = $state.raw(null);

    readonly plies = $derived(this.game?.played.length ?? 0);
    readonly view = $derived.by(() => this.game && past_view(this.game, this.drawn.ply));
    readonly last = $derived.by(() => this.game && last_places(this.game, this.drawn.ply));
    readonly sowing = $derived.by(() => this.drawn.sowing);

    private drawn: { ply: number; sowing: Sowing | null } = $state.raw({ ply: 0, sowing: null });
    private timer: ReturnType<typeof setTimeout> | undefined;
    private readonly begin_step = latest();
    /** A pause ends a run, even one that waits for the server. */
    private readonly begin_run = latest();

    constructor(
        private readonly server: Server,
        private readonly settings: Pick<Settings, 'speed'>,
    ) {}

    async open(number: number, ply: number): Promise<void> {
        this.refusal = null;
        try {
            this.game = await this.server.when_open(() => this.server.game(number));
            this.go(ply);
        } catch (why) {
            this.refusal = refusal_of(why);
        }
    }

    go = (ply: number): void => {
        this.begin_step();
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
        void this.run(this.begin_run());
    };

    pause(): void {
        this.playing = false;
        this.begin_run();
        clearTimeout(this.timer);
    }

    private async run(is_latest: () => boolean): Promise<void> {
        await this.step();
        if (!is_latest()) return;
        if (this.ply >= this.plies) {
            this.pause();
            return;
        }
        const wait = time_of(this.sowing, this.settings.speed);
        this.timer = setTimeout(() => this.run(is_latest), wait);
    }

    /** One move forward, drawn if the server answers with the sowing. */
    private async step(): Promise<void> {
        const move = this.game?.played[this.ply];
        if (!this.game || !move) return;
        const is_latest = this.begin_step();
        const { rules, start } = this.game;
        const moves = moves_text(this.game.played.slice(0, this.ply));
        const ply = ++this.ply;
        const sowing = await this.server.sow({ rules, start, moves }, move.pit).then(
            (answer) => answer.sowing,
            () => null, // Then the seeds appear at once.
        );
        if (!is_latest()) return;
        this.drawn = { ply, sowing };
    }
}
