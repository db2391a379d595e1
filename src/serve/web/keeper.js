// The service worker of the folder without a server. It keeps what all pages need at the first visit, and answers from that.
//
// Another version is kept beside this one and waits until no page of this one is open: so no game changes its program.

const KEPT = 'continuum-{{version}}';
const FILES = {{files}};

addEventListener('install', event => event.waitUntil((async () => {
  const kept = await caches.open(KEPT);
  await kept.addAll(FILES.map(file => new Request(file, { cache: 'no-cache' })));
})()));

addEventListener('activate', event => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await clients.claim();
})()));

async function answer(request) {
  const kept = await caches.open(KEPT);
  const known = await kept.match(request, { ignoreSearch: true });
  if (known) return known;
  // Scenarios of the rules and their pictures are kept when they are first seen.
  const response = await fetch(request);
  if (response.ok) await kept.put(request, response.clone());
  return response;
}

addEventListener('fetch', event => {
  const { origin, href } = new URL(event.request.url);
  if (event.request.method === 'GET' && origin === location.origin && href.startsWith(registration.scope)) event.respondWith(answer(event.request));
});
