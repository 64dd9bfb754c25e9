// The base of every end-to-end test: one Chromium per file, pages that tolerate no fault, and
// waiting for states instead of sleeping. A test is a `scenario`; it asks its world for pages.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { launch, patience } from './browser.mjs';
import { Server } from './server.mjs';

export { until } from './browser.mjs';

let shared_browser;
let shared_server;

export async function the_browser() {
    shared_browser ??= launch();
    return shared_browser;
}

/** The file's server, for all tests that need no other. */
export async function the_server() {
    shared_server ??= Server.start();
    return shared_server;
}

after(async () => {
    await (await shared_browser)?.close();
    const server = await shared_server;
    if (!server) return;
    const how = await server.stop();
    if (how !== 0) throw new Error(`the server ended with ${how}: ${server.child.log()}`);
});

/** The number of scenarios of a file that run at once: pages wait more than they compute. */
const kAbreast = Number(process.env.KALAH_E2E_ABREAST ?? 3);
const stories = [];

/**
 * Defines a test. `story` fails with any fault of its pages or its server at any time. The stories
 * of a file share its browser and its server but no game, and run in any order. One that measures
 * times runs `alone`, after the others.
 */
export function scenario(name, story, { alone = false } = {}) {
    const told = new Promise((done, failed) =>
        stories.push({ run: () => tell(name, story).then(done, failed), alone }),
    );
    told.catch(() => {}); // the test below reports it
    test(name, { timeout: 16 * patience }, () => {
        start_stories();
        return told;
    });
}

let started = false;
/** The first test starts all stories, after the hooks of the file. */
function start_stories() {
    if (started) return;
    started = true;
    const together = stories.filter(({ alone }) => !alone);
    const next = async () => {
        for (let story = together.shift(); story; story = together.shift()) await story.run();
    };
    void Promise.all(Array.from({ length: kAbreast }, next)).then(async () => {
        for (const { run, alone } of stories) if (alone) await run();
    });
}

async function tell(name, story) {
    const world = new World(name);
    try {
        await story(world);
        world.check();
    } catch (why) {
        const seen = await world.describe();
        throw new Error(`${why.stack ?? why}\n${seen}`);
    } finally {
        await world.close();
    }
}

class World {
    faults = [];
    #name;
    #contexts = [];
    #pages = [];
    #tolerated = [];
    #servers = new Set();

    constructor(name) {
        this.#name = name;
    }

    /** A server of this test alone. */
    async server(how) {
        const server = await Server.start(how);
        this.#servers.add(server);
        return server;
    }

    /** The test kills this server on purpose. */
    gone(server) {
        this.#servers.delete(server);
    }

    /** Allows a fault that this test provokes, on the console or about a request. */
    tolerate(pattern) {
        this.#tolerated.push(pattern);
    }

    /** A page of a new browser profile without any history. Nothing moves unless `moving`.
     *  `touch`: it has a touch screen. `kept`: the content of localStorage.
     *  `locale`: the browser's language. */
    async page(path = '/', how = {}) {
        const server = how.server ?? (await the_server());
        const {
            theme = 'light',
            moving = false,
            touch = false,
            width = 1024,
            height = 768,
            kept = {},
            locale = 'en-GB',
            settings = {},
        } = how;
        const context = await (
            await the_browser()
        ).newContext({
            baseURL: server.origin,
            viewport: { width, height },
            colorScheme: theme,
            locale,
            hasTouch: touch,
            reducedMotion: moving ? 'no-preference' : 'reduce',
            permissions: ['clipboard-read', 'clipboard-write'],
        });
        this.#contexts.push(context);
        context.setDefaultTimeout(patience);
        const items = {
            ...kept,
            'kalah.settings': { ...(moving ? {} : { speed: 'off' }), ...settings },
        };
        await context.addInitScript((items) => {
            // After a reload, keep what this profile has stored.
            for (const [key, value] of Object.entries(items))
                if (localStorage.getItem(key) === null)
                    localStorage.setItem(key, JSON.stringify(value));
            document.addEventListener('securitypolicyviolation', (event) =>
                console.error(
                    `Content-Security-Policy: ${event.violatedDirective} ${event.blockedURI}`,
                ),
            );
        }, items);
        return this.tab(context, path, server);
    }

    /** Another tab of the same profile. */
    async tab(context, path, server) {
        server ??= await the_server();
        const page = await context.newPage();
        this.#pages.push(page);
        this.#watch(page, server);
        await page.goto(server.origin + path);
        return page;
    }

    #watch(page, server) {
        const fault = (what) => this.faults.push(what);
        page.on('pageerror', (why) => fault(`page error: ${why.stack ?? why}`));
        page.on('crash', () => fault('the page crashed'));
        page.on('console', (message) => {
            if (['error', 'warning'].includes(message.type())) fault(`console: ${message.text()}`);
        });
        page.on('request', (request) => {
            const { protocol, host } = new URL(request.url());
            if (protocol !== 'data:' && host !== new URL(server.origin).host)
                fault(`asked ${request.url()}`);
        });
        page.on('response', (response) => {
            if (response.status() >= 400) fault(`${response.status()} for ${response.url()}`);
        });
        page.on('websocket', (socket) => {
            if (socket.url() !== `ws://127.0.0.1:${server.http}/api`)
                fault(`socket to ${socket.url()}`);
        });
    }

    check() {
        const left = this.faults.filter(
            (fault) => !this.#tolerated.some((pattern) => pattern.test(fault)),
        );
        if (left.length > 0) throw new Error(`faults of the pages:\n${left.join('\n')}`);
        for (const server of this.#servers)
            if (!server.alive) throw new Error(`the server died: ${server.child.log()}`);
    }

    /** For the report of a failure: what the pages showed. KALAH_E2E_PICTURES: a folder for pictures. */
    async describe() {
        const said = this.faults.map((fault) => `(${fault})`);
        const folder = process.env.KALAH_E2E_PICTURES;
        for (const [i, page] of this.#pages.entries()) {
            if (page.isClosed()) continue;
            const text = await page.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String);
            said.push(`page ${i + 1} at ${page.url()}:\n${text}`);
            if (!folder) continue;
            mkdirSync(folder, { recursive: true });
            const file = `${this.#name.replaceAll(/\W+/g, '-').slice(0, 60)}-${i + 1}.png`;
            await page.screenshot({ path: join(folder, file) }).catch(() => {});
        }
        return said.join('\n');
    }

    async close() {
        for (const context of this.#contexts) await context.close();
        for (const server of this.#servers) if (server.alive) await server.kill();
    }
}
