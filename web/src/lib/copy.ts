/** Puts a text into the clipboard; false if the browser does not let us. */
export async function copy_text(what: string): Promise<boolean> {
    try {
        await navigator.clipboard.writeText(what);
        return true;
    } catch {
        return copy_selected(what);
    }
}

/** The fallback without a secure origin: browsers still allow copying a selection. */
function copy_selected(what: string): boolean {
    const before = document.activeElement;
    const field = document.createElement('textarea');
    field.className = 'unseen';
    field.value = what;
    document.body.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    return done;
}
