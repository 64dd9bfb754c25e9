// Places and moves in words, for labels and the line under the board. Pure.
import type { Move, Position, Side } from '../lib/types';
import { board_text } from '../text/board';
import { is_store, pit_of, side_of } from './places';

export function place_name(place: number, pits: number, you: Side | null): string {
    const side = side_of(place, pits);
    const whose =
        you === null ? board_text.whose[side] : side === you ? board_text.yours : board_text.theirs;
    return is_store(place, pits)
        ? board_text.store(whose)
        : board_text.pit(whose, pit_of(place, pits));
}

/** "ends in your store: extra turn" */
export function what_it_does(move: Move, pits: number, you: Side | null): string {
    const said = [board_text.ends_in(place_name(move.last, pits, you))];
    if (move.laps > 1) said.unshift(board_text.laps(move.laps));
    if (move.captured > 0) said.push(board_text.captures(move.captured));
    const words = said.join(', ');
    if (move.over) return `${words}: ${board_text.ends_game}`;
    return move.extra_turn ? `${words}: ${board_text.again}` : words;
}

/** "Your pit 3, 4 seeds, ends in your store: extra turn" */
export function label(
    place: number,
    view: Position,
    mine: Side[] = [],
    you: Side | null = null,
    value?: string,
): string {
    const count = view.seeds[place] ?? 0;
    const said = [place_name(place, view.pits, you), board_text.holds(count)];
    const side = side_of(place, view.pits);
    if (!is_store(place, view.pits) && mine.includes(side)) {
        const move =
            view.to_move === side ? view.legal.find((legal) => legal.place === place) : undefined;
        if (move) said.push(what_it_does(move, view.pits, you));
        else if (view.over) said.push(board_text.is_over);
        else if (view.to_move !== side) said.push(board_text.not_to_move);
        else if (count > 0) said.push(board_text.not_legal);
    }
    if (value) said.push(value);
    return board_text.label(...said);
}
