// A real `kalah serve` on free ports with its own store, and the program's other commands. KALAH
// names the program; the default is the build of the preset dev.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
const program = resolve(process.env.KALAH ?? join(root, 'build/dev/kalah'));
const folders = new Set();
const running = new Set();

// However the tests end, leave no process and no folder behind.
function clean() {
    for (const child of running) child.kill('SIGKILL');
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
process.on('exit', clean);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

export function new_folder() {
    const folder = mkdtempSync(join(tmpdir(), 'kalah-e2e-'));
    folders.add(folder);
    return folder;
}

// Hide the user's databases and stores from the tests.
const home = new_folder();
const env = { ...process.env, XDG_DATA_HOME: home };

/** Starts a child that dies with the tests; `ended`: its exit code or the signal's name. */
export function start_program(command, args, { extra = {}, stdout = 'ignore' } = {}) {
    const child = spawn(command, args, {
        env: { ...env, ...extra },
        stdio: ['ignore', stdout, 'pipe'],
    });
    running.add(child);
    let log = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (log = (log + text).slice(-20_000)));
    child.log = () => log;
    child.ended = new Promise((done) => {
        child.on('error', (why) => done(why.message));
        child.on('close', (code, signal) => {
            running.delete(child);
            done(code ?? signal);
        });
    });
    return child;
}

/** What `kalah ARGS…` prints on standard output. */
export function kalah(...args) {
    return new Promise((done, failed) => {
        execFile(program, args, { env, maxBuffer: 1 << 26 }, (why, stdout, stderr) => {
            if (why) failed(new Error(`kalah ${args.join(' ')}: ${stderr || why.message}`));
            else done(stdout);
        });
    });
}

/** The last line of `kalah ARGS… --json`: its result. */
export async function kalah_json(...args) {
    const lines = (await kalah(...args, '--json')).trim().split('\n');
    return JSON.parse(lines.at(-1));
}

export class Server {
    /** `options`: more options of `kalah serve`. `store`: an existing file. */
    static async start({
        options = [],
        store = join(new_folder(), 'games.sqlite'),
        http = 0,
        kgp = 0,
    } = {}) {
        const server = new Server();
        Object.assign(server, { options, store });
        const args = [
            'serve',
            '--http-port',
            http,
            '--kgp-port',
            kgp,
            '--store',
            store,
            ...options,
        ];
        server.child = start_program(program, args.map(String), { stdout: 'pipe' });
        const ready = await first_line(server.child);
        const found = /^ready kgp=127\.0\.0\.1:(\d+) http=127\.0\.0\.1:(\d+)$/.exec(ready);
        if (!found) throw new Error(`no ready line: "${ready}" ${server.child.log()}`);
        server.kgp = Number(found[1]);
        server.http = Number(found[2]);
        return server;
    }

    get origin() {
        return `http://127.0.0.1:${this.http}`;
    }

    get alive() {
        return this.child.exitCode === null && this.child.signalCode === null;
    }

    /** Ends the server as a crash or a power cut would. */
    async kill() {
        this.child.kill('SIGKILL');
        await this.child.ended;
    }

    /** Arguments of start() for another server on the same ports with the same store. */
    get place() {
        const { options, store, http, kgp } = this;
        return { options, store, http, kgp };
    }

    /** Ends the server as a person would. Returns its exit code. */
    async stop() {
        this.child.kill('SIGTERM');
        return this.child.ended;
    }

    /** The result of a command on this server's store. */
    json(...args) {
        return kalah_json(...args, '--store', this.store);
    }
}

function first_line(child) {
    return new Promise((done) => {
        let text = '';
        child.stdout.setEncoding('utf8').on('data', (more) => {
            text += more;
            if (text.includes('\n')) done(text.slice(0, text.indexOf('\n')));
        });
        void child.ended.then((how) => done(`ended: ${how}`));
    });
}
