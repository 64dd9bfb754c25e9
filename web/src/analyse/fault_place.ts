// Where a pasted text is wrong. The server counts lines and columns from 1, in the trimmed text. Pure.

export interface FaultPlace {
    /** The faulty line in three parts; `at` is the character, "" after the end. */
    before: string;
    at: string;
    after: string;
    /** The same character in the whole text, from 0. */
    from: number;
    to: number;
}

/** Where the fault is; null if no place is given or it is not in the text. */
export function fault_place(
    pasted: string,
    { line = 1, column }: { line?: number | undefined; column?: number | undefined },
): FaultPlace | null {
    const lines = pasted.trim().split('\n');
    const faulty = lines[line - 1];
    if (faulty === undefined || column === undefined) return null;
    if (column < 1 || column > faulty.length + 1) return null;
    const skipped = pasted.length - pasted.trimStart().length;
    const earlier = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    const from = skipped + earlier + column - 1;
    return {
        before: faulty.slice(0, column - 1),
        at: faulty.slice(column - 1, column),
        after: faulty.slice(column),
        from,
        to: Math.min(from + 1, pasted.length),
    };
}
