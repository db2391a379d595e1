// The best lines of the position shown: drawn as lanes, and as a list whose moves are entered by pressing them.
import { $, make } from './dom.js';
import { ask } from './net.js';
import { t } from './text.js';
import { told } from './worth.js';

const LINES = 3;

export class BestLines {
  constructor(app) {
    this.app = app;
    this.isShown = false;
    $('analyse').addEventListener('click', () => {
      this.isShown = !this.isShown;
      $('analyse').setAttribute('aria-pressed', String(this.isShown));
      this.renew();
    });
  }

  /** Forgets what belongs to another position, and asks anew. */
  async renew() {
    const { app } = this;
    this.asked?.abort();
    app.selection.marks.lines([]);
    $('lines').replaceChildren();
    $('lines').hidden = $('bar').hidden = !this.isShown;
    if (!this.isShown) return;
    const asked = new AbortController();
    this.asked = asked;
    const { at } = app;
    try {
      const { lines } = await ask('POST', '/api/positions/lines', { at: app.wanted(at), lines: LINES }, asked.signal);
      if (app.at === at && this.isShown) this.show(lines);
    } catch (e) { if (!asked.signal.aborted) app.tell(e.message); }
  }

  show(lines) {
    const { app } = this;
    app.selection.marks.lines(lines);
    const won = { white: 1, black: -1 }[app.shown.winner] ?? 0;
    const value = lines[0] ? told(lines[0].value) : '';
    $('bar').firstElementChild.style.width = `${50 + 50 * (lines[0]?.share ?? won)}%`;
    $('bar').setAttribute('aria-label', value);
    $('lines').replaceChildren(...(lines.length ? lines.map(line => this.line(line)) : [make('li', { textContent: t('analysis.noLine') })]));
  }

  line({ value, moves, texts }) {
    const buttons = moves.map((words, n) => {
      const button = make('button', { type: 'button', className: 'ply', textContent: words, title: t('analysis.enter', { text: texts[n] }) });
      button.addEventListener('click', () => this.app.enter(texts.slice(0, n + 1)).catch(e => this.app.tell(e.message)));
      return button;
    });
    return make('li', {}, make('b', { textContent: told(value) }), ' ', ...buttons);
  }
}
