import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { read_address, write_address } from '../src/analyse/address';
import * as drafts from '../src/analyse/editor';
import { fault_place } from '../src/analyse/fault_place';
import {
    bar_axis,
    kinds_of,
    mark_of,
    parts_of,
    place_of,
    reach_of,
    stacked,
} from '../src/analyse/parts';
import {
    axis_for,
    bar_share,
    ply_at,
    ply_ticks,
    score_text,
    signed,
    x_of,
    y_of,
} from '../src/analyse/scale';
import { bounds_text, pill_text, worth_text } from '../src/analyse/worth';
import type { Explanation, Side, Worth } from '../src/lib/types';
import * as trees from '../src/moves/tree';
import type { Step } from '../src/moves/tree';
import { moves_text, pits_of, rounds_of, turns_of } from '../src/moves/turns';
import { analyse_text } from '../src/text/analyse';
import { points_text, share_text, when } from '../src/watch/format';

/** "s3+ s6 n2": side and pit of each move, "+" if an extra turn follows. Seeds do not matter
 *  here. */
function steps(text: string): Step[] {
    return text.split(' ').map((word) => ({
        pit: Number.parseInt(word.slice(1)),
        side: word.startsWith('s') ? 'south' : 'north',
        extra_turn: word.endsWith('+'),
        place: 0,
        sown: 1,
        laps: 1,
        last: 0,
        captured: 0,
        over: false,
        seeds: [],
    }));
}
const game = trees.with_steps(trees.empty_tree, [], steps('s3+ s6 n2 s1 n4'));
const branched = trees.with_steps(game, [3, 6], steps('n5 s2'));

test('a variation stands beside the main line and leaves it as it is', () => {
    assert.deepEqual(trees.main_line(branched), [3, 6, 2, 1, 4]);
    assert.deepEqual(trees.line_through(branched, [3, 6, 5]), [3, 6, 5, 2]);
    assert.deepEqual(trees.all_lines(branched), [
        [3, 6, 2, 1, 4],
        [3, 6, 5, 2],
    ]);
    assert.deepEqual(trees.all_lines(game), [[3, 6, 2, 1, 4]], 'the old tree is as it was');
});

test('moves that are there already are not added again', () => {
    assert.deepEqual(trees.with_steps(branched, [], steps('s3+ s6 n5 s2')), branched);
    assert.deepEqual(trees.with_steps(branched, [3, 6], steps('n2')), branched);
});

test('a promoted variation is the main line, the old one its variation', () => {
    const tree = trees.promoted(branched, [3, 6, 5]);
    assert.deepEqual(trees.all_lines(tree), [
        [3, 6, 5, 2],
        [3, 6, 2, 1, 4],
    ]);
    assert.deepEqual(trees.promoted(branched, [4]), branched);
});

test('deleting a move deletes what follows it, and nothing else', () => {
    assert.deepEqual(trees.all_lines(trees.without(branched, [3, 6, 2])), [[3, 6, 5, 2]]);
    assert.deepEqual(trees.all_lines(trees.without(branched, [3, 6, 5])), [[3, 6, 2, 1, 4]]);
    assert.deepEqual(trees.without(branched, [3, 6, 1]), branched);
});

test('up and down go between alternatives and stop at the edge', () => {
    assert.deepEqual(trees.alternative(branched, [3, 6, 2], 1), [3, 6, 5]);
    assert.deepEqual(trees.alternative(branched, [3, 6, 5], -1), [3, 6, 2]);
    assert.deepEqual(trees.alternative(branched, [3, 6, 5], 1), [3, 6, 5]);
    assert.deepEqual(trees.alternative(branched, [], 1), []);
});

test('a path that is not in the tree leads nowhere', () => {
    assert.equal(trees.tree_at(branched, [3, 1]), null);
    assert.equal(trees.steps_on(branched, [3, 1, 2]).length, 1);
});

