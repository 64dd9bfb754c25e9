import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clock_text } from '../src/lib/clock_text';
import { kgp_from_here, only_here } from '../src/lib/hosts';
import { fitting_name, is_full_name } from '../src/lib/name_limit';
import { latest } from '../src/lib/latest';
import { most_wanted, old_games_shape, own_games_shape } from '../src/lib/own_game';
import { person_text, read_person } from '../src/lib/person_key';
import { analyse_address, canonical, match, player_address } from '../src/lib/routes';
import { short_terms, terms_text } from '../src/lib/terms';
import type { Ending, ServerInfo, PlayedMove, GameState, Sowing } from '../src/lib/types';
import { past_view } from '../src/moves/past';
import { line_tree } from '../src/moves/line';
import { moves_text, rounds_of, turns_of } from '../src/moves/turns';
import { chosen_by_server, say_change, say_end, say_move, say_status } from '../src/play/saying';
import { is_contest } from '../src/play/seats';
import { kDefault, mended, request_of, form_shape } from '../src/play/new_game';

const names = { south: 'Ada', north: 'Champion' };
const played = (side: 'south' | 'north', pit: number, extra_turn = false, captured = 0) =>
    ({ side, pit, extra_turn, captured }) as PlayedMove;
const people: GameState['seats'] = {
    south: { kind: 'person', name: 'Ada', here: true },
    north: { kind: 'person', name: 'Champion', here: true },
};

test('addresses are pages', () => {
    assert.deepEqual(match('/'), { page: 'play' });
    assert.deepEqual(match('/game/a%20b'), { page: 'game', id: 'a b' });
    assert.deepEqual(match('/watch/game/12'), { page: 'watch-game', number: 12 });
    assert.deepEqual(match('/watch/player/A%2FB'), { page: 'watch-player', name: 'A/B' });
    for (const path of [
        '/watch/game/x',
        '/watch/game/0',
        '/watch/constructor/1',
        '/game',
        '/analyse/x',
        '/x',
    ])
        assert.deepEqual(match(path), { page: 'missing' }, path);
    assert.deepEqual(match('/game/%'), { page: 'game', id: '%' });
    const address = analyse_address({ rules: 'standard', start: '6x4', moves: '3-6 2' }, true);
    assert.equal(address, '/analyse?rules=standard&start=6x4&moves=3-6+2&review=1');
});

test('every player has an address that leads back to them', () => {
    for (const name of ['Ada', '.', '..', '...', 'a/b', 'a b?c#d', '%2e%2e', '../x']) {
        const { pathname, searchParams } = new URL(player_address(name), 'http://here/watch/');
        assert.deepEqual(match(pathname, searchParams), { page: 'watch-player', name }, name);
        for (const kind of ['person', 'program'] as const) {
            const address = new URL(player_address(name, kind), 'http://here/watch/');
            assert.deepEqual(match(address.pathname, address.searchParams), {
                page: 'watch-player',
                name,
                kind,
            });
        }
    }
    assert.deepEqual(match('/watch/player', new URLSearchParams()), { page: 'missing' });
});

test('a name and its key come back from their text', () => {
    const key = 'a1'.repeat(32);
    for (const name of ['Ada', 'Ada the First', 'Ünal'])
        assert.deepEqual(read_person(person_text({ name, key })), { name, key });
    assert.deepEqual(read_person(`  Ada\n${key.toUpperCase()} `), { name: 'Ada', key });
    for (const text of ['', 'Ada', key, `Ada ${key}0`, `Ada ${key.slice(1)}`])
        assert.equal(read_person(text), null, text);
});

test('moves of one turn are a chain', () => {
    const turns_in = (...moves: PlayedMove[]) => turns_of(line_tree(moves));
    const turns = turns_in(
        played('south', 3, true),
        played('south', 6),
        played('north', 2),
        played('south', 1),
    );
    assert.deepEqual(
        turns.map((turn) => turn.moves.map((move) => move.step.pit)),
        [[3, 6], [2], [1]],
    );
    assert.equal(
        moves_text([played('south', 3, true), played('south', 6), played('north', 2)]),
        '3-6 2',
    );
    const plies = (some: typeof turns) =>
        rounds_of(some).map(({ south, north }) =>
            [south, north].map((turn) => turn && (turn.moves[0]?.path.length ?? 0) - 1),
        );
    assert.deepEqual(plies(turns), [
        [0, 2],
        [3, null],
    ]);
    assert.deepEqual(plies(turns_in(played('north', 2), played('south', 1))), [
        [null, 0],
        [1, null],
    ]);
});

