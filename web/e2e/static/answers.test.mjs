// The engine of the browser answers as `kalah serve` does: the same code, compiled twice.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Server } from '../server.mjs';
import { kText, Wire } from '../wire.mjs';
import { EnginePeer } from './engine.mjs';

const { KALAH_ENGINE: engine, KALAH_SITE: folder } = process.env;
const kPositions = 200;
const kRules = ['standard', 'empty-capture', 'multilap', 'standard,sweep=none'];
const kBoards = ['6x4', '6x3', '4x4', '7x5'];

/** A server that is asked as the engine is. */
class ServerPeer {
    async open() {
        this.server = await Server.start();
        this.wire = await Wire.open(this.server);
        return this;
    }
    ask(verb, keys) {
        return this.wire.ask(verb, keys);
    }
    async ask_to_end(verb, keys) {
        const answer = await this.ask(verb, keys);
        if (answer.error) return answer;
        for (;;) {
            const frame = await this.wire.frame();
            assert.equal(frame?.kind, kText);
            const event = JSON.parse(frame.data.toString());
            if (event.done) return event;
        }
    }
    async close() {
        this.wire.end();
        await this.server.stop();
    }
}

const without = (names, answer) =>
    Object.fromEntries(Object.entries(answer).filter(([name]) => !names.includes(name)));

/** Without what numbers requests, measures time, or counts work that slices repeat. */
const comparable = (answer) => without(['re', 'id', 'of', 'seconds', 'nodes'], answer);

/** Small, and the same in every run. */
function random_numbers(seed) {
    let state = seed;
    return (most) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return Math.floor((state / 2 ** 32) * most);
    };
}

async function both_answer(peers, verb, keys, ask = 'ask') {
    const [here, there] = await Promise.all(peers.map((peer) => peer[ask](verb, keys)));
    assert.deepEqual(comparable(here), comparable(there), `${verb} ${JSON.stringify(keys)}`);
    return here;
}

test('the engine answers as the server does', { skip: !engine || !folder }, async () => {
    const data = join(folder, 'engine');
    const file = (name) =>
        join(
            data,
            readdirSync(data).find((each) => each.startsWith(name)),
        );
    const server = await new ServerPeer().open();
    const peer = await EnginePeer.open(engine, {
        book: file('book-'),
        puzzles: file('puzzles-'),
    });
    const peers = [peer, server];
    const random = random_numbers(7);

    const strip = (answer) => without(['version', 'lobby'], comparable(answer));
    const [here, there] = await Promise.all(peers.map((each) => each.ask('hello')));
    assert.deepEqual(strip(here), strip(there));

    for (let i = 0; i < kPositions; ++i) {
        const line = {
            rules: kRules[i % kRules.length],
            start: kBoards[(i >> 2) % kBoards.length],
        };
        let { view } = await both_answer(peers, 'position', line);
        const moves = [];
        for (let left = random(30); left > 0 && view.legal.length > 0 && !view.over; --left) {
            const { pit } = view.legal[random(view.legal.length)];
            const keys = { ...line, moves: view.moves, pit };
            ({ view } = await (left > 1 ? peer.ask('sow', keys) : both_answer(peers, 'sow', keys)));
            moves.push(pit);
        }
        const whole = { ...line, moves: view.moves };
        await both_answer(peers, 'write', whole);
        if (view.over || view.legal.length === 0) continue;
        const by = { player: `alphabeta:depth=${3 + (i % 3)}`, explain: 'fitted' };
        await both_answer(peers, 'analyze', { ...whole, ...by }, 'ask_to_end');
    }
    for (const keys of [
        { rules: 'standard', start: '6x4', moves: '9' },
        { rules: 'no', start: '6x4' },
    ])
        assert.ok((await both_answer(peers, 'position', keys)).error);
    // By book, and by proof.
    const known = await both_answer(
        peers,
        'analyze',
        { rules: 'standard', start: '4x3', time: 60_000 },
        'ask_to_end',
    ).catch((why) => why);
    assert.equal(known.kind, 'exact', String(known));

    const date = { date: '2026-11-19' };
    const { sets } = await both_answer(peers, 'puzzles', date);
    const names = sets.flatMap(({ groups }) =>
        groups.flatMap(({ puzzles }) => puzzles.slice(0, 1)),
    );
    for (const puzzle of names) {
        const { turn } = await both_answer(peers, 'puzzle', { puzzle });
        const verdict = await both_answer(peers, 'answer', { puzzle, moves: turn });
        assert.equal(verdict.right, true, puzzle);
    }
    const tree = { rules: 'standard', start: '4x3', player: 'alphabeta:depth=4,tt=no' };
    await both_answer(peers, 'tree', tree);
    await server.close();
    peer.runner.close(peer.session);
});
