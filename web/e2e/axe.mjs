// axe: the violations of accessibility that a page has.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The serious violations on a page. `rules`: check only these; all if there are none. */
export async function serious(page, ...rules) {
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
    const options = {
        resultTypes: ['violations'],
        ...(rules.length > 0 ? { runOnly: rules } : {}),
    };
    const { violations } = await page.evaluate(
        (options) => window.axe.run(document, options),
        options,
    );
    return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) =>
            nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
        );
}
