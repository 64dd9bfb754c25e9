// The games of a report, as src/report/report_data.hpp writes them. They contain all positions, so
// this file needs no rules. Pure.
import type { PlayedMove, Position, Side } from '../lib/types';

/** One row of the list of games: number, round, board, south, north, points of south, points of
 *  north, plies, ending, faults. */
export type Row = [number, number, number, number, number, number, number, number, string, number];
export const [kNumber, kRound, kBoard, kSouth, kNorth, kPointsSouth, kPointsNorth] = [
    0, 1, 2, 3, 4, 5, 6,
] as const;
export const [kPlies, kEnding, kFaults] = [7, 8, 9] as const;

export interface ReportData {
    players: string[];
    boards: string[];
    games: Row[];
}

/** The fields of a move that a report has. */
export interface ReportMove extends Pick<PlayedMove, 'side' | 'pit' | 'extra_turn' | 'captured'> {
    /** The referee chose the move, not the player. */
    by_referee: boolean;
    /** Seeds that the end of the game moved. */
    swept: number;
}

export interface ReportGame {
    pits: number;
    moves: ReportMove[];
    begins: Side;
    /** Time per move in ms; null: no player chose the move. */
    times: (number | null)[];
    /** By ply, from 1. */
    remarks: Map<number, string>;
    faults: { ply: number; side: Side; kind: string; text: string }[];
    ending: string;
    /** Seeds by place, after `ply` moves. */
    seeds: (ply: number) => number[];
}

interface Written {
    m: string;
    p: string;
    w: [number, number];
    b: string;
    t: (number | null)[];
    r: [number, string][];
    f: [number, string, string, string][];
    e: string;
}

const side_of = (letter = ''): Side => (letter === 's' ? 'south' : 'north');

function read_move(text: string): ReportMove {
    const [, by, pit, again, captured, referee, swept] =
        /^([sn])(\d+)(\+?)(?:x(\d+))?(r?)(?:w(\d+))?$/.exec(text) ?? [];
    return {
        side: side_of(by),
        pit: Number(pit),
        extra_turn: again === '+',
        captured: Number(captured ?? 0),
        by_referee: referee === 'r',
        swept: Number(swept ?? 0),
    };
}

/** Reads one game from its line of JSON. */
export function read_game(line: string): ReportGame {
    const { m, p, w, b, t, r, f, e } = JSON.parse(line.replace(/,$/, '')) as Written;
    const moves = m === '' ? [] : m.split(' ').map(read_move);
    const [pit_digits, store_digits] = w;
    const length = p.length / (moves.length + 1);
    const pits = (length - 2 * store_digits) / pit_digits / 2;
    const seeds = (ply: number): number[] => {
        let at = ply * length;
        const next = (digits: number): number => parseInt(p.slice(at, (at += digits)), 36);
        const row = (): number[] => Array.from({ length: pits }, () => next(pit_digits));
        const [south, north] = [row(), row()];
        return [...south, next(store_digits), ...north, next(store_digits)];
    };
    return {
        pits,
        moves,
        begins: side_of(b),
        times: t,
        remarks: new Map(r),
        faults: f.map(([ply, by, kind, text]) => ({ ply, side: side_of(by), kind, text })),
        ending: e,
        seeds,
    };
}

/** Who plays next; null after the last move. */
export const to_move = (game: ReportGame, ply: number): Side | null =>
    game.moves[ply]?.side ?? null;

export function view_of(game: ReportGame, ply: number): Position {
    const next = to_move(game, ply);
    const { pits, begins } = game;
    return {
        pits,
        seeds: game.seeds(ply),
        to_move: next ?? begins,
        over: next === null,
        legal: [],
    };
}

/** South's lead at the start and after each move. */
export const leads_of = (game: ReportGame): number[] =>
    Array.from({ length: game.moves.length + 1 }, (_, ply) => {
        const seeds = game.seeds(ply);
        return (seeds[game.pits] ?? 0) - (seeds.at(-1) ?? 0);
    });

/** "<6,0,0,4,…> n": the position in notation. */
export function notation_of(game: ReportGame, ply: number): string {
    const seeds = game.seeds(ply);
    const { pits } = game;
    const [south, north] = [seeds.slice(0, pits), seeds.slice(pits + 1, -1)];
    const numbers = [pits, seeds[pits], seeds.at(-1), ...south, ...north];
    return `<${numbers.join(',')}>${to_move(game, ply) === 'north' ? ' n' : ''}`;
}

/** "#game-3-12": a game's number and a ply; null: another address. */
export function read_hash(hash: string): { number: number; ply: number } | null {
    const found = /^#game-(\d+)(?:-(\d+))?$/.exec(hash);
    return found ? { number: Number(found[1]), ply: Number(found[2] ?? 0) } : null;
}
export const hash_of = (number: number, ply: number): string =>
    `#game-${number}${ply > 0 ? `-${ply}` : ''}`;

export type GamesOf = 'all' | 'south' | 'north' | 'drawn' | 'faulty';

/** What a column shows and sorts by; null: the result. */
export function value_of(data: ReportData, row: Row, key: number | null): string | number {
    if (key === null) return row[kPointsSouth] - row[kPointsNorth];
    if (key === kSouth || key === kNorth) return data.players[row[key]] ?? '';
    if (key === kBoard) return data.boards[row[key]] ?? '';
    return row[key] ?? '';
}

/** The indices of the games that pass a filter, in order. */
export function found_games(
    data: ReportData,
    filter: { words: string; of: GamesOf },
    order: { key: number | null; up: boolean },
): number[] {
    const words = filter.words.trim().toLowerCase();
    const passes = (row: Row): boolean => {
        const lead = row[kPointsSouth] - row[kPointsNorth];
        const kinds: Record<GamesOf, boolean> = {
            all: true,
            south: lead > 0,
            north: lead < 0,
            drawn: lead === 0,
            faulty: row[kFaults] > 0,
        };
        const named = [kSouth, kNorth].some((side) =>
            `${value_of(data, row, side)}`.toLowerCase().includes(words),
        );
        return kinds[filter.of] && named;
    };
    const compare = (x: Row, y: Row): number => {
        const [a, b] = [value_of(data, x, order.key), value_of(data, y, order.key)];
        return (a < b ? -1 : a > b ? 1 : x[kNumber] - y[kNumber]) * (order.up ? 1 : -1);
    };
    return data.games
        .map((row, index) => ({ row, index }))
        .filter(({ row }) => passes(row))
        .sort((x, y) => compare(x.row, y.row))
        .map(({ index }) => index);
}
