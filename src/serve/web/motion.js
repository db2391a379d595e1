// Motion: pieces glide along the way of a move, there or back; what they capture fades in the order of contact.
import { inverse } from './surface.js';
import { apart, away, shapeAt } from './way.js';

/** How long a glide takes, milliseconds: at least, more for each board unit, and at most. */
const [LEAST, EACH, MOST] = [150, 30, 280];
/** How long a captured piece takes to fade, milliseconds. */
const FADE = 120;
/** Steps in which the contact on a way is looked for, and by which an arch is drawn. */
const STEPS = 48;
/** How far a body may be from a place that it covers, board units. */
const TIE = 1e-6;

const stillness = matchMedia('(prefers-reduced-motion: reduce)');
const within = n => Math.min(1, Math.max(0, n));
// A glide is fast at first and slow where something is captured.
const eased = time => 1 - (1 - time) ** 3;
const timeOf = share => 1 - Math.cbrt(1 - share);

export class Motion {
  constructor(board) { this.board = board; }

  /** Shows a position: after a `glide` there, at once after a `jump`, or as the `hand` has left it that dragged a piece there. */
  to(position, how = 'glide') {
    if (this.glide && position === this.shown && how !== 'jump') return;
    this.finish();
    const from = this.shown;
    this.shown = position;
    const plan = !from || how === 'jump' || stillness.matches || document.hidden ? null : this.plan(from, position, how);
    if (!plan) return this.board.draw(position);
    this.board.draw(plan.before);
    this.board.svg.dataset.gliding = plan.movers[0].piece.label;
    this.glide = plan;
    // What glides lies above what it glides over.
    for (const { piece } of [...plan.movers].reverse()) this.board.layers.pieces.append(this.board.pieces.get(piece.label));
    this.pose(plan, plan.back ? plan.length : 0);
    this.frame = requestAnimationFrame(now => this.step(now, now));
  }

  /** Ends a glide: everything is at its place. */
  finish() {
    if (!this.glide) return;
    cancelAnimationFrame(this.frame);
    for (const { piece } of this.glide.victims) this.board.pieces.get(piece.label).style.opacity = '';
    this.glide = null;
    delete this.board.svg.dataset.gliding;
    this.board.draw(this.shown);
  }

  step(begun, now) {
    const { glide } = this;
    const spent = now - begun;
    if (spent >= glide.length) return this.finish();
    this.pose(glide, glide.back ? glide.length - spent : spent);
    this.frame = requestAnimationFrame(next => this.step(begun, next));
  }

  /** Everything that moves from one position to another; nothing when nothing does. */
  plan(from, to, how) {
    const there = this.alongMove(from, to);
    // The hand has brought the mover there; only the rook of a castling follows.
    if (how === 'hand') {
      if (!there || there.movers.length < 2) return null;
      there.movers[0].place = () => to.last.path.at(-1);
    }
    const back = there ? null : this.alongMove(to, from);
    const plan = there ?? back ?? this.straight(from, to);
    if (!plan.movers.length) return null;
    const ends = plan.victims.map(({ contact }) => plan.ms * timeOf(contact) + FADE);
    return { ...plan, before: back ? to : from, back: Boolean(back), length: Math.max(plan.ms, ...ends) };
  }

  /** The glide of the move that leads from one position to another; nothing when no one move does. */
  alongMove(before, after) {
    const pieces = new Map(before.pieces.map(piece => [piece.label, piece]));
    const { last } = after;
    const piece = last && pieces.get(last.piece);
    if (!piece || apart(piece.at, last.left) > TIE || before.pieces.length - after.pieces.length !== last.victims.length - last.reborn.length) return null;
    const isElsewhere = one => !pieces.has(one.label) || apart(pieces.get(one.label).at, one.at) > TIE || pieces.get(one.label).heading !== one.heading;
    const changed = after.pieces.filter(isElsewhere).length;
    if (!changed || changed > 1 + (last.rook ? 1 : 0) + last.reborn.length) return null;
    const mover = { piece, turned: last.turned, ...along(last.turn ? [last.left] : arched(last.path)) };
    const rook = last.rook && { piece: pieces.get(last.rook.piece), turned: 0, ...along(last.rook.path) };
    const victims = last.victims.map((label, i) => ({ piece: pieces.get(label), place: last.taken[i], home: last.reborn.find(([from]) => apart(from, last.taken[i]) < TIE)?.[1] }));
    if (victims.some(victim => !victim.piece) || (rook && !rook.piece)) return null;
    for (const victim of victims) victim.contact = this.contact(mover, victim.place);
    const way = last.turn ? Math.abs(last.turned) / 60 : mover.length;
    return { movers: rook ? [mover, rook] : [mover], victims, ms: Math.min(MOST, LEAST + EACH * way) };
  }

