// What is said about moves, other changes and the end of a game, aloud and in the status. Pure.
import { other } from '../board/places';
import type { Names, PlayedMove, RoomState, Side, Sowing } from '../lib/types';
import { text } from '../text';
import { open_seat, with_hall } from './seats';

/** "Champion plays 3, captures 5. Your turn." */
export function say_move(
    move: PlayedMove,
    state: Pick<RoomState, 'to_move' | 'status'>,
    names: Names,
    you: Side | null,
): string {
    const own = move.side === you;
    const said = [own ? text.say.you_play(move.pit) : text.say.plays(names[move.side], move.pit)];
    if (move.captured > 0)
        said.push(own ? text.say.you_capture(move.captured) : text.say.captures(move.captured));
    if (move.again && !own && state.status !== 'over') said.push(text.say.again);
    const words = `${said.join(', ')}.`;
    if (state.status === 'over') return words;
    if (state.to_move === you)
        return `${words} ${own && move.again ? text.say.you_again : text.say.your_turn}`;
    return move.again ? words : `${words} ${text.say.turn(names[state.to_move])}`;
}

/** How it stands; while a move is drawn, that it is played. */
export function say_status(
    state: RoomState,
    drawing: Sowing | null,
    names: Names,
    you: Side | null,
    seated: boolean,
): string {
    if (drawing)
        return drawing.side === you
            ? text.say.you_play(drawing.pit)
            : text.say.plays(names[drawing.side], drawing.pit);
    if (state.status === 'over') return say_end(state, names, you);
    if (state.status === 'waiting') {
        const free = open_seat(state);
        const kept = free && state.seats[free].name !== '';
        if (free && !seated && !kept) return text.game.invites(names[other(free)]);
        return with_hall(state) ? text.game.waiting_hall : text.game.waiting;
    }
    if (state.to_move !== you) return text.game.turn(names[state.to_move]);
    return state.played.at(-1)?.side === you ? text.game.your_turn_again : text.game.your_turn;
}

interface Seen {
    state: Pick<
        RoomState,
        'status' | 'played' | 'to_move' | 'seats' | 'result' | 'loser' | 'ending'
    >;
    you: Side | null;
}

/** What is new since `before`; '': nothing that is worth a word. `sown`: a move was made just now. */
export function say_change(before: Seen, now: Seen, sown: boolean, names: Names): string {
    const { state, you } = now;
    const said: string[] = [];
    const more = state.played.length - before.state.played.length;
    const move = state.played.at(-1);
    if (before.state.status === 'waiting' && state.status === 'playing') {
        said.push(text.say.begins);
        if (state.to_move === you) said.push(text.say.your_turn);
    }
    if (you !== null && before.you !== null && you !== before.you) said.push(text.say.you_are[you]);
    if (more < 0) said.push(text.say.taken_back);
    if (more > 1 || (more === 1 && !sown)) said.push(text.say.missed(more));
    if (more > 0 && move) said.push(say_move(move, state, names, you));
    if (before.state.status !== 'over' && state.status === 'over')
        said.push(say_end(state, names, you));
    return said.join(' ');
}

/** The pit that the hall chose because this person's time was over; null if it did not. What has no
 *  alternative it plays by itself, and no time is lost. `sent`: the ply of the last move sent from here. */
export function chosen_by_hall(
    before: Pick<RoomState, 'seats' | 'to_move' | 'legal' | 'played'>,
    after: Pick<RoomState, 'played'>,
    you: Side | null,
    sent: number,
): number | null {
    const ply = before.played.length;
    const waited =
        you !== null && before.to_move === you && before.seats[other(you)].kind === 'hall';
    if (!waited || ply === sent || before.legal.length < 2) return null;
    return after.played[ply]?.pit ?? null;
}

export function winner_of(state: Pick<RoomState, 'result' | 'loser'>): Side | 'draw' | null {
    return state.loser ? other(state.loser) : (state.result?.winner ?? null);
}

/** "You win, 30 to 18", or "Ada wins by resignation". Programs of the hall do not resign: they leave. */
export function say_end(
    state: Pick<RoomState, 'seats' | 'result' | 'loser' | 'ending'>,
    names: Names,
    you: Side | null,
): string {
    const { result, loser } = state;
    if (loser) {
        const winner = other(loser);
        const who =
            winner === you
                ? text.game.you_win
                : loser === you
                  ? text.game.you_lose
                  : text.game.wins(names[winner]);
        if (state.ending === 'gone' && state.seats[loser].kind === 'hall')
            return text.game.wins_alone(who, names[loser]);
        return `${who} ${text.game.endings[state.ending ?? 'finished']}`.trim();
    }
    if (!result) return text.game.endings[state.ending ?? 'stopped'] || text.game.endings.stopped;
    if (result.winner === 'draw') return text.game.drawn(result.south);
    const [won, lost] =
        result.winner === 'south' ? [result.south, result.north] : [result.north, result.south];
    if (you === null) return text.game.won_by(names[result.winner], won, lost);
    return result.winner === you ? text.game.you_won(won, lost) : text.game.you_lost(won, lost);
}
