/** A key for a seat: 32 random hexadecimal digits. */
export function new_key(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
