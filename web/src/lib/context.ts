// What every component may need, given by context: main.ts makes it for the browser, tests make their own.
import { createContext } from 'svelte';
import { Announcer } from './announce.svelte';
import { Connection } from './connection.svelte';
import { PlayerNames } from './names';
import { OwnGames } from './own_games.svelte';
import { Person } from './person.svelte';
import { Router } from './router.svelte';
import { Settings } from './settings.svelte';
import { Sound } from './sound';
import { Waiting } from './waiting.svelte';

export interface Context {
    connection: Connection;
    router: Router;
    settings: Settings;
    sound: Sound;
    announcer: Announcer;
    own_games: OwnGames;
    person: Person;
    waiting: Waiting;
    names: PlayerNames;
}

/** Call get_context while creating a component inside one that called set_context. */
export const [get_context, set_context] = createContext<Context>();

/** Subscribes to nothing and sends nothing: start_context does. */
export function make_context(): Context {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const connection = new Connection(`${scheme}//${location.host}/api`);
    const settings = new Settings();
    return {
        connection,
        router: new Router(),
        settings,
        sound: new Sound(settings),
        announcer: new Announcer(),
        own_games: new OwnGames(),
        person: new Person(connection),
        waiting: new Waiting(),
        names: new PlayerNames(connection),
    };
}

/** Returns the function that stops all of it. */
export function start_context(context: Context): () => void {
    const { connection, router, settings, own_games, person } = context;
    // The connection first: it says which browser this is, before anything else is asked.
    const stops = [
        settings.start(),
        router.start(),
        own_games.start(),
        connection.start(),
        person.start(),
    ];
    return () => stops.forEach((stop) => stop());
}
