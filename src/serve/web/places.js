// Places of a lane that matter, each with its name: what it touches, the edge of an attack, middles, half a unit, what is best.
import { ends, holding, isPoint, stopAt } from './legal.js';
import { precise } from './numbers.js';
import { stretchesOf } from './safety.js';
import { t } from './text.js';
import { told } from './worth.js';
import { apart, halfWidth } from './way.js';

/** How far from contact a stop counts as touching, board units. */
const TOUCHING = 1e-5;

/** The places of a lane: each with its distance and its name, nearest first. */
export function placesOf(piece, parts, { safety, pieces, surface }, worth) {
  if (!parts.length || parts[0].turn) return [];
  const found = [];
  const name = (d, what) => {
    const span = holding(parts, d);
    if (span && !found.some(place => place.what === what && Math.abs(place.d - d) < TOUCHING)) found.push({ span, d, what });
  };
  const touched = (span, d) => {
    const { at } = stopAt(piece, span, d);
    return [...pieces.values()].find(other => other.label !== piece.label && !span.captures.includes(other.label)
      && Math.abs(apart(surface.nearestTo(at, other.at), at) - halfWidth(piece, span.dir)) < TOUCHING);
  };
  for (const span of parts) {
    for (const d of ends(span)) {
      const other = touched(span, d);
      if (other) name(d, t('places.touches', { label: other.label }));
    }
    if (!isPoint(span)) name(Number(((span.from + span.to) / 2).toFixed(6)), t('places.middle'));
  }
  const stretches = stretchesOf(parts[0], safety);
  const bounds = d => stretches.some(({ attacked, from, to }) => attacked && Math.min(Math.abs(d - from), Math.abs(d - to)) < TOUCHING);
  for (const stretch of stretches.filter(({ attacked }) => !attacked)) {
    for (const d of new Set(ends(stretch))) if (bounds(d)) name(d, t('places.outside'));
  }
  name(0.5, t('places.half'));
  for (const { at, value } of worth?.stretches ?? []) name(at, t('places.best', { value: told(value) }));
  return found.sort((a, b) => a.d - b.d).map(place => ({ ...place, words: `${precise(place.d)} · ${place.what}` }));
}
