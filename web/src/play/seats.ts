// Who sits where, as the page needs to know it. Pure.
import type { Position, RoomState, Side } from '../lib/types';

export const kSides: Side[] = ['south', 'north'];

/** A position that is a room's state, not one of its past. */
export const is_state = (position: Position): position is RoomState => 'room' in position;

/** Two people, each with a browser: taking back needs both. */
export const two_people = (state: RoomState, mine: Side[]): boolean =>
    mine.length === 1 && kSides.every((side) => state.seats[side].kind === 'person');

export const against_player = (state: RoomState): boolean =>
    kSides.some((side) => state.seats[side].kind === 'player');

export const with_hall = (state: RoomState): boolean =>
    kSides.some((side) => state.seats[side].kind === 'hall');

/** The game is between people or programs of whom not both are this person: until it is over, a look into
 *  the analysis is help from outside. */
export const is_contest = (state: RoomState, mine: Side[]): boolean =>
    state.status !== 'over' && mine.length < 2 && !against_player(state);

export const open_seat = (state: RoomState): Side | undefined =>
    kSides.find((side) => state.seats[side].kind === 'open');
