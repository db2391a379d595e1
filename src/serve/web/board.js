// The board as SVG. It draws what it is given, in board units, and knows where the pointer is.
import { el, figure } from './figures.js';
import { at, ends, isPoint } from './legal.js';

const U = 100; // picture units in one board unit
const LAYERS = ['ground', 'last', 'attacks', 'lanes', 'pieces', 'marks', 'ghost', 'focus'];

export class Board {
  constructor(host) {
    this.host = host;
    this.flipped = false;
    this.pieces = new Map();
  }

  /** A new ground. */
  lay(ground) {
    this.ground = ground;
    const margin = ground.shape === 'plane' ? 0.42 : ground.shape === 'squares' ? 0.1 : 0.15;
    this.margin = margin;
    this.width = ground.max[0] - ground.min[0];
    this.height = ground.max[1] - ground.min[1];
    const box = [-margin, -margin, this.width + 2 * margin, this.height + 2 * margin].map(n => n * U).join(' ');
    this.svg = el('svg', { viewBox: box, class: `board ${ground.shape}`, role: 'application', 'aria-label': 'Board. Tab to it, choose a piece with the arrow keys, Enter to pick it.' });
    this.svg.dataset.min = ground.min;
    this.layers = Object.fromEntries(LAYERS.map(name => [name, this.svg.appendChild(el('g', { class: name }))]));
    this.layers.marks.setAttribute('pointer-events', 'none');
    const clip = el('clipPath', { id: 'on-board' }, el('rect', { x: 0, y: 0, width: this.width * U, height: this.height * U }));
    this.svg.prepend(clip);
    this.layers.attacks.setAttribute('clip-path', 'url(#on-board)');
    this.layers.ghost.setAttribute('pointer-events', 'none');
    this.pieces.clear();
    this.host.replaceChildren(this.svg);
    this.drawGround();
  }

  flip(flipped) {
    this.flipped = flipped;
    this.drawGround();
  }

  /** From the plane to the picture. */
  to([x, y]) {
    const { min, max } = this.ground;
    return this.flipped ? [(max[0] - x) * U, (y - min[1]) * U] : [(x - min[0]) * U, (max[1] - y) * U];
  }

  /** From a pointer event to the plane. */
  from(event) {
    const rect = this.svg.getBoundingClientRect();
    const scale = (this.width + 2 * this.margin) / rect.width;
    const x = (event.clientX - rect.left) * scale - this.margin;
    const y = (event.clientY - rect.top) * scale - this.margin;
    const { min, max } = this.ground;
    return this.flipped ? [max[0] - x, min[1] + y] : [min[0] + x, max[1] - y];
  }

  /** A pixel of the screen in board units. */
  pixel() {
    return (this.width + 2 * this.margin) / this.svg.getBoundingClientRect().width;
  }

  /** Where a place of the plane is on the screen. */
  screen(place) {
    const rect = this.svg.getBoundingClientRect();
    const [x, y] = this.to(place);
    const scale = rect.width / ((this.width + 2 * this.margin) * U);
    return [rect.left + (x + this.margin * U) * scale, rect.top + (y + this.margin * U) * scale];
  }

  drawGround() {
    const layer = this.layers.ground;
    layer.replaceChildren();
    const { shape, cells, lines, centre, min, max } = this.ground;
    if (shape === 'plane') {
      layer.append(el('rect', { x: 0, y: 0, width: this.width * U, height: this.height * U, class: 'ground-field', rx: 3 }));
      const every = this.width > 16 ? 4 : 1;
      for (let i = 0; i <= this.width + 1e-9; i += every) {
        if (i > 0 && i < this.width) {
          const [x, y] = this.to([min[0] + i, min[1] + i]);
          layer.append(el('path', { d: `M${x} 0V${this.height * U}M0 ${y}H${this.width * U}`, class: 'grid' }));
        }
        this.caption(layer, [min[0] + i, min[1]], `${min[0] + i}`, 0, this.flipped ? -0.22 : 0.22);
        this.caption(layer, [min[0], min[1] + i], `${min[1] + i}`, this.flipped ? 0.22 : -0.22, 0);
      }
      for (const [a, b] of lines) layer.append(el('path', { d: `M${this.to(a)}L${this.to(b)}`, class: 'rule' }));
      return;
    }
    for (const cell of cells) layer.append(el('path', { d: this.cellPath(cell), class: `cell ${cell.tint}` }));
    if (centre > 0) layer.append(el('circle', { cx: this.to([0, 0])[0], cy: this.to([0, 0])[1], r: centre * U, class: 'hub' }));
    for (const cell of cells) {
      if (cell.tint === 'void') continue;
      const [x, y] = this.to(cell.sector ? this.polar(cell.sector[0] + 0.15, cell.sector[2] + 0.17 / (cell.sector[0] + 0.15)) : [cell.at[0] - 0.38, cell.at[1] - 0.36]);
      const flipBack = !cell.sector && this.flipped ? [76, -72] : [0, 0];
      const text = el('text', { x: x - flipBack[0], y: y - flipBack[1], class: `cell-name on-${cell.tint}`, 'text-anchor': 'middle', 'dominant-baseline': 'central', 'font-size': cell.sector ? 15 : 17 });
      text.textContent = cell.name;
      layer.append(text);
    }
  }

