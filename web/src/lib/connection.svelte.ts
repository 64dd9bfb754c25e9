// The page's one Api, and its state as the pages see it.
import { Api, type Link } from './api';
import { kgp_from_here } from './hosts';
import type { Hello } from './types';

class Connection {
    link: Link = $state('connecting');
    hello: Hello | null = $state.raw(null);
    readonly api: Api;

    constructor() {
        const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
        this.api = new Api(`${scheme}//${location.host}/api`);
        this.api.onlink = (link) => (this.link = link);
        // Kept: a server that was restarted may have other presets and another hall.
        this.api.keep(
            'hello',
            () => ({}),
            (hello) => (this.hello = seen_from_here(hello)),
        );
        this.api.connect();
        addEventListener('online', () => this.back());
        document.addEventListener('visibilitychange', () => document.hidden || this.back());
    }

    /** Machine or person are back: no need to wait for the next try, and a connection that has died
     *  in the meantime is found out by a question. */
    private back(): void {
        this.api.connect();
        if (this.link === 'open') this.api.request('hello', {}).catch(() => {});
    }
}

function seen_from_here(hello: Hello): Hello {
    return {
        ...hello,
        hall: { ...hello.hall, kgp: kgp_from_here(hello.hall.kgp, location.hostname) },
    };
}

export const connection = new Connection();
export const api = connection.api;
