// What people stumbled over when they used the pages: each stays mended.
import assert from 'node:assert/strict';
import { scenario, until } from './harness.mjs';
import { Client } from './kgp.mjs';
import { start_program } from './server.mjs';
import { board_of, look, moves_of, my_turn, new_game, pit_of } from './table.mjs';

const main = (page) => page.getByRole('main');
const button = (page, name) => main(page).getByRole('button', { name, exact: true });

scenario('a position with an empty row is a game that is over, with its result', async (world) => {
    const page = await world.page('/analyse?rules=standard&start=2,3,1,0,0,2,3');
    await board_of(page).waitFor();
    await main(page).getByText('North won 6 : 3.').waitFor();
    await main(page).getByText('The game is over.').waitFor();
});

scenario('who asks for another game learns that the other seat is kept', async (world) => {
    const host = await world.page('/');
    await new_game(host, { against: 'Someone by link', side: 'First', name: 'Ada' });
    const guest = await world.page(new URL(host.url()).pathname);
    await main(guest).getByRole('textbox', { name: 'Your name' }).fill('Bo');
    await button(guest, 'Take the seat').click();
    await button(guest, 'Resign').click();
    await button(guest, 'Yes, resign').click();
    await button(host, 'Play again').click();
    await main(host)
        .getByText('The other seat is reserved for Bo. The game starts when Bo joins.')
        .waitFor();
    assert.equal(await main(host).getByRole('textbox', { name: 'Link' }).count(), 0);
});

scenario('moves are imported without rules, size or file', async (world) => {
    const page = await world.page('/analyse');
    await board_of(page).waitFor();
    await main(page).getByText('Link, import, export').click();
    for (const [text, moves] of [
        ['3-6 2', '3-6 2'],
        ['6x4 3-6 1', '3-6 1'],
        ['3', '3'],
    ]) {
        await main(page).getByLabel('Game, moves, position or size').fill(text);
        await button(page, 'Open').click();
        await until(`${text} is read`, async () => (await moves_of(page)) === moves);
    }
});

scenario('the mark of the current move leaves the dash to be seen', async (world) => {
    const page = await world.page('/analyse?rules=standard&start=6x4&moves=3-6_2-1&ply=2');
    await board_of(page).waitFor();
    const boxes = (selector) =>
        main(page)
            .locator(`.move-list ${selector}`)
            .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
    await main(page).locator('.move-list .dash').nth(1).waitFor();
    const marks = await boxes('.move');
    const dashes = await boxes('.dash');
    assert.equal(dashes.length, 2);
    for (const dash of dashes)
        for (const mark of marks)
            assert.ok(
                dash.top > mark.bottom ||
                    dash.bottom < mark.top ||
                    dash.left >= mark.right - 0.01 ||
                    dash.right <= mark.left + 0.01,
                JSON.stringify({ dash, mark }),
            );
});

scenario('a new game asks before it leaves one, and resigning stands apart', async (world) => {
    const page = await world.page('/');
    await new_game(page, { against: 'The computer', level: 'Beginner', side: 'First' });
    const [resign, fresh] = await Promise.all(
        ['Resign', 'New game'].map((name) => button(page, name).boundingBox()),
    );
    assert.ok(Math.abs(resign.y - fresh.y) >= resign.height, 'in rows of their own');
    await button(page, 'New game').click();
    await main(page).getByText('This game is not over.').waitFor();
    const address = page.url();
    await button(page, 'Keep playing').click();
    assert.equal(page.url(), address);
    await button(page, 'New game').click();
    await main(page).getByRole('link', { name: 'Leave it for now' }).click();
    await main(page).getByRole('region', { name: 'Your games' }).getByRole('link').click();
    await until('the game is there', async () => page.url() === address);
    assert.equal((await look(page)).over, false);
});

