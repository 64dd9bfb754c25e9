// Every page of the application with content, for tests and pictures of all of them: a store with a
// tournament, games of people, a program in the lobby.
import { join } from 'node:path';
import { until } from './browser.mjs';
import { Client } from './kgp.mjs';
import { kalah, new_folder, Server } from './server.mjs';
import { board_of } from './table.mjs';
import { Wire } from './wire.mjs';

const person = (name) => ({ kind: 'person', name });
const middle_game = '3-6 2-1 4 1 6-5 6';

/** A server with content. `games`: the keys of its games, for localStorage. */
export async function furnished_server() {
    const store = join(new_folder(), 'games.sqlite');
    await kalah(
        'tournament',
        'random',
        'greedy',
        'minimax:depth=2',
        'Anna=alphabeta:depth=3',
        '--games',
        '2',
        '--board',
        '6x4',
        '--store',
        store,
    );
    const server = await Server.start({ store });
    const wire = await Wire.open(server);
    const made = {};
    const games = [];
    const new_game = async (name, request) => {
        const answer = await wire.ask('new', { rules: 'standard', start: '6x4', ...request });
        if (answer.error) throw new Error(`${name}: ${answer.error.text}`);
        const { seats } = answer.state;
        games.push({
            id: answer.game,
            keys: answer.keys,
            names: { south: seats.south.name, north: seats.north.name || 'Free seat' },
            at: Date.now(),
            over: false,
        });
        made[name] = { game: answer.game, keys: answer.keys };
    };
    await new_game('running', {
        seats: { south: person('Ada'), north: person('Bo') },
        moves: middle_game,
        clock: { seconds: 300, increment: 5 },
    });
    await new_game('computer', {
        seats: { south: person('Ada'), north: { kind: 'player', player: 'greedy' } },
        moves: '3-6',
        clock: { seconds: 300, increment: 5 },
    });
    await new_game('waiting', { seats: { south: person('Ada'), north: { kind: 'open' } } });
    await new_game('over', {
        seats: { south: person('Ada'), north: person('Bo') },
        moves: middle_game,
    });
    await wire.ask('resign', { game: made.over.game, key: made.over.keys.north });
    const client = new Client(server, {
        name: 'Waldo',
        authors: 'A. Author',
        comment: 'takes what it can',
    });
    const end = async () => {
        wire.end();
        client.end();
        return server.stop();
    };
    return { server, games, made, end };
}

/** `ready` waits until a page shows what it is for. `seen`: what must be visible without scrolling. */
export function all_pages({ made }) {
    const board = (page) => board_of(page).waitFor();
    const title = (page) => [page.getByRole('heading', { level: 1 })];
    const button = (page, name) =>
        page.getByRole('main').getByRole('button', { name, exact: true });
    const playing =
        (...buttons) =>
        (page) => [
            board_of(page),
            page.locator('.panel .status'),
            ...buttons.map((name) => button(page, name)),
            page.getByRole('timer').first(),
            page.getByRole('timer').last(),
        ];
    const studying = (page) => [
        board_of(page),
        button(page, 'Previous move'),
        button(page, 'Next move'),
    ];
    const words = (text) => (page) => page.getByRole('main').getByText(text).first().waitFor();
    const game = (name) => `/game/${encodeURIComponent(made[name].game)}`;
    const line = `rules=standard&start=6x4&moves=${middle_game.replaceAll(' ', '_')}`;
    return [
        {
            name: 'start',
            path: '/',
            ready: words('Beginner'),
            seen: (page) => [
                page.getByRole('heading', { level: 1 }),
                page.getByRole('radio', { name: 'The computer' }),
                button(page, 'Play'),
            ],
        },
        {
            name: 'lobby',
            path: '/',
            ready: async (page) => {
                await page.getByRole('radio', { name: 'Anyone' }).check();
                await words('Waldo')(page);
            },
            seen: title,
        },
        {
            name: 'you',
            path: '/you',
            ready: async (page) => {
                await page.getByLabel('Your name').fill(`Ada ${Math.random()}`.slice(0, 14));
                await button(page, 'Reserve this name').click();
                await words('Your games and rating')(page);
            },
            seen: title,
        },
        {
            name: 'settings',
            path: '/',
            ready: async (page) => {
                await page.getByRole('button', { name: 'Settings' }).click();
                await page.getByRole('checkbox', { name: 'Sound' }).waitFor();
            },
            seen: (page) => [page.getByRole('group', { name: 'Settings' })],
        },
        {
            name: 'game',
            path: game('running'),
            ready: board,
            seen: playing('Take back', 'Resign'),
        },
        {
            name: 'game-computer',
            path: game('computer'),
            ready: board,
            seen: playing('Hint', 'Take back', 'Resign'),
        },
        {
            name: 'game-waiting',
            path: game('waiting'),
            ready: words('Copy link'),
            seen: (page) => [page.locator('.panel .status'), button(page, 'Copy link')],
        },
        {
            name: 'game-over',
            path: game('over'),
            ready: words('by resignation'),
            seen: (page) => [
                board_of(page),
                page.locator('.panel .status'),
                button(page, 'Play again'),
            ],
        },
        {
            name: 'analyse',
            path: `/analyse?${line}`,
            ready: async (page) => {
                await board(page);
                await page.getByText(/depth \d+/).waitFor();
                await page.getByText('Link, import, export').click();
            },
            seen: studying,
        },
        {
            name: 'review',
            path: `/analyse?${line}&review=1`,
            ready: words(/lost in total/),
            seen: studying,
        },
        {
            name: 'editor',
            path: '/analyse',
            ready: (page) => page.getByRole('button', { name: 'Edit the board' }).click(),
            seen: () => [],
        },
        {
            name: 'watch',
            path: '/watch',
            ready: async (page) => {
                await words('Waldo')(page);
                await page
                    .getByRole('region', { name: 'Tournaments' })
                    .getByRole('link')
                    .first()
                    .waitFor();
            },
            seen: title,
        },
        { name: 'replay', path: '/watch/game/2', ready: board, seen: studying },
        {
            name: 'tournament',
            path: '/watch/tournament/1',
            ready: words('Crosstable'),
            seen: title,
        },
        { name: 'player', path: '/watch/player/greedy', ready: words('Score'), seen: title },
        {
            name: 'learn',
            path: '/learn',
            ready: async (page) => {
                await page.getByRole('heading', { level: 1 }).waitFor();
                await until(
                    'its boards are there',
                    async () => (await page.getByRole('group', { name: 'Board' }).count()) > 0,
                );
            },
            seen: title,
        },
        {
            name: 'exercise',
            path: '/learn',
            ready: async (page) => {
                await page
                    .getByRole('button', { name: /^Exercise 1/ })
                    .first()
                    .click();
                await words('Your turn:')(page);
            },
            seen: title,
        },
        {
            name: 'puzzles',
            path: '/puzzles',
            ready: words('Find the'),
            seen: (page) => [
                board_of(page),
                page.locator('main .status'),
                button(page, 'Hint'),
                button(page, 'Show the answer'),
            ],
        },
        {
            name: 'missing',
            path: '/watch/nothing',
            ready: words('Page not found'),
            seen: title,
        },
    ];
}
