// Deutsch: Rätsel.
import type { Catalogue } from '../catalogue';
import { plural, seeds } from './words';

/** „gewinnt mit 4 Bohnen Vorsprung“ */
const worth = (value: number): string => {
    if (value === 0) return 'führt zum Unentschieden';
    return value > 0
        ? `gewinnt mit ${seeds(value)} Vorsprung`
        : `verliert mit ${seeds(-value)} Rückstand`;
};

export const puzzles_text: Catalogue['puzzles'] = {
    title: 'Rätsel',
    intro: 'Jede Stellung hat genau eine gute Zugfolge. Jede Antwort wird durch einen Beweis beurteilt.',
    board: 'Stellung',
    choose: 'Rätsel auswählen',
    kind: 'Brett',
    set: (size, rules) => `${size.replace('x', ' × ')}, ${rules}`,
    theme: 'Thema',
    all: 'Alle',
    themes: {
        chain: 'Kette von Extrazügen',
        capture: 'Schlagen',
        starving: 'Gegner aushungern',
        defence: 'Verteidigung',
        counting: 'Endspiel auszählen',
    },
    difficulty: 'Schwierigkeit',
    difficulties: { easy: 'Leicht', medium: 'Mittel', hard: 'Schwer' },
    task: (goal) =>
        ({
            win: 'Du bist Süd. Finde die einzige Zugfolge, die gewinnt.',
            draw: 'Du bist Süd. Finde die einzige Zugfolge, die nicht verliert.',
            best: 'Du bist Süd. Finde die Zugfolge, die 4 Bohnen mehr bringt als jede andere.',
        })[goal],
    again: 'Du ziehst noch einmal.',
    judging: 'Deine Zugfolge wird geprüft …',
    right: (turn, value, second) =>
        `Richtig: ${turn} ${worth(value)}. Die beste andere Zugfolge ${worth(second)}.`,
    wrong: (turn, value) => `Nein: ${turn} ${worth(value)}.`,
    shown: (turn, value) => `Die richtige Zugfolge ist ${turn}: Sie ${worth(value)}.`,
    goes_on: (line) => `So geht es am besten weiter: ${line}`,
    level: (level) =>
        level > 10
            ? 'Auf keiner Stufe findet der Computer diese Zugfolge.'
            : `Ab Stufe ${level} findet der Computer diese Zugfolge.`,
    hint: 'Tipp',
    hints: {
        chain: 'Such eine Kette von Extrazügen.',
        capture: 'Such eine Gelegenheit zum Schlagen.',
        starving: 'Lass deinem Gegner vor dir die Bohnen ausgehen.',
        defence: 'Sieh nach, was dein Gegner zu schlagen droht.',
        counting: 'Zähle bis zum Ende der Partie.',
    },
    hint_pit: (pit) => `Die Zugfolge geht mit Mulde ${pit} weiter.`,
    hint_back: 'Das ist ein anderer Weg. Fang noch einmal an.',
    restart: 'Neu beginnen',
    show: 'Lösung zeigen',
    next: 'Nächstes Rätsel',
    analyse: 'Analysieren',
    today: 'Rätsel des Tages',
    today_open: 'Lösen',
    today_solved: 'Gelöst',
    today_shown: 'Lösung gezeigt',
    streak: (days) => `${plural(days, 'Tag', 'Tage')} in Folge`,
    solved: (done, shown, all) =>
        `${done} von ${all} gelöst${shown > 0 ? `, ${shown} mit gezeigter Lösung` : ''}`,
    none: 'Rätsel dieser Art gibt es nicht.',
    mistakes:
        'Auch deine eigenen Fehler sind Rätsel: Such in einer beendeten Partie nach Fehlern, und mach es dann besser.',
};
