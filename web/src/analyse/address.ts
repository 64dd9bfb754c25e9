// The analysis in the page's address: /analyse?rules=standard&start=6x4&moves=3-6_2. Without `ply` the
// link is to the last position. Positions have no brackets and blanks are "_", so that people can read
// the address and mail programs do not break it. Pure.
import type { Names, Side } from '../lib/types';

export interface Address {
    rules: string;
    /** A size or a position, in notation. */
    start: string;
    /** The main line, in notation. */
    moves: string;
    /** Other lines from the start, in notation. */
    also: string[];
    /** The line shown: 0 is the main line, n the n-th of `also`. */
    line: number;
    /** The number of moves of that line before the position; null: all. */
    ply: number | null;
    /** Whose moves to review, if any. */
    review: Side | 'both' | null;
    /** A game of this server, by id. */
    game: string | null;
    /** The players' names as given; "": not known. */
    names: Names;
    /** The game on this server that the line comes from, by id: a link leads back to it. */
    back: string | null;
}

/** The longest query: far below the limits of servers and mail programs. */
const kMostLetters = 3000;
/** Each line costs one request: far fewer than the server accepts at once. */
const kMostLines = 50;

const kLongestName = 64;

const blanks = (text: string): string => text.replaceAll('_', ' ').trim();
const bars = (text: string): string => text.trim().replaceAll(/\s+/g, '_');

function read_start(text: string): string {
    const start = blanks(text);
    const bare = /^(\d+(?:,\d+)+)( n)?$/.exec(start);
    return bare ? `<${bare[1]}>${bare[2] ?? ''}` : start;
}

const write_start = (start: string): string => bars(start.replaceAll(/[<>]/g, ''));

function count(text: string | null): number | null {
    return text !== null && /^\d{1,5}$/.test(text) ? Number(text) : null;
}

const read_name = (text: string | null): string => (text ?? '').trim().slice(0, kLongestName);

function read_review(text: string | null): Address['review'] {
    if (text === 'south' || text === 'north') return text;
    return text === '1' ? 'both' : null;
}

export function read_address(search: string): Address {
    const query = new URLSearchParams(search);
    return {
        rules: query.get('rules') || 'standard',
        start: read_start(query.get('start') || '6x4'),
        moves: blanks(query.get('moves') ?? ''),
        also: query.getAll('also').slice(0, kMostLines).map(blanks),
        line: count(query.get('line')) ?? 0,
        ply: count(query.get('ply')),
        review: read_review(query.get('review')),
        game: query.get('game'),
        names: { south: read_name(query.get('south')), north: read_name(query.get('north')) },
        back: read_name(query.get('back')) || null,
    };
}

/** The indices of the variations that fit into an address; the one shown always does. */
function fitting(also: readonly string[], line: number, letters: number): number[] {
    const order = also
        .map((_, i) => i)
        .sort((a, b) => Number(b === line - 1) - Number(a === line - 1));
    const kept = order.slice(0, kMostLines).filter((i) => {
        letters += (also[i]?.length ?? 0) + 6;
        return letters <= kMostLetters || i === line - 1;
    });
    return kept.sort((a, b) => a - b);
}

/** The query, with its "?". Leaves out variations that would make it too long, never the one shown. */
export function write_address(address: Partial<Address>): string {
    // A query may contain "," "=" and "-" unescaped (RFC 3986); URLSearchParams would escape ",".
    const safe = (text: string): string =>
        encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3D', '=');
    const words: string[] = [];
    const add = (key: string, value: string) => words.push(`${key}=${safe(value)}`);
    add('rules', address.rules ?? 'standard');
    add('start', write_start(address.start ?? '6x4'));
    if (address.moves) add('moves', bars(address.moves));
    if (address.names?.south) add('south', address.names.south);
    if (address.names?.north) add('north', address.names.north);
    if (address.back) add('back', address.back);
    const also = address.also ?? [];
    const kept = fitting(also, address.line ?? 0, words.join('&').length);
    for (const i of kept) add('also', bars(also[i] ?? ''));
    if (address.line) add('line', `${kept.indexOf(address.line - 1) + 1}`);
    if (address.ply !== null && address.ply !== undefined) add('ply', `${address.ply}`);
    if (address.review) add('review', address.review === 'both' ? '1' : address.review);
    return `?${words.join('&')}`;
}
