import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Playlist, type Example } from '../src/learn/playlist';

/** Examples that log when they begin and end. `end`: the example ends by itself. */
function stage(...names: string[]) {
    const log: string[] = [];
    const acts = names.map((name) => {
        let ended: (() => void) | null = null;
        const end = (): void => {
            const tell = ended;
            ended = null;
            if (!tell) return;
            log.push(`${name} ends`);
            tell();
        };
        const act: Example = {
            play: (done) => {
                log.push(name);
                ended = done;
            },
            pause: end,
        };
        return { act, end };
    });
    return { log, acts };
}

test('examples that come into view together are shown one after the other', () => {
    const { log, acts } = stage('a', 'b', 'c');
    const playlist = new Playlist();
    for (const { act } of acts) playlist.join(act);
    assert.deepEqual(log, ['a']);
    acts[0]?.end();
    acts[1]?.end();
    acts[2]?.end();
    assert.deepEqual(log, ['a', 'a ends', 'b', 'b ends', 'c', 'c ends']);
});

test('an example that goes out of view makes room, and is not shown before it is back', () => {
    const { log, acts } = stage('a', 'b', 'c');
    const [a, b, c] = acts.map(({ act }) => act) as [Example, Example, Example];
    const playlist = new Playlist();
    for (const act of [a, b, c]) playlist.join(act);
    playlist.leave(b);
    playlist.leave(a);
    assert.deepEqual(log, ['a', 'a ends', 'c']);
});

test('when a person has taken over, nothing begins by itself', () => {
    const { log, acts } = stage('a', 'b', 'c');
    const [a, b, c] = acts.map(({ act }) => act) as [Example, Example, Example];
    const playlist = new Playlist();
    playlist.join(a);
    playlist.join(b);
    playlist.close();
    playlist.join(c);
    assert.deepEqual(log, ['a', 'a ends']);
});
