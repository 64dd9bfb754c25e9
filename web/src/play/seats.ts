// Questions about the seats of a game. Pure.
import type { Position, GameState, Side } from '../lib/types';

export const kSides: Side[] = ['south', 'north'];

/** Whether a position is the current state of a game, not an earlier one. */
export const is_state = (position: Position): position is GameState => 'game' in position;

/** Two people, each with their own browser: both must agree to take a move back. */
export const two_people = (state: GameState, mine: Side[]): boolean =>
    mine.length === 1 && kSides.every((side) => state.seats[side].kind === 'person');

export const against_player = (state: GameState): boolean =>
    kSides.some((side) => state.seats[side].kind === 'player');

/** Only games of the lobby have a limit for each move. */
export const in_lobby = ({ seats, limit }: Pick<GameState, 'seats' | 'limit'>): boolean =>
    limit !== null || kSides.some((side) => seats[side].kind === 'lobby');

/** This person plays against others in a game that is not over, or watches one: analysing it now
 *  would be help from outside. */
export const is_contest = (state: GameState, mine: Side[]): boolean =>
    state.status !== 'over' && mine.length < 2 && !against_player(state);

export const open_seat = (state: GameState): Side | undefined =>
    kSides.find((side) => state.seats[side].kind === 'open');