test('turns are chains with the number of their round', () => {
    const turns = turns_of(branched);
    assert.deepEqual(
        turns.map((turn) => [turn.number, turn.side, turn.moves.map((move) => move.step.pit)]),
        [
            [1, 'south', [3, 6]],
            [1, 'north', [2]],
            [2, 'south', [1]],
            [2, 'north', [4]],
        ],
    );
    const [variation] = turns[1]?.variations ?? [];
    assert.deepEqual(
        variation?.map((turn) => [turn.number, turn.side, turn.inside]),
        [
            [1, 'north', false],
            [2, 'south', false],
        ],
    );
    assert.deepEqual(variation?.[1]?.moves[0]?.path, [3, 6, 5, 2]);
});

test('a variation in the middle of a turn says so', () => {
    const tree = trees.with_steps(game, [3], steps('s4 n1'));
    const [variation] = turns_of(tree)[0]?.variations ?? [];
    assert.equal(variation?.[0]?.inside, true);
    assert.deepEqual(
        variation?.map((turn) => turn.number),
        [1, 1],
    );
});

test('a turn with variations ends its row', () => {
    const tree = trees.with_steps(game, [], steps('s1 n1'));
    const rows = rounds_of(turns_of(tree)).map((row) => [
        row.number,
        row.south !== null,
        row.north !== null,
    ]);
    assert.deepEqual(rows, [
        [1, true, false],
        [1, false, true],
        [2, true, true],
    ]);
});

test('when north begins, the first row has no turn of south', () => {
    const tree = trees.with_steps(trees.empty_tree, [], steps('n2 s1 n4'));
    const rows = rounds_of(turns_of(tree)).map((row) => [
        row.number,
        row.south?.moves[0]?.step.pit,
        row.north?.moves[0]?.step.pit,
    ]);
    assert.deepEqual(rows, [
        [1, undefined, 2],
        [2, 1, 4],
    ]);
});

test('moves are written as the notation has them', () => {
    assert.equal(moves_text(steps('s3+ s6 n2 s1')), '3-6 2 1');
    assert.deepEqual(pits_of('3-6_2 10'), [3, 6, 2, 10]);
});

test('an address says what is shown and is read back', () => {
    const query = write_address({
        rules: 'standard,sweep=none',
        start: '6x4',
        moves: '3-6 2',
        also: ['3-6 5 2'],
        line: 1,
        ply: 2,
    });
    assert.equal(
        query,
        '?rules=standard,sweep=none&start=6x4&moves=3-6_2&also=3-6_5_2&line=1&ply=2',
    );
    const back = read_address(query);
    assert.deepEqual(back, {
        rules: 'standard,sweep=none',
        start: '6x4',
        moves: '3-6 2',
        also: ['3-6 5 2'],
        line: 1,
        ply: 2,
        review: null,
        game: null,
        names: { south: '', north: '' },
        back: null,
    });
    assert.equal(read_address(write_address({ back: 'a?b' })).back, 'a?b');
});

test('names of the players stay in the address, whatever they are', () => {
    const names = { south: 'Ada & Bo=Cy', north: 'champion:time=2s' };
    assert.deepEqual(read_address(write_address({ names })).names, names);
    assert.equal(read_address(`?south=${'x'.repeat(500)}`).names.south.length, 64);
});

test('a position in an address loses its brackets and gets them back', () => {
    const query = write_address({ start: '<2,0,0,3,3,3,4> n' });
    assert.equal(query, '?rules=standard&start=2,0,0,3,3,3,4_n');
    assert.equal(read_address(query).start, '<2,0,0,3,3,3,4> n');
    assert.equal(read_address('?start=%3C2,0,0,3,3,3,4%3E').start, '<2,0,0,3,3,3,4>');
});

test('an address without anything is the start of 6x4, and nonsense is left to the server', () => {
    assert.deepEqual(
        [read_address('').rules, read_address('').start, read_address('').moves],
        ['standard', '6x4', ''],
    );
    assert.equal(read_address('?ply=-1').ply, null);
    assert.equal(read_address('?start=9y9').start, '9y9');
    assert.equal(read_address('?review=north').review, 'north');
    assert.equal(read_address('?review=1').review, 'both');
});

test('variations that make an address too long are left out', () => {
    const line = Array.from({ length: 400 }, () => '1').join(' ');
    const query = write_address({ moves: '1', also: Array.from({ length: 20 }, () => line) });
    assert.ok(query.length < 4000 && query.includes('also='));
});

