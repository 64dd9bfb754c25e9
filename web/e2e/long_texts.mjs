// A language whose texts are 40 % longer than the English ones, as translations can be: made from English,
// and served in place of German.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const parts = 'shell board play lobby you game analyse watch learn puzzles search errors'.split(
    ' ',
);
const source = `
${parts.map((part) => `import { ${part}_text } from './en/${part}';`).join('\n')}
const english = { ${parts.map((part) => `${part}: ${part}_text`).join(', ')} };
const filling = 'ächzend überlang gedehnt ';
/** Short words become longer ones, sentences get more words. */
function longer(words) {
    if (!/\\p{L}{2}/u.test(words)) return words;
    const more = Math.ceil(words.length * 0.4);
    const rest = filling.repeat(more).slice(0, more).trim();
    return words.length < 12 ? words + rest.replaceAll(' ', '') : words + ' ' + rest;
}
function stretch(value, key) {
    if (key === 'locale') return value;
    if (typeof value === 'string') return longer(value);
    if (typeof value === 'function') return (...args) => stretch(value(...args));
    if (Array.isArray(value)) return value.map((each) => stretch(each));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, stretch(each, key)]));
}
export const texts = stretch(english);
`;

/** From now on, `page` gets these texts for German. */
export async function serve_long_texts(page) {
    const { outputFiles } = await build({
        stdin: {
            contents: source,
            resolveDir: fileURLToPath(new URL('../src/text', import.meta.url)),
        },
        bundle: true,
        format: 'esm',
        write: false,
    });
    const body = outputFiles[0].text;
    await page.route('**/assets/de-*.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body }),
    );
}
