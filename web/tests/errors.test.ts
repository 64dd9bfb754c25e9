import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { message_of, Refusal } from '../src/lib/errors';
import { error_value, fixed_parts, kSentences } from '../src/lib/wire_errors';
import { error_text } from '../src/text/errors';

/** All that the server says literally. Texts that run over several lines of its source are one. */
function server_words(folders: string[], file = /\.cpp$/): string {
    return folders
        .flatMap((folder) =>
            readdirSync(folder)
                .filter((name) => file.test(name))
                .map((name) => `${folder}/${name}`),
        )
        .map((file) => readFileSync(file, 'utf8').replace(/"\s*\n\s*"/g, ''))
        .join('\n');
}

test('every refusal of the catalogue is one of the server’s', () => {
    const said = server_words(['../src/browser', '../src/rules']);
    for (const key of Object.keys(kSentences))
        for (const part of fixed_parts(key).filter((part) => part !== ''))
            assert.ok(said.includes(`"${part}"`), `the server does not say "${part}" of "${key}"`);
});

/** What rooms refuse only to who is no page, or say of what was stored. */
const for_programs = [
    'a key has 32 hexadecimal digits',
    'a seat is for a person, a player, open or for the hall',
    'it is people who play in the hall from here',
    'no ending',
    'no kind of seat',
    'one seat may be open, not both',
    'there are two keys at most',
    'you are not there',
];

test('every refusal of rooms that is a whole sentence is in the catalogue', () => {
    const source = server_words(['../src/browser'], /^(room.*|hall_rooms)\.cpp$/);
    const said = new Set(
        [...source.matchAll(/\bError(?: \w+)?\{\s*"([^"]+)"\s*\}/g)].map((found) => found[1] ?? ''),
    );
    assert.deepEqual([...said].filter((words) => !(words in kSentences)).sort(), for_programs);
});

test('errors are sentences, with the values that they are about', () => {
    const text = (words: string) => message_of(error_value(words));
    assert.equal(text('north is to move'), 'North is to move.');
    assert.equal(text('pit 3 of south is empty'), 'South’s pit 3 is empty.');
    assert.equal(text('there is no game 7'), 'There is no game 7 here.');
    assert.equal(text('start: at most 600 seeds here'), 'Start: at most 600 seeds here.');
    const stale = error_value('the game has gone on: its moves are 5 now, not 4');
    assert.deepEqual([stale.code, stale.args], ['stale_ply', { plies: '5', ply: '4' }]);
    assert.equal(message_of(stale), error_text.stale_ply);
    assert.equal(new Refusal(error_value('there is no such game (any more)')).code, 'no_such_game');
    const place = error_value('line 2, column 3: no');
    assert.deepEqual([place.code, place.line, place.column], [null, 2, 3]);
    assert.equal(error_value('no', 4).column, 4);
    assert.ok(Refusal.lost().lost && !new Refusal(place).lost);
});

test('every code of the table has a text', () => {
    for (const code of Object.values(kSentences)) assert.ok(code in error_text, code);
});
