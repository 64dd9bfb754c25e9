// What is said aloud about a move and the end of a game, for screen readers. Pure.
import type { Names, PlayedMove, RoomState, Side } from '../lib/types';
import { text } from '../text';

/** "Champion plays 3, captures 5. Your turn." */
export function say_move(move: PlayedMove, state: Pick<RoomState, 'to_move' | 'status'>, names: Names, you: Side | null): string {
    const own = move.side === you;
    const said = [own ? text.say.you_play(move.pit) : text.say.plays(names[move.side], move.pit)];
    if (move.captured > 0) said.push(own ? text.say.you_capture(move.captured) : text.say.captures(move.captured));
    if (move.again && !own && state.status !== 'over') said.push(text.say.again);
    const words = `${said.join(', ')}.`;
    if (state.status === 'over') return words;
    if (state.to_move === you) return `${words} ${own && move.again ? text.say.you_again : text.say.your_turn}`;
    return move.again ? words : `${words} ${text.say.turn(names[state.to_move])}`;
}

/** "You win, 30 to 18", or "Ada wins by resignation". */
export function say_end(
    state: Pick<RoomState, 'result' | 'loser' | 'ending'>,
    names: Names,
    you: Side | null,
): string {
    const { result, loser } = state;
    if (loser) {
        const winner: Side = loser === 'south' ? 'north' : 'south';
        const who = winner === you ? text.game.you_win : text.game.wins(names[winner]);
        return `${who} ${text.game.endings[state.ending ?? 'finished']}`.trim();
    }
    if (!result) return text.game.endings[state.ending ?? 'stopped'] || text.game.endings.stopped;
    if (result.winner === 'draw') return text.game.drawn(result.south);
    const [won, lost] = result.winner === 'south' ? [result.south, result.north] : [result.north, result.south];
    if (you === null) return text.game.won_by(names[result.winner], won, lost);
    return result.winner === you ? text.game.you_won(won, lost) : text.game.you_lost(won, lost);
}
