// Which address is which page. Pure; router.svelte.ts deals with the browser.
import type { Names, Side, Who } from './types';

export type Route =
    | { page: 'play' }
    | { page: 'game'; id: string }
    | { page: 'analyse' }
    | { page: 'watch' }
    | { page: 'watch-game'; number: number }
    | { page: 'watch-live'; number: number }
    | { page: 'watch-tournament'; number: number }
    | { page: 'watch-player'; name: string; kind?: 'person' | 'program' }
    | { page: 'learn' }
    | { page: 'search' }
    | { page: 'puzzles' }
    | { page: 'you' }
    | { page: 'missing' };

/** The present form of an address: links of earlier versions keep working, and a slash at the end does
 *  not matter. */
export function canonical(path: string, search: string): string {
    const present = path
        .replace(/(?<=.)\/+$/, '')
        .replace(/^\/room\/(?=[^/]+$)/, '/game/')
        .replace(/^\/watch\/bout\/(?=[^/]+$)/, '/watch/live/');
    if (present === '/analyse') return present + search.replace(/(?<=[?&])room=/, 'game=');
    if (present.startsWith('/watch'))
        return present + search.replace(/(?<=[?&]kind=)hall\b/, 'lobby');
    return present + search;
}

/** The page of an address. `query` matters only for names that a path cannot hold. */
export function match(path: string, query = new URLSearchParams()): Route {
    const parts = path.split('/').filter((part) => part !== '');
    const [first, second, third] = parts;
    if (first === undefined) return { page: 'play' };
    if (parts.length === 1 && is_plain(first)) return { page: first };
    if (parts.length === 2 && first === 'game' && second)
        return { page: 'game', id: decoded(second) };
    const player = query.get('player');
    const of_kind = second === 'person' || second === 'program' ? second : undefined;
    const kind: { kind?: 'person' | 'program' } = of_kind ? { kind: of_kind } : {};
    const about_player = second === 'player' || of_kind !== undefined;
    if (parts.length === 2 && first === 'watch' && about_player && player)
        return { page: 'watch-player', name: player, ...kind };
    if (parts.length === 3 && first === 'watch' && third !== undefined) {
        if (about_player) return { page: 'watch-player', name: decoded(third), ...kind };
        if (/^[1-9]\d{0,14}$/.test(third)) return numbered(second, Number(third));
    }
    return { page: 'missing' };
}

type Plain = 'analyse' | 'watch' | 'learn' | 'search' | 'puzzles' | 'you';
const is_plain = (name: string): name is Plain =>
    ['analyse', 'watch', 'learn', 'search', 'puzzles', 'you'].includes(name);

function numbered(kind: string | undefined, number: number): Route {
    if (kind === 'game') return { page: 'watch-game', number };
    if (kind === 'live') return { page: 'watch-live', number };
    return kind === 'tournament' ? { page: 'watch-tournament', number } : { page: 'missing' };
}

function decoded(part: string): string {
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}

export const game_address = (id: string): string => `/game/${encodeURIComponent(id)}`;

/** Browsers resolve "." and ".." in a path, however they are written: those names go in the query.
 *  `kind`: players of different kinds may have the same name. */
export function player_address(name: string, kind?: Who): string {
    const folder = `/watch/${kind === undefined || kind === 'other' ? 'player' : kind}`;
    if (name === '.' || name === '..') return `${folder}?player=${name}`;
    return `${folder}/${encodeURIComponent(name)}`;
}

/** The address of a line in Analyse. `review` reviews the moves of both sides or of one; `names` are
 *  those of the players, as they were given; `back`: the game to return to, by id. */
export function analyse_address(
    line: { rules: string; start: string; moves?: string },
    review: boolean | Side = false,
    names: Names = { south: '', north: '' },
    back = '',
): string {
    const query = new URLSearchParams({ rules: line.rules, start: line.start });
    if (line.moves) query.set('moves', line.moves);
    if (names.south) query.set('south', names.south);
    if (names.north) query.set('north', names.north);
    if (review) query.set('review', review === true ? '1' : review);
    if (back) query.set('back', back);
    return `/analyse?${query}`;
}

/** The address of the search of a position, replayed step by step. */
export const search_address = (line: { rules: string; start: string }): string =>
    `/search?${new URLSearchParams({ rules: line.rules, start: line.start })}`;
