// Deutsch: das Formular für eine neue Partie.
import type { Catalogue } from '../catalogue';
import { plural } from './words';

export const play_text: Catalogue['play'] = {
    page: 'Spielen',
    title: 'Kalah spielen',
    opponent: 'Gegner',
    opponents: {
        player: 'Der Computer',
        screen: 'Jemand an diesem Bildschirm',
        link: 'Jemand per Link',
        program: 'Wer gerade kommt',
    },
    about: {
        player: '',
        screen: 'Ihr teilt euch dieses Brett und zieht abwechselnd.',
        link: 'Du bekommst einen Link zum Verschicken. Die Partie beginnt, sobald jemand den anderen Platz einnimmt.',
        program:
            'Der nächste Mensch oder das nächste Programm, das kommt, oder jemand, der schon wartet. Der Server bestimmt Regeln, Brett, Zeit und Seiten.',
    },
    listed: 'Offen für alle: den Platz in der Lobby zeigen',
    your_name: (name) => `Du spielst als ${name}.`,
    reserve_name: 'Reserviere deinen Namen, für eine Wertung und eine Liste deiner Partien',
    lobby: (terms, seconds, kgp) =>
        `${terms}, ${plural(seconds, 'Sekunde', 'Sekunden')} pro Zug. Programme verbinden sich mit ${kgp}.`,
    level: 'Spielstärke',
    details: 'Optionen des Spielers',
    player: 'Spieler',
    player_help: 'Ein Name mit Optionen, zum Beispiel champion:time=1s',
    keys: (keys) => `Optionen: ${keys}`,
    preset: 'Regeln',
    preset_about: {
        standard:
            'Eine letzte Bohne in einer eigenen leeren Mulde schlägt die Bohnen gegenüber. Eine letzte Bohne in deiner Gewinnmulde gibt einen Extrazug.',
        'empty-capture':
            'Wie Standard, aber die letzte Bohne wird auch dann eingesammelt, wenn gegenüber nichts liegt.',
        multilap:
            'Das Säen geht von der Mulde aus weiter, in die die letzte Bohne fällt, Umlauf um Umlauf.',
        avalanche:
            'Das Säen geht weiter, bis die letzte Bohne in eine leere Mulde oder deine Gewinnmulde fällt.',
    },
    size: 'Brett',
    own_size: 'Eigene Größe',
    pits: 'Mulden pro Seite',
    seeds: 'Bohnen pro Mulde',
    pits_wrong: 'Gib eine ganze Zahl von 1 bis 12 ein',
    seeds_wrong: (most) => `Gib eine ganze Zahl von 1 bis ${most} ein`,
    more: 'Weitere Regeln',
    as_preset: 'Wie vorgegeben',
    side: 'Du ziehst',
    sides: { south: 'Zuerst', north: 'Danach', random: 'Zufällig' },
    side_summary: {
        south: 'du beginnst',
        north: 'du ziehst als Zweites',
        random: 'Seiten ausgelost',
    },
    options: 'Regeln, Brett, Seite, Uhr',
    new_here: 'Neu bei Kalah?',
    clock: 'Uhr',
    clocks: { none: 'Keine', own: 'Andere' },
    minutes: 'Minuten',
    increment: 'Zusätzliche Sekunden pro Zug',
    other_name: 'Name der anderen Person',
    start: 'Spielen',
    starting: 'Partie wird gestartet …',
    running: 'Deine Partien',
    forget: (names) => `Die Partie ${names} vergessen`,
    forget_sure:
        'Nur dieser Browser hat den Schlüssel zu deinem Platz. Ohne ihn kannst du nicht weiterspielen.',
    forget_yes: 'Vergessen',
    forget_no: 'Behalten',
};
