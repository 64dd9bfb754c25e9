// Games that outlive a page, a connection and the server, and games of two browsers.
import assert from 'node:assert/strict';
import { between } from './between.mjs';
import { scenario, the_server, until } from './harness.mjs';
import { board_of, look, moves_of, my_turn, new_game, pit_of, stored_number } from './table.mjs';

const play_first = async (page) => {
    const seen = await my_turn(page);
    await pit_of(page, seen.playable[0].name).click();
    await until('the move is made', async () => (await look(page)).mark !== seen.mark);
};
const action = (page, name) => page.getByRole('main').getByRole('button', { name, exact: true });

const live = (page) => page.locator('[aria-live=polite]').last();
const is_said = (page, words) =>
    until(`${words} is said`, async () => words.test(await live(page).textContent()));

/** Records every announcement from now on. Returns a function that reads them. */
async function all_said(page) {
    await live(page).evaluate((region) => {
        window.all_said = [];
        new MutationObserver(() => window.all_said.push(region.textContent)).observe(region, {
            characterData: true,
            childList: true,
            subtree: true,
        });
    });
    return () => page.evaluate(() => window.all_said);
}

/** Cuts the connection once, when the page asks for a seat: before the server hears of it or after
 *  it has given the seat. */
function losing_the_seat(when) {
    let id = null;
    let lost = false;
    const lose = (cut) => {
        lost = true;
        cut();
        return null;
    };
    return {
        up(message, cut) {
            if (lost || message.do !== 'sit') return message;
            id = message.id;
            return when === 'before' ? lose(cut) : message;
        },
        down(message, _, cut) {
            if (lost || id === null) return message;
            return message.re === id ? lose(cut) : null;
        },
    };
}

/** Two browser profiles in one game, by link; the guest plays north. */
async function two_browsers(world, how = {}) {
    const host = await world.page('/', how);
    await new_game(host, {
        against: 'Someone by link',
        side: 'First',
        board: '4x3',
        name: how.host ?? 'Ada',
    });
    const link = await host.getByRole('textbox', { name: 'Link' }).inputValue();
    assert.equal(link, host.url());
    const guest = await world.page(new URL(link).pathname, how);
    if (how.lost) {
        const { down, up } = losing_the_seat(how.lost);
        await between(guest, down, up);
    }
    await guest.getByText(`${how.host ?? 'Ada'} invites you to a game`, { exact: true }).waitFor();
    await guest.getByText('Standard, 4 pits, 3 seeds, no clock. You will play North.').waitFor();
    await guest.getByRole('textbox', { name: 'Your name' }).fill(how.guest ?? 'Bo');
    await action(guest, 'Take the seat').click();
    await my_turn(host);
    await action(guest, 'Resign').waitFor();
    return { host, guest };
}

scenario(
    'two browsers play each other by link, take back with consent, and one resigns',
    async (world) => {
        const { host, guest } = await two_browsers(world);
        assert.equal((await look(guest)).playable.length, 0, 'it is not the guest’s turn');
        await pit_of(host, 'Your pit 1').click();
        await until('the guest may play', async () => (await look(guest)).playable.length > 0);
        const before = await look(guest);
        await pit_of(guest, 'Your pit 1').click();
        await until('the host may play', async () => (await look(host)).playable.length > 0);

        await action(guest, 'Take back').click();
        await host.getByText('Bo asks to take back a move.').waitFor();
        await action(host, 'Decline').click();
        await until('the wish is gone', async () => action(guest, 'Take back').isEnabled());
        assert.equal(await moves_of(guest), '1 1');

        await action(guest, 'Take back').click();
        await action(host, 'Agree').click();
        await until(
            'the guest’s move is taken back',
            async () => (await look(guest)).mark === before.mark,
        );
        assert.equal(await moves_of(host), '1');

        await play_first(guest);
        await action(host, 'Resign').click();
        await action(host, 'Yes, resign').click();
        await until('the guest has won', async () =>
            /^You win by resignation/.test(await guest.title()),
        );
        await until('the host sees it too', async () =>
            /^You lose by resignation/.test(await host.title()),
        );
        const stored = await (
            await the_server()
        ).json('games', 'show', `${await stored_number(guest)}`);
        assert.equal(stored.ending, 'resigned');
        assert.equal(stored.points.winner, 'north');

        await action(guest, 'Play again').click();
        await until('the guest is in another game', async () => guest.url() !== host.url());
        await is_said(host, /The other player would like another game\./);
        await guest.getByText('The other seat is reserved for Ada.').waitFor();
        await action(host, 'Accept').click();
        await until('so is the host', async () => guest.url() === host.url());
    },
);

