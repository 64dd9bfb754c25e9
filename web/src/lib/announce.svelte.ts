// Announcer: text for screen readers, through the page's one live region (App.svelte). Texts in quick
// succession are joined so that none is lost; of an endless stream, the newest are said once a second.

const kTogether = 150;
const kLongestWait = 1000;
const kMost = 3;

export class Announcer {
    words = $state('');
    private queue: string[] = [];
    private timer: ReturnType<typeof setTimeout> | undefined;
    private since = 0; // when the first entry of the queue came

    /** Queues a text. `replace` drops queued ones that are out of date (stepping, watching). */
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
        // Screen readers read only changes: a no-break space makes repeated words differ.
        this.words = said === this.words ? `${said}\u00a0` : said;
    }
}
