// Measures and prints what a visit costs: bytes of the first load, time until the board can be
// used, time from a click to its answer on the screen. Too many bytes fail the test. Times fail
// only beyond ten times their budget, or ten times what a busy machine takes to draw a frame: no
// test may fail by a clock.
import assert from 'node:assert/strict';
import { scenario, the_server, until } from './harness.mjs';
import { board_of, look, new_game, pit_of } from './table.mjs';

const kBytes = 100_000;
const kUsable = 1000;
const kAnswer = 50;
/** Interaction to next paint, on a processor four times slower. */
const kInteraction = 200;
const rounds = (list) => list.map((number) => number.toFixed(0)).join(', ');
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const measured = (name, story) => scenario(name, story, { alone: true });
const print = (line) => console.log(`budget: ${line}`);

/** Loads a page as a first visitor does. Returns bytes, files, and when `usable` first matched. */
async function first_load(world, path, kept, usable) {
    const page = await world.page('/learn', { kept });
    const context = page.context();
    await context.clearCookies();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    const names = new Map();
    let bytes = 0;
    let files = [];
    session.on('Network.responseReceived', ({ requestId, response }) =>
        names.set(requestId, new URL(response.url).pathname),
    );
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        bytes += encodedDataLength;
        files.push(`${names.get(requestId)} ${encodedDataLength}`);
    });
    session.on(
        'Network.webSocketFrameReceived',
        ({ response }) => (bytes += response.payloadData.length),
    );
    await context.addInitScript((usable) => {
        const look = () => {
            if (document.querySelector(usable)) window.usable_at = performance.now();
            else requestAnimationFrame(look);
        };
        look();
    }, usable);
    await page.goto((await the_server()).origin + path);
    const at = await until('the page can be used', () =>
        page.evaluate(() => window.usable_at ?? null),
    );
    return { bytes, at, files };
}

measured('the first load is within its budget of bytes, and is usable soon', async (world) => {
    const server = await the_server();
    const form = await first_load(world, '/', {}, 'button[type=submit]:not(:disabled)');
    const page = await world.page('/', { server });
    await new_game(page, { against: 'Someone on this screen' });
    const kept = {
        'kalah.games': JSON.parse(await page.evaluate(() => localStorage.getItem('kalah.games'))),
    };
    const game = await first_load(
        world,
        new URL(page.url()).pathname,
        kept,
        '.board .pit[aria-disabled=false]',
    );
    for (const [name, load] of Object.entries({
        'the start page': form,
        'a link to a game': game,
    })) {
        print(
            `first load of ${name}: ${load.bytes} bytes of ${kBytes}, usable after ${load.at.toFixed(0)} ms of ${kUsable}`,
        );
        print(`  ${load.files.join(', ')}`);
        assert.ok(load.bytes <= kBytes, `${name}: ${load.bytes} bytes`);
        assert.ok(load.at <= 10 * kUsable, `${name}: ${load.at} ms`);
    }
});

measured('the answer to a click is drawn at once', async (world) => {
    const page = await world.page('/');
    await new_game(page, { against: 'Someone on this screen', rules: 'Standard' });
    await board_of(page).evaluate((board) => {
        window.answers = [];
        window.signs = [];
        board.addEventListener(
            'click',
            (event) => {
                const shown = () =>
                    [...board.querySelectorAll('.count')].map((count) => count.textContent).join();
                const before = shown();
                const start = event.timeStamp;
                requestAnimationFrame(() =>
                    setTimeout(() => window.signs.push(performance.now() - start)),
                );
                const drawn = () => {
                    // A task after the frame with the new numbers runs when they have been drawn.
                    if (shown() !== before)
                        setTimeout(() => window.answers.push(performance.now() - start));
                    else requestAnimationFrame(drawn);
                };
                requestAnimationFrame(drawn);
            },
            true,
        );
    });
    for (let moves = 1; moves <= 12; ++moves) {
        const { playable } = await look(page);
        await pit_of(page, playable[0].name).click();
        await until(
            'it is drawn',
            async () => (await page.evaluate(() => window.answers.length)) === moves,
        );
    }
    const { answers, signs } = await page.evaluate(() => ({
        answers: window.answers,
        signs: window.signs,
    }));
    print(`a click is seen after ${median(signs).toFixed(0)} ms (${rounds(signs)})`);
    print(
        `its move is drawn after ${median(answers).toFixed(0)} ms of ${kAnswer} (${rounds(answers)})`,
    );
    assert.ok(median(answers) <= 10 * Math.max(kAnswer, median(signs)));
});

measured('an interaction is drawn soon on a processor that is four times slower', async (world) => {
    const page = await world.page('/', { moving: true, width: 390, height: 844, touch: true });
    await new_game(page, { against: 'Someone on this screen', rules: 'Standard' });
    await page.evaluate(() => {
        window.interactions = new Map();
        new PerformanceObserver((list) => {
            for (const { interactionId, duration } of list.getEntries())
                if (interactionId)
                    window.interactions.set(
                        interactionId,
                        Math.max(duration, window.interactions.get(interactionId) ?? 0),
                    );
        }).observe({ type: 'event', durationThreshold: 16, buffered: true });
    });
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    for (let moves = 0; moves < 6; ++moves) {
        const { playable, mark } = await look(page);
        const pit = pit_of(page, playable[0].name);
        await pit.tap();
        await pit.tap();
        await until('it is played', async () => (await look(page)).mark !== mark);
        await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: 'Settings' }).tap();
    await page.getByRole('radio', { name: 'Dark' }).tap();
    const all = await page.evaluate(() => [...window.interactions.values()]);
    const worst = Math.max(0, ...all);
    print(`interactions are drawn after at most ${worst} ms of ${kInteraction} (${rounds(all)})`);
    assert.ok(worst <= 10 * kInteraction);
});
