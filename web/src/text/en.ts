// English: every text of the application. Functions where a number or a name decides the words.
// Names of players are put in as plain text; nothing here is HTML.
import type { Route } from '../lib/routes';
import type { Ending, Side } from '../lib/types';

const kLocale = 'en-GB';
const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const sides: Record<Side, string> = { south: 'South', north: 'North' };
const seeds = (n: number) => plural(n, 'seed', 'seeds');

function page_name(route: Route): string {
    switch (route.page) {
        case 'play':
            return 'Play';
        case 'game':
            return 'Game';
        case 'analyse':
            return 'Analyse';
        case 'watch':
            return 'Watch';
        case 'watch-game':
            return `Game ${route.number}`;
        case 'watch-bout':
            return `Live game ${route.number}`;
        case 'watch-tournament':
            return `Tournament ${route.number}`;
        case 'watch-player':
            return route.name || 'Player';
        case 'learn':
            return 'How to play';
        case 'missing':
            return 'Not found';
    }
}

/** Host and port of an address. */
function split(address: string): [string, string] {
    const at = address.lastIndexOf(':');
    return at < 0 ? [address, '2671'] : [address.slice(0, at), address.slice(at + 1)];
}

export const en = {
    /** For numbers, dates and times. */
    locale: kLocale,
    side: sides,

    /** Of the browser's window. */
    title(route: Route): string {
        return `${page_name(route)} · Kalah`;
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
    /** What the server refuses: its words (src/browser/, src/rules/), `{}` for values, and what people read. */
    refusals: {
        'there is no such game (any more)': 'There is no such game, or not any more.',
        'the game cannot be read just now':
            'The game cannot be read just now. Try again in a moment.',
        'the game cannot be kept just now':
            'The game cannot be kept just now, so nothing was done. Try again in a moment.',
        'this key opens no seat here': 'This browser has no seat in this game.',
        'the game is over': 'The game is over.',
        'the game is not over': 'The game is not over yet.',
        'the game has gone on: its moves are {} now, not {}':
            'The game has gone on in the meantime.',
        '{} is to move': (side: string) => `${sides[side as Side] ?? side} is to move.`,
        'pit {} of {} is empty': (pit: string, side: string) =>
            `${sides[side as Side] ?? side}’s pit ${pit} is empty.`,
        'pit {} does not exist: the pits are 1 to {}': (pit: string, most: string) =>
            `There is no pit ${pit}: they are numbered 1 to ${most}.`,
        'the other player has not come yet': 'The other player has not come yet.',
        'nobody from the hall has come yet': 'No program of the hall has come yet.',
        'the hall does not ask for a move just now':
            'The hall does not ask you for a move just now.',
        'in the hall nothing is taken back': 'In the hall no move is taken back.',
        'there is no move to take back': 'There is no move to take back.',
        'there is no move of yours to take back': 'There is no move of yours to take back.',
        'you have asked already': 'You have asked already.',
        'nobody asks to take a move back': 'Nobody asks to take a move back any more.',
        'sides are changed only against a player of the program':
            'Sides can be swapped only against the computer.',
        'there is no open seat': 'The seat is taken.',
        'the seat is kept for {}, with whom the last game was played': (name: string) =>
            `The seat is kept for ${name}, who played the last game.`,
        'there is no move to play in this position': 'There is no move to play in this position.',
        'a game has at most {} moves': (most: string) => `A game has at most ${most} moves.`,
        'player {}: {}': (player: string, why: string) =>
            `The player ${player} cannot play here: ${why}.`,
        'too many games at once: leave one first':
            'You have too many games open at once. Close one first.',
        'too many games are played here: come later':
            'Too many games are played here at the moment. Come back later.',
        'too many new games: wait a minute': 'Too many new games. Wait a minute.',
        'too many new games: come back tomorrow':
            'Too many new games for today. Come back tomorrow.',
        'too many people play in the hall: come later':
            'Too many people play in the hall at the moment. Come back later.',
        'the games cannot be read just now':
            'The games cannot be read just now. Try again in a moment.',
        'the players cannot be read just now':
            'The players cannot be read just now. Try again in a moment.',
        'the tournaments cannot be read just now':
            'The tournaments cannot be read just now. Try again in a moment.',
        'the tournament cannot be read just now':
            'The tournament cannot be read just now. Try again in a moment.',
        'there is no game {}': (number: string) => `There is no game ${number} here.`,
        'there is no tournament {}': (number: string) => `There is no tournament ${number} here.`,
        'nobody of this name has played here': 'Nobody of this name has played here.',
        'the server could not do that': 'The server could not do that.',
    },
    settings: {
        name: 'Settings',
        theme: 'Theme',
        themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
        speed: 'Sowing',
        speeds: { slow: 'Slow', normal: 'Normal', fast: 'Fast', off: 'At once' },
        preview: 'Show what a move does',
        sound: 'Sound',
        digits: 'Keys 1 to 9 play pits',
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
        skip: 'Skip',
        badge_again: '↻',
        badge_captures: (n: number) => `+${n}`,
        caption: (place: string, n: number, does: string) =>
            `${place.charAt(0).toUpperCase()}${place.slice(1)}, ${seeds(n)}: ${does}`,
    },

    levels: {
        beginner: 'Beginner',
        easy: 'Easy',
        medium: 'Medium',
        strong: 'Strong',
        expert: 'Expert',
        champion: 'Champion',
    } as Record<string, string>,

    /** Rule options by name; what is not here is shown as the server says it. `brief`: in a list of what
     *  is different from a preset. */
    options: {
        capture: {
            question: 'What does a last seed in an empty pit of yours take?',
            values: {
                opposite: 'Itself and what lies opposite, if anything does',
                empty: 'Itself and what lies opposite, even if nothing does',
                none: 'Nothing',
            },
            brief: {
                opposite: 'captures only what lies opposite',
                empty: 'captures opposite empty pits too',
                none: 'no captures',
            },
        },
        sowing: {
            question: 'Where does sowing end?',
            values: {
                single: 'With the last seed',
                multi: 'A last seed in a filled pit is sown on with the rest',
            },
            brief: { single: 'single lap', multi: 'multi-lap' },
        },
        'extra-turn': {
            question: 'Does a last seed in your store give another move?',
            values: { yes: 'Yes', no: 'No' },
            brief: { yes: 'another move after a seed in the store', no: 'no second move' },
        },
        sweep: {
            question: 'Who gets the seeds left at the end?',
            values: {
                owner: 'Whose pits they lie in',
                finisher: 'Who made the last move',
                none: 'Nobody',
            },
            brief: {
                owner: 'the rest to its owner',
                finisher: 'the rest to the last mover',
                none: 'the rest to nobody',
            },
        },
        'majority-stop': {
            question: 'Does the game end when a store holds more than half?',
            values: { yes: 'Yes', no: 'No' },
            brief: { yes: 'ends when a store holds more than half', no: 'played to the end' },
        },
    } as Record<
        string,
        { question: string; values: Record<string, string>; brief: Record<string, string> }
    >,
    /** What a game is played by (lib/terms.ts). */
    terms: {
        size: (pits: number, n: number) => `${plural(pits, 'pit', 'pits')}, ${seeds(n)}`,
        position: 'from a position',
        short_size: (pits: number, n: number) => `${pits} × ${n}`,
        short_position: '(position)',
        changed: (preset: string) => `${preset}, changed,`,
    },

    time: {
        /** `at`: milliseconds since 1970. */
        ago(at: number): string {
            const minutes = Math.floor((Date.now() - at) / 60_000);
            if (minutes < 1) return 'just now';
            if (minutes < 60) return `${minutes} min ago`;
            if (minutes < 60 * 24) return `${Math.floor(minutes / 60)} h ago`;
            return new Date(at).toLocaleDateString(kLocale, {
                day: 'numeric',
                month: 'short',
                year: 'numeric',
            });
        },
    },

    play: {
        title: 'Play Kalah',
        opponent: 'Play against',
        opponents: {
            player: 'The computer',
            screen: 'Someone on this screen',
            link: 'Someone by link',
            hall: 'A waiting program',
        },
        about: {
            player: '',
            screen: 'Both of you play on this board.',
            link: 'You get a link to send. The game begins when it is opened.',
            hall: 'A program that is connected to the hall. Rules, board, time and sides are the hall’s.',
        },
        hall: (terms: string, seconds: number, kgp: string) =>
            `${terms}, ${plural(seconds, 'second', 'seconds')} a move. Programs connect to ${kgp}.`,
        level: 'Strength',
        details: 'Details of the player',
        player: 'Player',
        player_help: 'Name and options, such as champion:time=1s',
        keys: (keys: string) => `Options: ${keys}`,
        preset: 'Rules',
        presets: {
            standard: 'Standard',
            'empty-capture': 'Empty capture',
            multilap: 'Multi-lap',
            avalanche: 'Avalanche',
        } as Record<string, string>,
        preset_about: {
            standard:
                'An empty pit of yours captures what lies opposite; a last seed in your store moves again.',
            'empty-capture':
                'As standard, but the last seed is captured even if the pit opposite is empty.',
            multilap: 'Sowing goes on from where the last seed falls, round after round.',
            avalanche: 'Sowing goes on until the last seed falls into an empty pit or your store.',
        } as Record<string, string>,
        size: 'Board',
        own_size: 'Own size',
        pits: 'Pits a side',
        seeds: 'Seeds a pit',
        pits_wrong: 'A whole number from 1 to 12',
        seeds_wrong: (most: number) => `A whole number from 1 to ${most}`,
        more: 'More rules',
        as_preset: 'As in these rules',
        side: 'You play',
        sides: { south: 'First', north: 'Second', random: 'At random' },
        side_summary: {
            south: 'you move first',
            north: 'you move second',
            random: 'sides at random',
        },
        options: 'Rules, board, side, clock',
        no_clock: 'no clock',
        new_here: 'New to Kalah?',
        clock: 'Clock',
        clocks: { none: 'None', own: 'Own' },
        minutes: 'Minutes',
        increment: 'Seconds added a move',
        clock_name: (minutes: number, increment: number) =>
            increment > 0 ? `${minutes} min + ${increment} s` : `${minutes} min`,
        name: 'Your name',
        other_name: 'Name of the other player',
        name_full: (bytes: number) =>
            `A name has at most ${bytes} letters, fewer if they are not plain Latin ones.`,
        anonymous: 'Guest',
        second: 'Guest 2',
        start: 'Play',
        starting: 'Starting…',
        running: 'Your games',
        forget: (names: string) => `Forget the game ${names}`,
        forget_sure: 'Without it, nobody can play your side any more.',
        forget_yes: 'Forget it',
        forget_no: 'Keep it',
        versus: (south: string, north: string) => `${south} – ${north}`,
    },

    game: {
        title: (status: string, names: string) => `${status} · ${names}`,
        not_entered: 'This game cannot be shown.',
        retry: 'Try again',
        you: 'you',
        thinking: 'thinking…',
        away: 'away',
        open_seat: 'Free seat',
        hall_seat: 'Waiting for a program of the hall',
        your_turn: 'Your turn',
        your_turn_again: 'Your turn again',
        turn: (name: string) => `${name} is to move`,
        waiting: 'Waiting for the other player',
        invites: (name: string) => `${name} invites you to a game`,
        waiting_hall: 'Waiting for a program in the hall',
        watching: 'You are watching this game.',
        invite: 'Send this link to the other player. The game begins when the seat is taken.',
        invite_here:
            'It works on this computer only. For others in your network, run “kalah serve --host 0.0.0.0” and open this page by the computer’s address.',
        chosen_for_you: (pit: number) =>
            `Your time for a move was over: the hall played ${pit} for you.`,
        link: 'Link',
        copy: 'Copy link',
        copied: 'Copied',
        copy_failed: 'Could not be copied: mark the link and copy it by hand.',
        invitation: (terms: string, time: string, side: Side) =>
            `${terms}, ${time}. You will play ${sides[side]}.`,
        seat_kept: (name: string) => `The other seat is kept for ${name}.`,
        take_seat: 'Take the seat',
        moves: 'Moves',
        no_moves: 'No moves yet',
        past: (ply: number, all: number) =>
            ply === 0
                ? 'You are looking at the start.'
                : `You are looking at move ${ply} of ${all}.`,
        gone_on: 'The game has gone on.',
        to_now: 'Back to the game',
        is_now: 'The game as it is now.',
        move_kept: 'Your move is kept, and sent when the connection is back.',
        not_sent: 'There is no connection, so nothing was sent. Try again when it is back.',
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
        watch_again: 'They started another game.',
        give_up: 'Give up waiting',
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
        you_lose: 'You lose',
        endings: {
            finished: '',
            illegal: 'after an illegal move',
            gone: 'by resignation',
            timeout: 'on time',
            aborted: 'The game was broken off',
            stopped: 'The game was stopped',
        } satisfies Record<Ending, string>,
        wins_alone: (wins: string, loser: string) => `${wins}: ${loser} left the game`,
        clock: (name: string, left: string) => `${name}’s clock: ${left}`,
        clock_lost: (name: string, left: string) =>
            `${name}’s clock showed ${left} when the connection was lost`,
        seconds_left: (n: number) => `${n} seconds left.`,
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
        begins: 'The game begins.',
        you_are: { south: 'You play south now.', north: 'You play north now.' } as Record<
            Side,
            string
        >,
        missed: (n: number) => `${plural(n, 'move was', 'moves were')} played meanwhile.`,
    },

    analyse: {
        title: 'Analysis',
        bar: (score: string) => `Evaluation: ${score} seeds for south`,
        bar_unknown: 'Evaluation: not known yet',
        value_label: (score: string, exact: boolean) =>
            `worth ${score} for south, ${exact ? 'exact' : 'an estimate'}`,
        legend_exact: 'exact',
        legend_estimate: 'estimate',
        seeds_for_south: 'Numbers say by how many seeds south will win (+) or lose (−).',
        controls: {
            group: 'Step through the game',
            first: 'First position',
            back: 'One move back',
            forward: 'One move on',
            last: 'Last position',
            flip: 'Flip the board',
        },
        keys: 'Keys: ← → one move, Home and End to the ends, ↑ ↓ between variations, 1–9 play a pit.',
        engine: {
            title: 'Engine',
            hidden: 'It keeps what it knows to itself while you try.',
            player: 'Player',
            time: 'Time',
            seconds: (n: number) => `${n} s`,
            reached: (depth: number, nodes: string, seconds: string) =>
                `depth ${depth}, ${nodes} positions, ${seconds} s`,
            thinking: 'thinking …',
            waiting: 'It waits while you edit the board.',
            off: 'The engine is off.',
            lines: 'What each move is worth',
            move: 'Move',
            value: 'Value',
            line: 'Line',
            play_to: (pit: number) => `play the line up to pit ${pit}`,
            over: 'The game is over.',
        },
        moves: {
            title: 'Moves',
            none: 'No move yet. Click a pit, or paste a game below.',
            variation: 'Variation',
            promote: 'Make it the main line',
            remove: 'Delete from here',
            also: (captured: number, again: boolean, cost: string | null) =>
                (captured ? `, captures ${captured}` : '') +
                (again ? ', another move' : '') +
                (cost === null ? '' : `, cost ${cost}`),
        },
        graph: {
            title: 'The game at a glance',
            label: 'Expected result after each move, in seeds for south',
            run: 'Look at the game',
            stop: 'Stop',
            running: (done: number, all: number) => `${done} of ${all} positions`,
            done: 'The whole game has been judged.',
            partial: (done: number, all: number) =>
                `Only ${done} of ${all} positions have been judged.`,
            need: 'See how the game went: every position is judged, and what each move cost.',
            axis_x: 'moves',
            axis_y: 'seeds for south',
            point: (ply: number, score: string) => `After move ${ply}: ${score}`,
            slider: 'Position in the game',
        },
        review: {
            title: 'What the moves cost',
            side: 'Show the moves of',
            both: 'both',
            worst: 'The worst moves',
            flawless: 'Nothing lost here: every move was as good as the best.',
            all: 'All moves',
            move: 'Move',
            cost: 'Cost',
            better: 'Better',
            total: (seeds: string) => `${seeds} seeds given away in all`,
            turn: 'Turn',
            played: (turn: number, name: string, pit: number) => `${turn}. ${name}, pit ${pit}`,
            lost: (seeds: string) => `lost ${seeds} ${seeds === '1' ? 'seed' : 'seeds'}`,
            instead: (pit: number) => `Pit ${pit} was better`,
            show: 'Show',
            retry: 'Try again',
            retrying: (pit: number) => `Your turn: find something better than pit ${pit}.`,
            solved: 'That is the best move.',
            unsolved: 'Not the best one yet.',
            give_up: 'Show the answer',
        },
        editor: {
            title: 'Edit the board',
            open: 'Edit the board',
            pits: 'Pits a side',
            seeds: 'Seeds a pit',
            south: 'South',
            north: 'North',
            store: 'Store',
            pit: (n: number) => `Pit ${n}`,
            field: (side: string, what: string) => `${side}, ${what}`,
            more: (what: string) => `One seed more: ${what}`,
            fewer: (what: string) => `One seed fewer: ${what}`,
            to_move: 'To move',
            clear: 'Empty the board',
            start: 'Start position',
            rules: 'Rules',
            use: 'Analyse this position',
            cancel: 'Cancel',
            total: (n: number) => `${plural(n, 'seed', 'seeds')} on the board`,
            wrong: (fields: string, most: number) =>
                `${fields}: a whole number from 0 to ${most}, please.`,
            faults: {
                empty: 'There are no seeds to play with: put some into the pits.',
                many: (most: number) => `At most ${seeds(most)} in all, please.`,
                pits: (most: number) => `A board has 1 to ${most} pits a side.`,
                each: (most: number) => `A pit starts with 1 to ${seeds(most)}.`,
            },
        },
        share: {
            title: 'Link, import, export',
            copied: 'Copied.',
            copy_failed: 'Could not be copied: mark the text and copy it by hand.',
            address: 'Link to this position',
            paste: 'A game, a position or a size',
            example: 'kalah-game 1\nrules standard\nstart 6x4\nmoves 3-6 2',
            read: 'Open',
            text: 'The game as text',
            position: 'The position',
            copy: 'Copy',
            download: 'Download',
            file: 'game.kalah',
        },
        /** A player, and the side they play. */
        named: (name: string, side: string) => `${name} (${side})`,
        of_game: (south: string, north: string) => `Analysis: ${south} – ${north}`,
        won: (name: string, won: number, lost: number) => `${name} has won ${won} : ${lost}.`,
        draw: (each: number) => `A draw, ${each} : ${each}.`,
        to_move: (name: string) => `${name} to move`,
        step: (ply: number, side: string, pit: number) => `Move ${ply}: ${side}, pit ${pit}.`,
        at_start: 'Start position.',
    },
    watch: {
        title: 'Watch',
        page_title: (about: string) => `${about} · Kalah`,
        lobby: {
            live: 'Games being played',
            live_none: 'Nobody plays at the moment.',
            live_tournament: 'A tournament is not finished yet:',
            live_how: 'Start a game in the browser, or let two bots meet here:',
            clients: 'In the hall',
            clients_none: 'No program is connected.',
            clients_how: (address: string) =>
                `Programs connect to ${address} by the Kalah Game Protocol. One to begin with:`,
            bot_command: (address: string) => {
                const [host, port] = split(address);
                return `KGP_HOST=${host} KGP_PORT=${port} python3 examples/bot.py`;
            },
            two_bots: (address: string) =>
                `kalah join ${address} --player champion:time=1s\nkalah join ${address} --player alphabeta`,
            moves: (n: number) => (n === 1 ? '1 move' : `${n} moves`),
            over: 'over',
            /** It may go on, but not before somebody comes back. */
            gone: 'over or left',
            changed: (games: number, clients: number) =>
                `${games} ${games === 1 ? 'game' : 'games'}, ${clients} ${clients === 1 ? 'program' : 'programs'}`,
            doing: {
                waiting: 'waiting for an opponent',
                playing: 'playing',
                verify: 'being checked',
                eval: 'evaluating',
                arriving: 'arriving',
            } as Record<string, string>,
            by: (authors: string) => `by ${authors}`,
            score: (south: string, north: string) => `${south} : ${north}`,
            anonymous: 'no name',
        },
        games: {
            title: 'Finished games',
            none: 'No game has been finished yet.',
            none_how:
                'Every game that is played here is kept. Play one, or let programs play many:',
            none_of: (player: string) => `No finished game of ${player}.`,
            none_of_kind: 'No finished game of this kind.',
            kind: 'Kind',
            kinds: {
                all: 'All games',
                browser: 'In the browser',
                hall: 'In the hall',
                match: 'Matches',
                tournament: 'Tournaments',
            },
            command: 'kalah match champion:time=50ms random --games 20 --store FILE',
            number: 'No.',
            south: 'South',
            north: 'North',
            result: 'Result',
            no_result: '–',
            of_player: 'Player',
            of_everybody: 'everybody',
            rules: 'Rules',
            moves: 'Moves',
            when: 'When',
            more: 'Older games',
            replay: (n: number) => `Replay game ${n}`,
            endings: {
                finished: 'finished',
                gone: 'left',
                timeout: 'out of time',
                illegal: 'illegal move',
                aborted: 'broken off',
                stopped: 'stopped',
                running: 'still being played',
            } satisfies Record<Ending | 'running', string>,
            resigned: 'resigned',
        },
        players: {
            title: 'Players',
            none: 'Nobody has finished a game yet.',
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
            none: 'No tournament has been held yet.',
            none_how: 'Hold one, and its standings appear here while it is played:',
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
            running: 'running',
            ended: (first: string) => `The tournament is over. First: ${first}.`,
            count: (n: number) => (n === 1 ? '1 entrant' : `${n} entrants`),
            nameless: (n: number) => `Tournament ${n}`,
            standings: 'Standings',
            crosstable: 'Crosstable',
            cross_how: 'Points of the row against the column, out of so many games.',
            rank: 'Rank',
            points: 'Points',
            margin: 'Seeds',
            last_games: 'The last games, newest first',
        },
        bout: {
            title: (south: string, north: string) => `${south} – ${north}`,
            untitled: 'A game being played',
            live: 'Live',
            over: 'This game is over.',
            replay: 'Replay it',
            gone: 'This game is not being played any more.',
            to_lobby: 'Back to the lobby',
            to_move: (name: string) => `${name} to move`,
        },
        replay: {
            title: (n: number) => `Game ${n}`,
            play: 'Play',
            pause: 'Pause',
            speed: 'Speed',
            player: 'Player',
            pit: 'Pit',
            time: 'Time',
            again: 'another move',
            analyse: 'Analyse this game',
            review: 'What the moves cost',
            seconds: (s: string) => `${s} s`,
            faults: 'Faults',
            fault: (ply: number, name: string, kind: string, text: string) =>
                `After move ${ply}, ${name}: ${kind}${text ? `, ${text}` : ''}`,
            lost: (name: string, how: string) => `${name} lost: ${how}.`,
            unfinished: (how: string) => `Without a result: ${how}.`,
            keys: 'Keys: space plays and pauses, ← → one move, Home and End to the ends.',
            of: (ply: number, all: number) => `Move ${ply} of ${all}`,
        },
        missing: {
            game: (n: number) => `There is no game ${n} here`,
            bout: 'This game is not being played',
            tournament: (n: number) => `There is no tournament ${n} here`,
            player: (name: string) => `Nobody called ${name} has played here`,
            unreadable: 'This cannot be shown',
            why: 'The address may be mistyped, or what it leads to is not kept by this server.',
            again: 'Try again',
            to_lobby: 'See what is here',
            to_play: 'Play a game',
        },
        loading: 'Loading …',
    },
    learn: {
        title: 'How to play',
        rules: 'The rules',
        intro: 'Kalah is quickly told: collect more seeds in your store than your opponent. You sit in the south; your pits are the lower row, your store is on the right.',
        play: 'Play',
        pause: 'Pause',
        replay: 'Play again',
        step: 'Next move',
        again: 'From the beginning',
        sowing: {
            title: 'Sowing',
            text: 'On your turn, take all seeds of one of your pits and drop them one by one to the right: into your pits, your store, then your opponent’s pits. Your opponent’s store is passed over.',
        },
        extra: {
            title: 'Another move',
            text: 'If your last seed falls into your own store, you move again. Several such moves in a row are often worth more than anything else.',
        },
        capture: {
            title: 'Capturing',
            text: 'If your last seed falls into an empty pit of yours, and there are seeds in the pit opposite, both go into your store.',
        },
        round: {
            title: 'All the way round',
            text: 'A pit with many seeds goes round the board. The opponent’s store is skipped; the pit it came from is not.',
        },
        end: {
            title: 'The end',
            text: 'The game is over as soon as one side has no seeds in its pits. The other side keeps what lies in its own. Who has more seeds wins.',
        },
        presets: {
            title: 'Other rules',
            text: 'People play Kalah in several ways. These are the ones that can be chosen for a new game; each rule can be changed on its own, too.',
            who: 'Who plays so',
            'empty-capture': {
                title: 'Empty capture',
                text: 'A last seed in an empty pit of yours goes into your store even if the pit opposite is empty.',
            },
            multilap: {
                title: 'Multi-lap',
                text: 'If the last seed falls on others, on either side, they are all picked up and sown on, until it falls into an empty pit or a store. There is no second move, a last seed in an empty pit of yours captures, and at the end the seeds left count for nobody.',
            },
            avalanche: {
                title: 'Avalanche',
                text: 'Multi-lap sowing with another move for a last seed in the store, and no captures.',
            },
        },
        tips: {
            title: 'Three things to look for',
            list: [
                'Count: a pit as far from your store as it has seeds gives you another move.',
                'Look across: an empty pit of yours opposite a full one is a threat.',
                'Seeds on your side at the end are yours: an empty side gives the rest away.',
            ],
        },
        ready: 'Play now',
        explore: 'Try it yourself',
    },
};
