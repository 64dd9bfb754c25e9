// A board under a finger, moves ahead of time, and what a phone on its side shows.
import assert from 'node:assert/strict';
import { scenario, the_server, until } from './harness.mjs';
import { board_of, look, moves_of, my_turn, new_game, pit_of } from './table.mjs';
import { Wire } from './wire.mjs';

const upright = { width: 390, height: 844, touch: true };
const aside = { width: 844, height: 390, touch: true };
const on_screen = { against: 'Someone on this screen', board: '6x4' };
const caption = (page, words) => board_of(page).locator('..').getByText(words);
const main_button = (page, name) =>
    page.getByRole('main').getByRole('button', { name, exact: true });

/** A game between the page, which plays south, and a wire. `start`: size or position. */
async function against_wire(world, how = {}, start = '6x4') {
    const server = await the_server();
    const wire = await Wire.open(server);
    const person = (name) => ({ kind: 'person', name });
    const { game, keys } = await wire.ask('new', {
        rules: 'standard',
        start,
        seats: { south: person('Ada'), north: person('Bo') },
    });
    const kept = { id: game, keys: { south: keys.south }, names: { south: 'Ada', north: 'Bo' } };
    const page = await world.page(`/game/${game}`, {
        ...how,
        kept: { 'kalah.games': [{ ...kept, at: 1, over: false }] },
    });
    await board_of(page).waitFor();
    const answer = (pit, ply) => wire.ask('move', { game, key: keys.north, pit, ply });
    return { page, answer, end: () => wire.end() };
}

scenario('a tap shows what the move does, and a second tap plays it', async (world) => {
    const page = await world.page('/', upright);
    await new_game(page, on_screen);
    await pit_of(page, 'South’s pit 3').tap();
    await caption(page, /ends in south’s store: extra turn\. Tap again to play\./).waitFor();
    await pit_of(page, 'South’s pit 2').tap();
    await caption(page, /South’s pit 2, 4 seeds: ends in .*Tap again/).waitFor();
    assert.equal(await moves_of(page), '', 'nothing is played');
    await page.locator('.panel .status').tap();
    await pit_of(page, 'South’s pit 3').tap();
    await caption(page, /South’s pit 3.*Tap again/).waitFor();
    await pit_of(page, 'South’s pit 3').tap();
    await until('it is played', async () => (await moves_of(page)) === '3');
});

scenario('one tap plays if the settings say so', async (world) => {
    const page = await world.page('/', upright);
    await page.getByRole('button', { name: 'Settings' }).tap();
    await page.getByRole('checkbox', { name: 'Play with one tap' }).tap();
    await page.getByRole('button', { name: 'Settings' }).tap();
    await new_game(page, on_screen);
    await pit_of(page, 'South’s pit 3').tap();
    await until('it is played', async () => (await moves_of(page)) === '3');
});

scenario('a finger that stays looks, and plays nothing when it leaves', async (world) => {
    const page = await world.page('/', { ...upright, settings: { one_tap: true } });
    await new_game(page, on_screen);
    const { x, y, width, height } = await pit_of(page, 'South’s pit 3').boundingBox();
    const at = [{ x: x + width / 2, y: y + height / 2 }];
    const session = await page.context().newCDPSession(page);
    const touch = (type, touchPoints) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', at);
    await caption(page, /South’s pit 3, 4 seeds: ends in/).waitFor();
    await touch('touchEnd', []);
    await caption(page, /South’s pit 3, 4 seeds: ends in/).waitFor({ state: 'detached' });
    assert.equal(await moves_of(page), '');
    await pit_of(page, 'South’s pit 1').tap();
    await until('a short tap still plays', async () => (await moves_of(page)) === '1');
});

scenario('a click that skips a drawing plays nothing', async (world) => {
    const page = await world.page('/', { moving: true, settings: { speed: 'slow' } });
    await new_game(page, on_screen);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await pit_of(page, 'South’s pit 3').click();
    await page.locator('.moving').first().waitFor({ state: 'attached' });
    await pit_of(page, 'South’s pit 1').click();
    await page.locator('.moving').first().waitFor({ state: 'detached' });
    await page.clock.resume();
    assert.equal((await look(page)).near_store, 1);
    assert.equal(await moves_of(page), '3');
    await pit_of(page, 'South’s pit 1').click();
    await until('the next click plays', async () => (await moves_of(page)) === '3-1');
});

