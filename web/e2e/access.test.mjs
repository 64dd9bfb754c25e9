// Every page, light and dark: axe finds no serious violation, and the page fits a small phone.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { serious } from './axe.mjs';
import { scenario } from './harness.mjs';
import { all_pages, furnished_server } from './pages.mjs';

let house;

before(async () => {
    house = await furnished_server();
});
after(() => house?.end());

// One tab visits all pages, as a person does: each page gets what the previous one left behind.
scenario(
    'axe finds no serious violation on any page in either theme, and 320 pixels hold all',
    async (world) => {
        const page = await world.page('/', {
            server: house.server,
            kept: { 'kalah.games': house.games },
        });
        const found = [];
        for (const { name, path, ready } of all_pages(house)) {
            await page.setViewportSize({ width: 1024, height: 768 });
            await page.goto(house.server.origin + path);
            await ready(page);
            const note = (how, faults) =>
                found.push(...faults.map((what) => `${name}, ${how}: ${what}`));
            await page.emulateMedia({ colorScheme: 'light' });
            note('light', await serious(page));
            // Check again only what a theme or a width can change.
            await page.emulateMedia({ colorScheme: 'dark' });
            note('dark', await serious(page, 'color-contrast', 'link-in-text-block'));
            await page.setViewportSize({ width: 320, height: 568 });
            note('narrow', await serious(page, 'target-size', 'scrollable-region-focusable'));
            const width = await page.evaluate(() => document.documentElement.scrollWidth);
            if (width > 320) found.push(`${name} is ${width} pixels wide at 320`);
            const headings = await page.getByRole('heading', { level: 1 }).count();
            if (headings !== 1) found.push(`${name} has ${headings} main headings`);
            const landmarks = await page.getByRole('main').count();
            assert.equal(landmarks, 1, name);
        }
        assert.deepEqual(found, []);
    },
);

scenario('where nothing has happened yet, the pages say so within 320 pixels', async (world) => {
    const page = await world.page('/watch', { width: 320, height: 568 });
    for (const said of [
        'No games in progress.',
        'No programs are connected.',
        'No finished games yet.',
        'No tournaments yet.',
    ])
        await page.getByRole('main').getByText(said).waitFor();
    assert.deepEqual(await serious(page), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
});
