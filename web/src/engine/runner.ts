// Runner: an engine with its sessions, which works whenever there is something to do and lets messages
// in between.
import { Engine, type Outside } from './module';

export type Listener = { heard: (message: string) => void; closed: () => void };

/** Calls back soon, but after the messages that wait already. */
function next_turn(call: () => void): () => void {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = call;
    return () => port2.postMessage(null);
}

export class Runner {
    readonly engine: Engine;
    private readonly sessions = new Map<number, Listener>();
    private timer: ReturnType<typeof setTimeout> | undefined;
    private waiting = false;
    private readonly soon = next_turn(() => this.run());

    /** `failed`: the engine is broken; it is not used any more. */
    constructor(
        module: WebAssembly.Module,
        version: string,
        book: string,
        keep: Outside['keep'],
        private readonly failed: (why: unknown) => void,
    ) {
        this.engine = new Engine(module, version, book, {
            send: (session, message) => this.sessions.get(session)?.heard(message),
            closed: (session) => this.sessions.get(session)?.closed(),
            keep,
        });
    }

    open(listener: Listener): number {
        const session = this.engine.open();
        this.sessions.set(session, listener);
        return session;
    }
    receive(session: number, message: string): void {
        this.guarded(() => this.engine.receive(session, message));
    }
    close(session: number): void {
        this.sessions.delete(session);
        this.guarded(() => this.engine.close(session));
    }

    private guarded(work: () => void): void {
        try {
            work();
        } catch (why) {
            return this.failed(why);
        }
        this.wake();
    }
    private wake(): void {
        if (this.waiting) return;
        this.waiting = true;
        this.soon();
    }
    private run(): void {
        this.waiting = false;
        clearTimeout(this.timer);
        let wait: number;
        try {
            wait = this.engine.work();
        } catch (why) {
            return this.failed(why);
        }
        if (wait === 0) this.wake();
        else if (wait > 0) this.timer = setTimeout(() => this.wake(), Math.min(wait, 2 ** 30));
    }
}
