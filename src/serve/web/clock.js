// The clocks of both sides. The server keeps the time and lets flags fall; the page counts down between its states.
import { sideName, t } from './text.js';

const LOW = 20000;

/** A time as it is read: hours, minutes and seconds, and tenths when little is left. */
export function written(ms) {
  const tenths = Math.max(0, Math.ceil(ms / 100));
  if (ms < LOW) return `0:${String(Math.floor(tenths / 10)).padStart(2, '0')}.${tenths % 10}`;
  const seconds = Math.ceil(ms / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, String(seconds % 60).padStart(2, '0')];
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** A side's time as it is spoken. */
const spoken = (side, ms) => {
  const seconds = Math.ceil(ms / 1000);
  return t('clock.left', { side: sideName(side), minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
};

export class Clock {
  constructor(app) {
    this.app = app;
    setInterval(() => this.clock?.running && this.show(), 100);
  }

  /** Takes the server's time as it was told just now. */
  set(now) { this.ahead = Date.now() - now; }

  /** Takes a state. */
  take(clock) {
    this.clock = clock;
    this.show();
  }

  /** Writes both times. */
  show() {
    const { clock, app } = this;
    if (!app.introduction) return;
    const bottom = app.flipped ? 'black' : 'white';
    for (const [i, side] of ['white', 'black'].entries()) {
      const box = document.querySelector(`#player-${side === bottom ? 'bottom' : 'top'} .clock`);
      box.hidden = !clock;
      if (!clock) continue;
      const runs = clock.running === side;
      const gone = runs ? Math.max(0, Date.now() - this.ahead - clock.at) : 0;
      const left = Math.max(0, clock.left[i] - gone);
      box.textContent = written(left);
      box.setAttribute('aria-label', spoken(side, left));
      box.className = `clock ${runs ? 'runs' : ''} ${left < LOW ? 'low' : ''}`;
    }
  }
}
