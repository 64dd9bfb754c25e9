import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { message_of, Refusal } from '../src/lib/errors';
import { errors_text } from '../src/text/errors';

/** The codes of the table in the document. */
function documented(): string[] {
    const document = readFileSync('../docs/web-api.md', 'utf8');
    const table = document.slice(document.indexOf('\n# Error codes'));
    return table.split('\n').flatMap((row) => {
        const codes = row.startsWith('| `') ? (row.split('|')[1] ?? '') : '';
        return [...codes.replaceAll(/\[[^\]]*\]/g, '').matchAll(/`(\w+)`/g)].map(
            ([, code]) => `${code}`,
        );
    });
}

test('the page has a text for each error of the server, and for no other', () => {
    const own = Object.keys(errors_text.codes).filter((code) => code !== 'connection_lost');
    assert.ok(own.length > 40);
    assert.deepEqual(own.sort(), documented().sort());
});

test('errors are sentences, with the values that they are about', () => {
    const text = (code: string, args = {}, text = '') => message_of({ code, args, text });
    assert.equal(text('not_to_move', { to_move: 'north' }), 'North is to move.');
    assert.equal(text('empty_pit', { pit: '3', side: 'south' }), 'South’s pit 3 is empty.');
    assert.equal(text('no_such_number', { number: '7' }), 'There is no game 7 here.');
    assert.equal(
        text('input', { in: 'start' }, 'expected a size'),
        'The board cannot be read: expected a size.',
    );
    assert.notEqual(
        text('too_many_new_games', { retry_seconds: '60' }),
        text('too_many_new_games', { retry_seconds: '86400' }),
    );
    const args = { to_move: 'south', side: 'south' };
    for (const code of Object.keys(errors_text.codes))
        assert.match(text(code, args), /^[A-Z].*[.…]$/, code);
});

test('an unknown code is a sentence with the server’s words', () => {
    for (const code of ['moon_is_full', 'toString', ''])
        assert.match(message_of({ code, text: 'the moon is full' }), /^The .*\bthe moon is full$/);
    const refusal = new Refusal({ code: 'moon_is_full' });
    assert.ok(!refusal.lost && !refusal.is('closing'));
    assert.ok(Refusal.lost().lost);
});
