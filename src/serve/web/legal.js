// Finds places in a legal set that the server has sent: the nearest to a pointer, the next along a lane. No rules.
// Also writes moves as text.
import { TIE, decimals, exact, precise } from './numbers.js';
import { landingNear } from './region.js';
import { t } from './text.js';
import { apart, boxOf, directionOf, distanceAlong, poseAt, trackOf, wrapped } from './way.js';

const INSIDE = 1e-6;

/** The span's least and greatest distance that may be sent: just inside an open end. */
export function ends(span) {
  const inset = Math.min(INSIDE, (span.to - span.from) / 4);
  return [span.open_from ? span.from + inset : span.from, span.open_to ? span.to - inset : span.to];
}

export const isPoint = span => span.from === span.to;

/** The choice to stop at a distance of a span. */
export const stopAt = (piece, span, d) => ({ span, d, ...poseAt(piece.at, span, d), captures: span.captures, promotes: span.promotes });

/** The choice to land at a place of a region. */
export const landAt = (region, at) => ({ region, at, turned: 0, captures: region.captures, promotes: region.promotes });

/** The choice to go to a cell. */
export const goTo = target => ({ target, at: target.at, turned: 0, captures: target.captures, promotes: target.promotes.length > 0 });

/** A distance within a span, as round as the picture warrants. `pixel` is a pixel in the span's measure. */
export function settle(span, d, pixel, grain) {
  const [least, most] = ends(span);
  if (isPoint(span)) return span.from;
  if (d - least < 6 * pixel && d - least < most - d) return least;
  if (most - d < 6 * pixel) return most;
  const round = Number((Math.round(d / grain) * grain).toFixed(6));
  return round >= least && round <= most ? round : Math.min(Math.max(d, least), most);
}

const grainOf = pixel => (pixel > 0.005 ? 0.01 : 0.001);

/** The degrees that one pixel covers on the track by which a piece is turned. */
const degreesOf = (piece, d, pixel) => (pixel / trackOf(piece, d)) * (180 / Math.PI);

/** The legal turn nearest to an angle counted from the piece's heading; nothing when none is near. */
export function nearestTurn(piece, spans, angle, pixel) {
  let best = null;
  for (const span of spans) {
    if (!span.turn || span.from > 0 !== angle > 0) continue;
    const [least, most] = ends(span);
    const unit = degreesOf(piece, angle, pixel);
    const d = settle(span, Math.min(Math.max(angle, least), most), unit, unit > 0.4 ? 1 : 0.1);
    const off = Math.abs(angle - d) - (span.captures.length ? 6 * unit : 0);
    if (!best || off < best.off) best = { off, span, d };
  }
  return best && best.off < 60 ? stopAt(piece, best.span, best.d) : null;
}

/** A rectangle about a place, as far as leaps and turns go. */
const about = ([x, y]) => [x - 3, y - 3, x + 3, y + 3];

/** The legal place nearest to a pointer, or nothing when none is near. `pixel` is a pixel in units;
 * `turns` also offers the tracks about a piece that turns. `imagesOf` gives the pointer's images within a rectangle,
 * on boards with seams. */
export function nearest(piece, legal, pointer, { pixel, reach, turns = true, imagesOf = place => [place] }) {
  let best = null;
  const offer = (distance, choice) => { if (!best || distance < best.distance) best = { ...choice, distance }; };
  for (const span of legal.spans) {
    if (span.turn) continue;
    for (const image of imagesOf(pointer, boxOf(piece.at, span))) {
      const d = settle(span, distanceAlong(piece.at, span, image, ...ends(span)), pixel, grainOf(pixel));
      const choice = stopAt(piece, span, d);
      // Captures and single stops attract the pointer a little: they are small and wanted.
      const pull = isPoint(span) ? 12 * pixel : span.captures.length ? 6 * pixel : 0;
      // Of two ways round one circle or one board, prefer the shorter.
      const round = (span.arc ? d / Math.abs(span.arc) : d * 0.1) * 0.5 * pixel;
      offer(Math.max(0, apart(choice.at, image) - pull) + round, choice);
    }
  }
  for (const target of legal.targets) {
    for (const image of imagesOf(pointer, about(target.at))) offer(apart(target.at, image), goTo(target));
  }
  for (const region of legal.regions) {
    for (const image of imagesOf(pointer, about(piece.at))) {
      const at = landingNear(region, image, grainOf(pixel));
      if (at) offer(Math.max(0, apart(at, image) - (region.area === 0 ? 10 * pixel : 0)), landAt(region, at));
    }
  }
  const [near = pointer] = imagesOf(pointer, about(piece.at)).sort((a, b) => apart(a, piece.at) - apart(b, piece.at));
  for (const side of turns ? [1, -1] : []) {
    const track = trackOf(piece, side);
    const ahead = wrapped(directionOf(piece.at, near) - piece.heading);
    const angle = ahead * side >= 0 ? ahead : ahead + 360 * side;
    const choice = nearestTurn(piece, legal.spans, angle || side, pixel);
    // Of two turns to one heading, prefer the shorter, unless the pointer is on one track.
    if (choice && Math.abs(choice.d - angle) < 20) offer(Math.abs(apart(piece.at, near) - track) + (Math.abs(angle) / 360) * 4 * pixel, choice);
  }
  return best && best.distance <= reach ? best : null;
}