  caption(layer, place, words, dx, dy) {
    const [x, y] = this.to(place);
    const text = el('text', { x: x + dx * U, y: y + dy * U, class: 'caption', 'text-anchor': 'middle', 'dominant-baseline': 'central', 'font-size': 19 });
    text.textContent = words;
    layer.append(text);
  }

  polar(r, angle) { return [r * Math.cos(angle), r * Math.sin(angle)]; }

  cellPath(cell) {
    if (!cell.sector) {
      const [x, y] = this.to(cell.at);
      return `M${x - U / 2} ${y - U / 2}h${U}v${U}h${-U}z`;
    }
    const [inner, outer, from, to] = cell.sector;
    const p = (r, angle) => this.to(this.polar(r, angle)).map(n => n.toFixed(2)).join(' ');
    const arc = (r, sweep, angle) => `A${r * U} ${r * U} 0 0 ${sweep} ${p(r, angle)}`;
    return `M${p(outer, from)}${arc(outer, 0, to)}L${p(inner, to)}${inner > 0 ? arc(inner, 1, from) : ''}z`;
  }

  /** The men of a position, those that stay gliding to their places. */
  place(position, still = false) {
    const layer = this.layers.pieces;
    layer.classList.toggle('still', still);
    const kept = new Set();
    for (const piece of position.pieces) {
      kept.add(piece.label);
      let group = this.pieces.get(piece.label);
      if (!group || group.dataset.kind !== piece.letter) {
        group?.remove();
        group = this.man(piece);
        this.pieces.set(piece.label, group);
        layer.append(group);
      }
      group.setAttribute('aria-label', this.describe(piece));
      group.classList.toggle('in-check', position.king === piece.label);
      this.move(piece.label, piece.at);
      this.shapeOf(group, piece);
    }
    for (const [label, group] of this.pieces) {
      if (!kept.has(label)) { group.remove(); this.pieces.delete(label); }
    }
  }

  describe(piece) {
    const where = piece.cell ?? piece.at.map(n => Math.round(n * 1000) / 1000).join(', ');
    return `${piece.color} ${piece.name} ${piece.label} at ${where}`;
  }

  man(piece) {
    const group = el('g', { class: `man ${piece.color}`, 'data-label': piece.label, 'data-kind': piece.letter, role: 'button', tabindex: -1 });
    if (this.ground.shape === 'plane') group.append(el('path', { class: 'extent' }));
    group.append(figure(piece.letter, this.figureSize(piece)));
    return group;
  }

  figureSize(piece) {
    const { shape } = this.ground;
    return U * (shape === 'squares' ? 0.88 : shape === 'round' ? 0.88 : (piece.shape.r ?? 0.22) * 1.62);
  }

  shapeOf(group, piece) {
    group.querySelector('.extent')?.setAttribute('d', this.outline(piece.shape, piece.at));
  }

  /** A shape's outline about a centre. */
  outline(shape, centre) {
    if (shape.is === 'disc') {
      const r = shape.r * U;
      return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
    }
    const [cx, cy] = this.to(centre);
    return `M${shape.points.map(p => { const [x, y] = this.to(p); return `${x - cx} ${y - cy}`; }).join('L')}z`;
  }

  move(label, place) {
    const [x, y] = this.to(place);
    const group = this.pieces.get(label);
    if (group) group.style.transform = `translate(${x}px, ${y}px)`;
  }

  last(last) {
    const layer = this.layers.last;
    layer.replaceChildren();
    if (!last || last.path.length < 2) return;
    const d = `M${last.path.map(p => this.to(p).join(' ')).join('L')}`;
    const width = last.r > 0 ? last.r * 2 * U : 16;
    layer.append(el('path', { d, class: 'swept', 'stroke-width': width }));
    layer.append(el('path', { d, class: 'way' }));
    const [x, y] = this.to(last.path[0]);
    layer.append(el('circle', { cx: x, cy: y, r: (last.r || 0.3) * U, class: 'left' }));
    for (const place of last.taken) this.cross(layer, place, 0.11);
  }

  cross(layer, place, size) {
    const [x, y] = this.to(place);
    const s = size * U;
    layer.append(el('path', { d: `M${x - s} ${y - s}l${2 * s} ${2 * s}m0 ${-2 * s}l${-2 * s} ${2 * s}`, class: 'cross' }));
  }

