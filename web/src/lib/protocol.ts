// Server: what a page can ask of the server, in the page's words. This is the only file that knows the
// wire format (docs/web-api.md): verbs, keys and events. Types of the page's side are in types.ts.
import type { Api, Stream } from './api';
import type { Refusal } from './errors';
import type * as model from './types';
import type { GameRow, Keys, Line, Origin, PlayerRow, Side, Sowing, View } from './types';

interface WireSeat extends Omit<model.Seat, 'kind'> {
    kind: 'person' | 'player' | 'open' | 'hall';
}
interface WireGame extends Omit<model.GameState, 'id' | 'seats'> {
    room: string;
    seats: Record<Side, WireSeat>;
}
interface WireNewGame {
    room: string;
    keys: Keys;
    state: WireGame;
}
interface WireInfo extends Omit<model.ServerInfo, 'lobby'> {
    hall: model.ServerInfo['lobby'];
}
interface WireLobbyGame extends Omit<model.LobbyGame, 'id' | 'origin'> {
    bout?: number;
    room?: string;
}
interface WireLobby {
    clients: model.LobbyClient[];
    games: WireLobbyGame[];
    rooms: WireLobbyGame[];
}
interface WireEntered {
    state: WireGame;
    sides: Side[];
    sowing?: Sowing | null;
}

const state_of = ({ room, seats, ...rest }: WireGame): model.GameState => ({
    ...rest,
    id: room,
    seats: { south: seat_of(seats.south), north: seat_of(seats.north) },
});
const seat_of = ({ kind, ...rest }: WireSeat): model.Seat => ({
    ...rest,
    kind: kind === 'hall' ? 'program' : kind,
});
const seat_wish = (wish: model.SeatWish) => (wish.kind === 'program' ? { kind: 'hall' } : wish);
const new_game_of = ({ room, keys, state }: WireNewGame): model.NewGame => ({
    id: room,
    keys,
    state: state_of(state),
});
const entered_of = ({ state, sides, sowing = null }: WireEntered): model.Entered => ({
    state: state_of(state),
    sides,
    sowing,
});
const lobby_game_of = ({ bout, room, ...rest }: WireLobbyGame): model.LobbyGame =>
    bout === undefined
        ? { ...rest, origin: 'browser', id: room ?? '' }
        : { ...rest, origin: 'serve', id: `${bout}` };

/** What a page does with something it follows; `refused` is not called for a lost connection. */
export interface Follower<T> {
    heard: (event: T) => void;
    /** The server has taken the request, now or after a reconnection. */
    followed?: () => void;
    refused: (why: Refusal) => void;
}

export interface GameFollower {
    entered: (answer: model.Entered) => void;
    heard: (event: model.Entered) => void;
    /** Somebody wants a rematch, in the game `to`. */
    rematch: (to: string) => void;
    refused: (why: Refusal) => void;
}

export class Server {
    constructor(private readonly api: Api) {}

    /** Like Api's. */
    when_open<T>(ask: () => Promise<T>): Promise<T> {
        return this.api.when_open(ask);
    }
    keep<T>(
        ask: () => Promise<T>,
        answered: (answer: T) => void,
        refused?: (why: Refusal) => void,
    ): () => void {
        return this.api.keep(ask, answered, refused);
    }

    async info(): Promise<model.ServerInfo> {
        const { hall, ...rest } = await this.ask<WireInfo>('hello');
        return { ...rest, lobby: hall };
    }

    async position(line: Line): Promise<View> {
        return (await this.ask<{ view: View }>('position', line)).view;
    }
    sow(line: Line, pit: number): Promise<{ view: View; sowing: Sowing }> {
        return this.ask('sow', { ...line, pit });
    }
    async read_text(text: string): Promise<View> {
        return (await this.ask<{ view: View }>('read', { text })).view;
    }
    async write_text(line: Line): Promise<string> {
        return (await this.ask<{ text: string }>('write', line)).text;
    }

