// The exercises of the page How to play, and when one is done: the facts about moves are the server's. Pure.
import { list, words } from '../lib/stored';
import type { View } from '../lib/types';

export type Goal =
    | { kind: 'last'; place: number }
    | { kind: 'again' }
    | { kind: 'moves'; least: number }
    | { kind: 'capture'; least: number }
    | { kind: 'laps'; least: number }
    | { kind: 'win' };

/** One turn of South. */
export interface Exercise {
    /** Its name in the browser's memory. */
    id: string;
    rules: string;
    start: string;
    goal: Goal;
    /** A turn that reaches the goal: for hints. */
    turn: number[];
}

const again: Goal = { kind: 'again' };
const win: Goal = { kind: 'win' };
const five: Goal = { kind: 'capture', least: 5 };
const kCapture = '<6,14,15,3,1,0,0,2,1,1,2,4,3,0,2>';
const kEnd = '<6,22,20,0,0,0,0,2,1,0,1,0,0,2,0>';
const exercise = (
    id: string,
    rules: string,
    start: string,
    goal: Goal,
    ...turn: number[]
): Exercise => ({ id, rules, start, goal, turn });

/** By lesson. */
export const kExercises = {
    sowing: [exercise('sow', 'standard', '6x4', { kind: 'last', place: 7 }, 4)],
    extra: [
        exercise('again', 'standard', '6x4', again, 3),
        exercise(
            'chain',
            'standard',
            '<6,12,12,0,0,0,3,2,1,4,3,2,4,2,3>',
            { kind: 'moves', least: 3 },
            ...[6, 5, 6],
        ),
    ],
    capture: [exercise('capture', 'standard', kCapture, five, 1)],
    round: [
        exercise(
            'round',
            'standard',
            '<6,12,13,0,1,0,13,0,2,1,0,2,1,0,3>',
            { kind: 'capture', least: 4 },
            4,
        ),
    ],
    end: [exercise('win', 'standard', kEnd, win, 6, 5, 6)],
    'empty-capture': [
        exercise(
            'empty-capture',
            'empty-capture',
            '<6,16,16,0,1,0,0,4,0,2,1,3,0,4,1>',
            { kind: 'capture', least: 1 },
            2,
        ),
        exercise('empty-again', 'empty-capture', '6x6', again, 1),
        exercise('empty-five', 'empty-capture', kCapture, five, 1),
        exercise('empty-win', 'empty-capture', kEnd, win, 6, 5, 6),
    ],
    multilap: [
        exercise('laps', 'multilap', '4x2', { kind: 'laps', least: 3 }, 1),
        exercise('laps-five', 'multilap', '<6,20,19,2,0,0,0,1,0,0,1,0,5,0,0>', five, 1),
        exercise('laps-win', 'multilap', '<6,20,21,1,0,0,0,2,0,0,0,0,0,4,0>', win, 1),
    ],
    avalanche: [
        exercise('avalanche-again', 'avalanche', '6x4', again, 3),
        exercise('avalanche-laps', 'avalanche', '4x2', { kind: 'laps', least: 3 }, 2),
        exercise('avalanche-win', 'avalanche', kEnd, win, 6, 5, 6),
    ],
} satisfies Record<string, Exercise[]>;

/** Whether the moves played so far reach the goal. */
export function reached(goal: Goal, view: View): boolean {
    const { played } = view;
    const last = played.at(-1);
    switch (goal.kind) {
        case 'last':
            return last?.last === goal.place;
        case 'again':
            return last?.extra_turn === true && !view.over;
        case 'moves':
            return played.length >= goal.least;
        case 'capture':
            return played.reduce((sum, move) => sum + move.captured, 0) >= goal.least;
        case 'laps':
            return played.some((move) => move.laps >= goal.least);
        case 'win':
            return view.over && view.result?.winner === 'south';
    }
}

/** The exercises that are done, by name. */
export const lessons_shape = list<string>((found) => {
    const name = words(30)(found);
    return /^[a-z-]+$/.test(name) ? name : null;
});
