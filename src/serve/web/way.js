// Ways and bodies: where a piece is after some distance, its heading there, what it covers. Geometry, no rules.

const DEGREES = 180 / Math.PI;
const TURN = 2 * Math.PI;
const minus = (a, b) => [a[0] - b[0], a[1] - b[1]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1];
const cross = (a, b) => a[0] * b[1] - a[1] * b[0];

export const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

export function rotated([x, y], angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [x * c - y * s, x * s + y * c];
}

/** The middle of the circle that an arc goes along: to the left of where it sets out, or to the right. */
const pivotOf = (origin, { dir, arc }) => [origin[0] - dir[1] * arc, origin[1] + dir[0] * arc];

/** The place after a distance along a span, and the degrees, counter-clockwise, that the piece has turned. */
export function poseAt(origin, span, d) {
  if (span.turn) return { at: origin, turned: d };
  if (!span.arc) return { at: [origin[0] + span.dir[0] * d, origin[1] + span.dir[1] * d], turned: 0 };
  const pivot = pivotOf(origin, span);
  const angle = d / span.arc;
  const [x, y] = rotated(minus(origin, pivot), angle);
  return { at: [pivot[0] + x, pivot[1] + y], turned: angle * DEGREES };
}

/** How far along a span's way a pointer is, within two bounds. */
export function distanceAlong(origin, span, pointer, least, most) {
  if (!span.arc) return Math.min(Math.max(dot(minus(pointer, origin), span.dir), least), most);
  const pivot = pivotOf(origin, span);
  const [from, to] = [minus(origin, pivot), minus(pointer, pivot)];
  const angle = Math.atan2(cross(from, to), dot(from, to)) * Math.sign(span.arc);
  const round = TURN * Math.abs(span.arc);
  const d = ((angle + TURN) % TURN) * Math.abs(span.arc);
  if (d >= least && d <= most) return d;
  // Round a circle both ends may be near: take the nearer one.
  return (least - d + round) % round < (d - most + round) % round ? least : most;
}

/** Places along a span's way, close enough to draw through. */
export function trace(origin, span, from, to) {
  const steps = span.arc ? Math.max(1, Math.ceil(Math.abs((to - from) / span.arc) / 0.05)) : 1;
  return Array.from({ length: steps + 1 }, (_, i) => poseAt(origin, span, from + ((to - from) * i) / steps).at);
}

/** A rectangle that holds the whole way of a span, with a margin. */
export function boxOf(origin, span) {
  const margin = 1;
  const reach = span.turn ? 0 : span.arc ? 2 * Math.abs(span.arc) : 0;
  const end = span.turn || span.arc ? origin : poseAt(origin, span, span.to).at;
  return [Math.min(origin[0], end[0]) - reach - margin, Math.min(origin[1], end[1]) - reach - margin, Math.max(origin[0], end[0]) + reach + margin, Math.max(origin[1], end[1]) + reach + margin];
}

/** A body as it is after a choice. */
export function shapeAt({ shape, at }, choice) {
  const moved = place => rotated(minus(place, at), choice.turned / DEGREES).map((c, i) => c + choice.at[i]);
  if (shape.is === 'capsule') return { ...shape, from: moved(shape.from), to: moved(shape.to) };
  return shape.is === 'polygon' ? { ...shape, points: shape.points.map(moved) } : shape;
}

/** The corners that a body is drawn about; of a disc its centre. */
const cornersOf = ({ shape, at }) => (shape.is === 'disc' ? [at] : shape.is === 'capsule' ? [shape.from, shape.to] : shape.points);

/** How far a piece reaches from its centre. */
export const reachOf = piece => Math.max(...cornersOf(piece).map(corner => apart(corner, piece.at))) + (piece.shape.r ?? 0);

/** How near to its centre a body's border comes. */
export function roomOf({ shape, at }) {
  if (shape.is !== 'polygon') return shape.r;
  const { points } = shape;
  return Math.min(...points.map((a, i) => {
    const b = points[(i + 1) % points.length];
    return Math.abs(cross(minus(b, a), minus(at, a))) / apart(a, b);
  }));
}

/** How far a figure is moved out of a crowd so that it is seen: away from the pieces that stand over its own. */
export function outOfCrowd(piece, pieces) {
  const reach = reachOf(piece);
  const near = pieces.filter(other => other !== piece && apart(other.at, piece.at) < 1.7 * reach);
  const away = near.map(other => minus(piece.at, other.at)).reduce((sum, by) => [sum[0] + by[0], sum[1] + by[1]], [0, 0]);
  const far = Math.hypot(...away);
  return far < 1e-9 ? [0, 0] : away.map(c => (c / far) * 0.36 * reach);
}

/** How far a piece reaches to each side of a direction. */
export const halfWidth = (piece, dir) => Math.max(...cornersOf(piece).map(corner => Math.abs(cross(dir, minus(corner, piece.at))))) + (piece.shape.r ?? 0);

function toSegment(p, a, b) {
  const along = minus(b, a);
  const share = Math.min(1, Math.max(0, dot(minus(p, a), along) / (dot(along, along) || 1)));
  return apart(p, [a[0] + along[0] * share, a[1] + along[1] * share]);
}

/** How far a pointer is from a piece's body; 0 inside it. */
export function away(piece, pointer) {
  const corners = cornersOf(piece);
  const sides = corners.map((corner, i) => [corner, corners[(i + 1) % corners.length]]);
  // Corners go round counter-clockwise.
  if (corners.length > 2 && sides.every(([a, b]) => cross(minus(b, a), minus(pointer, a)) >= 0)) return 0;
  return Math.max(0, Math.min(...sides.map(([a, b]) => toSegment(pointer, a, b))) - (piece.shape.r ?? 0));
}

/** The direction of one place from another, degrees counter-clockwise from the right. */
export const directionOf = (from, to) => Math.atan2(to[1] - from[1], to[0] - from[0]) * DEGREES;

/** An angle brought between -180 and 180. */
export const wrapped = degrees => ((((degrees + 180) % 360) + 360) % 360) - 180;

export const fromAngle = (centre, degrees, r) => [centre[0] + r * Math.cos(degrees / DEGREES), centre[1] + r * Math.sin(degrees / DEGREES)];

/** The radius of the track for a turn: counter-clockwise outside, clockwise inside. */
export const trackOf = (piece, d) => reachOf(piece) + (d >= 0 ? 0.24 : 0.12);
