// Keeps the page for when there is no network. It asks for nothing but the page.

declare const self: ServiceWorkerGlobalScope;
declare const __VERSION__: string;

const CACHE = `camel-cards-${__VERSION__}`;

self.addEventListener("install", (event) => {
    event.waitUntil(caches.open(CACHE).then((cache) => cache.add("./")).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
    const old = async () => {
        const names = await caches.keys();
        const others = names.filter((name) => name.startsWith("camel-cards-") && name !== CACHE);
        await Promise.all(others.map((name) => caches.delete(name)));
    };
    event.waitUntil(old().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const name = new URL(request.url).pathname.slice(new URL(self.registration.scope).pathname.length);
    // Others may live below this folder.
    if (request.mode !== "navigate" || !["", "index.html", "camel-cards.html"].includes(name)) return;
    // The page is the same under all its names. A new one is fetched by the next installation.
    event.respondWith(caches.open(CACHE).then(async (cache) => (await cache.match("./")) ?? fetch(request)));
});
