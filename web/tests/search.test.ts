import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read_events, type SearchEvent } from '../src/search/events';
import { seeds_of } from '../src/search/position';
import { is_cut, Replay } from '../src/search/replay';
import { player_of, read_settings, write_settings } from '../src/search/settings';

/** A tree of given values, as `kalah tree --values FILE --events` writes it: max at the root, two min
 *  nodes; the first has the leaves 3 and 5, the second 2 and one that is cut off. */
const kTold = [
    { event: 'begin', unit: 1, pseudo_code: [{ code: 'max', indent: 0, text: 'max' }] },
    { event: 'iteration', depth: 2 },
    { event: 'pass', purpose: 'best', kind: 'max', depth: 2, moves: [1, 2] },
    { event: 'enter', node: 1, parent: 0, pit: 1, kind: 'min', moves: [1, 2] },
    { event: 'enter', node: 2, parent: 1, pit: 1, kind: 'max', moves: [] },
    { event: 'leaf', node: 2, value: 3, bound: 'exact', reason: 'over' },
    { event: 'back', node: 1, child: 2, pit: 1, value: 3, better: true, best: 3, best_pit: 1 },
    { event: 'enter', node: 3, parent: 1, pit: 2, kind: 'max', moves: [] },
    { event: 'leaf', node: 3, value: 5, bound: 'exact', reason: 'over' },
    { event: 'back', node: 1, child: 3, pit: 2, value: 5, better: false, best: 3, best_pit: 1 },
    { event: 'leave', node: 1, value: 3, bound: 'exact', reason: 'moves' },
    { event: 'back', node: 0, child: 1, pit: 1, value: 3, better: true, best: 3, best_pit: 1 },
    { event: 'best', pit: 1, value: 3 },
    { event: 'enter', node: 4, parent: 0, pit: 2, kind: 'min', moves: [1, 2] },
    { event: 'enter', node: 5, parent: 4, pit: 1, kind: 'max', moves: [] },
    { event: 'leaf', node: 5, value: 2, bound: 'exact', reason: 'limit' },
    { event: 'back', node: 4, child: 5, pit: 1, value: 2, better: true, best: 2, best_pit: 1 },
    { event: 'cut', node: 4, reason: 'alpha-beta', pits: [2] },
    { event: 'leave', node: 4, value: 2, bound: 'upper', reason: 'moves' },
    { event: 'back', node: 0, child: 4, pit: 2, value: 2, better: false, best: 3, best_pit: 1 },
    { event: 'pass_end', purpose: 'best', value: 3, nodes: 5 },
    { event: 'iteration_end', depth: 2, best: 1, value: 3, nodes: 5 },
    { event: 'end', best: 1, score: 3, kind: 'estimate', depth: 2, nodes: 5 },
].map(
    (event) =>
        ({ code: 'max', name: null, position: null, alpha: null, beta: null, ...event }) as unknown,
) as SearchEvent[];

test('the path leads from the root to the node that is being searched', () => {
    const replay = new Replay(kTold);
    const nodes = (step: number) => replay.at(step).path.map((node) => node.node);
    assert.deepEqual(nodes(1), []);
    assert.deepEqual(nodes(2), [0]);
    assert.deepEqual(nodes(5), [0, 1, 2]);
    assert.deepEqual(nodes(6), [0, 1]);
    assert.deepEqual(nodes(11), [0]);
    assert.deepEqual(nodes(15), [0, 4, 5]);
    assert.deepEqual(nodes(replay.last), []);
});

test('each move of a node is waiting, being searched, done or cut', () => {
    const replay = new Replay(kTold);
    const moves = (step: number, ply: number) =>
        replay.at(step).path[ply]?.moves.map(({ state, value }) => [state, value]);
    assert.deepEqual(moves(3, 0), [
        ['searching', null],
        ['waiting', null],
    ]);
    assert.deepEqual(moves(11, 0), [
        ['done', 3],
        ['waiting', null],
    ]);
    assert.deepEqual(moves(17, 1), [
        ['done', 2],
        ['cut', null],
    ]);
    assert.equal(replay.at(17).path[1]?.moves[0]?.reason, 'limit');
    assert.equal(replay.at(18).path[1]?.value, 2);
});

test('positions, leaves and cut-offs are counted as far as the search is', () => {
    const replay = new Replay(kTold);
    assert.deepEqual(replay.at(12).counts, { nodes: 3, leaves: 2, cuts: 0, pruned: 0 });
    assert.deepEqual(replay.at(replay.last).counts, { nodes: 5, leaves: 3, cuts: 1, pruned: 1 });
    assert.deepEqual(replay.at(replay.last).best, { pit: 1, value: 3 });
    assert.equal(replay.find(0, is_cut, 1), 15, 'by the limit');
    assert.equal(replay.find(15, is_cut, 1), 17, 'by alpha-beta');
    assert.equal(replay.find(17, is_cut, 1), replay.last);
});

test('a step shows the same state from wherever it is reached', () => {
    const body = kTold.slice(1, -1);
    const long = [
        ...kTold.slice(0, 1),
        ...Array.from({ length: 20 }, () => body).flat(),
        ...kTold.slice(-1),
    ];
    const forwards = new Replay(long);
    const states = long.map((_, step) => forwards.at(step));
    const jumping = new Replay(long);
    for (const step of [400, 64, 65, 63, 128, 0, 300, long.length - 1])
        assert.deepEqual(jumping.at(step), states[step]);
    assert.equal(jumping.at(-5), jumping.at(0));
});

test('a file of events is read line by line, and its first wrong line is named', () => {
    const text = kTold.map((event) => JSON.stringify(event)).join('\n');
    assert.deepEqual(read_events(`${text}\n`), kTold);
    assert.deepEqual(read_events(`${text}\n{"event":`), { wrong_line: kTold.length + 1 });
    assert.deepEqual(read_events('{"event":"end"}'), { wrong_line: 1 });
    assert.deepEqual(read_events(''), { wrong_line: 1 });
    assert.deepEqual(read_events('[1]\n'), { wrong_line: 1 });
});

test('the address keeps what is searched, and only limits that the program takes', () => {
    const usual = read_settings(new URLSearchParams());
    assert.equal(
        write_settings(usual),
        '?rules=standard&start=4x2&depth=3&evaluation=simple&limit=4&least=2',
    );
    const other = { ...usual, depth: 5, evaluation: 'store', limit: 10_000, least: 0 };
    assert.deepEqual(read_settings(new URLSearchParams(write_settings(other))), other);
    for (const wrong of ['', '-1', '4.5', '10001', 'x']) {
        const query = { depth: wrong, evaluation: wrong, limit: wrong, least: wrong };
        assert.deepEqual(read_settings(new URLSearchParams(query)), usual);
    }
});

test('only the knowledge-based search gets the limits', () => {
    const settings = read_settings(new URLSearchParams('limit=60&least=20'));
    assert.equal(player_of('alphabeta', settings), 'alphabeta:eval=simple,depth=3');
    assert.equal(
        player_of('knowledge', settings),
        'knowledge:eval=simple,depth=3,limit=60,least=20',
    );
});

test('a position in notation becomes a board', () => {
    assert.deepEqual(seeds_of('<2,5,6,1,2,3,4> n'), {
        seeds: [1, 2, 5, 3, 4, 6],
        to_move: 'north',
    });
    assert.equal(seeds_of('<2,5,6,1,2,3>'), null);
    assert.equal(seeds_of('6x4'), null);
});
