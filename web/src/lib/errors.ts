// Errors as values: a code, its arguments, and the server's own English, for codes that the catalogue
// (text/en/errors.ts) does not have. Pure.
import { errors_text } from '../text/errors';

export type ErrorCode = keyof typeof errors_text.codes;
export type ErrorArgs = Record<string, string>;

/** As the server sends it (docs/web-api.md). */
export interface ErrorValue {
    /** An ErrorCode, or one that the catalogue does not have. */
    code: string;
    args?: ErrorArgs;
    /** The server's own English, for authors of programs. */
    text?: string;
    /** From 1, where the error is in a text; a text of one line has no `line`. */
    line?: number;
    column?: number;
}

/** A request that failed: the server refused it, or the connection was lost. */
export class Refusal extends Error {
    constructor(readonly error: ErrorValue) {
        super(message_of(error));
    }
    static lost(): Refusal {
        return new Refusal({ code: 'connection_lost' });
    }
    is(...codes: ErrorCode[]): boolean {
        return (codes as string[]).includes(this.error.code);
    }
    get lost(): boolean {
        return this.is('connection_lost');
    }
}

/** Any reason of a rejected promise, as a Refusal. */
export const refusal_of = (why: unknown): Refusal =>
    why instanceof Refusal ? why : new Refusal({ code: '', text: String(why) });

export function message_of({ code, args = {}, text = '' }: ErrorValue): string {
    const known: Record<string, string | ((args: ErrorArgs, text: string) => string)> =
        errors_text.codes;
    const entry = Object.hasOwn(known, code) ? known[code] : undefined;
    if (entry === undefined) return errors_text.unknown(text || code);
    return typeof entry === 'string' ? entry : entry(args, text);
}
