// Pictures of every page: npm run screenshots -- FOLDER, at 320, 768 and 1440 pixels, light and dark.
//   npm run screenshots -- --readme FILE      the one picture of README.md
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from './browser.mjs';
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
        baseURL: house.server.origin, viewport: { width, height }, colorScheme: theme, reducedMotion: 'reduce',
    });
    await context.addInitScript((rooms) => localStorage.setItem('kalah.rooms', JSON.stringify(rooms)), house.rooms);
    return context.newPage();
}

async function take(page, { path, ready }, how) {
    await page.goto(path);
    await ready(page);
    await page.mouse.move(0, 0);
    await page.screenshot(how);
}

const pages = all_pages(house);
if (where === '--readme') {
    const page = await open(1440, 900, 'light');
    await take(page, pages.find(({ name }) => name === 'analyse-picture') ?? pages.find(({ name }) => name === 'game'), { path: file });
} else {
    mkdirSync(where, { recursive: true });
    for (const [width, height] of [[320, 568], [768, 1024], [1440, 900]])
        for (const theme of ['light', 'dark']) {
            const page = await open(width, height, theme);
            for (const each of pages)
                await take(page, each, { path: join(where, `${each.name}-${width}-${theme}.png`), fullPage: true });
            await page.context().close();
        }
}
await browser.close();
process.exit(await house.end());
