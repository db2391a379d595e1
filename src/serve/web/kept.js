// What this browser keeps in its database: games and analyses. A game is on the disk before the page shows its move.

const opened = new Promise((resolve, reject) => {
  const request = indexedDB.open('continuum', 1);
  request.onupgradeneeded = () => { for (const store of ['games', 'analyses']) request.result.createObjectStore(store, { keyPath: 'id' }); };
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
opened.catch(() => {});

async function within(store, mode, act) {
  const transaction = (await opened).transaction(store, mode, { durability: 'strict' });
  const request = act(transaction.objectStore(store));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Keeps a game or an analysis as it is now. */
export const keep = (store, one) => within(store, 'readwrite', kept => kept.put(one));

export const kept = (store, id) => within(store, 'readonly', kept => kept.get(id));

export const all = store => within(store, 'readonly', kept => kept.getAll());

/** Does some work on a game while no other page of this browser does any. */
export const locked = (id, work) => (navigator.locks ? navigator.locks.request(`continuum-${id}`, work) : work());
