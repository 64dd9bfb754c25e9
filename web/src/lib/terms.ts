// Rules and board in words: what a game is played by. Pure.
import { text } from '../text';

/** Rules as `--rules` takes them, and a size or a position. */
export interface Terms {
    rules: string;
    start: string;
}

export function parse_size(size: string): { pits: number; seeds: number } | null {
    const found = /^(\d{1,2})x(\d{1,5})$/.exec(size);
    return found ? { pits: Number(found[1]), seeds: Number(found[2]) } : null;
}

/** "Multi-lap, no captures": the preset, then what is different from it. A word that the catalogue does
 *  not have stands as the server writes it. */
export function rules_text(rules: string): string {
    const [preset = '', ...changes] = rules.split(',');
    const said = changes.map((change) => {
        const [option = '', value = ''] = change.split('=');
        return text.options[option]?.brief[value] ?? change;
    });
    return [text.play.presets[preset] ?? preset, ...said].join(', ');
}

/** "Standard, 6 pits, 4 seeds" */
export function terms_text({ rules, start }: Terms): string {
    const size = parse_size(start);
    return `${rules_text(rules)}, ${size ? text.terms.size(size.pits, size.seeds) : text.terms.position}`;
}

/** "Standard 6 × 4", for tables and summaries; changes of the rules are only mentioned. */
export function short_terms({ rules, start }: Terms): string {
    const [preset = '', ...changes] = rules.split(',');
    const name = text.play.presets[preset] ?? preset;
    const size = parse_size(start);
    const board = size ? text.terms.short_size(size.pits, size.seeds) : text.terms.short_position;
    return `${changes.length > 0 ? text.terms.changed(name) : name} ${board}`;
}
