// Regions of landings: areas bounded by exact lines and arcs, stretches of curve, single points.
// Finds the nearest place of one. No rules.
import { apart } from './way.js';

/** How far inside an open border a landing is put, board units. */
const INSIDE = 1e-6;
const TURN = 2 * Math.PI;

const on = (side, t) => (side.angles
  ? [side.centre[0] + side.radius * Math.cos(t), side.centre[1] + side.radius * Math.sin(t)]
  : [side.from[0] + (side.to[0] - side.from[0]) * t, side.from[1] + (side.to[1] - side.from[1]) * t]);
const bounds = side => side.angles ?? [0, 1];
const lengthOf = side => (side.angles ? Math.abs(side.angles[1] - side.angles[0]) * side.radius : apart(side.from, side.to));

/** The parts of a side, none more than a quarter of a circle: `[a, b, side]`. */
function parts(side) {
  const [from, to] = bounds(side);
  const n = side.angles ? Math.max(1, Math.ceil(Math.abs(to - from) / (TURN / 4) - 1e-9)) : 1;
  return Array.from({ length: n }, (_, i) => [on(side, from + ((to - from) * i) / n), on(side, from + ((to - from) * (i + 1)) / n), side]);
}

const leftOf = (a, b, p) => (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);

/** Whether an arc's part bulges over a place: between its chord and itself. */
function bulges([a, b, { centre, radius, angles }], p) {
  if (!angles || apart(p, centre) >= radius) return false;
  const left = leftOf(a, b, p);
  return angles[1] > angles[0] ? left < 0 : left > 0;
}

/** Whether a place lies in a region's area: the polygon of all chords, each corrected by its arc. */
export function holds(region, p) {
  if (region.area === 0) return false;
  let inside = false;
  for (const part of region.outlines.flat().flatMap(parts)) {
    const [a, b] = part;
    if ((b[1] > p[1]) !== (a[1] > p[1]) && p[0] < ((a[0] - b[0]) * (p[1] - b[1])) / (a[1] - b[1]) + b[0]) inside = !inside;
    if (bulges(part, p)) inside = !inside;
  }
  return inside;
}

/** The place of a side nearest to another, as a parameter. */
function foot(side, p) {
  const [from, to] = bounds(side);
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  if (!side.angles) {
    const [ux, uy] = [side.to[0] - side.from[0], side.to[1] - side.from[1]];
    return Math.min(1, Math.max(0, ((p[0] - side.from[0]) * ux + (p[1] - side.from[1]) * uy) / (ux * ux + uy * uy || 1)));
  }
  const angle = Math.atan2(p[1] - side.centre[1], p[0] - side.centre[0]);
  const t = angle + Math.ceil((low - angle) / TURN) * TURN;
  if (t <= high) return t;
  return t - high < low + TURN - t ? high : low;
}

/** The parameter moved off the ends of a side: an end may be illegal where the side is legal. */
function offEnds(side, t) {
  const [from, to] = bounds(side);
  const inset = Math.min(0.25, INSIDE / (lengthOf(side) || 1)) * (to - from);
  const [a, b] = [from + inset, to - inset];
  return Math.min(Math.max(t, Math.min(a, b)), Math.max(a, b));
}

const isRound = side => side.angles && Math.abs(side.angles[1] - side.angles[0]) > TURN - 1e-9;

/** The place of a region's border nearest to a pointer; just inside it where the border does not belong. */
function onBorder(region, pointer) {
  let best = null;
  for (const side of region.outlines.flat()) {
    const t = isRound(side) ? foot(side, pointer) : offEnds(side, foot(side, pointer));
    const place = on(side, t);
    const distance = apart(place, pointer);
    if (!best || distance < best.distance) best = { distance, place, side, t };
  }
  if (!best || !best.side.open) return best?.place ?? null;
  // The region lies on the left of the way round it.
  const { side, t, place } = best;
  const [from, to] = bounds(side);
  const next = on(side, t + (to - from) * 1e-4);
  const before = on(side, t - (to - from) * 1e-4);
  const length = apart(before, next) || 1;
  const left = [-(next[1] - before[1]) / length, (next[0] - before[0]) / length];
  const inside = [place[0] + left[0] * INSIDE, place[1] + left[1] * INSIDE];
  if (holds(region, inside)) return inside;
  // In a corner: towards the middle until it is inside.
  for (let share = 1e-6; share < 1; share *= 4) {
    const tried = place.map((c, i) => c + (region.sample[i] - c) * share);
    if (holds(region, tried)) return tried;
  }
  return region.sample;
}

/** The legal place of a region nearest to a pointer; rounded to `grain` where that is still inside. */
export function landingNear(region, pointer, grain) {
  if (region.area > 0 && holds(region, pointer)) {
    const round = pointer.map(c => Math.round(c / grain) * grain).map(c => Number(c.toFixed(6)));
    return holds(region, round) ? round : pointer;
  }
  return region.outlines.length ? onBorder(region, pointer) : region.sample;
}

/** Places along a region's outline, close enough to draw through. */
export const placesOf = sides => sides.flatMap(side => {
  const [from, to] = bounds(side);
  const steps = side.angles ? Math.max(2, Math.ceil(Math.abs(to - from) / 0.1)) : 1;
  return Array.from({ length: steps + 1 }, (_, i) => on(side, from + ((to - from) * i) / steps));
});

/** A region's outline as an SVG path; `to` takes places to the picture, `unit` is a board unit there. */
export function pathOf(sides, to, unit) {
  const step = ([, b, side]) => (side.angles
    ? `A${side.radius * unit} ${side.radius * unit} 0 0 ${side.angles[1] > side.angles[0] ? 0 : 1} ${to(b)}`
    : `L${to(b)}`);
  return `M${to(sides[0].from)}${sides.flatMap(parts).map(step).join('')}`;
}
