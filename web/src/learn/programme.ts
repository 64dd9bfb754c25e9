// Programme: the examples of a page that begin by themselves, one after the other, so that only one
// board moves at a time. Who starts or stops an example by hand has the page to themselves from then
// on: nothing begins by itself any more.

/** What can be shown. `ended` is called whenever it stops moving. */
export interface Act {
    play(ended: () => void): void;
    pause(): void;
}

export class Programme {
    private waiting: Act[] = [];
    private current: Act | null = null;
    private closed = false;

    /** To be shown when those before it have ended. */
    join(act: Act): void {
        if (this.closed) return;
        this.waiting.push(act);
        this.next();
    }

    /** It is out of sight. */
    leave(act: Act): void {
        this.waiting = this.waiting.filter((each) => each !== act);
        act.pause();
    }

    /** A person decides from now on. */
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
