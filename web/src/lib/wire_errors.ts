// The server still sends errors as English sentences: this table turns them into codes. It goes away
// when the wire carries codes. Pure.
import type { ErrorArgs, ErrorCode, ErrorValue } from './errors';

/** The server's sentences; `{name}` stands for an argument. */
export const kSentences: Record<string, ErrorCode> = {
    'there is no such game (any more)': 'no_such_game',
    'the game cannot be read just now': 'game_unreadable',
    'the game cannot be kept just now': 'game_not_saved',
    'this key opens no seat here': 'wrong_key',
    'the game is over': 'game_over',
    'the game is not over': 'game_not_over',
    'the game has gone on: its moves are {plies} now, not {ply}': 'stale_ply',
    '{side} is to move': 'not_your_turn',
    'pit {pit} of {side} is empty': 'empty_pit',
    'pit {pit} does not exist: the pits are 1 to {pits}': 'no_such_pit',
    'the other player has not come yet': 'opponent_missing',
    'nobody from the hall has come yet': 'program_missing',
    'the hall does not ask for a move just now': 'no_move_requested',
    'in the hall nothing is taken back': 'no_undo_in_lobby',
    'there is no move to take back': 'nothing_to_undo',
    'there is no move of yours to take back': 'no_own_move_to_undo',
    'you have asked already': 'undo_already_requested',
    'nobody asks to take a move back': 'no_undo_requested',
    'sides are changed only against a player of the program': 'swap_needs_bot',
    'there is no open seat': 'no_open_seat',
    'the seat is kept for {name}, with whom the last game was played': 'seat_reserved',
    'there is no move to play in this position': 'no_legal_move',
    'a game has at most {moves} moves': 'too_many_moves',
    'player {player}: {reason}': 'player_refused',
    'too many games at once: leave one first': 'too_many_own_games',
    'too many games are played here: come later': 'server_full',
    'too many new games: wait a minute': 'too_many_new_games',
    'too many new games: come back tomorrow': 'too_many_new_games_today',
    'too many people play in the hall: come later': 'lobby_full',
    'the games cannot be read just now': 'games_unreadable',
    'the players cannot be read just now': 'players_unreadable',
    'the tournaments cannot be read just now': 'tournaments_unreadable',
    'the tournament cannot be read just now': 'tournament_unreadable',
    'there is no game {number}': 'unknown_game',
    'there is no tournament {number}': 'unknown_tournament',
    'nobody of this name has played here': 'unknown_player',
    'the server could not do that': 'internal_error',
};

const kArgument = /\{(\w+)\}/;
const kSpecial = /[.*+?^${}()|[\]\\]/g;

/** The parts of a sentence between its arguments. */
export const fixed_parts = (sentence: string): string[] =>
    sentence.split(kArgument).filter((_, i) => i % 2 === 0);

const patterns = Object.entries(kSentences).map(([sentence, code]) => {
    const parts = sentence
        .split(kArgument)
        .map((part, i) => (i % 2 === 0 ? part.replace(kSpecial, '\\$&') : `(?<${part}>.+?)`));
    return { code, pattern: new RegExp(`^${parts.join('')}$`) };
});

export function error_value(text: string, column?: number): ErrorValue {
    const place = /^line (\d+)(?:, column (\d+))?/.exec(text);
    const line = place ? Number(place[1]) : undefined;
    const at = place?.[2] ? Number(place[2]) : column;
    for (const { code, pattern } of patterns) {
        const found = pattern.exec(text);
        if (found)
            return { code, args: { ...(found.groups as ErrorArgs) }, text, line, column: at };
    }
    return { code: null, args: {}, text, line, column: at };
}
