// Finding one's way about a legal set that the server has sent. No rules here: only which of the
// given places is nearest, and how a number is written.

const INSIDE = 1e-6;

/** The span's least and greatest distance that may be sent: just inside an open end. */
export function ends(span) {
  const inset = Math.min(INSIDE, (span.to - span.from) / 4);
  return [span.open_from ? span.from + inset : span.from, span.open_to ? span.to - inset : span.to];
}

export const isPoint = span => span.from === span.to;
export const at = (origin, span, d) => [origin[0] + span.dir[0] * d, origin[1] + span.dir[1] * d];

/** A distance within a span, as round as the scale of the picture warrants. */
export function settle(span, d, pixel) {
  const [least, most] = ends(span);
  if (isPoint(span)) return span.from;
  if (d - least < 6 * pixel && d - least < most - d) return least;
  if (most - d < 6 * pixel) return most;
  const grain = pixel > 0.005 ? 100 : 1000;
  const round = Math.round(d * grain) / grain;
  return round >= least && round <= most ? round : Math.min(Math.max(d, least), most);
}

/** The legal place nearest to a pointer, or nothing when none is near. `pixel` is a pixel in units. */
export function nearest(origin, legal, pointer, pixel, reach) {
  let best = null;
  const offer = (distance, place) => { if (!best || distance < best.distance) best = { ...place, distance }; };
  for (const span of legal.spans) {
    if (span.turn) continue;
    const along = (pointer[0] - origin[0]) * span.dir[0] + (pointer[1] - origin[1]) * span.dir[1];
    const [least, most] = ends(span);
    const d = settle(span, Math.min(Math.max(along, least), most), pixel);
    const place = at(origin, span, d);
    // Captures and single stops draw the pointer a little: they are small and wanted.
    const pull = isPoint(span) ? 12 * pixel : span.captures.length ? 6 * pixel : 0;
    offer(Math.max(0, Math.hypot(place[0] - pointer[0], place[1] - pointer[1]) - pull), { span, d, at: place, captures: span.captures, promotes: span.promotes });
  }
  for (const target of legal.targets) {
    offer(Math.hypot(target.at[0] - pointer[0], target.at[1] - pointer[1]), { target, at: target.at, captures: target.captures, promotes: target.promotes.length > 0 });
  }
  for (const region of legal.regions) {
    const place = into(region, pointer, pixel);
    if (place) offer(Math.hypot(place[0] - pointer[0], place[1] - pointer[1]), { region, at: place, captures: region.captures, promotes: region.promotes });
  }
  return best && best.distance <= reach ? best : null;
}

/** The pointer if it lies in the region; else a place just inside its nearest border. */
function into(region, pointer, pixel) {
  let inside = false;
  let edge = null;
  for (const border of region.borders) {
    for (let i = 0, j = border.length - 1; i < border.length; j = i++) {
      const [a, b] = [border[j], border[i]];
      if ((b[1] > pointer[1]) !== (a[1] > pointer[1]) && pointer[0] < ((a[0] - b[0]) * (pointer[1] - b[1])) / (a[1] - b[1]) + b[0]) inside = !inside;
      const [ux, uy] = [b[0] - a[0], b[1] - a[1]];
      const share = Math.min(1, Math.max(0, ((pointer[0] - a[0]) * ux + (pointer[1] - a[1]) * uy) / (ux * ux + uy * uy || 1)));
      const place = [a[0] + ux * share, a[1] + uy * share];
      const distance = Math.hypot(place[0] - pointer[0], place[1] - pointer[1]);
      if (!edge || distance < edge.distance) edge = { distance, place };
    }
  }
  if (inside) return pointer.map(c => Math.round(c * 1000) / 1000);
  if (!edge) return null;
  const over = edge.distance || 1;
  return edge.place.map((c, i) => c + ((c - pointer[i]) / over) * 2 * pixel);
}

/** Lanes in order of bearing: what the arrow keys and the list go through. */
export function lanes(spans) {
  const found = new Map();
  for (const span of spans) {
    const key = `${span.turn ? 'turn' : span.bearing}`;
    if (!found.has(key)) found.set(key, []);
    found.get(key).push(span);
  }
  return [...found.entries()].map(([key, parts]) => ({ key, parts }));
}

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

/** The lane's span that holds a distance as typed, if any does. */
export function holding(parts, d) {
  return parts.find(span => {
    const [least, most] = ends(span);
    return isPoint(span) ? Math.abs(d - span.from) < 5e-7 : d >= least - 5e-7 && d <= most + 5e-7;
  });
}

/** A number with all its digits and no exponent. */
export const exact = n => (/e/.test(String(n)) ? n.toFixed(20).replace(/\.?0+$/, '') : String(n));

/** A number for the eye: six decimals at most. */
export const figures = n => String(Math.round(n * 1e6) / 1e6);

export function moveText(choice, promotion) {
  if (choice.target) return choice.target.text + (promotion ? promotion.toLowerCase() : '');
  if (choice.region) return `${choice.region.piece} > ${exact(choice.at[0])},${exact(choice.at[1])}`;
  const { span, d } = choice;
  if (span.turn) return `${span.piece} turn ${d < 0 ? '-' : '+'}${exact(Math.abs(d))}`;
  return `${span.piece} ${exact(span.bearing)} ${exact(d)}${promotion ? ` =${promotion}` : ''}`;
}
