// Sits between a page and its server to inspect, change or hold back their messages.

const as_it_is = (message) => message;

/** Reloads the page and passes messages on. `down(message, send, cut)` gets each message of the
 *  server and returns what the page receives; null holds it back, for good or until
 *  `send(message)`. `up(message, cut)` does the same for requests of the page. `cut()` ends the
 *  connection. Returns the list of requests. */
export async function between(page, down, up = as_it_is) {
    const asked = [];
    await page.routeWebSocket('**/api', (socket) => {
        const server = socket.connectToServer();
        const send = (message) => socket.send(JSON.stringify(message));
        const cut = () => {
            socket.close();
            server.close();
        };
        socket.onMessage((frame) => {
            asked.push(JSON.parse(frame));
            const message = up(JSON.parse(frame), cut);
            if (message) server.send(JSON.stringify(message));
        });
        server.onMessage((frame) => {
            const message = down(JSON.parse(frame), send, cut);
            if (message) send(message);
        });
    });
    await page.reload();
    return asked;
}
