import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Refusal } from '../src/lib/api';
import { fixed_parts, refusal_text } from '../src/lib/refusals';
import { en } from '../src/text/en';

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
    for (const key of Object.keys(en.refusals))
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
    assert.deepEqual([...said].filter((words) => !(words in en.refusals)).sort(), for_programs);
});

test('refusals are sentences, with the values that they are about', () => {
    assert.equal(refusal_text('north is to move'), 'North is to move.');
    assert.equal(refusal_text('pit 3 of south is empty'), 'South’s pit 3 is empty.');
    assert.equal(
        refusal_text('the game has gone on: its moves are 5 now, not 4'),
        'The game has gone on in the meantime.',
    );
    assert.equal(refusal_text('there is no game 7'), 'There is no game 7 here.');
    assert.equal(
        refusal_text('start: at most 600 seeds here'),
        'Start: at most 600 seeds here.',
        'what is not known',
    );
    assert.equal(
        new Refusal('there is no such game (any more)').key,
        'there is no such game (any more)',
    );
    assert.equal(
        new Refusal('line 2, column 3: no').words,
        'line 2, column 3: no',
        'as the server says it',
    );
    assert.equal(new Refusal('lost', { lost: true }).message, 'lost');
});
