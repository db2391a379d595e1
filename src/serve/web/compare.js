// Two landings of the picked piece side by side: one is held while others are chosen.
import { $, make } from './dom.js';
import { moveText } from './legal.js';
import { decimals } from './numbers.js';
import { el } from './outlines.js';
import { standingOf, standingText } from './safety.js';
import { press } from './shell.js';
import { t } from './text.js';
import { trace } from './way.js';
import { told as valueOf } from './worth.js';

/** How long a choice has to stand before the engine is asked, milliseconds. */
const STANDS = 120;

export class Compare {
  /** `ask` asks what a move to a landing brings. */
  constructor(app, ask) {
    Object.assign(this, { app, ask, isOn: false, held: null, other: null, learned: Promise.resolve() });
    $('hold').hidden = false;
    press('hold', () => this.hold());
    press('let-go', () => this.end());
    press('swap', () => this.swap());
  }

  /** Begins to compare, and holds the landing that is chosen; without one the next. */
  hold() {
    const { selection } = this.app;
    if (!selection.picked || selection.peeks) return;
    this.isOn = true;
    // A pointer that crosses the board does not change what is chosen here.
    selection.held = Boolean(selection.choice);
    this.held = null;
    this.look(selection.choice);
  }

  /** Goes back to the landing that is held, and holds the other. */
  swap() {
    const { held, other, app } = this;
    if (!held || !other) return;
    Object.assign(this, { held: other, other: held });
    app.selection.choose(held.choice);
  }

  end() {
    if (!this.isOn) return;
    Object.assign(this, { isOn: false, held: null, other: null, safety: null });
    this.show();
  }

  /** Takes in what is chosen: the first landing is held, later ones are compared with it. */
  look(choice) {
    if (!this.isOn) return;
    const landing = choice && this.landing(choice);
    if (!this.held) this.held = landing;
    else if (landing) this.other = landing.text === this.held.text ? null : landing;
    this.show();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { this.learned = this.learned.then(() => this.learn()); }, STANDS);
  }

  /** A landing by its move, once for each. */
  landing(choice) {
    const { app } = this;
    const letters = choice.target ? choice.target.promotes : app.promotions;
    const text = moveText(choice, choice.promotes ? letters[0] : '');
    return [this.held, this.other].find(known => known?.text === text) ?? { text, choice, brings: null };
  }

  /** Asks what is not known about the landings, one after the other. */
  async learn() {
    const { selection, safety } = this.app;
    if (!selection.safety && !this.safety && this.isOn) this.safety = await safety.ask(selection.picked).catch(() => null);
    for (const landing of [this.held, this.other]) {
      if (!landing || landing.asked) continue;
      landing.asked = true;
      try {
        landing.brings = await this.ask(landing.text);
      } catch (e) { landing.fault = e.message; }
      this.show();
    }
  }

  show() {
    const { app, held, other } = this;
    const { selection } = app;
    $('hold').setAttribute('aria-pressed', String(this.isOn));
    $('compare').hidden = !this.isOn;
    if (selection.marks) draw(selection.marks, selection.piece(), { held, other });
    if (!this.isOn) return $('compared').replaceChildren();
    $('swap').disabled = !other;
    const rows = ['landing', 'takes', 'stands', 'legal', 'next', 'loses', 'value'];
    $('compared').replaceChildren(...rows.filter(row => row !== 'value' || this.isJudged()).map(row => this.row(row)));
  }

  /** Whether some landing has a value. */
  isJudged() { return [this.held, this.other].some(landing => landing?.brings?.value); }

  row(name) {
    const cells = [this.held, this.other].map(landing => make(name === 'landing' ? 'th' : 'td', { textContent: this.tell(name, landing) }));
    const head = make('th', { textContent: t(`compare.${name}`) });
    head.scope = 'row';
    const row = make('tr', {}, head, ...cells);
    row.dataset.row = name;
    return row;
  }

  /** What a row says of a landing. */
  tell(name, landing) {
    if (!landing) return name === 'landing' ? t(this.held ? 'compare.another' : 'compare.first') : '';
    const { selection } = this.app;
    const { choice, brings, fault, text } = landing;
    if (name === 'landing') return placeOf(choice, text, selection.board);
    const none = t('compare.none');
    if (name === 'takes') return choice.captures.join(', ') || none;
    if (name === 'stands') {
      const standing = standingOf(choice, selection.safety ?? this.safety);
      return standing ? standingText(standing) || t('compare.safe') : '';
    }
    if (fault) return fault;
    if (!brings) return '…';
    // Labels of White begin with a capital, also that of what a pawn becomes.
    const own = label => (label[0] !== label[0].toLowerCase()) === (selection.piece()?.color === 'white');
    if (name === 'legal') return brings.legal ? measureOf(brings.legal) : t('compare.check');
    if (name === 'next') return brings.loose.filter(label => !own(label)).join(', ') || none;
    if (name === 'loses') return brings.loose.filter(own).join(', ') || none;
    return brings.value ? valueOf(brings.value) : '';
  }
}

/** A number with the digits that a column has room for. */
const brief = n => decimals(Number(n.toFixed(3)));

/** A landing as it stands at the head of its column. */
function placeOf({ target, region, span, at, d }, text, board) {
  if (target) return target.cell;
  const place = `(${board.surface.canonical(at).at.map(brief).join(', ')})`;
  if (region) return place;
  return span.turn ? text : `${brief(span.bearing)}° ${brief(d)} ${place}`;
}

/** How much a legal set has: cells, or the length of its lanes and the area of its regions. */
function measureOf({ spans, targets, regions }) {
  if (targets.length) return t('compare.cells', { n: new Set(targets.map(({ cell }) => cell)).size });
  const lanes = spans.filter(({ turn }) => !turn);
  const length = lanes.reduce((sum, { from, to }) => sum + to - from, 0);
  const area = regions.reduce((sum, region) => sum + region.area, 0);
  const count = new Set(lanes.map(({ bearing, arc }) => `${bearing} ${arc ?? 0}`)).size;
  return [count && t('compare.lanes', { n: count, length: length.toFixed(1) }), area && t('compare.area', { area: area.toFixed(1) })].filter(Boolean).join(', ') || t('compare.none');
}

/** Draws landings, each with the legal set from there. The one that is chosen stands on the board already. */
function draw(marks, piece, landings) {
  const layer = marks.clear('planned');
  for (const [name, landing] of Object.entries(landings)) {
    if (!piece || !landing) continue;
    const { choice, brings } = landing;
    const group = el('g', { class: `compared ${name}` });
    if (brings?.legal) group.append(...beyond(marks, choice.at, brings.legal));
    if (name === 'held') marks.standing(group, piece, choice);
    layer.append(group);
  }
}

/** A legal set from a landing, thin. */
function beyond(marks, landing, { spans, targets, regions }) {
  const { board } = marks;
  const origin = board.repeats ? board.surface.canonical(landing).at : landing;
  const line = d => el('path', { d, class: 'beyond' });
  return [
    ...spans.filter(({ turn }) => !turn).map(span => line(marks.line(trace(origin, span, span.from, span.to)))),
    ...targets.map(({ at }) => { const [x, y] = board.to(at); return el('circle', { cx: x, cy: y, r: 9, class: 'beyond' }); }),
    ...regions.flatMap(({ outlines }) => outlines).flat().map(side => line(marks.outlined([side]))),
  ];
}
