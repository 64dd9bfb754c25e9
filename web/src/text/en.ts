// English: every text of the application. Functions where a number or a name decides the words.
// Names of players are put in as plain text; nothing here is HTML.
import type { Ending, Side } from '../lib/types';

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const seeds = (n: number) => plural(n, 'seed', 'seeds');

export const en = {
    plural,
    seeds,
    side: { south: 'South', north: 'North' } as Record<Side, string>,

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
        learn_short: 'Learn',
        lost: 'Connection lost. Trying again…',
        stale: 'This page could not be loaded. The server may be gone, or newer than the page.',
        reload: 'Reload',
        missing: 'There is nothing at this address.',
        missing_link: 'Play a game instead',
        loading: 'Loading…',
    },
    settings: {
        name: 'Settings',
        theme: 'Theme',
        themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
        speed: 'Sowing',
        speeds: { slow: 'Slow', normal: 'Normal', fast: 'Fast', off: 'At once' },
        preview: 'Show what a move does',
        sound: 'Sound',
    },

    board: {
        name: 'Board',
        whose: { south: 'south’s', north: 'north’s' } as Record<Side, string>,
        yours: 'your',
        theirs: 'the opponent’s',
        pit: (whose: string, pit: number) => `${whose} pit ${pit}`,
        store: (whose: string) => `${whose} store`,
        holds: (n: number) => (n === 0 ? 'empty' : seeds(n)),
        ends_in: (place: string) => `ends in ${place}`,
        laps: (n: number) => plural(n, 'lap', 'laps'),
        captures: (n: number) => `captures ${n}`,
        again: 'move again',
        ends_game: 'ends the game',
        is_over: 'the game is over',
        not_to_move: 'not your turn',
        not_legal: 'cannot be played',
        badge_again: '↻',
        badge_captures: (n: number) => `+${n}`,
        caption: (place: string, n: number, does: string) =>
            `${place.charAt(0).toUpperCase()}${place.slice(1)}, ${seeds(n)}: ${does}`,
    },

    levels: {
        beginner: 'Beginner',
        casual: 'Casual',
        easy: 'Easy',
        club: 'Club',
        intermediate: 'Intermediate',
        medium: 'Medium',
        advanced: 'Advanced',
        hard: 'Hard',
        strong: 'Strong',
        expert: 'Expert',
        master: 'Master',
        champion: 'Champion',
    } as Record<string, string>,

    /** Rule options by name; what is not here is shown as the server says it. */
    options: {
        capture: {
            question: 'What does a last seed in an empty pit of yours take?',
            values: {
                opposite: 'Itself and what lies opposite, if anything does',
                empty: 'Itself and what lies opposite, even if nothing does',
                none: 'Nothing',
            },
        },
        sowing: {
            question: 'Where does sowing end?',
            values: { single: 'With the last seed', multi: 'A last seed in a filled pit is sown on with the rest' },
        },
        'extra-turn': {
            question: 'Does a last seed in your store give another move?',
            values: { yes: 'Yes', no: 'No' },
        },
        sweep: {
            question: 'Who gets the seeds left at the end?',
            values: { owner: 'Whose pits they lie in', finisher: 'Who made the last move', none: 'Nobody' },
        },
        'majority-stop': {
            question: 'Does the game end when a store holds more than half?',
            values: { yes: 'Yes', no: 'No' },
        },
    } as Record<string, { question: string; values: Record<string, string> }>,

    time: {
        /** `at`: milliseconds since 1970. */
        ago(at: number): string {
            const minutes = Math.floor((Date.now() - at) / 60_000);
            if (minutes < 1) return 'just now';
            if (minutes < 60) return `${minutes} min ago`;
            if (minutes < 60 * 24) return `${Math.floor(minutes / 60)} h ago`;
            return new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
        },
    },

    play: {
        title: 'Play Kalah',
        opponent: 'Play against',
        opponents: { player: 'The computer', screen: 'Someone on this screen', link: 'Someone by link', hall: 'A waiting program' },
        about: {
            player: '',
            screen: 'Both of you play on this board.',
            link: 'You get a link to send. The game begins when it is opened.',
            hall: 'A program that is connected to the hall. Rules, board, time and sides are the hall’s.',
        },
        hall: (rules: string, start: string, seconds: number, kgp: string) =>
            `${rules}, ${start}, ${plural(seconds, 'second', 'seconds')} a move. Programs connect to ${kgp}.`,
        level: 'Strength',
        details: 'Details of the player',
        player: 'Player',
        player_help: 'Name and options, such as champion:time=1s',
        keys: (keys: string) => `Options: ${keys}`,
        board: 'Rules and board',
        preset: 'Rules',
        presets: {
            standard: 'Standard',
            'empty-capture': 'Empty capture',
            multilap: 'Multi-lap',
            avalanche: 'Avalanche',
        } as Record<string, string>,
        preset_about: {
            standard: 'An empty pit of yours captures what lies opposite; a last seed in your store moves again.',
            'empty-capture': 'As standard, but the last seed is captured even if the pit opposite is empty.',
            multilap: 'Sowing goes on from where the last seed falls, round after round.',
            avalanche: 'Sowing goes on until the last seed falls into an empty pit or your store.',
        } as Record<string, string>,
        size: 'Board',
        own_size: 'Own size',
        pits: 'Pits a side',
        seeds: 'Seeds a pit',
        more: 'More rules',
        as_preset: 'As in these rules',
        side: 'You play',
        sides: { south: 'First', north: 'Second', random: 'At random' },
        side_summary: { south: 'you move first', north: 'you move second', random: 'sides at random' },
        options: 'Rules, board, side, clock',
        no_clock: 'no clock',
        new_here: 'New to Kalah?',
        clock: 'Clock',
        clocks: { none: 'None', own: 'Own' },
        minutes: 'Minutes',
        increment: 'Seconds added a move',
        clock_name: (minutes: number, increment: number) => (increment > 0 ? `${minutes} + ${increment}` : `${minutes} min`),
        name: 'Your name',
        other_name: 'Name of the other',
        anonymous: 'Anonymous',
        second: 'Guest',
        start: 'Play',
        starting: 'Starting…',
        running: 'Your games',
        to_move: 'Your turn',
        forget: (names: string) => `Forget the game ${names}`,
        versus: (south: string, north: string) => `${south} – ${north}`,
        offline: 'The server does not answer yet.',
    },

    game: {
        title: (status: string, names: string) => `${status} · ${names}`,
        no_room: 'There is no such game here (any more).',
        you: 'you',
        thinking: 'thinking…',
        away: 'away',
        open_seat: 'Free seat',
        hall_seat: 'Waiting for a program of the hall',
        your_turn: 'Your turn',
        your_turn_again: 'Your turn again',
        turn: (name: string) => `${name} is to move`,
        waiting: 'Waiting for the other player',
        waiting_hall: 'Waiting for a program in the hall',
        watching: 'You are watching this game.',
        invite: 'Send this link to the other player. The game begins when the seat is taken.',
        invite_watch: 'Whoever has the address of this page can watch.',
        link: 'Link',
        copy: 'Copy link',
        copied: 'Copied',
        seat_free: 'A seat is free.',
        take_seat: 'Take the seat',
        moves: 'Moves',
        no_moves: 'No moves yet',
        undo: 'Take back',
        undo_asked: 'You asked to take back a move.',
        undo_request: (name: string) => `${name} would like to take back a move.`,
        agree: 'Agree',
        refuse: 'Refuse',
        resign: 'Resign',
        resign_sure: 'Resign this game?',
        resign_yes: 'Yes, resign',
        resign_no: 'Play on',
        swap: 'Swap sides',
        flip: 'Flip the board',
        again: 'Play again',
        fresh: 'New game',
        join_again: 'The other player started another game.',
        go_there: 'Go there',
        analyse: 'Analyse',
        review: 'Look at your mistakes',
        stored: (number: number) => `Kept as game ${number}`,
        won_by: (name: string, won: number, lost: number) => `${name} wins, ${won} to ${lost}`,
        you_won: (won: number, lost: number) => `You win, ${won} to ${lost}`,
        you_lost: (won: number, lost: number) => `You lose, ${lost} to ${won}`,
        drawn: (each: number) => `Drawn, ${each} each`,
        wins: (name: string) => `${name} wins`,
        you_win: 'You win',
        endings: {
            finished: '',
            gone: 'by resignation',
            timeout: 'on time',
            stopped: 'The game was stopped',
        } as Record<Ending, string>,
        clock: (name: string, left: string) => `${name}’s clock: ${left}`,
        south: 'south, moves first',
        north: 'north',
    },

    say: {
        plays: (name: string, pit: number) => `${name} plays ${pit}`,
        you_play: (pit: number) => `You play ${pit}`,
        captures: (n: number) => `captures ${n}`,
        you_capture: (n: number) => `capture ${n}`,
        again: 'moves again',
        you_again: 'Move again.',
        your_turn: 'Your turn.',
        turn: (name: string) => `${name} to move.`,
        taken_back: 'Taken back.',
    },

    // Analyse

    // Watch

    // Learn
};
