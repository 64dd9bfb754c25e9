// Which address is which page. Pure, so that it can be tested; the browser's side is router.svelte.ts.

import type { Names, Side } from './types';

export type Route =
    | { page: 'play' }
    | { page: 'game'; room: string }
    | { page: 'analyse' }
    | { page: 'watch' }
    | { page: 'watch-game'; number: number }
    | { page: 'watch-bout'; number: number }
    | { page: 'watch-tournament'; number: number }
    | { page: 'watch-player'; name: string }
    | { page: 'learn' }
    | { page: 'missing' };

const kNumbered = new Map([
    ['game', 'watch-game'],
    ['bout', 'watch-bout'],
    ['tournament', 'watch-tournament'],
] as const);

/** `query` counts only for what no path can say. */
export function match(path: string, query = new URLSearchParams()): Route {
    const parts = path.split('/').filter((part) => part !== '');
    const [first, second, third] = parts;
    if (first === undefined) return { page: 'play' };
    if (parts.length === 1 && (first === 'analyse' || first === 'watch' || first === 'learn'))
        return { page: first };
    if (parts.length === 2 && first === 'game' && second)
        return { page: 'game', room: decoded(second) };
    const player = query.get('player');
    if (parts.length === 2 && first === 'watch' && second === 'player' && player)
        return { page: 'watch-player', name: player };
    if (parts.length === 3 && first === 'watch' && third !== undefined) {
        if (second === 'player') return { page: 'watch-player', name: decoded(third) };
        const page = kNumbered.get(second as never);
        if (page && /^[1-9]\d{0,14}$/.test(third)) return { page, number: Number(third) };
    }
    return { page: 'missing' };
}

function decoded(part: string): string {
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}

/** The address of a player. A browser takes "." and ".." in a path for steps in it, however they are
 *  written; the query is the one that filters games by player. */
export const player_address = (name: string): string =>
    name === '.' || name === '..'
        ? `/watch/player?player=${name}`
        : `/watch/player/${encodeURIComponent(name)}`;

/** The address of a line in Analyse; `review` opens it with the mistakes of both sides or of one.
 *  `names` are those of the players, as they were given. */
export function analyse_address(
    line: { rules: string; start: string; moves?: string },
    review: boolean | Side = false,
    names: Names = { south: '', north: '' },
): string {
    const query = new URLSearchParams({ rules: line.rules, start: line.start });
    if (line.moves) query.set('moves', line.moves);
    if (names.south) query.set('south', names.south);
    if (names.north) query.set('north', names.north);
    if (review) query.set('review', review === true ? '1' : review);
    return `/analyse?${query}`;
}
