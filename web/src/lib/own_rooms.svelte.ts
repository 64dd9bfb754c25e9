// The rooms this browser has keys for, so that games survive a reload; newest first.
import { most_wanted, own_rooms_shape, type OwnRoom } from './own_room';
import { on_change, read, write } from './stored';
import type { NewRoom } from './requests';
import type { Keys, Names, RoomState } from './types';

const kStore = 'kalah.rooms';
const load = () => read(kStore, own_rooms_shape);

class OwnRooms {
    all: OwnRoom[] = $state.raw(load());
    private made: NewRoom | null = null;

    constructor() {
        on_change(kStore, () => (this.all = load()));
    }

    keys(room: string): Keys {
        return this.all.find((own) => own.room === room)?.keys ?? {};
    }

    /** New or changed keys, names and status of a room that one has keys for. */
    keep(room: string, keys: Keys, state: RoomState, names: Names): void {
        if (Object.keys(keys).length === 0) return;
        const own: OwnRoom = { room, keys, names, at: Date.now(), over: state.status === 'over' };
        this.save(most_wanted([own, ...load().filter((other) => other.room !== room)]));
    }

    /** A room that was made just now; the page that opens it has its state at once, by take_made. */
    keep_made(made: NewRoom, names: Names): void {
        this.keep(made.room, made.keys, made.state, names);
        this.made = made;
    }

    take_made(room: string): NewRoom | null {
        const made = this.made?.room === room ? this.made : null;
        this.made = null;
        return made;
    }

    forget(room: string): void {
        this.save(load().filter((own) => own.room !== room));
    }

    private save(all: OwnRoom[]): void {
        this.all = all;
        write(kStore, all);
    }
}

export const own_rooms = new OwnRooms();
