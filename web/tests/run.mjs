// Runs the tests with node's own runner. esbuild bundles them. Svelte compiles components and
// modules with runes in server mode, so that components can be rendered to text without a browser.
import { build, transform } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile, compileModule } from 'svelte/compiler';

const here = dirname(fileURLToPath(import.meta.url));
const options = (path) => ({ generate: 'server', filename: path, dev: false });

const svelte = {
    name: 'svelte',
    setup(runner) {
        runner.onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
            const source = await readFile(path, 'utf8');
            return { contents: compile(source, options(path)).js.code };
        });
        runner.onLoad({ filter: /\.svelte\.ts$/ }, async ({ path }) => {
            const typed = { loader: 'ts', target: 'es2022', tsconfigRaw: '{}' };
            const { code } = await transform(await readFile(path, 'utf8'), typed);
            return { contents: compileModule(code, options(path)).js.code };
        });
        runner.onResolve({ filter: /\.svelte$/ }, async (asked) => {
            // "./api.svelte" is a component or a module with runes.
            if (asked.pluginData === 'resolving') return null;
            const how = { resolveDir: asked.resolveDir, kind: asked.kind, pluginData: 'resolving' };
            const found = await runner.resolve(asked.path, how);
            return found.errors.length === 0 ? found : runner.resolve(`${asked.path}.ts`, how);
        });
    },
};

const tests = (await readdir(here)).filter((name) => name.endsWith('.test.ts'));
// Inside node_modules, so that the bundles can import Svelte.
const out = await mkdtemp(join(here, '../node_modules/.tests-'));
try {
    await build({
        entryPoints: tests.map((name) => join(here, name)),
        outdir: out,
        outExtension: { '.js': '.mjs' },
        bundle: true,
        splitting: false,
        platform: 'node',
        format: 'esm',
        target: 'node18',
        external: ['svelte', 'svelte/*'],
        loader: { '.css': 'empty' },
        logLevel: 'warning',
        plugins: [svelte],
    });
    const files = (await readdir(out)).filter((name) => name.endsWith('.mjs'));
    const run = spawnSync(process.execPath, ['--test', ...files.map((name) => join(out, name))], {
        stdio: 'inherit',
        cwd: join(here, '..'),
    });
    process.exitCode = run.status ?? 1;
} finally {
    await rm(out, { recursive: true });
}
