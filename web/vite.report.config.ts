// How the script of a report is built (src/report/main.ts): one file of JavaScript and one of CSS, which
// `kalah report` writes into its pages. `npm run build:report -- --outDir DIR`.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

/** A report has no address in it and is one HTML file: nothing in its script may look like a link, end the
 *  script or begin a comment. */
const harmless: Plugin = {
    name: 'harmless',
    generateBundle(_options, bundle) {
        for (const file of Object.values(bundle))
            if (file.type === 'chunk')
                file.code = file.code
                    .replaceAll('https://svelte.dev/e/', 'svelte: ')
                    .replaceAll('http:', String.raw`h\x74tp:`)
                    .replaceAll('</script', String.raw`<\/script`)
                    .replaceAll('<!--', String.raw`<\!--`);
    },
};

export default defineConfig({
    plugins: [svelte(), harmless],
    publicDir: false,
    build: {
        target: 'es2022',
        emptyOutDir: true,
        modulePreload: { polyfill: false },
        cssCodeSplit: false,
        rollupOptions: {
            input: 'src/report/main.ts',
            output: {
                format: 'iife',
                entryFileNames: 'report.js',
                assetFileNames: 'report.[ext]',
            },
        },
    },
});
