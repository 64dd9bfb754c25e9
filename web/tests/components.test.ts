import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Component } from 'svelte';
import { render } from 'svelte/server';
import Board from '../src/board/Board.svelte';
import MiniBoard from '../src/board/MiniBoard.svelte';
import type { Context } from '../src/lib/context';
import { Refusal } from '../src/lib/errors';
import { PlayerNames } from '../src/lib/names';
import type { GameFollower } from '../src/lib/protocol';
import type { Entered, GameState, Move, PlayedMove, Sowing, Standing } from '../src/lib/types';
import { line_tree } from '../src/moves/line';
import MoveList from '../src/moves/MoveList.svelte';
import { Game } from '../src/play/game.svelte';
import Crosstable from '../src/watch/Crosstable.svelte';
import PlayerLink from '../src/watch/PlayerLink.svelte';
import WithContext from './parts/WithContext.svelte';

const info = { levels: [{ id: 'beginner', player: 'random' }] };

/** A context without a browser; `more` replaces parts of it. */
function fake_context(more: object = {}): Context {
    const said: string[] = [];
    return {
        connection: { link: 'open', info, server: {} },
        settings: {
            pace: 'off',
            preview: true,
            one_tap: false,
            digits: true,
            sound: false,
            name: '',
        },
        sound: { tick: () => {}, capture: () => {}, again: () => {}, end: () => {} },
        announcer: { words: '', said, say: (words: string) => said.push(words) },
        own_games: { keys: () => ({}), take_made: () => null, keep: () => {}, forget: () => {} },
        names: new PlayerNames({ info }),
        person: { name: '' },
        waiting: { id: '', note: () => {} },
        ...more,
    } as unknown as Context;
}

function html<P extends object>(of: Component<P>, props: P, context = fake_context()): string {
    const { body } = render(WithContext, {
        props: { context, of: of as Component<object>, props },
    });
    return body.replaceAll(/<!--.*?-->/g, '');
}

const count = (text: string, part: string): number => text.split(part).length - 1;
const move = (pit: number, side: 'south' | 'north', extra_turn = false): PlayedMove =>
    ({ pit, side, extra_turn, captured: 0 }) as PlayedMove;

test('a board has a button for each pit, and the legal ones can be played', () => {
    const legal = [{ pit: 1, place: 0, last: 1, laps: 1, captured: 0 } as Move];
    const view = {
        pits: 2,
        seeds: [1, 0, 3, 2, 2, 4],
        to_move: 'south',
        over: false,
        legal,
    } as const;
    const given = { ...view, seeds: [...view.seeds], legal };
    const shown = html(Board, { view: given, mine: ['south'], you: 'south', onplay: () => {} });
    assert.equal(count(shown, '<button'), 4);
    assert.equal(count(shown, 'aria-disabled="false"'), 1);
    assert.ok(shown.includes('Your pit 1, 1 seed, ends in your pit 2'));
    assert.ok(shown.includes('aria-label="Your store, 3 seeds"'));
    assert.equal(count(html(Board, { view: given }), 'aria-disabled="false"'), 0);
});

test('a small board shows the same places as numbers', () => {
    const shown = html(MiniBoard, { seeds: [1, 0, 3, 2, 12, 4], to_move: 'south', label: '3 : 4' });
    assert.deepEqual(
        shown.match(/>\s*\d+\s*</g)?.map((found) => found.replaceAll(/\D/g, '')),
        ['4', '12', '2', '1', '0', '3'],
    );
});

test('the list of moves marks the current one, which is its only Tab stop', () => {
    const tree = line_tree([move(3, 'south', true), move(6, 'south'), move(2, 'north')]);
    const shown = html(MoveList, { tree, path: [3, 6], go: () => {} });
    assert.equal(count(shown, '<li'), 1, 'one round');
    assert.equal(count(shown, 'aria-current="step"'), 1);
    assert.equal(count(shown, 'tabindex="0"'), 1);
    assert.equal(count(html(MoveList, { tree, path: [] }), '<button'), 0, 'nothing to press');
});

test('a crosstable says how many games of a pairing were forfeited', () => {
    const standings = ['Ann', 'Bob', 'Cid'].map((name) => ({ name }) as Standing);
    const bob = { points: 1.5, games: 2, forfeited: 0 };
    const cid = { points: 3.5, games: 4, forfeited: 3 };
    const shown = html(Crosstable, { standings, cells: [[null, bob, cid]], labelled: 'title' });
    const words = shown.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
    assert.ok(words.includes('3½/4 3 forfeited'), words);
    assert.equal(count(words, 'forfeited'), 1);
});

test('players of the program are called by their strength where nobody else can be', () => {
    assert.ok(html(PlayerLink, { name: 'random', origin: 'browser' }).includes('>Beginner</a>'));
    assert.ok(html(PlayerLink, { name: 'random', origin: 'serve' }).includes('>random</a>'));
});

