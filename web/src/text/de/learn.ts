// Deutsch: die Spielregeln.
import type { Goal } from '../../learn/exercises';
import type { Catalogue } from '../catalogue';
import { seeds } from './words';

const task = (goal: Goal): string => {
    switch (goal.kind) {
        case 'last':
            return 'Du bist dran: Lass deine letzte Bohne in die erste Mulde des Gegners fallen.';
        case 'again':
            return 'Du bist dran: Hol dir einen Extrazug.';
        case 'moves':
            return `Du bist dran: Zieh ${goal.least}-mal.`;
        case 'capture':
            return `Du bist dran: Schlag ${goal.least > 1 ? 'mindestens ' : ''}${seeds(goal.least)}.`;
        case 'laps':
            return `Du bist dran: Säe in einem Zug mindestens ${goal.least} Umläufe.`;
        case 'win':
            return 'Du bist dran: Beende die Partie jetzt, und zwar mit einem Sieg.';
    }
};

export const learn_text: Catalogue['learn'] = {
    title: 'Spielregeln',
    rules: 'Die Regeln',
    intro: 'Sammle in deiner Gewinnmulde mehr Bohnen als dein Gegner. Du spielst Süd: Die untere Reihe gehört dir und ebenso die Gewinnmulde rechts.',
    play: 'Abspielen',
    pause: 'Pause',
    replay: 'Noch einmal',
    step: 'Nächster Zug',
    again: 'Von Anfang an',
    sowing: {
        title: 'Säen',
        text: 'Wenn du am Zug bist, nimm alle Bohnen aus einer deiner Mulden und lege sie einzeln nach rechts ab: in deine Mulden, in deine Gewinnmulde, dann in die Mulden des Gegners. Seine Gewinnmulde lässt du aus.',
    },
    extra: {
        title: 'Extrazug',
        text: 'Fällt deine letzte Bohne in deine Gewinnmulde, ziehst du noch einmal. Eine Kette von Extrazügen ist oft das Beste, was du tun kannst.',
    },
    capture: {
        title: 'Schlagen',
        text: 'Fällt deine letzte Bohne in eine deiner leeren Mulden und liegen in der Mulde gegenüber Bohnen, kommt beides in deine Gewinnmulde.',
    },
    round: {
        title: 'Einmal herum',
        text: 'Eine Mulde mit vielen Bohnen reicht um das ganze Brett. Dabei wird die Gewinnmulde des Gegners ausgelassen, nicht aber die Mulde, aus der die Bohnen kommen.',
    },
    end: {
        title: 'Das Ende',
        text: 'Die Partie endet, sobald auf einer Seite alle Mulden leer sind. Die andere Seite behält die Bohnen in ihren Mulden. Wer mehr Bohnen hat, gewinnt.',
    },
    presets: {
        title: 'Andere Regeln',
        text: 'Kalah wird auf verschiedene Arten gespielt. Für eine neue Partie kannst du eine davon wählen und jede Regel einzeln ändern.',
        who: 'Woher diese Regeln stammen',
        'empty-capture': {
            title: 'Leerschlag',
            text: 'Eine letzte Bohne in einer deiner leeren Mulden kommt auch dann in deine Gewinnmulde, wenn die Mulde gegenüber leer ist.',
        },
        multilap: {
            title: 'Mehrere Umläufe',
            text: 'Fällt die letzte Bohne in eine gefüllte Mulde, gleich auf welcher Seite, nimmst du alle Bohnen dort auf und säst weiter, bis eine letzte Bohne in eine leere Mulde oder eine Gewinnmulde fällt. Extrazüge gibt es nicht, eine letzte Bohne in einer deiner leeren Mulden schlägt, und Bohnen, die am Ende übrig sind, zählen für niemanden.',
        },
        avalanche: {
            title: 'Lawine',
            text: 'Mehrere Umläufe mit Extrazügen, aber ohne Schlagen.',
        },
    },
    tips: {
        title: 'Drei Dinge, auf die du achten solltest',
        list: [
            'Zähle: Eine Mulde mit so vielen Bohnen, wie es Schritte bis zu deiner Gewinnmulde sind, bringt einen Extrazug.',
            'Schau hinüber: Eine deiner leeren Mulden gegenüber einer vollen ist eine Drohung.',
            'Was am Ende auf deiner Seite liegt, gehört dir: Lass deine Mulden nicht als Erstes leer werden.',
        ],
    },
    exercises: {
        title: 'Übungen',
        task,
        label: (number, goal, done) => `Übung ${number}${done ? ', gelöst' : ''}. ${task(goal)}`,
        progress: (done, all) => `${done} von ${all} Übungen gelöst`,
        done: 'Gut gemacht.',
        missed: 'So geht es nicht. Fang noch einmal an.',
        hint: 'Tipp',
        restart: 'Neu beginnen',
        next: 'Nächste Übung',
        leave: 'Beispiel zeigen',
    },
    puzzles: {
        title: 'Rätsel',
        text: 'Stellungen mit genau einer guten Zugfolge, von leicht bis schwer, und jeden Tag eine neue.',
        open: 'Rätsel lösen',
    },
    ready: 'Jetzt spielen',
    explore: 'Selbst ausprobieren',
};