scenario('when the link cannot be copied, the page says so', async (world) => {
    const page = await world.page('/');
    await new_game(page, { against: 'Someone by link' });
    await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
        document.execCommand = () => false;
    });
    await action(page, 'Copy link').click();
    await page
        .getByRole('main')
        .getByText('Copying failed. Select the link and copy it.')
        .waitFor();
    await is_said(page, /Copying failed/);
});

scenario('one can look back while the game goes on, and is told that it did', async (world) => {
    const { host, guest } = await two_browsers(world, { lost: 'after' });
    await play_first(host);
    await play_first(guest);
    assert.equal(
        await host.getByRole('main').getByRole('link', { name: 'Analyse' }).count(),
        0,
        'no help while people play',
    );
    await guest.keyboard.press('ArrowLeft'); // the pit that was clicked has the focus
    await guest.getByText('You are looking at move 1 of 2.').waitFor();
    await guest.keyboard.press('ArrowLeft');
    await guest.getByText('You are looking at the start position.').waitFor();
    const past = await look(guest);
    assert.deepEqual(
        [past.near, past.far],
        [
            [3, 3, 3, 3],
            [3, 3, 3, 3],
        ],
    );
    await play_first(host);
    await guest.getByText('The game has moved on.').waitFor();
    const still = await look(guest);
    assert.deepEqual(
        [still.near, still.playable],
        [past.near, []],
        'it stays, and cannot be played in',
    );
    await action(guest, 'Back to the game').click();
    await until('the board shows the game', async () => (await look(guest)).playable.length > 0);
    await guest.getByRole('list', { name: 'Moves' }).getByRole('button').nth(1).click();
    await guest.getByText('You are looking at move 2 of 3.').waitFor();
    await guest.keyboard.press('End');
    await until('it is the game again', async () => (await look(guest)).playable.length > 0);

    await guest.keyboard.press('ArrowLeft');
    await guest.getByText('You are looking at move 2 of 3.').waitFor();
    await action(host, 'Take back').click();
    await action(guest, 'Agree').click();
    await my_turn(host);
    await play_first(host);
    await until(
        'what is taken back is no past',
        async () => (await look(guest)).playable.length > 0,
    );
});

scenario('a third browser watches, and cannot play', async (world) => {
    const { host } = await two_browsers(world, { lost: 'before' });
    const third = await world.page(new URL(host.url()).pathname);
    await third.getByText('You are watching this game.').waitFor();
    assert.equal((await look(third)).playable.length, 0);
    await play_first(host);
    const moves = await moves_of(host);
    await until('the third sees the move', async () => (await moves_of(third)) === moves);
    assert.equal(await action(third, 'Resign').count(), 0);
});

scenario('a reload keeps a running game, and so do back and forward', async (world) => {
    const page = await world.page('/');
    await new_game(page, { against: 'Someone on this screen', board: '4x3' });
    await play_first(page);
    await play_first(page);
    const { mark } = await look(page);
    const back_again = async () => {
        await board_of(page).waitFor();
        await until('the game is as it was', async () => (await look(page)).mark === mark);
    };
    await page.reload();
    await back_again();
    const address = page.url();
    await page.goBack();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    assert.equal(
        await page.getByRole('region', { name: 'Your games' }).getByRole('link').count(),
        1,
    );
    await page.goForward();
    await back_again();
    assert.equal(page.url(), address);
    await page.getByRole('navigation').getByRole('link', { name: 'Play', exact: true }).click();
    await page.getByRole('region', { name: 'Your games' }).getByRole('link').click();
    await back_again();
    await play_first(page);
});

