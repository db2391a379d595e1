// The engine that answers the page: a server, or a library inside this browser. No other module knows which one it is.
//
// The line to the server: requests with answers, states pushed, and coming back after losing the line.
import { faultText, LANGUAGE, t } from './text.js';

/** The engine inside this browser, on a page that has it. */
const local = document.documentElement.dataset.engine === 'browser' ? await import('./local.js') : null;

const ROOT = new URL('../../', import.meta.url);

/** Whether people at several machines can play each other here. */
export const hasServer = !local;

/** The script of the service worker, in the folder that it serves. */
export const serviceWorker = new URL('worker.js', ROOT).href;

/** The address of a page by its name; the front page has none. */
export const pageAt = (name, hash = '') => (local ? local.pageIn(LANGUAGE, name) : ROOT.pathname + name) + hash;

/** The address of a game's page. */
export const gameAt = id => (local ? `${pageAt('game')}?${id}` : pageAt(`game/${id}`));

/** The name of the game of this page. */
export const gameHere = () => (local ? location.search.slice(1) : location.pathname.match(/\/game\/([a-z0-9]+)/)?.[1] ?? null);

/** What a game's page begins with: its introduction and state, or the error for which there is none. */
export const opening = async id => (local ? local.opening(id) : JSON.parse(document.getElementById('opening').textContent));

/** How a game of this browser stands; null when it is gone. */
export async function brief(id) {
  if (local) return local.brief(id);
  const response = await fetch(`/api/games/${id}`);
  return response.status === 404 ? null : { ...(await answerOf(response)), picture: `/api/games/${id}/picture.png?size=260` };
}

/** A game as the text of a scenario. */
export async function scenarioOf(id) {
  if (local) return local.scenarioOf(id);
  const response = await fetch(`/api/games/${encodeURIComponent(id)}/scenario.toml`);
  return response.ok ? response.text() : answerOf(response);
}

const ANALYSIS = 'continuum-analysis';

/** Keeps an analysis for when the page is loaded again: by a server in this window, without one in this browser. */
export function keepAnalysis(analysis) {
  if (local) return local.keepAnalysis(analysis);
  try { sessionStorage.setItem(ANALYSIS, JSON.stringify(analysis)); } catch { /* A tree too large to keep is still there to be saved. */ }
}

/** The analysis that was kept last of those with a hash of the address. */
export async function keptAnalysis(hash) {
  if (local) return local.keptAnalysis(hash);
  const found = JSON.parse(sessionStorage.getItem(ANALYSIS) ?? 'null');
  return found?.hash === hash ? found : null;
}

/** A picture of a position or of some moves, as a file: `{ at, format, size }`. */
export async function pictureOf(wanted) {
  if (local) return local.pictureOf(wanted);
  const response = await fetch('/api/positions/picture', { method: 'POST', body: JSON.stringify(wanted) });
  return response.ok ? response.blob() : answerOf(response);
}

/** Gives all that this browser keeps as a file; only where it keeps games itself. */
export const everything = local?.everything;

