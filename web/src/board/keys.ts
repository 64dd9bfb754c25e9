// Which key means what on a board. Pure.

/** '1' to '9', '0' for the tenth, and the two keys right of it, whatever is printed on them, for the
 *  eleventh and twelfth; null: no such key. */
export function key_pit(key: string, code: string): number | null {
    if (/^[1-9]$/.test(key)) return Number(key);
    if (key === '0') return 10;
    return code === 'Minus' ? 11 : code === 'Equal' ? 12 : null;
}

/** Where an arrow key leads from a place, in rows as they are shown; null: nowhere. */
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

/** Keys belong to what is being written in. */
export function typing(target: EventTarget | null): boolean {
    return (
        target instanceof HTMLElement &&
        target.closest('input, textarea, select, [contenteditable]') !== null
    );
}
