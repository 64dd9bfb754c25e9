// Who sits where, as the page needs to know it. Pure.
import type { RoomState, Side } from '../lib/types';

export const kSides: Side[] = ['south', 'north'];

/** Two people, each with a browser: taking back needs both. */
export const two_people = (state: RoomState, mine: Side[]): boolean =>
    mine.length === 1 && kSides.every((side) => state.seats[side].kind === 'person');

export const against_player = (state: RoomState): boolean => kSides.some((side) => state.seats[side].kind === 'player');

export const with_hall = (state: RoomState): boolean => kSides.some((side) => state.seats[side].kind === 'hall');

export const open_seat = (state: RoomState): Side | undefined => kSides.find((side) => state.seats[side].kind === 'open');
