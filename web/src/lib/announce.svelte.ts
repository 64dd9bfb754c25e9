// What a screen reader is to say, through the one live region of the page (App.svelte). Things said
// in quick succession are joined, so that none of them is swallowed by the next.

const kTogether = 150;

class Announcer {
    words = $state('');
    private queue: string[] = [];
    private timer: ReturnType<typeof setTimeout> | undefined;

    say(words: string): void {
        this.queue.push(words);
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
            const said = this.queue.join(' ');
            this.queue = [];
            // The same words twice are a change only if they differ: a no-break space does it.
            this.words = said === this.words ? `${said}\u00a0` : said;
        }, kTogether);
    }
}

export const announcer = new Announcer();
