// Connection: the server, whether it can be reached, and what it offers, as reactive state.
import { Api, type Link, type Socket } from './api';
import { kgp_from_here } from './hosts';
import { Server } from './protocol';
import type { ServerInfo } from './types';

export class Connection {
    link: Link = $state('connecting');
    info: ServerInfo | null = $state.raw(null);
    readonly server: Server;

    private readonly api: Api;

    constructor(make: () => Socket, silence?: number) {
        this.api = new Api(make, silence);
        this.server = new Server(this.api);
    }

    /** Connects. Returns the function that stops listening to the browser. */
    start(): () => void {
        this.api.onlink = (link) => (this.link = link);
        // Ask again after a reconnection: a restarted server may offer something else.
        const drop = this.server.keep(
            () => this.server.info(),
            (info) => (this.info = seen_from_here(info)),
        );
        const shown = () => document.hidden || this.wake();
        const online = () => this.wake();
        addEventListener('online', online);
        document.addEventListener('visibilitychange', shown);
        this.api.connect();
        return () => {
            drop();
            removeEventListener('online', online);
            document.removeEventListener('visibilitychange', shown);
        };
    }

    /** Reconnects without waiting for the next try, or tests an open connection by a request. */
    private wake(): void {
        this.api.connect();
        if (this.link === 'open') this.server.info().catch(() => {});
    }
}

function seen_from_here(info: ServerInfo): ServerInfo {
    const { lobby } = info;
    return { ...info, lobby: { ...lobby, kgp: kgp_from_here(lobby.kgp, location.hostname) } };
}
