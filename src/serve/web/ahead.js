// A page with a board begins the worker with its library by this, before any other script is there. `loaded.js` takes it over.
globalThis.ahead = new Worker(new URL('library.js', document.currentScript.src), { type: 'module', name: 'continuum.wasm' });
