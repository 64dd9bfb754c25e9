// English: the page that replays a search.
import { capital, plural } from './words';

const kReasons: Record<string, string> = {
    depth: 'the depth is reached',
    over: 'the game is over',
    database: 'the endgame database knows it',
    table: 'the transposition table knows it',
    etc: 'the transposition table knows a good enough move',
    futility: 'the seeds left cannot change the result of the comparison',
    limit: 'the move costs more than the limit',
    'alpha-beta': 'the opponent will avoid this position',
    moves: 'all moves are done',
    stopped: 'the search was stopped',
};
const reason = (name: string): string => kReasons[name] ?? name;
const mover = (kind: string): string => (kind === 'max' ? 'Max' : 'Min');

export const search_text = {
    title: 'A search, step by step',
    intro: 'Max moves at the root and wants a high value, Min a low one. Step through the search of a position and watch how each value comes about, and which moves are never looked at.',
    position: 'Position or size',
    rules: 'Rules',
    depth: 'Depth',
    evaluation: 'Evaluation',
    evaluations: {
        store: 'Store difference',
        simple: 'Simple utility (thesis)',
        knowledge: 'Knowledge-based utility (thesis)',
    } as Record<string, string>,
    limit: 'Limit',
    least: 'Least limit',
    limits_how:
        'Knowledge-based alpha-beta stops following a move that has cost its player more than the limit. The limit falls by 1 with every move from the root, but not below the least limit. Both are in quarters of a seed. The thesis used 60 and 20, which rarely prune anything in trees as small as these.',
    run: 'Search',
    open_file: 'Or open a file that “kalah tree --events” has written',
    wrong_file: (line: number) =>
        `Line ${line} of this file is not an event of a search. Write it with “kalah tree --events”.`,
    unreadable: 'This file cannot be read.',
    searches: {
        minimax: 'Minimax',
        alphabeta: 'Alpha-beta',
        knowledge: 'Knowledge-based alpha-beta',
    } as Record<string, string>,
    compare: {
        title: 'The whole searches',
        search: 'Search',
        nodes: 'Positions',
        leaves: 'Evaluated',
        cuts: 'Cut-offs',
        pruned: 'Cut by the limit',
        best: 'Best move',
        value: 'Value',
    },
    step: (at: number, last: number) => `step ${at} of ${last}`,
    slider: (name: string) => `Step of ${name}`,
    next_value: 'Next value at the root',
    next_cut: 'Next cut-off',
    so_far: (nodes: number, leaves: number, cuts: number, pruned: number) =>
        `${plural(nodes, 'position', 'positions')}, ${leaves} evaluated, ${plural(cuts, 'cut-off', 'cut-offs')}${pruned > 0 ? `, ${pruned} cut by the limit` : ''}`,
    path: 'From the root to here',
    code: 'Pseudo-code',
    board: 'The position at this step',
    root: 'Root',
    pit: (pit: number) => `pit ${pit}`,
    window: (alpha: string, beta: string) => `α ${alpha}, β ${beta}`,
    extra: 'extra turn',
    mover,
    reason,
    move_label: (pit: number, state: string, value: string | null, why: string | null) => {
        if (state === 'done') return `pit ${pit}: ${value}${why ? `, ${reason(why)}` : ''}`;
        if (state === 'cut') return `pit ${pit}: left out, ${reason(why ?? '')}`;
        return `pit ${pit}: ${state === 'searching' ? 'being searched' : 'not yet searched'}`;
    },
    /** What an event means, in a sentence. */
    told: {
        begin: () => 'The search begins.',
        iteration: (depth: number) => `Depth ${depth} begins.`,
        pass: (purpose: string) =>
            ({
                best: 'The moves at the root are searched for the best one.',
                mtdf: 'MTD(f) tests a value with an empty window.',
                values: 'Each move at the root is searched for its own value.',
                ties: 'Is another move as good as the best?',
            })[purpose] ?? 'The moves at the root are searched.',
        enter: (pit: number, kind: string, extra: boolean) =>
            `Pit ${pit} leads to a position in which ${mover(kind)} is to move${extra ? ', by an extra turn' : ''}.`,
        leaf: (value: string, why: string) => `Its value is ${value}: ${reason(why)}.`,
        back: (pit: number, value: string, better: boolean) =>
            `Pit ${pit} is worth ${value}${better ? ': the best so far' : ', no better than what is known'}.`,
        best: (pit: number, value: string) =>
            `Pit ${pit} is now the best move at the root: ${value}.`,
        cut: (pits: number[]) =>
            `${capital(plural(pits.length, 'move is', 'moves are'))} left out: ${reason('alpha-beta')}.`,
        leave: (value: string) => `This position is worth ${value}.`,
        pass_end: () => 'All moves at the root are done.',
        iteration_end: (depth: number, pit: number, value: string) =>
            `Depth ${depth} is complete: pit ${pit}, ${value}.`,
        takeover: (depth: number) =>
            `Nothing is left to prune: plain alpha-beta takes over at depth ${depth}.`,
        end: (pit: number, value: string) => `The search ends: pit ${pit}, ${value}.`,
    },
    no_bound: { alpha: '−∞', beta: '∞' },
    keys: 'Keys in the player you used last: ← → one step, Home and End to the ends.',
    learn: {
        title: 'How programs think',
        text: 'Minimax, alpha-beta and knowledge-based alpha-beta on the same position, one step at a time.',
        open: 'Step through a search',
    },
};
