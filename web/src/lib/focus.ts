// The focus of who plays by keyboard must not fall to the page's top when the button pressed goes
// away or cannot be pressed again: it goes to what stands in its place.

const kFocusable =
    'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';

/** Watches over everything inside `root`, until what comes back is called. */
export function keep_focus(root: HTMLElement): () => void {
    let last: HTMLElement | null = null;
    let around: HTMLElement[] = []; // what `last` is in, from the inside out; `root` is the end of it

    const focused = (event: FocusEvent) => {
        last = event.target as HTMLElement;
        around = [];
        for (let at = last.parentElement; at && at !== root; at = at.parentElement) around.push(at);
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

/** The first thing to be used in the nearest place that is still there. */
function successor(around: HTMLElement[], root: HTMLElement): HTMLElement {
    for (const place of around) {
        if (place === root || !place.isConnected) continue;
        for (const each of place.querySelectorAll<HTMLElement>(kFocusable))
            if (each.checkVisibility?.() ?? true) return each;
    }
    return root;
}
