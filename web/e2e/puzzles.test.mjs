// Puzzles, and the exercises of How to play, as a person solves them.
import assert from 'node:assert/strict';
import { scenario, the_server, until } from './harness.mjs';
import { board_of, pit_of } from './table.mjs';
import { Wire } from './wire.mjs';

const status = (page) => page.getByRole('main').locator('.status').first();
const says = (page, text) => status(page).filter({ hasText: text }).waitFor();
const button = (page, name) => page.getByRole('main').getByRole('button', { name, exact: true });

/** Plays the moves of a turn, "3-6". */
async function play_turn(page, turn) {
    const pits = turn.split('-');
    for (const [i, pit] of pits.entries()) {
        await pit_of(page, `Your pit ${pit}`).click();
        if (i + 1 < pits.length) await says(page, 'You move again.');
    }
}

/** All puzzles of a server, by name. */
async function some_puzzles(count) {
    const wire = await Wire.open(await the_server());
    const { sets } = await wire.ask('puzzles', {});
    const names = sets[0].groups.flatMap((group) => group.puzzles.slice(0, 1)).slice(0, count);
    const found = [];
    for (const puzzle of names) found.push(await wire.ask('puzzle', { puzzle }));
    wire.end();
    return found;
}

scenario('a puzzle is solved, remembered, and followed by another one', async (world) => {
    const [puzzle] = await some_puzzles(1);
    const page = await world.page(`/puzzles?puzzle=${puzzle.puzzle}`);
    await says(page, 'Find the');
    await play_turn(page, puzzle.turn);
    await says(page, `Right: ${puzzle.turn}`);
    await button(page, 'Next puzzle').click();
    await says(page, 'Find the');
    assert.ok(!page.url().endsWith(puzzle.puzzle));
    await page.reload();
    await says(page, 'Find the');
    await page.getByText(/^1 of \d+ solved$/).waitFor();
});

scenario('a wrong turn says what it is worth, and can be taken back', async (world) => {
    const puzzles = await some_puzzles(15);
    const puzzle = puzzles.find(({ turn }) => turn.includes('-')) ?? puzzles[0];
    const page = await world.page(`/puzzles?puzzle=${puzzle.puzzle}`);
    await says(page, 'Find the');
    await button(page, 'Hint').click();
    await button(page, 'Hint').click();
    const first = puzzle.turn.split('-')[0];
    await page.getByRole('main').getByText(`The turn goes on with pit ${first}.`).waitFor();
    // Any move that ends the turn at once and is not the right turn.
    const others = await board_of(page)
        .getByRole('button', { name: /^Your pit \d/, disabled: false })
        .all();
    for (const other of others) {
        await other.click();
        const said = await until('it is judged', async () => {
            const text = await status(page).textContent();
            return /^(No|Right|You move again)/.test(text) ? text : null;
        });
        if (said.startsWith('No')) break;
        await button(page, 'Start again').click();
        await says(page, 'Find the');
    }
    await says(page, /^No: \d+ (wins|loses|draws)/);
    await button(page, 'Start again').click();
    await says(page, 'Find the');
    await button(page, 'Show the answer').click();
    await says(page, `The right turn is ${puzzle.turn}`);
    await page.getByText(/^0 of \d+ solved, 1 shown$/).waitFor();
    await page.reload();
    await says(page, 'Find the');
    await play_turn(page, puzzle.turn);
    await says(page, `Right: ${puzzle.turn}`);
    await page.getByText(/^0 of \d+ solved, 1 shown$/).waitFor();
});

scenario('the theme of a puzzle is told when it is over', async (world) => {
    const [puzzle] = await some_puzzles(1);
    const page = await world.page(`/puzzles?puzzle=${puzzle.puzzle}`);
    await says(page, 'Find the');
    const about = page.getByRole('main').locator('.about');
    const themes = /Chain|Capture|Starve|Defence|Count/;
    assert.doesNotMatch(await about.textContent(), themes);
    await button(page, 'Show the answer').click();
    await about.filter({ hasText: themes }).waitFor();
});

scenario('the puzzle of the day counts as a day', async (world) => {
    const page = await world.page('/puzzles');
    await says(page, 'Find the');
    const id = new URL(page.url()).searchParams.get('puzzle');
    const wire = await Wire.open(await the_server());
    const { turn } = await wire.ask('puzzle', { puzzle: id });
    wire.end();
    await play_turn(page, turn);
    await says(page, 'Right');
    await page.getByText('1 day in a row').waitFor();
});

scenario('every exercise can be done by its hints, and stays done', async (world) => {
    const page = await world.page('/learn');
    const groups = page.getByRole('group', { name: /^Exercises: / });
    await groups.first().waitFor();
    const cards = page.locator('article', { has: groups });
    let all = 0;
    for (const card of await cards.all()) {
        const count = await card.getByRole('button', { name: /^Exercise \d/ }).count();
        for (let number = 1; number <= count; ++number) {
            await card.getByRole('button', { name: new RegExp(`^Exercise ${number}\\b`) }).click();
            await card.getByText(/^Your turn:/).waitFor();
            await card.getByRole('button', { name: 'Hint', exact: true }).click();
            // The hint marks one pit after the other, until the goal is reached.
            const done = card.getByText('Well done.');
            for (let place = null; ;) {
                place = await until('there is another hint, or the end', async () => {
                    if (await done.isVisible()) return 'done';
                    const [next] = await card
                        .locator('.pit.hint')
                        .evaluateAll((pits) => pits.map((pit) => pit.dataset.place));
                    return next === undefined || next === place ? null : next;
                });
                if (place === 'done') break;
                await card.locator(`.pit[data-place="${place}"]`).click();
            }
            all += 1;
        }
    }
    await page.getByText(`${all} of ${all} exercises done`).waitFor();
    await page.reload();
    await page.getByText(`${all} of ${all} exercises done`).waitFor();
});
