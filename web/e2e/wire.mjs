// A WebSocket client that sends what a test gives it, byte for byte: for frames that no browser
// sends. RFC 6455, without reading fragments (the server sends none).
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { patience } from './browser.mjs';

export const kText = 1;
export const kBinary = 2;
export const kClose = 8;
const kPing = 9;
const kPong = 10;

export class Wire {
    #socket;
    #bytes = Buffer.alloc(0);
    #frames = [];
    #waiting = [];
    #over = false;
    #next = 1;
    /** The status of the server's answer to the upgrade request: 101, or that of the refusal. */
    status = 0;

    static async open(server, { path = '/api', origin } = {}) {
        const wire = new Wire();
        const socket = (wire.#socket = connect(server.http, '127.0.0.1'));
        socket.on('error', () => {});
        const lines = [
            `GET ${path} HTTP/1.1`,
            `Host: 127.0.0.1:${server.http}`,
            'Upgrade: websocket',
            'Connection: Upgrade',
            'Sec-WebSocket-Version: 13',
            `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
            ...(origin ? [`Origin: ${origin}`] : []),
            '',
            '',
        ];
        socket.write(lines.join('\r\n'));
        await new Promise((done) => {
            socket.on('data', (data) => {
                wire.#bytes = Buffer.concat([wire.#bytes, data]);
                if (wire.status === 0) wire.#head();
                if (wire.status === 101) wire.#read();
                if (wire.status !== 0) done();
            });
            socket.on('close', () => {
                wire.#over = true;
                wire.#wake();
                done();
            });
        });
        return wire;
    }

    /** Sends one whole frame, masked as clients must. */
    send(kind, data) {
        const body = Buffer.from(data);
        const mask = randomBytes(4);
        const head =
            body.length < 126
                ? Buffer.from([0x80 | kind, 0x80 | body.length])
                : body.length < 65536
                  ? Buffer.from([0x80 | kind, 0xfe, body.length >> 8, body.length & 255])
                  : Buffer.from([
                        0x80 | kind,
                        0xff,
                        0,
                        0,
                        0,
                        0,
                        body.length >>> 24,
                        (body.length >> 16) & 255,
                        (body.length >> 8) & 255,
                        body.length & 255,
                    ]);
        const masked = body.map((byte, i) => byte ^ mask[i & 3]);
        if (!this.#over) this.#socket.write(Buffer.concat([head, mask, masked]));
    }

    raw(bytes) {
        if (!this.#over) this.#socket.write(bytes);
    }

    /** Sends a request to /api and waits for its answer; drops everything in between. */
    async ask(name, args = {}) {
        const id = this.#next++;
        this.send(kText, JSON.stringify({ id, do: name, ...args }));
        for (;;) {
            const frame = await this.frame();
            if (!frame || frame.kind !== kText) throw new Error(`no answer to ${name}`);
            const message = JSON.parse(frame.data.toString());
            if (message.re === id) return message;
        }
    }

    /** The next frame, or null after the end of the connection. */
    async frame() {
        const end = Date.now() + patience;
        while (this.#frames.length === 0 && !this.#over) {
            await new Promise((done) => {
                this.#waiting.push(done);
                setTimeout(done, 1000).unref();
            });
            if (Date.now() > end) throw new Error('no frame came');
        }
        return this.#frames.shift() ?? null;
    }

    /** The close code of the server; null if the connection ended without one. */
    async close_code() {
        for (let frame = await this.frame(); frame; frame = await this.frame())
            if (frame.kind === kClose)
                return frame.data.length >= 2 ? frame.data.readUInt16BE(0) : null;
        return null;
    }

    end() {
        this.#socket.destroy();
    }

    #head() {
        const end = this.#bytes.indexOf('\r\n\r\n');
        if (end < 0) return;
        this.status = Number(this.#bytes.subarray(9, 12).toString());
        this.#bytes = this.#bytes.subarray(end + 4);
    }

    #read() {
        for (;;) {
            const bytes = this.#bytes;
            if (bytes.length < 2) return;
            const short = bytes[1] & 127;
            const head = short === 127 ? 10 : short === 126 ? 4 : 2;
            if (bytes.length < head) return;
            const length =
                short === 127
                    ? Number(bytes.readBigUInt64BE(2))
                    : short === 126
                      ? bytes.readUInt16BE(2)
                      : short;
            if (bytes.length < head + length) return;
            const frame = { kind: bytes[0] & 15, data: bytes.subarray(head, head + length) };
            this.#bytes = bytes.subarray(head + length);
            if (frame.kind === kPing) this.send(kPong, frame.data);
            else this.#frames.push(frame);
            this.#wake();
        }
    }

    #wake() {
        for (const done of this.#waiting.splice(0)) done();
    }
}
