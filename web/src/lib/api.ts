// Api: the one conversation with the server (docs/web-api.md). Requests are promises, events have
// listeners, and what should outlive a lost connection is *kept*: sent again whenever a connection
// is made. Knows no page and no drawing; Connection (connection.svelte.ts) makes its state visible.
import { text } from '../text';
import { refusal_key, refusal_text, type RefusalKey } from './refusals';
import type { EventName, Events, RequestName, Requests } from './requests';

export type Link = 'connecting' | 'open' | 'lost';

/** The server's refusal in words for people, or that the connection is lost. `column` is set if it is
 *  about a text. */
export class Refusal extends Error {
    /** The server's own words. */
    readonly words: string;
    readonly key: RefusalKey | null;
    readonly column: number | undefined;
    readonly lost: boolean;
    constructor(words: string, options: { column?: number; lost?: boolean } = {}) {
        super(options.lost ? words : refusal_text(words));
        this.words = words;
        this.key = options.lost ? null : refusal_key(words);
        this.column = options.column;
        this.lost = options.lost ?? false;
    }
}

interface Pending {
    resolve: (answer: unknown) => void;
    reject: (why: Refusal) => void;
    /** Runs since it was sent. */
    timer?: ReturnType<typeof setTimeout>;
}

/** Why a request failed, in words for people. */
export const reason = (why: unknown): string =>
    why instanceof Refusal ? why.message : text.shell.lost;

const kFirstWait = 250;
const kLongestWait = 8000;
/** The server answers at once: without an answer for so long, nobody is at the other end. */
const kSilence = 15_000;

export class Api {
    onlink: (link: Link) => void = () => {};

    private socket: WebSocket | null = null;
    private next = 1;
    private tries = 0;
    private timer: ReturnType<typeof setTimeout> | undefined;
    private readonly pending = new Map<number, Pending>();
    private readonly waiting = new Map<number, string>();
    private readonly kept = new Set<() => void>();
    private readonly streams = new Map<number, (why?: Refusal) => void>();
    private readonly patient = new Set<() => void>();
    private readonly listeners = new Map<string, Set<(event: never) => void>>();

    constructor(private readonly url: string) {}

    connect(): void {
        clearTimeout(this.timer);
        if (this.socket) return;
        this.onlink(this.tries === 0 ? 'connecting' : 'lost');
        const socket = new WebSocket(this.url);
        this.socket = socket;
        socket.onopen = () => this.opened();
        socket.onmessage = (message) => this.heard(String(message.data));
        socket.onclose = () => this.closed();
    }

    /** Waits for the connection if there is none yet; rejects with a Refusal. */
    request<K extends RequestName>(
        name: K,
        args: Requests[K]['with'],
    ): Promise<Requests[K]['answer']> {
        return this.ask(name, args).answer;
    }

    /** Asks once there is a connection, and again if it is lost before the answer comes. For what a
     *  page cannot do without; what a person does is better refused than done late. */
    async when_open<T>(ask: () => Promise<T>): Promise<T> {
        for (;;) {
            if (!this.open) await new Promise<void>((resolve) => this.patient.add(resolve));
            try {
                return await ask();
            } catch (why) {
                if (!(why instanceof Refusal && why.lost)) throw why;
            }
        }
    }

    /** Listens to events; call what comes back to end it. */
    on<E extends EventName>(name: E, listener: (event: Events[E]) => void): () => void {
        const all = this.listeners.get(name) ?? new Set();
        this.listeners.set(name, all);
        all.add(listener);
        return () => all.delete(listener);
    }

    /** A request made now and after every reconnection (enter, lobby, watch, tournament), until what
     *  comes back is called. That does not tell the server: send leave or on: false yourself. */
    keep<K extends RequestName>(
        name: K,
        args: () => Requests[K]['with'],
        answered: (answer: Requests[K]['answer']) => void,
        refused: (why: Refusal) => void = () => {},
    ): () => void {
        let live = true;
        const send = () => {
            this.request(name, args()).then(
                (answer) => live && answered(answer),
                (why: Refusal) => live && !why.lost && refused(why),
            );
        };
        this.kept.add(send);
        if (this.open) send();
        return () => {
            live = false;
            this.kept.delete(send);
        };
    }

