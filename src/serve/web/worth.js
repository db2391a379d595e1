// What the stretches of the picked lane are worth to the engine: first all of them, and after that each by itself, the best first.
import { ask } from './net.js';
import { Switch } from './switch.js';
import { t } from './text.js';

export class Worth {
  constructor(app) {
    this.app = app;
    this.stretches = [];
    this.switch = new Switch('worth', () => app.selection.entry.show()).open();
  }

  /** Begins with a lane; ends with none. */
  async look(parts) {
    const { app } = this;
    const [lane] = parts;
    const key = this.switch.isOn && lane && !lane.turn ? `${lane.piece}:${lane.bearing}:${lane.arc ?? 0}:${app.shown.text}` : '';
    if (key === this.key) return;
    this.key = key;
    this.asked?.abort();
    this.stretches = [];
    if (!key) return;
    const asked = new AbortController();
    this.asked = asked;
    const found = async within => {
      const wanted = { at: app.wanted(app.at), piece: lane.piece, bearing: lane.bearing, arc: lane.arc ?? 0, within };
      return (await ask('POST', '/api/positions/worth', wanted, asked.signal)).stretches;
    };
    try {
      this.stretches = await found();
      const sign = app.shown.pieces.find(({ label }) => label === lane.piece).color === 'white' ? 1 : -1;
      this.sign = sign;
      for (const { from, to } of [...this.stretches].sort((a, b) => sign * (b.share - a.share))) {
        if (asked.signal.aborted) return;
        app.selection.entry.show();
        const finer = await found([from, to]);
        this.stretches = this.stretches.map(stretch => finer.find(other => other.from === stretch.from && other.to === stretch.to) ?? stretch);
      }
      if (!asked.signal.aborted) app.selection.entry.show();
    } catch (e) { if (!asked.signal.aborted) app.tell(e.message); }
  }

  /** How good a share is for the side that moves: 1 if it wins, 0 if it loses. */
  good({ share }) { return (1 + this.sign * share) / 2; }

  /** The stretch that is best for the side that moves. */
  best() { return this.stretches.reduce((best, next) => (best && this.good(best) >= this.good(next) ? best : next), null); }
}

/** White's value in words where it is a mate. */
export const told = value => value.replace(/^#(.*)/, (_, n) => t('advice.mate', { n })).replace(/^-#(.*)/, (_, n) => t('advice.mated', { n }));