test('the variation looked at stays in the address, whatever is left out', () => {
    const long = Array.from({ length: 400 }, () => '1').join(' ');
    const also = [...Array.from({ length: 20 }, () => long), '2 2'];
    const back = read_address(write_address({ moves: '1', also, line: 21 }));
    assert.equal(back.also[back.line - 1], '2 2');
    assert.equal(back.also[0], long, 'the others keep their order');
    const short = Array.from({ length: 300 }, (_, i) => `${(i % 6) + 1}`);
    const many = read_address(write_address({ moves: '1', also: short, line: 300 }));
    assert.ok(many.also.length <= 50 && many.also[many.line - 1] === short[299]);
});

test('a review in the address is read back', () => {
    for (const review of ['both', 'south', 'north'] as const)
        assert.equal(read_address(write_address({ review })).review, review);
});

test('two turns of one side, the other having passed, are two turns', () => {
    const tree = trees.with_steps(trees.empty_tree, [], steps('s3 s6 n2'));
    assert.deepEqual(
        turns_of(tree).map((turn) => [turn.number, turn.side]),
        [
            [1, 'south'],
            [2, 'south'],
            [2, 'north'],
        ],
    );
    assert.equal(moves_text(steps('s3 s6 n2')), '3 6 2');
});

test('the bar is even at 0, grows with the score and is never full', () => {
    assert.equal(bar_share(0, 48), 0.5);
    assert.ok(bar_share(4, 48) > 0.6 && bar_share(-4, 48) < 0.4);
    assert.ok(bar_share(30, 48) > bar_share(20, 48));
    assert.ok(bar_share(48, 48) < 0.99 && bar_share(-48, 48) > 0.01, 'as it is drawn, too');
});

test('the axis holds every score, with round labels', () => {
    assert.deepEqual(axis_for([]), { most: 4, ticks: [-4, -2, 0, 2, 4] });
    assert.deepEqual(axis_for([-14, 3]), { most: 15, ticks: [-15, -10, -5, 0, 5, 10, 15] });
});

test('points of the graph and clicks on it fit together', () => {
    const axis = axis_for([10]);
    assert.equal(y_of(0, axis, 100), 50);
    assert.equal(y_of(99, axis, 100), 0);
    for (let ply = 0; ply <= 30; ++ply) assert.equal(ply_at(x_of(ply, 30, 500), 30, 500), ply);
    assert.equal(ply_at(-20, 30, 500), 0);
    assert.equal(ply_at(900, 30, 500), 30);
    assert.deepEqual(ply_ticks(44, 240), [0, 10, 20, 30, 40]);
});

test('scores have a sign, 0 has none', () => {
    assert.deepEqual([6, 0, -3, 0.04, -2.5, 12.4].map(score_text), [
        '+6',
        '0',
        '−3',
        '0',
        '−2.5',
        '+12',
    ]);
});

test('a position that is set up is written as a literal', () => {
    const draft = {
        ...drafts.with_seeds(drafts.start_draft(2, 3), 2, 5),
        to_move: 'north' as const,
    };
    assert.equal(drafts.literal(draft), '<2,5,0,3,3,3,3> n');
    assert.equal(drafts.literal(drafts.resized(draft, 3)), '<3,5,0,0,3,3,0,3,3> n');
    assert.equal(drafts.literal(drafts.resized(draft, 1)), '<1,5,0,3,3> n');
    assert.equal(drafts.total(drafts.cleared(draft)), 0);
});

test('what cannot be a position is found before the server is asked', () => {
    const draft = drafts.start_draft(2, 3);
    assert.equal(drafts.fault_of(draft), null);
    for (const count of [Number.NaN, -1, 2.5, 1e9])
        assert.equal(drafts.fault_of(drafts.with_seeds(draft, 0, count)), 'wrong', `${count}`);
    const empty = drafts.cleared(draft);
    assert.equal(drafts.fault_of(empty), 'empty');
    assert.equal(
        drafts.fault_of(drafts.with_seeds(empty, 2, 5)),
        'empty',
        'a store is nothing to play with',
    );
    assert.equal(drafts.fault_of(drafts.with_seeds(empty, 4, 1)), null);
    assert.equal(drafts.fault_of(drafts.with_seeds(draft, 2, 600)), 'many');
});

