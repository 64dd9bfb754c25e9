// The values that pages work with: positions, games, lobby, archive. Types only; protocol.ts makes them
// from what the server sends.

export type Side = 'south' | 'north';

/** A line of play: rules, where it starts, the moves since. */
export interface Line {
    rules: string;
    start: string;
    moves?: string;
}

/** A legal move and what it does. `place` and `last` are places, `pit` counts from 1. */
export interface Move {
    pit: number;
    place: number;
    sown: number;
    laps: number;
    last: number;
    extra_turn: boolean;
    captured: number;
    over: boolean;
}

export interface PlayedMove extends Move {
    side: Side;
    /** Seeds by place, after the move. */
    seeds: number[];
}

export interface Result {
    south: number;
    north: number;
    winner: Side | 'draw';
}

export interface View {
    rules: string;
    start: string;
    moves: string;
    position: string;
    pits: number;
    seeds: number[];
    to_move: Side;
    over: boolean;
    result: Result | null;
    legal: Move[];
    played: PlayedMove[];
}

/** The part of a view that a board draws. */
export type Position = Pick<View, 'pits' | 'seeds' | 'to_move' | 'over' | 'legal'>;

export interface Transfer {
    from: number;
    to: number;
    seeds: number;
}

/** A move to be drawn seed by seed. */
export interface Sowing {
    side: Side;
    pit: number;
    laps: { from: number; to: number[] }[];
    capture: { from: number[]; to: number; seeds: number } | null;
    sweep: Transfer[];
}

export type SeatWish =
    | { kind: 'person'; name: string }
    | { kind: 'player'; player: string }
    /** `listed`: the lobby offers it to anyone. */
    | { kind: 'open'; listed?: boolean }
    | { kind: 'lobby' };

export interface Seat {
    /** `player`: one of the program's own; `lobby`: a KGP client or a bot, or still nobody. */
    kind: 'person' | 'player' | 'open' | 'lobby';
    name: string;
    player?: string;
    /** The person has shown the key of this name. */
    reserved?: boolean;
    here: boolean;
}

/** What a player asks of the server besides moving. */
export type GameAct = 'undo' | 'refuse' | 'resign' | 'swap' | 'decline' | 'more_time';

/** What players can say to each other. */
export const phrases = [
    'hello',
    'good_luck',
    'nice_move',
    'oops',
    'one_moment',
    'thanks',
    'good_game',
    'bye',
] as const;
export type Phrase = (typeof phrases)[number];
/** `more_time`: they gave the opponent's clock more time. */
export type Said = Phrase | 'more_time';
export interface SaidEvent {
    game: string;
    side: Side;
    phrase: Said;
}

export type Ending =
    'finished' | 'resigned' | 'illegal' | 'gone' | 'timeout' | 'aborted' | 'stopped';

export interface Clock {
    south: number;
    north: number;
    running: Side | null;
    /** What every move adds, in ms. */
    increment: number;
}

/** The time for one move, and what the side to move has left of it, in ms. */
export interface Limit {
    seconds: number;
    left: number;
}

/** A live game, in progress or just over. */
export interface GameState extends Omit<View, 'moves'> {
    game: string;
    seats: Record<Side, Seat>;
    status: 'waiting' | 'playing' | 'over';
    ending: Ending | null;
    loser: Side | null;
    /** An administrator ended it, without a result. */
    by_administrator?: boolean;
    /** The person for whom the open seat was reserved does not come. */
    declined?: boolean;
    clock: Clock | null;
    limit: Limit | null;
    thinking: Side | null;
    undo: Side | null;
    /** Its number in the store. */
    number: number | null;
}

/** The keys of the seats that this browser has. */
export type Keys = Partial<Record<Side, string>>;

export interface NewGame {
    game: string;
    keys: Keys;
    state: GameState;
}

export interface NewGameRequest {
    rules: string;
    start: string;
    seats: Record<Side, SeatWish>;
    clock?: { seconds: number; increment: number };
    moves?: string;
    /** Whom to play, of those who wait in the lobby. */
    with?: string;
}

/** A game's state, and the sides that this person plays. */
export interface Entered {
    state: GameState;
    sides: Side[];
}

/** What changed in a game since the last event, or since it was entered; delta.ts applies it. */
export interface GameEvent {
    /** How many moves are played now. */
    ply: number;
    /** Keep this many moves; later ones were taken back. */
    keep?: number;
    moves?: (PlayedMove & { sowing: Sowing })[];
    /** New values of keys of the state; `sides` are those of this person. */
    changes: Partial<GameState> & { sides?: Side[] };
}

export type PuzzleGoal = 'win' | 'draw' | 'best';

/** A position with one good turn, for south. Values are final store differences. */
export interface Puzzle {
    /** Its name. */
    puzzle: string;
    rules: string;
    size: string;
    position: string;
    goal: PuzzleGoal;
    theme: string;
    difficulty: string;
    /** The lowest level of the computer that finds the turn; 11: none does. */
    level: number;
    turn: string;
    value: number;
    second: number;
}

export interface PuzzleSets {
    sets: {
        rules: string;
        size: string;
        groups: { theme: string; difficulty: string; puzzles: string[] }[];
    }[];
    /** The puzzle of the day that was asked for. */
    today: string | null;
}

/** What an answer is worth by proof, and best play after it. */
export interface Verdict {
    right: boolean;
    value: number;
    line: string;
}

export interface Preset {
    name: string;
    rules: string;
    size: string;
    source: string;
}

export interface RuleOption {
    name: string;
    question: string;
    values: { name: string; meaning: string }[];
}

export interface PlayerKind {
    name: string;
    meaning: string;
    defaults: string;
    keys: string[];
}

