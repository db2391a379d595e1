// The library that answers this page, without any other script: a page with a board begins with it while the others are on their way.

/** Loads a library of this folder and compiles it. Some hosts give it a type that browsers do not compile on its way. */
export function library(name) {
  const address = new URL(name, import.meta.url);
  const plain = () => fetch(address).then(response => response.arrayBuffer()).then(bytes => WebAssembly.compile(bytes));
  const compiled = WebAssembly.compileStreaming(fetch(address)).catch(plain);
  compiled.catch(() => {});
  return compiled;
}

/** Begins a worker with an instance of a library. */
export function begin(library) {
  const worker = new Worker(new URL('library.js', import.meta.url), { type: 'module' });
  library.then(module => worker.postMessage({ module }), () => {});
  return worker;
}

/** The library that answers everything but pictures. */
export const rules = library('continuum.wasm');

/** The first worker with it. */
export const first = begin(rules);
