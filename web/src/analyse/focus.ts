// Where the focus goes when what had it disappears by what was done with it. Left to itself it would
// fall to the nearest thing that is left, or to the top of the page.
import { tick } from 'svelte';

/** Once the page is drawn again, the first of these elements that is there gets the focus. Nothing
 *  scrolls. */
export async function focus_on(...selectors: string[]): Promise<void> {
    await tick();
    const found = selectors.map((selector) => document.querySelector<HTMLElement>(selector));
    found.find((element) => element !== null)?.focus({ preventScroll: true });
}
