// The board as SVG: the ground and the pieces, and where on it the pointer is.
import { aheadRound, bentOutline, capsule } from './bodies.js';
import { Camera } from './camera.js';
import { Copies } from './copies.js';
import { Motion } from './motion.js';
import { U, el, figure, hasOutline } from './outlines.js';
import { Bend, Surface, placed } from './surface.js';
import { kindName, t } from './text.js';
import { outOfCrowd, reachOf, roomOf } from './way.js';

/** Bodies slimmer than this to each side show their centre instead of a figure, board units. */
const SLIM = 0.13;

/** How wide a figure is drawn beside the radius that has room for it. */
const FIGURE = 1.95;

/** How far a figure reaches within its cell, board units. */
const IN_CELL = 0.34;

/** How much of the board is repeated beyond a glued side, board units. */
const BEYOND = 2;

/** How much is always shown beyond a glued side, board units. */
const SLIVER = 0.15;

export const LAYERS = ['ground', 'seams', 'last', 'attacks', 'lanes', 'advice', 'pieces', 'planned', 'marks', 'ghost', 'fan'];

export class Board {
  /** `captions` writes what stands about the board; without it nothing does. */
  constructor(host, captions = null) {
    Object.assign(this, { host, captions });
    this.flipped = false;
    this.pieces = new Map();
  }

  /** Lays out a new board. */
  lay(ground) {
    this.ground = ground;
    this.width = ground.max[0] - ground.min[0];
    this.height = ground.max[1] - ground.min[1];
    this.surface = new Surface(ground);
    this.bend = ground.bend && new Bend(ground.bend, ground.chart);
    /** Whether the chart is shown flat and continues across its sides. */
    this.repeats = this.surface.hasSeams && !this.bend;
    this.margin = !this.captions ? 0.15 : ground.shape === 'plane' ? 0.42 : 0.045 * this.width + (this.repeats ? SLIVER : 0);
    this.pan = [0, 0];
    this.turned = 0;
    this.repeated = false;
    this.svg = el('svg', { class: `board ${ground.shape}${this.bend ? ' bent' : ''}${this.repeats ? ' glued' : ''}`, role: 'application', 'aria-label': t('site.boardHow') });
    this.view = new Camera(this.svg, U);
    // For whoever asks from outside where a place is.
    this.svg.placeOnScreen = place => this.screen(place);
    // The grounds of all copies lie below what stands on any of them. A layer's copy has its classes, which the styles of its parts
    // ask for.
    const glued = `${ground.shape}${this.repeats ? ' glued' : ''}`;
    const [base, world] = ['base', 'world'].map(id => el('g', { id, class: glued }));
    this.layers = Object.fromEntries(LAYERS.map(name => [name, (name === 'ground' ? base : world).appendChild(el('g', { class: `${name} ${glued}`, id: `layer-${name}` }))]));
    this.copies = this.repeats ? [base, world].map(part => new Copies([...part.children])) : [];
    const [copiesOfBase, copiesOfWorld] = this.copies.map(copies => copies.group);
    this.camera = el('g', {}, ...[base, copiesOfBase, world, copiesOfWorld].filter(Boolean));
    this.window = el('rect', {});
    this.frame = el('g', { class: 'frame' });
    this.svg.append(el('clipPath', { id: 'on-board' }, el('rect', { x: 0, y: 0, width: this.width * U, height: this.height * U })), el('clipPath', { id: 'in-window' }, this.window));
    const stage = el('g', this.repeats ? { 'clip-path': 'url(#in-window)' } : {}, this.camera);
    this.svg.append(stage, this.frame);
    if (!this.bend && !this.repeats) this.layers.attacks.setAttribute('clip-path', 'url(#on-board)');
    for (const name of ['marks', 'ghost', 'fan']) this.layers[name].setAttribute('pointer-events', 'none');
    this.pieces.clear();
    this.motion = new Motion(this);
    this.host.replaceChildren(this.svg);
    this.drawGround();
  }

