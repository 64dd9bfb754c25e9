// Playlist: the examples of a page play by themselves, one after the other. Once a person starts or stops
// one, nothing plays by itself any more.

/** An example. `ended` is called whenever it stops moving. */
export interface Example {
    play(ended: () => void): void;
    pause(): void;
}

export class Playlist {
    private waiting: Example[] = [];
    private current: Example | null = null;
    private closed = false;

    /** Adds an example, which plays when those before it have ended. */
    join(act: Example): void {
        if (this.closed) return;
        this.waiting.push(act);
        this.next();
    }

    /** Removes an example that is out of sight. */
    leave(act: Example): void {
        this.waiting = this.waiting.filter((each) => each !== act);
        act.pause();
    }

    /** Ends the list: a person decides from now on. */
    close(): void {
        this.closed = true;
        this.waiting = [];
        this.current?.pause();
    }

    private next(): void {
        if (this.current) return;
        const act = (this.current = this.waiting.shift() ?? null);
        act?.play(() => {
            if (this.current !== act) return;
            this.current = null;
            this.next();
        });
    }
}