/** Shows the pages in another language. */
export function speak(language) {
  if (local) return local.speak(language);
  document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax`;
  location.reload();
}

export const ask = local?.ask ?? askServer;

async function askServer(method, path, body, signal) {
  const unanswered = e => { throw e.name === 'AbortError' ? e : new Error(t('site.noServer')); };
  const response = await fetch(path, { method, body: body && JSON.stringify(body), signal }).catch(unanswered);
  return answerOf(response);
}

/** What the server has answered; its error is thrown. */
async function answerOf(response) {
  const unread = { error: { message: t('site.answered', { status: response.status }) } };
  const answer = await response.json().catch(() => unread);
  if (response.ok) return answer;
  const fault = answer.error ?? unread.error;
  throw Object.assign(new Error(faultText(fault)), { faults: fault.faults });
}

/** How often a page in sight asks for a sign of life, and how long an answer may take, milliseconds. */
const [BEAT, SILENCE] = [2000, 3000];

/** What may take the server long to answer. */
const SLOW = ['best', 'after', 'why'];

/** The error of a request that the server may not have got. */
const lost = message => Object.assign(new Error(message), { isLost: true });

class ServerLine {
  constructor(game, keys, { onState, onJoined, onLine, onPresence, onSilence }) {
    Object.assign(this, { game, keys, onState, onJoined, onLine, onPresence, onSilence });
    this.next = 1;
    this.tries = 0;
    this.open();
    setInterval(() => this.beat(), BEAT);
    addEventListener('online', () => this.hurry());
    // A page that is left may be kept for a return: nobody is there meanwhile.
    addEventListener('pagehide', () => this.socket.close());
    addEventListener('pageshow', () => this.hurry());
    document.addEventListener('visibilitychange', () => document.hidden || this.hurry());
  }

  open() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.game}/socket`);
    // Each socket has its own open requests: an older one that ends rejects only those.
    const waiting = new Map();
    /** The moves that came by this socket: a state has only those after the first `from`. */
    let moves = [];
    /** Fulfilled once a first join is answered: what is asked for before waits for that, or is lost with the socket. */
    let [begin, fail] = [() => {}, () => {}];
    if (!this.wasUp) this.begun = new Promise((...settle) => { [begin, fail] = settle; });
    this.begun.catch(() => {});
    Object.assign(this, { socket, waiting });
    socket.onopen = async () => {
      try {
        this.onJoined(await this.request({ do: 'join', keys: this.keys }));
        begin();
        this.wasUp = true;
        this.tries = 0;
        this.onLine(true);
      } catch { socket.close(); }
    };
    socket.onmessage = event => {
      if (this.socket === socket) this.heard();
      const message = JSON.parse(event.data);
      if (message.is === 'state') {
        moves = [...moves.slice(0, message.from), ...message.moves];
        return this.onState({ ...message, moves });
      }
      if (message.is === 'presence') return this.onPresence(message);
      const asked = waiting.get(message.re);
      waiting.delete(message.re);
      if (!asked) return;
      if (message.error) asked.reject(Object.assign(new Error(faultText(message.error)), { reason: message.error.reason }));
      else asked.resolve(message.ok);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.heard();
      fail(lost(t('site.lineLost')));
      for (const { reject } of waiting.values()) reject(lost(t('site.lineLost')));
      waiting.clear();
      if (this.socket !== socket) return;
      this.onLine(false);
      this.tries += 1;
      this.timer = setTimeout(() => this.open(), Math.min(250 * 2 ** this.tries, 8000));
    };
  }

  /** Asks the server for a sign of life; a line that hangs stays open and says nothing. */
  beat() {
    if (document.hidden || this.socket.readyState === 3) return;
    this.listen();
    if (this.wasUp) this.request({ do: 'attention', is: 'here' }).catch(() => {});
  }

  /** Waits for whatever the server sends next. */
  listen() {
    this.silence ??= setTimeout(() => { this.isSilent = true; this.onSilence(true); }, SILENCE);
  }

  heard() {
    clearTimeout(this.silence);
    this.silence = null;
    if (this.isSilent) this.onSilence(false);
    this.isSilent = false;
  }

  /** Tries again at once instead of waiting. */
  hurry() {
    if (this.socket.readyState < 2) return;
    clearTimeout(this.timer);
    this.open();
  }

  /** Sends a request; before the line has been up for the first time, once it is. */
  async send(request) {
    await this.begun;
    return this.request(request);
  }

  request(request) {
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== 1) return reject(lost(t('site.noLine')));
      const re = this.next++;
      this.waiting.set(re, { resolve, reject });
      if (!SLOW.includes(request.do)) this.listen();
      this.socket.send(JSON.stringify({ re, ...request }));
    });
  }

  rejoin(keys) {
    this.keys = keys;
    return this.send({ do: 'join', keys }).then(this.onJoined);
  }
}

export const Line = local?.Line ?? ServerLine;
