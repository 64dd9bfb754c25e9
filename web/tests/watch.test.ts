import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GameRow, LobbyGame, StoredGame, TournamentRow } from '../src/lib/types';
import { ending_text, faults_of } from '../src/watch/format';
import { read_filter, request_of, write_filter } from '../src/watch/games_filter';
import { arranged, kStays, state_of, until_next } from '../src/watch/lobby_cards';
import { joined, kMostKept, merged, page_of, type Ask } from '../src/watch/paging';
import { has_news, is_running } from '../src/watch/tournament_rows';

/** Games with these numbers; a negative number is a game in progress. */
const rows = (...numbers: number[]): GameRow[] =>
    numbers.map(
        (n) => ({ number: Math.abs(n), ending: n < 0 ? 'running' : 'finished' }) as GameRow,
    );
const numbers = (games: GameRow[]): number[] => games.map((game) => game.number);
const down = (from: number, to: number, sign = 1): number[] =>
    Array.from({ length: from - to + 1 }, (_, i) => sign * (from - i));

/** A store that answers in pages of 20. */
function store(...all: number[]): { ask: Ask; asked: (number | undefined)[] } {
    const asked: (number | undefined)[] = [];
    const ask: Ask = (before = Infinity) => {
        asked.push(before);
        return Promise.resolve(rows(...all.filter((n) => Math.abs(n) < before).slice(0, 20)));
    };
    return { ask, asked };
}

test('games that are being played do not hide the finished ones', async () => {
    const { ask } = store(...down(50, 26, -1), ...down(25, 1));
    const page = await page_of(ask);
    assert.deepEqual(numbers(page.games), down(25, 1));
    const first = await page_of(store(...down(50, 26, -1)).ask);
    assert.deepEqual(first, { games: [], before: null });
});

test('the next page begins where the last one ended', async () => {
    const { ask } = store(...down(50, 1));
    const page = await page_of(ask);
    assert.deepEqual([numbers(page.games), page.before], [down(50, 31), 31]);
    const second = await page_of(ask, 31);
    assert.deepEqual([numbers(second.games), second.before], [down(30, 11), 11]);
    assert.deepEqual(await page_of(ask, 11), { games: rows(...down(10, 1)), before: null });
});

test('new games join those that are being read, without a gap', async () => {
    const { ask, asked } = store(...down(90, 1));
    const page = await page_of(ask, undefined, 30);
    assert.equal(asked.length, 4);
    assert.deepEqual(numbers(merged(rows(...down(30, 5)), page.games)), down(90, 5));
    assert.equal(merged(rows(3), [{ number: 3, plies: 9 } as GameRow])[0]?.plies, 9);
});

test('a list that grows by itself pushes out its end, but nothing that was asked for', () => {
    const few = joined(rows(...down(20, 1)), rows(...down(30, 11)));
    assert.deepEqual([numbers(few.shown), few.pushed_out], [down(30, 1), false]);
    const many = joined(rows(...down(kMostKept, 1)), rows(...down(kMostKept + 5, kMostKept - 10)));
    assert.deepEqual([numbers(many.shown), many.pushed_out], [down(kMostKept + 5, 6), true]);
    const read = joined(rows(...down(2 * kMostKept, 1)), rows(...down(2 * kMostKept, 9)));
    assert.deepEqual([read.shown.length, read.pushed_out], [2 * kMostKept, false]);
});

test('a store full of games that are being played is not read to its end', async () => {
    const { ask, asked } = store(...down(900, 1, -1));
    await page_of(ask);
    assert.equal(asked.length, 10);
});

test('which games are wanted is kept in the address and asked of the server', () => {
    const read = (query: string) => read_filter(new URLSearchParams(query));
    assert.equal(write_filter(read('')), '');
    const all = read('');
    assert.equal(write_filter({ ...all, kind: 'lobby', player: 'ada' }), '?kind=lobby&player=ada');
    for (const player of ['ada', 'a&kind=match', 'champion:time=2s', ' '])
        assert.deepEqual(read(write_filter({ ...all, kind: 'match', player })), {
            ...all,
            kind: 'match',
            player,
        });
    assert.deepEqual(read('kind=nonsense&result=nonsense&since=nonsense'), all);
    const search = 'player=ada&opponent=bo&result=lost&rules=multilap&since=2026-11-01';
    assert.equal(write_filter(read(search)), `?${search}`);
    assert.deepEqual(request_of({ ...read(`${search}&until=2026-11-01`), who: 'person' }), {
        player: 'ada',
        kind: 'person',
        opponent: 'bo',
        result: 'lost',
        rules: 'multilap',
        since: new Date('2026-11-01T00:00').getTime(),
        until: new Date('2026-11-02T00:00').getTime(),
    });
    assert.deepEqual(request_of({ ...all, opponent: 'bo' }), {}, 'of nobody');
    assert.deepEqual(request_of(read('kind=lobby&player=ada')), { player: 'ada', origin: 'serve' });
    assert.deepEqual(request_of(read('')), {});
});

