import assert from 'node:assert/strict';
import { test } from 'node:test';
import { line_tree } from '../src/moves/line';
import { moves_text, turns_of } from '../src/moves/turns';
import type { PlayedMove } from '../src/lib/types';
import {
    found_games,
    hash_of,
    leads_of,
    notation_of,
    read_game,
    read_hash,
    view_of,
    type Row,
} from '../src/report/game_data';

/** Two pits per side, two digits per store: south 2 2, then 2+, then 1x3. */
const line =
    '{"m":"s2+ s1x3rw4 n2","p":"22220000' +
    '20320100' +
    '01320104' +
    '0000050z","w":[1,2],"b":"s","t":[1.5,null,2000],"r":[[1,"book"]],"f":[[1,"n","late","by 3 s"]],"e":"finished"},';

test('a game of a report is read, with all its positions', () => {
    const game = read_game(line);
    assert.equal(game.pits, 2);
    assert.equal(moves_text(game.moves), '2-1 2');
    assert.deepEqual(
        game.moves.map(({ captured, by_referee, swept }) => [captured, by_referee, swept]),
        [
            [0, false, 0],
            [3, true, 4],
            [0, false, 0],
        ],
    );
    assert.deepEqual(game.seeds(0), [2, 2, 0, 2, 2, 0]);
    assert.deepEqual(view_of(game, 1).seeds, [2, 0, 1, 3, 2, 0]);
    assert.deepEqual(view_of(game, 3).seeds, [0, 0, 5, 0, 0, 35]);
    assert.deepEqual([view_of(game, 2).to_move, view_of(game, 2).over], ['north', false]);
    assert.ok(view_of(game, 3).over);
    assert.equal(notation_of(game, 2), '<2,1,4,0,1,3,2> n');
    assert.deepEqual(leads_of(game), [0, 1, -3, -30]);
    assert.deepEqual(game.faults, [{ ply: 1, side: 'north', kind: 'late', text: 'by 3 s' }]);
    assert.equal(game.remarks.get(1), 'book');
    assert.equal(turns_of(line_tree(game.moves as unknown as PlayedMove[])).length, 2);
    const empty = read_game('{"m":"","p":"1100","w":[1,1],"b":"n","t":[],"r":[],"f":[],"e":""}');
    assert.deepEqual([empty.pits, empty.moves.length, empty.begins], [1, 0, 'north']);
});

test('an address names a game and a ply', () => {
    assert.deepEqual(read_hash(hash_of(3, 12)), { number: 3, ply: 12 });
    assert.deepEqual(read_hash(hash_of(3, 0)), { number: 3, ply: 0 });
    for (const hash of ['', '#games', '#game-x', '#game-3-']) assert.equal(read_hash(hash), null);
});

test('games are filtered by player and result, and sorted', () => {
    const row = (number: number, south: number, north: number, lead: number, faults = 0): Row => [
        number,
        1,
        0,
        south,
        north,
        lead,
        0,
        10,
        'finished',
        faults,
    ];
    const games = [row(1, 0, 1, 3), row(2, 1, 0, -2, 1), row(3, 0, 2, 0)];
    const data = { players: ['Ann', 'Ben', 'Cy'], boards: ['6x4'], games };
    const all = { words: '', of: 'all' } as const;
    const by = (key: number | null, up = true) => ({ key, up });
    assert.deepEqual(found_games(data, all, by(0, false)), [2, 1, 0]);
    assert.deepEqual(found_games(data, all, by(null)), [1, 2, 0]);
    assert.deepEqual(found_games(data, all, by(3)), [0, 2, 1]);
    assert.deepEqual(found_games(data, { ...all, words: ' BEN' }, by(0)), [0, 1]);
    assert.deepEqual(found_games(data, { ...all, of: 'south' }, by(0)), [0]);
    assert.deepEqual(found_games(data, { ...all, of: 'drawn' }, by(0)), [2]);
    assert.deepEqual(found_games(data, { ...all, of: 'faulty' }, by(0)), [1]);
});
