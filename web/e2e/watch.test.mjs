// KGP clients in the lobby, finished games and tournaments, as pages show them.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { between } from './between.mjs';
import { scenario, the_server, until } from './harness.mjs';
import { Client } from './kgp.mjs';
import { kalah, kalah_json, new_folder, root, start_program } from './server.mjs';
import {
    board_of,
    comes_to_show,
    look,
    new_game,
    only_seeds,
    pit_of,
    play_out,
    seeds_of,
    stored_number,
} from './table.mjs';
import { Wire } from './wire.mjs';

const region = (page, name) => page.getByRole('region', { name, exact: true });
const lobby_options = { options: ['--board', '4x3', '--time', '60s', '--seed', '1'] };

scenario('the lobby shows a KGP client, and a person plays it to the end', async (world) => {
    const server = await world.server(lobby_options);
    const lobby = await world.page('/watch', { server });
    await region(lobby, 'Programs in the lobby').getByText('No programs are connected.').waitFor();
    const bot = start_program('python3', ['-B', join(root, 'examples/bot.py'), '1'], {
        extra: { KGP_HOST: '127.0.0.1', KGP_PORT: `${server.kgp}` },
    });
    const client = region(lobby, 'Programs in the lobby')
        .getByRole('listitem')
        .filter({ hasText: 'thirty-lines' });
    await client.getByText('waiting for an opponent').waitFor();

    const page = await world.page('/', { server });
    await new_game(page, { against: 'Anyone', name: 'Ada' });
    const live = region(lobby, 'Games in progress').getByRole('link', { name: /Ada/ });
    await live.waitFor();
    await client.getByText('playing').waitFor();
    await page.getByRole('timer', { name: /’s clock: (1:00|0:5\d)$/ }).waitFor();
    const seen = await play_out(page, (now) =>
        pit_of(page, now.playable[0].name).click({ timeout: 10_000 }),
    );
    const number = await stored_number(page);
    const stored = await server.json('games', 'show', `${number}`);
    assert.equal(stored.ending, 'finished');
    assert.deepEqual([stored.names.south, stored.names.north].sort(), ['Ada', 'thirty-lines']);
    const { south, north } = stored.result;
    assert.deepEqual(
        [seen.near_store, seen.far_store],
        stored.names.south === 'Ada' ? [south, north] : [north, south],
    );
    await region(lobby, 'Finished games')
        .getByRole('link', { name: `Replay game ${number}` })
        .waitFor();
    assert.equal(await bot.ended, 0);
    await region(lobby, 'Programs in the lobby').getByText('No programs are connected.').waitFor();
});

scenario('what a KGP client says of itself is text', async (world) => {
    const server = await world.server(lobby_options);
    const name = '<img src=x onerror=alert(1)>';
    const page = await world.page('/watch', { server });
    const client = new Client(server, { name, authors: '<b>me</b>', comment: '&lt;i>' });
    await region(page, 'Programs in the lobby').getByText(name).waitFor();
    assert.equal(await page.locator('img[src=x], [onerror]').count(), 0);
    client.end();
});

scenario('a game of two programs is watched live', async (world) => {
    const server = await world.server(lobby_options);
    const page = await world.page('/watch', { server });
    const clients = ['Quick', 'Slow'].map((name) => new Client(server, { name }));
    await region(page, 'Games in progress').getByRole('link', { name: /Quick/ }).click();
    await page.getByRole('heading', { name: /Quick – Slow|Slow – Quick/, level: 1 }).waitFor();
    const shows = (position) =>
        until(
            `the board shows ${position}`,
            async () =>
                JSON.stringify(seeds_of(position)) === JSON.stringify(only_seeds(await look(page))),
        );
    await shows('<4,0,0,3,3,3,3,3,3,3,3>');
    assert.equal((await look(page)).playable.length, 0, 'only to look at');
    const moves = [];
    for (const pit of ['1', '1', '2']) {
        await (
            await until('one is asked', async () => clients.find((client) => client.asked))
        ).play(pit);
        moves.push(pit);
        await shows((await kalah_json('sow', '4x3', ...moves)).position);
    }
    const player = await world.page('/watch/player/Quick', { server });
    await player.getByRole('heading', { name: 'Quick', level: 1, exact: true }).waitFor();
    await player.getByText('No finished games of Quick.').waitFor();
    for (const client of clients) client.end();
    await page
        .getByRole('strong')
        .filter({ hasText: / wins: (Quick|Slow) left the game$/ })
        .waitFor();
    await page.getByRole('link', { name: 'Replay it' }).waitFor();
});

async function with_tournament(world) {
    const store = join(new_folder(), 'games.sqlite');
    await kalah(
        'tournament',
        'random',
        'greedy',
        'minimax:depth=2',
        '--games',
        '4',
        '--board',
        '4x3',
        '--store',
        store,
    );
    return world.server({ store });
}

