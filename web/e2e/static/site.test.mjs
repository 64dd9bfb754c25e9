// The page without a server, in Chromium on a phone: shown by a plain server of files under a path of
// its own, and from the first visit on without any network.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { scenario, until } from '../harness.mjs';
import { board_of, line_of, my_turn, new_game, pit_of, play_out } from '../table.mjs';
import { FileServer } from './file_server.mjs';

const folder = process.env.KALAH_SITE;
const phone = { width: 390, height: 844, touch: true };
const kFirstLoad = 110_000;
const main = (page) => page.getByRole('main');
const status = (page) => main(page).locator('.status').first();

/** A page that has been here before, and everything it needed. */
async function visit(world, path = '/', how = phone) {
    const server = await FileServer.start(folder);
    const page = await world.page('/', { server, ...how });
    await until('all files are kept', () =>
        page.evaluate(
            async () => (await navigator.serviceWorker.ready).active?.state === 'activated',
        ),
    );
    if (path !== '/') await page.goto(server.origin + path);
    return { page, server };
}

async function go_offline({ page, server }) {
    await page.context().setOffline(true);
    await server.stop();
    await page.reload();
}

const story = (name, run) =>
    folder ? scenario(name, run) : test(name, { skip: 'set KALAH_SITE' }, () => {});

story('the first load is small, and asks for nothing that is not there', async (world) => {
    const server = await FileServer.start(folder);
    const page = await world.page('/', { server, ...phone });
    const asked = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await main(page).getByRole('button', { name: 'Play', exact: true, disabled: false }).waitFor();
    const files = [...new Set(asked)].map(
        (path) => path.slice('/some/where/'.length) || 'index.html',
    );
    const code = files.filter((file) => !file.startsWith('engine/'));
    const bytes = (all) =>
        all.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0);
    console.log(
        `first load: ${code.length} files, ${bytes(code)} bytes of ${kFirstLoad}, compressed`,
    );
    assert.ok(code.length > 3 && bytes(code) <= kFirstLoad, code.join(' '));
    assert.deepEqual(server.missing, []);
    await server.stop();
});

story('a game against the champion is played offline, kept and reviewed', async (world) => {
    const visited = await visit(world);
    const { page } = visited;
    await go_offline(visited);
    await new_game(page, { player: 'champion:time=50ms', pits: 4, seeds: 2 });
    const seen = await play_out(page, (look) => pit_of(page, look.playable[0].name).click());
    assert.ok(seen.over);
    const before = await line_of(page);
    await page.reload();
    await my_turn(page);
    assert.deepEqual(await line_of(page), before);
    await main(page).getByRole('link', { name: 'Review your mistakes' }).click();
    await until('the game is reviewed', async () =>
        /accuracy/i.test((await main(page).textContent()) ?? ''),
    );
});

story('the start of 6x4 is proved offline', async (world) => {
    const visited = await visit(world, '/#/analyse?rules=standard&start=6x4');
    await go_offline(visited);
    await main(visited.page).getByText('proved +8', { exact: true }).waitFor();
});

story('a puzzle is solved offline, and the next one comes', async (world) => {
    const visited = await visit(world, '/#/puzzles');
    const { page } = visited;
    await go_offline(visited);
    await status(page).filter({ hasText: 'Find the' }).waitFor();
    await main(page).getByRole('button', { name: 'Show the answer', exact: true }).click();
    const said = await until('the answer is shown', async () =>
        /The right turn is ([\d-]+)/.exec((await status(page).textContent()) ?? ''),
    );
    await page.reload();
    await status(page).filter({ hasText: 'Find the' }).waitFor();
    const pits = said[1].replace(/-$/, '').split('-');
    for (const [i, pit] of pits.entries()) {
        await pit_of(page, `Your pit ${pit}`).click();
        if (i + 1 < pits.length)
            await status(page).filter({ hasText: 'You move again.' }).waitFor();
    }
    await status(page).filter({ hasText: 'Right' }).waitFor();
    await main(page).getByRole('button', { name: 'Next puzzle' }).click();
    await status(page).filter({ hasText: 'Find the' }).waitFor();
});

story('a lesson is done offline', async (world) => {
    const visited = await visit(world, '/#/learn');
    const { page } = visited;
    await go_offline(visited);
    const card = page.locator('article', {
        has: page.getByRole('group', { name: /^Exercises: / }),
    });
    await card
        .first()
        .getByRole('button', { name: /^Exercise 1\b/ })
        .click();
    await card
        .first()
        .getByText(/^Your turn:/)
        .waitFor();
    await card.first().getByRole('button', { name: 'Hint', exact: true }).click();
    const done = card.first().getByText('Well done.');
    for (let place = null; ;) {
        place = await until('there is another hint, or the end', async () => {
            if (await done.isVisible()) return 'done';
            const [next] = await card
                .first()
                .locator('.pit.hint')
                .evaluateAll((pits) => pits.map((pit) => pit.dataset.place));
            return next === undefined || next === place ? null : next;
        });
        if (place === 'done') break;
        await card.first().locator(`.pit[data-place="${place}"]`).click();
    }
});

story('links and the back button lead where they say', async (world) => {
    const { page, server } = await visit(world);
    await page.getByRole('link', { name: 'Puzzles', exact: true }).click();
    await status(page).filter({ hasText: 'Find the' }).waitFor();
    assert.match(page.url(), /\/some\/where\/#\/puzzles\?puzzle=/);
    const analyse = page.getByRole('link', { name: 'Analyse', exact: true }).first();
    assert.match(await analyse.getAttribute('href'), /^#\/analyse/);
    await page.goBack();
    await main(page).getByRole('button', { name: 'Play', exact: true }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Watch', exact: true }).count(), 0);
    await page.goto(`${server.origin}/#/watch`);
    await main(page).getByText('This site has no server').waitFor();
    await page.goto(`${server.origin}/#/nowhere`);
    await main(page).getByRole('heading', { name: 'Page not found' }).waitFor();
    await server.stop();
});

story('two tabs show the same game', async (world) => {
    const { page, server } = await visit(world);
    await new_game(page, { against: 'Someone on this screen' });
    const other = await world.tab(
        page.context(),
        new URL(page.url()).hash.replace(/^/, '/'),
        server,
    );
    await board_of(other).waitFor();
    await pit_of(page, 'South’s pit 3').click();
    await until('the other tab shows the move', async () => (await line_of_tab(other)) === '3');
    await server.stop();
});

/** The moves in a tab's list. */
async function line_of_tab(page) {
    const list = main(page).getByRole('list', { name: 'Moves' });
    if ((await list.count()) === 0) return '';
    return (await list.locator('.move').first().textContent())?.trim();
}

story('a new version takes over when the page is opened again', async (world) => {
    const { page, server } = await visit(world);
    const worker = readFileSync(join(folder, 'sw.js'), 'utf8');
    server.instead = { 'sw.js': worker.replace(/version = '/, "version = 'new-") };
    await page.evaluate(async () => {
        const known = await navigator.serviceWorker.getRegistration();
        await known.update();
    });
    await until('it waits', () =>
        page.evaluate(
            async () => (await navigator.serviceWorker.getRegistration()).waiting !== null,
        ),
    );
    await page.reload();
    await until('it has taken over', () =>
        page.evaluate(async () => {
            const names = await caches.keys();
            return names.length === 1 && names[0].startsWith('kalah new-');
        }),
    );
    await main(page).getByRole('button', { name: 'Play', exact: true }).waitFor();
    await server.stop();
});
