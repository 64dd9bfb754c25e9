// Where the focus goes when what had it disappears. The browser would let it fall to <body>, and who
// works with the keyboard would begin at the top of the page again.
import { tick } from 'svelte';

function is_lost(): boolean {
    const at = document.activeElement;
    return at === null || at === document.body || at.matches(':disabled');
}

/** Once the page is drawn again: the first of these elements that is there gets the focus, if it was
 *  lost by then. Nothing scrolls. */
export async function focus_next(...selectors: string[]): Promise<void> {
    await tick();
    if (!is_lost()) return;
    for (const selector of selectors) {
        document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
        if (!is_lost()) return;
    }
}
