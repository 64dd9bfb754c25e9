// English: errors by code. Functions take the error's arguments. Codes without an entry are shown as the
// server words them.
import type { ErrorArgs } from '../../lib/errors';

const kSides: Record<string, string> = { south: 'South', north: 'North' };
const side = (args: ErrorArgs): string => kSides[args.side ?? ''] ?? args.side ?? '';

export const error_text = {
    connection_lost: 'Connection lost. Reconnecting…',
    no_such_game: 'This game does not exist, or no longer does.',
    game_unreadable: 'The game cannot be read at the moment. Try again.',
    game_not_saved: 'The game cannot be saved at the moment, so nothing was done. Try again.',
    wrong_key: 'This browser has no seat in this game.',
    game_over: 'The game is over.',
    game_not_over: 'The game is not over yet.',
    stale_ply: 'The game has moved on in the meantime.',
    not_your_turn: (args: ErrorArgs) => `${side(args)} is to move.`,
    empty_pit: (args: ErrorArgs) => `${side(args)}’s pit ${args.pit} is empty.`,
    no_such_pit: (args: ErrorArgs) =>
        `There is no pit ${args.pit}: pits are numbered 1 to ${args.pits}.`,
    opponent_missing: 'The other player has not joined yet.',
    program_missing: 'No program has joined yet.',
    no_move_requested: 'It is not your turn to move.',
    no_undo_in_lobby: 'Moves against a waiting program cannot be taken back.',
    nothing_to_undo: 'There is no move to take back.',
    no_own_move_to_undo: 'You have no move to take back.',
    undo_already_requested: 'You have already asked.',
    no_undo_requested: 'The request to take back a move is no longer open.',
    swap_needs_bot: 'You can swap sides only against the computer.',
    no_open_seat: 'The seat is taken.',
    seat_reserved: (args: ErrorArgs) =>
        `The seat is reserved for ${args.name}, who played the last game.`,
    no_legal_move: 'There is no legal move in this position.',
    too_many_moves: (args: ErrorArgs) => `A game has at most ${args.moves} moves.`,
    player_refused: (args: ErrorArgs) =>
        `The player ${args.player} cannot play here: ${args.reason}.`,
    too_many_own_games: 'You have too many games open. Close one first.',
    server_full: 'The server has too many games at the moment. Try again later.',
    too_many_new_games: 'Too many new games. Wait a minute.',
    too_many_new_games_today: 'Too many new games today. Try again tomorrow.',
    lobby_full: 'Too many people are playing programs at the moment. Try again later.',
    games_unreadable: 'The games cannot be read at the moment. Try again.',
    players_unreadable: 'The players cannot be read at the moment. Try again.',
    tournaments_unreadable: 'The tournaments cannot be read at the moment. Try again.',
    tournament_unreadable: 'The tournament cannot be read at the moment. Try again.',
    unknown_game: (args: ErrorArgs) => `There is no game ${args.number} here.`,
    unknown_tournament: (args: ErrorArgs) => `There is no tournament ${args.number} here.`,
    unknown_player: 'No player of this name has played here.',
    internal_error: 'The server failed to do that.',
};