scenario('a finished game is replayed move by move', async (world) => {
    const server = await with_tournament(world);
    const stored = await server.json('games', 'show', '3');
    const page = await world.page('/watch/game/3', { server });
    let unreadable = true;
    let held = null; // while sowings are held back: functions that deliver them
    const asked = await between(page, (message, send) => {
        if (message.notes && unreadable)
            return { re: message.re, error: { code: 'store_unavailable', text: 'not now' } };
        if (message.sowing) held?.push(() => send(message));
        return message.sowing && held ? null : message;
    });
    await page.getByRole('heading', { name: 'This cannot be shown', level: 1 }).waitFor();
    unreadable = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await board_of(page).waitFor();
    const plies = stored.played.length;
    const at = (ply) => page.getByText(`Move ${ply} of ${plies}`).waitFor();
    await page.keyboard.press('Home');
    await at(0);
    await comes_to_show(page, '<4,0,0,3,3,3,3,3,3,3,3>');
    await page.keyboard.press('ArrowRight');
    await at(1);
    await page.getByRole('button', { name: 'Next move' }).click();
    await at(2);
    const sown = await server
        .json('games', 'show', '3')
        .then(({ played }) => played.slice(0, 2).map((move) => move.pit));
    await comes_to_show(
        page,
        JSON.parse(await kalah('sow', '4x3', ...sown.map(String), '--json')).position,
    );
    await page.keyboard.press('End');
    await at(plies);
    await comes_to_show(page, stored.position);
    const { winner, south, north } = stored.result;
    const said =
        winner === 'draw'
            ? `A draw, ${south} : ${north}.`
            : `${stored.names[winner]} won ${Math.max(south, north)} : ${Math.min(south, north)}.`;
    await page.getByText(said, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'First position' }).click();
    await at(0);
    const sown_already = asked.filter((request) => request.do === 'sow').length;
    const told = (held = []);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await at(1);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await at(2);
    await until('both moves are told', async () => told.length === 2);
    for (const tell of told.splice(0)) tell();
    await until(
        'it goes on',
        async () => asked.filter((request) => request.do === 'sow').length > sown_already + 2,
    );
    await at(3); // one move further, not one per press of Play
    held = null;
    for (const tell of told) tell();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.keyboard.press('End');
    await at(plies);
    await page.getByRole('link', { name: 'Analyse this game' }).click();
    await page.waitForURL('**/analyse?*');
    await board_of(page).waitFor();
    await until(
        'the analysis shows its end',
        async () => (await look(page)).near_store === stored.result.south,
    );
});

const half = (points) => (Number.isInteger(points) ? `${points}` : `${Math.floor(points) || ''}½`);

scenario(
    'a tournament’s page has the standings of kalah resume, and games that sum up to them',
    async (world) => {
        const server = await with_tournament(world);
        const { standings } = await server.json('resume');
        const page = await world.page('/watch', { server });
        await region(page, 'Tournaments').getByRole('link').first().click();
        await page.waitForURL('**/watch/tournament/1');
        const rows = region(page, 'Standings').getByRole('row');
        await rows.nth(1).waitFor();
        const cells = await rows.evaluateAll((all) =>
            all.slice(1).map((row) => [...row.cells].map((cell) => cell.textContent.trim())),
        );
        const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');
        assert.deepEqual(
            cells,
            standings.map((row, i) => [
                `${i + 1}`,
                row.name,
                half(row.points),
                ...[row.games, row.wins, row.draws, row.losses].map(String),
                signed(Math.round(row.margin * 10) / 10),
            ]),
        );
        const cross = await region(page, 'Crosstable')
            .getByRole('row')
            .evaluateAll((all) =>
                all
                    .slice(1)
                    .map((row) => [...row.cells].slice(1).map((cell) => cell.textContent.trim())),
            );
        const points = (text) =>
            text === '' || text === '·' ? 0 : Number(text.split('/')[0].replace('½', '.5'));
        for (const [i, row] of cross.entries())
            assert.equal(
                row.reduce((sum, cell) => sum + points(cell), 0),
                standings[i].points,
                standings[i].name,
            );
        const games = await region(page, 'Latest games')
            .getByRole('link', { name: /^Replay game/ })
            .count();
        assert.ok(games > 0, 'its games can be replayed');

        await region(page, 'Standings')
            .getByRole('link', { name: standings[0].name, exact: true })
            .click();
        await page.getByRole('heading', { name: standings[0].name, level: 1 }).waitFor();
        const { wins, draws, losses } = standings[0];
        await page
            .getByRole('img', { name: `${wins} won, ${draws} drawn, ${losses} lost` })
            .waitFor();
    },
);

/** Makes a game in which Ada resigns at once against a player of the program. */
async function resigned_game(server, player) {
    const wire = await Wire.open(server);
    const seats = { south: { kind: 'person', name: 'Ada' }, north: { kind: 'player', player } };
    const { game, keys } = await wire.ask('new', { rules: 'standard', start: '6x4', seats });
    await wire.ask('resign', { game, key: keys.south });
    wire.end();
}

