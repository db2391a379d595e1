// The board as SVG: the ground and the pieces, and where on it the pointer is.
import { el, figure, hasOutline } from './outlines.js';
import { reachOf } from './way.js';

/** Picture units in one board unit. */
export const U = 100;

/** Bodies slimmer than this to each side show their centre instead of a figure, board units. */
const SLIM = 0.13;

const LAYERS = ['ground', 'last', 'attacks', 'lanes', 'pieces', 'marks', 'ghost'];

export class Board {
  constructor(host) {
    this.host = host;
    this.flipped = false;
    this.pieces = new Map();
  }

  /** Lays out a new board. */
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
        // Below and to the left, whichever side is there.
        this.caption(layer, [min[0] + i, (this.flipped ? max : min)[1]], `${min[0] + i}`, 0, 0.22);
        this.caption(layer, [(this.flipped ? max : min)[0], min[1] + i], `${min[1] + i}`, -0.22, 0);
      }
      for (const [a, b] of lines) layer.append(el('path', { d: `M${this.to(a)}L${this.to(b)}`, class: 'rule' }));
      return;
    }
    for (const cell of cells) layer.append(el('path', { d: this.cellPath(cell), class: `cell ${cell.tint}` }));
    if (centre > 0) layer.append(el('circle', { cx: this.to([0, 0])[0], cy: this.to([0, 0])[1], r: centre * U, class: 'hub' }));
    for (const cell of cells) {
      if (cell.tint === 'void') continue;
      const [x, y] = this.to(cell.sector ? this.polar(cell.sector[0] + 0.16, cell.sector[2] + 0.2 / (cell.sector[0] + 0.16)) : [cell.at[0] - 0.38, cell.at[1] - 0.36]);
      const flipBack = !cell.sector && this.flipped ? [76, -72] : [0, 0];
      const text = el('text', { x: x - flipBack[0], y: y - flipBack[1], class: `cell-name on-${cell.tint}`, 'text-anchor': 'middle', 'dominant-baseline': 'central', 'font-size': cell.sector ? 20 : 17 });
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

  /** Draws the pieces of a position; those already there glide to their places. */
  place(position, still = false) {
    const layer = this.layers.pieces;
    layer.classList.toggle('still', still);
    const kept = new Set();
    for (const piece of position.pieces) {
      kept.add(piece.label);
      let group = this.pieces.get(piece.label);
      if (!group || group.dataset.kind !== piece.letter) {
        group?.remove();
        group = this.group(piece);
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
    const facing = piece.heading === null ? '' : `, facing ${Math.round(piece.heading * 10) / 10}°`;
    return `${piece.color} ${piece.name} ${piece.label} at ${where}${facing}`;
  }

  group(piece) {
    const group = el('g', { class: `piece ${piece.color}`, id: `piece-${piece.label}`, 'data-label': piece.label, 'data-kind': piece.letter, role: 'button', tabindex: -1 });
    if (this.ground.shape === 'plane') group.append(el('path', { class: 'extent' }), el('path', { class: 'heading' }));
    group.append(this.emblem(piece));
    return group;
  }

  /** The figure of a kind. A long thin body has no room for it: it shows its letter, or for a known kind its centre, the point that is captured. */
  emblem(piece) {
    if (this.ground.shape !== 'plane') return figure(piece.letter, U * 0.88);
    const room = this.room(piece);
    if (room < SLIM && piece.shape.is !== 'disc') {
      return hasOutline(piece.letter) ? el('circle', { class: 'centre', r: Math.min(room * 60, 7) }) : el('g', { class: 'slim' }, figure(piece.letter, U * 0.36));
    }
    return figure(piece.letter, U * room * 1.6);
  }

  /** How near to its centre a body's border comes. */
  room({ shape, at }) {
    if (shape.is !== 'polygon') return shape.r;
    const { points } = shape;
    return Math.min(...points.map((a, i) => {
      const b = points[(i + 1) % points.length];
      return Math.abs((b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0])) / Math.hypot(b[0] - a[0], b[1] - a[1]);
    }));
  }

  shapeOf(group, piece) {
    group.querySelector('.extent')?.setAttribute('d', this.outline(piece.shape, piece.at));
    group.querySelector('.heading')?.setAttribute('d', this.heading(piece));
  }

  /** The mark of a piece's heading: at its rim, or along the ridge of a slim body. */
  heading(piece) {
    if (piece.heading === null) return '';
    const reach = reachOf(piece) * U;
    const disc = piece.shape.is === 'disc';
    const [from, to] = disc ? [reach * 0.72, reach * 1.12] : this.room(piece) < SLIM ? [-reach * 0.55, reach * 0.62] : [reach * 0.66, reach * 0.9];
    const angle = (piece.heading * Math.PI) / 180;
    const [x, y] = [Math.cos(angle), -Math.sin(angle)].map(c => (this.flipped ? -c : c));
    return `M${x * from} ${y * from}L${x * to} ${y * to}`;
  }

  /** A shape's outline about a centre. */
  outline(shape, centre) {
    if (shape.is === 'disc') {
      const r = shape.r * U;
      return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
    }
    const [cx, cy] = this.to(centre);
    if (shape.is === 'capsule') return this.capsule(shape, [cx, cy]);
    return `M${shape.points.map(p => { const [x, y] = this.to(p); return `${x - cx} ${y - cy}`; }).join('L')}z`;
  }

  /** A body with round ends, about a picture point. */
  capsule({ from, to, r }, [cx, cy]) {
    const [[ax, ay], [bx, by]] = [this.to(from), this.to(to)];
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const [nx, ny] = [(-(by - ay) / length) * r * U, ((bx - ax) / length) * r * U];
    const p = (x, y) => `${x - cx} ${y - cy}`;
    const round = `A${r * U} ${r * U} 0 0 0`;
    return `M${p(ax + nx, ay + ny)}L${p(bx + nx, by + ny)}${round} ${p(bx - nx, by - ny)}L${p(ax - nx, ay - ny)}${round} ${p(ax + nx, ay + ny)}z`;
  }

  move(label, place) {
    const [x, y] = this.to(place);
    const group = this.pieces.get(label);
    if (group) group.style.transform = `translate(${x}px, ${y}px)`;
  }
}
