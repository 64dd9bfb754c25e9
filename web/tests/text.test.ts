// The texts in every language: the same keys as in English, all of them used, the same values in them.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Catalogue } from '../src/text/catalogue';
import * as de from '../src/text/de';
import * as de_words from '../src/text/de/words';
import { analyse_text } from '../src/text/en/analyse';
import { board_text } from '../src/text/en/board';
import { errors_text } from '../src/text/en/errors';
import { game_text } from '../src/text/en/game';
import { learn_text } from '../src/text/en/learn';
import { lobby_text } from '../src/text/en/lobby';
import { play_text } from '../src/text/en/play';
import { puzzles_text } from '../src/text/en/puzzles';
import { report_text } from '../src/text/en/report';
import { search_text } from '../src/text/en/search';
import { shell_text } from '../src/text/en/shell';
import { watch_text } from '../src/text/en/watch';
import * as en_words from '../src/text/en/words';
import { you_text } from '../src/text/en/you';
import * as es from '../src/text/es';
import * as es_words from '../src/text/es/words';
import { in_language, language_of, languages, speak } from '../src/text/language';
import { decimal } from '../src/text/numbers';

const english: Catalogue = {
    shell: shell_text,
    board: board_text,
    play: play_text,
    lobby: lobby_text,
    you: you_text,
    game: game_text,
    analyse: analyse_text,
    watch: watch_text,
    learn: learn_text,
    puzzles: puzzles_text,
    report: report_text,
    search: search_text,
    errors: errors_text,
};
const { report: _, ...translated } = english;
const translations = { de: de.texts, es: es.texts };

type Leaf = string | ((...args: unknown[]) => unknown);

/** Texts by their path: "analyse.engine.title". */
function leaves(of: object, path: string[] = []): Map<string, Leaf> {
    const found = new Map<string, Leaf>();
    for (const [key, value] of Object.entries(of) as [string, Leaf | object][]) {
        const here = [...path, key];
        if (typeof value === 'object')
            leaves(value, here).forEach((leaf, at) => found.set(at, leaf));
        else found.set(here.join('.'), value as Leaf);
    }
    return found;
}

// What functions are called with to see which of their arguments they show: numbers that no text holds.
const kMarks = [7001, 7002, 7003, 7004, 7005];
const goals = ['last', 'again', 'moves', 'capture', 'laps', 'win'];
const kSpecial: Record<string, unknown[][]> = {
    'learn.exercises.task': goals.map((kind) => [{ kind, least: 7001 }]),
    'learn.exercises.label': goals.map((kind) => [7002, { kind, least: 7001 }, true]),
    'puzzles.task': ['win', 'draw', 'best'].map((goal) => [goal]),
    'puzzles.level': [[7], [11]],
    'game.invitation': [['7001', '7002', 'south']],
    'analyse.value_label': ['exact', 'lower', 'upper', 'estimate'].map((kind) => ['7001', kind]),
    'analyse.parts.name': Object.keys(analyse_text.parts.names).map((part) => [
        part,
        'north',
        7001,
    ]),
    'board.ends_in': [['7001']],
    'search.reason': ['depth', 'table', 'alpha-beta', 'other'].map((reason) => [reason]),
    'search.move_label': ['done', 'cut', 'searching', ''].map((state) => [
        7001,
        state,
        '7002',
        'depth',
    ]),
    'search.told.pass': ['best', 'mtdf', 'values', 'ties', ''].map((purpose) => [purpose]),
    'search.told.cut': [[[1]], [[1, 2]]],
    'shell.ago': [1, 7, 700].map((minutes) => [Date.now() - 60_001 * minutes]),
    'errors.codes.empty_pit': [[{ side: 'north', pit: '7001' }]],
};
const kErrorArgs = ['least', 'most', 'player', 'eval', 'address', 'pit', 'pits', 'side', 'to_move'];
const error_args = (value: (i: number) => string): object =>
    Object.fromEntries(
        [...kErrorArgs, 'name', 'number', 'retry_seconds', 'in'].map((name, i) => [name, value(i)]),
    );

function calls(path: string): unknown[][] {
    if (path in kSpecial) return kSpecial[path] ?? [];
    if (path.startsWith('errors.codes.'))
        return [
            [error_args((i) => `${7010 + i}`), '7001'],
            [error_args(() => ''), '7001'],
        ];
    const words = kMarks.map(String);
    return [kMarks, words, kMarks.map(() => 0), kMarks.map(() => 1), words.map(() => '')];
}

/** What a text says, and which values it shows, in order of size. */
function said(path: string, leaf: Leaf): { words: string[]; shown: string[] } {
    const words =
        typeof leaf === 'string'
            ? [leaf]
            : calls(path).map((args) => {
                  try {
                      return `${leaf(...args)}`;
                  } catch {
                      return 'throws';
                  }
              });
    const digits = words.map((each) =>
        [...each.replaceAll(/(\d)[.,\s](?=\d{3})/g, '$1').matchAll(/70\d\d/g)].map(
            ([mark]) => mark,
        ),
    );
    return { words, shown: digits.map((each) => [...new Set(each)].sort().join(' ')) };
}

