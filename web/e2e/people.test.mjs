// People who meet in the lobby, what they can do in a game besides moving, and reserved names.
import assert from 'node:assert/strict';
import { serious } from './axe.mjs';
import { scenario, the_server, until } from './harness.mjs';
import { look, moves_of, my_turn, new_game, pit_of, stored_number } from './table.mjs';

const phone = { width: 320, height: 640, touch: true };
const main = (page) => page.getByRole('main');
const action = (page, name) => main(page).getByRole('button', { name, exact: true });
const says = (page, words) => main(page).getByText(words, { exact: true }).first().waitFor();
const fits = async (page) =>
    assert.equal(
        await page.evaluate(() => document.documentElement.scrollWidth),
        page.viewportSize().width,
    );

async function choose_anyone(page, name) {
    await main(page).getByRole('radio', { name: 'Anyone' }).check();
    await main(page).getByLabel('Your name').fill(name);
}

scenario(
    'people choose each other in the lobby, the computer plays meanwhile, tabs do not meet',
    async (world) => {
        const server = await world.server();
        const ada = await world.page('/', { ...phone, server });
        await new_game(ada, { against: 'Anyone', name: 'Ada' });
        await says(ada, 'Waiting for an opponent in the lobby');
        const tab = await world.tab(ada.context(), '/', server);
        await choose_anyone(tab, 'Ada');
        await main(tab)
            .getByText(/^Nobody waits at the moment/)
            .waitFor();
        await action(tab, 'Play').click();
        await says(tab, 'Waiting for an opponent in the lobby');
        await action(tab, 'Stop waiting').click();

        await action(ada, 'Play the computer meanwhile').click();
        const seat = ada.getByRole('complementary', { name: 'Your seat in the lobby' });
        await seat.getByText('You are waiting for an opponent.').waitFor();
        await pit_of(ada, 'Your pit 1').tap();
        await fits(ada);

        const bo = await world.page('/', { server });
        await choose_anyone(bo, 'Bo');
        const ada_there = main(bo).getByRole('button', { name: 'Play Ada', exact: true });
        await ada_there.focus();
        assert.deepEqual(await serious(bo), []);
        await bo.keyboard.press('Enter');
        await bo.waitForURL('**/game/*');
        await seat.getByText('Bo has come: your game has started.').waitFor();
        assert.deepEqual(await serious(ada), []);
        await fits(ada);
        await seat.getByRole('link', { name: 'Go to the game' }).click();
        await until('both are in one game', async () => ada.url() === bo.url());
        assert.equal(await seat.count(), 0);
        await action(bo, 'Resign').click();
        await action(bo, 'Yes, resign').click();
        await until('Ada has won', async () => /^You win/.test(await ada.title()));
    },
);

scenario(
    'a seat is offered to anyone; two people talk in phrases, give time, and decline a rematch',
    async (world) => {
        const bo = await world.page('/');
        await main(bo).getByRole('radio', { name: 'Someone by link' }).check();
        await main(bo)
            .getByRole('checkbox', { name: 'Anyone may come: show the seat in the lobby' })
            .check();
        await new_game(bo, { clock: '5 min', board: '4x3', side: 'First', name: 'Bo' });
        const ada = await world.page('/', phone);
        await choose_anyone(ada, 'Ada');
        await main(ada).getByText('Standard, 4 pits, 3 seeds, 5 min').waitFor();
        await main(ada).getByRole('link', { name: 'Play Bo', exact: true }).tap();
        await says(ada, 'Bo invites you to a game');
        await action(ada, 'Take the seat').tap();
        await my_turn(bo);

        await main(ada).getByText('Say something').tap();
        await action(ada, 'Hello!').tap();
        await says(bo, 'Ada: “Hello!”');
        await fits(ada);
        assert.deepEqual(await serious(ada), []);
        await pit_of(bo, 'Your pit 1').click();
        await until('Ada may play', async () => (await look(ada)).playable.length > 0);
        await main(bo).getByRole('button', { name: '+15 s for Ada' }).click();
        await ada.getByRole('timer', { name: /^Ada’s clock: 5:(1[0-5])/ }).waitFor();
        await says(ada, 'Bo: “Take 15 seconds more.”');

        await action(bo, 'Take back').click();
        await says(ada, 'Bo asks to take back a move.');
        await action(bo, 'Withdraw').click();
        await until('nothing is asked', async () => (await action(ada, 'Agree').count()) === 0);
        assert.equal(await moves_of(ada), '1');

        await action(bo, 'Resign').click();
        await action(bo, 'Yes, resign').click();
        await action(bo, 'Play again').click();
        await says(ada, 'The other player would like another game.');
        await action(ada, 'Decline').tap();
        await until('Bo is told', async () => /^The rematch was declined/.test(await bo.title()));
        await action(ada, 'Play again').waitFor();
    },
);

scenario('a name is reserved, rated, taken to another browser, and deleted', async (world) => {
    const ada = await world.page('/you', phone);
    await main(ada).getByLabel('Your name').fill('Countess');
    await action(ada, 'Reserve this name').tap();
    await says(ada, 'The name Countess is reserved for you.');
    await fits(ada);
    assert.deepEqual(await serious(ada), []);
    const key = await main(ada).getByRole('textbox', { name: 'Name and key' }).inputValue();
    assert.match(key, /^Countess [0-9a-f]{64}$/);

    const other = await world.page('/you');
    await main(other).getByLabel('Your name').fill('countess');
    await action(other, 'Reserve this name').click();
    await says(other, 'Somebody else has reserved the name countess. Choose another one.');
    await main(other).getByRole('textbox', { name: 'Name and key' }).fill(key);
    await action(other, 'Use this name').click();
    await says(other, 'The name Countess is reserved for you.');
    await other.reload();
    await says(other, 'The name Countess is reserved for you.');

    await ada.getByRole('navigation').getByRole('link', { name: 'Play', exact: true }).tap();
    await new_game(ada, { against: 'The computer', level: 'Beginner', board: '4x3' });
    await pit_of(ada, 'Your pit 1').tap();
    await pit_of(ada, 'Your pit 1').tap();
    await until('it is played', async () => (await moves_of(ada)) !== '');
    await action(ada, 'Resign').tap();
    await action(ada, 'Yes, resign').tap();
    const number = await stored_number(ada);
    await main(other).getByRole('link', { name: 'Your games and rating' }).click();
    await other.getByRole('heading', { name: 'Countess', level: 1 }).waitFor();
    await main(other)
        .getByRole('table', { name: 'Ratings' })
        .getByRole('row', { name: /Standard 4 × 3 \d+ ± \d+ 2 of 2 1/ })
        .waitFor();
    assert.deepEqual(await serious(other), []);
    await main(other).getByText('Search').click();
    await main(other).getByLabel('Result').selectOption('won');
    await says(other, 'No finished games like that.');
    await main(other).getByLabel('Result').selectOption('lost');
    await main(other)
        .getByRole('link', { name: `Replay game ${number}` })
        .waitFor();
    await other.goto(`${new URL(other.url()).origin}/watch`);
    await main(other)
        .getByRole('region', { name: 'Players' })
        .getByRole('link', { name: 'Beginner', exact: true })
        .waitFor();

    await ada.goto(`${new URL(ada.url()).origin}/you`);
    await action(ada, 'Delete me').tap();
    await action(ada, 'Yes, delete me').tap();
    await main(ada)
        .getByText(/^You are a guest/)
        .waitFor();
    const stored = await (await the_server()).json('games', 'show', `${number}`);
    assert.equal(stored.names.south, '(forgotten)');
});
