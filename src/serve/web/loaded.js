// The library that answers this page, without any other script: a page with a board begins with it while the others are on their way.

const address = new URL('continuum.wasm', import.meta.url);
const plain = () => fetch(address).then(response => response.arrayBuffer()).then(bytes => WebAssembly.compile(bytes));
/** The library, compiled once. Some hosts give it a type that browsers do not compile on its way. */
export const library = WebAssembly.compileStreaming(fetch(address)).catch(plain);
library.catch(() => {});

/** Begins a worker with an instance of the library. */
export function begin() {
  const worker = new Worker(new URL('library.js', import.meta.url), { type: 'module' });
  library.then(module => worker.postMessage({ module }), () => {});
  return worker;
}

/** The first worker. */
export const first = begin();
