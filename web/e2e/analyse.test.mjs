// The analysis board shows what the program prints, and every position has an address.
import assert from 'node:assert/strict';
import { scenario, until } from './harness.mjs';
import { kalah_json } from './server.mjs';
import { board_of, comes_to_show, look, pit_of } from './table.mjs';

const region = (page, name) => page.getByRole('region', { name, exact: true });
const address = (rules, start, moves = '') =>
    `/analyse?${new URLSearchParams({ rules, start, ...(moves ? { moves: moves.replaceAll(' ', '_') } : {}) })}`;

const signed = (n) => (n === 0 ? '0' : n > 0 ? `+${n}` : `−${-n}`);
/** Scores, and the points of an evaluation, as the page writes them. */
const score_text = (score) =>
    signed(Math.abs(score) >= 10 ? Math.round(score) : Math.round(score * 10) / 10);
const points_text = (points) => signed(Math.round(points * 100) / 100);

/** The values under the pits once the engine has ended: "3": "+4 exact". */
async function values_of(page) {
    const engine = region(page, 'Engine');
    const labels = await until('the engine has ended, and the board has its values', async () => {
        if (!/depth \d+(?!.*thinking)/s.test(await engine.textContent())) return null;
        const valued = (await look(page)).labels.filter((label) => label.includes('worth'));
        return valued.length > 0 ? valued : null;
    });
    return Object.fromEntries(
        labels.map((label) => {
            const found = /pit (\d+),.*, worth (\S+) for South, (exact|an estimate)$/.exec(label);
            assert.ok(found, label);
            return [found[1], `${found[2]} ${found[3] === 'exact' ? 'exact' : 'estimate'}`];
        }),
    );
}

/** What `kalah analyze` says, for south. */
async function expected(position, rules, player) {
    const said = await kalah_json('analyze', position, '--rules', rules, '--player', player);
    const sign = position.endsWith(' n') ? -1 : 1;
    const text = (score, kind) => `${score_text(sign * score)} ${kind}`;
    return {
        best: said.best,
        score: score_text(sign * said.score),
        values: Object.fromEntries(
            said.moves.map((move) => [`${move.pit}`, text(move.score, move.kind)]),
        ),
    };
}

const positions = [
    { what: 'the start', rules: 'standard', start: '6x4' },
    { what: 'north to move', rules: 'standard', start: '6x4', moves: '3-6 1 5' },
    { what: 'a multi-lap game', rules: 'multilap', start: '6x3', moves: '2' },
    {
        what: 'an ending',
        rules: 'standard',
        start: '<6,10,8,0,1,0,2,1,0,1,0,0,3,0,1>',
        exact: true,
    },
    {
        what: 'an ending with north to move',
        rules: 'empty-capture',
        start: '<6,20,18,0,1,0,2,1,0,1,0,0,3,0,2> n',
        exact: true,
    },
];

scenario('values under the pits equal those of kalah analyze, exact ones marked', async (world) => {
    const page = await world.page('/learn');
    let player;
    // The page asks for a time, with different results in each run. Ask for a depth instead.
    await page.routeWebSocket(/\/api$/, (socket) => {
        const server = socket.connectToServer();
        socket.onMessage((text) => {
            const request = JSON.parse(text);
            if (request.do === 'analyze') {
                delete request.time;
                request.player = player;
            }
            server.send(JSON.stringify(request));
        });
    });
    for (const { what, rules, start, moves = '', exact = false } of positions) {
        player = `champion:depth=${exact ? 40 : 7}`;
        await page.goto(address(rules, start, moves));
        const position = moves
            ? (await kalah_json('sow', start, ...moves.split(' '), '--rules', rules)).position
            : start;
        const wanted = await expected(position, rules, player);
        assert.deepEqual(await values_of(page), wanted.values, what);
        await page
            .getByRole('img', { name: `Evaluation: ${wanted.score} seeds for South` })
            .waitFor();
        const kinds = Object.values(wanted.values);
        if (exact)
            assert.ok(
                kinds.every((kind) => kind.endsWith('exact')),
                `${what} is solved`,
            );
        const marked = await board_of(page).locator('.value.exact').count();
        assert.equal(
            marked,
            kinds.filter((kind) => kind.endsWith('exact')).length,
            `marks of ${what}`,
        );
        const table = region(page, 'Engine').getByRole('table');
        assert.equal(await table.getByRole('row').count(), kinds.length + 1);
        // Of equally good moves, an analysis that was paused may put another one first.
        const first = await table.getByRole('row').nth(1).getByRole('rowheader').textContent();
        assert.equal(wanted.values[first], wanted.values[wanted.best]);
    }
});

