// Advice: the best lines of the position shown, as lanes on the board and as a list, and a bar of who stands better.
import { $, make } from './dom.js';
import { pageAt } from './net.js';
import { Switch } from './switch.js';
import { t } from './text.js';
import { told } from './worth.js';

const LINES = 3;

export class Advice {
  constructor(app) {
    this.app = app;
    this.analyses = false;
    $('hint').addEventListener('click', () => this.hint());
    $('analyse').addEventListener('click', () => { this.analyses = !this.analyses; this.press(); this.renew(); });
    this.switch = new Switch('evaluate', () => { this.press(); this.renew(); }, 'bar').open();
    this.press();
  }

  get evaluates() { return this.switch.isOn; }

  press() {
    $('analyse').setAttribute('aria-pressed', String(this.analyses));
    $('bar').hidden = !this.evaluates;
    $('lines').hidden = !this.analyses;
  }

  /** Whether the server gives advice: not while two people play each other. */
  allowed() {
    const { state, sides, introduction } = this.app;
    return Boolean(state && (state.over || introduction.opponent || sides.length === 2));
  }

  /** Forgets what belongs to another position, and asks anew. */
  renew() {
    const { app } = this;
    app.marks.lines([]);
    $('lines').replaceChildren();
    const allowed = this.allowed();
    for (const id of ['hint', 'analyse', 'evaluate']) $(id).disabled = !allowed;
    $('to-analysis').hidden = !allowed;
    $('to-analysis').href = pageAt('analysis', `#game=${app.game}&ply=${app.shown.ply}`);
    $('bar').hidden = !allowed || !this.evaluates;
    $('lines').hidden = !allowed || !this.analyses;
    if (!allowed || !(this.analyses || this.evaluates)) return;
    this.ask(this.analyses ? LINES : 1, found => {
      if (this.evaluates) this.bar(found.lines[0]);
      if (!this.analyses) return;
      app.marks.lines(found.lines);
      this.list(found.lines);
    });
  }

  hint() {
    this.ask(1, found => {
      if (!found.lines.length) return;
      this.app.marks.lines(found.lines);
      if (this.evaluates) this.bar(found.lines[0]);
      $('readout').textContent = t('advice.hint', { move: found.lines[0].moves[0], value: told(found.lines[0].value) });
    });
  }

  async ask(lines, show) {
    const { app } = this;
    const position = app.shown;
    this.asked = (this.asked ?? 0) + 1;
    const mine = this.asked;
    try {
      const found = await app.request({ do: 'best', ply: position.ply, lines });
      if (mine === this.asked && app.shown === position) show(found);
    } catch (e) {
      // A later request has taken the place of an earlier one, which is then refused.
      if (mine === this.asked) app.tell(e.message);
    }
  }

  /** White's part of the bar; at the end of a game all or half of it. */
  bar(line) {
    const { shown } = this.app;
    const won = { white: 1, black: -1 }[shown.winner] ?? 0;
    const share = line ? line.share : won;
    const bar = $('bar');
    bar.firstElementChild.style.width = `${50 + 50 * share}%`;
    bar.dataset.value = line ? line.value : '';
    bar.setAttribute('aria-label', line ? t('advice.value', { value: told(line.value) }) : t('advice.over'));
  }

  list(lines) {
    $('lines').replaceChildren(...lines.map(line => make('li', {}, make('b', { textContent: told(line.value) }), ` ${line.moves.join(', ')}`)));
  }
}
