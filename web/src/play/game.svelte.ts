// Game: one live game as its player or a spectator sees it. It enters the game (again after every
// reconnection, and when an event does not fit), applies events, keeps keys and the last sowing,
// announces changes, and sends what the person does. Screen readers get a change at once; texts and
// sounds wait until the board has drawn it (`shown`).
import { flushSync } from 'svelte';
import type { Context } from '../lib/context';
import { changed, single_moves } from '../lib/delta';
import { refusal_of, type Refusal } from '../lib/errors';
import { new_key } from '../lib/new_key';
import type {
    Entered,
    GameAct,
    GameEvent,
    GameState,
    Keys,
    Phrase,
    Said,
    Side,
    Sowing,
} from '../lib/types';
import { game_text } from '../text/game';
import { MoveQueue } from './move_queue.svelte';
import { chosen_by_server, say_change, winner_of } from './saying';
import { kSides, open_seat } from './seats';

const kErrorShown = 8000;

type Needs = Pick<Context, 'announcer' | 'names' | 'own_games'> & {
    connection: Pick<Context['connection'], 'server'>;
    sound: Pick<Context['sound'], 'end'>;
};

interface Change {
    sides: Side[];
    /** The sowing of the move that led to the state. */
    sowing?: Sowing | null | undefined;
}

export class Game {
    state: GameState | null = $state.raw(null);
    sowing: Sowing | null = $state.raw(null);
    /** What the board shows: the last state that lay still, and the move being drawn from there. */
    shown: GameState | null = $state.raw(null);
    drawing: Sowing | null = $state.raw(null);
    /** The sides that this person plays, as the server said last. */
    mine: Side[] = $state.raw([]);
    /** When the times of `state` came, for the clocks (performance.now). */
    at = $state(0);
    /** Why the game could not be entered. */
    refusal: Refusal | null = $state.raw(null);
    /** The server does not have the game (any more); `state` is null then. */
    gone = $state(false);
    /** The last error; disappears after a few seconds. */
    error = $state('');
    /** The pit of a move that waits for the connection; null: none. */
    kept: number | null = $state(null);
    readonly queue = new MoveQueue();
    /** What happened without this person, until their next move. */
    notice = $state('');
    /** The id of the rematch, once somebody wants one. */
    next: string | null = $state(null);
    /** What a player said last. */
    said: { side: Side; phrase: Said } | null = $state.raw(null);

    private keys: Keys;
    private error_timer: ReturnType<typeof setTimeout> | undefined;
    private entered = 0; // how many times
    private entering = false; // entering again, after an event that did not fit or a refusal
    private sent = -1; // the ply of a move that is on its way from here
    private readonly on_news = new Set<() => void>();

    constructor(
        readonly id: string,
        private readonly context: Needs,
    ) {
        this.keys = context.own_games.keys(id);
        const made = context.own_games.take_made(id);
        if (!made) return;
        this.at = performance.now();
        this.take(made.state, { sides: kSides.filter((side) => made.keys[side]) });
    }

    /** Follows the game. Returns a function that stops this. */
    start(): () => void {
        const stop = this.server.follow_game(this.id, () => Object.values(this.keys), {
            entered: (answer) => this.enter(answer),
            heard: (event) => this.heard(event),
            rematch: (to) => {
                this.next = to;
                this.say(this.mine.length > 0 ? game_text.join_again : game_text.watch_again);
            },
            said: (side, phrase) => (this.said = { side, phrase }),
            refused: (why) => this.refused(why),
        });
        return () => {
            stop();
            clearTimeout(this.error_timer);
        };
    }

    /** The one side that this person plays; null: both or none. */
    get you(): Side | null {
        return this.mine.length === 1 ? (this.mine[0] ?? null) : null;
    }

    /** Enters again, after a refusal or an event that did not fit. */
    retry = (): void => {
        this.entering = true;
        this.server.enter(this.id, Object.values(this.keys)).then(
            (answer) => this.enter(answer),
            (why: unknown) => this.refused(refusal_of(why)),
        );
    };

    /** The board reports here what it shows. */
    show(state: GameState, drawing: Sowing | null): void {
        const ended = this.shown && this.shown.status !== 'over' && state.status === 'over';
        this.shown = state;
        this.drawing = drawing;
        if (ended) this.context.sound.end(this.outcome(state));
        this.play_queued();
    }

