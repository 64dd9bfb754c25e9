// The languages of the page, as the browser and the settings choose them, and how boards are written.
import assert from 'node:assert/strict';
import { scenario, until } from './harness.mjs';
import { board_of, new_game } from './table.mjs';

const language_of = (page) => page.evaluate(() => document.documentElement.lang);
const heading = (page, name) => page.getByRole('heading', { level: 1, name }).waitFor();

scenario(
    'the page speaks the browser’s language, and the one chosen from then on',
    async (world) => {
        const page = await world.page('/', { locale: 'de-AT' });
        await heading(page, 'Kalah spielen');
        assert.equal(await language_of(page), 'de');
        await page.getByRole('button', { name: 'Einstellungen' }).click();
        const spanish = page.getByRole('button', { name: 'Español' });
        assert.equal(await spanish.getAttribute('lang'), 'es');
        await spanish.click();
        await heading(page, 'Jugar a kalah');
        assert.equal(await language_of(page), 'es');
        await page.reload();
        await heading(page, 'Jugar a kalah');
        await page
            .getByRole('link', { name: 'Reglas' })
            .or(page.getByRole('link', { name: 'Cómo se juega' }))
            .first()
            .click();
        await heading(page, 'Cómo se juega');
        await page.getByRole('button', { name: 'Ajustes' }).click();
        await page.getByRole('button', { name: 'English' }).click();
        await heading(page, 'How to play');
        assert.equal(await language_of(page), 'en');
    },
);

scenario('who reads one language loads no other', async (world) => {
    const words = { de: 'Gewinnmulde', es: 'granero' };
    for (const [locale, own] of Object.entries({ 'fr-FR': null, 'es-MX': 'es' })) {
        const page = await world.page('/watch', { locale });
        await page.getByRole('heading', { level: 1 }).waitFor();
        const loaded = await page.evaluate(async () => {
            const files = performance.getEntriesByType('resource').map(({ name }) => name);
            const scripts = files.filter((name) => name.endsWith('.js'));
            const texts = scripts.map(async (name) => (await fetch(name)).text());
            return (await Promise.all(texts)).join('\n');
        });
        assert.ok(loaded.length > 10_000);
        for (const [language, word] of Object.entries(words))
            assert.equal(loaded.includes(word), language === own, `${locale}: ${word}`);
    }
});

scenario('the numbers on a board can be hidden; labels still say them', async (world) => {
    const page = await world.page('/');
    await new_game(page, { against: 'Someone on this screen', rules: 'Standard' });
    const count = board_of(page).locator('.pit .count').first();
    assert.ok(await count.isVisible());
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('checkbox', { name: 'Numbers on the board' }).uncheck();
    await until('they are hidden', async () => !(await count.isVisible()));
    await page.getByRole('button', { name: 'pit 3, 4 seeds' }).first().waitFor();
});

scenario('the navigation fits one row of the smallest phone in every language', async (world) => {
    for (const language of ['en', 'de', 'es']) {
        const page = await world.page('/learn', {
            width: 320,
            height: 640,
            settings: { language },
        });
        await page.getByRole('heading', { level: 1 }).waitFor();
        const rows = await page.evaluate(
            () =>
                new Set([...document.querySelectorAll('nav a')].map((link) => link.offsetTop)).size,
        );
        assert.equal(rows, 1, language);
    }
});
