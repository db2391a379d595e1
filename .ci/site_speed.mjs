#!/usr/bin/env node
// Measures the library of a folder that `.ci/site` has written: a legal set and a move of level 4 on every preset.
//
// usage: .ci/site_speed.mjs LIBRARY
import { readFileSync } from 'node:fs';

const RUNS = 20;
const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const { memory, question, answer, answered, length } = instance.exports;

function ask(what, body) {
  const [name, sent] = [what, body === undefined ? '' : JSON.stringify(body)].map(text => new TextEncoder().encode(text));
  const at = question(name.length + sent.length);
  new Uint8Array(memory.buffer, at).set(name);
  new Uint8Array(memory.buffer, at + name.length).set(sent);
  const kind = answer(name.length, Number(body !== undefined));
  const told = JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, answered(), length())));
  if (kind) throw new Error(`${what}: ${told.message}`);
  return told;
}

/** The least processor time of some runs, in milliseconds. What a run prepares is not counted. */
function least(runs, work) {
  const times = Array.from({ length: runs }, () => {
    const { user, system } = process.cpuUsage();
    work();
    const after = process.cpuUsage();
    return (after.user + after.system - user - system) / 1000;
  });
  return Math.min(...times);
}

console.log('| preset | legal set, ms | level 4, ms |\n|---|---|---|');
for (const { name } of ask('variants').variants) {
  const legal = least(RUNS, () => ask('positions', { game: { variant: name } }));
  const game = ask('kept/new', { id: 'measured', game: { variant: name, opponent: { side: 'white', level: 4 } } });
  const move = least(3, () => ask('kept/think', { game, now: 0 }));
  console.log(`| ${name} | ${legal.toFixed(1)} | ${move.toFixed(0)} |`);
}