  /** Shows what lies beyond the glued sides too, or the board alone. */
  repeat(repeated) {
    this.repeated = repeated;
    this.drawGround();
  }

  /** How much is shown beyond each side, board units. */
  beyond() {
    return this.repeated && this.repeats ? this.surface.glued.map(glued => (glued ? BEYOND : 0)) : [0, 0];
  }

  /** Drags the chart along, or turns a round board: from one pointer event to another. */
  dragBy(from, to) {
    if (this.view.zoom > 1) return this.view.dragBy(from, to);
    if (this.bend) {
      const angle = event => { const [x, y] = this.picture(event); return Math.atan2(y, x); };
      this.turned += angle(to) - angle(from);
      return;
    }
    const [a, b] = [this.picture(from), this.picture(to)];
    const lengths = [this.width, this.height];
    // A flip brings each place back after two boards.
    this.pan = this.pan.map((c, axis) => (this.surface.glued[axis] ? (c - (b[axis] - a[axis])) % (2 * lengths[axis]) : 0));
    this.drawFrame();
  }

  get canBeDragged() { return this.surface.hasSeams || this.view.zoom > 1; }

  flip(flipped) {
    this.flipped = flipped;
    this.drawGround();
  }

  /** From the chart to the picture. */
  to(place) {
    const { min, max } = this.ground;
    const [x, y] = this.bend ? this.bend.to(place, this.turned) : place;
    return this.flipped ? [(max[0] - x) * U, (y - min[1]) * U] : [(x - min[0]) * U, (max[1] - y) * U];
  }

  /** The same for a place that may lie beyond a seam. */
  on(place) { return this.to(this.repeats ? this.surface.canonical(place).at : place); }

  /** An image of the board as it takes places of the picture. */
  inPicture(image) {
    const [origin, moved] = [[0, 0], placed(image, [0, 0])].map(place => this.to(place));
    return { ...image, x: moved[0] - image.fx * origin[0], y: moved[1] - image.fy * origin[1] };
  }

  /** A way as an SVG path: cut at seams, or bent with the chart. */
  path(places) {
    if (this.bend) return `M${this.bend.fine(places).map(p => this.to(p)).join('L')}`;
    const parts = this.repeats ? this.surface.cut(places) : [places];
    return parts.map(part => `M${part.map(p => this.to(p)).join('L')}`).join('');
  }

  /** A closed outline as an SVG path, bent with the chart. */
  area(places) {
    const round = [...places, places[0]];
    return `M${(this.bend ? this.bend.fine(round) : places).map(p => this.to(p)).join('L')}z`;
  }

  /** The plane about the pointer, before any bending. */
  picture(event) {
    const [x, y] = this.view.at(event);
    const { min, max } = this.ground;
    return this.flipped ? [max[0] - x, min[1] + y] : [min[0] + x, max[1] - y];
  }

  /** From a pointer event to the chart. */
  from(event) {
    const at = this.picture(event);
    if (this.bend) return this.bend.back(at, this.turned);
    return this.repeats ? this.surface.canonical([at[0] + this.pan[0], at[1] + this.pan[1]]).at : at;
  }

  /** A pixel of the screen in board units. */
  pixel() { return this.view.pixel(); }

  /** Where a place of the chart is on the screen. */
  screen(place) {
    const { min, max } = this.ground;
    let seen = place;
    if (this.repeats) {
      const [ox, oy] = this.pan;
      seen = this.surface.imagesOf(place, [ox + 1e-9, oy + 1e-9, ox + this.width - 1e-9, oy + this.height - 1e-9]).map(([x, y]) => [x - ox, y - oy])
        .find(([x, y]) => x >= min[0] - 1e-6 && x <= max[0] + 1e-6 && y >= min[1] - 1e-6 && y <= max[1] + 1e-6) ?? place;
    }
    return this.view.screen(this.to(seen).map(n => n / U));
  }

