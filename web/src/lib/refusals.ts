// What the server refuses, in words for people. The catalogue has sentences for its words, `{}` standing
// for values; what it does not have is shown as the server says it. Pure.
import { text } from '../text';

export type RefusalKey = keyof typeof text.refusals;

const special = /[.*+?^${}()|[\]\\]/g;
const table = (Object.keys(text.refusals) as RefusalKey[]).map((key) => ({
    key,
    pattern: new RegExp(
        `^${fixed_parts(key)
            .map((part) => part.replace(special, '\\$&'))
            .join('(.+?)')}$`,
    ),
}));

/** What of a key the server says literally, around its values. */
export function fixed_parts(key: string): string[] {
    return key.split('{}');
}

/** Which entry of the catalogue the server's words are; null: none. */
export function refusal_key(words: string): RefusalKey | null {
    return table.find(({ pattern }) => pattern.test(words))?.key ?? null;
}

export function refusal_text(words: string): string {
    for (const { key, pattern } of table) {
        const found = pattern.exec(words);
        const said: string | ((...values: string[]) => string) = text.refusals[key];
        if (found) return typeof said === 'string' ? said : said(...found.slice(1));
    }
    return words === ''
        ? ''
        : `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;
}
