// A worker: an instance of the library answers what it is asked, one question after the other.

let ready;
const instance = new Promise(resolve => { ready = resolve; });
/** The kinds of answers, as the library numbers them. */
const KINDS = ['json', 'error', 'image/png', 'image/svg+xml', 'image/gif'];

function answer({ memory, question, answer, answered, length }, what, body) {
  const [name, sent] = [what, body ?? ''].map(text => new TextEncoder().encode(text));
  const at = question(name.length + sent.length);
  const into = new Uint8Array(memory.buffer, at, name.length + sent.length);
  into.set(name);
  into.set(sent, name.length);
  const kind = KINDS[answer(name.length, Number(body !== undefined))];
  const bytes = new Uint8Array(memory.buffer, answered(), length());
  return kind.includes('/') ? { picture: new Blob([bytes.slice()], { type: kind }) } : { [kind]: JSON.parse(new TextDecoder().decode(bytes)) };
}

onmessage = async ({ data: { module, id, what, body } }) => {
  if (module) return ready(await WebAssembly.instantiate(module, {}));
  const { exports } = await instance;
  try {
    postMessage({ id, ...answer(exports, what, body) });
  } catch (e) {
    // The instance is in pieces: the page takes another one.
    postMessage({ id, broken: String(e) });
  }
};
