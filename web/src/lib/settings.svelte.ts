// What a person chose for this browser, the same in all its tabs.
import { kNameBytes } from './name_limit';
import { flag, on_change, one_of, read, record, words, write } from './stored';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];
export const speeds = ['slow', 'normal', 'fast', 'off'] as const;
export type Speed = (typeof speeds)[number];

const kStore = 'kalah.settings'; // public/theme.js reads its theme, too
const kDark = matchMedia('(prefers-color-scheme: dark)');

interface Saved {
    theme: Theme;
    speed: Speed;
    sound: boolean;
    preview: boolean;
    digits: boolean;
    name: string;
}

const shape = record<Saved>({
    theme: one_of<Theme>(themes, 'system'),
    speed: one_of<Speed>(speeds, 'normal'),
    sound: flag(false),
    preview: flag(true),
    digits: flag(true),
    name: words(kNameBytes),
});

class Settings {
    private saved: Saved = $state(read(kStore, shape));

    constructor() {
        kDark.addEventListener('change', () => this.apply());
        on_change(kStore, () => this.take(read(kStore, shape)));
    }

    get theme() {
        return this.saved.theme;
    }
    set theme(theme: Theme) {
        this.change({ theme });
    }
    get speed() {
        return this.saved.speed;
    }
    set speed(speed: Speed) {
        this.change({ speed });
    }
    /** Off until asked. */
    get sound() {
        return this.saved.sound;
    }
    set sound(sound: boolean) {
        this.change({ sound });
    }
    /** Whether hover and focus show what a move does. */
    get preview() {
        return this.saved.preview;
    }
    set preview(preview: boolean) {
        this.change({ preview });
    }
    /** Whether digits play pits from wherever the focus is; some input methods send them unasked. */
    get digits() {
        return this.saved.digits;
    }
    set digits(digits: boolean) {
        this.change({ digits });
    }
    get name() {
        return this.saved.name;
    }
    set name(name: string) {
        this.change({ name });
    }

    /** Over what is stored now: another tab may have changed the rest. */
    private change(some: Partial<Saved>): void {
        this.take({
            ...this.saved,
            ...read(kStore, (found) => (found === null ? {} : shape(found))),
            ...some,
        });
        write(kStore, this.saved);
    }

    private take(saved: Saved): void {
        Object.assign(this.saved, saved);
        this.apply();
    }

    /** The theme stands at the root element; the style sheets do the rest. */
    apply(): void {
        const system = kDark.matches ? 'dark' : 'light';
        document.documentElement.dataset.theme =
            this.saved.theme === 'system' ? system : this.saved.theme;
    }
}

export const settings = new Settings();