  /** A glide of all that stands elsewhere, each piece the straight way. */
  straight(before, after) {
    const pieces = new Map(before.pieces.map(piece => [piece.label, piece]));
    const movers = [];
    for (const { label, at } of after.pieces) {
      const piece = pieces.get(label);
      if (piece && apart(piece.at, at) > TIE) movers.push({ piece, turned: 0, ...along([piece.at, this.board.surface.nearestTo(piece.at, at)]) });
    }
    return { movers, victims: [], ms: LEAST };
  }

  /** The share of a mover's way from which on it covers a place until the end. */
  contact(mover, place) {
    const covers = share => {
      const at = mover.place(share);
      const shape = shapeAt(mover.piece, { at, turned: mover.turned * share });
      return away({ at, shape }, this.board.surface.nearestTo(at, place)) < TIE;
    };
    let share = 1;
    while (share > 0 && covers(share - 1 / STEPS)) share -= 1 / STEPS;
    if (share <= 0) return 0;
    for (let step = 0.5 / STEPS; step > TIE; step /= 2) if (covers(share - step)) share -= step;
    return share;
  }

  /** Puts everything where it is at a time of the glide. */
  pose({ movers, victims, ms }, time) {
    const share = eased(within(time / ms));
    for (const mover of movers) this.put(this.passing(mover, share));
    for (const { piece, contact, home } of victims) {
      const gone = within((time - ms * timeOf(contact)) / FADE);
      // What is put back comes up at its home.
      const isBack = home && gone > 0.5;
      if (home) this.put({ ...piece, at: isBack ? home : piece.at });
      this.board.pieces.get(piece.label).style.opacity = home ? Math.abs(1 - 2 * gone) : 1 - gone;
    }
  }

  put(piece) {
    this.board.move(piece.label, piece.at);
    this.board.shapeOf(this.board.pieces.get(piece.label), piece, [0, 0]);
  }

  /** A piece after a share of its way, as the seams have turned it. */
  passing({ piece, turned, place }, share) {
    const choice = { at: place(share), turned: turned * share };
    const heading = piece.heading === null ? null : piece.heading + choice.turned;
    const shape = shapeAt(piece, choice);
    const { repeats, surface } = this.board;
    if (!repeats) return { ...piece, at: choice.at, heading, shape };
    const { at, image } = surface.canonical(choice.at);
    const { fx, fy } = image;
    return {
      ...piece, at, shape: imageOf(shape, image),
      heading: heading === null ? null : (Math.atan2(fy * Math.sin((heading * Math.PI) / 180), fx * Math.cos((heading * Math.PI) / 180)) * 180) / Math.PI,
      ahead: piece.ahead && [fx * piece.ahead[0], fy * piece.ahead[1]],
      mirrored: piece.mirrored !== fx * fy < 0,
    };
  }
}

/** A shape brought back from an image of the board. */
function imageOf(shape, image) {
  if (shape.is === 'capsule') return { ...shape, from: inverse(image, shape.from), to: inverse(image, shape.to) };
  return shape.is === 'polygon' ? { ...shape, points: shape.points.map(point => inverse(image, point)) } : shape;
}

/** A way's length, and the place after a share of it. */
function along(path) {
  const sums = [0];
  for (let i = 1; i < path.length; i++) sums.push(sums[i - 1] + apart(path[i - 1], path[i]));
  const length = sums.at(-1);
  const place = share => {
    const far = share * length;
    const next = sums.findIndex(sum => sum >= far);
    if (next < 1) return path[0];
    const t = (far - sums[next - 1]) / (sums[next] - sums[next - 1]);
    return path[next].map((c, axis) => path[next - 1][axis] + (c - path[next - 1][axis]) * t);
  };
  return { length, place };
}

/** The way of a leap: an arch in place of two legs. */
function arched(path) {
  if (path.length !== 4 || apart(path[1], path[2]) > TIE) return path;
  const [from, over, , to] = path;
  return Array.from({ length: STEPS + 1 }, (_, i) => {
    const t = i / STEPS;
    return from.map((c, axis) => (1 - t) ** 2 * c + 2 * t * (1 - t) * over[axis] + t * t * to[axis]);
  });
}
