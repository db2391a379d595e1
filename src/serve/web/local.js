// The engine inside this browser: instances of the library answer, and this browser keeps the games. Short answers have an instance
// of their own, so that no drag waits for a search.
import { Instance } from './instance.js';
import { all, keep, kept, locked } from './kept.js';
import { load } from './loaded.js';
import { sidesOf } from './sides.js';
import { faultText, t } from './text.js';

const begun = load('continuum.wasm', globalThis.ahead);
/** The library that answers everything but pictures. */
export const rules = begun.library;
const quick = new Instance(rules, begun.worker);
const [adviser, judge, other, thinker] = Array.from({ length: 4 }, () => new Instance(rules));
/** Who answers what may take long, in place of what it was asked before. */
const SEARCHERS = { 'positions/lines': adviser, 'positions/worth': judge, 'positions/landing': other };
let painter;

function advise(what, body, searcher = adviser) {
  searcher.stop();
  return searcher.ask(what, body);
}

export async function ask(method, path, body, signal) {
  const what = path.slice('/api/'.length);
  if (what === 'games') return make(body);
  const searcher = SEARCHERS[what];
  if (!searcher) return quick.ask(what, body);
  signal?.addEventListener('abort', () => searcher.stop());
  return advise(what, body, searcher);
}

export function pictureOf(wanted) {
  if (!painter) {
    const { library, worker } = load('pictures.wasm');
    painter = new Instance(library, worker);
  }
  return painter.ask('positions/picture', wanted);
}

const newName = () => [...crypto.getRandomValues(new Uint8Array(12))].map(byte => (byte % 36).toString(36)).join('');

async function make(game) {
  const id = newName();
  await keep('games', await quick.ask('kept/new', { id, game }));
  return { game: id, white: 'here', black: 'here' };
}

/** Asks a request about a game, and returns the game after it with the answer. */
const asked = (game, sides, request, instance = quick) => instance.ask('kept/ask', { game, sides, now: Date.now(), next: newName(), request });

let version = 0;
const stateOf = ({ told: { state, moves } }) => ({ ...state, moves, version: ++version });

/** The sides of a game that the address names and the program does not play. */
const sidesHere = game => sidesOf(location.hash.slice(1)).filter(side => side !== game.opponent?.side);

const joined = (game, sides = sidesHere(game)) => asked(game, sides, { do: 'join', keys: [] });

export async function opening(id) {
  const game = await kept('games', id);
  if (!game) return { error: { message: t('site.noGame') } };
  const begun = await joined(game);
  return { introduction: begun.ok, state: stateOf(begun) };
}

export async function brief(id) {
  const game = await kept('games', id);
  if (!game) return null;
  const { ok: { title, variant, opponent, base, differences }, told: { state, moves } } = await joined(game, []);
  const at = { game: { variant: base, rules: differences, position: state.position.text } };
  const picture = URL.createObjectURL(await pictureOf({ at, format: 'svg', size: 260 }));
  return { title, variant: variant.name, opponent, turn: state.position.turn, over: state.over, plies: moves.length, last: moves.at(-1)?.short, picture };
}

export const scenarioOf = async id => (await quick.ask('kept/scenario', await kept('games', id))).text;

/** The name of this window's analysis. */
const ANALYSIS = 'continuum-analysis';

/** Keeps the analysis of this window, once it has a move. */
export async function keepAnalysis(analysis) {
  if (!analysis.line.length) return;
  const id = sessionStorage.getItem(ANALYSIS) ?? newName();
  sessionStorage.setItem(ANALYSIS, id);
  await keep('analyses', { ...analysis, id, when: Date.now() });
}

export async function keptAnalysis(hash) {
  const [found] = (await all('analyses')).filter(analysis => analysis.hash === hash).sort((a, b) => b.when - a.when);
  if (found) sessionStorage.setItem(ANALYSIS, found.id);
  return found ?? null;
}

export const everything = async () => new Blob([JSON.stringify({ games: await all('games'), analyses: await all('analyses') })], { type: 'application/json' });

/** The line to a game that this browser keeps, like that to a server. */
export class Line {
  constructor(id, keys, { onState, onJoined, onLine }) {
    Object.assign(this, { id, onState, onJoined });
    this.others = new BroadcastChannel(`continuum-${id}`);
    this.others.onmessage = async () => this.onState(stateOf(await joined(await kept('games', id))));
    this.rejoin().then(() => onLine(true));
  }

  rejoin() { return this.send({ do: 'join', keys: [] }).then(this.onJoined); }

  async send(request) {
    if (request.do === 'attention') return true;
    if (request.do === 'best') return this.ended(await advise('kept/ask', await this.best(request)));
    return this.ended(await this.change(game => asked(game, sidesHere(game), request)));
  }

  async best(request) { return { game: await kept('games', this.id), sides: [], now: Date.now(), next: '', request }; }

  ended({ ok, error }) {
    if (!error) return ok;
    throw Object.assign(new Error(), error, { message: faultText(error) });
  }

  /** Asks about the game, keeps it as it is after that, and shows it. */
  async change(ask) {
    const answered = await locked(this.id, async () => {
      const before = await kept('games', this.id);
      const after = await ask(before);
      if (after.rematch) await keep('games', after.rematch);
      if (JSON.stringify(after.game) !== JSON.stringify(before)) {
        await keep('games', after.game);
        this.others.postMessage('changed');
      }
      return after;
    });
    if (answered.told) this.follow(answered);
    return answered;
  }

  /** Shows how the game stands, waits for the fall of a flag, and lets the program do what is asked of it. */
  follow(answered) {
    this.onState(stateOf(answered));
    clearTimeout(this.alarm);
    const fallen = game => asked(game, [], { do: 'attention', is: 'here' });
    if (answered.flag) this.alarm = setTimeout(() => this.change(fallen), answered.flag - Date.now());
    thinker.stop();
    if (answered.thinks) this.think(answered.game).catch(e => { if (e.name !== 'AbortError') throw e; });
  }

  async think(game) {
    const { move: text, draw: accepts } = await thinker.ask('kept/think', { game, now: Date.now() });
    if (accepts !== undefined) await this.change(now => quick.ask('kept/reply', { game: now, now: Date.now(), accepts }));
    const { opponent, situation: { ply } } = game;
    if (text) await this.change(now => asked(now, [opponent.side], { do: 'move', text, ply }));
  }
}
