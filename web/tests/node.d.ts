// The part of node that the tests use, so that they type-check without node's own types.
declare module 'node:test' {
    export function test(name: string, run: () => void | Promise<void>): void;
    export function afterEach(run: () => void): void;
}
declare module 'node:fs' {
    export function readFileSync(path: string, encoding: 'utf8'): string;
    export function readdirSync(
        path: string,
        options: { recursive: true; encoding: 'utf8' },
    ): string[];
}
declare module 'node:assert/strict' {
    interface Assert {
        ok(value: unknown, message?: string): asserts value;
        equal(actual: unknown, expected: unknown, message?: string): void;
        notEqual(actual: unknown, expected: unknown, message?: string): void;
        deepEqual(actual: unknown, expected: unknown, message?: string): void;
        notDeepEqual(actual: unknown, expected: unknown, message?: string): void;
        match(actual: string, expected: RegExp, message?: string): void;
        throws(run: () => unknown, expected?: RegExp): void;
        rejects(
            promise: Promise<unknown>,
            expected: RegExp | ((why: never) => boolean),
        ): Promise<void>;
    }
    const assert: Assert;
    export default assert;
}
