// LowScreen: the height that a page has for its board. It follows the window, but not the bars of a
// phone's browser, which come and go while one scrolls. Create it inside a component.

/** Below this (rem), pages put everything beside the board: `max-height: 32rem` in their styles. */
const kLow = 32;
/** The rows of values above and below a board, in rem. */
const kValues = { low: 2.5, high: 3.5 };

export class LowScreen {
    rem = $state(16);
    private height = $state(0);
    readonly low = $derived(this.height < kLow * this.rem);

    constructor() {
        $effect.pre(() => {
            const measure = () => {
                const root = document.documentElement;
                this.height = root.clientHeight;
                this.rem = parseFloat(getComputedStyle(root).fontSize) || 16;
            };
            measure();
            addEventListener('resize', measure);
            return () => removeEventListener('resize', measure);
        });
    }

    /** Pixels for a board's wood; `reserve`: what the page needs besides, in rem. */
    room(reserve: { high: number; low: number }, valued: boolean): number {
        const how = this.low ? 'low' : 'high';
        return this.height - (reserve[how] + (valued ? kValues[how] : 0)) * this.rem;
    }
}
