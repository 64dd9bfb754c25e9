// What those at the board are called: people by their names, players of the program by their
// strength if it has a word. Pure.
import { level_name } from '../lib/levels';
import type { Hello, Names, RoomState, Seat } from '../lib/types';
import { text } from '../text';

export function seat_name(seat: Seat, hello: Pick<Hello, 'levels'> | null): string {
    if (seat.kind === 'open') return text.game.open_seat;
    if (seat.kind === 'player')
        return level_name(seat.player, hello) || seat.name || seat.player || '';
    return seat.name || (seat.kind === 'hall' ? text.game.hall_seat : text.play.anonymous);
}

export const names_of = (
    state: Pick<RoomState, 'seats'>,
    hello: Pick<Hello, 'levels'> | null,
): Names => ({
    south: seat_name(state.seats.south, hello),
    north: seat_name(state.seats.north, hello),
});
