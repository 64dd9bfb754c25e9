// Deutsch: der Rahmen aller Seiten und Wörter, die mehrere Seiten brauchen.
import type { Catalogue } from '../catalogue';
import { kLocale, kSides, plural, seeds } from './words';

export const shell_text: Catalogue['shell'] = {
    locale: kLocale,
    home: 'Kalah',
    title: (page) => `${page} · Kalah`,
    skip: 'Zum Inhalt springen',
    nav: 'Hauptmenü',
    play: 'Spielen',
    analyse: 'Analyse',
    watch: 'Zusehen',
    puzzles: 'Rätsel',
    learn: 'Spielregeln',
    learn_short: 'Regeln',
    lost: 'Verbindung unterbrochen. Neuer Versuch …',
    stale: 'Diese Seite konnte nicht geladen werden. Vielleicht ist der Server nicht erreichbar oder neuer als diese Seite.',
    reload: 'Neu laden',
    missing: 'Seite nicht gefunden',
    missing_link: 'Eine Partie spielen',
    loading: 'Wird geladen …',

    settings: {
        name: 'Einstellungen',
        language: 'Sprache',
        theme: 'Farben',
        themes: { system: 'System', light: 'Hell', dark: 'Dunkel' },
        speed: 'Tempo beim Säen',
        speeds: { slow: 'Langsam', normal: 'Normal', fast: 'Schnell', off: 'Sofort' },
        preview: 'Zugvorschau',
        one_tap: 'Mit einmal Tippen ziehen',
        numbers: 'Zahlen auf dem Brett',
        sound: 'Ton',
        digits: 'Tasten 1 bis 9 spielen Mulden',
    },

    side: kSides,
    named: (name, side) => `${name} (${side})`,
    versus: (south, north) => `${south} – ${north}`,
    score: (south, north) => `${south} : ${north}`,
    won: (name, won, lost) => `${name} gewinnt ${won} : ${lost}.`,
    drawn: (each) => `Unentschieden, ${each} : ${each}.`,
    to_move: (name) => `${name} ist am Zug`,
    guest: 'Gast',
    second_guest: 'Gast 2',
    nameless: 'ohne Namen',
    open_seat: 'Freier Platz',
    program_seat: 'Wartet auf ein Programm',

    levels: {
        beginner: 'Anfänger',
        novice: 'Neuling',
        learner: 'Lernend',
        easy: 'Leicht',
        medium: 'Mittel',
        skilled: 'Geübt',
        strong: 'Stark',
        expert: 'Experte',
        master: 'Meister',
        grandmaster: 'Großmeister',
    },
    presets: {
        standard: 'Standard',
        'empty-capture': 'Leerschlag',
        multilap: 'Mehrere Umläufe',
        avalanche: 'Lawine',
    },
    options: {
        capture: {
            question: 'Was schlägt eine letzte Bohne in einer eigenen leeren Mulde?',
            values: {
                opposite: 'Sich selbst und die Bohnen gegenüber, falls dort welche liegen',
                empty: 'Sich selbst und die Bohnen gegenüber, auch wenn dort keine liegen',
                none: 'Nichts',
            },
            brief: {
                opposite: 'Schlagen nur mit Bohnen gegenüber',
                empty: 'Schlagen auch ohne Bohnen gegenüber',
                none: 'ohne Schlagen',
            },
        },
        sowing: {
            question: 'Wann endet das Säen?',
            values: {
                single: 'Mit der letzten Bohne',
                multi: 'Trifft die letzte Bohne eine gefüllte Mulde, geht es von dort weiter',
            },
            brief: { single: 'ein Umlauf', multi: 'mehrere Umläufe' },
        },
        'extra-turn': {
            question: 'Gibt eine letzte Bohne in der eigenen Gewinnmulde einen Extrazug?',
            values: { yes: 'Ja', no: 'Nein' },
            brief: { yes: 'mit Extrazügen', no: 'ohne Extrazüge' },
        },
        sweep: {
            question: 'Wer bekommt die Bohnen, die am Ende übrig sind?',
            values: {
                owner: 'Wem die Mulden gehören',
                finisher: 'Wer zuletzt gezogen hat',
                none: 'Niemand',
            },
            brief: {
                owner: 'Rest an die Seite, auf der er liegt',
                finisher: 'Rest an den letzten Zug',
                none: 'Rest verfällt',
            },
        },
        'majority-stop': {
            question:
                'Endet die Partie, sobald eine Gewinnmulde mehr als die Hälfte der Bohnen enthält?',
            values: { yes: 'Ja', no: 'Nein' },
            brief: { yes: 'endet bei einer Mehrheit', no: 'bis zum Ende gespielt' },
        },
    },
    terms: {
        size: (pits, n) => `${plural(pits, 'Mulde', 'Mulden')}, ${seeds(n)}`,
        position: 'ab einer Stellung',
        short_size: (pits, n) => `${pits} × ${n}`,
        short_position: 'ab einer Stellung',
        modified: (preset) => `${preset} (geändert)`,
    },

    ago(at) {
        const minutes = Math.floor((Date.now() - at) / 60_000);
        if (minutes < 1) return 'gerade eben';
        if (minutes < 60) return `vor ${minutes} min`;
        if (minutes < 60 * 24) return `vor ${Math.floor(minutes / 60)} h`;
        const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
        return new Date(at).toLocaleDateString(kLocale, date);
    },
};
