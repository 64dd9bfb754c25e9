// Settings: what a person chose for this browser, shared by its tabs.
import { prefersReducedMotion } from 'svelte/motion';
import { languages, type Language } from '../text/language';
import { kNameBytes } from './name_limit';
import { flag, on_change, one_of, read, record, words, write } from './stored';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];
export const speeds = ['slow', 'normal', 'fast', 'off'] as const;
export type Speed = (typeof speeds)[number];

const kStore = 'kalah.settings'; // public/theme.js reads its theme, too
const kDark = '(prefers-color-scheme: dark)';

interface Saved {
    language: Language | null;
    theme: Theme;
    speed: Speed;
    sound: boolean;
    preview: boolean;
    one_tap: boolean;
    digits: boolean;
    numbers: boolean;
    name: string;
}

const shape = record<Saved>({
    language: one_of<Language | null>(languages, null),
    theme: one_of<Theme>(themes, 'system'),
    speed: one_of<Speed>(speeds, 'normal'),
    sound: flag(false),
    preview: flag(true),
    one_tap: flag(false),
    digits: flag(true),
    numbers: flag(true),
    name: words(kNameBytes),
});

export class Settings {
    private saved: Saved = $state(read(kStore, shape));

    /** Applies the theme and follows changes of the system and in other tabs. Returns a function
     *  that stops this. */
    start(): () => void {
        const system = matchMedia(kDark);
        const changed = () => this.apply();
        system.addEventListener('change', changed);
        const off = on_change(kStore, () => this.take(read(kStore, shape)));
        this.apply();
        return () => {
            system.removeEventListener('change', changed);
            off();
        };
    }

    /** null: the browser's. */
    get language() {
        return this.saved.language;
    }
    /** Takes effect when the page is loaded again. */
    set language(language: Language | null) {
        this.change({ language });
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

    /** How fast boards draw moves: not at all if the system asks for less motion. */
    get pace(): Speed {
        return prefersReducedMotion.current ? 'off' : this.speed;
    }
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
    /** Whether the first tap on a pit plays it; otherwise it shows what the move does. */
    get one_tap() {
        return this.saved.one_tap;
    }
    set one_tap(one_tap: boolean) {
        this.change({ one_tap });
    }
    /** Whether digits play pits wherever the focus is; some input methods send digits by themselves. */
    get digits() {
        return this.saved.digits;
    }
    set digits(digits: boolean) {
        this.change({ digits });
    }
    /** Whether boards show the number of seeds beside each pit and store. */
    get numbers() {
        return this.saved.numbers;
    }
    set numbers(numbers: boolean) {
        this.change({ numbers });
    }
    get name() {
        return this.saved.name;
    }
    set name(name: string) {
        this.change({ name });
    }

    /** Merges into what is stored: another tab may have changed the rest. */
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

    /** Style sheets read these from the root element. */
    private apply(): void {
        const system = matchMedia(kDark).matches ? 'dark' : 'light';
        document.documentElement.dataset.theme =
            this.saved.theme === 'system' ? system : this.saved.theme;
        document.documentElement.dataset.numbers = this.saved.numbers ? 'on' : 'off';
    }
}
