// Whether the other player is there: beside each player's name, as the server says it.
import { $, make } from './dom.js';
import { LANGUAGE, t } from './text.js';

const clockTime = moment => new Date(moment).toLocaleTimeString(LANGUAGE, { hour: '2-digit', minute: '2-digit' });

export class Presence {
  constructor(app) {
    this.app = app;
    document.addEventListener('visibilitychange', () => this.report());
  }

  /** Tells the server whether this page is in sight. */
  report() {
    if (this.app.sides.length) this.app.line?.send({ do: 'attention', is: document.hidden ? 'away' : 'here' }).catch(() => {});
  }

  take(message) {
    this.message = message;
    this.show();
  }

  show() {
    const { app, message } = this;
    if (!message || !app.introduction) return;
    const alone = app.sides.length === 2 || app.introduction.opponent;
    for (const [id, color] of [['player-top', app.flipped ? 'white' : 'black'], ['player-bottom', app.flipped ? 'black' : 'white']]) {
      const row = $(id);
      row.querySelector('.presence')?.remove();
      if (alone || app.sides.includes(color)) continue;
      const { is, since } = message[color];
      const words = is !== 'gone' ? t(`presence.${is}`) : since === null ? t('presence.notYet') : t('presence.gone', { time: clockTime(since) });
      row.querySelector('.name').after(make('span', { className: `presence ${is}`, textContent: words }));
    }
  }
}
