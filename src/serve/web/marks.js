// The marks about the pieces: the last move, what is attacked, legal sets, and the picked piece.
import { U, el } from './outlines.js';
import { inverse } from './surface.js';
import { ends, isPoint } from './legal.js';
import { pathOf, placesOf } from './region.js';
import { standingOf, standsAs } from './safety.js';
import { apart, fromAngle, halfWidth, poseAt, reachOf, shapeAt, trace, trackOf } from './way.js';

const tint = part => (part.captures.length ? 'takes' : (part.promotes === true || part.promotes?.length) ? 'promotes' : 'quiet');

export class Marks {
  constructor(board) { this.board = board; }

  to(place) { return this.board.to(place); }
  line(places) { return this.board.path(places); }

  /** Empties a layer of the board. */
  clear(name) {
    const layer = this.board.layers[name];
    layer.replaceChildren();
    return layer;
  }

  last(last) {
    const layer = this.clear('last');
    if (!last || last.path.length < 2) return;
    const d = this.line(last.path);
    layer.append(this.swept(last.path, last.r > 0 ? last.r : 0.08, 'swept'), el('path', { d, class: 'way' }));
    this.body(layer, last.before ?? { is: 'disc', r: 0.3 }, last.left, 'left');
    for (const place of last.taken) this.cross(layer, place, 0.11);
    this.reborn(layer, last.reborn);
  }

  /** The first moves of the best lines, the best boldest. */
  lines(lines) {
    const layer = this.clear('advice');
    lines.forEach(({ first, value }, n) => {
      if (!first || first.path.length < 2) return;
      const group = el('g', { class: `best place-${Math.min(n + 1, 3)}` });
      group.dataset.value = value;
      group.append(this.swept(first.path, first.r > 0 ? first.r : 0.1, 'swept'), el('path', { d: this.line(first.path), class: 'way' }));
      const [x, y] = this.to(first.path.at(-1));
      group.append(el('circle', { cx: x, cy: y, r: 9, class: 'end' }));
      layer.append(group);
    });
  }

  /** What a body of some half width sweeps along a way: a broad line, or on a bent chart an area. */
  swept(places, half, name) {
    if (this.board.bend && places.length > 1) return el('path', { d: this.board.swath(places, half), class: `${name} filled` });
    return el('path', { d: this.line(places), class: name, 'stroke-width': 2 * half * U });
  }

  /** Marks where captured pieces are put back. */
  reborn(layer, homes) {
    const r = U * (this.board.ground.shape === 'plane' ? 0.34 : 0.44);
    for (const [from, to] of homes) {
      const [x, y] = this.to(to);
      layer.append(el('path', { d: this.line([from, to]), class: 'reborn' }), el('circle', { cx: x, cy: y, r, class: 'reborn' }));
    }
  }

  /** A body's outline at a place. */
  body(layer, shape, place, name) {
    const [x, y] = this.to(place);
    layer.append(el('path', { d: this.board.outline(shape, place), transform: `translate(${x} ${y})`, class: name }));
  }

  cross(layer, place, size) {
    const [x, y] = this.to(place);
    const s = size * U;
    layer.append(el('path', { d: `M${x - s} ${y - s}l${2 * s} ${2 * s}m0 ${-2 * s}l${-2 * s} ${2 * s}`, class: 'cross' }));
  }

  attacks(shapes) {
    const layer = this.clear('attacks');
    for (const shape of shapes ?? []) {
      if (shape.is === 'cell') layer.append(el('path', { d: this.board.cellPath(this.board.ground.cells[shape.index]) }));
      else if (shape.is === 'corridor') layer.append(this.swept(shape.path, shape.r, 'swath'));
      else if (shape.is === 'polygon') this.polygon(layer, shape.points);
    }
  }