scenario('digits typed quickly all count, one after the other', async (world) => {
    const { page, end } = await against_wire(world, { moving: true, settings: { speed: 'fast' } });
    await my_turn(page);
    await page.keyboard.press('3');
    await page.keyboard.press('6');
    await until('both are played', async () => (await moves_of(page)) === '3-6');
    end();
});

scenario(
    'a move chosen in advance is played when its turn comes, unless it is cleared',
    async (world) => {
        const { page, answer, end } = await against_wire(world);
        await my_turn(page);
        await page.keyboard.press('1');
        await until('it is played', async () => (await moves_of(page)) === '1');
        await pit_of(page, 'Your pit 2').click({ force: true });
        await page.keyboard.press('4');
        await caption(page, 'Next: 2, 4').waitFor();
        assert.equal(await pit_of(page, 'Your pit 4').locator('.queued').textContent(), '2');
        await main_button(page, 'Clear').click();
        await caption(page, 'Next: 2, 4').waitFor({ state: 'detached' });
        await page.keyboard.press('5');
        await caption(page, 'Next: 5').waitFor();
        await page.keyboard.press('Escape');
        await caption(page, 'Next: 5').waitFor({ state: 'detached' });
        await pit_of(page, 'Your pit 2').click({ force: true });
        await caption(page, 'Next: 2').waitFor();
        await answer(1, 1);
        await until('it follows', async () => (await moves_of(page)) === '1 1 2');
        end();
    },
);

scenario(
    'a move in advance that cannot be played falls away, and the page says so',
    async (world) => {
        const { page, answer, end } = await against_wire(world, {}, '<2,0,0,1,1,1,2>');
        await my_turn(page);
        await page.keyboard.press('1');
        await until('it is played', async () => (await moves_of(page)) === '1');
        await page.keyboard.press('1');
        await caption(page, 'Next: 1').waitFor();
        await answer(1, 1);
        await page
            .getByRole('main')
            .getByText('Your next move cannot be played any more')
            .waitFor();
        assert.equal(await caption(page, 'Next: 1').count(), 0);
        end();
    },
);

scenario(
    'a hint shows the best move and who proved it, for the person’s own side',
    async (world) => {
        const server = await the_server();
        const wire = await Wire.open(server);
        const { game, keys } = await wire.ask('new', {
            rules: 'standard',
            start: '<3,0,0,1,0,1,2,0,1> n',
            seats: {
                south: { kind: 'player', player: 'greedy' },
                north: { kind: 'person', name: 'Ada' },
            },
        });
        wire.end();
        const kept = {
            id: game,
            keys,
            names: { south: 'greedy', north: 'Ada' },
            at: 1,
            over: false,
        };
        const page = await world.page(`/game/${game}`, {
            ...aside,
            kept: { 'kalah.games': [kept] },
        });
        await my_turn(page);
        await main_button(page, 'Hint').tap();
        const said = page.getByRole('main').getByText(/^Hint: pit \d, proved .* for you\.$/);
        await said.waitFor();
        const pit = /pit (\d)/.exec(await said.textContent())[1];
        assert.equal(await page.locator('.pit.hint .index').textContent(), pit);
        const best =
            (await server.json('analyze', '<3,0,0,1,0,1,2,0,1> n').catch(() => null)) ?? {};
        if (best.best) assert.equal(Number(pit), best.best);
        await pit_of(page, `Your pit ${pit}`).tap();
        await pit_of(page, `Your pit ${pit}`).tap();
        await said.waitFor({ state: 'detached' });
    },
);

scenario('the settings of a player are shown when they are asked for', async (world) => {
    const page = await world.page('/');
    await new_game(page, { against: 'The computer', player: 'champion:depth=2', name: 'Ada' });
    const settings = page.getByRole('main').getByText('champion:depth=2', { exact: true });
    const sign = page.locator('.spec summary');
    await sign.waitFor();
    assert.equal(await settings.filter({ visible: true }).count(), 0);
    assert.equal(await sign.getAttribute('title'), 'champion:depth=2');
    await sign.click();
    await settings.filter({ visible: true }).first().waitFor();
});