scenario('an evaluation is drawn in its parts, which are those of kalah eval', async (world) => {
    const moves = '3-6 1 5'; // north is to move, and the page shows points for south
    const page = await world.page(address('standard', '6x4', moves));
    const panel = region(page, 'Evaluation in parts');
    const { evals } = await kalah_json('eval', '6x4', moves);
    const bars = panel.getByRole('group').getByRole('button');
    for (const name of ['own', 'five-part', 'knowledge-both']) {
        await panel.getByLabel('Evaluation', { exact: true }).selectOption(name);
        const wanted = evals.find((one) => one.eval === (name === 'own' ? 'fitted' : name));
        await panel.getByRole('table', { name: `Here · ${wanted.eval}` }).waitFor();
        const cells = await panel.locator('tr td:last-child').allTextContents();
        assert.deepEqual(
            cells,
            [...wanted.parts, wanted].map(({ points }) => points_text(-points)),
            name,
        );
        const value = points_text(-wanted.points);
        await panel.getByRole('button', { name: `Here ${value}`, exact: true }).waitFor();
        const drawn = wanted.parts.filter(({ points }) => points !== 0).length;
        assert.equal(await bars.first().locator('.segment').count(), drawn, name);
    }
    const legal = (await kalah_json('sow', '6x4', ...moves.split(' '))).legal.length;
    await until('each move has a bar', async () => (await bars.count()) === legal + 1);
    await bars.last().click();
    await panel.getByRole('table', { name: 'Where the line of pit 6 ends' }).waitFor();
    await panel.getByRole('button', { name: /^Where the line of pit 6/, pressed: true }).waitFor();
    await page.getByRole('switch').uncheck();
    await panel.waitFor({ state: 'detached' });
});

scenario('the start of 6x4 is proved, and every move says how far', async (world) => {
    const page = await world.page(address('standard', '6x4'));
    const engine = region(page, 'Engine');
    await engine.getByText('proved +8', { exact: true }).waitFor();
    await engine.getByText('(opening book)').waitFor();
    await page.getByRole('img', { name: 'Evaluation: +8 seeds for South' }).waitFor();
    // A position that no book knows: estimates, bounds, and at the end a proof for each move.
    const start = '<6,3,15,2,0,6,0,1,6,4,0,1,1,0,0> n';
    await page.goto(address('standard', start));
    const solved = await kalah_json('solve', start, '--moves');
    await engine.getByText(`proved ${signed(-solved.value)}`, { exact: true }).waitFor();
    const values = Object.values(await values_of(page));
    assert.ok(values.length > 1 && values.every((value) => value.endsWith('exact')), `${values}`);
    // A single player searches alone.
    await engine.getByLabel('Player').selectOption('champion');
    await engine.getByText('(search)').waitFor();
});

scenario('the engine as it is set from the start solves an ending exactly', async (world) => {
    const start = '<6,10,8,0,1,0,2,1,0,1,0,0,3,0,1>';
    const page = await world.page(address('standard', start));
    assert.deepEqual(
        await values_of(page),
        (await expected(start, 'standard', 'champion:time=2s')).values,
    );
    await page.getByRole('switch').uncheck();
    await region(page, 'Engine').getByText('The engine is off.').waitFor();
    assert.equal(await board_of(page).getByRole('button', { name: /worth/ }).count(), 0);
});

