// The line to a game: requests with answers, states pushed, and coming back after losing the line to a server.
import { engine, hasServer } from './net.js';
import { faultText, t } from './text.js';

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

/** The line to a game of this page's engine. */
export const Line = hasServer ? ServerLine : (await engine()).Line;