    /** Settles when the move is part of `state` or refused. Without a connection, keeps the move
     *  and sends it after entering the game again, unless a move was played in between; meanwhile,
     *  another call changes the move that is kept. */
    async play(pit: number): Promise<void> {
        this.notice = '';
        if (this.kept !== null) return this.keep(pit);
        const key = this.key(this.state?.to_move ?? 'south');
        if (!key || this.moving) return;
        const ply = this.state?.played.length ?? 0;
        await this.send(pit, key, ply);
        if (this.sent === ply) this.sent = -1;
        this.play_queued();
    }

    /** The move that is kept is not to be played. */
    drop_kept = (): void => {
        this.kept = null;
        this.tell_waiting();
    };

    /** A move to play as soon as it is possible. */
    enqueue = (pit: number): void => {
        const side = this.you ?? this.state?.to_move;
        if (!side || this.state?.status !== 'playing') return;
        this.queue.add(side, pit);
        this.say(game_text.queued(this.queue.pits.join(', ')));
        this.play_queued();
    };

    undo = () => this.act('undo');
    refuse = () => this.act('refuse');
    resign = () => this.act('resign');
    swap = () => this.act('swap');
    more_time = () => this.act('more_time');
    /** Declines the rematch that the opponent asks for. */
    decline = (): void => {
        this.act('decline');
        this.next = null;
    };
    speak(phrase: Phrase): void {
        const key = this.key(this.actor());
        if (!key) return;
        void this.failure(this.server.say(this.id, key, phrase)).then((why) => {
            if (why) this.tell(why);
        });
    }

    /** Asks for a rematch. Resolves to the id of the next game; null if the server refuses. */
    async rematch(): Promise<string | null> {
        const key = this.key(this.actor());
        if (!key) return null;
        try {
            const made = await this.server.rematch(this.id, key);
            this.context.own_games.keep_made(made, this.context.names.of_seats(made.state));
            return made.game;
        } catch (why) {
            this.tell(refusal_of(why));
            return null;
        }
    }

    /** Settles when the seat is taken or refused. Saves the key before sending it: if the answer
     *  gets lost, entering again shows whether the seat was taken; if it was not, asks for it
     *  again. */
    async sit(name: string): Promise<void> {
        const side = this.state && open_seat(this.state);
        if (!this.state || !side) return;
        const key = this.keys[side] ?? new_key();
        this.keys = { [side]: key };
        this.save(this.state);
        while (this.state && this.mine.length === 0) {
            const entered = this.entered;
            const why = await this.failure(
                this.server.sit(this.id, name, key).then((answer) => this.enter(answer)),
            );
            if (why && !why.lost) {
                this.drop_keys();
                return this.tell(why);
            }
            if (why) await this.news(() => !this.state || this.entered !== entered);
        }
    }

    /** A move from here is on its way. */
    private get moving(): boolean {
        return this.state !== null && this.sent === this.state.played.length;
    }

    private async send(pit: number, key: string, ply: number): Promise<void> {
        const open = () => this.state?.status === 'playing' && this.state.played.length === ply;
        let next: number | null = pit;
        while (next !== null && open()) {
            const entered = this.entered;
            this.sent = ply;
            const why = await this.failure(this.server.move(this.id, key, next, ply));
            if (why && !why.lost) {
                this.queue.clear();
                return this.tell(why);
            }
            if (why) this.keep(next);
            await this.news(
                () => !open() || this.entered !== entered || (why !== null && this.kept === null),
            );
            if (why) next = this.take_kept();
            else this.error = '';
        }
    }

    private keep(pit: number): void {
        this.kept = pit;
        this.say(game_text.move_kept(pit));
    }
    private take_kept(): number | null {
        const pit = this.kept;
        this.kept = null;
        return pit;
    }

    /** With a clock at once; otherwise when the board has drawn the move before. */
    private play_queued(): void {
        const { state, queue } = this;
        if (!state || this.moving || queue.pits.length === 0) return;
        const still = this.shown === state && !this.drawing;
        if (state.status === 'playing' && !state.clock && !state.limit && !still) return;
        // On a shared screen, the moves were for the turn that is over.
        if (this.you === null && state.status === 'playing' && queue.side !== state.to_move)
            return queue.clear();
        const next = queue.next(state);
        if (next === 'lost' && state.status === 'playing')
            this.say((this.notice = game_text.queue_lost));
        else if (typeof next === 'number') void this.play(next);
    }