  drawGround() {
    const layer = this.layers.ground;
    layer.replaceChildren();
    // The ground of no copy may cover the arrows of another.
    this.layers.seams.replaceChildren();
    const { shape, cells, lines, centre, seams } = this.ground;
    this.drawFrame();
    for (const side of seams.sides) this.seam(this.layers.seams, side);
    if (shape === 'plane') {
      this.drawPlane(layer);
      for (const line of lines) layer.append(el('path', { d: this.path(line), class: 'rule' }));
      return;
    }
    for (const cell of cells) layer.append(el('path', { d: this.cellPath(cell), class: `cell ${cell.tint}` }));
    if (centre > 0) layer.append(el('circle', { cx: this.to([0, 0])[0], cy: this.to([0, 0])[1], r: centre * U, class: 'hub' }));
  }

  /** The field of a plane board: its grid, voids and seams. */
  drawPlane(layer) {
    const { chart: [w, h], voids } = this.ground;
    if (this.bend) {
      const rim = y => `${this.path([[0, y], [this.bend.shape === 'ring' ? w : 2 * w, y]])}z`;
      layer.append(el('path', { d: rim(0) + (this.bend.shape === 'ring' ? rim(h) : ''), class: 'ground-field', 'fill-rule': 'evenodd' }));
    } else {
      layer.append(el('rect', { x: 0, y: 0, width: w * U, height: h * U, class: 'ground-field', rx: this.repeats ? 0 : 3 }));
    }
    const every = w > 16 ? 4 : 1;
    for (let x = every; x < w; x += every) layer.append(el('path', { d: this.path([[x, 0], [x, h]]), class: 'grid' }));
    for (let y = every; y < h; y += every) layer.append(el('path', { d: this.path([[0, y], [w, y]]), class: 'grid' }));
    for (const [[x0, y0], [x1, y1]] of voids) layer.append(el('path', { d: this.area([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]), class: 'cell void' }));
  }

