// Whole games against players of the program, by mouse, by keyboard, and on narrow screens.
import assert from 'node:assert/strict';
import { scenario, the_server, until } from './harness.mjs';
import { kalah_json } from './server.mjs';
import {
    assert_shows,
    board_of,
    comes_to_show,
    line_of,
    look,
    my_turn,
    new_game,
    pit_of,
    play_out,
    stored_number,
} from './table.mjs';
import { Wire } from './wire.mjs';

const click = (page) => (seen) => pit_of(page, seen.playable[0].name).click();

async function check_with_store(page, seen) {
    const stored = await (await the_server()).json('games', 'show', `${await stored_number(page)}`);
    assert.equal(stored.ending, 'finished');
    const line = await line_of(page);
    assert.equal(stored.moves, line.moves);
    assert.equal(stored.rules, line.rules);
    assert_shows(seen, stored.position, 'the board shows what was kept');
    return stored;
}

scenario('a whole game by mouse against a beginner comes to its end and is kept', async (world) => {
    const page = await world.page('/');
    await new_game(page, {
        against: 'The computer',
        level: 'Beginner',
        side: 'First',
        name: 'Ada',
    });
    const seen = await play_out(page, click(page));
    const stored = await check_with_store(page, seen);
    assert.equal(stored.names.south, 'Ada');
    const { south, north, winner } = stored.result;
    const said =
        winner === 'draw'
            ? `Drawn, ${south} each`
            : winner === 'south'
              ? `You win, ${south} to ${north}`
              : `You lose, ${south} to ${north}`;
    await page.getByRole('main').getByText(said, { exact: true }).first().waitFor();
});

/** Presses Tab until an element has the focus. */
async function tab_to(page, wanted, key = 'Tab') {
    for (let presses = 0; presses < 80; ++presses) {
        if (
            (await wanted.count()) > 0 &&
            (await wanted.first().evaluate((each) => each === document.activeElement))
        )
            return;
        await page.keyboard.press(key);
    }
    throw new Error(`the keyboard does not lead to ${wanted}`);
}

scenario(
    'a whole game is played with the keyboard alone, from the start page on',
    async (world) => {
        const page = await world.page('/');
        const main = page.getByRole('main');
        await until(
            'the levels are there',
            async () => (await main.getByRole('radio', { name: 'Beginner' }).count()) > 0,
        );
        await tab_to(page, main.getByRole('radio', { name: 'The computer' }));
        await page.keyboard.press('Tab');
        await tab_to(page, main.getByRole('radio', { name: 'Beginner' }), 'ArrowLeft');
        await tab_to(page, main.locator('summary', { hasText: 'Rules, board, side, clock' }));
        await page.keyboard.press('Enter');
        await tab_to(page, main.getByRole('combobox', { name: 'Board', exact: true }));
        await page.keyboard.type('4'); // selects the size that begins with 4: 4 × 3
        await tab_to(page, main.getByLabel('Your name'));
        await page.keyboard.type('Kim');
        await page.keyboard.press('Enter');
        await page.waitForURL('**/game/*');
        await board_of(page).waitFor();
        const seen = await play_out(page, async ({ playable }, moves) => {
            const { name, pit } = playable.at(-1);
            if (moves > 3) return page.keyboard.press(`${pit}`);
            await tab_to(page, pit_of(page, playable[0].name));
            for (let step = playable[0].pit; step < pit; ++step)
                await page.keyboard.press('ArrowRight');
            assert.ok(
                await pit_of(page, name).evaluate((each) => each === document.activeElement),
                'arrows go from pit to pit',
            );
            await page.keyboard.press(moves % 2 === 0 ? 'Enter' : 'Space');
        });
        const stored = await check_with_store(page, seen);
        assert.equal(stored.names.south, 'Kim');
        assert.equal(stored.start, '4x3');
        await tab_to(page, main.getByRole('button', { name: 'Play again' }));
        await page.keyboard.press('Enter');
        await until('the next game is there', async () => !(await look(page)).over);
    },
);

scenario('each turn is announced to who cannot see the board', async (world) => {
    const page = await world.page('/');
    await new_game(page, { against: 'The computer', level: 'Beginner', side: 'First' });
    const said = page.locator('[aria-live=polite]').last();
    await page.keyboard.press('3');
    await until('the move is said', async () =>
        /You play 3\. Move again\./.test(await said.textContent()),
    );
    await page.keyboard.press('1');
    await until('both turns are said', async () =>
        /plays \d.*Your turn\./.test(await said.textContent()),
    );
});

scenario('a multi-lap game ends as the rules of kalah sow say, move by move', async (world) => {
    const page = await world.page('/');
    await new_game(page, {
        against: 'Someone on this screen',
        rules: 'Multi-lap',
        board: '6x3',
        side: 'First',
    });
    const laps = [];
    const seen = await play_out(page, async ({ playable }, moves) => {
        // Play the pit whose label names the most laps: laps are what this tests.
        const count = ({ label }) => Number(/(\d+) laps/.exec(label)?.[1] ?? 1);
        const best = playable.reduce((a, b) => (count(b) > count(a) ? b : a));
        laps.push(count(best));
        await pit_of(page, best.name).click();
        if (moves % 4 !== 0) return;
        await until(
            'the move is in the list',
            async () => (await line_of(page)).moves.split(/[ -]/).length === moves + 1,
        );
        const line = await line_of(page);
        const sown = await kalah_json(
            'sow',
            line.start,
            ...line.moves.split(' '),
            '--rules',
            line.rules,
        );
        await comes_to_show(page, sown.position);
    });
    assert.ok(Math.max(...laps) > 2, 'some sowing had several laps');
    const line = await line_of(page);
    assert.equal(line.rules, 'multilap');
    const sown = await kalah_json(
        'sow',
        line.start,
        ...line.moves.split(' '),
        '--rules',
        line.rules,
    );
    assert.equal(sown.over, true);
    const stored = await check_with_store(page, seen);
    assert.deepEqual(stored.result, sown.result);
});

