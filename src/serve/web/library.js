// A worker: an instance of the library answers what it is asked, one question after the other.

let ready;
const instance = new Promise(resolve => { ready = resolve; });
/** The kinds of answers, as the library numbers them. */
const KINDS = ['json', 'error', 'image/png', 'image/svg+xml', 'image/gif'];

/** The bytes of the last answer. */
const last = ({ memory, answered, length }) => new Uint8Array(memory.buffer, answered(), length());

const json = bytes => JSON.parse(new TextDecoder().decode(bytes));

function answer(instance, what, body) {
  const { memory, question, answer } = instance;
  const [name, sent] = [what, body ?? ''].map(text => new TextEncoder().encode(text));
  const at = question(name.length + sent.length);
  const into = new Uint8Array(memory.buffer, at, name.length + sent.length);
  into.set(name);
  into.set(sent, name.length);
  const kind = KINDS[answer(name.length, Number(body !== undefined))];
  return kind.includes('/') ? { picture: new Blob([last(instance).slice()], { type: kind }) } : { [kind]: json(last(instance)) };
}

onmessage = async ({ data: { module, id, what, body } }) => {
  if (module) return ready(await WebAssembly.instantiate(module, {}));
  const { exports } = await instance;
  try {
    postMessage({ id, ...answer(exports, what, body) });
  } catch {
    // The computation was too long, and its instance has ended: the page takes another one.
    postMessage({ id, error: json(last(exports)), ended: true });
  }
};
