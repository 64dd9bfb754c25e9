// Between a page and its server: what is asked and what is told, to be looked at, changed and kept back.

const as_it_is = (message) => message;

/** From the next load on, `down(message, send, cut)` may change what the server tells the page, or keep it
 *  back by null, for good or until `send(message)`; so may `up(message, cut)` what the page asks. `cut()`
 *  ends the connection. What the page asks is in the list that comes back. */
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
