// English: errors by the server's code (docs/web-api.md). Functions take the error's arguments and the
// server's own words.
import type { ErrorArgs } from '../../lib/errors';

const kSides: Record<string, string> = { south: 'South', north: 'North' };
const side = (name = ''): string => kSides[name] ?? name;
const kTexts: Record<string, string> = { rules: 'rules', start: 'board', moves: 'moves' };
const kGarbled = 'The server and this page do not understand each other. Reload the page.';
const kKept = 'This page sent a game that the server does not accept.';

const error_text = {
    connection_lost: 'Connection lost. Reconnecting…',
    bad_message: kGarbled,
    unknown_verb: kGarbled,
    missing_key: kGarbled,
    unknown_key: kGarbled,
    wrong_type: kGarbled,
    out_of_range: ({ least, most }: ErrorArgs) =>
        `A number is out of range: it must be from ${least} to ${most}.`,
    input: ({ in: what = '' }: ErrorArgs, text: string) =>
        `The ${kTexts[what] ?? 'text'} cannot be read: ${text}.`,
    too_many_seeds: ({ most }: ErrorArgs) => `A board has at most ${most} seeds.`,
    too_many_moves: ({ most }: ErrorArgs) => `A game has at most ${most} moves.`,
    bad_player: ({ player }: ErrorArgs, text: string) =>
        `The player ${player} cannot be used here: ${text}.`,
    bad_eval: ({ eval: name }: ErrorArgs) => `There is no evaluation ${name}.`,
    no_legal_move: 'There is no legal move in this position.',
    search_too_large:
        'This search has too many steps to show. Choose a smaller depth or a smaller board, or open a file that “kalah tree --events” has written.',
    bad_seat_kind: kKept,
    player_missing: kKept,
    player_unexpected: kKept,
    both_seats_open: kKept,
    lobby_needs_person: kKept,
    no_such_game: 'This game does not exist or has expired.',
    played_elsewhere: ({ address }: ErrorArgs) =>
        address
            ? `This game is being played at another server: ${address}`
            : 'This game is being played at another server. Try again later.',
    wrong_key: 'This browser has no seat in this game.',
    bad_key: 'This browser has no seat in this game.',
    too_many_keys: 'This browser has no seat in this game.',
    not_entered: 'This game is not open here.',
    game_over: 'The game is over.',
    game_not_over: 'The game is not over yet.',
    waiting_for_player: 'The other player has not joined yet.',
    waiting_for_lobby: 'No opponent has joined yet.',
    stale_ply: 'The game has moved on in the meantime.',
    not_to_move: ({ to_move }: ErrorArgs) => `${side(to_move)} is to move.`,
    empty_pit: (args: ErrorArgs) => `${side(args.side)}’s pit ${args.pit} is empty.`,
    no_such_pit: ({ pit, pits }: ErrorArgs) =>
        `There is no pit ${pit}: pits are numbered 1 to ${pits}.`,
    no_undo_in_lobby: 'Moves in a game of the lobby cannot be taken back.',
    nothing_to_undo: 'You have no move to take back.',
    undo_asked_already: 'You have already asked.',
    no_undo_asked: 'The request to take back a move is no longer open.',
    cannot_swap: 'You can swap sides only against the computer.',
    no_open_seat: 'The seat is taken.',
    seat_reserved: ({ name }: ErrorArgs) =>
        `The seat is reserved for ${name}, who played the last game.`,
    too_many_games: 'You have too many games open. Close one first.',
    too_many_new_games: ({ retry_seconds }: ErrorArgs): string =>
        Number(retry_seconds) > 3600
            ? 'Too many new games today. Try again tomorrow.'
            : 'Too many new games. Wait a minute.',
    not_waiting: 'They do not wait any more. Choose somebody else.',
    lobby_only: 'Only games in the lobby are against somebody who waits.',
    no_time_to_give: 'There is no clock to which you could add time.',
    no_rematch_asked: 'Nobody asks for another game any more.',
    bad_phrase: 'There is no such phrase.',
    said_already: 'Wait a moment before you say something else.',
    name_taken: ({ name }: ErrorArgs) =>
        `Somebody else has reserved the name ${name}. Choose another one.`,
    bad_name: 'This name cannot be reserved. Choose another one.',
    bad_person_key: 'This is no key: it has 64 digits and letters from a to f.',
    too_many_claims: 'Too many names were asked for. Wait a minute.',
    bad_kind: 'There is no such kind of player.',
    bad_result: 'A result is won, drawn or lost.',
    too_many_in_lobby: 'Too many of your games are in the lobby. Finish one first.',
    too_many_watched: 'You are watching too many tournaments. Close one first.',
    no_such_puzzle: 'There is no such puzzle here.',
    illegal_move: kKept,
    incomplete_turn: kKept,
    no_such_number: ({ number }: ErrorArgs) => `There is no game ${number} here.`,
    no_such_tournament: ({ number }: ErrorArgs) => `There is no tournament ${number} here.`,
    no_such_player: 'No player of this name has played here.',
    bad_origin: 'There are no games of this kind.',
    bad_tournament: ({ number }: ErrorArgs) => `Tournament ${number} cannot be read.`,
    store_unavailable: 'The server cannot read its games at the moment. Try again.',
    closing: 'The server is shutting down and starts no new games.',
    internal: 'The server failed to do that.',
};

/** A code that this page does not know. */
const unknown_error = (details: string): string => `The server refused this. Details: ${details}`;

export const errors_text = { codes: error_text, unknown: unknown_error };
