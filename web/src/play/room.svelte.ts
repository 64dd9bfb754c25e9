// Room: one game as a page sees it. Enters it (again after every reconnection), keeps state, keys and
// the last sowing, says aloud what happens, and sends what the person wants. close() when it is left.
import { announcer } from '../lib/announce.svelte';
import { Refusal } from '../lib/api';
import { api, connection } from '../lib/connection.svelte';
import { own_rooms } from '../lib/own_rooms.svelte';
import { sound } from '../lib/sound';
import type { Events } from '../lib/requests';
import type { Keys, RoomState, Side, Sowing } from '../lib/types';
import { text } from '../text';
import { names_of } from './names';
import { sides_of } from './seats';
import { say_end, say_move } from './saying';

export class Room {
    state: RoomState | null = $state.raw(null);
    sowing: Sowing | null = $state.raw(null);
    /** When `state` came, for the clocks (performance.now). */
    at = $state(0);
    /** There is no such room. */
    missing = $state(false);
    /** The last refusal, for a moment. */
    error = $state('');
    /** Where somebody wants another game. */
    next: string | null = $state(null);

    private keys: Keys = $state.raw({});
    private readonly ends: (() => void)[] = [];

    constructor(readonly name: string) {
        this.keys = own_rooms.keys(name);
        this.ends.push(
            api.on('room', (event) => this.heard(event)),
            api.on('again', (event) => {
                if (event.room === name) this.next = event.to;
            }),
            api.keep(
                'enter',
                () => {
                    const keys = Object.values(this.keys);
                    return keys.length > 0 ? { room: name, keys } : { room: name };
                },
                (answer) => this.entered(answer.state, answer.sides),
                () => (this.missing = true),
            ),
        );
    }

    close(): void {
        for (const end of this.ends) end();
        api.request('leave', { room: this.name }).catch(() => {});
    }

    /** The sides this person plays. */
    get mine(): Side[] {
        return this.state ? sides_of(this.state, this.keys) : [];
    }

    /** The one side this person plays; null: both or none. */
    get you(): Side | null {
        const mine = this.mine;
        return mine.length === 1 ? (mine[0] ?? null) : null;
    }

    async play(pit: number): Promise<void> {
        const state = this.state;
        if (!state) return;
        await this.send('move', state.to_move, (turn) => api.request('move', { ...turn, pit, ply: state.played.length }));
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
            own_rooms.keep(made.room, made.keys, made.state, names_of(made.state, connection.hello));
            return made.room;
        } catch (why) {
            this.tell(why);
            return null;
        }
    }

    async sit(name: string): Promise<void> {
        try {
            const answer = await api.request('sit', { room: this.name, name });
            this.keys = { ...this.keys, [answer.side]: answer.key };
            this.entered(answer.state, [answer.side]);
        } catch (why) {
            this.tell(why);
        }
    }

    private act(what: 'undo' | 'refuse' | 'resign' | 'swap'): void {
        this.send(what, this.actor(), (turn) => api.request(what, turn)).catch(() => {});
    }

    /** For whom this person acts: his side, or on a shared screen who is to move. */
    private actor(): Side {
        return this.you ?? this.state?.to_move ?? 'south';
    }

    private async send(_: string, side: Side, ask: (turn: { room: string; key: string }) => Promise<unknown>): Promise<void> {
        const key = this.key(side);
        if (!key) return;
        try {
            await ask({ room: this.name, key });
            this.error = '';
        } catch (why) {
            this.tell(why);
            throw why;
        }
    }

    /** Keys follow their seats: whoever has one only has that of his side, wherever it is now. */
    private key(side: Side): string | undefined {
        const all = Object.values(this.keys);
        return all.length === 1 ? all[0] : this.keys[side];
    }

    private tell(why: unknown): void {
        this.error = why instanceof Refusal && !why.lost ? why.message : text.shell.lost;
    }

    private entered(state: RoomState, sides: Side[]): void {
        const only = Object.values(this.keys);
        if (only.length === 1 && sides.length === 1 && sides[0]) this.keys = { [sides[0]]: only[0] };
        this.take(state, null);
    }

    private heard(event: Events['room']): void {
        if (event.room !== this.name) return;
        const before = this.state;
        this.take(event.state, event.sowing);
        const move = event.state.played.at(-1);
        const names = names_of(event.state, connection.hello);
        if (event.sowing && move) announcer.say(say_move(move, event.state, names, this.you));
        else if (before && event.state.played.length < before.played.length) announcer.say(text.say.taken_back);
        if (before && before.status !== 'over' && event.state.status === 'over') {
            announcer.say(say_end(event.state, names, this.you));
            sound.end(this.you === null || winner(event.state) === this.you);
        }
    }

    private take(state: RoomState, sowing: Sowing | null): void {
        this.state = state;
        this.sowing = sowing;
        this.at = performance.now();
        own_rooms.keep(this.name, this.keys, state, names_of(state, connection.hello));
    }
}

function winner(state: RoomState): Side | 'draw' | null {
    if (state.loser) return state.loser === 'south' ? 'north' : 'south';
    return state.result?.winner ?? null;
}
