// What a choice passes narrowly: pieces whose centres its body just does not cover on the way. Geometry, no rules.
import { apart, boxOf, distanceAlong, halfWidth, poseAt } from './way.js';

/** A gap below this is told, board units. */
const NARROW = 0.05;
/** A gap below this would be told as 0: the piece is touched. */
const SHOWN = 5e-7;

/** The pieces that a ride passes by less than a little, and by how much, the narrowest first. */
export function misses(piece, { span, d, captures }, pieces, surface) {
  // A leap passes nothing, a turn sweeps otherwise.
  if (!span || span.turn || piece.letter === 'N') return [];
  const found = [];
  for (const other of pieces.values()) {
    if (other.label === piece.label || captures.includes(other.label)) continue;
    for (const place of surface.imagesOf(other.at, boxOf(piece.at, span))) {
      const off = apart(place, poseAt(piece.at, span, distanceAlong(piece.at, span, place, 0, d)).at);
      const gap = off - halfWidth(piece, span.dir);
      if (gap >= SHOWN && gap < NARROW && apart(place, piece.at) > off + 1e-9) found.push({ label: other.label, gap });
    }
  }
  return found.sort((a, b) => a.gap - b.gap);
}
