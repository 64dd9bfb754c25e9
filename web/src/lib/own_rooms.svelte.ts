// The rooms this browser has keys for, so that games survive a reload; in localStorage, newest first.
import type { Keys, Names, RoomState } from './types';

export interface OwnRoom {
    room: string;
    keys: Keys;
    names: Names;
    /** When it was last seen, milliseconds since 1970. */
    at: number;
    over: boolean;
}

const kStore = 'kalah.rooms';
const kMost = 60;

function load(): OwnRoom[] {
    try {
        const found = JSON.parse(localStorage.getItem(kStore) ?? '[]') as unknown;
        return Array.isArray(found) ? (found as OwnRoom[]).filter((own) => typeof own?.room === 'string' && own.keys) : [];
    } catch {
        return [];
    }
}

class OwnRooms {
    all: OwnRoom[] = $state.raw(load());

    constructor() {
        // Other tabs play too.
        addEventListener('storage', (event) => {
            if (event.key === kStore) this.all = load();
        });
    }

    keys(room: string): Keys {
        return this.all.find((own) => own.room === room)?.keys ?? {};
    }

    /** New or changed keys, names and status of a room that one has keys for. */
    keep(room: string, keys: Keys, state: RoomState, names: Names): void {
        if (Object.keys(keys).length === 0) return;
        const own: OwnRoom = { room, keys, names, at: Date.now(), over: state.status === 'over' };
        this.save([own, ...load().filter((other) => other.room !== room)].slice(0, kMost));
    }

    forget(room: string): void {
        this.save(load().filter((own) => own.room !== room));
    }

    private save(all: OwnRoom[]): void {
        this.all = all;
        try {
            localStorage.setItem(kStore, JSON.stringify(all));
        } catch {
            // Then a reload loses the keys; the game itself goes on.
        }
    }
}

export const own_rooms = new OwnRooms();
