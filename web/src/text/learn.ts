// The texts of the page on how to play.
export const learn = {
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
        text: 'On your turn, take all seeds of one of your pits and drop them one by one to the right: into your pits, your store, then your opponent’s pits. His store is passed over.',
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
        text: 'The game is over as soon as one side has no seeds in its pits. The other keeps what lies in his. Who has more seeds wins.',
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
};
