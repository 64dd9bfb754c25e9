// A KGP client that moves when a test tells it to; speaks only the part of KGP that it needs.
import { connect } from 'node:net';
import { until } from './browser.mjs';

export class Client {
    #socket;
    #next = 1;
    #rest = '';
    /** The number of the server's question that waits for a move. */
    asked = null;

    constructor(server, { name, authors = '', comment = '' }) {
        this.#socket = connect(server.kgp, '127.0.0.1');
        this.#socket.on('error', () => {});
        this.#socket.setEncoding('utf8').on('data', (text) => this.#read(text));
        this.#say(`set info:name "${name}"`);
        if (authors) this.#say(`set info:authors "${authors}"`);
        if (comment) this.#say(`set info:comment "${comment}"`);
        this.#say('mode freeplay');
    }

    async play(pit) {
        const id = await until('the server asks for a move', () => this.asked);
        this.asked = null;
        this.#say(`move ${pit}`, id);
        this.#say('yield', id);
    }

    end() {
        this.#socket.destroy();
    }

    #say(command, about) {
        this.#socket.write(`${this.#next}${about ? `@${about}` : ''} ${command}\r\n`);
        this.#next += 2;
    }

    #read(text) {
        const lines = (this.#rest + text).split('\r\n');
        this.#rest = lines.pop();
        for (const line of lines) {
            const [, id, command] = /^(\d+)(?:@\d+)? (\w+)/.exec(line) ?? [];
            if (command === 'state') this.asked = id;
            if (command === 'stop') this.asked = null;
            if (command === 'ping') this.#say('pong', id);
        }
    }
}
