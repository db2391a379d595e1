// The service worker. Pages come from the server, so none is ever out of date; without it, they come from the last visit.

const KEPT = 'continuum-{{version}}';
const NOTICE = '/offline';
/** Pages that show something without the server. */
const PAGES = ['/', '/learn', '/puzzles'];
const FILES = {{files}};

addEventListener('install', event => {
  skipWaiting();
  event.waitUntil(caches.open(KEPT).then(kept => kept.addAll([NOTICE, ...FILES])));
});

addEventListener('activate', event => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await registration.navigationPreload?.enable();
  await clients.claim();
})()));

/** Whether the last page could not be had. */
let isOut = false;

async function page(event, path) {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    isOut = false;
    if (response.ok && PAGES.includes(path)) {
      const copy = response.clone();
      event.waitUntil(caches.open(KEPT).then(kept => kept.put(path, copy)));
    }
    return response;
  } catch {
    isOut = true;
    return (await caches.match(path)) ?? caches.match(NOTICE);
  }
}

const file = async request => (await caches.match(request)) ?? fetch(request);

addEventListener('fetch', event => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== location.origin) return;
  if (event.request.mode === 'navigate') event.respondWith(page(event, pathname));
  // While there is a server the browser keeps these files by itself, and is quicker.
  else if (isOut && pathname.startsWith('/web/')) event.respondWith(file(event.request));
});