scenario('Analyse leads back to the game that it came from, even after a reload', async (world) => {
    const page = await world.page('/');
    await new_game(page, { against: 'The computer', level: 'Beginner', side: 'First' });
    const address = page.url();
    await pit_of(page, 'Your pit 1').click();
    await main(page).getByRole('link', { name: 'Analyse', exact: true }).click();
    await page.waitForURL('**/analyse?*');
    await board_of(page).waitFor();
    await pit_of(page, 'South’s pit 3').or(pit_of(page, 'North’s pit 3')).first().waitFor();
    await page.reload();
    await main(page).getByRole('link', { name: 'Back to the game' }).click();
    await until('it is the game', async () => page.url() === address);
    await button(page, 'Resign').waitFor();
});

scenario('who names a player that does not exist is told which ones do', async (world) => {
    const page = await world.page('/');
    await main(page).getByText('Player options').click();
    await main(page)
        .getByLabel(/^Player/)
        .fill('nobody');
    await button(page, 'Play').click();
    const said = main(page).getByRole('alert');
    await said.waitFor();
    const words = await said.textContent();
    assert.match(words, /random, greedy, casual/);
    assert.doesNotMatch(words, /human|cmd:/);
});

scenario('odd words are gone', async (world) => {
    const page = await world.page('/');
    await main(page).getByText('Rules, board, side, clock').click();
    const sizes = main(page).getByRole('combobox', { name: 'Board', exact: true });
    assert.ok((await sizes.locator('option').allTextContents()).includes('Custom size'));
    await new_game(page, { against: 'Someone on this screen' });
    await page.goto(`${new URL(page.url()).origin}/game/nothing`);
    await main(page).getByText('This game does not exist or has expired.').waitFor();
    await page.goto(`${new URL(page.url()).origin}/learn`);
    await main(page).getByText('Where these rules come from').first().waitFor();
});

/** Another program that writes into the store, until it is ended. */
async function lock(store) {
    const code =
        'import sqlite3, sys, time; c = sqlite3.connect(sys.argv[1], isolation_level=None);' +
        'c.execute("BEGIN IMMEDIATE"); print("locked", flush=True); time.sleep(600)';
    const child = start_program('python3', ['-c', code, store], { stdout: 'pipe' });
    await new Promise((done) => child.stdout.once('data', done));
    return async () => {
        child.kill('SIGKILL');
        await child.ended;
    };
}

scenario('a move against a program is played while the store is busy', async (world) => {
    const server = await world.server();
    const client = new Client(server, { name: 'Waldo' });
    const page = await world.page('/', { server });
    await new_game(page, { against: 'Anyone', name: 'Ada' });
    await until('the game runs', async () => {
        if (client.asked) await client.play(2); // no extra turn
        return (await look(page)).playable.length > 0;
    });
    const before = await moves_of(page);
    const unlock = await lock(server.store);
    await pit_of(page, (await my_turn(page)).playable[0].name).click();
    await until('the move is played', async () => (await moves_of(page)) !== before);
    assert.equal(await main(page).getByRole('alert').count(), 0);
    await unlock();
    await button(page, 'Resign').click();
    await button(page, 'Yes, resign').click();
    await main(page)
        .getByRole('link', { name: /^Saved as game/ })
        .waitFor();
    const stored = await server.json('games', 'show', '1');
    assert.equal(stored.moves, await moves_of(page));
    client.end();
});

scenario('a second server on the same store leaves a game to the first', async (world) => {
    const first = await world.server();
    const page = await world.page('/', { server: first });
    await new_game(page, { against: 'Someone on this screen' });
    const second = await world.server({ store: first.store });
    const path = new URL(page.url()).pathname;
    const other = await world.page(path, { server: second });
    await main(other)
        .getByText(/^This game is being played at another server/)
        .waitFor();
    assert.equal(await board_of(other).count(), 0);
    await pit_of(page, 'South’s pit 3').click();
    await until('the first goes on', async () => (await moves_of(page)) === '3');
});
