// Errors as values: a code, its arguments, and the server's own English for codes that the catalogue
// (text/en/errors.ts) does not have. Pure.
import { error_text } from '../text/errors';

export type ErrorCode = keyof typeof error_text;
export type ErrorArgs = Record<string, string>;

export interface ErrorValue {
    /** null: the catalogue has no such code. */
    code: ErrorCode | null;
    args: ErrorArgs;
    /** As the server words it. */
    text: string;
    /** From 1, where the error is in a text; a text of one line has no `line`. */
    line?: number | undefined;
    column?: number | undefined;
}

/** A request that failed: the server refused it, or the connection was lost. */
export class Refusal extends Error {
    constructor(readonly error: ErrorValue) {
        super(message_of(error));
    }
    static lost(): Refusal {
        return new Refusal({ code: 'connection_lost', args: {}, text: '' });
    }
    get code(): ErrorCode | null {
        return this.error.code;
    }
    get lost(): boolean {
        return this.code === 'connection_lost';
    }
}

/** Whatever a promise was rejected with, as a Refusal. */
export const refusal_of = (why: unknown): Refusal =>
    why instanceof Refusal ? why : new Refusal({ code: null, args: {}, text: String(why) });

export function message_of({ code, args, text }: ErrorValue): string {
    const entry: string | ((args: ErrorArgs) => string) | null = code && error_text[code];
    if (entry !== null) return typeof entry === 'string' ? entry : entry(args);
    if (text === '') return '';
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
