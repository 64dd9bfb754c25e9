// Room: one game as a page sees it. Enters it (again after every reconnection), keeps state, keys and
// the last sowing, says aloud what happens, and sends what the person wants. A screen reader is told at
// once; what is seen and heard keeps to what the board has drawn (`shown`). close() when it is left.
import { announcer } from '../lib/announce.svelte';
import { reason, Refusal } from '../lib/api';
import { api, connection } from '../lib/connection.svelte';
import { new_key } from '../lib/new_key';
import { own_rooms } from '../lib/own_rooms.svelte';
import { sound } from '../lib/sound';
import type { Events } from '../lib/requests';
import type { Keys, RoomState, Side, Sowing } from '../lib/types';
import { text } from '../text';
import { names_of } from './names';
import { chosen_by_hall, say_change, winner_of } from './saying';
import { kSides, open_seat } from './seats';

const kErrorShown = 8000;

export class Room {
    state: RoomState | null = $state.raw(null);
    sowing: Sowing | null = $state.raw(null);
    /** What the board shows: the last state that lay still on it, and the move drawn from there. */
    shown: RoomState | null = $state.raw(null);
    drawing: Sowing | null = $state.raw(null);
    /** The sides this person plays, as the server said last. */
    mine: Side[] = $state.raw([]);
    /** When `state` came, for the clocks (performance.now). */
    at = $state(0);
    /** Why it could not be entered. */
    refusal = $state('');
    /** The server does not know it (any more): there is no `state` then. */
    gone = $state(false);
    /** The last refusal, for a moment. */
    error = $state('');
    /** A move was made that waits for the connection. */
    move_kept = $state(false);
    /** What happened without this person, until the next move from here. */
    notice = $state('');
    /** Where somebody wants another game. */
    next: string | null = $state(null);

    private keys: Keys;
    private readonly ends: (() => void)[] = [];
    private error_timer: ReturnType<typeof setTimeout> | undefined;
    private entered = 0; // how often
    private sent = -1; // the ply of the last move from here
    private readonly on_news = new Set<() => void>();

    constructor(readonly name: string) {
        this.keys = own_rooms.keys(name);
        const made = own_rooms.take_made(name);
        if (made) this.take({ state: made.state, sides: kSides.filter((side) => made.keys[side]) });
        this.ends.push(
            api.on('room', (event) => this.heard(event)),
            api.on('again', (event) => {
                if (event.room !== name) return;
                this.next = event.to;
                announcer.say(this.mine.length > 0 ? text.game.join_again : text.game.watch_again);
            }),
            api.keep(
                'enter',
                () => this.ticket(),
                (answer) => this.enter(answer),
                (why) => this.refused(why),
            ),
        );
    }

    close(): void {
        for (const end of this.ends) end();
        clearTimeout(this.error_timer);
        api.request('leave', { room: this.name }).catch(() => {});
    }

    /** The one side this person plays; null: both or none. */
    get you(): Side | null {
        return this.mine.length === 1 ? (this.mine[0] ?? null) : null;
    }

    /** Once more after a refusal. */
    retry = (): void => {
        api.request('enter', this.ticket()).then(
            (answer) => this.enter(answer),
            (why: Refusal) => this.refused(why),
        );
    };

    /** What the board shows now. */
    show(state: RoomState, drawing: Sowing | null): void {
        const ended = this.shown && this.shown.status !== 'over' && state.status === 'over';
        this.shown = state;
        this.drawing = drawing;
        if (ended) sound.end(this.outcome(state));
    }

    /** Settled when the move is part of `state` or refused. Without a connection it is kept, and sent
     *  once the room is entered again if the game has not gone on till then. */
    async play(pit: number): Promise<void> {
        const side = this.state?.to_move ?? 'south';
        const ply = this.state?.played.length ?? 0;
        const key = this.key(side);
        const open = () => this.state?.status === 'playing' && this.state.played.length === ply;
        this.notice = '';
        while (key && open()) {
            const entered = this.entered;
            this.sent = ply;
            try {
                await api.request('move', { room: this.name, key, pit, ply });
                await this.news(() => !open() || this.entered !== entered);
                this.error = '';
            } catch (why) {
                if (!(why instanceof Refusal && why.lost)) return this.tell(why);
                this.move_kept = true;
                announcer.say(text.game.move_kept);
                await this.news(() => !open() || this.entered !== entered);
                this.move_kept = false;
            }
        }
    }

    undo = () => this.act('undo');
    refuse = () => this.act('refuse');
    resign = () => this.act('resign');
    swap = () => this.act('swap');

