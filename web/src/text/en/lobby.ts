// English: the lobby, for those who wait and those who look for an opponent.
export const lobby_text = {
    waiting: 'Who waits',
    nobody: 'Nobody waits at the moment. Press Play: you will be paired with whoever comes next.',
    kinds: { person: 'person', program: 'program' },
    limit: (seconds: number) => `${seconds} s per move`,
    play: 'Play',
    play_with: (name: string) => `Play ${name}`,
    your_seat: 'Your seat in the lobby',
    you_wait: 'You are waiting for an opponent.',
    has_come: (name: string) => `${name} has come: your game has started.`,
    go_to_game: 'Go to the game',
    back: 'Back to it',
    stop: 'Stop waiting',
    meanwhile: 'You keep your place while you look at other pages or play the computer.',
    play_computer: 'Play the computer meanwhile',
};
