// Deutsch: die Seite, die eine Suche Schritt für Schritt zeigt.
import type { Catalogue } from '../catalogue';
import { plural } from './words';

const kReasons: Record<string, string> = {
    depth: 'Die Tiefe ist erreicht',
    over: 'Die Partie ist vorbei',
    database: 'Die Endspieldatenbank kennt ihn',
    table: 'Die Transpositionstabelle kennt ihn',
    etc: 'Die Transpositionstabelle kennt einen ausreichend guten Zug',
    futility: 'Die restlichen Bohnen können am Vergleich nichts mehr ändern',
    limit: 'Der Zug kostet mehr, als die Grenze erlaubt',
    'alpha-beta': 'Der Gegner wird diese Stellung vermeiden',
    moves: 'Alle Züge sind untersucht',
    stopped: 'Die Suche wurde angehalten',
};
const reason = (name: string): string => kReasons[name] ?? name;
const mover = (kind: string): string => (kind === 'max' ? 'Max' : 'Min');

export const search_text: Catalogue['search'] = {
    title: 'Eine Suche, Schritt für Schritt',
    intro: 'An der Wurzel zieht Max und will einen hohen Wert, Min einen niedrigen. Geh die Suche Schritt für Schritt durch und sieh, wie jeder Wert entsteht und welche Züge nie untersucht werden.',
    position: 'Stellung oder Größe',
    rules: 'Regeln',
    depth: 'Tiefe',
    evaluation: 'Bewertung',
    evaluations: {
        store: 'Differenz der Gewinnmulden',
        simple: 'Einfache Nutzenfunktion (Abschlussarbeit)',
        knowledge: 'Wissensbasierte Nutzenfunktion (Abschlussarbeit)',
    },
    limit: 'Grenze',
    least: 'Kleinste Grenze',
    limits_how:
        'Wissensbasiertes Alpha-Beta verfolgt einen Zug nicht weiter, der seinen Spieler mehr gekostet hat, als die Grenze erlaubt. Die Grenze sinkt mit jedem Zug von der Wurzel weg um 1, aber nicht unter die kleinste Grenze. Beide zählen Viertel einer Bohne. Die Abschlussarbeit, aus der das Verfahren stammt, verwendete 60 und 20; in so kleinen Bäumen wie hier schneidet das selten etwas ab.',
    run: 'Suchen',
    open_file: 'Oder öffne eine Datei, die „kalah tree --events“ geschrieben hat',
    wrong_file: (line) =>
        `Zeile ${line} dieser Datei ist kein Ereignis einer Suche. Schreib die Datei mit „kalah tree --events“.`,
    unreadable: 'Diese Datei ist nicht lesbar.',
    searches: {
        minimax: 'Minimax',
        alphabeta: 'Alpha-Beta',
        knowledge: 'Wissensbasiertes Alpha-Beta',
    },
    compare: {
        title: 'Die ganzen Suchen',
        search: 'Suche',
        nodes: 'Stellungen',
        leaves: 'Bewertet',
        cuts: 'Schnitte',
        pruned: 'Durch die Grenze',
        best: 'Bester Zug',
        value: 'Wert',
    },
    step: (at, last) => `Schritt ${at} von ${last}`,
    slider: (name) => `Schritt von ${name}`,
    next_value: 'Nächster Wert an der Wurzel',
    next_cut: 'Nächster Schnitt',
    so_far: (nodes, leaves, cuts, pruned) =>
        `${plural(nodes, 'Stellung', 'Stellungen')}, ${leaves} bewertet, ${plural(cuts, 'Schnitt', 'Schnitte')}${pruned > 0 ? `, ${pruned} durch die Grenze` : ''}`,
    path: 'Von der Wurzel bis hier',
    code: 'Pseudocode',
    board: 'Die Stellung bei diesem Schritt',
    root: 'Wurzel',
    pit: (pit) => `Mulde ${pit}`,
    window: (alpha, beta) => `α ${alpha}, β ${beta}`,
    extra: 'Extrazug',
    mover,
    reason,
    move_label: (pit, state, value, why) => {
        if (state === 'done') return `Mulde ${pit}: ${value}${why ? `. ${reason(why)}` : ''}`;
        if (state === 'cut') return `Mulde ${pit}: ausgelassen. ${reason(why ?? '')}`;
        return `Mulde ${pit}: ${state === 'searching' ? 'wird untersucht' : 'noch nicht untersucht'}`;
    },
    told: {
        begin: () => 'Die Suche beginnt.',
        iteration: (depth) => `Tiefe ${depth} beginnt.`,
        pass: (purpose) =>
            ({
                best: 'Unter den Zügen an der Wurzel wird der beste gesucht.',
                mtdf: 'MTD(f) prüft einen Wert mit einem leeren Fenster.',
                values: 'Für jeden Zug an der Wurzel wird der eigene Wert gesucht.',
                ties: 'Ist ein anderer Zug genauso gut wie der beste?',
            })[purpose] ?? 'Die Züge an der Wurzel werden untersucht.',
        enter: (pit, kind, extra) =>
            `Mulde ${pit} führt zu einer Stellung, in der ${mover(kind)} am Zug ist${extra ? ', durch einen Extrazug' : ''}.`,
        leaf: (value, why) => `Der Wert ist ${value}: ${reason(why)}.`,
        back: (pit, value, better) =>
            `Mulde ${pit} ist ${value} wert${better ? ': das Beste bisher' : ', nicht besser als bereits bekannt'}.`,
        best: (pit, value) => `Mulde ${pit} ist jetzt der beste Zug an der Wurzel: ${value}.`,
        cut: (pits) =>
            `${plural(pits.length, 'Zug wird', 'Züge werden')} ausgelassen: ${reason('alpha-beta')}.`,
        leave: (value) => `Diese Stellung ist ${value} wert.`,
        pass_end: () => 'Alle Züge an der Wurzel sind untersucht.',
        iteration_end: (depth, pit, value) =>
            `Tiefe ${depth} ist abgeschlossen: Mulde ${pit}, ${value}.`,
        takeover: (depth) =>
            `Es gibt nichts mehr abzuschneiden: Ab Tiefe ${depth} übernimmt einfaches Alpha-Beta.`,
        end: (pit, value) => `Die Suche endet: Mulde ${pit}, ${value}.`,
    },
    no_bound: { alpha: '−∞', beta: '∞' },
    keys: 'Tasten für die zuletzt benutzte Suche: ← → ein Schritt, Pos1 und Ende zum Anfang und zum Ende.',
    learn: {
        title: 'Wie Programme denken',
        text: 'Minimax, Alpha-Beta und wissensbasiertes Alpha-Beta in derselben Stellung, Schritt für Schritt.',
        open: 'Eine Suche durchgehen',
    },
};
