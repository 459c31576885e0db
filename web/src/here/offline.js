// The page without a network: everything it is made of is kept when it is first loaded. build.mjs puts the list of files and a
// name that changes with them in front. What the server answers (/api, /ws) is never kept.
self.addEventListener("install", event => {
  event.waitUntil(caches.open(NAME).then(cache => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", event => {
  const old = names => Promise.all(names.filter(name => name.startsWith("croupier-") && name !== NAME).map(name => caches.delete(name)));
  event.waitUntil(caches.keys().then(old).then(() => self.clients.claim()));
});

self.addEventListener("fetch", event => {
  const url = new URL(event.request.url);
  const path = url.pathname.slice(new URL(self.registration.scope).pathname.length);
  if (event.request.method !== "GET" || url.origin !== location.origin || !FILES.includes("./" + path)) return;
  // Names with a hash never change. The page itself is asked of the server first: a new one brings new names.
  event.respondWith(path
    ? caches.match(event.request).then(kept => kept ?? fetch(event.request))
    : fetch(event.request).then(fresh => (fresh.ok ? fresh : Promise.reject(new Error("no page"))))
      .catch(() => caches.match("./").then(kept => kept ?? Response.error())));
});
