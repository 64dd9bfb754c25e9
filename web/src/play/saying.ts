// Sentences about moves, changes and the end of a game, for screen readers and the status line. Pure.
import { other } from '../board/places';
import type { Names, PlayedMove, GameState, Side, Sowing } from '../lib/types';
import { game_text } from '../text/game';
import { in_lobby, open_seat } from './seats';

/** "Champion plays 3, captures 5. Your turn." */
export function say_move(
    move: PlayedMove,
    state: Pick<GameState, 'to_move' | 'status'>,
    names: Names,
    you: Side | null,
): string {
    const own = move.side === you;
    const said = [
        own ? game_text.say.you_play(move.pit) : game_text.say.plays(names[move.side], move.pit),
    ];
    if (move.captured > 0)
        said.push(
            own ? game_text.say.you_capture(move.captured) : game_text.say.captures(move.captured),
        );
    if (move.extra_turn && !own && state.status !== 'over') said.push(game_text.say.again);
    const words = `${said.join(', ')}.`;
    if (state.status === 'over') return words;
    if (state.to_move === you)
        return `${words} ${own && move.extra_turn ? game_text.say.you_again : game_text.say.your_turn}`;
    return move.extra_turn ? words : `${words} ${game_text.say.turn(names[state.to_move])}`;
}

/** The status line: the move being drawn, or whose turn it is, or the result. */
export function say_status(
    state: GameState,
    drawing: Sowing | null,
    names: Names,
    you: Side | null,
    seated: boolean,
): string {
    if (drawing)
        return drawing.side === you
            ? game_text.say.you_play(drawing.pit)
            : game_text.say.plays(names[drawing.side], drawing.pit);
    if (state.status === 'over') return say_end(state, names, you);
    if (state.status === 'waiting') {
        const free = open_seat(state);
        const kept = free && state.seats[free].name !== '';
        if (free && !seated && !kept) return game_text.invites(names[other(free)]);
        return in_lobby(state) ? game_text.waiting_program : game_text.waiting;
    }
    if (state.to_move !== you) return game_text.turn(names[state.to_move]);
    return state.played.at(-1)?.side === you ? game_text.your_turn_again : game_text.your_turn;
}

interface Seen {
    state: Pick<
        GameState,
        | 'status'
        | 'played'
        | 'to_move'
        | 'seats'
        | 'result'
        | 'loser'
        | 'ending'
        | 'by_administrator'
        | 'declined'
    >;
    you: Side | null;
}

/** What is new since `before`; '' if nothing is worth saying. `sown`: a move was played just now. */
export function say_change(before: Seen, now: Seen, sown: boolean, names: Names): string {
    const { state, you } = now;
    const said: string[] = [];
    const more = state.played.length - before.state.played.length;
    const move = state.played.at(-1);
    if (before.state.status === 'waiting' && state.status === 'playing') {
        said.push(game_text.say.begins);
        if (state.to_move === you) said.push(game_text.say.your_turn);
    }
    if (you !== null && before.you !== null && you !== before.you)
        said.push(game_text.say.you_are[you]);
    if (more < 0) said.push(game_text.say.taken_back);
    if (more > 1 || (more === 1 && !sown)) said.push(game_text.say.missed(more));
    if (more > 0 && move) said.push(say_move(move, state, names, you));
    if (before.state.status !== 'over' && state.status === 'over')
        said.push(say_end(state, names, you));
    return said.join(' ');
}

/** The pit that the server played because this person ran out of time; otherwise null. Forced moves
 *  do not count: the server plays them at once. `sent`: the ply of a move on its way from here. */
export function chosen_by_server(
    before: Pick<GameState, 'limit' | 'to_move' | 'legal' | 'played'>,
    after: Pick<GameState, 'played'>,
    you: Side | null,
    sent: number,
): number | null {
    const ply = before.played.length;
    const waited = you !== null && before.to_move === you && before.limit !== null;
    if (!waited || ply === sent || before.legal.length < 2) return null;
    return after.played[ply]?.pit ?? null;
}

export function winner_of(state: Pick<GameState, 'result' | 'loser'>): Side | 'draw' | null {
    return state.loser ? other(state.loser) : (state.result?.winner ?? null);
}

/** "You win, 30 to 18" or "Ada wins by resignation". */
export function say_end(
    state: Pick<GameState, 'result' | 'loser' | 'ending' | 'by_administrator' | 'declined'>,
    names: Names,
    you: Side | null,
): string {
    const { result, loser } = state;
    if (state.by_administrator) return game_text.by_administrator;
    if (state.declined) return game_text.declined;
    if (loser) {
        const winner = other(loser);
        const who =
            winner === you
                ? game_text.you_win
                : loser === you
                  ? game_text.you_lose
                  : game_text.wins(names[winner]);
        if (state.ending === 'gone') return game_text.wins_alone(who, names[loser]);
        return `${who} ${game_text.endings[state.ending ?? 'finished']}`.trim();
    }
    if (!result) return game_text.endings[state.ending ?? 'stopped'] || game_text.endings.stopped;
    if (result.winner === 'draw') return game_text.drawn(result.south);
    const [won, lost] =
        result.winner === 'south' ? [result.south, result.north] : [result.north, result.south];
    if (you === null) return game_text.won_by(names[result.winner], won, lost);
    return result.winner === you ? game_text.you_won(won, lost) : game_text.you_lost(won, lost);
}
