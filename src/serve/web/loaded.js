// Libraries are loaded by workers, which keep the page free for other work.

/** Begins a worker. It loads the library that it is named after, if it has a name. */
const begin = name => new Worker(new URL('library.js', import.meta.url), { type: 'module', name });

/** A library of this folder, and the worker that loads it: other workers share the library. */
export function load(name, worker = begin(name)) {
  const library = new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data: { module, unread } }) => { if (module) resolve(module); else if (unread) reject(new Error(unread)); });
  });
  library.catch(() => {});
  worker.postMessage({ share: true });
  return { library, worker };
}

/** Begins a worker with an instance of a library that is loaded. */
export function beginWith(library) {
  const worker = begin();
  library.then(module => worker.postMessage({ module }), () => {});
  return worker;
}
