// What a mouse, a finger or a key on a pit means: `look` shows what the move does, `act` plays it. A finger
// that stays looks, and does not play when it leaves.

/** `tap`: by a finger; `key`: by Enter, Space or a screen reader. */
export type How = 'click' | 'tap' | 'key';

const kHold = 350; // ms

/** Handlers for a button. */
export function press(look: (on: boolean) => void, act: (how: How) => void) {
    let pointer = '';
    let held = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const release = () => {
        clearTimeout(timer);
        look(false);
    };
    return {
        onpointerdown(event: PointerEvent): void {
            pointer = event.pointerType;
            held = false;
            if (pointer !== 'touch') return;
            clearTimeout(timer);
            timer = setTimeout(() => {
                held = true;
                look(true);
            }, kHold);
        },
        onpointerup: () => pointer === 'touch' && release(),
        onpointercancel: release,
        onpointerenter: (event: PointerEvent) => event.pointerType === 'mouse' && look(true),
        onpointerleave: release,
        /** A long touch opens no menu. */
        oncontextmenu: (event: Event) => pointer === 'touch' && event.preventDefault(),
        onclick(event: MouseEvent): void {
            const how = event.detail === 0 ? 'key' : pointer === 'touch' ? 'tap' : 'click';
            if (how !== 'key' && held) return;
            act(how);
        },
    };
}
