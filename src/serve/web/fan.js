// Heaps: pieces that lie over each other are spread out, each tied to its place, so that every one can be picked.
import { U, el } from './outlines.js';
import { apart, away, reachOf } from './way.js';

/** How near the centres of two bodies that overlap are in a heap, pixels: for a mouse, and for a finger. */
const [MOUSE, FINGER] = [13, 22];
/** The least radius of a spread piece, and the room about it, pixels. */
const [RADIUS, ROOM] = [15, 5];
/** Bodies that are this far over each other only touch, board units. */
const TIE = 1e-6;
/** How long a mouse rests on a heap before it is spread, milliseconds. */
const RESTS = 160;

export class Fan {
  constructor(selection) {
    Object.assign(this, { selection, board: selection.board, spots: [] });
  }

  get isOpen() { return this.spots.length > 0; }

  /** The pieces that lie over a piece, under it, or so near that a pointer cannot tell them apart; the piece alone where there are none. */
  heapOf(piece, near) {
    const { surface } = this.board;
    const pixel = this.board.pixel();
    // How far another's centre is from a body, below 0 within it.
    const gap = (body, other) => {
      const at = surface.nearestTo(body.at, other.at);
      return body.shape.is === 'disc' ? apart(body.at, at) - body.shape.r : away(body, at) || -1;
    };
    const covers = (a, b) => gap(a, b) < -TIE;
    const overlap = (a, b) => gap(a, b) < (b.shape.is === 'disc' ? b.shape.r : 0) - TIE;
    const isNear = (a, b) => apart(a.at, surface.nearestTo(a.at, b.at)) < near * pixel;
    const linked = (a, b) => covers(a, b) || covers(b, a) || (isNear(a, b) && (overlap(a, b) || overlap(b, a)));
    const heap = [piece];
    // The heap grows while it is gone through.
    for (const one of heap) heap.push(...this.selection.app.shown.pieces.filter(other => !heap.includes(other) && linked(one, other)));
    return heap;
  }

  /** Spreads the heap of a piece that a pointer or the keyboard is on; returns whether there is one. */
  open(piece, pointerType) {
    const near = pointerType === 'touch' ? FINGER : MOUSE;
    const heap = this.selection.app.ground.shape === 'plane' ? this.heapOf(piece, near) : [];
    if (heap.length < 2) { this.close(); return false; }
    this.spots = this.spread(heap);
    this.draw();
    return true;
  }

  /** Where the pieces of a heap are shown: round its middle, in the order in which they lie about it. */
  spread(heap) {
    const { board } = this;
    const pixel = board.pixel();
    const { surface, ground: { chart } } = board;
    // A chart that goes on beyond its sides is seen through a window, within which the heap lies.
    const low = board.repeats ? board.pan : [0, 0];
    const [first = heap[0].at] = surface.imagesOf(heap[0].at, [low[0], low[1], low[0] + chart[0], low[1] + chart[1]]);
    const places = heap.map(piece => surface.nearestTo(first, piece.at));
    const middle = [0, 1].map(axis => places.reduce((sum, place) => sum + place[axis], 0) / places.length);
    const radius = Math.max(...heap.map(piece => Math.max(reachOf(piece), RADIUS * pixel)));
    const step = 2 * radius + ROOM * pixel;
    // Beside the heap, so that it stays in sight.
    const heaped = Math.max(...heap.map((piece, i) => apart(places[i], middle) + reachOf(piece)));
    const far = Math.max(step / (2 * Math.sin(Math.PI / heap.length)), heaped + radius);
    // All of them are in sight; a bent chart has no sides where it is glued.
    const centre = middle.map((c, axis) => (board.bend && surface.glued[axis] ? c : Math.min(Math.max(c, low[axis] + far), low[axis] + chart[axis] - far)));
    const around = heap.map((piece, i) => ({ piece, place: places[i], angle: Math.atan2(places[i][1] - middle[1], places[i][0] - middle[0]) })).sort((a, b) => a.angle - b.angle);
    return around.map(({ piece, place }, i) => {
      const angle = around[0].angle + (2 * Math.PI * i) / around.length;
      return { piece, place, at: [centre[0] + far * Math.cos(angle), centre[1] + far * Math.sin(angle)], radius: Math.max(reachOf(piece), RADIUS * pixel) };
    });
  }

  draw() {
    const { board, spots } = this;
    const layer = board.layers.fan;
    layer.replaceChildren();
    for (const { at, place } of spots) {
      const [x, y] = board.to(place);
      const tie = board.bend ? board.path([place, at]) : `M${board.to(place)}L${board.to(at)}`;
      layer.append(el('path', { d: tie, class: 'tie' }), el('circle', { cx: x, cy: y, r: 5, class: 'tied' }));
    }
    for (const { piece, at, radius } of spots) {
      const [x, y] = board.to(at);
      const mark = piece.label === this.selection.focused && !this.selection.points ? ' focused' : '';
      const group = el('g', { class: `piece ${piece.color} fanned${mark}`, 'data-label': piece.label, transform: `translate(${x} ${y}) scale(${radius / reachOf(piece)})` });
      group.append(el('circle', { class: 'behind', r: (reachOf(piece) * U * (radius + 0.03)) / radius }), el('path', { class: 'extent', d: board.outline(piece.shape, piece.at) }), el('path', { class: 'heading', d: board.heading(piece) }), el('path', { class: 'ahead', d: board.ahead(piece) }), board.emblem(piece));
      layer.append(group);
    }
    board.svg.dataset.fanned = spots.map(({ piece }) => piece.label).join(' ');
  }

  close() {
    clearTimeout(this.timer);
    if (!this.isOpen) return;
    this.spots = [];
    this.board.layers.fan.replaceChildren();
    delete this.board.svg.dataset.fanned;
  }

  /** The spread piece that is nearest to a pointer, and how far off its rim is, pixels. */
  nearest(event) {
    const off = ({ at, radius }) => {
      const [x, y] = this.board.screen(at);
      return Math.hypot(event.clientX - x, event.clientY - y) - radius / this.board.pixel();
    };
    return this.spots.map(({ piece, ...spot }) => ({ piece, off: off(spot) })).sort((a, b) => a.off - b.off)[0];
  }

  /** The spread piece under a pointer. */
  under(event) {
    const nearest = this.nearest(event);
    return nearest && nearest.off <= (event.pointerType === 'touch' ? 6 : 1) ? nearest.piece : null;
  }

  /** The pieces of the spread heap that may move, the nearest to a place first. */
  able(place) {
    const off = piece => apart(piece.at, this.board.surface.nearestTo(piece.at, place));
    return this.spots.map(({ piece }) => piece).filter(({ label }) => this.selection.mayMove(label)).sort((a, b) => off(a) - off(b));
  }

  /** Follows a mouse that carries nothing: spreads the heap on which it rests, until it leaves. */
  hover(event, piece) {
    clearTimeout(this.timer);
    if (this.isOpen) {
      if (!piece && this.nearest(event).off > 2 * RADIUS) this.close();
    } else if (piece) this.timer = setTimeout(() => this.open(piece, 'mouse'), RESTS);
  }
}
