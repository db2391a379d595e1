// Arrows and circles that a visitor draws on the board: by the right button, or by any pointer while the pencil is on.
import { el } from './outlines.js';
import { apart } from './way.js';

const COLOURS = ['G', 'R', 'B', 'Y'];
/** A pointer that goes no farther than this draws a circle, board units. */
const NEAR = 0.35;
const HEAD = 0.26;

const rounded = place => place.map(c => Number(c.toFixed(3)));
const same = (a, b) => apart(a, b) < 1e-6;
const equal = (a, b) => same(a.from, b.from) && same(a.to ?? a.from, b.to ?? b.from);

export class Drawings {
  /** `changed` is told the new shapes. */
  constructor(changed) {
    this.changed = changed;
    this.shapes = [];
    this.pencil = false;
  }

  /** Listens to a new board. */
  attach(board) {
    this.board = board;
    this.layer = el('g', { class: 'drawn', 'pointer-events': 'none' });
    board.layers.marks.after(this.layer);
    const { svg } = board;
    const draws = event => event.button === 2 || (this.pencil && event.button === 0);
    svg.addEventListener('pointerdown', event => { if (draws(event)) this.begin(event); }, true);
    svg.addEventListener('pointermove', event => { if (this.open) this.follow(event); }, true);
    svg.addEventListener('pointerup', event => { if (this.open) this.end(event); }, true);
    svg.addEventListener('pointercancel', () => { this.open = null; this.draw(); });
    svg.addEventListener('contextmenu', event => event.preventDefault());
  }

  /** The place that a pointer means: a cell's centre, or on the plane a piece's centre that is near. */
  place(event) {
    const { board } = this;
    const at = board.from(event);
    const anchors = board.ground.shape === 'plane' ? this.pieces : board.ground.cells.filter(cell => cell.tint !== 'void');
    const reach = board.ground.shape === 'plane' ? 0.3 : Infinity;
    const near = anchors.map(({ at: place }) => ({ place, off: apart(place, at) })).sort((a, b) => a.off - b.off)[0];
    return rounded(near && near.off <= reach ? near.place : at);
  }

  begin(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
    this.board.svg.setPointerCapture(event.pointerId);
    const colour = COLOURS[(event.shiftKey ? 1 : 0) + (event.altKey ? 2 : 0)];
    this.open = { colour, from: this.place(event), id: event.pointerId };
  }

  follow(event) {
    event.stopImmediatePropagation();
    const to = this.place(event);
    this.open.to = apart(this.open.from, to) > NEAR ? to : undefined;
    this.draw();
  }

  end(event) {
    this.follow(event);
    const { colour, from, to } = this.open;
    this.open = null;
    const shape = { colour, from, ...(to && { to }) };
    // What is drawn again is taken off; in another colour it is coloured anew.
    const there = this.shapes.find(other => equal(other, shape));
    const rest = this.shapes.filter(other => other !== there);
    this.set(there?.colour === colour ? rest : [...rest, shape], this.pieces);
    this.changed(this.shapes);
  }

  set(shapes, pieces) {
    Object.assign(this, { shapes, pieces });
    this.draw();
  }

  draw() {
    const { board } = this;
    if (!board) return;
    this.layer.replaceChildren(...[...this.shapes, ...(this.open ? [this.open] : [])].map(shape => this.figure(shape)));
    board.svg.dataset.drawn = this.shapes.length;
  }

  figure({ colour, from, to }) {
    const { board } = this;
    const [x, y] = board.to(from);
    if (!to) return el('circle', { cx: x, cy: y, r: 40, class: `colour-${colour}` });
    const [tx, ty] = board.to(to);
    const far = Math.hypot(tx - x, ty - y) || 1;
    const [ux, uy] = [(tx - x) / far, (ty - y) / far];
    const head = HEAD * 100;
    const [bx, by] = [tx - ux * head, ty - uy * head];
    return el('g', { class: `colour-${colour}` }, el('path', { d: `M${x} ${y}L${bx} ${by}` }),
      el('path', { class: 'point', d: `M${tx} ${ty}L${bx - uy * head * 0.6} ${by + ux * head * 0.6}L${bx + uy * head * 0.6} ${by - ux * head * 0.6}z` }));
  }
}

const TAG = /\[%c(?:sl|al) ([^\]]*)\]\s*/g;

/** A comment with its drawings as other programs write them: `[%csl Ge4]` for circles, `[%cal Ge2e4]` for arrows. On the plane a
 * place is `x,y`, drawings are parted by blanks and the ends of an arrow by `>`. */
export function written(comment, shapes, cells) {
  const name = place => cells.find(cell => same(rounded(cell.at), place))?.name ?? place.join(',');
  const [between, to] = cells.length ? [',', ''] : [' ', '>'];
  const list = (tag, some) => (some.length ? [`[%${tag} ${some.map(shape => `${shape.colour}${name(shape.from)}${shape.to ? to + name(shape.to) : ''}`).join(between)}]`] : []);
  return [...list('csl', shapes.filter(shape => !shape.to)), ...list('cal', shapes.filter(shape => shape.to)), ...(comment ? [comment] : [])].join(' ');
}

/** The comment and the drawings of what `written` gives. */
export function read(text, cells) {
  const shapes = [];
  const at = word => (cells.length ? cells.find(cell => cell.name === word)?.at : word.split(',').map(Number));
  const pattern = cells.length ? /([GRBY])([a-z]+\d+)([a-z]+\d+)?/g : /([GRBY])(-?[\d.]+,-?[\d.]+)(?:>(-?[\d.]+,-?[\d.]+))?/g;
  for (const [, list] of text.matchAll(TAG)) {
    for (const [, colour, from, to] of list.matchAll(pattern)) {
      const places = [from, ...(to ? [to] : [])].map(at);
      if (places.every(place => place?.every(Number.isFinite))) shapes.push({ colour, from: rounded(places[0]), ...(to && { to: rounded(places[1]) }) });
    }
  }
  return { comment: text.replace(TAG, '').trim(), shapes };
}
