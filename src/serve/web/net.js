// The line to the server: requests with answers, states pushed, and coming back after losing the line.
import { faultText, t } from './text.js';

export async function ask(method, path, body, signal) {
  const response = await fetch(path, { method, body: body && JSON.stringify(body), signal });
  const unread = { error: { message: t('site.answered', { status: response.status }) } };
  const answer = await response.json().catch(() => unread);
  if (response.ok) return answer;
  const fault = answer.error ?? unread.error;
  throw Object.assign(new Error(faultText(fault)), { faults: fault.faults });
}

/** The error of a request that the server may not have got. */
const lost = message => Object.assign(new Error(message), { isLost: true });

export class Line {
  constructor(game, keys, { onState, onJoined, onLine }) {
    Object.assign(this, { game, keys, onState, onJoined, onLine });
    this.next = 1;
    this.tries = 0;
    this.closed = false;
    this.open();
    addEventListener('online', () => this.hurry());
    document.addEventListener('visibilitychange', () => document.hidden || this.hurry());
  }

  open() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.game}/socket`);
    // Each socket has its own open requests: an older one that ends rejects only those.
    const waiting = new Map();
    Object.assign(this, { socket, waiting });
    socket.onopen = async () => {
      try {
        this.onJoined(await this.send({ do: 'join', keys: this.keys }));
        this.tries = 0;
        this.onLine(true);
      } catch { socket.close(); }
    };
    socket.onmessage = event => {
      const message = JSON.parse(event.data);
      if (message.is === 'state') return this.onState(message);
      const asked = waiting.get(message.re);
      waiting.delete(message.re);
      if (!asked) return;
      if (message.error) asked.reject(Object.assign(new Error(faultText(message.error)), { reason: message.error.reason }));
      else asked.resolve(message.ok);
    };
    socket.onclose = () => {
      for (const { reject } of waiting.values()) reject(lost(t('site.lineLost')));
      waiting.clear();
      if (this.closed || this.socket !== socket) return;
      this.onLine(false);
      this.tries += 1;
      this.timer = setTimeout(() => this.open(), Math.min(250 * 2 ** this.tries, 8000));
    };
  }

  /** Gives the line up. */
  end() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket.close();
  }

  /** Tries again at once instead of waiting. */
  hurry() {
    if (this.closed || this.socket.readyState < 2) return;
    clearTimeout(this.timer);
    this.open();
  }

  send(request) {
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== 1) return reject(lost(t('site.noLine')));
      const re = this.next++;
      this.waiting.set(re, { resolve, reject });
      this.socket.send(JSON.stringify({ re, ...request }));
    });
  }

  rejoin(keys) {
    this.keys = keys;
    return this.send({ do: 'join', keys }).then(this.onJoined);
  }
}
