// How the pages are built: `npm run build -- --outDir DIR`. Nothing is inlined, since the server's
// Content-Security-Policy allows files of its own only.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const language_chunk = (text: string): string | undefined =>
    /^[a-z]{2}$/.test(text) && text !== 'en' ? text : undefined;

/** Without what only one page uses. A language is a chunk of its own, and nothing else is in it: who reads
 *  English loads no other. */
function shared_chunk(file: string): string | undefined {
    const [, text] = /\/src\/text\/(\w+)/.exec(file) ?? [];
    if (text) return ['numbers', 'commands'].includes(text) ? 'board' : language_chunk(text);
    const [, folder, name = ''] = /\/src\/(board|moves)\/([^.]+)/.exec(file) ?? [];
    return ['FieldBoard', 'MiniBoard', 'tree'].includes(name) ? undefined : folder;
}

export default defineConfig({
    plugins: [svelte()],
    build: {
        target: 'es2022',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        emptyOutDir: true,
        // Small chunks cost a request each and compress badly: what most pages share is two of them.
        rollupOptions: { output: { experimentalMinChunkSize: 8000, manualChunks: shared_chunk } },
    },
    server: {
        host: '127.0.0.1',
        // `npm run dev` shows the sources, a running `kalah serve` answers.
        proxy: { '/api': { target: process.env.KALAH_URL ?? 'http://127.0.0.1:8080', ws: true } },
    },
});
