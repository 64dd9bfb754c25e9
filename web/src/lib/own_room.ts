// A room this browser has keys for, as it is kept (own_rooms.svelte.ts keeps them). Pure.
import { flag, is_object, list, number, record, words } from './stored';
import type { Keys, Names } from './types';

export interface OwnRoom {
    room: string;
    keys: Keys;
    names: Names;
    /** When it was last seen, milliseconds since 1970. */
    at: number;
    over: boolean;
}

const kMost = 60;

const fields = record<OwnRoom>({
    room: words(100),
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

/** Rooms as they are kept; those without name or keys are of no use. */
export const own_rooms_shape = list<OwnRoom>((found) => {
    const own = fields(found);
    return is_object(found) && own.room !== '' && Object.keys(own.keys).length > 0 ? own : null;
});

/** As many as are kept: running games before finished ones, of each the newest. */
export function most_wanted(all: OwnRoom[], most = kMost): OwnRoom[] {
    const kept = new Set(
        [...all.filter((own) => !own.over), ...all.filter((own) => own.over)].slice(0, most),
    );
    return all.filter((own) => kept.has(own));
}
