import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { Api } from '../src/lib/api';
import type { Refusal } from '../src/lib/errors';
import { Server } from '../src/lib/protocol';
import type { ReviewEntry } from '../src/lib/types';

interface Frame {
    id: number;
    do: string;
}

/** The browser's WebSocket as far as Api uses it, with the test at the other end. */
class Socket {
    static OPEN = 1;
    /** The last socket of each address: an Api of a finished test keeps reconnecting. */
    static readonly by_url = new Map<string, Socket>();
    readyState = 0;
    sent: Frame[] = [];
    onopen = () => {};
    onclose = () => {};
    onmessage: (message: { data: string }) => void = () => {};
    constructor(url: string) {
        Socket.by_url.set(url, this);
    }
    send(frame: string) {
        this.sent.push(JSON.parse(frame) as Frame);
    }
    open() {
        this.readyState = Socket.OPEN;
        this.onopen();
    }
    close() {
        this.readyState = 3;
        this.onclose();
    }
    tell(message: object) {
        this.onmessage({ data: JSON.stringify(message) });
    }
}
Object.assign(globalThis, { WebSocket: Socket });

// Api waits a while for unanswered requests: close the sockets, so that no test run waits for them.
afterEach(() => {
    for (const socket of Socket.by_url.values())
        if (socket.readyState === Socket.OPEN) socket.close();
});

const line = { rules: 'standard', start: '6x4' };
const turn = () => new Promise((resolve) => setTimeout(resolve));

let made = 0;
function connected(): { api: Api; server: Server; now: () => Socket } {
    const url = `ws://nowhere/${++made}`;
    const api = new Api(() => new WebSocket(url));
    const now = () => Socket.by_url.get(url) as Socket;
    api.connect();
    now().open();
    return { api, server: new Server(api), now };
}

test('a review that the connection is lost under ends', async () => {
    const { server, now } = connected();
    const socket = now();
    const heard: unknown[] = [];
    const run = server.review(line, ({ ply }: ReviewEntry) => heard.push(ply));
    const id = socket.sent.at(-1)?.id;
    socket.tell({ re: id });
    socket.tell({ event: 'review', of: id, ply: 3, done: false });
    socket.close();
    await assert.rejects(run.finished, (why: Refusal) => why.lost);
    assert.deepEqual(heard, [3]);
});

test('a stream is finished by its last event, by stop and by a refusal', async () => {
    const { server, now } = connected();
    const socket = now();
    const done = server.analyse(line, { player: 'champion' }, 'own', () => {});
    socket.tell({ event: 'analysis', of: socket.sent.at(-1)?.id, done: true });
    await done.finished;
    const stopped = server.analyse(line, { player: 'champion' }, 'own', () => {});
    stopped.stop();
    await stopped.finished;
    assert.equal(socket.sent.at(-1)?.do, 'stop');
    const refused = server.analyse(line, { player: 'champion' }, 'own', () => {});
    socket.tell({ re: socket.sent.at(-1)?.id, error: { code: 'closing', text: 'no' } });
    await assert.rejects(refused.finished, (why: Refusal) => !why.lost && why.is('closing'));
});

test('what waits for a connection is asked again until it is answered', async () => {
    const { api, server, now } = connected();
    const socket = now();
    const answer = server.when_open(() => server.position(line));
    socket.close();
    await turn();
    api.connect();
    now().open();
    await turn();
    assert.deepEqual(
        now().sent.map((frame) => frame.do),
        ['position'],
    );
    now().tell({ re: now().sent[0]?.id, view: 'here' });
    assert.equal((await answer) as unknown, 'here');
    const refused = server.when_open(() => server.position(line));
    await turn();
    now().tell({ re: now().sent.at(-1)?.id, error: { code: 'new_code', text: 'no' } });
    await assert.rejects(refused, (why: Refusal) => why.error.code === 'new_code');
});
