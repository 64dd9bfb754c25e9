// Api: one WebSocket with requests, events, and reconnection. Requests are promises that reject with a
// Refusal. `keep` repeats a request after every reconnection. Only protocol.ts knows the verbs.
import { Refusal, refusal_of, type ErrorValue } from './errors';

export type Link = 'connecting' | 'open' | 'lost';

/** What Api uses of a WebSocket; the engine of the browser offers the same (engine/socket.ts). */
export interface Socket {
    readonly readyState: number;
    onopen: ((event: never) => void) | null;
    onmessage: ((message: never) => void) | null;
    onclose: ((event: never) => void) | null;
    send(frame: string): void;
    close(): void;
}

interface Pending {
    resolve: (answer: unknown) => void;
    reject: (why: Refusal) => void;
    /** Started when the request is sent. */
    timer?: ReturnType<typeof setTimeout>;
}

interface Message {
    re?: number | null;
    error?: ErrorValue;
    event?: string;
    of?: number;
    done?: boolean;
}

export interface Stream {
    /** Rejects if the server refuses or the connection is lost; the stream does not resume by itself. */
    finished: Promise<void>;
    stop: () => void;
}

const kFirstWait = 250;
const kLongestWait = 8000;
/** The server answers at once. */
const kSilence = 15_000;

export class Api {
    onlink: (link: Link) => void = () => {};

    private socket: Socket | null = null;
    private next = 1;
    private tries = 0;
    private timer: ReturnType<typeof setTimeout> | undefined;
    private readonly pending = new Map<number, Pending>();
    private readonly waiting = new Map<number, string>();
    private readonly kept = new Set<() => void>();
    private readonly streams = new Map<number, (why?: Refusal) => void>();
    private readonly on_open = new Set<() => void>();
    private readonly listeners = new Map<string, Set<(event: unknown) => void>>();

    /** `silence`: after how many ms without an answer the connection counts as dead. */
    constructor(
        private readonly make: () => Socket,
        private readonly silence = kSilence,
    ) {}

    connect(): void {
        clearTimeout(this.timer);
        if (this.socket) return;
        this.onlink(this.tries === 0 ? 'connecting' : 'lost');
        const socket = this.make();
        this.socket = socket;
        socket.onopen = () => this.opened();
        socket.onmessage = (message: { data: unknown }) => this.heard(String(message.data));
        socket.onclose = () => this.closed();
    }

    /** Waits for the first connection; fails at once while a lost one is being restored. */
    request(verb: string, args: object = {}): Promise<unknown> {
        return this.send(verb, args).answer;
    }

    /** Asks when connected, and again if the connection is lost before the answer. For data that a
     *  page needs; not for a person's actions, which should fail rather than happen late. */
    async when_open<T>(ask: () => Promise<T>): Promise<T> {
        for (;;) {
            if (!this.open) await new Promise<void>((resolve) => this.on_open.add(resolve));
            const outcome = await ask().then(
                (value) => ({ value }),
                (why: unknown) => ({ why: refusal_of(why) }),
            );
            if ('value' in outcome) return outcome.value;
            if (!outcome.why.lost) throw outcome.why;
        }
    }

    /** Returns the function that removes the listener. */
    on(name: string, listener: (event: unknown) => void): () => void {
        const all = this.listeners.get(name) ?? new Set();
        this.listeners.set(name, all);
        all.add(listener);
        return () => all.delete(listener);
    }

    /** Asks now and after every reconnection. Returns a function that ends this without telling the
     *  server. */
    keep<T>(
        ask: () => Promise<T>,
        answered: (answer: T) => void,
        refused: (why: Refusal) => void = () => {},
    ): () => void {
        let live = true;
        const send = () => {
            ask().then(
                (answer) => live && answered(answer),
                (why: unknown) => {
                    const refusal = refusal_of(why);
                    if (live && !refusal.lost) refused(refusal);
                },
            );
        };
        this.kept.add(send);
        if (this.open) send();
        return () => {
            live = false;
            this.kept.delete(send);
        };
    }

    /** Starts a request whose result comes as events called `name`, up to one that is `done`. */
    stream(verb: string, args: object, name: string, heard: (event: unknown) => void): Stream {
        const { id, answer } = this.send(verb, args);
        const finished = new Promise<void>((resolve, reject) => {
            const off = this.on(name, (event) => {
                const { of, done } = event as Message;
                if (of !== id) return;
                heard(event);
                if (done) end();
            });
            const end = (why?: Refusal) => {
                off();
                this.streams.delete(id);
                if (why) reject(why);
                else resolve();
            };
            this.streams.set(id, end);
            answer.catch((why: unknown) => end(refusal_of(why)));
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

    private send(verb: string, args: object): { id: number; answer: Promise<unknown> } {
        const id = this.next++;
        const frame = JSON.stringify({ id, do: verb, ...args });
        const answer = new Promise<unknown>((resolve, reject) => {
            this.pending.set(id, { resolve, reject });
        });
        if (this.open) this.write(id, frame);
        else if (this.tries === 0) this.waiting.set(id, frame);
        else this.reject(id, Refusal.lost());
        return { id, answer };
    }

    private write(id: number, frame: string): void {
        this.socket?.send(frame);
        const pending = this.pending.get(id);
        if (pending) pending.timer = setTimeout(() => this.abandon(), this.silence);
    }

    /** Drops the connection: a half-open one may take minutes to close by itself. */
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
        for (const [id, frame] of this.waiting) this.write(id, frame);
        this.waiting.clear();
        for (const send of this.kept) send();
        for (const go of this.on_open) go();
        this.on_open.clear();
    }

    private heard(frame: string): void {
        const message = JSON.parse(frame) as Message;
        if (message.event !== undefined) {
            for (const listener of [...(this.listeners.get(message.event) ?? [])])
                listener(message);
            return;
        }
        if (typeof message.re !== 'number') return;
        if (message.error === undefined) this.take(message.re)?.resolve(message);
        else this.reject(message.re, new Refusal(message.error));
    }

    private take(id: number): Pending | undefined {
        const pending = this.pending.get(id);
        clearTimeout(pending?.timer);
        this.pending.delete(id);
        return pending;
    }

    private reject(id: number, why: Refusal): void {
        const pending = this.take(id);
        this.waiting.delete(id);
        // Reject only after send() has returned the promise to its caller.
        if (pending) queueMicrotask(() => pending.reject(why));
    }

    private closed(): void {
        this.socket = null;
        this.tries += 1;
        this.onlink('lost');
        const why = Refusal.lost();
        for (const id of [...this.pending.keys()]) this.reject(id, why);
        for (const end of [...this.streams.values()]) end(why);
        const wait = Math.min(kLongestWait, kFirstWait * 2 ** (this.tries - 1));
        this.timer = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
    }
}
