// English: every text of the application. Functions where a number or a name decides the words.
// Names of players are put in as plain text; nothing here is HTML.
import type { Move, Side } from '../lib/types';
import { analyse } from './analyse';
import { learn } from './learn';
import { watch } from './watch';

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const seeds = (n: number) => plural(n, 'seed', 'seeds');

export const en = {
    titles: {
        play: 'Play Kalah',
        game: 'Game · Kalah',
        analyse: 'Analyse · Kalah',
        watch: 'Watch · Kalah',
        'watch-game': 'Game · Kalah',
        'watch-bout': 'Live game · Kalah',
        'watch-tournament': 'Tournament · Kalah',
        'watch-player': 'Player · Kalah',
        learn: 'How to play · Kalah',
        missing: 'Not found · Kalah',
    },
    shell: {
        home: 'Kalah',
        skip: 'Skip to content',
        nav: 'Main',
        play: 'Play',
        analyse: 'Analyse',
        watch: 'Watch',
        learn: 'How to play',
        lost: 'Connection lost. Trying again…',
        stale: 'This page could not be loaded. The server may be gone or newer than the page.',
        reload: 'Reload',
        missing: 'There is nothing at this address.',
        missing_link: 'Play a game instead',
        loading: 'Loading…',
    },
    side: { south: 'South', north: 'North' } as Record<Side, string>,
    seeds,
    plural,
    move_does: (move: Move) => seeds(move.sown),

    analyse,
    watch,
    learn,
};
