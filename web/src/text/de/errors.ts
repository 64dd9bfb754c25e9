// Deutsch: Fehler nach dem Code des Servers (docs/web-api.md). Funktionen erhalten die Argumente des
// Fehlers und die englischen Worte des Servers.
import type { Catalogue } from '../catalogue';
import { kOf, kSides } from './words';

const named = (sides: Record<string, string>, name = ''): string => sides[name] ?? name;
const kTexts: Record<string, string> = {
    rules: 'Die Regeln sind nicht lesbar',
    start: 'Das Brett ist nicht lesbar',
    moves: 'Die Züge sind nicht lesbar',
};
const kGarbled = 'Der Server und diese Seite verstehen einander nicht. Lade die Seite neu.';
const kKept = 'Diese Seite hat eine Partie gesendet, die der Server nicht annimmt.';
const kNoSeat = 'Dieser Browser hat keinen Platz in dieser Partie.';

export const errors_text: Catalogue['errors'] = {
    codes: {
        connection_lost: 'Verbindung unterbrochen. Neuer Versuch …',
        bad_message: kGarbled,
        unknown_verb: kGarbled,
        missing_key: kGarbled,
        unknown_key: kGarbled,
        wrong_type: kGarbled,
        out_of_range: ({ least, most }) =>
            `Eine Zahl ist zu klein oder zu groß: Erlaubt ist ${least} bis ${most}.`,
        input: ({ in: what = '' }, text) =>
            `${kTexts[what] ?? 'Der Text ist nicht lesbar'}: ${text}.`,
        too_many_seeds: ({ most }) => `Ein Brett hat höchstens ${most} Bohnen.`,
        too_many_moves: ({ most }) => `Eine Partie hat höchstens ${most} Züge.`,
        bad_player: ({ player }, text) =>
            `Der Spieler ${player} kann hier nicht verwendet werden: ${text}.`,
        bad_eval: ({ eval: name }) => `Es gibt keine Bewertung ${name}.`,
        no_legal_move: 'In dieser Stellung ist kein Zug möglich.',
        search_too_large:
            'Diese Suche hat zu viele Schritte, um sie zu zeigen. Wähle eine kleinere Tiefe oder ein kleineres Brett, oder öffne eine Datei, die „kalah tree --events“ geschrieben hat.',
        bad_seat_kind: kKept,
        player_missing: kKept,
        player_unexpected: kKept,
        both_seats_open: kKept,
        lobby_needs_person: kKept,
        no_such_game: 'Diese Partie gibt es nicht oder nicht mehr.',
        played_elsewhere: ({ address }) =>
            address
                ? `Diese Partie wird auf einem anderen Server gespielt: ${address}.`
                : 'Diese Partie wird auf einem anderen Server gespielt. Versuch es später noch einmal.',
        wrong_key: kNoSeat,
        bad_key: kNoSeat,
        too_many_keys: kNoSeat,
        not_entered: 'Diese Partie ist hier nicht geöffnet.',
        game_over: 'Die Partie ist vorbei.',
        game_not_over: 'Die Partie ist noch nicht vorbei.',
        waiting_for_player: 'Die andere Person ist noch nicht da.',
        waiting_for_lobby: 'Es hat sich noch kein Gegner gefunden.',
        stale_ply: 'Die Partie ist inzwischen weitergegangen.',
        not_to_move: ({ to_move }) => `${named(kSides, to_move)} ist am Zug.`,
        empty_pit: ({ side, pit }) => `${named(kOf, side)} Mulde ${pit} ist leer.`,
        no_such_pit: ({ pit, pits }) =>
            `Es gibt keine Mulde ${pit}: Die Mulden haben die Nummern 1 bis ${pits}.`,
        no_undo_in_lobby: 'In Partien der Lobby kann man keine Züge zurücknehmen.',
        nothing_to_undo: 'Du hast keinen Zug, den du zurücknehmen könntest.',
        undo_asked_already: 'Du hast schon gefragt.',
        no_undo_asked: 'Die Bitte, einen Zug zurückzunehmen, gilt nicht mehr.',
        cannot_swap: 'Seiten tauschen kannst du nur gegen den Computer.',
        no_open_seat: 'Der Platz ist besetzt.',
        seat_reserved: ({ name }) => `Der Platz ist für ${name} aus der letzten Partie reserviert.`,
        too_many_games: 'Du hast zu viele Partien offen. Schließe zuerst eine.',
        too_many_new_games: ({ retry_seconds }) =>
            Number(retry_seconds) > 3600
                ? 'Heute waren es zu viele neue Partien. Versuch es morgen wieder.'
                : 'Zu viele neue Partien. Warte eine Minute.',
        not_waiting: 'Dort wartet niemand mehr. Wähle jemand anderen.',
        lobby_only: 'Nur Partien in der Lobby sind gegen jemanden, der wartet.',
        no_time_to_give: 'Es gibt keine Uhr, der du Zeit hinzufügen könntest.',
        no_rematch_asked: 'Die Bitte um eine weitere Partie gilt nicht mehr.',
        bad_phrase: 'Diesen Spruch gibt es nicht.',
        said_already: 'Warte einen Moment, bevor du noch etwas sagst.',
        name_taken: ({ name }) => `Der Name ${name} ist schon reserviert. Wähle einen anderen.`,
        bad_name: 'Dieser Name kann nicht reserviert werden. Wähle einen anderen.',
        bad_person_key: 'Das ist kein Schlüssel: Er hat 64 Ziffern und Buchstaben von a bis f.',
        too_many_claims: 'Es wurden zu viele Namen angefragt. Warte eine Minute.',
        bad_kind: 'Diese Art von Spieler gibt es nicht.',
        bad_result: 'Ein Ergebnis ist Sieg, Unentschieden oder Niederlage.',
        too_many_in_lobby: 'Zu viele deiner Partien sind in der Lobby. Beende zuerst eine.',
        too_many_watched: 'Du siehst zu vielen Turnieren zu. Schließe zuerst eines.',
        no_such_puzzle: 'Dieses Rätsel gibt es hier nicht.',
        illegal_move: kKept,
        incomplete_turn: kKept,
        no_such_number: ({ number }) => `Eine Partie ${number} gibt es hier nicht.`,
        no_such_tournament: ({ number }) => `Ein Turnier ${number} gibt es hier nicht.`,
        no_such_player: 'Unter diesem Namen hat hier niemand gespielt.',
        bad_origin: 'Partien dieser Art gibt es nicht.',
        bad_tournament: ({ number }) => `Das Turnier ${number} ist nicht lesbar.`,
        store_unavailable:
            'Der Server kann seine Partien gerade nicht lesen. Versuch es noch einmal.',
        closing: 'Der Server fährt herunter und beginnt keine neuen Partien.',
        internal: 'Auf dem Server ist dabei etwas schiefgegangen.',
    },
    unknown: (details) => `Der Server hat das abgelehnt. Einzelheiten: ${details}`,
};
