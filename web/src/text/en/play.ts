// English: the form for a new game.
import { plural } from './words';

export const play_text = {
    page: 'Play',
    title: 'Play Kalah',
    opponent: 'Play against',
    opponents: {
        player: 'The computer',
        screen: 'Someone on this screen',
        link: 'Someone by link',
        program: 'Anyone',
    },
    about: {
        player: '',
        screen: 'You share this board and take turns.',
        link: 'You get a link to send. The game starts when someone takes the other seat.',
        program:
            'The next person or program to come, or one of those who wait. The server sets the rules, board, time and sides.',
    },
    listed: 'Anyone may come: show the seat in the lobby',
    your_name: (name: string) => `You play as ${name}.`,
    reserve_name: 'Reserve your name, for a rating and a list of your games',
    lobby: (terms: string, seconds: number, kgp: string) =>
        `${terms}, ${plural(seconds, 'second', 'seconds')} per move. Programs connect to ${kgp}.`,
    level: 'Strength',
    details: 'Player options',
    player: 'Player',
    player_help: 'A name with options, for example champion:time=1s',
    keys: (keys: string) => `Options: ${keys}`,
    preset: 'Rules',
    preset_about: {
        standard:
            'A last seed in one of your empty pits captures the seeds opposite. A last seed in your store gives an extra turn.',
        'empty-capture':
            'Standard, but the last seed is captured even if the pit opposite is empty.',
        multilap: 'Sowing continues from the pit where the last seed falls, lap after lap.',
        avalanche: 'Sowing continues until the last seed falls into an empty pit or your store.',
    } as Record<string, string>,
    size: 'Board',
    own_size: 'Custom size',
    pits: 'Pits per side',
    seeds: 'Seeds per pit',
    pits_wrong: 'Enter a whole number from 1 to 12',
    seeds_wrong: (most: number) => `Enter a whole number from 1 to ${most}`,
    more: 'More rules',
    as_preset: 'As in the preset',
    side: 'You move',
    sides: { south: 'First', north: 'Second', random: 'Random' },
    side_summary: {
        south: 'you move first',
        north: 'you move second',
        random: 'random sides',
    },
    options: 'Rules, board, side, clock',
    new_here: 'New to Kalah?',
    clock: 'Clock',
    clocks: { none: 'None', own: 'Other' },
    minutes: 'Minutes',
    increment: 'Seconds added per move',
    other_name: 'The other player’s name',
    start: 'Play',
    starting: 'Starting…',
    running: 'Your games',
    forget: (names: string) => `Forget the game ${names}`,
    forget_sure: 'Only this browser has the key to your seat. Without it you cannot play on.',
    forget_yes: 'Forget it',
    forget_no: 'Keep it',
};
