// Which language the page speaks: the one chosen in the settings, else the browser's, else English.
// English is part of the pages. Another language is one file more, loaded before anything is drawn;
// changing it reloads the page.
import type { Catalogue, Translation } from './catalogue';

/** Each by its own name. */
export const kLanguages = { en: 'English', de: 'Deutsch', es: 'Español' } as const;
export type Language = keyof typeof kLanguages;
export const languages = Object.keys(kLanguages) as Language[];

const load: Record<Exclude<Language, 'en'>, () => Promise<{ texts: Translation }>> = {
    de: () => import('./de'),
    es: () => import('./es'),
};

/** `wanted`: BCP 47 tags, the best first. */
export function language_of(chosen: Language | null, wanted: readonly string[]): Language {
    if (chosen) return chosen;
    const known = wanted.map((tag) => tag.split('-')[0]?.toLowerCase());
    return known.map((tag) => languages.find((each) => each === tag)).find(Boolean) ?? 'en';
}

/** The parts that modules have asked for, in the language of the page. */
const parts: Partial<Catalogue> = {};

/** A part of the texts: English, until `speak` has replaced them. Do not read a text while a module that
 *  main.ts imports is evaluated: that is too early. */
export const in_language = <K extends keyof Catalogue>(
    part: K,
    english: Catalogue[K],
): Catalogue[K] => (parts[part] ??= { ...english });

export async function speak(language: Language): Promise<void> {
    if (language !== 'en') {
        const { texts } = await load[language]();
        for (const [part, words] of Object.entries(texts) as [keyof Translation, object][])
            parts[part] = Object.assign(parts[part] ?? {}, words) as never;
    }
    document.documentElement.lang = language;
}
