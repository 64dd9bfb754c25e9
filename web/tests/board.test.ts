import assert from 'node:assert/strict';
import { test } from 'node:test';
import { key_pit, neighbour } from '../src/board/keys';
import { label } from '../src/board/labels';
import { last_turn } from '../src/board/pace';
import { after, opposite, pit_of, place_of, row } from '../src/board/places';
import { kMostDrawn, scatter, seed_scale } from '../src/board/scatter';
import { shape_of } from '../src/board/shape';
import type { Move } from '../src/lib/types';

const pit = { width: 100, height: 100 };
const move = (some: Partial<Move>): Move => ({
    pit: 3,
    place: 2,
    sown: 4,
    laps: 1,
    last: 6,
    extra_turn: false,
    captured: 0,
    over: false,
    ...some,
});

test('one seed more moves none of the others', () => {
    const five = scatter(3, 5, pit);
    assert.deepEqual(scatter(3, 6, pit).slice(0, 5), five);
    assert.notDeepEqual(scatter(4, 5, pit), five);
});

test('seeds stay inside their hollow and are drawn up to a limit', () => {
    for (const hollow of [pit, { width: 500, height: 90 }])
        for (const { x, y } of scatter(1, 70_000, hollow))
            assert.ok(Math.abs(x) < hollow.width / 2 - 8 && Math.abs(y) < hollow.height / 2 - 8);
    assert.equal(scatter(1, 70_000, pit).length, kMostDrawn);
});

test('few seeds do not lie on each other', () => {
    for (let place = 0; place < 14; ++place) {
        const spots = scatter(place, 4, pit);
        for (const [i, a] of spots.entries())
            for (const b of spots.slice(i + 1)) assert.ok(Math.hypot(a.x - b.x, a.y - b.y) > 12);
    }
    assert.equal(seed_scale(4, pit), 1);
    assert.ok(seed_scale(40, pit) < 0.7);
});

test('rows lie as people see them', () => {
    assert.deepEqual(row('south', 3, true), [0, 1, 2]);
    assert.deepEqual(row('north', 3, false), [6, 5, 4]);
    assert.equal(place_of('north', 1, 3), 4);
    assert.equal(pit_of(6, 3), 3);
    assert.equal(opposite(0, 3), 6);
});

test('a sowing leads from position to position, or is found not to fit', () => {
    const sowing = {
        side: 'south',
        pit: 1,
        laps: [{ from: 0, to: [1] }],
        capture: { from: [1, 3], to: 2, seeds: 4 },
        sweep: [],
    } as const;
    const given = {
        ...sowing,
        laps: [{ from: 0, to: [1] }],
        capture: { from: [1, 3], to: 2, seeds: 4 },
        sweep: [],
    };
    assert.deepEqual(after([1, 0, 0, 3, 0, 0], given), [0, 0, 4, 0, 0, 0]);
    assert.equal(after([2, 0, 0, 3, 0, 0], given), null);
});

test('keys find pits', () => {
    assert.equal(key_pit('3', 'Digit3'), 3);
    assert.equal(key_pit('0', 'Numpad0'), 10);
    assert.equal(key_pit('ß', 'Minus'), 11);
    assert.equal(key_pit('=', 'Equal'), 12);
    assert.equal(key_pit('a', 'KeyA'), null);
    const rows = [
        [6, 5, 4],
        [0, 1, 2],
    ];
    assert.equal(neighbour('ArrowUp', rows, 0), 6);
    assert.equal(neighbour('ArrowRight', rows, 6), 5);
    assert.equal(neighbour('ArrowLeft', rows, 6), null);
});

test('a pit says all there is to know', () => {
    const view = {
        pits: 6,
        seeds: [4, 4, 4, 0, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0],
        to_move: 'south',
        over: false,
    } as const;
    const position = {
        ...view,
        seeds: [...view.seeds],
        legal: [move({ extra_turn: true }), move({ pit: 1, place: 0, last: 3, captured: 5 })],
    };
    assert.equal(
        label(2, position, ['south'], 'south'),
        'Your pit 3, 4 seeds, ends in your store: extra turn',
    );
    assert.equal(
        label(0, position, ['south'], 'south'),
        'Your pit 1, 4 seeds, ends in your pit 4, captures 5',
    );
    assert.equal(label(3, position, ['south'], 'south'), 'Your pit 4, empty');
    assert.equal(label(7, position, ['south'], 'south'), 'The opponent’s pit 1, 4 seeds');
    assert.equal(label(6, position, [], null), 'South’s store, empty');
    assert.equal(label(7, position, ['north'], 'north'), 'Your pit 1, 4 seeds, not your turn');
});

test('the board fits a phone', () => {
    assert.equal(shape_of({ width: 304 }, 6).layout, 'slim');
    assert.equal(shape_of({ width: 304 }, 12).layout, 'strip');
    assert.equal(shape_of({ width: 900 }, 6).layout, 'wide');
    assert.equal(shape_of({ width: 900 }, 6).width, null, 'its style limits it');
});

/** The height of the wood, about. */
const height_of = ({ pit, width }: ReturnType<typeof shape_of>, pits: number): number =>
    (2 * ((width ?? 0) / (pits + 2.5)) * pit.height) / 100 + 8.3 * 16;

test('a board fits the height of its screen, and uses it', () => {
    for (const [width, height, pits] of [
        [487, 240, 6],
        [365, 215, 6],
        [900, 560, 6],
        [1500, 800, 6],
        [600, 300, 12],
    ] as const) {
        const shape = shape_of({ width, height }, pits);
        assert.ok(height_of(shape, pits) <= height, `${width} × ${height}`);
        assert.ok((shape.width ?? width + 1) <= width);
    }
    const low = shape_of({ width: 800, height: 240 }, 6);
    assert.ok((low.width ?? 0) < 500, 'narrower than its place');
    const high = shape_of({ width: 700, height: 500 }, 6);
    assert.deepEqual([high.layout, high.pit.height], ['wide', 160], 'with tall pits');
    assert.ok((shape_of({ width: 500, height: 10 }, 6).width ?? 0) >= 36 * 8, 'never too small');
});

test('a board that falls behind draws the last turn whole', () => {
    assert.equal(last_turn(['north', 'north', 'north']), 0);
    assert.equal(last_turn(['north', 'south']), 1);
    assert.equal(last_turn(['south', 'north', 'south', 'south']), 2);
    assert.equal(last_turn([]), 0);
});