test('a game’s past is told by what it was played with', () => {
    const move = { ...played('north', 2), seeds: [4, 0, 3, 1], over: true } as PlayedMove;
    const game = {
        pits: 1,
        start: '<1,2,3,4,5> n',
        played: [move],
        to_move: 'south',
        over: true,
    } as const;
    const given = { ...game, played: [move] };
    assert.deepEqual(past_view(given, 0), {
        pits: 1,
        seeds: [4, 2, 5, 3],
        to_move: 'north',
        over: false,
        legal: [],
    });
    assert.deepEqual(past_view(given, 1), {
        pits: 1,
        seeds: move.seeds,
        to_move: 'south',
        over: true,
        legal: [],
    });
    assert.deepEqual(past_view({ ...given, start: '2x3', pits: 2 }, 0).seeds, [3, 3, 0, 3, 3, 0]);
});

test('moves and ends are told in words', () => {
    const going = { to_move: 'south', status: 'playing' } as const;
    assert.equal(
        say_move(played('north', 3, false, 5), going, names, 'south'),
        'Champion plays 3, captures 5. Your turn.',
    );
    assert.equal(
        say_move(played('south', 3, true), going, names, 'south'),
        'You play 3. Move again.',
    );
    const finished = {
        result: { south: 30, north: 18, winner: 'south' },
        loser: null,
        ending: 'finished',
    } as const;
    assert.equal(say_end(finished, names, 'south'), 'You win, 30 to 18');
    assert.equal(say_end(finished, names, 'north'), 'You lose, 18 to 30');
});

test('a game that does not come to its end says why', () => {
    const lost = (ending: Ending, loser: 'south' | 'north') =>
        say_end({ result: null, loser, ending }, names, 'south');
    assert.equal(lost('resigned', 'south'), 'You lose by resignation');
    assert.equal(lost('resigned', 'north'), 'You win by resignation');
    assert.equal(lost('gone', 'north'), 'You win: Champion left the game');
    assert.equal(lost('illegal', 'north'), 'You win after an illegal move');
    assert.equal(lost('timeout', 'south'), 'You lose on time');
    const ended = (ending: Ending) =>
        say_end({ result: null, loser: null, ending }, names, 'south');
    assert.equal(ended('aborted'), 'The game was aborted');
    assert.equal(ended('stopped'), 'The game was stopped');
    assert.equal(
        say_end(
            { result: null, loser: null, ending: 'aborted', by_administrator: true },
            names,
            null,
        ),
        'An administrator ended the game',
    );
});

test('what happened is told once, and what was missed too', () => {
    const seen = (
        status: 'waiting' | 'playing' | 'over',
        moves: PlayedMove[],
        you: 'south' | 'north' | null = 'south',
    ) => ({
        state: {
            status,
            played: moves,
            to_move: 'south' as const,
            seats: people,
            result: null,
            loser: null,
            ending: null,
        },
        you,
    });
    const one = [played('north', 2)];
    assert.equal(
        say_change(seen('waiting', []), seen('playing', []), false, names),
        'The game starts. Your turn.',
    );
    assert.equal(
        say_change(seen('playing', []), seen('playing', one), true, names),
        'Champion plays 2. Your turn.',
    );
    assert.equal(
        say_change(seen('playing', []), seen('playing', one), false, names),
        '1 move was played in the meantime. Champion plays 2. Your turn.',
    );
    assert.equal(
        say_change(seen('playing', one), seen('playing', []), false, names),
        'Move taken back.',
    );
    assert.equal(
        say_change(seen('playing', one), seen('playing', one, 'north'), false, names),
        'You now play north.',
    );
    assert.equal(say_change(seen('playing', one), seen('playing', one), false, names), '');
});

