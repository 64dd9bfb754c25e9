// The theme, before anything is drawn: the application comes too late for that. It keeps it up to
// date from then on (src/lib/settings.svelte.ts). No module, since those wait for the page.
(() => {
    let theme;
    try {
        theme = JSON.parse(localStorage.getItem('kalah.settings'))?.theme;
    } catch {
        // Then the system's.
    }
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    document.documentElement.dataset.theme = theme === 'light' || theme === 'dark' ? theme : system;
})();
