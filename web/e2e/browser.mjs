// Debian's Chromium, driven by playwright-core, and how long tests wait for anything.
import { execFileSync } from 'node:child_process';
import { chromium } from 'playwright-core';

/** How long tests wait for what must happen, in ms: long, since no result may depend on speed. */
export const patience = 1000 * Number(process.env.KALAH_TEST_PATIENCE ?? 60);

export const launch = () =>
    chromium.launch({
        executablePath: execFileSync('sh', ['-c', 'command -v chromium'], {
            encoding: 'utf8',
        }).trim(),
        args: [
            // Drawing without a GPU costs less than emulating one, and fewer processes cost less to start.
            '--disable-gpu',
            '--in-process-gpu',
            '--num-raster-threads=1',
            '--disable-site-isolation-trials',
            '--process-per-site',
            '--renderer-process-limit=1',
            // Chromium's own sandbox does not work as root, which is usual in containers.
            ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        ],
        timeout: patience,
    });

/** Calls `ask` until its answer is not null, false or undefined. */
export async function until(what, ask) {
    const end = Date.now() + patience;
    for (let pause = 10; ; pause = Math.min(150, pause * 1.5)) {
        const answer = await ask();
        if (answer !== null && answer !== undefined && answer !== false) return answer;
        if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
        await new Promise((soon) => setTimeout(soon, pause));
    }
}
