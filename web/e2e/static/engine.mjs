// The engine of the browser in Node: web/src/engine/runner.ts with kalah.wasm, asked like a server.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { new_folder, root } from '../server.mjs';

const kEvents = ['analysis', 'review'];

export class EnginePeer {
    #next = 1;
    #waiting = new Map();
    #events = new Map();

    /** `site`: the folder that `kalah page` has written. */
    static async open(engine, site) {
        const outfile = join(new_folder(), 'runner.mjs');
        await build({
            entryPoints: [join(root, 'web/src/engine/runner.ts')],
            bundle: true,
            format: 'esm',
            outfile,
            logLevel: 'error',
        });
        const { Runner } = await import(outfile);
        const { book, puzzles } = site;
        const peer = new EnginePeer();
        const module = await WebAssembly.compile(readFileSync(engine));
        peer.runner = new Runner(
            module,
            'test',
            readFileSync(book, 'utf8'),
            () => {},
            (why) => {
                throw why;
            },
        );
        peer.runner.engine.give_puzzles(readFileSync(puzzles, 'utf8'));
        peer.session = peer.runner.open({
            heard: (text) => peer.#heard(JSON.parse(text)),
            closed: () => {},
        });
        return peer;
    }

    ask(verb, keys = {}) {
        const id = this.#next++;
        return new Promise((done) => {
            this.#waiting.set(id, done);
            this.runner.receive(this.session, JSON.stringify({ id, do: verb, ...keys }));
        }).then((answer) => ({ ...answer, id }));
    }

    /** The last event of a request that is answered by events. */
    async ask_to_end(verb, keys) {
        const id = this.#next;
        const done = new Promise((end) => this.#events.set(id, end));
        const answer = await this.ask(verb, keys);
        return answer.error ? answer : done;
    }

    #heard(message) {
        if (kEvents.includes(message.event) && message.done)
            this.#events.get(message.of)?.(message);
        else if (message.re !== undefined) this.#waiting.get(message.re)?.(message);
    }
}