scenario(
    'a server killed in the middle of a game comes back, and the game goes on',
    async (world) => {
        const server = await world.server();
        const { host, guest } = await two_browsers(world, { server });
        await play_first(host);
        await play_first(await turn_of(host, guest));
        const moves = await moves_of(host);

        world.tolerate(/WebSocket connection to|ERR_CONNECTION_REFUSED/);
        world.gone(server);
        await server.kill();
        for (const page of [host, guest])
            await page.getByText('Connection lost. Reconnecting…').waitFor();
        const mover = await turn_of(host, guest);
        const { pit, name } = (await look(mover)).playable[0];
        await pit_of(mover, name).click();
        const kept = mover
            .getByRole('main')
            .getByText(
                `Your move, pit ${pit}, is saved. It will be sent when the connection is back. Play another pit to change it.`,
            );
        await kept.waitFor();
        await is_said(mover, /Your move, pit \d+, is saved/);
        const other = (await look(mover)).playable.find((each) => each.pit !== pit);
        if (other) {
            await pit_of(mover, other.name).click();
            await mover
                .getByRole('main')
                .getByText(`Your move, pit ${other.pit}, is saved.`)
                .waitFor();
            await pit_of(mover, name).click();
            await kept.waitFor();
        }
        const second = await world.server(server.place);
        for (const page of [host, guest])
            await page.getByText('Connection lost. Reconnecting…').waitFor({ state: 'detached' });
        await until(
            'the move has come through',
            async () => (await moves_of(host)).length > moves.length,
        );
        assert.match(await moves_of(host), new RegExp(`^${moves}[- ]${pit}$`));
        await kept.waitFor({ state: 'detached' });
        const before = await moves_of(host);
        await play_first(await turn_of(host, guest));
        const now = await until('both see the next move', async () => {
            const seen = await moves_of(host);
            return seen.length > before.length && (await moves_of(guest)) === seen ? seen : null;
        });
        assert.ok(now.startsWith(before), `${now} goes on from ${before}`);

        world.gone(second);
        await second.kill();
        const last = await turn_of(host, guest);
        await last.getByText('Connection lost. Reconnecting…').waitFor();
        await pit_of(last, (await look(last)).playable[0].name).click();
        await last
            .getByRole('main')
            .getByText(/^Your move, pit \d+, is saved/)
            .waitFor();
        await world.server({ ...server.place, store: undefined });
        await last.getByRole('heading', { name: 'This game cannot be shown' }).waitFor();
        await last.getByText('This game does not exist or has expired.').waitFor();
        assert.equal(
            await last
                .getByRole('main')
                .getByText(/^Your move, pit \d+, is saved/)
                .count(),
            0,
            'the move is gone with it',
        );
        assert.equal(
            await last.getByRole('main').getByRole('button').count(),
            0,
            'nothing can be done',
        );
        assert.equal(await last.title(), 'Game · Kalah');
    },
);

/** The page whose turn it is. */
const turn_of = (...pages) =>
    until('somebody is to move', async () => {
        for (const page of pages) if ((await look(page)).playable.length > 0) return page;
        return null;
    });

scenario('names that are HTML are shown as text, wherever they stand', async (world) => {
    const name = '<img src=x onerror=alert(1)>';
    const { host, guest } = await two_browsers(world, { host: name, guest: '</script><b>Bo' });
    const watcher = await world.page('/watch');
    await host.getByText(name).first().waitFor();
    await guest.getByText(name).first().waitFor();
    await watcher.getByText(name).first().waitFor();
    await action(guest, 'Resign').click();
    await action(guest, 'Yes, resign').click();
    const number = await stored_number(host);
    await watcher.getByRole('link', { name: `Replay game ${number}` }).waitFor();
    const replay = await world.page(`/watch/game/${number}`);
    await replay.getByRole('heading', { name: `${name} – </script><b>Bo` }).waitFor();
    await replay.getByRole('link', { name }).click();
    await replay.getByRole('heading', { name }).waitFor();
    for (const page of [host, guest, watcher, replay])
        assert.equal(
            await page.locator('img[src=x], [onerror], b:text-is("Bo")').count(),
            0,
            'no element was made of a name',
        );
});

