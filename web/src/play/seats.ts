// Who sits where, as the page needs to know it. Pure.
import type { Keys, RoomState, Side } from '../lib/types';

export const kSides: Side[] = ['south', 'north'];

/** The sides that keys give. A single key goes with its seat: against a program, sides may change. */
export function sides_of(state: Pick<RoomState, 'seats'>, keys: Keys): Side[] {
    const held = kSides.filter((side) => keys[side] !== undefined);
    if (held.length !== 1) return held;
    const people = kSides.filter((side) => state.seats[side].kind === 'person');
    return people.length === 1 ? people : held;
}

/** Two people, each with a browser: taking back needs both. */
export const two_people = (state: RoomState, mine: Side[]): boolean =>
    mine.length === 1 && kSides.every((side) => state.seats[side].kind === 'person');

export const against_player = (state: RoomState): boolean => kSides.some((side) => state.seats[side].kind === 'player');

export const with_hall = (state: RoomState): boolean => kSides.some((side) => state.seats[side].kind === 'hall');

export const open_seat = (state: RoomState): Side | undefined => kSides.find((side) => state.seats[side].kind === 'open');
