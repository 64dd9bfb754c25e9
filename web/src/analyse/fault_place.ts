// Where a pasted text is wrong: the server names a column, of a game text also the line, after blanks
// at the edges have been cut off. Pure.

export interface FaultPlace {
    /** The line it is about, in three parts; `at` is the character, "" behind the end. */
    before: string;
    at: string;
    after: string;
    /** The same character in the whole text, from 0. */
    from: number;
    to: number;
}

/** `words`: the server's. null: they name no place, or none that there is. */
export function fault_place(pasted: string, words: string, column?: number): FaultPlace | null {
    const said = /^line (\d+)(?:, column (\d+))?/.exec(words);
    const line_number = said ? Number(said[1]) : 1;
    const at = said?.[2] ? Number(said[2]) : column;
    const lines = pasted.trim().split('\n');
    const line = lines[line_number - 1];
    if (line === undefined || at === undefined || at < 1 || at > line.length + 1) return null;
    const skipped = pasted.length - pasted.trimStart().length;
    const from =
        skipped +
        lines.slice(0, line_number - 1).join('\n').length +
        (line_number > 1 ? 1 : 0) +
        at -
        1;
    return {
        before: line.slice(0, at - 1),
        at: line.slice(at - 1, at),
        after: line.slice(at),
        from,
        to: Math.min(from + 1, pasted.length),
    };
}
