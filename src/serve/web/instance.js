// Instances of the library, each in a worker of its own. One that is busy can be stopped at once.
import { faultText, t } from './text.js';

const address = new URL('continuum.wasm', import.meta.url);
const loaded = () => fetch(address).then(response => response.arrayBuffer()).then(bytes => WebAssembly.compile(bytes));
/** The library, compiled once. Some hosts give it a type that browsers do not compile on its way. */
const library = WebAssembly.compileStreaming(fetch(address)).catch(loaded);
library.catch(() => {});

/** The error of a question that is asked no more. */
const stopped = () => new DOMException('stopped', 'AbortError');

export class Instance {
  waiting = new Map();
  next = 1;

  /** Asks a question with a body, if it has one. */
  ask(what, body) {
    return new Promise((resolve, reject) => {
      const id = this.next++;
      this.waiting.set(id, { resolve, reject });
      this.worker ??= this.start();
      this.worker.postMessage({ id, what, body: body && JSON.stringify(body) });
    });
  }

  start() {
    const worker = new Worker(new URL('library.js', import.meta.url), { type: 'module' });
    library.then(module => worker.postMessage({ module }), () => this.worker === worker && this.end(new Error(t('site.noLibrary'))));
    worker.onmessage = ({ data: { id, json, picture, error, broken } }) => {
      const asked = this.waiting.get(id);
      this.waiting.delete(id);
      if (broken) {
        asked?.reject(new Error(t('site.broken', { message: broken })));
        this.end(stopped());
      } else if (error) asked?.reject(Object.assign(new Error(faultText(error)), error, { message: faultText(error) }));
      else asked?.resolve(picture ?? json);
    };
    return worker;
  }

  /** Ends what is being computed. */
  stop() { this.end(stopped()); }

  end(error) {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}
