// Which request takes what and is answered by what, and which events there are. Types only.
import type {
    AnalysisEvent,
    BoutState,
    GameRow,
    Hello,
    Keys,
    Line,
    LobbyEvent,
    Origin,
    PlayerRow,
    ReviewEvent,
    RoomState,
    SeatWish,
    Side,
    Sowing,
    StoredGame,
    TournamentEvent,
    TournamentRow,
    View,
} from './types';

type Nothing = Record<string, never>;
type Turn = { room: string; key: string };
export type NewRoom = { room: string; keys: Keys; state: RoomState };

export interface Requests {
    hello: { with: Nothing; answer: Hello };
    position: { with: Line; answer: { view: View } };
    sow: { with: Line & { pit: number }; answer: { view: View; sowing: Sowing } };
    read: { with: { text: string }; answer: { view: View } };
    write: { with: Line; answer: { text: string } };

    new: {
        with: {
            rules: string;
            start: string;
            seats: Record<Side, SeatWish>;
            clock?: { seconds: number; increment: number };
            moves?: string;
        };
        answer: NewRoom;
    };
    enter: { with: { room: string; keys?: string[] }; answer: { state: RoomState; sides: Side[] } };
    leave: { with: { room: string }; answer: Nothing };
    sit: {
        with: { room: string; name: string; key: string };
        answer: { side: Side; key: string; state: RoomState };
    };
    move: { with: Turn & { pit: number; ply: number }; answer: Nothing };
    undo: { with: Turn; answer: Nothing };
    refuse: { with: Turn; answer: Nothing };
    resign: { with: Turn; answer: Nothing };
    swap: { with: Turn; answer: { side: Side } };
    again: { with: Turn; answer: NewRoom };

    analyze: { with: Line & { player?: string }; answer: Nothing };
    review: { with: Line & { player?: string }; answer: Nothing };
    stop: { with: { of: number }; answer: Nothing };

    lobby: { with: { on: boolean }; answer: Nothing };
    watch: { with: { bout: number; on: boolean }; answer: Nothing };
    games: {
        with: { player?: string; origin?: Origin; before?: number; limit?: number };
        answer: { games: GameRow[] };
    };
    game: { with: { number: number }; answer: StoredGame };
    player: { with: { name: string }; answer: { player: PlayerRow } };
    players: { with: { before?: number }; answer: { players: PlayerRow[] } };
    tournaments: { with: Nothing; answer: { tournaments: TournamentRow[] } };
    tournament: { with: { number: number; on: boolean }; answer: Nothing };
}

export interface Events {
    room: { event: 'room'; room: string; state: RoomState; sides: Side[]; sowing: Sowing | null };
    again: { event: 'again'; room: string; to: string };
    analysis: AnalysisEvent;
    review: ReviewEvent;
    lobby: LobbyEvent;
    bout: { event: 'bout'; bout: number; state: BoutState | null; sowing: Sowing | null };
    tournament: TournamentEvent;
}

export type RequestName = keyof Requests;
export type EventName = keyof Events;
