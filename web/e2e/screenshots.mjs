// Pictures of every page: npm run screenshots -- FOLDER, at 320, 768 and 1440 pixels, light and dark.
//   npm run screenshots -- --readme FILE      the one picture of README.md
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, patience } from './browser.mjs';
import { small_png } from './picture.mjs';
import { all_pages, furnished_server } from './pages.mjs';

const [where, file] = process.argv.slice(2);
if (!where || (where === '--readme') !== (file !== undefined)) {
    console.error('usage: screenshots.mjs FOLDER | --readme FILE');
    process.exit(2);
}

const house = await furnished_server();
const browser = await launch();

async function open(width, height, theme) {
    const context = await browser.newContext({
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

async function smaller(page, png) {
    const text = await page.evaluate(
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
            return text;
        },
        `data:image/png;base64,${png.toString('base64')}`,
    );
    const { width, height } = page.viewportSize();
    return small_png(width, height, Buffer.from(text, 'base64'));
}

const pages = all_pages(house);
if (where === '--readme') {
    const page = await open(1440, 900, 'light');
    const picture = await take(
        page,
        pages.find(({ name }) => name === 'review'),
        {},
    );
    writeFileSync(file, await smaller(page, picture));
} else {
    mkdirSync(where, { recursive: true });
    for (const [width, height] of [
        [320, 568],
        [768, 1024],
        [1440, 900],
    ])
        for (const theme of ['light', 'dark']) {
            const page = await open(width, height, theme);
            for (const each of pages)
                await take(page, each, {
                    path: join(where, `${each.name}-${width}-${theme}.png`),
                    fullPage: true,
                });
            await page.context().close();
        }
}
await browser.close();
process.exit(await house.end());
