// The name that a person has reserved, with its key, as localStorage and a text keep them. Pure.
import { record, type Shape } from './stored';

export interface PersonKey {
    name: string;
    /** 64 hexadecimal digits; '': no name is reserved. */
    key: string;
}

const kKey = /^[0-9a-f]{64}$/;
const hex =
    (form: RegExp): Shape<string> =>
    (found) =>
        typeof found === 'string' && form.test(found) ? found : '';

export const person_shape = record<PersonKey>({
    name: (found) => (typeof found === 'string' ? found.trim().slice(0, 64) : ''),
    key: hex(kKey),
});

export const visitor_shape = hex(/^[0-9a-f]{32}$/);

/** "Ada 3f…": to be kept, or taken to another browser. */
export const person_text = ({ name, key }: PersonKey): string => `${name} ${key}`;

/** Reads what person_text writes; null if it is something else. */
export function read_person(text: string): PersonKey | null {
    const found = /^\s*(\S.*?)\s+([0-9a-fA-F]{64})\s*$/.exec(text);
    const [, name, key] = found ?? [];
    return name && key ? { name, key: key.toLowerCase() } : null;
}
