// Instances of the library, each in a worker of its own. One that is busy can be stopped at once.
import { beginWith } from './loaded.js';
import { faultText, t } from './text.js';

/** The error of a question that is asked no more. */
const stopped = () => new DOMException('stopped', 'AbortError');

export class Instance {
  waiting = new Map();
  next = 1;

  /** An instance of a library, in a worker that has begun or in one that begins with the first question. */
  constructor(library, worker) {
    this.library = library;
    this.worker = worker && this.attend(worker);
  }

  /** Asks a question with a body, if it has one. */
  ask(what, body) {
    return new Promise((resolve, reject) => {
      const question = { id: this.next++, what, body: body && JSON.stringify(body) };
      this.waiting.set(question.id, { question, resolve, reject });
      this.worker ??= this.attend();
      this.worker.postMessage(question);
    });
  }

  attend(worker = beginWith(this.library)) {
    this.library.catch(() => this.worker === worker && this.end(new Error(t('site.noLibrary'))));
    worker.onmessage = ({ data: { id, json, picture, error, ended } }) => {
      const asked = this.waiting.get(id);
      this.waiting.delete(id);
      if (error) asked?.reject(Object.assign(new Error(), error, { message: faultText(error) }));
      else asked?.resolve(picture ?? json);
      if (ended && this.worker === worker) this.replace();
    };
    return worker;
  }

  /** Takes another worker, and asks it what has no answer yet. */
  replace() {
    this.worker.terminate();
    this.worker = this.waiting.size ? this.attend() : null;
    for (const { question } of this.waiting.values()) this.worker.postMessage(question);
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