  /** A polygon, once for each copy of the board that it reaches. */
  polygon(layer, points) {
    const { board } = this;
    if (!board.repeats) return layer.append(el('path', { d: board.area(points) }));
    const [xs, ys] = [0, 1].map(axis => points.map(point => point[axis]));
    for (const image of board.surface.imagesOver([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)])) {
      layer.append(el('path', { d: board.area(points.map(point => inverse(image, point))) }));
    }
  }

  /** Draws the whole legal set of a piece. */
  legal(piece, legal, pieces) {
    const layer = this.clear('lanes');
    this.marks = this.clear('marks');
    if (!piece) return;
    for (const region of legal.regions) this.region(layer, region);
    const turns = legal.spans.filter(span => span.turn);
    if (turns.length) this.ring(layer, piece, turns);
    for (const span of legal.spans) if (!span.turn) this.lane(layer, piece, span);
    for (const target of legal.targets) {
      const [x, y] = this.to(target.at);
      layer.append(el('circle', { cx: x, cy: y, r: target.captures.length ? 43 : 15, class: `${target.captures.length ? 'target' : 'dot'} ${tint(target)}` }));
    }
    for (const label of new Set([...legal.spans, ...legal.regions].flatMap(part => part.captures))) this.victim(pieces.get(label));
  }

  /** Marks where a piece would stand attacked or defended, upon its lanes and destinations. */
  safety(piece, safety, legal) {
    const layer = this.board.layers.lanes;
    const mark = (name, attributes, standing) => {
      for (const stands of standsAs(standing)) layer.append(el(name, { ...attributes, class: `stands ${stands}` }));
    };
    for (const stretch of safety.stretches) {
      if (isPoint(stretch)) {
        const [x, y] = this.board.on(poseAt(piece.at, stretch, stretch.from).at);
        mark('circle', { cx: x, cy: y, r: 15 }, stretch);
      } else {
        mark('path', { d: this.line(trace(piece.at, stretch, stretch.from, stretch.to)) }, stretch);
      }
    }
    for (const target of legal.targets) {
      const [x, y] = this.to(target.at);
      mark('circle', { cx: x, cy: y, r: 26 }, standingOf({ target }, safety) ?? {});
    }
  }

  lane(layer, piece, span) {
    const half = halfWidth(piece, span.dir);
    const name = tint(span);
    const places = [span.from, span.to].map(d => poseAt(piece.at, span, d).at);
    const [a, b] = places.map(place => this.board.on(place));
    // Round a board a lane comes back to its piece, whose figure its ends would hide.
    const [aboveA, aboveB] = places.map(place => apart(piece.at, this.board.surface.nearestTo(piece.at, place)) > reachOf(piece) + 0.05);
    if (!isPoint(span)) {
      const way = trace(piece.at, span, span.from, span.to);
      layer.append(this.swept(way, half, `corridor ${name}`), el('path', { d: this.line(way), class: `lane ${name}` }));
      this.end(a, span.open_from, name, aboveA);
      this.end(b, span.open_to, name, aboveB);
    } else if (span.captures.length) {
      this.marks.append(el('circle', { cx: a[0], cy: a[1], r: Math.max(half, 0.12) * U, class: `contact ${name}` }));
      this.end(a, false, name);
    } else {
      layer.append(el('circle', { cx: a[0], cy: a[1], r: 9, class: `stop ${name}` }));
    }
  }

  /** Draws the tracks by which a piece is turned, and the knob to turn it by. */
  ring(layer, piece, turns) {
    const [x, y] = this.to(piece.at);
    const radius = reachOf(piece) + 0.18;
    layer.append(el('circle', { cx: x, cy: y, r: radius * U, class: 'ring' }));
    // Captures last, over the ends of what leads up to them.
    for (const span of [...turns].sort((a, b) => isPoint(a) - isPoint(b))) {
      const track = trackOf(piece, span.to > 0 ? 1 : -1);
      const place = d => this.to(fromAngle(piece.at, piece.heading + d, track));
      const name = tint(span);
      const [a, b] = [span.from, span.to];
      if (isPoint(span)) { this.end(place(a), false, name); continue; }
      const steps = Math.max(1, Math.ceil((b - a) / 3));
      const points = Array.from({ length: steps + 1 }, (_, i) => place(a + ((b - a) * i) / steps));
      layer.append(el('path', { d: `M${points.join('L')}`, class: `lane turning ${name}` }));
      // Ends next to its heading belong to every turn and say nothing.
      const near = d => Math.abs(d) < 2 || Math.abs(d) > 358;
      if (!near(a)) this.end(place(a), span.open_from, name);
      if (!near(b)) this.end(place(b), span.open_to, name);
    }
    this.knob(this.marks, piece, 0, 'knob');
  }

  knob(layer, piece, turned, name) {
    const [x, y] = this.to(fromAngle(piece.at, piece.heading + turned, reachOf(piece) + 0.18));
    const angle = this.board.flipped ? 180 - piece.heading - turned : -piece.heading - turned;
    const group = el('g', { class: name, transform: `translate(${x} ${y}) rotate(${angle})` },
      el('circle', { r: 12 }), el('path', { d: 'M-4-4L0-8 4-4M-4 4L0 8 4 4M0-8V8' }));
    layer.append(group);
  }

  /** Sides of a region's outline as an SVG path. */
  outlined(sides) { return this.board.bend ? this.line(placesOf(sides)) : pathOf(sides, place => this.to(place), U); }

  /** Draws a region: its area, and its border, dashed where it does not belong. */
  region(layer, region) {
    const name = tint(region);
    if (!region.outlines.length) {
      const [x, y] = this.board.on(region.sample);
      this.marks.append(el('circle', { cx: x, cy: y, r: 7, class: `end closed ${name}` }));
      return;
    }
    const d = region.outlines.map(sides => this.outlined(sides));
    // A capture's landings lie above the pieces: its victim would hide them.
    const above = region.captures.length ? this.marks : layer;
    if (region.area > 0) above.append(el('path', { d: d.map(path => `${path}z`).join(''), class: `region ${name}` }));
    for (const side of region.outlines.flat()) {
      this.marks.append(el('path', { d: this.outlined([side]), class: region.area > 0 ? `border ${side.open ? 'open' : 'closed'} ${name}` : `lane ${name}` }));
    }
  }

  /** Draws an end above the pieces, which would hide it, except within the mover itself. */
  end([x, y], open, name, above = true) {
    const layer = above ? this.marks : this.board.layers.lanes;
    layer.append(el('circle', { cx: x, cy: y, r: 7, class: `end ${open ? 'open' : 'closed'} ${name}` }));
  }

  victim(piece, sure = false) {
    if (!piece) return;
    const [x, y] = this.to(piece.at);
    const name = sure ? 'victim sure' : 'victim';
    const layer = this.board.layers.marks;
    if (piece.shape.is === 'disc' && !this.board.bend) layer.append(el('circle', { cx: x, cy: y, r: piece.shape.r * U + (sure ? 5 : 3), class: name }));
    else this.body(layer, piece.shape, piece.at, name);
  }

  /** Rings a piece that stands in the way of a move; without one takes all such rings off. */
  blame(piece) {
    if (!piece) {
      for (const ring of this.board.layers.marks.querySelectorAll('.blamed')) ring.remove();
      return;
    }
    const [x, y] = this.to(piece.at);
    this.board.layers.marks.append(el('circle', { cx: x, cy: y, r: reachOf(piece) * U + 8, class: 'blamed' }));
  }

  /** Draws how far a piece has to go at least, round where it starts; without a piece takes it off. */
  least(piece, r) {
    const layer = this.board.layers.ghost;
    layer.querySelector('.least')?.remove();
    if (piece) this.body(layer, { is: 'disc', r }, piece.at, 'least');
  }

  /** Rings what could be captured after the chosen move, where each piece would stand then. */
  loose(labels, moved) {
    for (const ring of this.board.layers.ghost.querySelectorAll('.loose')) ring.remove();
    for (const label of labels) {
      const piece = this.pieces.get(label);
      if (!piece) continue;
      const [x, y] = this.board.on(label === moved.label ? moved.at : piece.at);
      this.board.layers.ghost.append(el('circle', { cx: x, cy: y, r: reachOf(piece) * U + 7, class: `loose ${piece.color}` }));
    }
  }

  /** Numbers a victim, on the side that is away from where the mover stops. */
  number(layer, piece, from, n) {
    if (!piece) return;
    const [[x, y], [fx, fy]] = [this.to(piece.at), this.board.on(from)];
    const far = Math.hypot(x - fx, y - fy) || 1;
    const [cx, cy] = [[x, fx], [y, fy]].map(([to, away]) => to + ((to - away) / far) * reachOf(piece) * U);
    const text = el('text', { x: cx, y: cy, class: 'victim-number', 'text-anchor': 'middle', 'dominant-baseline': 'central', 'font-size': 17 });
    text.textContent = n;
    layer.append(el('circle', { cx, cy, r: 12, class: 'victim-badge' }), text);
  }

  /** Draws where the picked piece would stand, its way there and what it would capture. */
  ghost(piece, choice, pieces) {
    const layer = this.clear('ghost');
    this.pieces = pieces ?? new Map();
    const { marks } = this.board.layers;
    for (const mark of marks.querySelectorAll('.sure')) mark.remove();
    marks.classList.toggle('turned', Boolean(choice?.span?.turn));
    if (!piece || !choice) return;
    this.standing(layer, piece, choice);
    if (choice.span?.turn) this.knob(layer, piece, choice.d, 'knob held');
    choice.captures.forEach((label, n) => {
      this.victim(pieces.get(label), true);
      if (choice.captures.length > 1) this.number(layer, pieces.get(label), choice.at, n + 1);
    });
    this.reborn(layer, (choice.target ?? choice.span ?? choice.region).reborn);
  }

  /** Draws a piece where it is chosen to go, and its way there. */
  standing(layer, piece, choice) {
    const { board } = this;
    const [x, y] = board.on(choice.at);
    layer.append(el('path', { d: this.reach(piece, choice), class: 'reach' }));
    const group = el('g', { class: `piece ghost-piece ${piece.color}`, transform: `translate(${x} ${y})` });
    if (this.board.ground.shape === 'plane') {
      group.append(board.bend
        ? el('path', { class: 'extent', d: board.outline(shapeAt(piece, choice), choice.at) })
        : el('g', { transform: this.turnOf(choice) }, el('path', { class: 'extent', d: board.outline(piece.shape, piece.at) }), el('path', { class: 'heading', d: board.heading(piece) })));
    }
    group.append(this.board.emblem(piece));
    layer.append(group);
  }

  /** Draws a move that is planned; without one nothing. */
  planned(piece, choice) {
    const layer = this.clear('planned');
    if (piece) this.standing(layer, piece, choice);
  }

  /** How a choice turns a body, and how the seams on its way have mirrored it. */
  turnOf(choice) {
    const turned = `rotate(${-choice.turned})`;
    if (!this.board.repeats) return turned;
    const { image } = this.board.surface.canonical(choice.at);
    return image.fx > 0 && image.fy > 0 ? turned : `scale(${image.fx} ${image.fy}) ${turned}`;
  }

  /** The way to a choice; of a turn the angle on its ring. */
  reach(piece, { target, span, d, at }) {
    if (target) return this.line(target.path.length ? target.path : [piece.at, at]);
    if (!span) return this.line([piece.at, this.board.surface.nearestTo(piece.at, at)]);
    if (!span.turn) return this.line(trace(piece.at, span, 0, d));
    const steps = Math.max(1, Math.ceil(Math.abs(d) / 3));
    return this.line(Array.from({ length: steps + 1 }, (_, i) => fromAngle(piece.at, piece.heading + (d * i) / steps, reachOf(piece) + 0.18)));
  }
}