    async new_game({ seats, ...rest }: model.NewGameRequest): Promise<model.NewGame> {
        const wire = { south: seat_wish(seats.south), north: seat_wish(seats.north) };
        return new_game_of(await this.ask<WireNewGame>('new', { ...rest, seats: wire }));
    }
    async enter(id: string, keys: string[] = []): Promise<model.Entered> {
        const args = { room: id, ...(keys.length > 0 && { keys }) };
        return entered_of(await this.ask<WireEntered>('enter', args));
    }
    leave(id: string): void {
        this.tell('leave', { room: id });
    }
    async sit(id: string, name: string, key: string): Promise<model.Entered> {
        type Answer = { side: Side; state: WireGame };
        const { side, state } = await this.ask<Answer>('sit', { room: id, name, key });
        return entered_of({ state, sides: [side] });
    }
    move(id: string, key: string, pit: number, ply: number): Promise<unknown> {
        return this.ask('move', { room: id, key, pit, ply });
    }
    act(what: 'undo' | 'refuse' | 'resign' | 'swap', id: string, key: string): Promise<unknown> {
        return this.ask(what, { room: id, key });
    }
    async rematch(id: string, key: string): Promise<model.NewGame> {
        return new_game_of(await this.ask<WireNewGame>('again', { room: id, key }));
    }
    /** Enters now and after every reconnection, with the keys of that moment. Returns the function that
     *  leaves. */
    follow_game(id: string, keys: () => string[], follower: GameFollower): () => void {
        const ends = [
            this.api.on('room', (event) => {
                const { room, ...told } = event as WireEntered & { room: string };
                if (room === id) follower.heard(entered_of(told));
            }),
            this.api.on('again', (event) => {
                const { room, to } = event as { room: string; to: string };
                if (room === id) follower.rematch(to);
            }),
            this.api.keep(() => this.enter(id, keys()), follower.entered, follower.refused),
            () => this.leave(id),
        ];
        return () => ends.forEach((end) => end());
    }

    analyse(line: Line, player: string, heard: (event: model.Analysis) => void): Stream {
        return this.api.stream('analyze', { ...line, player }, 'analysis', (event) =>
            heard(event as model.Analysis),
        );
    }
    review(line: Line, heard: (event: model.ReviewEntry) => void): Stream {
        return this.api.stream('review', line, 'review', (event) =>
            heard(event as model.ReviewEntry),
        );
    }

    follow_lobby(follower: Follower<model.LobbyState>): () => void {
        return this.follow('lobby', {}, 'lobby', follower, (event) => {
            const { clients, games, rooms } = event as WireLobby;
            return { clients, games: [...games, ...rooms].map(lobby_game_of) };
        });
    }
    /** `state` is null when the server has forgotten the game. */
    follow_live_game(
        number: number,
        follower: Follower<{ state: model.LiveGameState | null; sowing: Sowing | null }>,
    ): () => void {
        type Told = { bout: number; state: model.LiveGameState | null; sowing: Sowing | null };
        return this.follow('watch', { bout: number }, 'bout', follower, (event) => {
            const { bout, state, sowing } = event as Told;
            return bout === number ? { state, sowing } : null;
        });
    }
    follow_tournament(number: number, follower: Follower<model.Tournament>): () => void {
        return this.follow('tournament', { number }, 'tournament', follower, (event) => {
            const told = event as model.Tournament;
            return told.number === number ? told : null;
        });
    }

    async games(
        filter: { player?: string; origin?: Origin; before?: number; limit?: number } = {},
    ): Promise<GameRow[]> {
        return (await this.ask<{ games: GameRow[] }>('games', filter)).games;
    }
    game(number: number): Promise<model.StoredGame> {
        return this.ask('game', { number });
    }
    async player(name: string): Promise<PlayerRow> {
        return (await this.ask<{ player: PlayerRow }>('player', { name })).player;
    }
    /** Those whose last game was before that time. */
    async players(before?: number): Promise<PlayerRow[]> {
        const args = before === undefined ? {} : { before };
        return (await this.ask<{ players: PlayerRow[] }>('players', args)).players;
    }
    async tournaments(): Promise<model.TournamentRow[]> {
        return (await this.ask<{ tournaments: model.TournamentRow[] }>('tournaments')).tournaments;
    }

    private async ask<T>(verb: string, args: object = {}): Promise<T> {
        return (await this.api.request(verb, args)) as T;
    }
    /** Nobody waits for the answer. */
    private tell(verb: string, args: object): void {
        this.api.request(verb, args).catch(() => {});
    }
    private follow<T>(
        verb: string,
        args: object,
        name: string,
        follower: Follower<T>,
        read: (event: unknown) => T | null,
    ): () => void {
        const off = this.api.on(name, (event) => {
            const told = read(event);
            if (told !== null) follower.heard(told);
        });
        const drop = this.api.keep(
            () => this.ask(verb, { ...args, on: true }),
            () => follower.followed?.(),
            follower.refused,
        );
        return () => {
            off();
            drop();
            this.tell(verb, { ...args, on: false });
        };
    }
}