    /** Starts analyze or review; `heard` gets its events only. `stop` ends it early; `finished` is
     *  rejected if it was refused or the connection was lost: it does not go on by itself then. */
    stream<K extends 'analyze' | 'review'>(
        name: K,
        args: Requests[K]['with'],
        heard: (event: Events[K extends 'analyze' ? 'analysis' : 'review']) => void,
    ): { finished: Promise<void>; stop: () => void } {
        const { id, answer } = this.ask(name, args);
        const finished = new Promise<void>((resolve, reject) => {
            const off = this.on(name === 'analyze' ? 'analysis' : 'review', (event) => {
                if (event.of !== id) return;
                heard(event as never);
                if (event.done) end();
            });
            const end = (why?: Refusal) => {
                off();
                this.streams.delete(id);
                if (why) reject(why);
                else resolve();
            };
            this.streams.set(id, end);
            answer.catch(end);
        });
        const stop = () => {
            const end = this.streams.get(id);
            if (!end) return;
            end();
            if (this.open) this.request('stop', { of: id }).catch(() => {});
        };
        return { finished, stop };
    }

    private get open(): boolean {
        return this.socket?.readyState === WebSocket.OPEN;
    }

    private ask<K extends RequestName>(name: K, args: Requests[K]['with']) {
        const id = this.next++;
        const frame = JSON.stringify({ id, do: name, ...args });
        const answer = new Promise<Requests[K]['answer']>((resolve, reject) => {
            this.pending.set(id, { resolve: resolve as (answer: unknown) => void, reject });
        });
        if (this.open) this.send(id, frame);
        else if (this.tries === 0) this.waiting.set(id, frame);
        else this.reject(id, new Refusal(text.shell.lost, { lost: true }));
        return { id, answer };
    }

    private send(id: number, frame: string): void {
        this.socket?.send(frame);
        const pending = this.pending.get(id);
        if (pending) pending.timer = setTimeout(() => this.abandon(), kSilence);
    }

    /** A connection that is only half there may take minutes to close by itself. */
    private abandon(): void {
        const socket = this.socket;
        if (!socket) return;
        socket.onopen = socket.onmessage = socket.onclose = () => {};
        socket.close();
        this.closed();
    }

    private opened(): void {
        this.tries = 0;
        this.onlink('open');
        for (const [id, frame] of this.waiting) this.send(id, frame);
        this.waiting.clear();
        for (const send of this.kept) send();
        for (const go of this.patient) go();
        this.patient.clear();
    }

    private heard(text: string): void {
        const message = JSON.parse(text) as {
            re?: number | null;
            error?: string;
            column?: number;
            event?: string;
        };
        if (message.event !== undefined) {
            for (const listener of [...(this.listeners.get(message.event) ?? [])])
                listener(message as never);
            return;
        }
        if (typeof message.re !== 'number') return;
        if (message.error !== undefined) {
            this.reject(message.re, new Refusal(message.error, { column: message.column }));
            return;
        }
        this.taken(message.re)?.resolve(message);
    }

    /** A request that waits no longer. */
    private taken(id: number): Pending | undefined {
        const pending = this.pending.get(id);
        clearTimeout(pending?.timer);
        this.pending.delete(id);
        return pending;
    }

    private reject(id: number, why: Refusal): void {
        const pending = this.taken(id);
        this.waiting.delete(id);
        // Not before the caller holds the promise.
        if (pending) queueMicrotask(() => pending.reject(why));
    }

    private closed(): void {
        this.socket = null;
        this.tries += 1;
        this.onlink('lost');
        const why = new Refusal(text.shell.lost, { lost: true });
        for (const id of [...this.pending.keys()]) this.reject(id, why);
        for (const end of [...this.streams.values()]) end(why);
        const wait = Math.min(kLongestWait, kFirstWait * 2 ** (this.tries - 1));
        this.timer = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
    }
}