const seat = (name: string) => ({ kind: 'person', name, here: true }) as const;
const playing = (...played: PlayedMove[]): Entered => ({
    state: {
        game: 'k7',
        status: 'playing',
        limit: null,
        to_move: 'south',
        played,
        legal: [],
        seats: { south: seat('Ada'), north: seat('Bo') },
    } as unknown as GameState,
    sides: ['south'],
});
const sown = (pit: number, side: 'south' | 'north') => ({
    ...move(pit, side),
    seeds: [],
    sowing: { side, pit } as Sowing,
});

test('a move without a connection is kept, and sent when the game is entered again', async () => {
    let follower: GameFollower | undefined;
    const sent: number[] = [];
    const outcomes = [Promise.reject(Refusal.lost()), Promise.resolve()];
    const server = {
        follow_game: (_id: string, _keys: unknown, given: GameFollower) => {
            follower = given;
            return () => {};
        },
        move: (_id: string, _key: string, pit: number) => {
            sent.push(pit);
            return outcomes.shift();
        },
    };
    const own_games = { ...fake_context().own_games, keys: () => ({ south: 'key' }) };
    const context = fake_context({ connection: { link: 'open', info, server }, own_games });
    const game = new Game('k7', context);
    assert.equal(follower, undefined, 'a constructor sends nothing');
    game.start();
    follower?.entered(playing());
    const played = game.play(3);
    await new Promise((resolve) => setTimeout(resolve));
    assert.ok(game.kept !== null);
    follower?.entered(playing());
    await new Promise((resolve) => setTimeout(resolve));
    assert.deepEqual(sent, [3, 3]);
    follower?.heard({ ply: 1, moves: [sown(3, 'south')], changes: { to_move: 'north' } });
    await played;
    assert.equal(game.kept, null);
});

/** A game whose moves are sent to a fake server: it loses the first `lost` of them. */
function sending(lost = 0): { game: Game; follower: GameFollower; sent: number[] } {
    let follower: GameFollower | undefined;
    const sent: number[] = [];
    const server = {
        follow_game: (_id: string, _keys: unknown, given: GameFollower) => (follower = given),
        move: (_id: string, _key: string, pit: number) =>
            sent.push(pit) > lost ? Promise.resolve() : Promise.reject(Refusal.lost()),
    };
    const own_games = { ...fake_context().own_games, keys: () => ({ south: 'key' }) };
    const context = fake_context({ connection: { link: 'open', info, server }, own_games });
    const game = new Game('k7', context);
    game.start();
    assert.ok(follower);
    return { game, follower, sent };
}
const soon = () => new Promise((resolve) => setTimeout(resolve));

test('the move that is kept can be changed and dropped', async () => {
    const { game, follower, sent } = sending(2);
    follower.entered(playing());
    void game.play(3);
    await soon();
    assert.equal(game.kept, 3);
    void game.play(5);
    assert.equal(game.kept, 5);
    follower.entered(playing());
    await soon();
    assert.deepEqual([sent, game.kept], [[3, 5], 5], 'lost again');
    game.drop_kept();
    await soon();
    follower.entered(playing());
    await soon();
    assert.deepEqual([sent, game.kept], [[3, 5], null]);
    void game.play(1);
    await soon();
    assert.deepEqual(sent, [3, 5, 1], 'the next one is sent');
});

test('moves that were queued follow, and fall away when they are not legal', async () => {
    const { game, follower, sent } = sending();
    const legal = (...pits: number[]) => pits.map((pit) => ({ pit }) as Move);
    const clock = { south: 9000, north: 9000, running: null, increment: 0 };
    const begun = playing();
    follower.entered({ ...begun, state: { ...begun.state, clock, legal: legal(3, 6) } });
    void game.play(3);
    game.enqueue(6);
    game.enqueue(4);
    assert.deepEqual([sent, game.queue.pits], [[3], [6, 4]]);
    follower.heard({ ply: 1, moves: [sown(3, 'south')], changes: { legal: legal(2, 6) } });
    await soon();
    assert.deepEqual([sent, game.queue.pits], [[3, 6], [4]]);
    const north = { to_move: 'north', legal: legal(1) } as const;
    follower.heard({ ply: 2, moves: [sown(6, 'south')], changes: north });
    await soon();
    assert.deepEqual(game.queue.pits, [4], 'it waits for the opponent');
    const south = { to_move: 'south', legal: legal(1) } as const;
    follower.heard({ ply: 3, moves: [sown(1, 'north')], changes: south });
    await soon();
    assert.deepEqual([sent, game.queue.pits], [[3, 6], []]);
    assert.ok(game.notice, 'it says so');
});

