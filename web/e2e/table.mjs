// Uses the pages of Play as a person does: the form for a new game, and the board as a screen
// reader reads it. Finds everything by role and accessible name, so that each test also tests
// accessibility.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { until } from './browser.mjs';

export const board_of = (page) =>
    page.getByRole('main').getByRole('group', { name: 'Board', exact: true });
export const pit_of = (page, name) =>
    board_of(page).getByRole('button', { name: new RegExp(`^${name}\\b`) });

/** Fills the form for a new game and starts it. Options that are not given stay as they are. */
export async function new_game(page, how) {
    const form = page.getByRole('main');
    if (how.against) await form.getByRole('radio', { name: how.against }).check();
    if (how.level) await form.getByRole('radio', { name: how.level, exact: true }).check();
    if (how.player) {
        await form.getByText('Player options').click();
        await form.getByLabel(/^Player/).fill(how.player);
    }
    if (how.rules || how.board || how.pits || how.side || how.clock)
        await form.getByText('Rules, board, side, clock').click();
    if (how.rules)
        await form
            .getByRole('combobox', { name: 'Rules', exact: true })
            .selectOption({ label: how.rules });
    if (how.board)
        await form.getByRole('combobox', { name: 'Board', exact: true }).selectOption(how.board);
    if (how.pits) {
        await form.getByRole('combobox', { name: 'Board', exact: true }).selectOption('own');
        await form.getByLabel('Pits per side').fill(`${how.pits}`);
        await form.getByLabel('Seeds per pit').fill(`${how.seeds}`);
    }
    if (how.side) await form.getByRole('radio', { name: how.side, exact: true }).check();
    if (how.clock)
        await form.getByRole('combobox', { name: 'Clock' }).selectOption({ label: how.clock });
    if (how.name) await form.getByLabel('Your name').fill(how.name);
    await form.getByRole('button', { name: 'Play', exact: true }).click();
    await board_of(page).waitFor();
    await page.waitForURL('**/game/*');
}

/** What the labels of the board say: pits and stores of the near ("your", "south’s") and far
 *  side. */
export async function look(page) {
    // One request to the browser for everything: a game calls this hundreds of times.
    const { said, title } = await page.evaluate(() => {
        const name = (each) =>
            each.getAttribute('aria-label') ??
            [...each.children]
                .filter((part) => part.ariaHidden !== 'true')
                .map((part) => part.textContent)
                .join(' ')
                .trim();
        const places = document.querySelectorAll(
            'main [role=group][aria-label=Board] :is(button, [role=img])',
        );
        return {
            title: document.title,
            said: [...places].map((each) => ({
                label: name(each),
                active: each.tagName === 'BUTTON' && each.ariaDisabled !== 'true',
            })),
        };
    });
    const seen = { title, playable: [], near: [], far: [], near_store: 0, far_store: 0, mark: '' };
    seen.labels = said.map(({ label }) => label);
    for (const { label, active } of said) {
        const found =
            /^(Your|South’s|The opponent’s|North’s) (?:pit (\d+)|store), (?:empty|(\d+) seeds?)(?:,|$)/.exec(
                label,
            );
        assert.ok(found, `a place that says "${label}"`);
        const near = found[1] === 'Your' || found[1] === 'South’s';
        const count = Number(found[3] ?? 0);
        if (!found[2]) seen[near ? 'near_store' : 'far_store'] = count;
        else seen[near ? 'near' : 'far'][Number(found[2]) - 1] = count;
        if (active)
            seen.playable.push({
                pit: Number(found[2]),
                name: `${found[1]} pit ${found[2]}`,
                label,
            });
    }
    seen.over = /\b(wins?|loses?|Drawn|stopped)\b/.test(title);
    seen.mark = title + said.map((each) => `${each.label} ${each.active}`).join('\n');
    return seen;
}

/** The moves in the page's list, in notation. */
export async function moves_of(page) {
    const list = page.getByRole('main').getByRole('list', { name: 'Moves' });
    if ((await list.count()) === 0) return '';
    const turns = await list
        .locator('.turn')
        .evaluateAll((all) =>
            all.map((turn) =>
                [...turn.querySelectorAll('.move')]
                    .map((move) => move.firstChild.textContent.trim())
                    .join('-'),
            ),
        );
    return turns.filter((turn) => turn !== '').join(' ');
}

/** The line of play, from the link to Analyse. A game of two people has no link until it is
 *  over. */
export async function line_of(page) {
    const href = await page
        .getByRole('main')
        .getByRole('link', { name: 'Analyse', exact: true })
        .getAttribute('href');
    const query = new URLSearchParams(href.slice(href.indexOf('?')));
    return {
        rules: query.get('rules'),
        start: query.get('start').replaceAll('_', ' '),
        moves: (query.get('moves') ?? '').replaceAll('_', ' '),
    };
}

/** Waits until somebody in this browser may play, or the game is over. */
export const my_turn = (page) =>
    until('it is this browser’s turn, or the game is over', async () => {
        const seen = await look(page);
        return seen.over || seen.playable.length > 0 ? seen : null;
    });

/** Plays to the end. `play` gets what look() sees and makes one move. Returns the final look(). */
export async function play_out(page, play) {
    for (let moves = 0; moves < 500; ++moves) {
        const seen = await my_turn(page);
        if (seen.over) return seen;
        try {
            await play(seen, moves);
        } catch (why) {
            // The board may have changed between the look and the click.
            if ((await look(page)).mark === seen.mark) throw why;
        }
        await until('the move is made', async () => (await look(page)).mark !== seen.mark);
    }
    throw new Error('a game without an end');
}

/** The number of a finished game in the store, from its link. */
export async function stored_number(page) {
    const link = page.getByRole('main').getByRole('link', { name: /^Saved as game/ });
    await link.waitFor();
    return Number((await link.getAttribute('href')).split('/').at(-1));
}

/** A position in notation, in the form of look(), for south. */
export function seeds_of(position) {
    const [pits, near_store, far_store, ...seeds] = /<(.*)>/
        .exec(position)[1]
        .split(',')
        .map(Number);
    return { near: seeds.slice(0, pits), far: seeds.slice(pits), near_store, far_store };
}

export const only_seeds = ({ near, far, near_store, far_store }) => ({
    near,
    far,
    near_store,
    far_store,
});

export function assert_shows(seen, position, message) {
    assert.deepEqual(only_seeds(seen), seeds_of(position), message);
}

/** Waits until the board shows the position: it may lag behind the step in the game. */
export async function comes_to_show(page, position) {
    const wanted = seeds_of(position);
    await until(`the board shows ${position}`, async () =>
        isDeepStrictEqual(only_seeds(await look(page)), wanted),
    );
}
