// A plain server of files under a path of its own: it knows neither kalah nor the site's pages, and
// compresses nothing.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';

const kTypes = {
    '.css': 'text/css',
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.json': 'application/json',
    '.svg': 'image/svg+xml',
    '.txt': 'text/plain',
    '.wasm': 'application/wasm',
    '.webmanifest': 'application/manifest+json',
};

export class FileServer {
    /** Files that were asked for and are not there. */
    missing = [];
    /** Contents in the place of those of files, by name. */
    instead = {};

    static async start(folder, path = '/some/where') {
        const server = new FileServer();
        server.path = path;
        server.http = createServer(
            (request, response) => void server.#answer(folder, request, response),
        );
        await new Promise((ready) => server.http.listen(0, '127.0.0.1', ready));
        server.host = `http://127.0.0.1:${server.http.address().port}`;
        return server;
    }

    /** Where the site is; what `world.page` takes for the origin of a server. */
    get origin() {
        return this.host + this.path;
    }

    stop() {
        this.http.closeAllConnections();
        return new Promise((done) => this.http.close(done));
    }

    async #answer(folder, request, response) {
        const { pathname } = new URL(request.url, this.host);
        const file = normalize(decodeURIComponent(pathname));
        try {
            if (!file.startsWith(`${this.path}/`)) throw new Error('not of this site');
            const name = file.slice(this.path.length + 1) || 'index.html';
            const content = this.instead[name] ?? (await readFile(join(folder, name)));
            const type = kTypes[extname(name)] ?? 'application/octet-stream';
            response.writeHead(200, { 'Content-Type': type }).end(content);
        } catch {
            this.missing.push(pathname);
            response.writeHead(404).end();
        }
    }
}
