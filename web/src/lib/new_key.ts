/** A key: random hexadecimal digits, two for each byte. A seat's has 16 bytes, a person's 32. */
export function new_key(size = 16): string {
    const bytes = crypto.getRandomValues(new Uint8Array(size));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