for (const [language, texts] of Object.entries(translations)) {
    test(`${language}: every text of English is there, and shows the same values`, () => {
        const [own, model] = [leaves(texts), leaves(translated)];
        assert.ok(model.size > 500);
        assert.deepEqual([...own.keys()].sort(), [...model.keys()].sort());
        const faults: string[] = [];
        for (const [path, leaf] of model) {
            const [theirs, ours] = [said(path, leaf), said(path, own.get(path) ?? '')];
            if (typeof leaf !== typeof own.get(path)) faults.push(`${path}: another kind`);
            theirs.shown.forEach((shown, i) => {
                if (shown !== ours.shown[i]) faults.push(`${path}: ${ours.words[i]}`);
                if ((theirs.words[i] === '') !== (ours.words[i] === ''))
                    faults.push(`${path}: empty`);
            });
        }
        assert.deepEqual(faults, []);
    });

    test(`${language}: texts are translated, and written with the language’s signs`, () => {
        const own = leaves(texts);
        const model = leaves(translated);
        const same: string[] = [];
        for (const [path, leaf] of model) {
            const [there, here] = [said(path, leaf).words, said(path, own.get(path) ?? '').words];
            here.forEach((words, i) => {
                assert.ok(
                    !/undefined|NaN|throws/.test(words) || words === there[i],
                    `${path}: ${words}`,
                );
                assert.ok(
                    !/["']|’|“[^“]*”| - /.test(words.replaceAll(/--\w+/g, '')),
                    `${path}: ${words}`,
                );
            });
            if (here.some((words) => words.length > 20 && there.includes(words))) same.push(path);
        }
        // Commands and names of things that are not translated.
        const kept = /_command|two_bots|board\.label|size|share\.example|search\.window/;
        assert.deepEqual(
            same.filter((path) => !kept.test(path)),
            [],
        );
    });
}

test('plural forms and digits are those of the language', () => {
    const [en, de, es] = [en_words, de_words, es_words].map(({ seeds }) =>
        [0, 1, 2, 12345].map(seeds),
    );
    assert.deepEqual(en, ['0 seeds', '1 seed', '2 seeds', '12,345 seeds']);
    assert.deepEqual(de, ['0 Bohnen', '1 Bohne', '2 Bohnen', '12.345 Bohnen']);
    assert.deepEqual(es, ['0 semillas', '1 semilla', '2 semillas', '12.345 semillas']);
    for (const [language, { kLocale }] of Object.entries({
        en: en_words,
        de: de_words,
        es: es_words,
    })) {
        assert.equal(new Intl.Locale(kLocale).language, language);
        assert.equal(
            new Intl.PluralRules(kLocale).resolvedOptions().locale.split('-')[0],
            language,
        );
        // More forms than `two_forms` has would need a function of its own; "many" begins at a million.
        const forms = new Set(
            [0, 1, 2, 3, 5, 11, 21, 100, 1000].map((n) => new Intl.PluralRules(kLocale).select(n)),
        );
        assert.deepEqual([...forms].sort(), ['one', 'other']);
    }
    assert.deepEqual(
        ['en-GB', 'de-DE'].map((locale) => decimal(locale, 2.5)),
        ['2.5', '2,5'],
    );
    assert.equal(decimal('es-ES', 1234, 2), '1234,00');
});

/** The sources that import a part, without comments. */
function readers(part: string): string {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(ts|svelte)$/.test(file) && !file.startsWith('text'))
        .map((file) => readFileSync(`src/${file}`, 'utf8'));
    const readers = files.filter((source) => source.includes(`/text/${part}'`));
    return readers.join('\n').replaceAll(/\/\/.*|<!--[^]*?-->/g, '');
}

test('every text is used', () => {
    const unused: string[] = [];
    for (const [part, texts] of Object.entries(english)) {
        const source = readers(part);
        // Other texts of the part may use it, too.
        const own = readFileSync(`src/text/en/${part}.ts`, 'utf8');
        for (const path of leaves(texts, [part]).keys()) {
            // The texts of a list are one. errors.test.ts holds the codes against the server's.
            const names = path
                .replace(/\.\d+$/, '')
                .split('.')
                .slice(1);
            if (path.startsWith('errors.codes.')) continue;
            const used = names.some((name, i) => {
                const parent = names[i - 1] ?? `${part}_text`;
                const last = i === names.length - 1;
                if (last && new RegExp(`\\.${name}\\b`).test(source)) return true;
                // By a name that is computed: `themes[theme]`, `Object.keys(kinds)`.
                const computed = `\\b${parent}\\)?\\[|(keys|entries)\\([\\w.]*\\b${parent}\\)`;
                return new RegExp(computed).test(source + own);
            });
            if (!used) unused.push(path);
        }
    }
    assert.deepEqual(unused, []);
});

test('the language is the one chosen, else the first that the browser wants and the page has', () => {
    assert.equal(language_of(null, ['fr-FR', 'es-MX', 'de']), 'es');
    assert.equal(language_of(null, ['DE-at']), 'de');
    assert.equal(language_of(null, ['fr']), 'en');
    assert.equal(language_of(null, []), 'en');
    assert.equal(language_of('en', ['de']), 'en');
    assert.deepEqual(languages, ['en', ...Object.keys(translations)]);
});

test('a language reaches the parts that are in use and those that follow', async () => {
    const root = { lang: '' };
    Object.assign(globalThis, { document: { documentElement: root } });
    const before = in_language('board', board_text);
    assert.equal(before.moves, 'Moves');
    await speak('de');
    assert.equal(root.lang, 'de');
    assert.equal(before.moves, 'Züge');
    assert.equal(in_language('watch', watch_text).title, 'Zusehen');
    assert.equal(board_text.moves, 'Moves', 'English itself stays');
});
