// Which finished games to list, and how the page's address says it: ?kind=lobby&player=ada. Pure.
import type { Origin } from '../lib/types';

export const kinds = ['all', 'browser', 'lobby', 'match', 'tournament'] as const;
export type Kind = (typeof kinds)[number];

export interface GamesFilter {
    kind: Kind;
    /** "": everybody. */
    player: string;
}

const kOrigins: Record<Exclude<Kind, 'all'>, Origin> = {
    browser: 'browser',
    lobby: 'serve',
    match: 'match',
    tournament: 'tournament',
};

/** An unknown kind means all. */
export function read_filter(query: URLSearchParams): GamesFilter {
    const kind = kinds.find((each) => each === query.get('kind')) ?? 'all';
    return { kind, player: query.get('player') ?? '' };
}

/** The query with its "?"; "" for all games. */
export function write_filter({ kind, player }: GamesFilter): string {
    const query = new URLSearchParams();
    if (kind !== 'all') query.set('kind', kind);
    if (player !== '') query.set('player', player);
    const words = query.toString();
    return words === '' ? '' : `?${words}`;
}

export function request_of({ kind, player }: GamesFilter): { player?: string; origin?: Origin } {
    return {
        ...(player === '' ? {} : { player }),
        ...(kind === 'all' ? {} : { origin: kOrigins[kind] }),
    };
}