export interface Level {
    id: string;
    player: string;
}

/** What the server offers. */
export interface ServerInfo {
    version: string;
    presets: Preset[];
    options: RuleOption[];
    levels: Level[];
    players: PlayerKind[];
    /** Evaluations, by name. */
    evals: string[];
    /** Rules, start and time of games against KGP clients, and the address for those clients. */
    lobby: { rules: string; start: string; seconds: number; kgp: string };
}

export type ScoreKind = 'exact' | 'lower' | 'upper' | 'estimate';
/** Who says it: `search` is a player's. */
export type ValueSource = 'none' | 'result' | 'database' | 'book' | 'solver' | 'search';

/** What is known of a value, in seeds for south: the score and how sure it is, and what is proved. */
export interface Worth {
    score: number;
    kind: ScoreKind;
    source: ValueSource;
    lower: number | null;
    upper: number | null;
}

/** A summand of an evaluation: `count` of something, each worth `weight`. */
export interface EvalPart {
    /** Its name; "opponent-…" counts what belongs to the mover's opponent. */
    part: string;
    /** The mover's pit that it belongs to. */
    pit: number | null;
    count: number;
    weight: number;
    points: number;
}

/** The value of a position in its parts, in points for south. */
export interface Explanation {
    eval: string;
    mover: Side;
    points: number;
    /** What a seed in a store weighs. */
    per_seed: number;
    parts: EvalPart[];
}

export interface AnalysisMove extends Worth {
    pit: number;
    line: string;
    /** The evaluation at the end of its line. */
    explain?: Explanation;
}

export interface Analysis extends Worth {
    depth: number;
    nodes: number;
    seconds: number;
    /** null: there is no move. */
    best: number | null;
    explain?: Explanation;
    moves: AnalysisMove[];
    done: boolean;
    stopped?: boolean;
}

export interface ReviewEntry {
    /** null: the review was cut short, and this is its last event. */
    ply: number | null;
    /** null: the server had no time to find it. */
    score: number | null;
    kind: ScoreKind;
    source: ValueSource;
    best: number | null;
    line: string;
    cost: number | null;
    done: boolean;
    stopped?: boolean;
}

export type Names = Record<Side, string>;

export interface LobbyGame {
    game: string;
    /** `serve`: it is played in the lobby. */
    origin: 'browser' | 'serve';
    names: Names;
    rules: string;
    start: string;
    position: string;
    seeds: number[];
    to_move: Side;
    plies: number;
}

export interface LobbySession {
    name: string;
    authors: string;
    description: string;
    doing: string;
}

/** Who waits for an opponent. */
export interface WaitingRow {
    /** For `with`; of an open seat, the game to sit in. */
    id: string;
    kind: 'person' | 'program';
    name: string;
    reserved: boolean;
    rules: string;
    start: string;
    /** The side that is left; null: the lobby decides. */
    side: Side | null;
    clock: { seconds: number; increment: number } | null;
    /** Seconds for each move: the game is one of the lobby. */
    limit: number | null;
}

export interface LobbyState {
    waiting: WaitingRow[];
    sessions: LobbySession[];
    games: LobbyGame[];
    /** Counts games whose result is in the store. */
    finished: number;
}

/** Where a game was played: in a browser, between KGP clients, by the command of that name, or elsewhere. */
export type Origin = 'browser' | 'serve' | 'match' | 'tournament' | 'import';

export interface GameRow {
    number: number;
    origin: Origin;
    names: Names;
    rules: string;
    start: string;
    started: number | null;
    finished: number | null;
    ending: Ending | 'running';
    points: Record<Side, number> | null;
    plies: number;
}

export interface StoredGame extends View {
    origin: Origin;
    names: Names;
    started: number | null;
    finished: number | null;
    ending: Ending | 'running';
    loser: Side | null;
    points: Record<Side, number> | null;
    notes: {
        seconds: number | null;
        source: string;
        depth: number | null;
        takeover: number | null;
        comment: string;
    }[];
    faults: { ply: number; side: Side; kind: string; text: string }[];
}

/** A person with a reserved name, a player of the program at the server, or anything else. */
export type Who = 'person' | 'program' | 'other';
export type Outcome = 'won' | 'drawn' | 'lost';

/** Which finished games to list. `kind`, `opponent` and `result` are about `player`. */
export interface GamesRequest {
    player?: string;
    kind?: Who;
    opponent?: string;
    result?: Outcome;
    rules?: string;
    origin?: Origin;
    since?: number;
    until?: number;
    before?: number;
    limit?: number;
}

/** A player's rating under one rule set on one board: Elo points, and half of the 95 % interval. */
export interface RatingRow {
    rules: string;
    size: string;
    elo: number | null;
    error: number | null;
    games: number;
    place: number;
    players: number;
}

export interface PlayerRow {
    name: string;
    kind: Who;
    games: number;
    wins: number;
    draws: number;
    losses: number;
    last: number;
}

export interface TournamentRow {
    number: number;
    name: string;
    format: string;
    entrants: number;
    played: number;
    scheduled: number;
    created: number;
    finished: number | null;
}

export interface Standing {
    /** Equal results share one: 1, 2, 2, 4. */
    rank: number;
    name: string;
    games: number;
    played: number;
    wins: number;
    draws: number;
    losses: number;
    forfeits_won: number;
    forfeits_lost: number;
    points: number;
    margin: number | null;
}

export interface Tournament {
    number: number;
    name: string;
    format: string;
    played: number;
    scheduled: number;
    forfeited: number;
    finished: number | null;
    standings: Standing[];
    /** `games` includes the forfeited ones. */
    crosstable: ({ points: number; games: number; forfeited: number } | null)[][];
    games: GameRow[];
}
