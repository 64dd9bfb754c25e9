// The events of a search as `kalah tree --events` writes them (docs/tree.md), and a parser for
// files of them. The page itself does not search. Pure.
import type { Side } from '../lib/types';

export interface CodeLine {
    code: string;
    indent: number;
    text: string;
}

/** What `pass` and `enter` have in common: a node whose moves are about to be searched. */
interface Opened {
    position: string | null;
    name: string | null;
    turn: Side | null;
    kind: 'max' | 'min';
    depth: number;
    alpha: number | null;
    beta: number | null;
    moves: number[];
}

type Bound = 'exact' | 'lower' | 'upper';

type Told =
    | {
          event: 'begin';
          position: string | null;
          rules: string | null;
          player: string;
          search: 'values' | 'move';
          max: Side | null;
          unit: number;
          pseudo_code: CodeLine[];
      }
    | { event: 'iteration'; depth: number }
    | ({ event: 'pass'; purpose: string } & Opened)
    | ({
          event: 'enter';
          node: number;
          parent: number;
          ply: number;
          pit: number;
          extra_turn: boolean;
      } & Opened)
    | {
          event: 'leaf';
          node: number;
          value: number;
          bound: Bound;
          reason: string;
          cost?: number;
          limit?: number;
      }
    | {
          event: 'back';
          node: number;
          child: number;
          pit: number;
          value: number;
          better: boolean;
          best: number;
          best_pit: number;
          alpha: number | null;
          beta: number | null;
      }
    | { event: 'best'; pit: number; value: number }
    | { event: 'cut'; node: number; reason: string; pits: number[] }
    | { event: 'leave'; node: number; value: number | null; bound: Bound; reason: string }
    | { event: 'pass_end'; purpose: string; value: number | null; nodes: number }
    | { event: 'iteration_end'; depth: number; best: number; value: number; nodes: number }
    | { event: 'takeover'; depth: number; pseudo_code: CodeLine[] }
    | { event: 'end'; best: number; score: number; kind: string; depth: number; nodes: number };

export type SearchEvent = Told & { code: string };

/** A list that can be replayed begins with `begin`. */
export function is_search(events: readonly SearchEvent[]): boolean {
    const first = events[0];
    return first?.event === 'begin' && Array.isArray(first.pseudo_code);
}

/** Reads the events of a text with one JSON object per line, or finds the first line that is not
 *  one. */
export function read_events(text: string): SearchEvent[] | { wrong_line: number } {
    const events: SearchEvent[] = [];
    for (const [i, line] of text.split('\n').entries()) {
        if (line.trim() === '') continue;
        const event = parsed(line);
        if (!event) return { wrong_line: i + 1 };
        events.push(event);
    }
    return is_search(events) ? events : { wrong_line: 1 };
}

function parsed(line: string): SearchEvent | null {
    try {
        const value: unknown = JSON.parse(line);
        const told = typeof value === 'object' && value !== null && 'event' in value;
        return told && typeof value.event === 'string' ? (value as SearchEvent) : null;
    } catch {
        return null;
    }
}
