// What a person chose for this browser, kept in localStorage. Unknown or broken values fall back.

export type Theme = 'system' | 'light' | 'dark';
export type Speed = 'slow' | 'normal' | 'fast' | 'off';

const kKey = 'kalah.settings';
const kThemes: Theme[] = ['system', 'light', 'dark'];
const kSpeeds: Speed[] = ['slow', 'normal', 'fast', 'off'];

const kDark = matchMedia('(prefers-color-scheme: dark)');

interface Saved {
    theme: Theme;
    speed: Speed;
    sound: boolean;
    preview: boolean;
    name: string;
}

function load(): Saved {
    let found: Partial<Record<keyof Saved, unknown>> = {};
    try {
        found = JSON.parse(localStorage.getItem(kKey) ?? '{}') as typeof found;
    } catch {
        // Storage can be forbidden or broken; defaults do.
    }
    const one_of = <T>(all: T[], value: unknown, otherwise: T) => (all.includes(value as T) ? (value as T) : otherwise);
    return {
        theme: one_of(kThemes, found.theme, 'system'),
        speed: one_of(kSpeeds, found.speed, 'normal'),
        sound: found.sound === true,
        preview: found.preview !== false,
        name: typeof found.name === 'string' ? found.name.slice(0, 40) : '',
    };
}

class Settings {
    private saved: Saved = $state(load());

    get theme() { return this.saved.theme; }
    set theme(theme: Theme) { this.change({ theme }); }
    get speed() { return this.saved.speed; }
    set speed(speed: Speed) { this.change({ speed }); }
    /** Off until asked. */
    get sound() { return this.saved.sound; }
    set sound(sound: boolean) { this.change({ sound }); }
    /** Whether hover and focus show what a move does. */
    get preview() { return this.saved.preview; }
    set preview(preview: boolean) { this.change({ preview }); }
    get name() { return this.saved.name; }
    set name(name: string) { this.change({ name }); }

    private change(some: Partial<Saved>): void {
        Object.assign(this.saved, some);
        try {
            localStorage.setItem(kKey, JSON.stringify(this.saved));
        } catch {
            // Then it lasts as long as the page.
        }
        this.apply();
    }

    /** The theme stands at the root element; the style sheets do the rest. */
    apply(): void {
        const system = kDark.matches ? 'dark' : 'light';
        document.documentElement.dataset.theme = this.saved.theme === 'system' ? system : this.saved.theme;
    }
}

export const settings = new Settings();
kDark.addEventListener('change', () => settings.apply());
export const themes = kThemes;
export const speeds = kSpeeds;