  attacks(shapes) {
    const layer = this.layers.attacks;
    layer.replaceChildren();
    for (const shape of shapes ?? []) {
      if (shape.is === 'cell') layer.append(el('path', { d: this.cellPath(this.ground.cells[shape.index]) }));
      else if (shape.is === 'capsule') layer.append(el('path', { d: `M${this.to(shape.from)}L${this.to(shape.to)}`, 'stroke-width': shape.r * 2 * U, class: 'capsule' }));
      else if (shape.is === 'polygon') layer.append(el('path', { d: `M${shape.points.map(p => this.to(p)).join('L')}z` }));
    }
  }

  /** The whole legal set of a man. */
  lanes(piece, legal, men) {
    const layer = this.layers.lanes;
    layer.replaceChildren();
    this.layers.marks.replaceChildren();
    if (!piece) return;
    const r = piece.shape.is === 'disc' ? piece.shape.r : 0.1;
    const tint = part => (part.captures.length ? 'takes' : (part.promotes === true || part.promotes?.length) ? 'promotes' : 'quiet');
    for (const span of legal.spans) {
      if (span.turn) { this.turn(layer, piece, span, tint(span)); continue; }
      const [a, b] = [this.to(at(piece.at, span, span.from)), this.to(at(piece.at, span, span.to))];
      if (!isPoint(span)) {
        layer.append(el('path', { d: `M${a}L${b}`, class: `corridor ${tint(span)}`, 'stroke-width': 2 * r * U }));
        layer.append(el('path', { d: `M${a}L${b}`, class: `lane ${tint(span)}` }));
        this.end(a, span.open_from, tint(span), span.from > r);
        this.end(b, span.open_to, tint(span));
      } else if (span.captures.length) {
        this.layers.marks.append(el('circle', { cx: a[0], cy: a[1], r: r * U, class: `contact ${tint(span)}` }));
        this.end(a, false, tint(span));
      } else {
        layer.append(el('circle', { cx: a[0], cy: a[1], r: 9, class: `stop ${tint(span)}` }));
      }
      for (const label of span.captures) this.victim(men.get(label));
    }
    for (const target of legal.targets) {
      const [x, y] = this.to(target.at);
      if (target.captures.length) layer.append(el('circle', { cx: x, cy: y, r: 43, class: `target ${tint(target)}` }));
      else layer.append(el('circle', { cx: x, cy: y, r: 15, class: `dot ${tint(target)}` }));
    }
    for (const region of legal.regions) {
      const d = region.borders.map(border => `M${border.map(p => this.to(p)).join('L')}z`).join('');
      layer.append(el('path', { d, class: `region ${tint(region)}` }));
      for (const label of region.captures) this.victim(men.get(label));
    }
  }

  turn(layer, piece, span, tint) {
    const r = 0.62;
    const heading = Math.atan2(span.dir[1], span.dir[0]);
    const p = angle => this.to([piece.at[0] + r * Math.cos(angle), piece.at[1] + r * Math.sin(angle)]);
    const [a, b] = ends(span).map(d => heading + (d * Math.PI) / 180);
    const large = Math.abs(b - a) > Math.PI ? 1 : 0;
    layer.append(el('path', { d: `M${p(a)}A${r * U} ${r * U} 0 ${large} ${b > a ? 0 : 1} ${p(b)}`, class: `lane ${tint}` }));
  }

  /** Ends lie above the men, which would hide them, except within the mover itself. */
  end([x, y], open, tint, above = true) {
    this.layers[above ? 'marks' : 'lanes'].append(el('circle', { cx: x, cy: y, r: 7, class: `end ${open ? 'open' : 'closed'} ${tint}` }));
  }

  victim(piece, sure = false) {
    if (!piece) return;
    const [x, y] = this.to(piece.at);
    const r = (piece.shape.is === 'disc' ? piece.shape.r : 0.36) * U + (sure ? 5 : 3);
    this.layers.marks.append(el('circle', { cx: x, cy: y, r, class: sure ? 'victim sure' : 'victim' }));
  }

  /** Where the man in hand would stand, what it would sweep and what it would take. */
  ghost(piece, choice, men) {
    const layer = this.layers.ghost;
    layer.replaceChildren();
    for (const mark of this.layers.marks.querySelectorAll('.sure')) mark.remove();
    if (!piece || !choice) return;
    const [x, y] = this.to(choice.at);
    const path = choice.target?.path?.length ? choice.target.path : [piece.at, choice.at];
    layer.append(el('path', { d: `M${path.map(p => this.to(p)).join('L')}`, class: 'reach' }));
    const man = el('g', { class: `man ghost-man ${piece.color}`, transform: `translate(${x} ${y})` });
    if (this.ground.shape === 'plane' && piece.shape.is === 'disc') man.append(el('path', { class: 'extent', d: this.outline(piece.shape, piece.at) }));
    man.append(figure(piece.letter, this.figureSize(piece)));
    layer.append(man);
    for (const label of choice.captures) this.victim(men.get(label), true);
  }
}
