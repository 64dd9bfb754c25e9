// Which finished games are wanted, and how the address of the page says it: ?kind=hall&player=ada
// Pure.
import type { Requests } from '../lib/requests';
import type { Origin } from '../lib/types';

export const kinds = ['all', 'browser', 'hall', 'match', 'tournament'] as const;
export type Kind = (typeof kinds)[number];

export interface GamesWish {
    kind: Kind;
    /** "": of everybody. */
    player: string;
}

const kOrigins: Record<Exclude<Kind, 'all'>, Origin> = {
    browser: 'browser',
    hall: 'serve',
    match: 'match',
    tournament: 'tournament',
};

/** What is no kind means all of them. */
export function read_wish(query: URLSearchParams): GamesWish {
    const kind = kinds.find((each) => each === query.get('kind')) ?? 'all';
    return { kind, player: query.get('player') ?? '' };
}

/** The query with its "?"; "" for all games of everybody. */
export function write_wish({ kind, player }: GamesWish): string {
    const query = new URLSearchParams();
    if (kind !== 'all') query.set('kind', kind);
    if (player !== '') query.set('player', player);
    const words = query.toString();
    return words === '' ? '' : `?${words}`;
}

export function request_of({
    kind,
    player,
}: GamesWish): Pick<Requests['games']['with'], 'player' | 'origin'> {
    return {
        ...(player === '' ? {} : { player }),
        ...(kind === 'all' ? {} : { origin: kOrigins[kind] }),
    };
}