test('the seeds a pit of a position are a number that the field takes', () => {
    assert.equal(drafts.each_of(drafts.start_draft(6, 4)), 4);
    assert.equal(drafts.each_of(drafts.start_draft(2, 150)), drafts.kMostEach);
    assert.equal(drafts.each_of(drafts.cleared(drafts.start_draft(6, 4))), 1);
});

test('the place where a pasted text is wrong is found in it', () => {
    const shown = (text: string, at: { line?: number; column?: number }) => {
        const place = fault_place(text, at);
        return place && [place.before, place.at, place.after, text.slice(place.from, place.to)];
    };
    assert.deepEqual(shown('  6x4 oops', { column: 5 }), ['6x4 ', 'o', 'ops', 'o']);
    const game = '\nkalah-game 1\nrules standard\nstart 6x4\nmoves 3-6 9\n';
    assert.deepEqual(shown(game, { line: 4, column: 11 }), ['moves 3-6 ', '9', '', '9']);
    assert.deepEqual(shown('6x', { column: 3 }), ['6x', '', '', '']);
    assert.equal(shown('6x4', {}), null);
    assert.equal(shown('6x4', { line: 7, column: 1 }), null);
});

test('points, shares and times are short', () => {
    assert.deepEqual([2.5, 0.5, 3].map(points_text), ['2½', '½', '3']);
    assert.equal(share_text(1, 1, 4), '38\u00a0%');
    assert.equal(share_text(0, 0, 0), '–');
    const now = new Date(2026, 5, 10, 12).getTime();
    assert.equal(when(new Date(2026, 5, 10, 9, 5).getTime(), now), '09:05');
    assert.equal(when(new Date(2026, 2, 3).getTime(), now), '3 Mar');
    assert.equal(when(new Date(2025, 2, 3).getTime(), now), '3 Mar 2025');
});

/** "stores 2x4": parts with count and weight; "table@3" belongs to pit 3. */
function explained(mover: Side, ...words: string[]): Explanation {
    const parts = words.map((word) => {
        const [, part = '', pit, count, weight] = /^(\S+?)(?:@(\d))? (\S+)x(\S+)$/.exec(word) ?? [];
        return {
            part,
            pit: pit === undefined ? null : Number(pit),
            count: Number(count),
            weight: Number(weight),
            points: Number(count) * Number(weight),
        };
    });
    const points = parts.reduce((sum, part) => sum + part.points, 0);
    return { eval: 'knowledge-both', mover, points, per_seed: 4, parts };
}

test('parts are stacked from zero to both sides, and end apart by the value', () => {
    const here = explained(
        'south',
        'stores 2x4',
        'lap-pits 0x4',
        'store-pits 1x2',
        'opponent-empty-pits 3x-1',
    );
    const parts = parts_of(here, kinds_of([here]));
    const drawn = stacked(parts, 20);
    assert.deepEqual(
        drawn.map(({ part, side, from, share }) => [part, side, from, Number(share.toFixed(6))]),
        [
            ['stores', 'south', 0.5, 0.2],
            ['store-pits', 'south', 0.7, 0.05],
            ['empty-pits', 'north', 0.425, 0.075],
        ],
    );
    const length = (sign: number): number =>
        drawn.filter(({ points }) => sign * points > 0).reduce((sum, { share }) => sum + share, 0);
    assert.ok(Math.abs(0.5 + length(1) - length(-1) - place_of(here.points, 20)) < 1e-9);
});

test('two parts against South stand side by side, the first next to zero', () => {
    const lost = explained('north', 'stores 2x-4', 'empty-pits 4x-1');
    const [stores, empty] = stacked(parts_of(lost, kinds_of([lost])), 16);
    assert.deepEqual([stores?.from, stores?.share], [0.25, 0.25]);
    assert.deepEqual([empty?.from, empty?.share], [0.125, 0.125]);
    assert.equal(reach_of([lost, explained('south', 'stores 1x4')]), 12);
});

