// Lists of moves scroll by themselves; the page does not.

/** Space to keep visible around the current move, in pixels. */
const kEdge = 8;

/** Scrolls `list` as far as it takes to see all of `current`, which is inside it. */
export function scroll_to_current(list: Element, current: Element): void {
    const [box, at] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
    if (at.top < box.top) list.scrollTop -= box.top - at.top + kEdge;
    else if (at.bottom > box.bottom) list.scrollTop += at.bottom - box.bottom + kEdge;
}