  /** A seam with the arrow of textbooks; the copy beyond shows it on the other side, reversed by a flip. */
  seam(layer, [from, to]) {
    const [a, b] = [this.to(from), this.to(to)];
    layer.append(el('path', { d: this.bend ? this.path([from, to]) : `M${a}L${b}`, class: 'seam' }));
    if (this.bend) return;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    for (const share of [0.25, 0.75]) {
      const [x, y] = [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
      layer.append(el('path', { d: `M${x - 16 * ux - 12 * uy} ${y - 16 * uy + 12 * ux}L${x} ${y}L${x - 16 * ux + 12 * uy} ${y - 16 * uy - 12 * ux}`, class: 'seam arrow' }));
    }
  }

  /** What belongs to the window and not to the board: its size, the copies in it, the captions about it. */
  drawFrame() {
    const [px, py] = this.beyond();
    const box = [-this.margin - px, -this.margin - py, this.width + 2 * (this.margin + px), this.height + 2 * (this.margin + py)];
    this.view.set(box);
    this.host.parentElement.style.setProperty('--ratio', box[2] / box[3]);
    this.frame.replaceChildren();
    if (this.repeats) this.drawCopies(px, py);
    this.captions?.(this);
  }

  drawCopies(px, py) {
    const [ox, oy] = this.pan;
    const shift = this.flipped ? [ox, -oy] : [-ox, oy];
    this.camera.setAttribute('transform', `translate(${shift[0] * U} ${shift[1] * U})`);
    // A little beyond the seams is shown always: what lies on them, and their arrows.
    const [ex, ey] = [px, py].map((far, axis) => far + (this.surface.glued[axis] ? SLIVER : 0));
    for (const [name, value] of Object.entries({ x: -ex * U, y: -ey * U, width: (this.width + 2 * ex) * U, height: (this.height + 2 * ey) * U })) this.window.setAttribute(name, value);
    // A piece reaches at most a unit beyond its own copy.
    const shown = [ox - px - 1, oy - py - 1, ox + this.width + px + 1, oy + this.height + py + 1];
    const others = this.surface.imagesOver(shown).filter(image => image.fx < 0 || image.fy < 0 || image.x || image.y);
    const box = [-ex * U - shift[0] * U, -ey * U - shift[1] * U, (this.width + ex - shift[0]) * U, (this.height + ey - shift[1]) * U];
    for (const copies of this.copies) copies.show(others.map(image => this.inPicture(image)), box);
    if (!px && !py) return;
    // Beyond the board everything is faint.
    const [w, h] = [this.width * U, this.height * U];
    const outer = `M${-ex * U} ${-ey * U}h${w + 2 * ex * U}v${h + 2 * ey * U}h${-w - 2 * ex * U}z`;
    this.frame.append(el('path', { d: `${outer}M0 0h${w}v${h}h${-w}z`, class: 'veil', 'fill-rule': 'evenodd' }));
  }

  /** Writes beside a place of the chart. */
  caption(place, words, dx, dy, size = 19, name = 'caption') {
    const [x, y] = this.to(place);
    const text = el('text', { x: x + dx * U, y: y + dy * U, class: name, 'text-anchor': 'middle', 'dominant-baseline': 'central', 'font-size': size });
    text.textContent = words;
    this.frame.append(text);
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

  /** Shows the pieces of a position, moved there by a `glide`, a `jump` or the `hand`. */
  place(position, how) { this.motion.to(position, how); }

  /** Draws the pieces of a position. */
  draw(position) {
    const layer = this.layers.pieces;
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
      this.shapeOf(group, piece, this.ground.shape === 'plane' ? outOfCrowd(piece, position.pieces) : [0, 0]);
    }
    for (const [label, group] of this.pieces) {
      if (!kept.has(label)) { group.remove(); this.pieces.delete(label); }
    }
    // A small piece lies above a large one, which would hide it.
    const reach = Math.max(...position.pieces.map(reachOf));
    for (const piece of position.pieces) if (reachOf(piece) < reach) layer.append(this.pieces.get(piece.label));
  }

  describe(piece) {
    const where = piece.cell ?? piece.at.map(n => Math.round(n * 1000) / 1000).join(', ');
    const named = t('entry.piece', { color: t(`color.${piece.color}`), kind: kindName(piece.name), label: piece.label, where });
    const facing = piece.heading !== null && t('entry.facing', { angle: Math.round(piece.heading * 10) / 10 });
    return [named, facing, piece.way && t(`way.${piece.way}`), piece.mirrored && t('entry.mirrored')].filter(Boolean).join(', ');
  }

  group(piece) {
    const group = el('g', { class: `piece ${piece.color}`, id: `piece-${piece.label}`, 'data-label': piece.label, 'data-kind': piece.letter, role: 'button', tabindex: -1 });
    const marks = { plane: ['extent', 'heading', 'ahead'], squares: ['ahead'], round: ['ahead'] }[this.ground.shape];
    group.append(...marks.map(name => el('path', { class: name })));
    group.append(el('g', { class: 'emblem' }, this.emblem(piece)));
    return group;
  }

  /** The figure of a kind. A long thin body has no room for it: it shows its letter, or for a known kind its centre, the point that is captured. */
  emblem(piece) {
    if (this.ground.shape !== 'plane') return figure(piece.letter, U * 0.88);
    const room = roomOf(piece);
    if (room < SLIM && piece.shape.is !== 'disc') {
      return hasOutline(piece.letter) ? el('circle', { class: 'centre', r: Math.min(room * 60, 7) }) : el('g', { class: 'slim' }, figure(piece.letter, U * 0.36));
    }
    return figure(piece.letter, U * room * FIGURE);
  }

  shapeOf(group, piece, [dx, dy]) {
    group.querySelector('.extent')?.setAttribute('d', this.outline(piece.shape, piece.at));
    group.querySelector('.heading')?.setAttribute('d', this.heading(piece));
    group.querySelector('.ahead')?.setAttribute('d', this.ahead(piece));
    const [[cx, cy], [x, y]] = [this.to(piece.at), this.to([piece.at[0] + dx, piece.at[1] + dy])];
    const moved = dx || dy ? `translate(${x - cx} ${y - cy}) ` : '';
    group.querySelector('.emblem').setAttribute('transform', `${moved}${piece.mirrored ? 'scale(-1 1)' : ''}`);
  }

  /** The mark of which way is forward, where that is not one for all: a point outward at the rim. */
  ahead(piece) {
    if (!piece.ahead) return '';
    const r = this.ground.shape === 'plane' ? reachOf(piece) : IN_CELL;
    const [[ux, uy], [cx, cy]] = [this.ground.shape === 'round' ? aheadRound(piece) : piece.ahead, this.to(piece.at)];
    const corner = (along, aside) => {
      const [x, y] = this.to([piece.at[0] + r * (along * ux - aside * uy), piece.at[1] + r * (along * uy + aside * ux)]);
      return `${x - cx} ${y - cy}`;
    };
    return `M${corner(1.05, 0.3)}L${corner(1.42, 0)}L${corner(1.05, -0.3)}z`;
  }

  /** The mark of a piece's heading: at its rim, or along the ridge of a slim body. */
  heading(piece) {
    if (piece.heading === null) return '';
    const reach = reachOf(piece) * U;
    const disc = piece.shape.is === 'disc';
    const [from, to] = disc ? [reach * 0.72, reach * 1.12] : roomOf(piece) < SLIM ? [-reach * 0.55, reach * 0.62] : [reach * 0.66, reach * 0.9];
    const angle = (piece.heading * Math.PI) / 180;
    if (this.bend) return this.bentHeading(piece.at, angle, from / U, to / U);
    const [x, y] = [Math.cos(angle), -Math.sin(angle)].map(c => (this.flipped ? -c : c));
    return `M${x * from} ${y * from}L${x * to} ${y * to}`;
  }

  bentHeading(at, angle, from, to) {
    const [cx, cy] = this.to(at);
    const end = r => { const [x, y] = this.to([at[0] + r * Math.cos(angle), at[1] + r * Math.sin(angle)]); return `${x - cx} ${y - cy}`; };
    return `M${end(from)}L${end(to)}`;
  }

  /** What a body of some half width sweeps along a way, on a chart that is bent. */
  swath(places, half) {
    const side = sign => places.map((place, i) => {
      const [a, b] = [places[Math.max(0, i - 1)], places[Math.min(places.length - 1, i + 1)]];
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
      return [place[0] - (sign * half * (b[1] - a[1])) / length, place[1] + (sign * half * (b[0] - a[0])) / length];
    });
    return this.area([...side(1), ...side(-1).reverse()]);
  }

  /** Moves the view by whole units, from the keyboard. */
  panBy([dx, dy]) {
    if (this.bend) { this.turned += dx * this.bend.column; return; }
    const [x, y] = this.pan;
    this.pan = [x + dx, y + dy].map((c, axis) => (this.surface.glued[axis] ? c % (2 * [this.width, this.height][axis]) : 0));
    this.drawFrame();
  }

  /** A shape's outline about a centre. */
  outline(shape, centre) {
    if (this.bend) return bentOutline(this, shape, centre);
    if (shape.is === 'disc') {
      const r = shape.r * U;
      return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
    }
    const [cx, cy] = this.to(centre);
    if (shape.is === 'capsule') return capsule(this, shape, [cx, cy]);
    return `M${shape.points.map(p => { const [x, y] = this.to(p); return `${x - cx} ${y - cy}`; }).join('L')}z`;
  }

  move(label, place) {
    const [x, y] = this.to(place);
    const group = this.pieces.get(label);
    if (group) group.style.transform = `translate(${x}px, ${y}px)`;
  }
}
