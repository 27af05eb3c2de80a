// Keeps the page for when there is no network, and the one with Python for whoever has opened that. It asks for nothing else.

declare const self: ServiceWorkerGlobalScope;

const CACHE = `camel-cards-${__VERSION__}`;
const PYTHON = "camel-cards-python.html";
const nameOf = (url: string) => new URL(url).pathname.slice(new URL(self.registration.scope).pathname.length);

self.addEventListener("install", (event) => {
    event.waitUntil((async () => {
        // Who opened the page with Python first did so without this.
        const clients = await self.clients.matchAll({ includeUncontrolled: true });
        const cache = await caches.open(CACHE);
        await cache.addAll(["./", ...(clients.some(({ url }) => nameOf(url) === PYTHON) ? [PYTHON] : [])]);
        await self.skipWaiting();
    })());
});

self.addEventListener("activate", (event) => {
    event.waitUntil((async () => {
        const names = await caches.keys();
        const others = names.filter((name) => name.startsWith("camel-cards-") && name !== CACHE);
        await Promise.all(others.map((name) => caches.delete(name)));
        await self.clients.claim();
    })());
});

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const name = nameOf(request.url);
    // Others may live below this folder.
    if (request.mode !== "navigate" || !["", "index.html", "camel-cards.html", PYTHON].includes(name)) return;
    // The page is the same under all its names but one. A new one is fetched by the next installation.
    const key = name === PYTHON ? PYTHON : "./";
    event.respondWith(caches.open(CACHE).then(async (cache) => {
        const kept = await cache.match(key);
        if (kept) return kept;
        const response = await fetch(request);
        if (key === PYTHON && response.ok) event.waitUntil(cache.put(PYTHON, response.clone()));
        return response;
    }));
});