scenario(
    'a link is the position; stepping and playing change it, and a reload keeps it',
    async (world) => {
        const page = await world.page(address('standard', '6x4', '3-6 1 2'));
        const shows = async (moves) => {
            const sown = moves
                ? (await kalah_json('sow', '6x4', ...moves.split(' '))).position
                : '<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>';
            await until(`the board shows ${moves}`, async () => {
                try {
                    await comes_to_show(page, sown);
                    return true;
                } catch {
                    return false;
                }
            });
        };
        await board_of(page).waitFor();
        await shows('3-6 1 2');
        await page.keyboard.press('ArrowLeft');
        await shows('3-6 1');
        await page.waitForURL(/ply=3/);
        await page.reload();
        await board_of(page).waitFor();
        await shows('3-6 1');
        await page.keyboard.press('Home');
        await shows('');
        await page.keyboard.press('End');
        await shows('3-6 1 2');
        await page.keyboard.press('ArrowLeft');
        await shows('3-6 1');
        await pit_of(page, 'South’s pit 5').click();
        await shows('3-6 1 5');
        await page.getByRole('group', { name: 'Variation' }).waitFor();
        const variation = page.url();
        const other = await world.page(variation.slice(new URL(variation).origin.length));
        await board_of(other).waitFor();
        const { near } = await look(page);
        await until(
            'the link shows the variation',
            async () => (await look(other)).near.join() === near.join(),
        );

        await page.getByRole('navigation').getByRole('link', { name: 'Watch' }).click();
        await page.getByRole('heading', { name: 'Watch', level: 1 }).waitFor();
        await page.goBack();
        await board_of(page).waitFor();
        await shows('3-6 1 5');
        assert.equal(page.url(), variation);
    },
);

scenario(
    'a line of the engine is looked into by pointing, and played by a click',
    async (world) => {
        const start = '<6,10,8,0,1,0,2,1,0,1,0,0,3,0,1>';
        const page = await world.page(address('standard', start));
        await values_of(page);
        const line = region(page, 'Engine').getByRole('row').nth(1).getByRole('button');
        const before = await look(page);
        const pit = await line.first().textContent();
        await line.first().hover();
        const sown = await kalah_json('sow', start, pit);
        await until(
            'the look ahead is drawn',
            async () => (await look(page)).near.join() !== before.near.join(),
        );
        await comes_to_show(page, sown.position);
        await page.mouse.move(1, 1);
        await until(
            'it is gone',
            async () => (await look(page)).near.join() === before.near.join(),
        );
        await line.first().click();
        await page.waitForURL(new RegExp(`moves=${pit}`));
    },
);

scenario('the editor sets up a position', async (world) => {
    const page = await world.page('/analyse');
    await page.getByRole('button', { name: 'Edit the board' }).click();
    const form = page.getByRole('form', { name: 'Edit the board' });
    await form.getByLabel('Pits per side').fill('3');
    await form.getByLabel('Pits per side').press('Tab');
    await form.getByRole('button', { name: 'Clear the board' }).click();
    await form.getByRole('spinbutton', { name: 'South, Pit 1' }).fill('4');
    await form.getByRole('button', { name: 'Add a seed: South, Pit 3' }).click();
    await form.getByRole('spinbutton', { name: 'North, Pit 2' }).fill('3');
    await form.getByRole('spinbutton', { name: 'North, Store' }).fill('7');
    await form.getByRole('radio', { name: 'North' }).check();
    await form.getByText('15 seeds on the board').waitFor();
    await form.getByRole('button', { name: 'Analyse this position' }).click();
    await board_of(page).waitFor();
    await comes_to_show(page, '<3,0,7,4,0,1,0,3,0>');
    await page.getByText('North to move', { exact: true }).waitFor();
    await page.waitForURL(/start=3,0,7,4,0,1,0,3,0_n/);
});

scenario(
    'the editor says what cannot be played, and the engine is silent meanwhile',
    async (world) => {
        const page = await world.page('/analyse');
        await region(page, 'Engine').getByRole('table').waitFor();
        await page.getByRole('button', { name: 'Edit the board' }).click();
        await region(page, 'Engine').getByText('Paused while you edit the board.').waitFor();
        assert.equal(
            await region(page, 'Engine').getByRole('table').count(),
            0,
            'no values of another position',
        );
        const form = page.getByRole('form', { name: 'Edit the board' });
        const use = form.getByRole('button', { name: 'Analyse this position' });
        const alert = form.getByRole('alert');
        await form.getByRole('button', { name: 'Clear the board' }).click();
        assert.equal(await alert.count(), 0);
        await use.click();
        await alert.getByText('The pits are empty: add some seeds.').waitFor();
        await form.getByRole('spinbutton', { name: 'South, Pit 2' }).fill('-3');
        await alert.getByText('South, Pit 2: enter a whole number from 0 to 600').waitFor();
        await form.getByRole('spinbutton', { name: 'South, Pit 2' }).fill('3');
        await form.getByLabel('Pits per side').fill('2.5');
        await alert.getByText('A board has 1 to 12 pits per side.').waitFor();
        await use.click();
        assert.ok(await form.isVisible(), 'it is not used');
        await form.getByLabel('Pits per side').fill('6');
        await form.getByLabel('Seeds per pit').fill('150');
        await alert.getByText('A pit starts with 1 to 99 seeds.').waitFor();
        assert.ok(await form.getByRole('button', { name: 'Start position' }).isDisabled());
        await use.click();
        await comes_to_show(page, '<6,0,0,0,3,0,0,0,0,0,0,0,0,0,0>');
    },
);

