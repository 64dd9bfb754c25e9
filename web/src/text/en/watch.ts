// English: the lobby and the pages about games, players and tournaments.
import type { Ending } from '../../lib/types';
import { plural } from './words';

/** Host and port of an address. */
function split(address: string): [string, string] {
    const at = address.lastIndexOf(':');
    return at < 0 ? [address, '2671'] : [address.slice(0, at), address.slice(at + 1)];
}

export const watch_text = {
    title: 'Watch',
    to_lobby: 'Back to the lobby',
    lobby: {
        live: 'Games in progress',
        live_none: 'No games in progress.',
        live_tournament: 'A tournament is in progress:',
        live_how: 'Start a game in the browser, or let two bots play here:',
        sessions: 'Programs in the lobby',
        sessions_none: 'No programs are connected.',
        sessions_how: (address: string) =>
            `Programs connect to ${address} with the Kalah Game Protocol. To try one:`,
        bot_command: (address: string) => {
            const [host, port] = split(address);
            return `KGP_HOST=${host} KGP_PORT=${port} python3 examples/bot.py`;
        },
        two_bots: (address: string) =>
            `kalah join ${address} --player champion:time=1s\nkalah join ${address} --player alphabeta`,
        moves: (n: number) => plural(n, 'move', 'moves'),
        over: 'over',
        /** The game may continue when a player comes back. */
        gone: 'finished or abandoned',
        changed: (games: number, programs: number) =>
            `${plural(games, 'game', 'games')}, ${plural(programs, 'program', 'programs')}`,
        doing: {
            waiting: 'waiting for an opponent',
            playing: 'playing',
            verify: 'being checked',
            eval: 'evaluating',
            arriving: 'arriving',
        } as Record<string, string>,
        by: (authors: string) => `by ${authors}`,
    },
    games: {
        title: 'Finished games',
        none: 'No finished games yet.',
        none_how: 'The server keeps every game. Play one, or let programs play many:',
        none_of: (player: string) => `No finished games of ${player}.`,
        none_of_kind: 'No finished games of this kind.',
        kind: 'Kind',
        kinds: {
            all: 'All games',
            browser: 'In the browser',
            lobby: 'Between programs',
            match: 'Matches',
            tournament: 'Tournaments',
        },
        command: 'kalah match champion:time=50ms random --games 20 --store FILE',
        number: 'No.',
        result: 'Result',
        no_result: '–',
        of_player: 'Player',
        of_everybody: 'anyone',
        rules: 'Rules',
        moves: 'Moves',
        when: 'When',
        more: 'Older games',
        replay: (n: number) => `Replay game ${n}`,
        endings: {
            finished: 'finished',
            resigned: 'resigned',
            gone: 'left',
            timeout: 'out of time',
            illegal: 'illegal move',
            aborted: 'aborted',
            stopped: 'stopped',
            running: 'in progress',
        } satisfies Record<Ending | 'running', string>,
    },
    players: {
        page: 'Player',
        title: 'Players',
        none: 'No player has finished a game yet.',
        name: 'Name',
        games: 'Games',
        wins: 'Won',
        draws: 'Drawn',
        losses: 'Lost',
        score: 'Score',
        last: 'Last game',
        more: 'More players',
        record: (w: number, d: number, l: number) => `${w} won, ${d} drawn, ${l} lost`,
    },
    tournaments: {
        title: 'Tournaments',
        none: 'No tournaments yet.',
        none_how: 'Start one; its standings appear here while it runs:',
        command: 'kalah tournament champion:time=50ms alphabeta random --games 12 --store FILE',
        name: 'Name',
        formats: {
            match: 'Match',
            'round-robin': 'Round robin',
            gauntlet: 'Gauntlet',
            knockout: 'Knockout',
            swiss: 'Swiss system',
        } as Record<string, string>,
        progress: 'Games',
        of: (played: number, scheduled: number) => `${played} of ${scheduled}`,
        games_of: (played: number, scheduled: number) => `${played} of ${scheduled} games`,
        forfeited: (n: number) => `${n} forfeited`,
        running: 'in progress',
        ended: (first: string) => `The tournament is over. First: ${first}.`,
        count: (n: number) => plural(n, 'entrant', 'entrants'),
        nameless: (n: number) => `Tournament ${n}`,
        standings: 'Standings',
        crosstable: 'Crosstable',
        cross_how:
            'Points of the row’s player against the column’s, and the games between them, forfeited ones included.',
        rank: 'Rank',
        points: 'Points',
        played: 'Played',
        forfeits: 'Forfeits',
        forfeits_how:
            'A forfeit is a game whose loser made no move. It counts in the points, but not as played.',
        margin: 'Seeds',
        last_games: 'Latest games',
    },
    live: {
        untitled: 'Live game',
        live: 'Live',
        replay: 'Replay it',
        gone: 'This game is no longer in progress.',
    },
    replay: {
        title: (n: number) => `Game ${n}`,
        play: 'Play',
        pause: 'Pause',
        speed: 'Speed',
        player: 'Player',
        pit: 'Pit',
        time: 'Time',
        again: 'extra turn',
        analyse: 'Analyse this game',
        review: 'Review this game',
        seconds: (s: string) => `${s} s`,
        faults: 'Faults',
        fault: (ply: number, name: string, kind: string, text: string) =>
            `After move ${ply}, ${name}: ${kind}${text ? `, ${text}` : ''}`,
        lost: (name: string, how: string) => `${name} lost: ${how}.`,
        unfinished: (how: string) => `No result: ${how}.`,
        keys: 'Keys: space plays and pauses, ← → one move, Home and End to the ends.',
        of: (ply: number, all: number) => `Move ${ply} of ${all}`,
    },
    missing: {
        game: (n: number) => `There is no game ${n} here`,
        live: 'This game is not in progress',
        tournament: (n: number) => `There is no tournament ${n} here`,
        player: (name: string) => `No player called ${name} here`,
        unreadable: 'This cannot be shown',
        why: 'The address may be wrong, or this server does not keep what it leads to.',
        again: 'Try again',
        to_lobby: 'Go to the lobby',
        to_play: 'Play a game',
    },
};
