// English: the page of a game, and what its forms share with the one for a new game.
import type { Ending, Side } from '../../lib/types';
import { plural } from './words';

const kSides: Record<Side, string> = { south: 'South', north: 'North' };

export const game_text = {
    page: 'Game',
    no_clock: 'no clock',
    clock_name: (minutes: number, increment: number) =>
        increment > 0 ? `${minutes} min + ${increment} s` : `${minutes} min`,
    name: 'Your name',
    name_full: (bytes: number) =>
        `A name has at most ${bytes} letters, fewer with accents or other scripts.`,
    title: (status: string, names: string) => `${status} · ${names}`,
    not_entered: 'This game cannot be shown',
    retry: 'Try again',
    elsewhere: 'Open it there',
    you: 'you',
    thinking: 'thinking…',
    away: 'away',
    your_turn: 'Your turn',
    your_turn_again: 'Your turn again',
    turn: (name: string) => `${name} is to move`,
    waiting: 'Waiting for the other player',
    invites: (name: string) => `${name} invites you to a game`,
    waiting_program: 'Waiting for a program in the lobby',
    watching: 'You are watching this game.',
    invite: 'Send this link to the other player. The game starts when the seat is taken.',
    invite_here:
        'The link works on this computer only. To invite others in your network, run “kalah serve --host 0.0.0.0” and open this page at the computer’s network address.',
    chosen_for_you: (pit: number) => `You ran out of time: the server played pit ${pit} for you.`,
    link: 'Link',
    copy: 'Copy link',
    copied: 'Copied',
    copy_failed: 'Copying failed. Select the link and copy it.',
    invitation: (terms: string, time: string, side: Side) =>
        `${terms}, ${time}. You will play ${kSides[side]}.`,
    seat_kept_host: (name: string) =>
        `The other seat is reserved for ${name}. The game starts when ${name} joins.`,
    seat_kept: (name: string) => `The other seat is reserved for ${name}.`,
    take_seat: 'Take the seat',
    past: (ply: number, all: number) =>
        ply === 0
            ? 'You are looking at the start position.'
            : `You are looking at move ${ply} of ${all}.`,
    gone_on: 'The game has moved on.',
    to_now: 'Back to the game',
    is_now: 'This is the current position.',
    move_kept: (pit: number) =>
        `Your move, pit ${pit}, is saved. It will be sent when the connection is back. Play another pit to change it.`,
    drop_kept: 'Do not play it',
    queued: (pits: string) => `To play next: ${pits}.`,
    queue_lost: 'Your next move cannot be played any more: the queue is empty now.',
    not_sent: 'There is no connection, so nothing was sent. Try again when it is back.',
    undo: 'Take back',
    undo_asked: 'You asked to take back a move.',
    undo_request: (name: string) => `${name} asks to take back a move.`,
    agree: 'Agree',
    refuse: 'Decline',
    hint: 'Hint',
    hint_thinking: 'Looking for the best move…',
    hint_is: (pit: number, worth: string) => `Hint: pit ${pit}, ${worth} for you.`,
    settings_of: (name: string) => `Settings of ${name}`,
    resign: 'Resign',
    resign_sure: 'Resign this game?',
    resign_yes: 'Yes, resign',
    resign_no: 'Keep playing',
    swap: 'Swap sides',
    again: 'Play again',
    fresh: 'New game',
    fresh_sure: 'This game is not over. You find it under “Your games” on the page Play.',
    fresh_clock: 'This game is not over, and your time runs on.',
    fresh_yes: 'Leave it for now',
    join_again: 'The other player started another game.',
    watch_again: 'The players started another game.',
    give_up: 'Stop waiting',
    go_there: 'Go to the new game',
    analyse: 'Analyse',
    review: 'Review your mistakes',
    stored: (number: number) => `Saved as game ${number}`,
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
        resigned: 'by resignation',
        gone: '',
        timeout: 'on time',
        aborted: 'The game was aborted',
        stopped: 'The game was stopped',
    } satisfies Record<Ending, string>,
    by_administrator: 'An administrator ended the game',
    wins_alone: (wins: string, loser: string) => `${wins}: ${loser} left the game`,
    clock: (name: string, left: string) => `${name}’s clock: ${left}`,
    clock_lost: (name: string, left: string) =>
        `${name}’s clock showed ${left} when the connection was lost`,
    seconds_left: (n: number) => `${n} seconds left.`,

    /** For screen readers and the status line. */
    say: {
        plays: (name: string, pit: number) => `${name} plays ${pit}`,
        you_play: (pit: number) => `You play ${pit}`,
        captures: (n: number) => `captures ${n}`,
        you_capture: (n: number) => `capture ${n}`,
        again: 'moves again',
        you_again: 'Move again.',
        your_turn: 'Your turn.',
        turn: (name: string) => `${name} to move.`,
        taken_back: 'Move taken back.',
        begins: 'The game starts.',
        you_are: { south: 'You now play south.', north: 'You now play north.' } as Record<
            Side,
            string
        >,
        missed: (n: number) => `${plural(n, 'move was', 'moves were')} played in the meantime.`,
    },
};