    /** The room of the next game; null if it was refused. */
    async again(): Promise<string | null> {
        const key = this.key(this.actor());
        if (!key) return null;
        try {
            const made = await api.request('again', { room: this.name, key });
            own_rooms.keep_made(made, names_of(made.state, connection.hello));
            return made.room;
        } catch (why) {
            this.tell(why);
            return null;
        }
    }

    /** Settled when the seat is taken or refused. Its key is kept before it is asked for: if the answer
     *  is lost, it is known on entering again whether the seat was taken, and else asked for once more. */
    async sit(name: string): Promise<void> {
        const side = this.state && open_seat(this.state);
        if (!this.state || !side) return;
        const key = this.keys[side] ?? new_key();
        this.keys = { [side]: key };
        own_rooms.keep(this.name, this.keys, this.state, names_of(this.state, connection.hello));
        while (this.state && this.mine.length === 0) {
            const entered = this.entered;
            try {
                const answer = await api.request('sit', { room: this.name, name, key });
                this.take({ state: answer.state, sides: [answer.side] });
            } catch (why) {
                if (!(why instanceof Refusal && why.lost)) return this.tell(why);
                await this.news(() => !this.state || this.entered !== entered);
            }
        }
    }

    private act(what: 'undo' | 'refuse' | 'resign' | 'swap'): void {
        const key = this.key(this.actor());
        if (!key) return;
        api.request(what, { room: this.name, key }).then(
            () => (this.error = ''),
            (why: Refusal) => this.tell(why),
        );
    }

    /** For whom this person acts: the own side, or on a shared screen who is to move. */
    private actor(): Side {
        return this.you ?? this.state?.to_move ?? 'south';
    }

    private ticket(): { room: string; keys?: string[] } {
        const keys = Object.values(this.keys);
        return keys.length > 0 ? { room: this.name, keys } : { room: this.name };
    }

    /** Keys follow their seats: whoever has one only has that of the own side, wherever it is now. */
    private key(side: Side): string | undefined {
        const all = Object.values(this.keys);
        return all.length === 1 ? all[0] : this.keys[side];
    }

    private tell(why: unknown): void {
        this.error = why instanceof Refusal && why.lost ? text.game.not_sent : reason(why);
        clearTimeout(this.error_timer);
        this.error_timer = setTimeout(() => (this.error = ''), kErrorShown);
    }

    private refused(why: Refusal): void {
        this.refusal = reason(why);
        if (why.key !== 'there is no such game (any more)') return;
        own_rooms.forget(this.name);
        this.gone = true;
        this.state = this.shown = this.sowing = this.drawing = null;
        this.error = '';
        this.tell_waiting();
    }

    private enter(answer: { state: RoomState; sides: Side[] }): void {
        this.entered += 1;
        this.error = '';
        this.take(answer);
    }

    private heard(event: Events['room']): void {
        if (event.room === this.name) this.take(event);
    }

    private take({
        state,
        sides,
        sowing = null,
    }: {
        state: RoomState;
        sides: Side[];
        sowing?: Sowing | null;
    }): void {
        const before = this.state && { state: this.state, you: this.you };
        // A key that opens no seat, and will open none.
        if (sides.length === 0 && !(state.status === 'waiting' && open_seat(state)))
            this.drop_keys();
        const only = Object.values(this.keys);
        if (only.length === 1 && sides.length === 1 && sides[0])
            this.keys = { [sides[0]]: only[0] };
        this.state = state;
        this.mine = sides;
        this.sowing = sowing;
        this.at = performance.now();
        this.refusal = '';
        this.gone = false;
        this.tell_waiting();
        const names = names_of(state, connection.hello);
        own_rooms.keep(this.name, this.keys, state, names);
        if (!before) return;
        const chosen = chosen_by_hall(before.state, state, before.you, this.sent);
        if (chosen !== null) this.notice = text.game.chosen_for_you(chosen);
        if (chosen !== null) announcer.say(this.notice);
        const words = say_change(before, { state, you: this.you }, sowing !== null, names);
        if (words) announcer.say(words);
    }

    private drop_keys(): void {
        if (Object.keys(this.keys).length === 0) return;
        this.keys = {};
        own_rooms.forget(this.name);
    }

    private tell_waiting(): void {
        for (const look of [...this.on_news]) look();
    }

    /** Until a state has come, or gone, with which it is so. */
    private news(is_so: () => boolean): Promise<void> {
        return new Promise((resolve) => {
            const look = () => {
                if (!is_so()) return;
                this.on_news.delete(look);
                resolve();
            };
            this.on_news.add(look);
            look();
        });
    }

    private outcome(state: RoomState): 'won' | 'lost' | 'drawn' {
        const winner = winner_of(state);
        if (winner === null || winner === 'draw') return 'drawn';
        return this.you === null || winner === this.you ? 'won' : 'lost';
    }
}
