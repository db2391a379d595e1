// The scripts of a folder without a server, in two files: a browser is slow with so many. This one has those of the front page, the
// other one all the rest. A script runs when it is first asked for, after those that it imports.

const scripts = {{scripts}};
const running = new Map();

async function run(name) {
  if (!(name in scripts)) Object.assign(scripts, (await import('./others.js')).scripts);
  return scripts[name](script);
}

/** What a script exports, by its name. */
export function script(name) {
  if (!running.has(name)) running.set(name, run(name));
  return running.get(name);
}

script(document.querySelector('script[data-script]').dataset.script);