    private get server(): Context['connection']['server'] {
        return this.context.connection.server;
    }

    private say(words: string): void {
        this.context.announcer.say(words);
    }

    private act(what: GameAct): void {
        const key = this.key(this.actor());
        if (!key) return;
        void this.failure(this.server.act(what, this.id, key)).then((why) => {
            if (why) this.tell(why);
            else this.error = '';
        });
    }

    /** Why a request failed; null if it did not. */
    private failure(request: Promise<unknown>): Promise<Refusal | null> {
        return request.then(() => null, refusal_of);
    }

    /** The side that this person acts for: their own, or on a shared screen the side to move. */
    private actor(): Side {
        return this.you ?? this.state?.to_move ?? 'south';
    }

    /** The key for a side. A single key belongs to this person's seat, even after a swap. */
    private key(side: Side): string | undefined {
        const all = Object.values(this.keys);
        return all.length === 1 ? all[0] : this.keys[side];
    }

    private tell(why: Refusal): void {
        this.error = why.lost ? game_text.not_sent : why.message;
        clearTimeout(this.error_timer);
        this.error_timer = setTimeout(() => (this.error = ''), kErrorShown);
    }

    private refused(why: Refusal): void {
        this.entering = false;
        this.refusal = why;
        if (!why.is('no_such_game')) return;
        this.context.own_games.forget(this.id);
        this.gone = true;
        this.state = this.shown = this.sowing = this.drawing = null;
        this.error = '';
        this.tell_waiting();
    }

    private enter({ state, sides }: Entered): void {
        this.entered += 1;
        this.entering = false;
        this.error = '';
        // A key that opens no seat, and never will.
        if (sides.length === 0 && !(state.status === 'waiting' && open_seat(state)))
            this.drop_keys();
        this.at = performance.now();
        this.take(state, { sides });
    }

    /** Ignores events before the game is entered: the answer will contain their changes. */
    private heard(event: GameEvent): void {
        if (!this.state || this.entering) return;
        for (const [i, step] of single_moves(event).entries()) {
            const state = changed(this.state, step);
            if (!state) return this.retry();
            // The board draws each move from the position before it.
            if (i > 0) flushSync();
            const { sides = this.mine, clock, limit } = step.changes;
            if (clock || limit) this.at = performance.now();
            this.take(state, { sides, sowing: step.moves?.at(-1)?.sowing });
        }
    }

    private take(state: GameState, { sides, sowing = null }: Change): void {
        const before = this.state && { state: this.state, you: this.you };
        const only = Object.values(this.keys);
        if (only.length === 1 && sides.length === 1 && sides[0])
            this.keys = { [sides[0]]: only[0] };
        this.state = state;
        this.mine = sides;
        this.sowing = sowing;
        this.refusal = null;
        this.gone = false;
        const turned_back = before && state.played.length < before.state.played.length;
        if (turned_back || before?.you !== this.you) this.queue.clear();
        this.tell_waiting();
        this.save(state);
        if (before) this.announce(before, state, sowing !== null);
        queueMicrotask(() => this.play_queued());
    }

    private announce(
        before: { state: GameState; you: Side | null },
        state: GameState,
        sown: boolean,
    ): void {
        const chosen = chosen_by_server(before.state, state, before.you, this.sent);
        if (chosen !== null) {
            this.notice = game_text.chosen_for_you(chosen);
            this.say(this.notice);
        }
        const names = this.context.names.of_seats(state);
        const words = say_change(before, { state, you: this.you }, sown, names);
        // Only the last of many moves matters to a spectator.
        if (words) this.context.announcer.say(words, { replace: this.mine.length === 0 });
    }

    private save(state: GameState): void {
        const names = this.context.names.of_seats(state);
        this.context.own_games.keep(this.id, this.keys, state, names);
    }

    private drop_keys(): void {
        if (Object.keys(this.keys).length === 0) return;
        this.keys = {};
        this.context.own_games.forget(this.id);
    }

    private tell_waiting(): void {
        for (const look of [...this.on_news]) look();
    }

    /** Resolves when `is_so` is true, now or after a change of state. */
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

    private outcome(state: GameState): 'won' | 'lost' | 'drawn' {
        const winner = winner_of(state);
        if (winner === null || winner === 'draw') return 'drawn';
        return this.you === null || winner === this.you ? 'won' : 'lost';
    }
}
