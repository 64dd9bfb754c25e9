// What keys mean on a board and in a game.

/** The pit that a key plays: '1' to '9', '0' for the tenth, and the two keys to the right of '0'
 *  for the eleventh and twelfth, whatever is printed on them; null: another key. */
export function key_pit(key: string, code: string): number | null {
    if (/^[1-9]$/.test(key)) return Number(key);
    if (key === '0') return 10;
    return code === 'Minus' ? 11 : code === 'Equal' ? 12 : null;
}

/** The place that an arrow key leads to, in rows as they are shown; null: none. */
export function neighbour(key: string, rows: number[][], place: number): number | null {
    const r = rows.findIndex((places) => places.includes(place));
    const i = rows[r]?.indexOf(place) ?? -1;
    if (r < 0 || i < 0) return null;
    switch (key) {
        case 'ArrowLeft':
            return rows[r]?.[i - 1] ?? null;
        case 'ArrowRight':
            return rows[r]?.[i + 1] ?? null;
        case 'ArrowUp':
            return rows[r - 1]?.[i] ?? null;
        case 'ArrowDown':
            return rows[r + 1]?.[i] ?? null;
        case 'Home':
            return rows[r]?.[0] ?? null;
        case 'End':
            return rows[r]?.at(-1) ?? null;
        default:
            return null;
    }
}

/** Whether the target takes the keys itself, as fields do. */
export function typing(target: EventTarget | null): boolean {
    return (
        target instanceof HTMLElement &&
        target.closest('input, textarea, select, [contenteditable]') !== null
    );
}

/** A handler for the window's keydowncapture that steps through a game. It sees keys before the
 *  board does, where arrows go from pit to pit. Input fields keep their keys; `idle` switches it
 *  off. */
export function stepping_keys(
    keys: Record<string, () => void>,
    idle: () => boolean = () => false,
): (event: KeyboardEvent) => void {
    return (event) => {
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
        const act = keys[event.key];
        if (!act || idle() || !(event.target instanceof Element)) return;
        if (event.target.closest('input, textarea, select, summary')) return;
        if (event.key === ' ' && event.target.closest('button, a')) return;
        event.preventDefault();
        event.stopPropagation();
        act();
    };
}
