// Nothing that a client sends to /api ends the server or disturbs other pages.
import assert from 'node:assert/strict';
import { scenario, the_server, until } from './harness.mjs';
import { look, my_turn, new_game, pit_of } from './table.mjs';
import { kBinary, kText, Wire } from './wire.mjs';

const refused = async (wire, text, wanted) => {
    wire.send(kText, typeof text === 'string' ? text : JSON.stringify(text));
    const frame = await wire.frame();
    assert.ok(frame, `the connection outlives ${String(text).slice(0, 60)}`);
    const answer = JSON.parse(frame.data.toString());
    assert.equal(answer.re, wanted, `the answer to ${JSON.stringify(text)}`);
    const { code, text: words } = answer.error;
    assert.match(code, /^[a-z_]+$/, 'a code for pages');
    assert.ok(words.length > 0 && !words.includes('\n'), 'one line for people');
};

scenario(
    'frames that are no requests are refused one by one, and the next is answered',
    async (world) => {
        const server = await the_server();
        const page = await world.page('/');
        await new_game(page, { against: 'Someone on this screen', board: '4x3' });
        const before = await my_turn(page);
        const wire = await Wire.open(server);
        const no_object = [
            '',
            ' ',
            'x',
            '{',
            '[]',
            '7',
            '"do"',
            'null',
            '{"id":1',
            '\u0000',
            '{"id":1,"do":"hello"}}',
            '['.repeat(30_000),
        ];
        for (const text of no_object) await refused(wire, text, null);
        for (const wrong of [
            {},
            { do: 'hello' },
            { id: 'x', do: 'hello' },
            { id: -1, do: 'hello' },
            { id: null, do: 'hello' },
            { id: 1 },
            { id: 1, do: 7 },
        ])
            await refused(wire, wrong, null);
        const line = { rules: 'standard', start: '6x4' };
        const wrong = [
            { do: 'nothing' },
            { do: 'hello', more: 1 },
            { do: 'position' },
            { do: 'position', ...line, start: 4 },
            { do: 'position', ...line, start: '6x4x' },
            { do: 'position', ...line, moves: '9' },
            { do: 'position', ...line, moves: ['1'] },
            { do: 'position', ...line, rules: 'chess' },
            { do: 'position', ...line, mvoes: '1' },
            { do: 'position', ...line, start: '99999999x99999999' },
            { do: 'sow', ...line, pit: 0 },
            { do: 'sow', ...line, pit: 1e300 },
            { do: 'sow', ...line, pit: 2.5 },
            { do: 'sow', ...line, pit: '3' },
            { do: 'read', text: 'kalah-game 1\nrules standard\nstart 6x4\nmoves 3-6-9' },
            { do: 'read', text: null },
            { do: 'new', ...line },
            { do: 'new', ...line, seats: [] },
            { do: 'new', ...line, seats: { south: { kind: 'king' }, north: { kind: 'open' } } },
            {
                do: 'new',
                ...line,
                seats: {
                    south: { kind: 'player', player: 'champion:time=1e99s' },
                    north: { kind: 'open' },
                },
            },
            {
                do: 'new',
                ...line,
                seats: { south: { kind: 'player', player: 'cmd:rm' }, north: { kind: 'open' } },
            },
            { do: 'enter', game: 'none' },
            { do: 'enter', game: '../../etc/passwd' },
            { do: 'enter', game: 7 },
            { do: 'move', game: 'none', key: 'k', pit: 1, ply: 0 },
            { do: 'analyze', ...line, player: 'nobody' },
            { do: 'stop', of: 'x' },
            { do: 'enter', game: '#x' },
            { do: 'games', before: 'x' },
            { do: 'game', number: -5 },
            { do: 'game', number: 1e18 },
            { do: 'tournament', number: 77, on: true },
        ];
        for (const [i, each] of wrong.entries())
            await refused(wire, { id: 100 + i, ...each }, 100 + i);
        assert.equal(
            (await wire.ask('position', line)).view.position,
            '<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>',
        );
        wire.end();
        await pit_of(page, before.playable[0].name).click();
        await until('the move is shown', async () => (await look(page)).mark !== before.mark);
    },
);

