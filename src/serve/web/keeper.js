// The service worker of the folder without a server. It keeps what all pages need at the first visit, and answers from that. The rest
// of the folder follows while a page is looked at.
//
// Another version is kept beside this one and waits until no page of this one is open: so no game changes its program.

const KEPT = 'continuum-{{version}}';
/** The rest lies apart, and is opened only for what lies there: a browser is slow with so many files. */
const REST = `${KEPT}-rest`;
/** The mark that the rest is kept. */
const WHOLE = 'whole';
const FILES = {{files}};
/** How many of the other files are fetched at once. */
const AT_ONCE = 8;

addEventListener('install', event => event.waitUntil((async () => {
  const kept = await caches.open(KEPT);
  await kept.addAll(FILES.first.map(file => new Request(file, { cache: 'no-cache' })));
})()));

addEventListener('activate', event => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (![KEPT, REST].includes(name)) await caches.delete(name);
  await clients.claim();
})()));

/** Keeps the other files. Those that this visit leaves are fetched at the next one. */
async function keepRest() {
  const kept = await caches.open(KEPT);
  if (await kept.match(WHOLE)) return;
  const rest = await caches.open(REST);
  const known = new Set((await rest.keys()).map(({ url }) => url));
  const missing = FILES.later.filter(file => !known.has(new URL(file, registration.scope).href));
  while (missing.length) await rest.addAll(missing.splice(0, AT_ONCE));
  await kept.put(WHOLE, new Response());
}

let keeping;
// A page says that it is shown.
addEventListener('message', event => {
  keeping ??= keepRest().catch(() => {}).finally(() => { keeping = null; });
  event.waitUntil(keeping);
});

/** What is kept under an address, whose query names a game. Searching without queries (`ignoreSearch`) would look at every file. */
async function answer(request) {
  const { origin, pathname } = new URL(request.url);
  for (const name of [KEPT, REST]) {
    const known = await (await caches.open(name)).match(origin + pathname);
    if (known) return known;
  }
  return fetch(request);
}

addEventListener('fetch', event => {
  const { origin, href } = new URL(event.request.url);
  if (event.request.method === 'GET' && origin === location.origin && href.startsWith(registration.scope)) event.respondWith(answer(event.request));
});
