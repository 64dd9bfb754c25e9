// English: how to play.
import type { Goal } from '../../learn/exercises';
import { seeds } from './words';

const task = (goal: Goal): string => {
    switch (goal.kind) {
        case 'last':
            return 'Your turn: let your last seed fall into your opponent’s first pit.';
        case 'again':
            return 'Your turn: get another move.';
        case 'moves':
            return `Your turn: move ${goal.least} times.`;
        case 'capture':
            return `Your turn: capture ${seeds(goal.least)}${goal.least > 1 ? ' or more' : ''}.`;
        case 'laps':
            return `Your turn: sow ${goal.least} laps or more in one move.`;
        case 'win':
            return 'Your turn: end the game now, and win.';
    }
};

export const learn_text = {
    title: 'How to play',
    rules: 'The rules',
    intro: 'Collect more seeds in your store than your opponent. You play South: the lower row is yours, and so is the store on the right.',
    play: 'Play',
    pause: 'Pause',
    replay: 'Play again',
    step: 'Next move',
    again: 'From the beginning',
    sowing: {
        title: 'Sowing',
        text: 'On your turn, take all the seeds from one of your pits and drop them one by one to the right: into your pits, your store, then your opponent’s pits. Skip your opponent’s store.',
    },
    extra: {
        title: 'Extra turn',
        text: 'If your last seed falls into your store, you move again. A chain of extra turns is often the best move of all.',
    },
    capture: {
        title: 'Capturing',
        text: 'If your last seed falls into one of your empty pits and the pit opposite has seeds, both go into your store.',
    },
    round: {
        title: 'All the way round',
        text: 'A pit with many seeds goes round the board. It skips the opponent’s store, but not the pit it came from.',
    },
    end: {
        title: 'The end',
        text: 'The game ends as soon as one side has no seeds in its pits. The other side keeps the seeds in its own pits. The player with more seeds wins.',
    },
    presets: {
        title: 'Other rules',
        text: 'Kalah is played in several ways. You can choose these for a new game, and change each rule on its own.',
        who: 'Where these rules come from',
        'empty-capture': {
            title: 'Empty capture',
            text: 'A last seed in one of your empty pits goes into your store even if the pit opposite is empty.',
        },
        multilap: {
            title: 'Multi-lap',
            text: 'If the last seed falls into a filled pit, on either side, pick up all of its seeds and keep sowing until a last seed falls into an empty pit or a store. There are no extra turns, a last seed in one of your empty pits captures, and the seeds left at the end count for nobody.',
        },
        avalanche: {
            title: 'Avalanche',
            text: 'Multi-lap sowing with extra turns and without captures.',
        },
    },
    tips: {
        title: 'Three things to look for',
        list: [
            'Count: a pit with as many seeds as steps to your store gives an extra turn.',
            'Look across: one of your empty pits opposite a full one is a threat.',
            'Seeds on your side at the end are yours: do not run out of them first.',
        ],
    },
    exercises: {
        title: 'Exercises',
        task,
        label: (number: number, goal: Goal, done: boolean) =>
            `Exercise ${number}${done ? ', done' : ''}. ${task(goal)}`,
        progress: (done: number, all: number) => `${done} of ${all} exercises done`,
        done: 'Well done.',
        missed: 'Not this way. Start again.',
        hint: 'Hint',
        restart: 'Start again',
        next: 'Next exercise',
        leave: 'Show the example',
    },
    puzzles: {
        title: 'Puzzles',
        text: 'Positions with exactly one good turn, easy to hard, and a new one every day.',
        open: 'Solve puzzles',
    },
    ready: 'Play now',
    explore: 'Try it yourself',
};
