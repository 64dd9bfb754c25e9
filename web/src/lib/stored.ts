// What this browser keeps in localStorage. An older version, another tab or a person may have written
// it, so it is read field by field, with a fallback for each. Shapes are pure and never throw; only
// read(), write() and on_change() touch the browser.

/** Turns anything into a valid value. */
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

/** Strings by name; other entries are dropped. */
export const strings: Shape<Record<string, string>> = (found) =>
    is_object(found)
        ? Object.fromEntries(
              Object.entries(found).filter(
                  (entry): entry is [string, string] => typeof entry[1] === 'string',
              ),
          )
        : {};

/** A list; entries for which `shape` gives null are dropped. */
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

/** Storage may be forbidden or full: then the value lasts as long as the page. */
export function write(key: string, value: unknown): void {
    try {
        localStorage.setItem(key, JSON.stringify(value));
    } catch {
        // As the comment above says.
    }
}

/** Calls `changed` when another tab has written `key`. Returns a function that stops this. */
export function on_change(key: string, changed: () => void): () => void {
    const stored = (event: StorageEvent) => {
        if (event.key === key || event.key === null) changed();
    };
    addEventListener('storage', stored);
    return () => removeEventListener('storage', stored);
}