scenario(
    'a lost connection is made good by itself: steps, engine and review go on',
    async (world) => {
        const server = await world.server();
        const page = await world.page(address('standard', '4x2', '1 2'), { server });
        await comes_to_show(page, (await kalah_json('sow', '4x2', '1', '2')).position);
        world.tolerate(/WebSocket connection to|ERR_CONNECTION_REFUSED/);
        world.gone(server);
        await server.kill();
        const lost = page.getByText('Connection lost. Reconnecting…');
        await lost.waitFor();
        await page.keyboard.press('ArrowLeft');
        await page.getByRole('button', { name: 'Review the game' }).click();
        await world.server(server.place);
        await lost.waitFor({ state: 'detached' });
        await comes_to_show(page, (await kalah_json('sow', '4x2', '1')).position);
        await region(page, 'Engine').getByRole('table').waitFor();
        await region(page, 'Cost of the moves')
            .getByText(/lost in total/)
            .waitFor();
    },
);

scenario('what is exported can be imported, here and at a terminal', async (world) => {
    const moves = '3-6 1 2 4';
    const page = await world.page(address('empty-capture', '6x4', moves));
    await board_of(page).waitFor();
    await page.getByText('Link, import, export').click();
    const text = page.getByLabel('Game as text');
    const written = await until('the text is there', async () => (await text.inputValue()) || null);
    const other = await world.page('/analyse?south=Ada&north=Bo');
    await board_of(other).waitFor();
    assert.equal(await other.title(), 'Analysis: Ada – Bo · Kalah');
    await other.getByText('Link, import, export').click();
    const pasted = other.getByLabel('Game, moves, position or size');
    await pasted.fill(written);
    await other.getByRole('button', { name: 'Open', exact: true }).click();
    await other.waitForURL(page.url());
    assert.equal(
        await other.title(),
        await page.title(),
        'it is not the game of Ada and Bo any more',
    );
    await until(
        'it is written alike',
        async () => (await other.getByLabel('Game as text').inputValue()) === written,
    );
    const position = (
        await kalah_json('sow', '6x4', ...moves.split(' '), '--rules', 'empty-capture')
    ).position;
    assert.equal(await other.getByLabel('Position', { exact: true }).inputValue(), position);

    await pasted.fill('6x4 nonsense');
    await other.getByRole('button', { name: 'Open', exact: true }).click();
    await other.getByRole('alert').locator('mark').waitFor();
    await pasted.fill(position);
    await other.getByRole('button', { name: 'Open', exact: true }).click();
    await other.waitForURL(/start=6,/);
    await comes_to_show(other, position);
});

/** A short game in which every other move is the worst one, and the exact cost of each move. */
async function careless_game(start) {
    const costs = [];
    let sown = { position: start, moves: '' };
    while (!sown.over && costs.length < 12) {
        const said = await kalah_json('analyze', sown.position, '--player', 'champion:depth=60');
        assert.equal(said.kind, 'exact', `${sown.position} can be solved`);
        const pick = said.moves[costs.length % 2 === 1 ? said.moves.length - 1 : 0];
        costs.push({ pit: pick.pit, cost: said.score - pick.score });
        sown = await kalah_json('sow', start, ...costs.map(({ pit }) => `${pit}`));
    }
    return { costs, moves: sown.moves };
}

