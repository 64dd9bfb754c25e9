import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

export default {
    preprocess: vitePreprocess({ script: false, style: false }),
    // Short names of classes: every page and every report carries them.
    compilerOptions: { cssHash: ({ css, hash }) => `s${hash(css).slice(0, 4)}` },
};