scenario(
    'after a move the board is closed until the new position has come, and no longer',
    async (world) => {
        const page = await world.page('/');
        let held = 'nothing';
        let answered = false;
        const down = (message) => {
            const kind =
                message.event === 'game' ? 'positions' : message.re !== undefined ? 'answers' : '';
            answered ||= held === 'positions' && kind === 'answers';
            return kind === held ? null : message;
        };
        const asked = await between(page, down);
        await new_game(page, { against: 'Someone on this screen', board: '4x3' });
        await my_turn(page);
        const moves = () => asked.filter((request) => request.do === 'move').length;
        held = 'answers';
        await page.keyboard.press('1');
        await until('the position has come', async () => (await moves_of(page)) === '1');
        held = 'positions';
        await page.keyboard.press('2');
        await until('the next move is answered', async () => answered);
        assert.equal(moves(), 2);
        assert.equal(await page.locator('.pit.lifted').count(), 1);
        for (const key of '1234') await page.keyboard.press(key);
        await look(page);
        assert.equal(moves(), 2);
    },
);

scenario(
    'the time for a move counts down, and its last ten seconds are announced once',
    async (world) => {
        const page = await world.page('/');
        // The time runs, as on the server: a second message during the same move has less left.
        let ends = null;
        const left_in = (ms) => (ends = Date.now() + ms);
        const limit = () => ends && { seconds: 30, left: Math.max(0, ends - Date.now()) };
        let ten_seconds_left;
        left_in(29_000);
        await between(page, ({ state, changes, ...message }, send) => {
            if (state)
                ten_seconds_left = () => {
                    left_in(10_300);
                    send({ event: 'game', game: state.game, ply: 0, changes: { limit: limit() } });
                };
            return {
                ...message,
                ...(state && { state: { ...state, limit: limit() } }),
                ...(changes && { changes: { ...changes, limit: limit() } }),
            };
        });
        const said = await all_said(page);
        await new_game(page, {
            against: 'The computer',
            level: 'Beginner',
            side: 'First',
            name: 'Ada',
        });
        const timer = page.getByRole('timer', { name: /^Ada’s clock/ });
        await until('it runs', async () => /0:[12]\d/.test(await timer.textContent()));
        const told = async () =>
            (await said()).filter((words) => words.includes('seconds left.')).length;
        assert.equal(await told(), 0, 'not before');
        ten_seconds_left();
        await until('it is said', async () => (await told()) > 0);
        assert.equal(await page.getByRole('timer').count(), 1, 'only who is to move has one');
        left_in(4000);
        await page.keyboard.press('3'); // another move
        await until('it stands out', async () => /\blow\b/.test(await timer.getAttribute('class')));
        await until('the move is said', async () =>
            (await said()).some((words) => /Move again\./.test(words)),
        );
        assert.equal(await told(), 1, 'not once more for less');
        ends = null;
        await page.keyboard.press('1');
        await until(
            'nobody’s time is told',
            async () => (await page.getByRole('timer').count()) === 0,
        );
    },
);

scenario('the clock runs for who is to move', async (world) => {
    const page = await world.page('/');
    await new_game(page, {
        against: 'Someone on this screen',
        board: '4x3',
        clock: '5 min',
        name: 'Ada',
    });
    const clock = page.getByRole('main').getByLabel(/Ada’s clock/);
    await clock.waitFor();
    await play_first(page);
    assert.match(await clock.textContent(), /[45]:\d\d/);
});
