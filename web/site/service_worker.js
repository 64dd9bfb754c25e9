// The service worker of a static page; `kalah page` writes the lines above this: `version` and `files`,
// all files of the site. It fetches all of them once, then answers from its cache alone. A new version
// waits until a page that has just opened lets it take over (src/engine/offline.ts).
const cache_name = `kalah ${version}`;

self.addEventListener('install', (event) => {
    const requests = files.map((file) => new Request(file, { cache: 'reload' }));
    event.waitUntil(caches.open(cache_name).then((cache) => cache.addAll(requests)));
});

self.addEventListener('activate', (event) => {
    const drop_old = async () => {
        for (const name of await caches.keys())
            if (name.startsWith('kalah ') && name !== cache_name) await caches.delete(name);
        await self.clients.claim();
    };
    event.waitUntil(drop_old());
});

self.addEventListener('message', (event) => {
    if (event.data === 'take over') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return;
    const answer = async () => {
        const cache = await caches.open(cache_name);
        const asked = request.mode === 'navigate' ? './index.html' : request;
        return (await cache.match(asked, { ignoreSearch: true })) ?? fetch(request);
    };
    event.respondWith(answer());
});
