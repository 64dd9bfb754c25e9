// What a screen reader is to say, through the one live region of the page (App.svelte). Things said
// in quick succession are joined, so that none of them is swallowed by the next; of a stream that
// does not end, the last ones are said every now and then.

const kTogether = 150;
const kLongestWait = 1000;
const kMost = 3;

class Announcer {
    words = $state('');
    private queue: string[] = [];
    private timer: ReturnType<typeof setTimeout> | undefined;
    private since = 0; // when the first of the queue came

    /** `replace`: what has not been said yet is out of date (stepping, watching). */
    say(words: string, { replace = false } = {}): void {
        const now = performance.now();
        if (this.queue.length === 0) this.since = now;
        this.queue = replace ? [words] : [...this.queue, words].slice(-kMost);
        clearTimeout(this.timer);
        const wait = Math.min(kTogether, Math.max(0, this.since + kLongestWait - now));
        this.timer = setTimeout(() => this.speak(), wait);
    }

    private speak(): void {
        const said = this.queue.join(' ');
        this.queue = [];
        // The same words twice are a change only if they differ: a no-break space does it.
        this.words = said === this.words ? `${said}\u00a0` : said;
    }
}

export const announcer = new Announcer();
