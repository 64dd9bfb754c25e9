// The longest name: the server cuts longer ones. Pure.

/** Bytes in UTF-8 (docs/web-api.md). */
export const kNameBytes = 64;

const bytes = new TextEncoder();
const size = (name: string): number => bytes.encode(name).length;

/** As many whole characters of a name as fit. */
export function fitting_name(name: string): string {
    let fits = '';
    for (const character of name) {
        if (size(fits + character) > kNameBytes) break;
        fits += character;
    }
    return fits;
}

/** Another letter would not fit. */
export const is_full_name = (name: string): boolean => size(name) >= kNameBytes;