test('a game that the server does not have is gone, and its keys are forgotten', () => {
    let follower: GameFollower | undefined;
    const forgotten: string[] = [];
    const server = {
        follow_game: (_id: string, _keys: unknown, given: GameFollower) => (follower = given),
    };
    const own_games = { ...fake_context().own_games, forget: (id: string) => forgotten.push(id) };
    const context = fake_context({ connection: { link: 'open', info, server }, own_games });
    const game = new Game('k7', context);
    game.start();
    follower?.entered(playing());
    follower?.refused(new Refusal({ code: 'store_unavailable' }));
    assert.ok(!game.gone && game.state && game.refusal);
    follower?.refused(new Refusal({ code: 'no_such_game' }));
    assert.ok(game.gone && game.state === null);
    assert.deepEqual(forgotten, ['k7']);
});

/** A game that follows a fake server. `enters` answers its requests to enter again. */
function followed(): { game: Game; follower: GameFollower; enters: ((answer: Entered) => void)[] } {
    let follower: GameFollower | undefined;
    const enters: ((answer: Entered) => void)[] = [];
    const server = {
        follow_game: (_id: string, _keys: unknown, given: GameFollower) => (follower = given),
        enter: () => new Promise<Entered>((resolve) => enters.push(resolve)),
    };
    const game = new Game('k7', fake_context({ connection: { link: 'open', info, server } }));
    game.start();
    assert.ok(follower);
    return { game, follower, enters };
}

test('events change the state: moves, sides, times', () => {
    const { game, follower } = followed();
    follower.heard({ ply: 1, moves: [sown(3, 'south')], changes: {} });
    assert.equal(game.state, null, 'before it is entered');
    follower.entered(playing());
    const { at } = game;
    follower.heard({ ply: 1, moves: [sown(3, 'south')], changes: { to_move: 'north' } });
    assert.deepEqual([game.state?.played.length, game.state?.to_move], [1, 'north']);
    assert.equal(game.sowing?.pit, 3);
    assert.equal(game.at, at, 'no times came');
    follower.heard({ ply: 1, changes: { sides: ['north'], thinking: 'north' } });
    assert.deepEqual(game.mine, ['north']);
    assert.equal(game.sowing, null);
    follower.heard({ ply: 0, keep: 0, changes: { limit: { seconds: 5, left: 5000 } } });
    assert.equal(game.state?.played.length, 0);
    assert.ok(game.at > at);
});

test('several moves in one event leave the last one to draw', () => {
    const { game, follower, enters } = followed();
    follower.entered(playing());
    follower.heard({ ply: 2, moves: [sown(3, 'south'), sown(2, 'north')], changes: {} });
    assert.deepEqual([game.state?.played.length, game.sowing?.pit], [2, 2]);
    assert.equal(enters.length, 0);
});

test('after a lost event the game is entered again, once, and goes on from there', async () => {
    const { game, follower, enters } = followed();
    follower.entered(playing());
    follower.heard({ ply: 2, moves: [sown(2, 'north')], changes: {} });
    follower.heard({ ply: 3, moves: [sown(4, 'south')], changes: {} });
    assert.equal(enters.length, 1);
    assert.equal(game.state?.played.length, 0, 'nothing wrong is shown meanwhile');
    enters[0]?.(playing(move(3, 'south'), move(2, 'north'), move(4, 'south')));
    await new Promise((resolve) => setTimeout(resolve));
    assert.equal(game.state?.played.length, 3);
    follower.heard({ ply: 4, moves: [sown(5, 'north')], changes: {} });
    assert.deepEqual([game.state?.played.length, enters.length], [4, 1]);
});

test('the event of a seat that is taken may come before the answer, and keys are kept', async () => {
    let follower: GameFollower | undefined;
    let answer: (entered: Entered) => void = () => {};
    const forgotten: string[] = [];
    const server = {
        follow_game: (_id: string, _keys: unknown, given: GameFollower) => (follower = given),
        sit: () => new Promise<Entered>((resolve) => (answer = resolve)),
        move: (_id: string, key: string) => Promise.reject(new Refusal({ code: key })),
    };
    const own_games = { ...fake_context().own_games, forget: (id: string) => forgotten.push(id) };
    const context = fake_context({ connection: { link: 'open', info, server }, own_games });
    const game = new Game('k7', context);
    game.start();
    const { state } = playing();
    const seats = { ...state.seats, south: { kind: 'open', name: '', here: false } } as const;
    follower?.entered({ state: { ...state, status: 'waiting', seats }, sides: [] });
    const sat = game.sit('Ada');
    follower?.heard({ ply: 0, changes: { status: 'playing', seats: state.seats } });
    answer(playing());
    await sat;
    assert.deepEqual([game.mine, forgotten], [['south'], []]);
    await game.play(3);
    assert.ok(game.error !== '', 'the key was there to be sent');
});
