// OwnGames: the games that this browser has keys for, so that they survive a reload; newest first.
import { most_wanted, old_games_shape, own_games_shape, type OwnGame } from './own_game';
import { on_change, read, write } from './stored';
import type { GameState, Keys, Names, NewGame } from './types';

const kStore = 'kalah.games';
const kOldStore = 'kalah.rooms'; // of versions before 0.2
const load = (): OwnGame[] =>
    read(kStore, (found) => (found === null ? null : own_games_shape(found))) ??
    read(kOldStore, old_games_shape);

export class OwnGames {
    all: OwnGame[] = $state.raw(load());
    private made: NewGame | null = null;

    /** Follows changes in other tabs. Returns a function that stops this. */
    start(): () => void {
        return on_change(kStore, () => (this.all = load()));
    }

    keys(id: string): Keys {
        return this.all.find((own) => own.id === id)?.keys ?? {};
    }

    /** Saves keys, names and status; without keys there is nothing to save. */
    keep(id: string, keys: Keys, state: Pick<GameState, 'status'>, names: Names): void {
        if (Object.keys(keys).length === 0) return;
        const own: OwnGame = { id, keys, names, at: Date.now(), over: state.status === 'over' };
        this.save(most_wanted([own, ...load().filter((other) => other.id !== id)]));
    }

    /** Saves a new game. Its page gets the state at once, by take_made. */
    keep_made(made: NewGame, names: Names): void {
        this.keep(made.game, made.keys, made.state, names);
        this.made = made;
    }

    take_made(id: string): NewGame | null {
        const made = this.made?.game === id ? this.made : null;
        this.made = null;
        return made;
    }

    forget(id: string): void {
        this.save(load().filter((own) => own.id !== id));
    }

    private save(all: OwnGame[]): void {
        this.all = all;
        write(kStore, all);
    }
}