scenario(
    'finished games are filtered by kind and player, and the address keeps it',
    async (world) => {
        const server = await with_tournament(world);
        await resigned_game(server, 'level1');
        const page = await world.page('/watch', { server });
        const list = region(page, 'Finished games');
        const names = () =>
            list
                .getByRole('row')
                .evaluateAll((rows) =>
                    rows
                        .slice(1)
                        .map((row) =>
                            [row.cells[1], row.cells[2]].map((cell) => cell.textContent.trim()),
                        ),
                );
        const all_have = (what, fits) =>
            until(what, async () => {
                const now = await names();
                return now.length > 0 && now.every(fits);
            });
        await list.getByRole('link', { name: 'Ada' }).waitFor();
        await list.getByLabel('Kind').selectOption('In the browser');
        await all_have(
            'only the game of the browser is left',
            (both) => both.join() === 'Ada,Beginner',
        );
        await page.waitForURL('**/watch?kind=browser');
        await list.getByText('resigned', { exact: true }).waitFor();
        await list.getByLabel('Kind').selectOption('Tournaments');
        await all_have('only those of the tournament are left', (both) => !both.includes('Ada'));
        await list.getByLabel('Player').fill('random');
        await all_have('only those of one player are left, by the name in the plan', (both) =>
            both.includes('random'),
        );
        await page.waitForURL('**/watch?kind=tournament&player=random');
        await page.reload();
        await all_have(
            'a reload keeps both',
            (both) => both.includes('random') && !both.includes('Ada'),
        );
        assert.equal(await list.getByLabel('Player').inputValue(), 'random');
        await page.getByRole('navigation').getByRole('link', { name: 'Watch' }).click();
        await list.getByRole('link', { name: 'Ada' }).waitFor();
        assert.equal(await list.getByLabel('Kind').inputValue(), 'all');
        await list
            .getByRole('row')
            .filter({ hasText: 'Ada' })
            .getByRole('link', { name: /^Replay game/ })
            .click();
        await page.getByText('Ada lost: resigned.').waitFor();
        assert.equal(await page.getByRole('heading', { name: 'Faults' }).count(), 0);
    },
);

scenario('the lobby follows a tournament that is played elsewhere', async (world) => {
    const server = await with_tournament(world);
    const page = await world.page('/watch', { server });
    await page.clock.install();
    let left = 2; // games that, for the page, have not been played yet
    const asked = await between(page, (message) => {
        if (!message.tournaments)
            return message.games && left > 0
                ? { ...message, games: message.games.slice(left) }
                : message;
        const [row] = message.tournaments;
        const played = row.scheduled - left;
        return {
            ...message,
            tournaments: [{ ...row, played, finished: left > 0 ? null : row.finished }],
        };
    });
    const games = region(page, 'Finished games').getByRole('row');
    await region(page, 'Games in progress').getByText('A tournament is in progress').waitFor();
    await region(page, 'Games in progress')
        .getByRole('link', { name: 'random, greedy, minimax:depth=2' })
        .waitFor();
    await until('its games are there', async () => (await games.count()) > 1);
    const before = await games.count();
    await region(page, 'Tournaments').getByText('10 of 12').waitFor();
    left = 0;
    await page.clock.runFor(3000);
    await until('there are the last two', async () => (await games.count()) === before + 2);
    await region(page, 'Tournaments').getByText('12 of 12').waitFor();
    await region(page, 'Games in progress').getByText('No games in progress.').waitFor();

    await page.getByRole('navigation').getByRole('link', { name: 'Play', exact: true }).click();
    await page.getByRole('heading', { name: 'Play Kalah' }).waitFor();
    const questions = () => asked.filter((request) => request.do === 'tournaments').length;
    const till_now = questions();
    await page.clock.runFor(20_000);
    assert.equal(questions(), till_now, 'nobody looks any more');
});

scenario('what is not there has a page that says so and leads on', async (world) => {
    const page = await world.page('/watch/game/99999');
    const missing = {
        '/watch/game/99999': 'There is no game 99999 here',
        '/watch/live/99999': 'This game is not in progress',
        '/watch/tournament/99999': 'There is no tournament 99999 here',
        '/watch/player/Nemo': 'No player called Nemo here',
        '/watch/nothing': 'Page not found',
    };
    for (const [path, title] of Object.entries(missing)) {
        await page.goto((await the_server()).origin + path);
        await page.getByRole('heading', { name: title, level: 1 }).waitFor();
        assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
        assert.equal(await page.title(), `${title} · Kalah`);
        await page.getByRole('link', { name: 'Go to the lobby' }).waitFor();
    }
    await page.goto(`${(await the_server()).origin}/watch/bout/99999`);
    await page.waitForURL('**/watch/live/99999');
    await page.getByRole('link', { name: 'Go to the lobby' }).click();
    await page.waitForURL('**/watch');
});
