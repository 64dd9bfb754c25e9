// What the page searches and how, and how its address says it: ?rules=standard&start=4x2&depth=3&…
// Pure.
import { search_text } from '../text/search';

export interface SearchSettings {
    rules: string;
    /** A position or a size. */
    start: string;
    depth: number;
    evaluation: string;
    /** Limits of the knowledge-based pruning, in quarters of a seed. */
    limit: number;
    least: number;
}

export const kSearches = ['minimax', 'alphabeta', 'knowledge'] as const;
export const kDepths = [1, 2, 3, 4, 5];
/** The largest limit that the program takes. */
export const kMostLimit = 10_000;

/** The limits prune a branch of this position at this depth; those of the thesis prune nothing. */
const kUsual: SearchSettings = {
    rules: 'standard',
    start: '4x2',
    depth: 3,
    evaluation: 'simple',
    limit: 4,
    least: 2,
};

/** What is missing gets its usual value, and so does an unknown depth, evaluation or limit. */
export function read_settings(query: URLSearchParams): SearchSettings {
    const known = Object.keys(search_text.evaluations);
    return {
        rules: query.get('rules') ?? kUsual.rules,
        start: query.get('start') ?? kUsual.start,
        depth: kDepths.find((each) => `${each}` === query.get('depth')) ?? kUsual.depth,
        evaluation: known.find((each) => each === query.get('evaluation')) ?? kUsual.evaluation,
        limit: limit_in(query.get('limit')) ?? kUsual.limit,
        least: limit_in(query.get('least')) ?? kUsual.least,
    };
}

function limit_in(text: string | null): number | null {
    const limit = /^\d+$/.test(text ?? '') ? Number(text) : Infinity;
    return limit <= kMostLimit ? limit : null;
}

/** The query with its "?". */
export function write_settings(settings: SearchSettings): string {
    const { rules, start, depth, evaluation, limit, least } = settings;
    const query = new URLSearchParams({ rules, start, depth: `${depth}`, evaluation });
    query.set('limit', `${limit}`);
    query.set('least', `${least}`);
    return `?${query}`;
}

/** The player that searches, as a specification. */
export function player_of(search: (typeof kSearches)[number], settings: SearchSettings): string {
    const { depth, evaluation, limit, least } = settings;
    const player = `${search}:eval=${evaluation},depth=${depth}`;
    return search === 'knowledge' ? `${player},limit=${limit},least=${least}` : player;
}
