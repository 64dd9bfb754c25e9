// Keyboard focus: it must not fall to the top of the page when the focused element disappears.
import { tick } from 'svelte';

const kFocusable =
    'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';

/** Focuses an element once the page is drawn again, without scrolling. */
export async function focus_on(element: () => HTMLElement | null | undefined): Promise<void> {
    await tick();
    element()?.focus({ preventScroll: true });
}

/** An attachment: when the focused element inside `root` is removed or disabled, the focus moves to the
 *  nearest usable element. */
export function keep_focus(root: HTMLElement): () => void {
    let last: HTMLElement | null = null;
    let around: HTMLElement[] = []; // the ancestors of `last`, innermost first, up to `root`

    const focused = (event: FocusEvent) => {
        last = event.target instanceof HTMLElement ? event.target : null;
        around = [];
        for (let at = last?.parentElement; at && at !== root; at = at.parentElement)
            around.push(at);
        around.push(root);
    };
    const mend = () => {
        const now = document.activeElement;
        if (!last || (now !== document.body && now !== last)) return;
        if (last.isConnected && !last.matches(':disabled')) return;
        last = null;
        successor(around, root).focus({ preventScroll: true });
    };
    const observer = new MutationObserver(mend);
    observer.observe(root, {
        subtree: true,
        childList: true,
        attributes: true,
        attributeFilter: ['disabled'],
    });
    root.addEventListener('focusin', focused);
    return () => {
        observer.disconnect();
        root.removeEventListener('focusin', focused);
    };
}

/** The first usable element in the innermost ancestor that is still on the page. */
function successor(around: HTMLElement[], root: HTMLElement): HTMLElement {
    for (const place of around) {
        if (place === root || !place.isConnected) continue;
        for (const each of place.querySelectorAll<HTMLElement>(kFocusable))
            if (each.checkVisibility?.() ?? true) return each;
    }
    return root;
}
