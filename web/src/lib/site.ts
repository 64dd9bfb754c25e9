// Where the page comes from: from `kalah serve`, or from a folder of files that `kalah page` has
// written. In such a folder the engine of the browser answers in the place of a server.
import { is_object, words } from './stored';

/** The engine's files, relative to the page, and the version that wrote them. */
export interface Site {
    version: string;
    engine: string;
    book: string;
    puzzles: string;
}

/** What `kalah page` writes into index.html. */
export function site_shape(found: unknown): Site | null {
    if (!is_object(found)) return null;
    const word = words(200);
    return {
        version: word(found.version),
        engine: word(found.engine),
        book: word(found.book),
        puzzles: word(found.puzzles),
    };
}

function read_site(): Site | null {
    if (typeof document === 'undefined') return null;
    const text = document.getElementById('site')?.textContent;
    return text ? site_shape(JSON.parse(text)) : null;
}

/** null: a server answers. */
export const site = read_site();

/** What begins the names of files beside index.html. */
export const file_root = site ? './' : '/';