scenario('the person may move second, take back, swap sides and flip the board', async (world) => {
    const page = await world.page('/');
    await new_game(page, {
        against: 'The computer',
        player: 'greedy',
        side: 'Second',
        board: '4x3',
    });
    const main = page.getByRole('main');
    const before = await my_turn(page);
    const begun = await line_of(page);
    assert.ok(begun.moves.length > 0, 'the program has begun');
    await pit_of(page, before.playable[0].name).click();
    await until(
        'the turn came back',
        async () =>
            (await line_of(page)).moves.length > begun.moves.length &&
            (await look(page)).playable.length > 0,
    );
    await main.getByRole('button', { name: 'Take back' }).click();
    await until('it is taken back', async () => (await look(page)).mark === before.mark);
    assert.equal((await line_of(page)).moves, begun.moves);
    await main.getByRole('button', { name: 'Swap sides' }).click();
    await until('the first pits are ours now', async () => (await look(page)).mark !== before.mark);
    const top = async () =>
        (await look(page)).labels.find((label) => label.includes('pit')).split(' pit')[0];
    const first = await top();
    await main.getByRole('button', { name: 'Flip the board' }).click();
    await until('the rows have changed places', async () => (await top()) !== first);
});

scenario('a game is playable at 320 pixels without scrolling sideways', async (world) => {
    const page = await world.page('/', { width: 320, height: 568 });
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    assert.ok(await fits(), 'the form fits');
    await new_game(page, {
        against: 'The computer',
        level: 'Beginner',
        side: 'First',
        board: '4x3',
    });
    const seen = await play_out(page, async (now) => {
        assert.ok(await fits(), 'the game fits');
        const pit = pit_of(page, now.playable[0].name);
        await pit.click();
        const box = await pit.boundingBox();
        assert.ok(
            box.width >= 24 && box.height >= 24,
            `a pit of ${box.width} × ${box.height} can be hit`,
        );
    });
    assert.ok(seen.over && (await fits()));
});

scenario('boards of every size are whole at 320 pixels, with all their numbers', async (world) => {
    const server = await the_server();
    const wire = await Wire.open(server);
    const person = (name) => ({ kind: 'person', name });
    const page = await world.page('/', { width: 320, height: 568 });
    const full = `<12,0,0,${[100, 100, 100, ...Array(8).fill(1), 100].join()},${Array(12).fill(12).join()}>`;
    for (const start of ['1x12', '7x12', '9x12', full]) {
        const { game } = await wire.ask('new', {
            rules: 'standard',
            start,
            seats: { south: person('Ada'), north: person('Bo') },
        });
        await page.goto(`${server.origin}/game/${game}`);
        await board_of(page).waitFor();
        const faults = await board_of(page).evaluate((board) => {
            const inside = (part, whole, room) => {
                const [a, b] = [part.getBoundingClientRect(), whole.getBoundingClientRect()];
                return a.width > 0 && a.left >= b.left + room && a.right <= b.right - room;
            };
            const wood = board.querySelector('.wood');
            return [...board.querySelectorAll('.pit')]
                .filter(
                    (pit) =>
                        !inside(pit.querySelector('.hollow'), wood, 3) ||
                        [...pit.querySelectorAll('.count, .index')].some(
                            (number) => !inside(number, pit, -0.5),
                        ),
                )
                .map((pit) => pit.textContent);
        });
        assert.deepEqual(faults, [], start);
    }
    wire.end();
});

scenario(
    'a size that no board has is marked and said, and the last one stays on show',
    async (world) => {
        const page = await world.page('/');
        const main = page.getByRole('main');
        await main.getByText('Rules, board, side, clock').click();
        await main.getByRole('combobox', { name: 'Board', exact: true }).selectOption('own');
        const shown = () => page.locator('.preview .pit .count').allTextContents();
        const said = page.locator('[aria-live=polite]').last();
        await main.getByLabel('Seeds per pit').fill('7');
        assert.deepEqual(await shown(), Array(12).fill('7'));
        for (const [field, wrong] of [
            ['Pits per side', '2.5'],
            ['Seeds per pit', '-3'],
            ['Pits per side', ''],
        ]) {
            await main.getByLabel(field).fill(wrong);
            await main
                .getByText(/^Enter a whole number from 1 to/)
                .first()
                .waitFor();
            await until('it is said', async () =>
                /Enter a whole number from 1 to/.test(await said.textContent()),
            );
            assert.deepEqual(await shown(), Array(12).fill('7'), `${field} ${wrong}`);
            assert.equal(await main.getByText('Standard 6 × 7').count(), 1, 'so does its name');
        }
        await main.getByLabel('Pits per side').fill('3');
        await main.getByLabel('Seeds per pit').fill('5');
        assert.deepEqual(await shown(), Array(6).fill('5'));
        assert.equal(await main.getByText(/^Enter a whole number from/).count(), 0);
        await main.getByLabel('Your name').fill('a'.repeat(64));
        await until('a full name is said', async () =>
            /A name has at most 64 letters/.test(await said.textContent()),
        );
    },
);
