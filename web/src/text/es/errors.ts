// Español: errores según el código del servidor (docs/web-api.md). Las funciones reciben los argumentos
// del error y las palabras inglesas del servidor.
import type { Catalogue } from '../catalogue';
import { kOf, kSides } from './words';

const named = (sides: Record<string, string>, name = ''): string => sides[name] ?? name;
const kTexts: Record<string, string> = {
    rules: 'No se pueden leer las reglas',
    start: 'No se puede leer el tablero',
    moves: 'No se pueden leer las jugadas',
};
const kGarbled = 'El servidor y esta página no se entienden. Recarga la página.';
const kKept = 'Esta página ha enviado una partida que el servidor no acepta.';
const kNoSeat = 'Este navegador no tiene ningún puesto en esta partida.';

export const errors_text: Catalogue['errors'] = {
    codes: {
        connection_lost: 'Se ha perdido la conexión. Reconectando…',
        bad_message: kGarbled,
        unknown_verb: kGarbled,
        missing_key: kGarbled,
        unknown_key: kGarbled,
        wrong_type: kGarbled,
        out_of_range: ({ least, most }) =>
            `Un número está fuera de los límites: debe ir de ${least} a ${most}.`,
        input: ({ in: what = '' }, text) =>
            `${kTexts[what] ?? 'No se puede leer el texto'}: ${text}.`,
        too_many_seeds: ({ most }) => `Un tablero tiene como máximo ${most} semillas.`,
        too_many_moves: ({ most }) => `Una partida tiene como máximo ${most} jugadas.`,
        bad_player: ({ player }, text) => `El jugador ${player} no se puede usar aquí: ${text}.`,
        bad_eval: ({ eval: name }) => `No existe la evaluación ${name}.`,
        no_legal_move: 'En esta posición no hay ninguna jugada legal.',
        search_too_large:
            'Esta búsqueda tiene demasiados pasos para mostrarla. Elige una profundidad o un tablero menores, o abre un archivo escrito por «kalah tree --events».',
        bad_seat_kind: kKept,
        player_missing: kKept,
        player_unexpected: kKept,
        both_seats_open: kKept,
        lobby_needs_person: kKept,
        no_such_game: 'Esta partida no existe o ha caducado.',
        played_elsewhere: ({ address }) =>
            address
                ? `Esta partida se juega en otro servidor: ${address}.`
                : 'Esta partida se juega en otro servidor. Inténtalo más tarde.',
        wrong_key: kNoSeat,
        bad_key: kNoSeat,
        too_many_keys: kNoSeat,
        not_entered: 'Esta partida no está abierta aquí.',
        game_over: 'La partida ha terminado.',
        game_not_over: 'La partida todavía no ha terminado.',
        waiting_for_player: 'La otra persona todavía no ha llegado.',
        waiting_for_lobby: 'Todavía no ha llegado ningún rival.',
        stale_ply: 'La partida ha avanzado entretanto.',
        not_to_move: ({ to_move }) => `Le toca jugar a ${named(kSides, to_move)}.`,
        empty_pit: ({ side, pit }) => `El hoyo ${pit} ${named(kOf, side)} está vacío.`,
        no_such_pit: ({ pit, pits }) =>
            `No existe el hoyo ${pit}: los hoyos se numeran del 1 al ${pits}.`,
        no_undo_in_lobby: 'En las partidas de la sala no se pueden deshacer jugadas.',
        nothing_to_undo: 'No tienes ninguna jugada que deshacer.',
        undo_asked_already: 'Ya lo has pedido.',
        no_undo_asked: 'La petición de deshacer una jugada ya no está pendiente.',
        cannot_swap: 'Solo puedes cambiar de lado contra la máquina.',
        no_open_seat: 'El puesto está ocupado.',
        seat_reserved: ({ name }) =>
            `El puesto está reservado para ${name}, que jugó la última partida.`,
        too_many_games: 'Tienes demasiadas partidas abiertas. Cierra una primero.',
        too_many_new_games: ({ retry_seconds }) =>
            Number(retry_seconds) > 3600
                ? 'Demasiadas partidas nuevas por hoy. Inténtalo mañana.'
                : 'Demasiadas partidas nuevas. Espera un minuto.',
        not_waiting: 'Ya no espera nadie ahí. Elige a otra persona.',
        lobby_only: 'Solo las partidas de la sala son contra alguien que espera.',
        no_time_to_give: 'No hay ningún reloj al que añadir tiempo.',
        no_rematch_asked: 'La petición de otra partida ya no está pendiente.',
        bad_phrase: 'Esa frase no existe.',
        said_already: 'Espera un momento antes de decir algo más.',
        name_taken: ({ name }) => `El nombre ${name} ya está reservado. Elige otro.`,
        bad_name: 'Este nombre no se puede reservar. Elige otro.',
        bad_person_key: 'Esto no es una clave: tiene 64 cifras y letras de la a a la f.',
        too_many_claims: 'Se han pedido demasiados nombres. Espera un minuto.',
        bad_kind: 'No existe ese tipo de jugador.',
        bad_result: 'Un resultado es victoria, empate o derrota.',
        too_many_in_lobby: 'Tienes demasiadas partidas en la sala. Termina una primero.',
        too_many_watched: 'Estás viendo demasiados torneos. Cierra uno primero.',
        no_such_puzzle: 'Ese problema no existe aquí.',
        illegal_move: kKept,
        incomplete_turn: kKept,
        no_such_number: ({ number }) => `Aquí no existe la partida ${number}.`,
        no_such_tournament: ({ number }) => `Aquí no existe el torneo ${number}.`,
        no_such_player: 'Nadie con ese nombre ha jugado aquí.',
        bad_origin: 'No hay partidas de ese tipo.',
        bad_tournament: ({ number }) => `No se puede leer el torneo ${number}.`,
        store_unavailable:
            'El servidor no puede leer sus partidas en este momento. Inténtalo otra vez.',
        closing: 'El servidor se está cerrando y no empieza partidas nuevas.',
        internal: 'El servidor ha fallado al hacerlo.',
    },
    unknown: (details) => `El servidor lo ha rechazado. Detalles: ${details}`,
};
