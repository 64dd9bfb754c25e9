// Pictures of every page: npm run screenshots -- FOLDER, at the sizes of a desktop and of phones, light and
// dark; what is below the first screen is not on them.
//   npm run screenshots -- --readme FOLDER             board.png and report.png of README.md
//   npm run screenshots -- --guide FOLDER              those of docs/browser.md
//   npm run screenshots -- --figures REPORT FOLDER     the figures of an HTML report, one each
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch, patience } from './browser.mjs';
import { small_png } from './picture.mjs';
import { all_pages, furnished_server } from './pages.mjs';
import { kalah, new_folder } from './server.mjs';

const [where, file, folder] = process.argv.slice(2);
const files = { '--readme': 1, '--guide': 1, '--figures': 2 }[where] ?? 0;
if (!where || process.argv.length !== 3 + files) {
    console.error(
        'usage: screenshots.mjs FOLDER | --readme FOLDER | --guide FOLDER | --figures REPORT FOLDER',
    );
    process.exit(2);
}

const browser = await launch();
if (where === '--figures') {
    await figures(file, folder);
    await browser.close();
    process.exit(0);
}
const house = await furnished_server();

/** REPORT-1.png, REPORT-2.png, … of the figures of a report, without their tables of numbers. */
async function figures(report, to) {
    const context = await browser.newContext({
        bypassCSP: true,
        viewport: { width: 900, height: 900 },
        colorScheme: 'light',
    });
    const page = await context.newPage();
    await page.goto(pathToFileURL(resolve(report)).href);
    await page.addStyleTag({ content: 'nav, figure details { display: none }' });
    mkdirSync(to, { recursive: true });
    for (const [i, figure] of (await page.locator('figure').all()).entries()) {
        const name = `${basename(report, '.html')}-${i + 1}.png`;
        writeFileSync(join(to, name), await smaller(page, await figure.screenshot()));
    }
}

async function open(width, height, theme) {
    const context = await browser.newContext({
        bypassCSP: true, // a report loads no pictures, and smaller() does
        baseURL: house.server.origin,
        viewport: { width, height },
        colorScheme: theme,
        reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(patience);
    await context.addInitScript(
        (games) => localStorage.setItem('kalah.games', JSON.stringify(games)),
        house.games,
    );
    return context.newPage();
}

async function take(page, { path, ready }, how) {
    await page.goto(path);
    await ready(page);
    await page.mouse.move(0, 0);
    return page.screenshot(how);
}

/** Five levels, each against each; the report's file. */
async function report_of_levels() {
    const store = join(new_folder(), 'levels.sqlite');
    const players = [1, 2, 3, 4, 5].map((level) => `level${level}`);
    await kalah('tournament', ...players, '--games', '24', '--seed', '1', '--store', store);
    await kalah('report', '--store', store, '--out', `${store}.html`);
    return `${store}.html`;
}

async function smaller(page, png) {
    const { width, height, text } = await page.evaluate(
        async (url) => {
            const picture = new Image();
            picture.src = url;
            await picture.decode();
            const canvas = new OffscreenCanvas(picture.width, picture.height);
            const context = canvas.getContext('2d');
            context.drawImage(picture, 0, 0);
            // As text: transferring an array of five million numbers takes minutes.
            const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
            let text = '';
            for (let i = 0; i < data.length; i += 30_000)
                text += btoa(String.fromCharCode(...data.subarray(i, i + 30_000)));
            return { width: canvas.width, height: canvas.height, text };
        },
        `data:image/png;base64,${png.toString('base64')}`,
    );
    return small_png(width, height, Buffer.from(text, 'base64'));
}

const pages = all_pages(house);
const called = (wanted) => pages.find(({ name }) => name === wanted);
/** The pictures of docs/browser.md: page, width, height, theme. */
const guide = {
    'browser-board': ['game-computer', 1200, 720, 'light'],
    'browser-analysis': ['review', 1200, 960, 'light'],
    'browser-phone': ['game-computer', 390, 700, 'light'],
    'browser-phone-aside': ['game-computer', 844, 390, 'dark'],
};
if (where === '--guide') {
    mkdirSync(file, { recursive: true });
    for (const [name, [page, width, height, theme]] of Object.entries(guide)) {
        const tab = await open(width, height, theme);
        const picture = await take(tab, called(page), {});
        writeFileSync(join(file, `${name}.png`), await smaller(tab, picture));
        await tab.context().close();
    }
} else if (where === '--readme') {
    const page = await open(1440, 900, 'light');
    const picture = await take(page, called('review'), {});
    writeFileSync(join(file, 'board.png'), await smaller(page, picture));
    await page.setViewportSize({ width: 860, height: 830 });
    await page.goto(pathToFileURL(await report_of_levels()).href);
    const standings = page.getByRole('heading', { name: 'Standings' });
    await standings.evaluate((heading) => heading.scrollIntoView({ behavior: 'instant' }));
    writeFileSync(join(file, 'report.png'), await smaller(page, await page.screenshot()));
} else {
    mkdirSync(where, { recursive: true });
    for (const [width, height] of [
        [1280, 800],
        [390, 844],
        [844, 390],
        [320, 640],
    ])
        for (const theme of ['light', 'dark']) {
            const page = await open(width, height, theme);
            for (const each of pages)
                await take(page, each, {
                    path: join(where, `${each.name}-${width}-${theme}.png`),
                });
            await page.context().close();
        }
}
await browser.close();
process.exit(await house.end());
