// LookBack: whether the board shows the current position of a game or an earlier one. The board
// keeps an earlier one when the game moves on (`gone_on`), until an undo reaches it. Create it
// inside a component.
import { untrack } from 'svelte';
import type { Announcer } from '../lib/announce.svelte';
import type { Position, GameState } from '../lib/types';
import { last_places, past_view } from '../moves/past';
import { board_text } from '../text/board';
import { game_text } from '../text/game';
import { shell_text } from '../text/shell';

export class LookBack {
    private wanted: number | null = $state(null);
    private plies_then = $state(0);

    constructor(
        private readonly state: () => GameState | null,
        private readonly announcer: Pick<Announcer, 'say'>,
    ) {
        $effect.pre(() => {
            const { plies } = this;
            untrack(() => {
                if (!this.on) this.wanted = null;
                this.plies_then = Math.min(this.plies_then, plies);
            });
        });
    }

    private readonly plies = $derived.by(() => this.state()?.played.length ?? 0);
    readonly on = $derived(this.wanted !== null && this.wanted < this.plies);
    /** The number of moves before the position shown. */
    readonly ply = $derived(this.on ? (this.wanted ?? 0) : this.plies);
    readonly gone_on = $derived(this.on && this.plies > this.plies_then);
    readonly view: Position | null = $derived.by(() => {
        const state = this.state();
        return state && (this.on ? past_view(state, this.ply) : state);
    });
    readonly last = $derived.by(() => {
        const state = this.state();
        return state && last_places(state, this.ply);
    });

    go = (ply: number): void => {
        const state = this.state();
        if (!state || ply < 0 || ply > this.plies || ply === this.ply) return;
        if (!this.on) this.plies_then = this.plies;
        this.wanted = ply < this.plies ? ply : null;
        const move = state.played[ply - 1];
        const said = move
            ? board_text.step(ply, shell_text.side[move.side], move.pit)
            : board_text.at_start;
        this.announcer.say(this.on ? said : `${said} ${game_text.is_now}`, { replace: true });
    };
    first = (): void => this.go(0);
    back = (): void => this.go(this.ply - 1);
    forward = (): void => this.go(this.ply + 1);
    now = (): void => this.go(this.plies);
}
