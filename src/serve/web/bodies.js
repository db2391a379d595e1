// Outlines of bodies that are not plain circles, as SVG paths about their centre on the board, and which way forward is there.
import { U } from './outlines.js';

/** Corners by which a round outline is bent. */
const ROUND = 40;

/** An outline on a chart that is bent: by many corners. */
export function bentOutline(board, shape, centre) {
  const [cx, cy] = board.to(centre);
  const corner = p => { const [x, y] = board.to(p); return `${x - cx} ${y - cy}`; };
  return `M${board.bend.fine(cornersOf(shape, centre)).map(corner).join('L')}z`;
}

/** A body with round ends, about a picture point. */
export function capsule(board, { from, to, r }, [cx, cy]) {
  const [[ax, ay], [bx, by]] = [board.to(from), board.to(to)];
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const [nx, ny] = [(-(by - ay) / length) * r * U, ((bx - ax) / length) * r * U];
  const p = (x, y) => `${x - cx} ${y - cy}`;
  const round = `A${r * U} ${r * U} 0 0 0`;
  return `M${p(ax + nx, ay + ny)}L${p(bx + nx, by + ny)}${round} ${p(bx - nx, by - ny)}L${p(ax - nx, ay - ny)}${round} ${p(ax + nx, ay + ny)}z`;
}

/** Corners of a shape's outline, those of round parts close together. */
function cornersOf(shape, centre) {
  const about = ([x, y], r, from, to) => Array.from({ length: ROUND + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / ROUND;
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
  });
  if (shape.is === 'polygon') return [...shape.points, shape.points[0]];
  if (shape.is === 'disc') return about(centre, shape.r, 0, 2 * Math.PI);
  const along = Math.atan2(shape.to[1] - shape.from[1], shape.to[0] - shape.from[0]);
  const ends = [...about(shape.to, shape.r, along - Math.PI / 2, along + Math.PI / 2), ...about(shape.from, shape.r, along + Math.PI / 2, along + 1.5 * Math.PI)];
  return [...ends, ends[0]];
}

/** The direction of forward on round cells, where it turns with the place. */
export function aheadRound({ way, at: [x, y] }) {
  const far = Math.hypot(x, y);
  const all = { clockwise: [y, -x], 'counter-clockwise': [-y, x], inward: [-x, -y], outward: [x, y] };
  return all[way].map(c => c / far);
}
