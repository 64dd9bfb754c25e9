// What a place and a move are called in words, for labels and the line under the board.
import type { Move, Position, Side } from '../lib/types';
import { text } from '../text';
import { is_store, pit_of, side_of } from './places';

export function place_name(place: number, pits: number, you: Side | null): string {
    const side = side_of(place, pits);
    const whose =
        you === null ? text.board.whose[side] : side === you ? text.board.yours : text.board.theirs;
    return is_store(place, pits)
        ? text.board.store(whose)
        : text.board.pit(whose, pit_of(place, pits));
}

/** "ends in your store: move again" */
export function what_it_does(move: Move, pits: number, you: Side | null): string {
    const said = [text.board.ends_in(place_name(move.last, pits, you))];
    if (move.laps > 1) said.unshift(text.board.laps(move.laps));
    if (move.captured > 0) said.push(text.board.captures(move.captured));
    const words = said.join(', ');
    if (move.over) return `${words}: ${text.board.ends_game}`;
    return move.again ? `${words}: ${text.board.again}` : words;
}

/** "Your pit 3, 4 seeds, ends in your store: move again" */
export function label(
    place: number,
    view: Position,
    mine: Side[],
    you: Side | null,
    value?: string,
): string {
    const count = view.seeds[place] ?? 0;
    const said = [capital(place_name(place, view.pits, you)), text.board.holds(count)];
    const side = side_of(place, view.pits);
    if (!is_store(place, view.pits) && mine.includes(side)) {
        const move =
            view.to_move === side ? view.legal.find((legal) => legal.place === place) : undefined;
        if (move) said.push(what_it_does(move, view.pits, you));
        else if (view.over) said.push(text.board.is_over);
        else if (view.to_move !== side) said.push(text.board.not_to_move);
        else if (count > 0) said.push(text.board.not_legal);
    }
    if (value) said.push(value);
    return said.join(', ');
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
