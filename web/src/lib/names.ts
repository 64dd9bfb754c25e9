// What players are called on the pages about them: those of the program by the word for their
// strength, others as they call themselves. Read anew when the server has said its levels.
import { text } from '../text';
import { connection } from './connection.svelte';
import { level_name } from './levels';
import type { Origin } from './types';

/** Where a game comes from decides who may be called what: in browsers the server sees to it that
 *  nobody is called like a player of the program, in the hall and in tournaments anybody may be. Of a
 *  name alone only what hardly anybody is called is taken for a player. */
function word(given: string | undefined, origin?: Origin): string | null {
    const is_player = origin === 'browser' || (origin === undefined && given?.includes(':'));
    return is_player ? level_name(given, connection.hello) : null;
}

/** Those without a name have a name for it. */
export const shown_name = (given: string | undefined, origin?: Origin): string =>
    word(given, origin) ?? (given || text.watch.lobby.anonymous);

/** The name that was given, if another one is shown. */
export const hidden_name = (given: string | undefined, origin?: Origin): string | undefined =>
    word(given, origin) === null ? undefined : given;

/** The name that was given, from one that somebody typed; `known` are names to choose from. */
export function meant_name(typed: string, known: readonly string[]): string {
    const words = typed.trim();
    if (words === '' || known.includes(words)) return words;
    const levels = connection.hello?.levels.map((level) => level.player) ?? [];
    const same = (a: string): boolean => a.toLowerCase() === words.toLowerCase();
    return [...known, ...levels].find((name) => same(name) || same(shown_name(name))) ?? words;
}
