// The games of the engine, kept in this browser's database. Where there is none, as in some private
// windows, games last as long as the page.
const kDatabase = 'kalah';
const kGames = 'games';

function answer_of<T>(request: IDBRequest<T>): Promise<T> {
    return new Promise((done, failed) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error ?? new Error('no database'));
    });
}

export class KeptGames {
    private constructor(private readonly database: IDBDatabase | null) {}

    static async open(): Promise<KeptGames> {
        try {
            const request = indexedDB.open(kDatabase, 1);
            request.onupgradeneeded = () => request.result.createObjectStore(kGames);
            return new KeptGames(await answer_of(request));
        } catch {
            return new KeptGames(null);
        }
    }

    async all(): Promise<string[]> {
        if (!this.database) return [];
        const games = this.database.transaction(kGames).objectStore(kGames);
        const found: unknown[] = await answer_of(games.getAll()).catch(() => []);
        return found.filter((text) => typeof text === 'string');
    }

    /** null: forgets it. */
    keep(name: string, text: string | null): void {
        const games = this.database?.transaction(kGames, 'readwrite').objectStore(kGames);
        if (text === null) games?.delete(name);
        else games?.put(text, name);
    }
}
