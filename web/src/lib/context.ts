// What every component may need, given by context: main.ts makes it for the browser, tests make their own.
import { createContext } from 'svelte';
import { Announcer } from './announce.svelte';
import type { Connection } from './connection.svelte';
import { PlayerNames } from './names';
import { OwnGames } from './own_games.svelte';
import { write_links } from './place';
import { Router } from './router.svelte';
import { Settings } from './settings.svelte';
import { Sound } from './sound';

export interface Context {
    connection: Connection;
    router: Router;
    settings: Settings;
    sound: Sound;
    announcer: Announcer;
    own_games: OwnGames;
    names: PlayerNames;
}

/** Call get_context while creating a component inside one that called set_context. */
export const [get_context, set_context] = createContext<Context>();

/** Subscribes to nothing and sends nothing: start_context does. */
export function make_context(connection: Connection): Context {
    const settings = new Settings();
    return {
        connection,
        router: new Router(),
        settings,
        sound: new Sound(settings),
        announcer: new Announcer(),
        own_games: new OwnGames(),
        names: new PlayerNames(connection),
    };
}

/** Returns the function that stops all of it. */
export function start_context({ connection, router, settings, own_games }: Context): () => void {
    const stops = [
        settings.start(),
        router.start(),
        own_games.start(),
        write_links(),
        connection.start(),
    ];
    return () => stops.forEach((stop) => stop());
}
