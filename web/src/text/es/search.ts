// Español: la página que reproduce una búsqueda.
import type { Catalogue } from '../catalogue';
import { plural } from './words';

const kReasons: Record<string, string> = {
    depth: 'se ha llegado a la profundidad',
    over: 'la partida ha terminado',
    database: 'lo conoce la base de datos de finales',
    table: 'lo conoce la tabla de transposiciones',
    etc: 'la tabla de transposiciones conoce una jugada suficientemente buena',
    futility: 'las semillas que quedan no pueden cambiar el resultado de la comparación',
    limit: 'la jugada cuesta más que el límite',
    'alpha-beta': 'el rival evitará esta posición',
    moves: 'se han examinado todas las jugadas',
    stopped: 'la búsqueda se ha detenido',
};
const reason = (name: string): string => kReasons[name] ?? name;
const mover = (kind: string): string => (kind === 'max' ? 'Max' : 'Min');

export const search_text: Catalogue['search'] = {
    title: 'Una búsqueda, paso a paso',
    intro: 'Max juega en la raíz y quiere un valor alto; Min, uno bajo. Recorre paso a paso la búsqueda de una posición y mira cómo surge cada valor y qué jugadas no se examinan nunca.',
    position: 'Posición o tamaño',
    rules: 'Reglas',
    depth: 'Profundidad',
    evaluation: 'Evaluación',
    evaluations: {
        store: 'Diferencia de graneros',
        simple: 'Utilidad simple (tesis)',
        knowledge: 'Utilidad basada en conocimiento (tesis)',
    },
    limit: 'Límite',
    least: 'Límite mínimo',
    limits_how:
        'La poda alfa-beta basada en conocimiento deja de seguir una jugada que ha costado a su jugador más que el límite. El límite baja 1 con cada jugada desde la raíz, pero nunca por debajo del límite mínimo. Ambos se miden en cuartos de semilla. La tesis usó 60 y 20, que rara vez podan algo en árboles tan pequeños como estos.',
    run: 'Buscar',
    open_file: 'O abre un archivo escrito por «kalah tree --events»',
    wrong_file: (line) =>
        `La línea ${line} de este archivo no es un evento de una búsqueda. Escríbelo con «kalah tree --events».`,
    unreadable: 'No se puede leer este archivo.',
    searches: {
        minimax: 'Minimax',
        alphabeta: 'Alfa-beta',
        knowledge: 'Alfa-beta basada en conocimiento',
    },
    compare: {
        title: 'Las búsquedas completas',
        search: 'Búsqueda',
        nodes: 'Posiciones',
        leaves: 'Evaluadas',
        cuts: 'Podas',
        pruned: 'Por el límite',
        best: 'Mejor jugada',
        value: 'Valor',
    },
    step: (at, last) => `paso ${at} de ${last}`,
    slider: (name) => `Paso de ${name}`,
    next_value: 'Siguiente valor en la raíz',
    next_cut: 'Siguiente poda',
    so_far: (nodes, leaves, cuts, pruned) =>
        `${plural(nodes, 'posición', 'posiciones')}, ${plural(leaves, 'evaluada', 'evaluadas')}, ${plural(cuts, 'poda', 'podas')}${pruned > 0 ? `, ${plural(pruned, 'cortada', 'cortadas')} por el límite` : ''}`,
    path: 'Desde la raíz hasta aquí',
    code: 'Pseudocódigo',
    board: 'La posición en este paso',
    root: 'Raíz',
    pit: (pit) => `hoyo ${pit}`,
    window: (alpha, beta) => `α ${alpha}, β ${beta}`,
    extra: 'turno extra',
    mover,
    reason,
    move_label: (pit, state, value, why) => {
        if (state === 'done') return `hoyo ${pit}: ${value}${why ? `, ${reason(why)}` : ''}`;
        if (state === 'cut') return `hoyo ${pit}: omitido, ${reason(why ?? '')}`;
        return `hoyo ${pit}: ${state === 'searching' ? 'examinándose' : 'aún sin examinar'}`;
    },
    told: {
        begin: () => 'Empieza la búsqueda.',
        iteration: (depth) => `Empieza la profundidad ${depth}.`,
        pass: (purpose) =>
            ({
                best: 'Se busca la mejor de las jugadas de la raíz.',
                mtdf: 'MTD(f) comprueba un valor con una ventana vacía.',
                values: 'Se busca el valor propio de cada jugada de la raíz.',
                ties: '¿Hay otra jugada tan buena como la mejor?',
            })[purpose] ?? 'Se examinan las jugadas de la raíz.',
        enter: (pit, kind, extra) =>
            `El hoyo ${pit} lleva a una posición en la que juega ${mover(kind)}${extra ? ', gracias a un turno extra' : ''}.`,
        leaf: (value, why) => `Su valor es ${value}: ${reason(why)}.`,
        back: (pit, value, better) =>
            `El hoyo ${pit} vale ${value}${better ? ': lo mejor hasta ahora' : ', no mejor que lo ya conocido'}.`,
        best: (pit, value) => `El hoyo ${pit} es ahora la mejor jugada de la raíz: ${value}.`,
        cut: (pits) =>
            `${pits.length === 1 ? 'Se omite' : 'Se omiten'} ${plural(pits.length, 'jugada', 'jugadas')}: ${reason('alpha-beta')}.`,
        leave: (value) => `Esta posición vale ${value}.`,
        pass_end: () => 'Se han examinado todas las jugadas de la raíz.',
        iteration_end: (depth, pit, value) =>
            `Profundidad ${depth} completa: hoyo ${pit}, ${value}.`,
        takeover: (depth) =>
            `Ya no queda nada que podar: a partir de la profundidad ${depth} sigue la alfa-beta normal.`,
        end: (pit, value) => `Termina la búsqueda: hoyo ${pit}, ${value}.`,
    },
    no_bound: { alpha: '−∞', beta: '∞' },
    keys: 'Teclas de la última búsqueda que has usado: ← → un paso, Inicio y Fin a los extremos.',
    learn: {
        title: 'Cómo piensan los programas',
        text: 'Minimax, alfa-beta y alfa-beta basada en conocimiento sobre la misma posición, paso a paso.',
        open: 'Recorrer una búsqueda',
    },
};
