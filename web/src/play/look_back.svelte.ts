// LookBack: which position of a game in its room is on the board: the one it has come to, or one of its
// past. Whoever looks back stays there when the game goes on, and is told so; when what they look at is
// no past any more, because moves were taken back, they are in the game again. Made by a component.
import { untrack } from 'svelte';
import { announcer } from '../lib/announce.svelte';
import type { Position, RoomState } from '../lib/types';
import { last_places, past_view } from '../moves/past';
import { text } from '../text';

export class LookBack {
    private wanted: number | null = $state(null);
    private plies_then = $state(0);

    constructor(private readonly state: () => RoomState | null) {
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
    /** How many moves were played in the position shown. */
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
            ? text.analyse.step(ply, text.side[move.side], move.pit)
            : text.analyse.at_start;
        announcer.say(this.on ? said : `${said} ${text.game.is_now}`, { replace: true });
    };
    first = (): void => this.go(0);
    back = (): void => this.go(this.ply - 1);
    forward = (): void => this.go(this.ply + 1);
    now = (): void => this.go(this.plies);
}