/** Games by id and players: "7 ab". */
const playing = (...games: string[]): LobbyGame[] =>
    games.map((game) => {
        const [id, names] = game.split(' ');
        return {
            origin: 'serve',
            game: `#${id}`,
            names: { south: names?.[0], north: names?.[1] },
        } as LobbyGame;
    });
const order = (cards: ReturnType<typeof arranged>): string[] =>
    cards.map((card) => `${card.game.game.slice(1)}${state_of(card) === 'played' ? '' : ' over'}`);

test('a card of the lobby keeps its place until its game has been over for a while', () => {
    let cards = arranged([], playing('1 ab', '2 cd', '3 ef'), 0);
    cards = arranged(cards, playing('4 gh', '3 ef', '1 ab'), 1000);
    assert.deepEqual(
        order(cards),
        ['1', '2 over', '3', '4'],
        'whatever the order that they are told in',
    );
    assert.equal(until_next(cards, 2000), kStays - 1000);
    cards = arranged(cards, playing('4 gh', '3 ef', '1 ab'), 1000 + kStays);
    assert.deepEqual(order(cards), ['1', '3', '4']);
    assert.equal(until_next(cards, 0), null);
});

test('a game of people that leaves the lobby need not be over', () => {
    const people = {
        origin: 'browser',
        game: 'abc',
        names: { south: 'a', north: 'b' },
    } as LobbyGame;
    const there = arranged([], [people, ...playing('1 cd')], 0);
    assert.deepEqual(there.map(state_of), ['played', 'played']);
    assert.deepEqual(arranged(there, [], 10).map(state_of), ['gone', 'over']);
});

test('the next game of the same two comes to the place of their last one', () => {
    const before = arranged([], playing('1 ab', '2 cd'), 0);
    const after = arranged(before, playing('2 cd', '3 ba'), 10);
    assert.deepEqual(order(after), ['3', '2']);
    assert.equal(after[0]?.id, before[0]?.id, 'it is the same card');
    const both = arranged(before, playing('1 ab', '2 cd', '3 ba'), 10);
    assert.deepEqual(order(both), ['1', '2', '3'], 'but not while that is being played');
});

test('of tournaments it is known which are being played, and when games were', () => {
    const row = (number: number, played: number, finished: number | null = null): TournamentRow =>
        ({ number, played, scheduled: 9, finished }) as TournamentRow;
    assert.deepEqual([row(1, 0), row(1, 8), row(1, 9), row(1, 8, 77)].map(is_running), [
        true,
        true,
        false,
        false,
    ]);
    const before = [row(2, 3), row(1, 9, 77)];
    assert.equal(has_news(before, [row(2, 3), row(1, 9, 77)]), false);
    assert.equal(has_news(before, [row(2, 4), row(1, 9, 77)]), true);
    assert.equal(has_news(before, [row(3, 0), ...before]), false, 'nothing of it has been played');
    assert.equal(has_news(before, [row(3, 1), ...before]), true);
});

test('who leaves a game of the browser for good has resigned, which is no fault', () => {
    const fault = (kind: string) => ({ ply: 3, side: 'south', kind, text: '' }) as const;
    const game = (origin: StoredGame['origin'], ending: StoredGame['ending']) => ({
        origin,
        ending,
        faults: [fault('late'), fault('gone')],
    });
    const told = (one: ReturnType<typeof game>) => [
        ending_text(one),
        ...faults_of(one).map(({ kind }) => kind),
    ];
    assert.deepEqual(told(game('browser', 'gone')), ['resigned', 'late']);
    assert.deepEqual(told(game('serve', 'resigned')), ['resigned', 'late']);
    assert.deepEqual(told(game('serve', 'gone')), ['left', 'late', 'gone']);
    assert.deepEqual(told(game('browser', 'timeout')), ['out of time', 'late', 'gone']);
});
