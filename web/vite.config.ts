// How the pages are built: `npm run build -- --outDir DIR`. Nothing is inlined, since the server's
// Content-Security-Policy allows files of its own only.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
    plugins: [svelte()],
    build: {
        target: 'es2022',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        emptyOutDir: true,
        // Small chunks cost a request each and compress badly.
        rollupOptions: { output: { experimentalMinChunkSize: 8000 } },
    },
    server: {
        host: '127.0.0.1',
        // `npm run dev` shows the sources, a running `kalah serve` answers.
        proxy: { '/api': { target: process.env.KALAH_URL ?? 'http://127.0.0.1:8080', ws: true } },
    },
});