test('rules and board are told in words', () => {
    assert.equal(terms_text({ rules: 'standard', start: '6x4' }), 'Standard, 6 pits, 4 seeds');
    assert.equal(
        terms_text({ rules: 'multilap,capture=none', start: '1x1' }),
        'Multi-lap, no captures, 1 pit, 1 seed',
    );
    assert.equal(
        terms_text({ rules: 'new,a=b', start: '<1,0,0,2,2>' }),
        'new, a=b, from a position',
    );
    assert.equal(short_terms({ rules: 'empty-capture', start: '6x6' }), 'Empty capture 6 × 6');
    assert.equal(
        short_terms({ rules: 'standard,sweep=none', start: '<1,0,0,2,2>' }),
        'Standard (modified) from a position',
    );
});

test('clocks round down', () => {
    assert.equal(clock_text(300_000), '5:00');
    assert.equal(clock_text(61_999), '1:01');
    assert.equal(clock_text(9_450), '0:09.4');
    assert.equal(clock_text(3_723_000), '1:02:03');
});

test('a wish becomes a request', () => {
    const info = {
        levels: [
            { id: 'beginner', player: 'random' },
            { id: 'medium', player: 'alphabeta:depth=3' },
        ],
        presets: [{ name: 'standard', rules: 'standard', size: '6x4', source: '' }],
    } as unknown as ServerInfo;
    const wish = mended(
        { ...kDefault, level: 'gone', side: 'north', changes: { capture: 'none', sweep: '' } },
        info,
    );
    const clock = { minutes: 0.5, increment: 2 };
    assert.deepEqual(request_of({ ...wish, clock }, info, { you: 'Ada', other: 'Bob' }, 0), {
        rules: 'standard,capture=none',
        start: '6x4',
        seats: {
            south: { kind: 'player', player: 'alphabeta:depth=3' },
            north: { kind: 'person', name: 'Ada' },
        },
        clock: { seconds: 30, increment: 2 },
    });
    assert.equal(
        request_of({ ...kDefault, player: 'random' }, info, { you: '', other: '' }, 0).seats.north
            .kind,
        'player',
    );
});

test('whatever the browser has kept becomes something usable', () => {
    for (const broken of [
        null,
        [],
        'x',
        7,
        { player: null, changes: null, clock: 'soon', pits: 99, side: 'up' },
    ])
        assert.deepEqual(form_shape(broken), kDefault);
    const clock = { minutes: 'ten', increment: 3 };
    assert.deepEqual(form_shape({ pits: 4, clock, changes: { sweep: 'none', capture: 5 } }), {
        ...kDefault,
        pits: 4,
        clock: { minutes: 5, increment: 3 },
        changes: { sweep: 'none' },
    });
    const own = { id: 'a', keys: { south: 'k' }, names, at: 5, over: true };
    const found = [
        null,
        3,
        { id: 'b' },
        { id: 'c', keys: { south: 'k', east: 'x' } },
        { ...own, more: 1 },
    ];
    assert.deepEqual(own_games_shape(found), [
        { id: 'c', keys: { south: 'k' }, names: { south: '', north: '' }, at: 0, over: false },
        own,
    ]);
    assert.deepEqual(own_games_shape({ length: 3 }), []);
});

test('a name is as long as the server keeps it, in whole characters', () => {
    assert.equal(fitting_name('Ada'), 'Ada');
    assert.equal(fitting_name('a'.repeat(70)), 'a'.repeat(64));
    assert.equal(fitting_name('a'.repeat(62) + '🌰🌰'), 'a'.repeat(62));
    assert.ok(is_full_name('ä'.repeat(32)) && !is_full_name('ä'.repeat(31)));
});

