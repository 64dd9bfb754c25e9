// Español: el marco de todas las páginas y las palabras que comparten varias.
import type { Catalogue } from '../catalogue';
import { kLocale, kSides, plural, seeds } from './words';

export const shell_text: Catalogue['shell'] = {
    locale: kLocale,
    home: 'Kalah',
    title: (page) => `${page} · Kalah`,
    skip: 'Ir al contenido',
    nav: 'Menú principal',
    play: 'Jugar',
    analyse: 'Analizar',
    watch: 'Ver',
    puzzles: 'Problemas',
    learn: 'Cómo se juega',
    learn_short: 'Reglas',
    lost: 'Se ha perdido la conexión. Reconectando…',
    stale: 'No se ha podido cargar esta página. Puede que el servidor no esté disponible o que sea más reciente que esta página.',
    reload: 'Recargar',
    missing: 'Página no encontrada',
    missing_link: 'Jugar una partida',
    loading: 'Cargando…',

    settings: {
        name: 'Ajustes',
        language: 'Idioma',
        theme: 'Colores',
        themes: { system: 'Sistema', light: 'Claro', dark: 'Oscuro' },
        speed: 'Velocidad de siembra',
        speeds: { slow: 'Lenta', normal: 'Normal', fast: 'Rápida', off: 'Al instante' },
        preview: 'Mostrar el efecto de las jugadas',
        one_tap: 'Jugar con un solo toque',
        numbers: 'Números en el tablero',
        sound: 'Sonido',
        digits: 'Las teclas del 1 al 9 juegan hoyos',
    },

    side: kSides,
    named: (name, side) => `${name} (${side})`,
    versus: (south, north) => `${south} – ${north}`,
    score: (south, north) => `${south} : ${north}`,
    won: (name, won, lost) => `${name} gana ${won} : ${lost}.`,
    drawn: (each) => `Empate, ${each} : ${each}.`,
    to_move: (name) => `Juega ${name}`,
    guest: 'Invitado',
    second_guest: 'Invitado 2',
    nameless: 'sin nombre',
    open_seat: 'Puesto libre',
    program_seat: 'Esperando a un programa',

    levels: {
        beginner: 'Principiante',
        novice: 'Novato',
        learner: 'Aprendiz',
        easy: 'Fácil',
        medium: 'Medio',
        skilled: 'Hábil',
        strong: 'Fuerte',
        expert: 'Experto',
        master: 'Maestro',
        grandmaster: 'Gran maestro',
    },
    presets: {
        standard: 'Estándar',
        'empty-capture': 'Captura vacía',
        multilap: 'Varias vueltas',
        avalanche: 'Avalancha',
    },
    options: {
        capture: {
            question: '¿Qué captura una última semilla en un hoyo vacío propio?',
            values: {
                opposite: 'La propia semilla y las de enfrente, si las hay',
                empty: 'La propia semilla y las de enfrente, aunque no las haya',
                none: 'Nada',
            },
            brief: {
                opposite: 'solo se captura con semillas enfrente',
                empty: 'se captura aun sin semillas enfrente',
                none: 'sin capturas',
            },
        },
        sowing: {
            question: '¿Cuándo termina la siembra?',
            values: {
                single: 'Con la última semilla',
                multi: 'Si la última semilla cae en un hoyo con semillas, la siembra sigue desde ahí',
            },
            brief: { single: 'una vuelta', multi: 'varias vueltas' },
        },
        'extra-turn': {
            question: '¿Una última semilla en el granero propio da un turno extra?',
            values: { yes: 'Sí', no: 'No' },
            brief: { yes: 'con turnos extra', no: 'sin turnos extra' },
        },
        sweep: {
            question: '¿Quién se queda con las semillas que sobran al final?',
            values: {
                owner: 'El dueño de los hoyos',
                finisher: 'Quien jugó por última vez',
                none: 'Nadie',
            },
            brief: {
                owner: 'lo que sobra es del dueño de los hoyos',
                finisher: 'lo que sobra es de quien jugó por última vez',
                none: 'lo que sobra no es de nadie',
            },
        },
        'majority-stop': {
            question:
                '¿Termina la partida cuando un granero tiene más de la mitad de las semillas?',
            values: { yes: 'Sí', no: 'No' },
            brief: { yes: 'acaba con la mayoría', no: 'se juega hasta el final' },
        },
    },
    terms: {
        size: (pits, n) => `${plural(pits, 'hoyo', 'hoyos')}, ${seeds(n)}`,
        position: 'desde una posición',
        short_size: (pits, n) => `${pits} × ${n}`,
        short_position: 'desde una posición',
        modified: (preset) => `${preset} (con cambios)`,
    },

    ago(at) {
        const minutes = Math.floor((Date.now() - at) / 60_000);
        if (minutes < 1) return 'ahora mismo';
        if (minutes < 60) return `hace ${minutes} min`;
        if (minutes < 60 * 24) return `hace ${Math.floor(minutes / 60)} h`;
        const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
        return new Date(at).toLocaleDateString(kLocale, date);
    },
};