scenario('a key that is not one’s own moves nothing', async (world) => {
    const page = await world.page('/');
    await new_game(page, { against: 'Someone on this screen', board: '4x3' });
    const game = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1));
    const before = await my_turn(page);
    const wire = await Wire.open(await the_server());
    const entered = await wire.ask('enter', { game, keys: ['x'.repeat(20)] });
    if (!entered.error) assert.deepEqual(entered.sides, []);
    assert.ok(!JSON.stringify(entered).includes('"key'), 'keys are told to nobody else');
    for (const key of ['', 'x', 'x'.repeat(10_000), game])
        for (const what of ['move', 'undo', 'resign', 'rematch'])
            assert.ok(
                (
                    await wire.ask(what, {
                        game,
                        key,
                        ...(what === 'move' ? { pit: 1, ply: 0 } : {}),
                    })
                ).error,
                what,
            );
    wire.end();
    assert.equal((await look(page)).mark, before.mark);
});

scenario(
    'frames that break the rules of WebSocket or of size end that connection only',
    async (world) => {
        const server = await the_server();
        const page = await world.page('/');
        await new_game(page, { against: 'Someone on this screen', board: '4x3' });
        const other = await Wire.open(server);

        const binary = await Wire.open(server);
        binary.send(kBinary, '{"id":1,"do":"hello"}');
        assert.equal(await binary.close_code(), 1003);

        const huge = await Wire.open(server);
        huge.send(kText, JSON.stringify({ id: 1, do: 'read', text: 'x'.repeat(70_000) }));
        assert.equal(await huge.close_code(), 1009);

        const claims = await Wire.open(server);
        claims.raw(
            Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
        );
        claims.raw(Buffer.alloc(70_000, 'x'));
        assert.equal(
            await claims.close_code(),
            1009,
            'a frame that says it is 2^63 bytes long, as soon as too many have come',
        );

        const unmasked = await Wire.open(server);
        unmasked.raw(Buffer.from([0x81, 2, 0x7b, 0x7d]));
        assert.ok([1002, null].includes(await unmasked.close_code()));

        const no_utf8 = await Wire.open(server);
        no_utf8.send(kText, Buffer.from([0xff, 0xfe, 0xc0]));
        assert.ok([1007, null].includes(await no_utf8.close_code()));

        const flood = await Wire.open(server);
        // The server allows 2,000 messages and 200 more each second: these are too many even for a
        // server that has little processor time and reads slowly. Masked with zeros.
        const hello = Buffer.from('{"id":1,"do":"hello"}');
        const frame = Buffer.concat([Buffer.from([0x81, 0x80 | hello.length, 0, 0, 0, 0]), hello]);
        flood.raw(Buffer.concat(Array(20_000).fill(frame)));
        assert.equal(await flood.close_code(), 1008);
        flood.end();

        assert.ok((await other.ask('hello')).version, 'the others are served');
        other.end();
        const before = await my_turn(page);
        await pit_of(page, before.playable[0].name).click();
        await until('the move is shown', async () => (await look(page)).mark !== before.mark);
    },
);

scenario('pages of other hosts get no connection', async () => {
    const server = await the_server();
    for (const origin of [
        'http://evil.example',
        `http://127.0.0.1:${server.http + 1}`,
        'null',
        `http://127.0.0.1.evil.example:${server.http}`,
    ]) {
        const wire = await Wire.open(server, { origin });
        assert.equal(wire.status, 403, origin);
        wire.end();
    }
    const own = await Wire.open(server, { origin: server.origin });
    assert.equal(own.status, 101);
    assert.ok((await own.ask('hello')).version);
    own.end();
});
