import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changed, single_moves } from '../src/lib/delta';
import type { GameEvent, GameState, PlayedMove, Side, Sowing } from '../src/lib/types';

const move = (pit: number, side: Side = 'south'): PlayedMove & { sowing: Sowing } =>
    ({ pit, side, seeds: [pit], sowing: { side, pit } }) as unknown as PlayedMove & {
        sowing: Sowing;
    };
const state = (...pits: number[]): GameState =>
    ({
        game: 'k7',
        played: pits.map((pit) => move(pit)),
        thinking: null,
        undo: null,
    }) as unknown as GameState;
const pits = (after: GameState | null): number[] | undefined => after?.played.map(({ pit }) => pit);

test('a move is appended, and the keys that changed are assigned', () => {
    const before = state(3);
    const after = changed(before, { ply: 2, moves: [move(6)], changes: { thinking: 'north' } });
    assert.deepEqual(pits(after), [3, 6]);
    assert.deepEqual([after?.thinking, after?.undo, after?.game], ['north', null, 'k7']);
    assert.deepEqual(pits(before), [3], 'what is on show does not change');
});

test('a change without moves leaves them as they are', () => {
    const before = state(3, 6);
    const after = changed(before, { ply: 2, changes: { undo: 'south', sides: ['south'] } });
    assert.equal(after?.played, before.played);
    assert.equal(after?.undo, 'south');
    assert.ok(after && !('sides' in after), 'sides are the person’s, not the game’s');
});

test('moves are taken back, and others may be played at once', () => {
    assert.deepEqual(pits(changed(state(3, 6, 2), { ply: 1, keep: 1, changes: {} })), [3]);
    assert.deepEqual(pits(changed(state(3, 6), { ply: 0, keep: 0, changes: {} })), []);
    const again = changed(state(3, 6, 2), { ply: 2, keep: 1, moves: [move(4)], changes: {} });
    assert.deepEqual(pits(again), [3, 4]);
});

test('an event after a lost one does not fit', () => {
    const lost: GameEvent[] = [
        { ply: 3, moves: [move(2)], changes: {} }, // missed: a move before this one
        { ply: 2, changes: { thinking: null } }, // missed: the move itself
        { ply: 3, keep: 3, changes: {} }, // missed: moves before an undo
        { ply: 0, moves: [], changes: {} }, // missed: an undo
    ];
    for (const event of lost) assert.equal(changed(state(3), event), null);
});

test('several moves at once are several events, so that each can be drawn', () => {
    const event = {
        ply: 4,
        keep: 1,
        moves: [move(1), move(2, 'north'), move(3)],
        changes: { thinking: 'south' as const },
    };
    const steps = single_moves(event);
    assert.deepEqual(
        steps.map(({ ply, keep, changes }) => [ply, keep, changes.to_move, changes.thinking]),
        [
            [2, 1, 'north', undefined],
            [3, undefined, 'south', undefined],
            [4, undefined, undefined, 'south'],
        ],
    );
    let now: GameState | null = state(5, 6);
    for (const step of steps) now = now && changed(now, step);
    const { played, ...rest } = now ?? state();
    const { played: at_once, ...same } = changed(state(5, 6), event) ?? state();
    assert.deepEqual(played, at_once);
    assert.equal(rest.thinking, same.thinking);
    const single = { ply: 1, changes: {} };
    assert.equal(single_moves(single)[0], single);
});
