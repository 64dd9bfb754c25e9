// Commands that pages show, the same in every language.

/** Host and port of an address. */
function split(address: string): [string, string] {
    const at = address.lastIndexOf(':');
    return at < 0 ? [address, '2671'] : [address.slice(0, at), address.slice(at + 1)];
}

export function bot_command(address: string): string {
    const [host, port] = split(address);
    return `KGP_HOST=${host} KGP_PORT=${port} python3 examples/bot.py`;
}

export const two_bots = (address: string): string =>
    `kalah join ${address} --player champion:time=1s\nkalah join ${address} --player alphabeta`;
