// The worker in which an engine runs: one for the games of all tabs, if the browser has shared
// workers, and one of each tab for analyses. The first message of a page is Begin; all others and all
// answers are those of docs/web-api.md, or a Note.
import { KeptGames } from './kept';
import { Runner } from './runner';
import type { Site } from '../lib/site';

export interface Begin {
    site: Site;
    /** Where the page is: names of files are relative to it. */
    base: string;
    /** Its games are kept in the browser. */
    keeps: boolean;
}
export type Note = 'opened' | 'closed';
export type FromPage = Begin | 'close' | { message: string };
export type ToPage = { note: Note } | { message: string };

/** What a port of a shared worker and a worker of its own have in common. */
interface Port {
    postMessage(message: ToPage): void;
    onmessage: ((event: MessageEvent<FromPage>) => void) | null;
}

const kOfPuzzles = ['puzzles', 'puzzle', 'answer'];
const scope = globalThis as unknown as Port & {
    onconnect?: ((event: MessageEvent) => void) | null;
    close(): void;
};
const ports = new Set<Port>();
let started: Promise<{ runner: Runner; puzzles: () => Promise<void> }> | null = null;

async function load(name: string, base: string): Promise<Response> {
    const response = await fetch(new URL(name, base));
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return response;
}

async function start({ site, base, keeps }: Begin) {
    const [engine, book, kept] = await Promise.all([
        load(site.engine, base).then((response) => response.arrayBuffer()),
        load(site.book, base).then((response) => response.text()),
        keeps ? KeptGames.open() : null,
    ]);
    const module = await WebAssembly.compile(engine);
    const keep = (name: string, text: string | null) => kept?.keep(name, text);
    const runner = new Runner(module, site.version, book, keep, fail);
    for (const game of (await kept?.all()) ?? []) runner.engine.restore(game);
    let given: Promise<void> | null = null;
    const puzzles = () =>
        (given ??= load(site.puzzles, base)
            .then((response) => response.text())
            .then((text) => runner.engine.give_puzzles(text)));
    return { runner, puzzles };
}

/** The pages connect again, to another worker. */
function fail(why: unknown): void {
    console.error(why);
    for (const port of ports) port.postMessage({ note: 'closed' });
    scope.close();
}

function serve(port: Port, begin: Begin): void {
    ports.add(port);
    started ??= start(begin);
    const opened = started.then(({ runner, puzzles }) => {
        const session = runner.open({
            heard: (message) => port.postMessage({ message }),
            closed: () => port.postMessage({ note: 'closed' }),
        });
        port.postMessage({ note: 'opened' });
        return { runner, puzzles, session };
    });
    let queue: Promise<unknown> = opened.catch(fail);
    const handle = async (data: FromPage) => {
        const { runner, puzzles, session } = await opened;
        if (data === 'close') {
            ports.delete(port);
            runner.close(session);
        } else if ('message' in data) {
            const { do: verb } = JSON.parse(data.message) as { do?: string };
            if (kOfPuzzles.includes(verb ?? '')) await puzzles();
            runner.receive(session, data.message);
        }
    };
    port.onmessage = ({ data }) => (queue = queue.then(() => handle(data)).catch(fail));
}

function welcome(port: Port): void {
    port.onmessage = ({ data }) => {
        if (typeof data === 'object' && 'site' in data) serve(port, data);
    };
}

if ('onconnect' in scope) scope.onconnect = (event) => event.ports[0] && welcome(event.ports[0]);
else welcome(scope);
