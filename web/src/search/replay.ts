// Replay: the state of a search after each of its events, to step through it forwards and backwards. Pure.
import type { CodeLine, SearchEvent } from './events';

export interface TriedMove {
    pit: number;
    state: 'waiting' | 'searching' | 'done' | 'cut';
    /** The value of a move that is done. */
    value: number | null;
    /** Why a leaf was not searched further, or why the move was left out. */
    reason: string | null;
}

/** A node on the path from the root to the current node of the search. */
export interface OpenNode {
    node: number;
    name: string | null;
    position: string | null;
    kind: 'max' | 'min';
    depth: number;
    alpha: number | null;
    beta: number | null;
    best: number | null;
    best_pit: number | null;
    extra_turn: boolean;
    moves: TriedMove[];
    /** Set when the node has its value. */
    value: number | null;
    reason: string | null;
}

export interface Counts {
    nodes: number;
    leaves: number;
    cuts: number;
    /** Nodes that the limit of the knowledge-based search cut off. */
    pruned: number;
}

export interface SearchState {
    event: SearchEvent;
    pseudo_code: CodeLine[];
    depth: number;
    purpose: string | null;
    path: readonly OpenNode[];
    counts: Counts;
    best: { pit: number; value: number } | null;
}

const is_pruned = (event: SearchEvent): boolean =>
    event.event === 'leaf' && event.reason === 'limit';

/** Whether something is left out here, by alpha-beta or by the limit. */
export const is_cut = (event: SearchEvent): boolean => event.event === 'cut' || is_pruned(event);

/** Replay keeps one state per this many events, and computes those in between from it. */
const kEvery = 64;

export class Replay {
    /** The last step: the state after all events. */
    readonly last: number;
    readonly unit: number;
    private readonly kept: SearchState[] = [];

    /** The first of `events` must be `begin`. */
    constructor(private readonly events: readonly SearchEvent[]) {
        const first = events[0];
        if (first?.event !== 'begin') throw new Error('a search begins with "begin"');
        this.last = events.length - 1;
        this.unit = first.unit;
        this.kept.push({
            event: first,
            pseudo_code: first.pseudo_code,
            depth: 0,
            purpose: null,
            path: [],
            counts: { nodes: 0, leaves: 0, cuts: 0, pruned: 0 },
            best: null,
        });
    }

    /** The state after the events 0 to `step`. */
    at(step: number): SearchState {
        const wanted = Math.max(0, Math.min(this.last, step));
        const begin = Math.min(Math.floor(wanted / kEvery), this.kept.length - 1);
        let state = this.kept[begin] as SearchState;
        for (let i = begin * kEvery + 1; i <= wanted; ++i) {
            state = next(state, this.events[i] as SearchEvent);
            if (i % kEvery === 0 && this.kept.length === i / kEvery) this.kept.push(state);
        }
        return state;
    }

    /** The next step in this direction at which such an event happens; if none does, the last or
     *  the first step. */
    find(step: number, is_wanted: (event: SearchEvent) => boolean, direction: 1 | -1): number {
        for (let i = step + direction; i > 0 && i < this.last; i += direction)
            if (is_wanted(this.events[i] as SearchEvent)) return i;
        return direction > 0 ? this.last : 0;
    }
}

function next(state: SearchState, event: SearchEvent): SearchState {
    const path = next_path(state.path, event);
    const changed: Partial<SearchState> = {};
    if (event.event === 'iteration') changed.depth = event.depth;
    if (event.event === 'pass') changed.purpose = event.purpose;
    if (event.event === 'takeover') changed.pseudo_code = event.pseudo_code;
    if (event.event === 'best') changed.best = { pit: event.pit, value: event.value };
    return { ...state, ...changed, event, path, counts: next_counts(state.counts, event) };
}

function next_counts(counts: Counts, event: SearchEvent): Counts {
    switch (event.event) {
        case 'enter':
            return { ...counts, nodes: counts.nodes + 1 };
        case 'leaf':
            return {
                ...counts,
                leaves: counts.leaves + 1,
                pruned: counts.pruned + Number(is_pruned(event)),
            };
        case 'cut':
            return { ...counts, cuts: counts.cuts + 1 };
        default:
            return counts;
    }
}

/** A node stays on the path with its value until its parent takes the value: the page shows both
 *  steps. */
function next_path(path: readonly OpenNode[], event: SearchEvent): readonly OpenNode[] {
    switch (event.event) {
        case 'iteration':
        case 'end':
            return [];
        case 'pass':
            return [opened(event, 0, false)];
        case 'enter': {
            const parents = path.filter((node) => node.value === null);
            return [
                ...with_last(parents, (parent) =>
                    with_move(parent, event.pit, { state: 'searching' }),
                ),
                opened(event, event.node, event.extra_turn),
            ];
        }
        case 'leaf':
        case 'leave':
            return with_last(path, (node) => ({
                ...node,
                value: event.value,
                reason: event.reason,
            }));
        case 'back': {
            const child = path.at(-1)?.node === event.child ? path.at(-1) : undefined;
            const parents = child ? path.slice(0, -1) : path;
            return with_last(parents, (node) => ({
                ...with_move(node, event.pit, {
                    state: 'done',
                    value: event.value,
                    reason: child?.reason ?? null,
                }),
                alpha: event.alpha,
                beta: event.beta,
                best: event.best,
                best_pit: event.best_pit,
            }));
        }
        case 'cut':
            return with_last(path, (node) =>
                event.pits.reduce(
                    (cut, pit) => with_move(cut, pit, { state: 'cut', reason: event.reason }),
                    node,
                ),
            );
        default:
            return path;
    }
}

function opened(
    event: Extract<SearchEvent, { event: 'pass' | 'enter' }>,
    node: number,
    extra_turn: boolean,
): OpenNode {
    const { name, position, kind, depth, alpha, beta } = event;
    const moves = event.moves.map((pit): TriedMove => ({
        pit,
        state: 'waiting',
        value: null,
        reason: null,
    }));
    return {
        node,
        name,
        position,
        kind,
        depth,
        alpha,
        beta,
        best: null,
        best_pit: null,
        extra_turn,
        moves,
        value: null,
        reason: null,
    };
}

function with_last(
    path: readonly OpenNode[],
    change: (node: OpenNode) => OpenNode,
): readonly OpenNode[] {
    const last = path.at(-1);
    return last ? [...path.slice(0, -1), change(last)] : path;
}

function with_move(node: OpenNode, pit: number, change: Partial<TriedMove>): OpenNode {
    const moves = node.moves.map((move) => (move.pit === pit ? { ...move, ...change } : move));
    return { ...node, moves };
}
