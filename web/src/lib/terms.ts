// Rules and board in words. Pure.
import { shell_text } from '../text/shell';

/** Rules in the form of `--rules`, and a size or a position. */
export interface Terms {
    rules: string;
    start: string;
}

export function parse_size(size: string): { pits: number; seeds: number } | null {
    const found = /^(\d{1,2})x(\d{1,5})$/.exec(size);
    return found ? { pits: Number(found[1]), seeds: Number(found[2]) } : null;
}

/** "Multi-lap, no captures": the preset and its changes. Words that the catalogue lacks stay as they are. */
export function rules_text(rules: string): string {
    const [preset = '', ...changes] = rules.split(',');
    const said = changes.map((change) => {
        const [option = '', value = ''] = change.split('=');
        return shell_text.options[option]?.brief[value] ?? change;
    });
    return [shell_text.presets[preset] ?? preset, ...said].join(', ');
}

/** "Standard, 6 pits, 4 seeds" */
export function terms_text({ rules, start }: Terms): string {
    const size = parse_size(start);
    return `${rules_text(rules)}, ${size ? shell_text.terms.size(size.pits, size.seeds) : shell_text.terms.position}`;
}

/** "Standard 6 × 4", for tables and summaries; changed rules are only mentioned. */
export function short_terms({ rules, start }: Terms): string {
    const [preset = '', ...changes] = rules.split(',');
    const name = shell_text.presets[preset] ?? preset;
    const size = parse_size(start);
    const board = size
        ? shell_text.terms.short_size(size.pits, size.seeds)
        : shell_text.terms.short_position;
    return `${changes.length > 0 ? shell_text.terms.modified(name) : name} ${board}`;
}
