// Keeps all files of the site in the browser, so that it works offline (site/service_worker.js). A new
// version takes over when the page opens, before anything is done in it, never in the middle.

export async function work_offline(): Promise<void> {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (!workers) return; // an address without https, other than localhost
    try {
        const known = await workers.getRegistration('./');
        if (known?.waiting && workers.controller) {
            const taken = new Promise((done) =>
                workers.addEventListener('controllerchange', done, { once: true }),
            );
            known.waiting.postMessage('take over');
            await taken;
            location.reload();
            return;
        }
        await workers.register('./sw.js');
    } catch {
        // Without it, the page needs its server of files.
    }
}
