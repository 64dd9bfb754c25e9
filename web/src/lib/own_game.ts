// A game that this browser has keys for, as localStorage keeps it. Pure.
import { flag, is_object, list, number, record, words } from './stored';
import type { Keys, Names } from './types';

export interface OwnGame {
    id: string;
    keys: Keys;
    names: Names;
    /** When it was last seen, in ms since 1970. */
    at: number;
    over: boolean;
}

const kMost = 60;

const fields = record<OwnGame>({
    id: words(100),
    keys: (found) => {
        const keys = record({ south: words(200), north: words(200) })(found);
        return {
            ...(keys.south && { south: keys.south }),
            ...(keys.north && { north: keys.north }),
        };
    },
    names: record({ south: words(100), north: words(100) }),
    at: number(0, Number.MAX_SAFE_INTEGER, 0),
    over: flag(false),
});

/** Entries without id or keys are useless and dropped. */
export const own_games_shape = list<OwnGame>((found) => {
    const own = fields(found);
    return is_object(found) && own.id !== '' && Object.keys(own.keys).length > 0 ? own : null;
});

/** The entries of earlier versions, which said `room` for `id`. */
export const old_games_shape = (found: unknown): OwnGame[] =>
    own_games_shape(
        Array.isArray(found)
            ? found.map((each: unknown) => (is_object(each) ? { ...each, id: each.room } : each))
            : null,
    );

/** At most `most`: running games before finished ones, newer before older. */
export function most_wanted(all: OwnGame[], most = kMost): OwnGame[] {
    const kept = new Set(
        [...all.filter((own) => !own.over), ...all.filter((own) => own.over)].slice(0, most),
    );
    return all.filter((own) => kept.has(own));
}
