// Which key means what on a board. Pure.

/** '1' to '9' and '0' for the tenth; null: no such key. */
export function digit_pit(key: string): number | null {
    if (!/^[0-9]$/.test(key)) return null;
    return key === '0' ? 10 : Number(key);
}

/** Where an arrow key leads from a place, in rows as they are shown; null: nowhere. */
export function neighbour(key: string, rows: number[][], place: number): number | null {
    const r = rows.findIndex((places) => places.includes(place));
    const i = rows[r]?.indexOf(place) ?? -1;
    if (r < 0 || i < 0) return null;
    switch (key) {
        case 'ArrowLeft': return rows[r]?.[i - 1] ?? null;
        case 'ArrowRight': return rows[r]?.[i + 1] ?? null;
        case 'ArrowUp': return rows[r - 1]?.[i] ?? null;
        case 'ArrowDown': return rows[r + 1]?.[i] ?? null;
        case 'Home': return rows[r]?.[0] ?? null;
        case 'End': return rows[r]?.at(-1) ?? null;
        default: return null;
    }
}

/** Keys belong to what is being written in. */
export function typing(target: EventTarget | null): boolean {
    return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}