/** Which way a lane bends, in words that follow its bearing. */
export const sideOf = ({ arc }) => (arc ? ` ${arc > 0 ? t('way.left') : t('way.right')}` : '');

/** The ways that the arrow keys and the list go through: lanes in order of bearing, the turn, the regions. */
export function waysOf(legal) {
  const found = new Map();
  const radii = new Map();
  for (const span of legal.spans) {
    const side = sideOf(span);
    const key = span.turn ? 'turn' : `${span.bearing}${side}${span.arc ? `:${Math.abs(span.arc)}` : ''}`;
    const name = span.turn ? t('way.turn') : `${Math.round(span.bearing * 1000) / 1000}°${side}`;
    if (!found.has(key)) {
      found.set(key, { key, name, parts: [] });
      radii.set(name, (radii.get(name) ?? 0) + 1);
    }
    found.get(key).parts.push(span);
  }
  const lanes = [...found.values()];
  for (const lane of lanes) if (radii.get(lane.name) > 1) lane.name += ` r ${decimals(Math.abs(lane.parts[0].arc))}`;
  const named = region => (region.captures.length ? t('entry.choice.takes', { labels: region.captures.join(' ') }) : t('way.quiet'));
  const regions = legal.regions.map((region, i) => {
    const alike = legal.regions.filter(other => named(other) === named(region));
    return { key: `region ${i}`, name: named(region) + (alike.length > 1 ? ` · ${alike.indexOf(region) + 1}` : ''), region };
  });
  return [...lanes, ...regions];
}

/** The way that a choice belongs to. */
export const wayOf = (ways, choice) => ways.find(way => (way.region ? way.region === choice?.region : way.parts.includes(choice?.span)));

/** Every distance at which something begins, ends or is taken along a lane. */
export const stops = parts => [...new Set(parts.flatMap(ends))].sort((a, b) => a - b);

/** The legal distance of a lane nearest to one wanted. */
export function fit(parts, d) {
  let best = null;
  for (const span of parts) {
    const [least, most] = ends(span);
    const near = Math.min(Math.max(d, least), most);
    if (!best || Math.abs(near - d) < Math.abs(best.d - d)) best = { span, d: near };
  }
  return best;
}

/** The lane's span that holds a distance as typed, if any does: an open end does not belong to it. */
export function holding(parts, d) {
  return parts.find(({ from, to, open_from, open_to }) => (open_from ? d > from + TIE : d >= from - TIE) && (open_to ? d < to - TIE : d <= to + TIE));
}

/** The legal distances of some spans, with as many digits as tell them from others. */
export function told(parts) {
  const all = parts.map(({ from, to, open_from, open_to }) => (from === to ? precise(from) : `${open_from ? '(' : '['}${precise(from)}, ${precise(to)}${open_to ? ')' : ']'}`));
  return all.join(', ');
}

/** The part of a move text after the label: the span's way and a distance that is already text. */
export function courseText(span, far) {
  if (span.turn) return `turn ${/^[+-]/.test(far) ? far : `+${far}`}`;
  const bend = span.arc ? ` ${span.arc > 0 ? 'left' : 'right'}:${exact(Math.abs(span.arc))}` : '';
  return `${exact(span.bearing)}${bend} ${far}`;
}

export function moveText(choice, promotion) {
  if (choice.target) return choice.target.text + (promotion ? promotion.toLowerCase() : '');
  const becomes = promotion ? ` =${promotion}` : '';
  if (choice.region) return `${choice.region.piece} > ${exact(choice.at[0])},${exact(choice.at[1])}${becomes}`;
  return `${choice.span.piece} ${courseText(choice.span, exact(choice.d))}${becomes}`;
}