test('a part has one colour in all bars, whoever it belongs to', () => {
    const all = [
        explained('south', 'stores 1x4', 'seeds 5x1', 'opponent-seeds 7x-1', 'table@2 1x3'),
        explained('north', 'stores 1x-4', 'seeds 7x-1', 'opponent-seeds 5x1', 'table@2 1x-3'),
        explained('north', 'table@1 1x2'),
    ];
    const kinds = kinds_of(all);
    const colours = all.map((one) => parts_of(one, kinds).map(({ colour }) => colour));
    assert.deepEqual(colours, [[0, 1, 1, 2], [0, 1, 1, 2], [3]]);
    const sides = all.map((one) =>
        parts_of(one, kinds)
            .map(({ side }) => side[0])
            .join(''),
    );
    assert.deepEqual(sides, ['ssns', 'nnsn', 'n']);
    const five = explained('north', 'F1 1x-1', 'F2 3x-1', 'F3 4x1', 'F4 2x-1', 'F5 2x1');
    assert.equal(
        parts_of(five, kinds_of([five]))
            .map(({ side }) => side[0])
            .join(''),
        'nnsns',
    );
});

test('a decided game fills its side, and leaves room to the other bars', () => {
    const won = explained('south', 'won 1x1000');
    const open = explained('south', 'F1 3x1', 'F2 9x1');
    assert.equal(reach_of([won, open]), 12);
    const [segment] = stacked(parts_of(won, kinds_of([won, open])), 12);
    assert.deepEqual([segment?.from, segment?.share], [0.5, 0.5]);
    assert.equal(reach_of([]), 0);
    assert.deepEqual(bar_axis([won, open]), { most: 12, ticks: [-10, -5, 0, 5, 10] });
    assert.deepEqual(bar_axis([explained('south', 'stores 0x4')]), { most: 1, ticks: [0] });
});

test('segments are marked by their pit or the name of F1 to F5, and parts have names', () => {
    const [table, first, stores] = explained('south', 'table@3 1x2', 'F1 1x1', 'stores 1x1').parts;
    assert.deepEqual(
        [table, first, stores].map((part) => part && mark_of(part)),
        ['3', 'F1', ''],
    );
    const { name } = analyse_text.parts;
    assert.equal(name('stores', 'south', null), 'Store difference');
    assert.equal(name('store-pits', 'north', null), 'North’s pits that end in the store');
    assert.equal(name('table', 'south', 3), 'South’s pit 3 and opposite');
    assert.equal(name('moonlight', 'south', null), 'moonlight');
    assert.deepEqual(
        [signed(6.25, 2), signed(-0.75, 2), signed(2.3333, 2)],
        ['+6.25', '−0.75', '+2.33'],
    );
});

test('every part in the document has a name on the page', () => {
    const document = readFileSync('../docs/players.md', 'utf8');
    const table = document.slice(document.indexOf('| part | of |')).split('\n\n')[0] ?? '';
    const rows = table
        .split('\n')
        .slice(2)
        .map((row) => row.split('|')[1] ?? '');
    const words = rows.flatMap((row) =>
        [...row.matchAll(/`([\w-]+)`/g)].map(([, word]) => word ?? ''),
    );
    assert.ok(words.length > 12);
    for (const word of words) assert.ok(word in analyse_text.parts.names, word);
});

test('a value in words says what is proved of it', () => {
    const worth = (part: Partial<Worth>): Worth => ({
        score: 0,
        kind: 'estimate',
        source: 'search',
        lower: null,
        upper: null,
        ...part,
    });
    const proved = worth({ score: 8, kind: 'exact', lower: 8, upper: 8, source: 'book' });
    assert.deepEqual([pill_text(proved), bounds_text(proved)], ['+8', '']);
    assert.equal(worth_text(proved), 'proved +8');
    const open = worth({ score: 1.5, lower: 0, upper: 8 });
    assert.equal(pill_text(open), '+1.5');
    assert.equal(worth_text(open), '0 to +8, about +1.5');
    assert.equal(worth_text(worth({ score: -2.26 })), 'about \u22122.3');
    const least = worth({ score: 2, kind: 'lower', lower: 2 });
    assert.equal(pill_text(least), '≥\u00a0+2');
    assert.equal(worth_text(least), 'at least +2');
    assert.equal(worth_text(worth({ score: -4, kind: 'upper', upper: -4 })), 'at most \u22124');
});
