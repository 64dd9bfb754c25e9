// Keys that step through a game. They are taken before the board sees them, for there arrows go from
// pit to pit; where text is written or chosen they keep their own meaning.

/** For onkeydowncapture of the window; `idle` says when keys are nobody's. */
export function stepping_keys(
    keys: Record<string, () => void>,
    idle: () => boolean = () => false,
): (event: KeyboardEvent) => void {
    return (event) => {
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
        const act = keys[event.key];
        if (!act || idle()) return;
        const target = event.target as Element;
        if (target.closest('input, textarea, select, summary')) return;
        if (event.key === ' ' && target.closest('button, a')) return;
        event.preventDefault();
        event.stopPropagation();
        act();
    };
}
