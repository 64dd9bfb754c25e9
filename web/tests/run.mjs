// Tests of what is pure, by node's own runner; TypeScript is read through esbuild, which Vite brings.
import { build } from 'esbuild';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const tests = (await readdir(here)).filter((name) => name.endsWith('.test.ts'));
const out = await mkdtemp(join(tmpdir(), 'kalah-web-'));
try {
    await build({
        entryPoints: tests.map((name) => join(here, name)),
        outdir: out,
        outExtension: { '.js': '.mjs' },
        bundle: true,
        platform: 'node',
        format: 'esm',
        target: 'node18',
        logLevel: 'warning',
    });
    const files = (await readdir(out)).map((name) => join(out, name));
    process.exitCode =
        spawnSync(process.execPath, ['--test', ...files], {
            stdio: 'inherit',
            cwd: join(here, '..'),
        }).status ?? 1;
} finally {
    await rm(out, { recursive: true });
}