scenario(
    'a review names the three worst moves with their true cost, and shows the better ones',
    async (world) => {
        const { costs, moves } = await careless_game('<3,0,0,3,3,3,3,3,3>');
        const page = await world.page(`${address('standard', '3x3', moves)}&review=1`);
        const review = region(page, 'Cost of the moves');
        await review.getByText(/lost in total/).waitFor();
        const total = costs.reduce((sum, move) => sum + move.cost, 0);
        await review.getByText(`${total} seeds lost in total`).waitFor();
        const worst = [...costs].sort((a, b) => b.cost - a.cost).slice(0, 3);
        const shown = await review.getByRole('listitem').allTextContents();
        assert.equal(shown.length, 3);
        for (const [i, text] of shown.entries())
            assert.match(text, new RegExp(`lost ${worst[i].cost} seed`), `worst ${i + 1}`);
        const item = review.getByRole('listitem').first();
        const better = /Pit (\d+) was better/.exec(await item.textContent());
        await item.getByRole('button', { name: 'Show' }).click();
        await page.getByText(`Pit ${better[1]} was better`).first().waitFor();
        await item.getByRole('button', { name: 'Try again' }).click();
        await page
            .getByRole('main')
            .getByText(/^Your turn: find a better move/)
            .waitFor();
        await page.keyboard.press(better[1]);
        await page.getByRole('main').getByText('That is the best move.').waitFor();
        await page.getByRole('slider', { name: 'Position in the game' }).waitFor();
    },
);

scenario('a search is stepped through, and counts what kalah tree counts', async (world) => {
    const page = await world.page('/search?rules=standard&start=4x2');
    const table = page.getByRole('table');
    /** Waits until the table has what `kalah tree` counts; returns the number of positions. */
    const searched = async (name, player) => {
        const { nodes, best } = await kalah_json('tree', '4x2', '--choose', '--player', player);
        const row = table.getByRole('row', {
            name: new RegExp(`^${name} ${nodes} .* pit ${best} `),
        });
        await row.waitFor();
        return nodes;
    };
    await searched('Minimax', 'minimax:eval=simple,depth=3');
    const plain = await searched('Alpha-beta', 'alphabeta:eval=simple,depth=3');
    const knowledge = 'Knowledge-based alpha-beta';
    const pruned = await searched(knowledge, 'knowledge:eval=simple,depth=3,limit=4,least=2');
    assert.ok(pruned < plain, `${pruned} positions, ${plain} without the limit`);
    const pruning = page.locator(`[data-search="${knowledge}"]`);
    const told = () => pruning.getByRole('status').textContent();
    do await pruning.getByRole('button', { name: 'Next cut-off' }).click();
    while (/left out/.test(await told()));
    assert.match(await told(), /the move costs more than the limit/);
    await pruning.getByText(/, 1 cut by the limit$/).waitFor();
    await pruning.getByRole('button', { name: 'Next move' }).click();
    await pruning.getByTitle('the move costs more than the limit').waitFor();

    const player = page.locator('[data-search="Alpha-beta"]');
    const counted = () => player.getByText(/^step \d+ of/).textContent();
    await player.getByRole('button', { name: 'Next cut-off' }).click();
    assert.match(await counted(), /, 1 cut-off$/);
    assert.match(await player.getByRole('status').textContent(), /left out/);
    assert.equal(await player.locator('[aria-current="step"]').count(), 1);
    const at = await counted();
    await page.keyboard.press('ArrowLeft');
    assert.match(await counted(), /, 0 cut-offs$/);
    await page.keyboard.press('ArrowRight');
    assert.equal(await counted(), at);
    await page.keyboard.press('End');
    assert.match(await player.getByRole('status').textContent(), /^The search ends/);

    await page.getByLabel('Limit', { exact: true }).fill('60');
    await page.getByLabel('Least limit').fill('20');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    assert.equal(await searched(knowledge, 'knowledge:eval=simple,depth=3'), plain);
    await page.reload();
    assert.equal(await searched(knowledge, 'knowledge:eval=simple,depth=3'), plain);
    assert.equal(await page.getByLabel('Limit', { exact: true }).inputValue(), '60');

    await page.getByLabel('Depth').selectOption('5');
    await page.getByLabel('Position or size').fill('6x4');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('alert').getByText('too many steps').waitFor();
    await page.getByLabel('Or open a file').setInputFiles({
        name: 'broken.json',
        mimeType: 'application/json',
        buffer: Buffer.from('{"event":'),
    });
    await page.getByRole('alert').getByText('Line 1 of this file').waitFor();
});