test('the status says what is drawn, then how it stands', () => {
    const seat = (kind: 'person' | 'open', name: string) => ({ kind, name, here: true });
    const state = {
        status: 'playing',
        to_move: 'south',
        limit: null,
        played: [played('north', 2)],
        seats: { south: seat('person', 'Ada'), north: seat('person', 'Bo') },
    } as unknown as GameState;
    const drawn = { side: 'north', pit: 2 } as Sowing;
    assert.equal(say_status(state, drawn, names, 'south', true), 'Champion plays 2');
    assert.equal(say_status(state, null, names, 'south', true), 'Your turn');
    assert.equal(
        say_status({ ...state, played: [played('south', 2, true)] }, null, names, 'south', true),
        'Your turn again',
    );
    const waiting = {
        ...state,
        status: 'waiting',
        seats: { ...state.seats, north: seat('open', '') },
    } as GameState;
    assert.equal(say_status(waiting, null, names, 'south', true), 'Waiting for the other player');
    assert.equal(say_status(waiting, null, names, null, false), 'Ada invites you to a game');
    const kept = { ...waiting, seats: { ...state.seats, north: seat('open', 'Bo') } } as GameState;
    assert.equal(say_status(kept, null, names, null, false), 'Waiting for the other player');
    assert.ok(
        !is_contest(state, ['south', 'north']) &&
            is_contest(state, ['south']) &&
            is_contest(state, []),
    );
    assert.ok(!is_contest({ ...state, status: 'over' }, ['south']));
});

test('finished games make room for running ones', () => {
    const own = (id: string, over: boolean) => ({
        id,
        keys: { south: 'k' },
        names,
        at: 0,
        over,
    });
    const kept = most_wanted([own('a', true), own('b', true), own('c', false), own('d', true)], 2);
    assert.deepEqual(
        kept.map((each) => each.id),
        ['a', 'c'],
    );
});

test('a server that listens everywhere is where the page came from', () => {
    assert.equal(kgp_from_here('0.0.0.0:2671', '192.168.1.7'), '192.168.1.7:2671');
    assert.equal(kgp_from_here('[::]:2671', '[::1]'), '[::1]:2671');
    assert.equal(kgp_from_here('127.0.0.1:2671', 'localhost'), '127.0.0.1:2671');
});

test('a move that the server chose is told from a forced one', () => {
    const limit = { seconds: 30, left: 100 };
    const legal = [{ pit: 1 }, { pit: 2 }] as GameState['legal'];
    const before = { limit, to_move: 'south' as const, legal, played: [] };
    const after = { played: [played('south', 2)] };
    assert.equal(chosen_by_server(before, after, 'south', -1), 2);
    assert.equal(chosen_by_server(before, after, 'south', 0), null);
    assert.equal(chosen_by_server(before, after, 'north', -1), null);
    assert.equal(chosen_by_server(before, { played: [] }, 'south', -1), null);
    assert.equal(chosen_by_server({ ...before, legal: legal.slice(1) }, after, 'south', -1), null);
    assert.equal(chosen_by_server({ ...before, limit: null }, after, 'south', -1), null);
});

test('a page of this machine is for this machine', () => {
    for (const host of ['localhost', 'a.localhost', '127.0.0.1', '127.1.2.3', '[::1]'])
        assert.ok(only_here(host), host);
    for (const host of ['192.168.0.1', 'kalah.example', '[fe80::1]', 'localhost.example'])
        assert.ok(!only_here(host), host);
});

test('links of earlier versions lead to the same pages', () => {
    assert.equal(canonical('/watch/bout/7', ''), '/watch/live/7');
    assert.deepEqual(match('/watch/live/7'), { page: 'watch-live', number: 7 });
    assert.equal(canonical('/room/k7', ''), '/game/k7');
    assert.equal(canonical('/analyse', '?review=1&room=k7'), '/analyse?review=1&game=k7');
    assert.equal(canonical('/watch', '?kind=hall&player=hall'), '/watch?kind=lobby&player=hall');
    assert.equal(canonical('/watch/', ''), '/watch');
    for (const address of ['/', '/game/room', '/watch/player/bout', '/learn'])
        assert.equal(canonical(address, ''), address);
});

test('games and forms that earlier versions stored are still read', () => {
    const old = { room: 'k7', keys: { south: 'k' }, names, at: 5, over: false };
    const { room: id, ...rest } = old;
    assert.deepEqual(old_games_shape([old, 3]), [{ id, ...rest }]);
    assert.deepEqual(old_games_shape(null), []);
    assert.equal(form_shape({ opponent: 'hall' }).opponent, 'program');
});

test('only the latest run counts', () => {
    const begin = latest();
    const first = begin();
    assert.ok(first());
    const second = begin();
    assert.ok(!first() && second());
    begin();
    assert.ok(!second());
});
