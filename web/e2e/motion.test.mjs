// Motion and sound follow the person's settings.
import assert from 'node:assert/strict';
import { scenario, the_server, until } from './harness.mjs';
import { board_of, look, moves_of, new_game, pit_of } from './table.mjs';
import { Wire } from './wire.mjs';

/** From now on, counts moving seeds and animations, and collects all numbers that pits show. */
const watch_board = (page) =>
    board_of(page).evaluate((board) => {
        window.seen = { moving: 0, numbers: new Set(), animations: 0 };
        const note = () => {
            window.seen.moving += board.querySelectorAll('.moving').length;
            window.seen.animations += document.getAnimations().length;
            window.seen.numbers.add(
                [...board.querySelectorAll('.count')].map((count) => count.textContent).join(),
            );
        };
        new MutationObserver(note).observe(board, {
            subtree: true,
            childList: true,
            characterData: true,
            attributes: true,
        });
    });
/** Stops the page's timers: a drawing that has begun does not end by itself. */
const stop_time = async (page) => {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
};
const seen_on = (page) =>
    page.evaluate(() => ({ ...window.seen, numbers: window.seen.numbers.size }));
const shown_seeds = async (page) =>
    (await board_of(page).locator('.count').allTextContents())
        .map(Number)
        .reduce((sum, count) => sum + count, 0);

scenario('with reduced motion nothing moves, whatever the setting', async (world) => {
    const page = await world.page('/', { settings: { speed: 'slow' } });
    await new_game(page, { against: 'Someone on this screen' });
    await watch_board(page);
    const before = await look(page);
    await pit_of(page, 'South’s pit 3').click();
    await until('the move is made', async () => (await look(page)).mark !== before.mark);
    const seen = await seen_on(page);
    assert.equal(seen.moving, 0);
    assert.equal(seen.animations, 0);
    assert.ok(seen.numbers <= 2, 'the numbers change at once');
});

scenario('otherwise a sowing is drawn seed by seed, to its end', async (world) => {
    const page = await world.page('/', { moving: true, settings: { speed: 'fast' } });
    await new_game(page, { against: 'Someone on this screen' });
    await watch_board(page);
    await pit_of(page, 'South’s pit 3').click();
    await until('seeds move', async () => (await seen_on(page)).moving > 0);
    await until(
        'nothing moves any more',
        async () =>
            (await page.locator('.moving').count()) === 0 && (await shown_seeds(page)) === 48,
    );
    const seen = await seen_on(page);
    assert.ok(seen.numbers >= 5, `four seeds were seen to fall: ${seen.numbers} states`);
    assert.deepEqual((await look(page)).near, [4, 4, 0, 5, 5, 5]);
});

scenario('Escape or a click shows the end of a sowing at once', async (world) => {
    const page = await world.page('/', { moving: true, settings: { speed: 'slow' } });
    await new_game(page, { against: 'Someone on this screen' });
    const numbers = () => board_of(page).locator('.count').allTextContents();
    await stop_time(page);
    await pit_of(page, 'South’s pit 3').click();
    await page.locator('.moving').first().waitFor({ state: 'attached' });
    const on_the_way = (await numbers()).join();
    await page.keyboard.press('Escape');
    await page.locator('.moving').first().waitFor({ state: 'detached' });
    assert.notEqual((await numbers()).join(), on_the_way);
    assert.equal(await shown_seeds(page), 48);

    await pit_of(page, 'South’s pit 1').click();
    await page.locator('.moving').first().waitFor({ state: 'attached' });
    await board_of(page).click({ position: { x: 5, y: 5 } });
    await page.locator('.moving').first().waitFor({ state: 'detached' });
    assert.equal(await shown_seeds(page), 48);
});

scenario('what is written and how it ends is told when the board shows it', async (world) => {
    const server = await the_server();
    const wire = await Wire.open(server);
    const person = (name) => ({ kind: 'person', name });
    const { game, keys } = await wire.ask('new', {
        rules: 'standard',
        start: '<2,9,0,0,2,3,0>',
        seats: { south: person('Ada'), north: person('Bo') },
    });
    wire.end();
    const games = [
        {
            id: game,
            keys: { south: keys.south },
            names: { south: 'Ada', north: 'Bo' },
            at: 1,
            over: false,
        },
    ];
    const page = await world.page(`/game/${game}`, {
        moving: true,
        settings: { speed: 'slow' },
        kept: { 'kalah.games': games },
    });
    const main = page.getByRole('main');
    await main.getByText('Your turn', { exact: true }).waitFor();
    const place = await main.getByText('No moves yet').boundingBox();
    await stop_time(page);
    await pit_of(page, 'Your pit 2').click();
    await main.getByText('You play 2', { exact: true }).waitFor();
    assert.deepEqual(
        await main.getByText('No moves yet').boundingBox(),
        place,
        'the list waits, where it was',
    );
    assert.equal((await look(page)).over, false);
    await main.getByRole('button', { name: 'Skip' }).click();
    await main.getByText('You win, 10 to 4', { exact: true }).waitFor();
    assert.equal(await moves_of(page), '2');
    assert.ok((await look(page)).over);
    await main.getByRole('button', { name: 'Skip' }).waitFor({ state: 'detached' });
});

scenario('pointing at a pit or reaching it by Tab tells what the move does', async (world) => {
    const page = await world.page('/');
    await new_game(page, { against: 'Someone on this screen' });
    assert.equal(
        await pit_of(page, 'South’s pit 3, 4 seeds, ends in south’s store: extra turn').count(),
        1,
    );
    await pit_of(page, 'South’s pit 3').hover();
    const told = page.getByText('South’s pit 3, 4 seeds: ends in south’s store: extra turn');
    await told.waitFor();
    await page.mouse.move(1, 1);
    await told.waitFor({ state: 'detached' });
    await pit_of(page, 'South’s pit 2').focus();
    await page.keyboard.press('ArrowRight');
    await told.waitFor();
});

scenario('there is no sound until it is asked for', async (world) => {
    const page = await world.page('/');
    await page.context().addInitScript(() => {
        window.sounds = 0;
        for (const name of ['createOscillator', 'createBufferSource']) {
            const real = BaseAudioContext.prototype[name];
            BaseAudioContext.prototype[name] = function () {
                window.sounds += 1;
                return real.call(this);
            };
        }
    });
    await page.reload();
    const sounds = () => page.evaluate(() => window.sounds);
    await new_game(page, { against: 'Someone on this screen' });
    await pit_of(page, 'South’s pit 3').click();
    await until('the move is made', async () => (await look(page)).near_store === 1);
    assert.equal(await sounds(), 0);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('checkbox', { name: 'Sound' }).check();
    await page.keyboard.press('Escape');
    const asked = await sounds();
    await pit_of(page, 'South’s pit 1').click();
    await until('the next move is heard', async () => (await sounds()) > asked);
});

scenario('the theme is the system’s until another one is chosen', async (world) => {
    const page = await world.page('/', { theme: 'dark' });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const brightness = async () =>
        (await background())
            .match(/\d+/g)
            .slice(0, 3)
            .reduce((sum, part) => sum + Number(part), 0) / 3;
    assert.ok((await brightness()) < 80, await background());
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'Light' }).check();
    await until('it is light', async () => (await brightness()) > 180);
    await page.reload();
    assert.ok((await brightness()) > 180, 'and stays so');
});
