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

/** Loads a library and compiles it. Some hosts give it a type that browsers do not compile on its way. */
function compiled(address) {
  const plain = () => fetch(address).then(response => response.arrayBuffer()).then(bytes => WebAssembly.compile(bytes));
  return WebAssembly.compileStreaming(fetch(address)).catch(plain);
}

/** The library that this worker is named after. A worker without a name is given one. */
const own = name && compiled(new URL(name, import.meta.url));
if (own) own.then(module => ready(WebAssembly.instantiate(module, {})), () => {});

onmessage = async ({ data: { share, module, id, what, body } }) => {
  if (share) return own.then(module => postMessage({ module }), e => postMessage({ unread: e.message }));
  if (module) return ready(WebAssembly.instantiate(module, {}));
  const { exports } = await instance;
  try {
    postMessage({ id, ...answer(exports, what, body) });
  } catch {
    // The computation was too long, and its instance has ended: the page takes another one.
    postMessage({ id, error: json(last(exports)), ended: true });
  }
};
