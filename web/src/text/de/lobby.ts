// Deutsch: die Lobby, für alle, die warten oder einen Gegner suchen.
import type { Catalogue } from '../catalogue';

export const lobby_text: Catalogue['lobby'] = {
    waiting: 'Wer wartet',
    nobody: 'Gerade wartet niemand. Drück auf „Spielen“: Wer als Nächstes kommt, spielt gegen dich.',
    kinds: { person: 'Mensch', program: 'Programm' },
    limit: (seconds) => `${seconds} s pro Zug`,
    play: 'Spielen',
    play_with: (name) => `Gegen ${name} spielen`,
    your_seat: 'Dein Platz in der Lobby',
    you_wait: 'Du wartest auf einen Gegner.',
    has_come: (name) => `${name} ist da: Deine Partie hat begonnen.`,
    go_to_game: 'Zur Partie',
    back: 'Zurück',
    stop: 'Nicht länger warten',
    meanwhile:
        'Du behältst deinen Platz, während du andere Seiten ansiehst oder gegen den Computer spielst.',
    play_computer: 'Inzwischen gegen den Computer spielen',
};
