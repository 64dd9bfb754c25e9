// Engine: kalah.wasm, the server's own logic compiled for browsers (src/wasm/). Takes and gives the
// messages of docs/web-api.md. Nothing here needs a browser: a worker and Node run it alike.

export interface Outside {
    send: (session: number, message: string) => void;
    closed: (session: number) => void;
    /** Keeps the text of a game under its name, or forgets it. */
    keep: (name: string, text: string | null) => void;
}

interface Exports {
    memory: WebAssembly.Memory;
    _initialize(): void;
    allocate(bytes: number): number;
    begin(version: number, book: number): void;
    give_puzzles(text: number): void;
    restore(game: number): void;
    open_session(): number;
    receive(session: number, message: number): void;
    close_session(session: number): void;
    work(): number;
}

const kRealTime = 0;
const kMillion = 1_000_000;

export class Engine {
    private readonly wasm: Exports;
    private readonly encoder = new TextEncoder();
    private readonly decoder = new TextDecoder();

    constructor(module: WebAssembly.Module, version: string, book: string, outside: Outside) {
        const instance = new WebAssembly.Instance(module, this.imports(outside));
        this.wasm = instance.exports as unknown as Exports;
        this.wasm._initialize();
        this.wasm.begin(this.put(version), this.put(book));
    }

    /** Before the first request about puzzles. */
    give_puzzles(text: string): void {
        this.wasm.give_puzzles(this.put(text));
    }
    /** A text that `keep` got in an earlier life; before the first session. */
    restore(game: string): void {
        this.wasm.restore(this.put(game));
    }
    open(): number {
        return this.wasm.open_session();
    }
    receive(session: number, message: string): void {
        this.wasm.receive(session, this.put(message));
    }
    close(session: number): void {
        this.wasm.close_session(session);
    }
    /** Does what is due, and at most one slice of a job. Returns after how many milliseconds to call it
     *  again: 0 = as soon as no message waits, -1 = after the next one. */
    work(): number {
        return this.wasm.work();
    }

    private put(text: string): number {
        const bytes = this.encoder.encode(`${text}\0`);
        const at = this.wasm.allocate(bytes.length);
        new Uint8Array(this.wasm.memory.buffer, at, bytes.length).set(bytes);
        return at;
    }
    private bytes(at: number, size: number): Uint8Array<ArrayBuffer> {
        return new Uint8Array(this.wasm.memory.buffer as ArrayBuffer, at, size);
    }
    private text(at: number, size: number): string {
        return this.decoder.decode(this.bytes(at, size));
    }

    private imports(outside: Outside): WebAssembly.Imports {
        const number = (at: number) => new DataView(this.wasm.memory.buffer).getUint32(at, true);
        return {
            env: { emscripten_notify_memory_growth: () => {} },
            page: {
                send: (session: number, at: number, size: number) =>
                    outside.send(session, this.text(at, size)),
                closed: outside.closed,
                random: (at: number, size: number) => crypto.getRandomValues(this.bytes(at, size)),
                keep: (name: number, length: number, at: number, size: number) =>
                    outside.keep(this.text(name, length), at === 0 ? null : this.text(at, size)),
            },
            wasi_snapshot_preview1: {
                clock_time_get: (clock: number, _precision: bigint, at: number) => {
                    const ms = clock === kRealTime ? Date.now() : performance.now();
                    const view = new DataView(this.wasm.memory.buffer);
                    view.setBigUint64(at, BigInt(Math.round(ms * kMillion)), true);
                    return 0;
                },
                proc_exit: (code: number) => {
                    throw new Error(`the engine ended with ${code}`);
                },
                // Only what a failed assertion writes.
                fd_write: (_file: number, pieces: number, count: number, written: number) => {
                    let all = '';
                    for (let i = 0; i < count; ++i)
                        all += this.text(number(pieces + 8 * i), number(pieces + 8 * i + 4));
                    new DataView(this.wasm.memory.buffer).setUint32(written, all.length, true);
                    console.error(all);
                    return 0;
                },
                fd_close: () => 0,
                fd_seek: () => 0,
            },
        };
    }
}
