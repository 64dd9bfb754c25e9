// EngineSocket: the engine of this browser, as a connection like that to a server. Games are played in
// one worker, analyses computed in another, so that neither waits for the other.
import type { Socket } from '../lib/api';
import type { Site } from '../lib/site';
import type { Begin, FromPage, ToPage } from './worker';

export { work_offline } from './offline';

interface Port {
    postMessage(message: FromPage): void;
    onmessage: ((event: MessageEvent<ToPage>) => void) | null;
}

/** Verbs whose answers take a while, and need nothing of a game that is being played. */
const kOfAnalysis = ['analyze', 'review', 'stop', 'tree', 'answer'];

export class EngineSocket implements Socket {
    readyState = WebSocket.CONNECTING as number;
    onopen: (() => void) | null = null;
    onmessage: ((message: { data: unknown }) => void) | null = null;
    onclose: (() => void) | null = null;

    private readonly games: Port;
    private analysis: Port | null = null;
    private readonly workers: Worker[] = [];

    constructor(private readonly site: Site) {
        this.games = this.shared() ?? this.own();
        this.begin(this.games, true);
        // A page that comes back from the browser's cache of pages connects again.
        addEventListener('pagehide', this.lose);
    }

    send(frame: string): void {
        const { do: verb } = JSON.parse(frame) as { do: string };
        const port = kOfAnalysis.includes(verb) ? this.of_analysis() : this.games;
        port.postMessage({ message: frame });
    }

    close(): void {
        if (this.readyState === WebSocket.CLOSED) return;
        this.readyState = WebSocket.CLOSED;
        removeEventListener('pagehide', this.lose);
        this.games.postMessage('close');
        // A worker of its own has games to keep before it ends.
        for (const worker of this.workers) setTimeout(() => worker.terminate(), 1000);
    }

    private readonly lose = (): void => {
        if (this.readyState === WebSocket.CLOSED) return;
        this.close();
        this.onclose?.();
    };

    private shared(): Port | null {
        if (typeof SharedWorker === 'undefined') return null;
        const worker = new SharedWorker(new URL('./worker.ts', import.meta.url), {
            type: 'module',
            name: `kalah ${this.site.engine}`,
        });
        worker.onerror = this.lose;
        return worker.port;
    }
    private own(): Port {
        const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
        worker.onerror = this.lose;
        this.workers.push(worker);
        return worker;
    }
    private of_analysis(): Port {
        if (this.analysis) return this.analysis;
        this.analysis = this.own();
        this.begin(this.analysis, false);
        return this.analysis;
    }

    private begin(port: Port, keeps: boolean): void {
        port.onmessage = ({ data }) => {
            if ('message' in data) return this.onmessage?.({ data: data.message });
            if (data.note === 'closed') return this.lose();
            if (!keeps) return;
            this.readyState = WebSocket.OPEN;
            this.onopen?.();
        };
        const begin: Begin = { site: this.site, base: document.baseURI, keeps };
        port.postMessage(begin);
    }
}
