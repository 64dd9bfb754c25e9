// Server: what a page can ask of the server. This is the only file that knows verbs and events of the wire
// (docs/web-api.md); the values that travel over it are in types.ts.
import type { Api, Stream } from './api';
import type { SearchEvent } from '../search/events';
import type { Refusal } from './errors';
import type { PersonKey } from './person_key';
import type * as model from './types';
import type { GameRow, Line, PlayerRow, Side, Sowing, View } from './types';

/** Callbacks for something that a page follows. A lost connection does not call `refused`. */
export interface Follower<T> {
    heard: (event: T) => void;
    /** The server has accepted the request, now or after a reconnection. */
    followed?: () => void;
    refused: (why: Refusal) => void;
}

export interface GameFollower {
    entered: (answer: model.Entered) => void;
    heard: (event: model.GameEvent) => void;
    /** Somebody wants a rematch, in the game `to`. */
    rematch: (to: string) => void;
    said?: (side: Side, phrase: model.Said) => void;
    refused: (why: Refusal) => void;
}

export class Server {
    /** How many parts of the page follow each game. */
    private readonly followed = new Map<string, number>();

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

    /** `visitor`: the key of this browser. */
    info(visitor?: string): Promise<model.ServerInfo> {
        return this.ask('hello', visitor === undefined ? {} : { visitor });
    }

    /** Reserves a name, or shows that it is this person's. Resolves to the name. */
    async claim({ name, key }: PersonKey): Promise<string> {
        return (await this.ask<{ name: string }>('claim', { name, key })).name;
    }
    forget_me(key: string): Promise<unknown> {
        return this.ask('forget_me', { key });
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

    new_game(request: model.NewGameRequest): Promise<model.NewGame> {
        return this.ask('new', request);
    }
    /** Without keys: as a spectator. */
    enter(game: string, keys: string[] = []): Promise<model.Entered> {
        return this.ask('enter', { game, ...(keys.length > 0 && { keys }) });
    }
    leave(game: string): void {
        this.tell('leave', { game });
    }
    async sit(game: string, name: string, key: string): Promise<model.Entered> {
        type Answer = { side: Side; state: model.GameState };
        const { side, state } = await this.ask<Answer>('sit', { game, name, key });
        return { state, sides: [side] };
    }
    move(game: string, key: string, pit: number, ply: number): Promise<unknown> {
        return this.ask('move', { game, key, pit, ply });
    }
    act(what: model.GameAct, game: string, key: string): Promise<unknown> {
        return this.ask(what, { game, key });
    }
    say(game: string, key: string, phrase: model.Phrase): Promise<unknown> {
        return this.ask('say', { game, key, phrase });
    }
    rematch(game: string, key: string): Promise<model.NewGame> {
        return this.ask('rematch', { game, key });
    }
    /** Enters now and after every reconnection, with the keys of that moment. Returns the function that
     *  leaves. */
    follow_game(id: string, keys: () => string[], follower: GameFollower): () => void {
        const ends = [
            this.api.on('game', (event) => {
                const { game, ...told } = event as model.GameEvent & { game: string };
                if (game === id) follower.heard(told);
            }),
            this.api.on('rematch', (event) => {
                const { game, to } = event as { game: string; to: string };
                if (game === id) follower.rematch(to);
            }),
            this.api.on('said', (event) => {
                const { game, side, phrase } = event as model.SaidEvent;
                if (game === id) follower.said?.(side, phrase);
            }),
            this.api.keep(() => this.enter(id, keys()), follower.entered, follower.refused),
        ];
        this.followed.set(id, (this.followed.get(id) ?? 0) + 1);
        return () => {
            ends.forEach((end) => end());
            this.followed.set(id, (this.followed.get(id) ?? 1) - 1);
            // Another part of the page may take over at the same moment.
            setTimeout(() => {
                if (this.followed.get(id) !== 0) return;
                this.followed.delete(id);
                this.leave(id);
            });
        };
    }

    /** By a player alone, or by all that is known: book, database, solver, champion. `explain`: the
     *  evaluation whose parts the events have; `own`: the player's. */
    analyse(
        line: Line,
        by: { player?: string; time?: number },
        explain: string,
        heard: (event: model.Analysis) => void,
    ): Stream {
        return this.api.stream('analyze', { ...line, ...by, explain }, 'analysis', (event) =>
            heard(event as model.Analysis),
        );
    }
    review(line: Line, heard: (event: model.ReviewEntry) => void): Stream {
        return this.api.stream('review', line, 'review', (event) =>
            heard(event as model.ReviewEntry),
        );
    }

    /** The search of `player` as `kalah tree --events` writes it. */
    async search_events(line: Line, player: string): Promise<SearchEvent[]> {
        const answer = await this.ask<{ events: SearchEvent[] }>('tree', { ...line, player });
        return answer.events;
    }

    /** The names of all puzzles, with the one of a day such as 2026-11-19. */
    puzzles(date: string): Promise<model.PuzzleSets> {
        return this.ask('puzzles', { date });
    }
    puzzle(puzzle: string): Promise<model.Puzzle> {
        return this.ask('puzzle', { puzzle });
    }
    /** A complete turn. */
    judge(puzzle: string, moves: string): Promise<model.Verdict> {
        return this.ask('answer', { puzzle, moves });
    }

    follow_lobby(follower: Follower<model.LobbyState>): () => void {
        return this.follow('lobby', {}, 'lobby', follower, (event) => event as model.LobbyState);
    }
    follow_tournament(number: number, follower: Follower<model.Tournament>): () => void {
        return this.follow('tournament', { number }, 'tournament', follower, (event) => {
            const told = event as model.Tournament;
            return told.number === number ? told : null;
        });
    }

    async games(filter: model.GamesRequest = {}): Promise<GameRow[]> {
        return (await this.ask<{ games: GameRow[] }>('games', filter)).games;
    }
    game(number: number): Promise<model.StoredGame> {
        return this.ask('game', { number });
    }
    /** Without a kind, the one who played last. */
    player(
        name: string,
        kind?: model.Who,
    ): Promise<{ player: PlayerRow; ratings: model.RatingRow[] }> {
        return this.ask('player', kind ? { name, kind } : { name });
    }
    /** Players whose last game was before this time. */
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
    /** Sends a request and ignores the answer. */
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
