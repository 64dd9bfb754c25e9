// Every page at the sizes of a desktop, a phone upright and on its side, and the smallest phone, light and
// dark: nothing is wider than the screen, what matters is visible without scrolling, axe finds no serious
// violation. Without KALAH_TEST_FULL=1: only the pages with a board to play on, on phones, without axe.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { serious } from './axe.mjs';
import { scenario } from './harness.mjs';
import { serve_long_texts } from './long_texts.mjs';
import { all_pages, furnished_server } from './pages.mjs';

const full = process.env.KALAH_TEST_FULL === '1';
const sizes = full
    ? [
          [1280, 800],
          [390, 844],
          [844, 390],
          [640, 400], // 1280 x 800, magnified to 200 %
          [320, 640],
      ]
    : [
          [844, 390],
          [320, 640],
      ];
const themes = full ? ['light', 'dark'] : ['light'];
const quick = ['start', 'game-computer', 'analyse', 'puzzles'];
let house;

before(async () => {
    house = await furnished_server();
});
after(() => house?.end());

/** Which of these are not visible without scrolling. */
async function out_of_sight(page, parts) {
    await page.evaluate(() => scrollTo(0, 0));
    const { width, height } = page.viewportSize();
    const out = [];
    for (const part of parts) {
        const box = await part.boundingBox();
        const fits =
            box &&
            box.x >= -0.5 &&
            box.y >= -0.5 &&
            box.x + box.width <= width + 0.5 &&
            box.y + box.height <= height + 0.5;
        if (!fits) out.push(`${part} at ${JSON.stringify(box)}`);
    }
    return out;
}

async function check(page, { name, seen }, [width, height], theme) {
    const found = [];
    const note = (faults) =>
        found.push(...faults.map((what) => `${name}, ${width} × ${height}, ${theme}: ${what}`));
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) note([`${wide} pixels wide`]);
    note(await out_of_sight(page, seen(page)));
    if (full) note(await serious(page));
    return found;
}

scenario(
    'every page fits every screen, and shows what matters without scrolling',
    async (world) => {
        const page = await world.page('/', {
            server: house.server,
            kept: { 'kalah.games': house.games },
        });
        const found = [];
        for (const each of all_pages(house)) {
            if (!full && !quick.includes(each.name)) continue;
            await page.goto(house.server.origin + each.path);
            await each.ready(page);
            for (const size of sizes)
                for (const theme of themes) found.push(...(await check(page, each, size, theme)));
        }
        assert.deepEqual(found, []);
    },
);

/** Controls whose words stick out, and pages wider than the screen. */
const overflow = (page) =>
    page.evaluate(() => {
        const wide = document.documentElement.scrollWidth;
        const found = wide > innerWidth ? [`${wide} pixels wide`] : [];
        for (const one of document.querySelectorAll(
            'button:not(.pit), a.button, label, legend, nav a',
        )) {
            const clips = getComputedStyle(one).overflowX !== 'visible';
            if (!clips && one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
                found.push(`“${one.textContent.trim()}” sticks out`);
        }
        return found;
    });

scenario('texts that are 40 % longer fit small screens', async (world) => {
    const page = await world.page('/', {
        server: house.server,
        kept: { 'kalah.games': house.games },
        settings: { language: 'de' },
    });
    await serve_long_texts(page);
    const found = [];
    for (const { name, path } of all_pages(house)) {
        if (!full && !quick.includes(name)) continue;
        await page.goto(house.server.origin + path);
        await page.locator('main :is(h1, .board)').first().waitFor();
        await page.locator('.gear').click();
        for (const width of full ? [320, 390] : [320]) {
            await page.setViewportSize({ width, height: 640 });
            found.push(...(await overflow(page)).map((what) => `${name}, ${width}: ${what}`));
        }
    }
    assert.deepEqual(found, []);
});
