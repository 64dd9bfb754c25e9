// What is kept in this browser's localStorage. Whatever stands there was written by an older page,
// another tab or a person: it is read field by field, and what does not fit falls back. Shapes are
// pure and never throw; only read() and write() touch the browser.

/** Makes a value out of anything. */
export type Shape<T> = (found: unknown) => T;

export const one_of =
    <T>(all: readonly T[], otherwise: T): Shape<T> =>
    (found) =>
        all.includes(found as T) ? (found as T) : otherwise;

export const flag =
    (otherwise: boolean): Shape<boolean> =>
    (found) =>
        typeof found === 'boolean' ? found : otherwise;

export const words =
    (longest: number, otherwise = ''): Shape<string> =>
    (found) =>
        typeof found === 'string' ? found.slice(0, longest) : otherwise;

export const number =
    (least: number, most: number, otherwise: number): Shape<number> =>
    (found) =>
        typeof found === 'number' && found >= least && found <= most ? found : otherwise;

/** An object with these fields and no others. */
export const record =
    <T extends object>(shapes: { [K in keyof T]: Shape<T[K]> }): Shape<T> =>
    (found) => {
        const fields = is_object(found) ? found : {};
        const names = Object.keys(shapes) as (keyof T & string)[];
        return Object.fromEntries(names.map((name) => [name, shapes[name](fields[name])])) as T;
    };

/** Strings by name; entries that are none are left out. */
export const strings: Shape<Record<string, string>> = (found) =>
    is_object(found)
        ? Object.fromEntries(
              Object.entries(found).filter(
                  (entry): entry is [string, string] => typeof entry[1] === 'string',
              ),
          )
        : {};

/** A list without the entries for which `shape` has null. */
export const list =
    <T>(shape: Shape<T | null>): Shape<T[]> =>
    (found) =>
        Array.isArray(found)
            ? found.map(shape).filter((each): each is T & {} => each !== null)
            : [];

export const is_object = (found: unknown): found is Record<string, unknown> =>
    typeof found === 'object' && found !== null && !Array.isArray(found);

export function read<T>(key: string, shape: Shape<T>): T {
    try {
        return shape(JSON.parse(localStorage.getItem(key) ?? 'null'));
    } catch {
        return shape(null);
    }
}

/** Storage can be forbidden or full: then it lasts as long as the page. */
export function write(key: string, value: unknown): void {
    try {
        localStorage.setItem(key, JSON.stringify(value));
    } catch {
        // Said above.
    }
}

/** Calls `changed` when another tab has written `key`. */
export function on_change(key: string, changed: () => void): void {
    addEventListener('storage', (event) => {
        if (event.key === key || event.key === null) changed();
    });
}
