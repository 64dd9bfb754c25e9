import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Component } from 'svelte';
import { render } from 'svelte/server';
import Board from '../src/board/Board.svelte';
import MiniBoard from '../src/board/MiniBoard.svelte';
import type { Context } from '../src/lib/context';
import { error_value } from '../src/lib/wire_errors';
import { Refusal } from '../src/lib/errors';
import { PlayerNames } from '../src/lib/names';
import type { GameFollower } from '../src/lib/protocol';
import type { Entered, GameState, Move, PlayedMove } from '../src/lib/types';
import { line_tree } from '../src/moves/line';
import MoveList from '../src/moves/MoveList.svelte';
import { Game } from '../src/play/game.svelte';
import PlayerLink from '../src/watch/PlayerLink.svelte';
import WithContext from './parts/WithContext.svelte';

const info = { levels: [{ id: 'beginner', player: 'random' }] };

/** A context without a browser; `more` replaces parts of it. */
function fake_context(more: object = {}): Context {
    const said: string[] = [];
    return {
        connection: { link: 'open', info, server: {} },
        settings: { speed: 'off', preview: true, digits: true, sound: false, name: '' },
        sound: { tick: () => {}, capture: () => {}, again: () => {}, end: () => {} },
        announcer: { words: '', said, say: (words: string) => said.push(words) },
        own_games: { keys: () => ({}), take_made: () => null, keep: () => {}, forget: () => {} },
        names: new PlayerNames({ info }),
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
const move = (pit: number, side: 'south' | 'north', again = false): PlayedMove =>
    ({ pit, side, again, captured: 0 }) as PlayedMove;

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

test('players of the program are called by their strength where nobody else can be', () => {
    assert.ok(html(PlayerLink, { name: 'random', origin: 'browser' }).includes('>Beginner</a>'));
    assert.ok(html(PlayerLink, { name: 'random', origin: 'serve' }).includes('>random</a>'));
});

const seat = (name: string) => ({ kind: 'person', name, here: true }) as const;
const playing = (...played: PlayedMove[]): Entered => ({
    state: {
        id: 'k7',
        status: 'playing',
        to_move: 'south',
        played,
        legal: [],
        seats: { south: seat('Ada'), north: seat('Bo') },
    } as unknown as GameState,
    sides: ['south'],
    sowing: null,
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
    assert.ok(game.move_kept);
    follower?.entered(playing());
    await new Promise((resolve) => setTimeout(resolve));
    assert.deepEqual(sent, [3, 3]);
    follower?.heard(playing(move(3, 'south')));
    await played;
    assert.ok(!game.move_kept);
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
    follower?.refused(new Refusal(error_value('the game cannot be read just now')));
    assert.ok(!game.gone && game.state && game.refusal !== '');
    follower?.refused(new Refusal(error_value('there is no such game (any more)')));
    assert.ok(game.gone && game.state === null);
    assert.deepEqual(forgotten, ['k7']);
});
