// English: puzzles.
import type { PuzzleGoal } from '../../lib/types';
import { plural, seeds } from './words';

/** "wins by 4 seeds" */
const worth = (value: number): string =>
    value === 0 ? 'draws' : `${value > 0 ? 'wins' : 'loses'} by ${seeds(Math.abs(value))}`;

export const puzzles_text = {
    title: 'Puzzles',
    intro: 'Each position has exactly one good turn. Every answer is judged by proof.',
    board: 'Position',
    choose: 'Choose a puzzle',
    kind: 'Board',
    set: (size: string, rules: string) => `${size.replace('x', ' × ')}, ${rules}`,
    theme: 'Theme',
    all: 'All',
    themes: {
        chain: 'Chain of extra turns',
        capture: 'Capture',
        starving: 'Starve the opponent',
        defence: 'Defence',
        counting: 'Count the endgame',
    } as Record<string, string>,
    difficulty: 'Difficulty',
    difficulties: { easy: 'Easy', medium: 'Medium', hard: 'Hard' } as Record<string, string>,
    task: (goal: PuzzleGoal): string =>
        ({
            win: 'You are South. Find the only turn that wins.',
            draw: 'You are South. Find the only turn that does not lose.',
            best: 'You are South. Find the turn that wins by 4 seeds more than any other.',
        })[goal],
    again: 'You move again.',
    judging: 'Your turn is being judged…',
    right: (turn: string, value: number, second: number) =>
        `Right: ${turn} ${worth(value)}. The best other turn ${worth(second)}.`,
    wrong: (turn: string, value: number) => `No: ${turn} ${worth(value)}.`,
    shown: (turn: string, value: number) => `The right turn is ${turn}: it ${worth(value)}.`,
    goes_on: (line: string) => `Best play goes on: ${line}`,
    level: (level: number) =>
        level > 10
            ? 'No level of the computer finds this turn.'
            : `Level ${level} is the lowest level of the computer that finds this turn.`,
    hint: 'Hint',
    hints: {
        chain: 'Look for a chain of extra turns.',
        capture: 'Look for a capture.',
        starving: 'Let your opponent run out of seeds before you do.',
        defence: 'Look at what your opponent threatens to capture.',
        counting: 'Count to the end of the game.',
    } as Record<string, string>,
    hint_pit: (pit: number) => `The turn goes on with pit ${pit}.`,
    hint_back: 'This is another way. Start again.',
    restart: 'Start again',
    show: 'Show the answer',
    next: 'Next puzzle',
    analyse: 'Analyse',
    today: 'Puzzle of the day',
    today_open: 'Solve it',
    today_solved: 'Solved',
    today_shown: 'Answer shown',
    streak: (days: number) => `${plural(days, 'day', 'days')} in a row`,
    solved: (done: number, shown: number, all: number) =>
        `${done} of ${all} solved${shown > 0 ? `, ${shown} shown` : ''}`,
    none: 'There are no puzzles of this kind.',
    mistakes: 'Your own mistakes are puzzles, too: review a game that is over, and try again.',
};
