// Which finished games to list, and how the page's address says it: ?kind=lobby&player=ada. Pure.
import type { GamesRequest, Origin, Outcome, Who } from '../lib/types';

export const kinds = ['all', 'browser', 'lobby', 'match', 'tournament'] as const;
export type Kind = (typeof kinds)[number];

export const outcomes = ['won', 'drawn', 'lost'] as const satisfies Outcome[];

export interface GamesFilter {
    kind: Kind;
    /** "": everybody. */
    player: string;
    /** What the player is; undefined: whatever has this name. */
    who?: Who | undefined;
    // About the player, when there is one.
    /** "": anyone. */
    opponent: string;
    result: Outcome | '';
    /** As `--rules` takes them; "": all. */
    rules: string;
    /** Dates such as 2026-11-19, the first and the last day; "": open. */
    since: string;
    until: string;
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
    const text = (key: string): string => query.get(key) ?? '';
    return {
        kind,
        player: text('player'),
        opponent: text('opponent'),
        result: outcomes.find((each) => each === query.get('result')) ?? '',
        rules: text('rules'),
        since: day_start(text('since')) === null ? '' : text('since'),
        until: day_start(text('until')) === null ? '' : text('until'),
    };
}

/** The query with its "?"; "" for all games. */
export function write_filter({ kind, ...rest }: GamesFilter): string {
    const query = new URLSearchParams();
    if (kind !== 'all') query.set('kind', kind);
    for (const key of ['player', 'opponent', 'result', 'rules', 'since', 'until'] as const)
        if (rest[key] !== '') query.set(key, rest[key]);
    const words = query.toString();
    return words === '' ? '' : `?${words}`;
}

export function request_of(filter: GamesFilter): GamesRequest {
    const { kind, player, who, opponent, result, rules } = filter;
    const since = day_start(filter.since);
    const until = day_start(filter.until);
    return {
        ...(player === '' ? {} : { player }),
        ...(player !== '' && who ? { kind: who } : {}),
        ...(player !== '' && opponent !== '' ? { opponent } : {}),
        ...(player !== '' && result !== '' ? { result } : {}),
        ...(rules === '' ? {} : { rules }),
        ...(since === null ? {} : { since }),
        ...(until === null ? {} : { until: until + kDay }),
        ...(kind === 'all' ? {} : { origin: kOrigins[kind] }),
    };
}

/** Asks for more than the games of a kind or a player. */
export const is_search = ({ opponent, result, rules, since, until }: GamesFilter): boolean =>
    opponent + result + rules + since + until !== '';

const kDay = 24 * 60 * 60 * 1000;

/** When a day begins here, in ms since 1970; null if the text is no day. */
function day_start(day: string): number | null {
    const found = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00`).getTime() : NaN;
    return Number.isNaN(found) ? null : found;
}
