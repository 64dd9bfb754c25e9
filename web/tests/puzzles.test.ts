import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kExercises, lessons_shape, reached, type Goal } from '../src/learn/exercises';
import { match } from '../src/lib/routes';
import type { View } from '../src/lib/types';
import { day_text, progress_shape, streak, with_shown, with_solved } from '../src/puzzles/progress';

test('the address of the puzzles is a page', () => {
    assert.deepEqual(match('/puzzles'), { page: 'puzzles' });
    assert.deepEqual(match('/puzzles/1'), { page: 'missing' });
});

test('what the browser remembers of puzzles is read field by field', () => {
    assert.deepEqual(progress_shape(null), { solved: [], shown: [], days: [] });
    assert.deepEqual(
        progress_shape({ solved: ['0123abcd', 'x', 7, '0123ABCD'], days: ['2026-11-19', 'today'] }),
        { solved: ['0123abcd'], shown: [], days: ['2026-11-19'] },
    );
    assert.deepEqual(lessons_shape(['sow', 7, '', 'No', 'empty-win']), ['sow', 'empty-win']);
});

test('a puzzle counts once, and a day once', () => {
    const none = { solved: [], shown: [], days: [] };
    const one = with_solved(none, '0123abcd', '2026-11-19');
    assert.deepEqual(one, { solved: ['0123abcd'], shown: [], days: ['2026-11-19'] });
    assert.deepEqual(with_solved(one, '0123abcd', '2026-11-19'), one);
    assert.deepEqual(with_solved(one, '99999999', null).days, ['2026-11-19']);
});

test('a puzzle whose answer was shown is not solved any more, a solved one stays solved', () => {
    const none = { solved: [], shown: [], days: [] };
    const shown = with_shown(none, '0123abcd');
    assert.deepEqual(shown, { solved: [], shown: ['0123abcd'], days: [] });
    assert.deepEqual(with_shown(shown, '0123abcd'), shown);
    assert.deepEqual(with_solved(shown, '0123abcd', '2026-11-19'), shown);
    const solved = with_solved(none, '0123abcd', null);
    assert.deepEqual(with_shown(solved, '0123abcd'), solved);
});

test('days in a row are counted up to today, or to yesterday', () => {
    const days = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'];
    assert.equal(streak(days, '2026-03-02'), 4);
    assert.equal(streak(days, '2026-03-03'), 4);
    assert.equal(streak(days, '2026-03-04'), 0);
    assert.equal(streak(days, '2026-02-27'), 1);
    assert.equal(streak([], '2026-03-02'), 0);
    assert.equal(day_text(new Date(2026, 0, 9)), '2026-01-09');
});

test('an exercise is done when the facts about its moves say so', () => {
    type Played = Partial<View['played'][number]>;
    const view = (played: Played[], winner?: 'south' | 'north'): View =>
        ({
            played,
            over: winner !== undefined,
            result: winner ? { south: 1, north: 0, winner } : null,
        }) as unknown as View;
    const is = (goal: Goal, expected: boolean, ...args: Parameters<typeof view>) =>
        assert.equal(reached(goal, view(...args)), expected, JSON.stringify([goal, args]));
    is({ kind: 'again' }, false, []);
    is({ kind: 'again' }, true, [{ extra_turn: true }]);
    is({ kind: 'again' }, false, [{ extra_turn: true }], 'south');
    is({ kind: 'capture', least: 5 }, true, [{ captured: 2 }, { captured: 3 }]);
    is({ kind: 'capture', least: 5 }, false, [{ captured: 4 }]);
    is({ kind: 'last', place: 7 }, true, [{ last: 7 }]);
    is({ kind: 'last', place: 7 }, false, [{ last: 6 }]);
    is({ kind: 'moves', least: 3 }, false, [{}, {}]);
    is({ kind: 'laps', least: 3 }, true, [{ laps: 3 }]);
    is({ kind: 'win' }, true, [{}], 'south');
    is({ kind: 'win' }, false, [{}], 'north');
    is({ kind: 'win' }, false, [{}]);
});

test('every preset has exercises, each with a name of its own', () => {
    const all = Object.values(kExercises).flat();
    const ids = all.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(lessons_shape(ids), ids);
    assert.deepEqual(
        [...new Set(all.map(({ rules }) => rules))],
        ['standard', 'empty-capture', 'multilap', 'avalanche'],
    );
    for (const { turn } of all) assert.ok(turn.length > 0);
});
