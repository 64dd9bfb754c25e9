// Between a page and its server: what is asked and what is told, to be looked at, changed and kept back.

/** From the next load on, `down(message, send)` may change what the server tells the page, or keep it
 *  back by null, for good or until `send(message)`; what the page asks is in the list that comes back. */
export async function between(page, down) {
    const asked = [];
    await page.routeWebSocket('**/api', (socket) => {
        const server = socket.connectToServer();
        const send = (message) => socket.send(JSON.stringify(message));
        socket.onMessage((frame) => {
            asked.push(JSON.parse(frame));
            server.send(frame);
        });
        server.onMessage((frame) => {
            const message = down(JSON.parse(frame), send);
            if (message) send(message);
        });
    });
    await page.reload();
    return asked;
}
