// The hand by keyboard: from man to man, along lanes, about a turn, within a region.
import { fit, goTo, stops, wayOf } from './legal.js';
import { landingNear } from './region.js';
import { apart } from './way.js';

const ACROSS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const PAGES = ['PageUp', 'PageDown', 'Home', 'End'];

/** A key while no man is in hand; whether it meant something. */
export function keyWithout(hand, event) {
  const men = hand.movable();
  if (!men.length) return false;
  const at = men.findIndex(piece => piece.label === hand.focused);
  const step = ACROSS[event.key];
  if (step) { hand.focus(men[(at + step + men.length) % men.length] ?? men[0]); return true; }
  if ((event.key === 'Enter' || event.key === ' ') && at >= 0) { hand.pick(hand.focused); begin(hand); return true; }
  if (/^[a-z]$/i.test(event.key)) {
    const wanted = event.key.toUpperCase();
    const next = [...men.slice(at + 1), ...men.slice(0, at + 1)].find(piece => piece.letter === wanted);
    if (next) { hand.focus(next); return true; }
  }
  return false;
}

/** A first choice for the keys to start from. */
function begin(hand) {
  if (hand.legal.targets.length) aim(hand, 0);
  else if (hand.ways.length) goAlong(hand, hand.ways[0]);
}

/** Takes up another way, at a distance if one is wanted. */
export function goAlong(hand, way, d) {
  if (way.region) hand.land(way.region, way.region.sample);
  else if (d === undefined && way.key === 'turn') hand.take(fit(way.parts, 1));
  else hand.take(fit(way.parts, d ?? way.parts[0].from));
}

function aim(hand, index) {
  const { targets } = hand.legal;
  hand.choose(goTo(targets[(index + targets.length) % targets.length]));
}

/** A key while a man is in hand; whether it meant something. */
export function keyWith(hand, event) {
  const { key } = event;
  if (key === 'Escape') { hand.drop(); return true; }
  if (key === 'Enter') { if (hand.choice) hand.play(); return true; }
  if (hand.legal.targets.length) {
    const step = ACROSS[key];
    if (step) aim(hand, hand.legal.targets.indexOf(hand.choice?.target) + step);
    return Boolean(step);
  }
  if (!hand.ways.length) return false;
  const now = Math.max(0, hand.ways.indexOf(wayOf(hand.ways, hand.choice)));
  const way = hand.ways[now];
  if (/^[0-9.]$/.test(key) || (/^[+-]$/.test(key) && (way.key === 'turn' || way.region))) { hand.fine.type(key); return true; }
  return way.region ? inRegion(hand, now, event) : alongLane(hand, now, event);
}

const grainOf = event => (event.altKey ? 0.001 : event.shiftKey ? 0.01 : 0.1);

function alongLane(hand, now, event) {
  const { key } = event;
  const { parts, key: name } = hand.ways[now];
  const d = hand.choice?.d ?? parts[0].from;
  if (key === 'ArrowRight' || key === 'ArrowLeft') {
    // Bearings grow counter-clockwise: right turns clockwise.
    const count = hand.ways.length;
    const next = hand.ways[(now + (key === 'ArrowRight' ? -1 : 1) + count) % count];
    goAlong(hand, next, next.key === 'turn' || name === 'turn' ? undefined : d);
    return true;
  }
  const all = stops(parts);
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const up = key === 'ArrowUp';
    const grain = name === 'turn' ? (event.altKey ? 0.1 : event.shiftKey ? 1 : 10) : grainOf(event);
    const found = fit(parts, Math.round((d + (up ? grain : -grain)) * 1e6) / 1e6);
    // Single stops lie apart: when the next grain leads nowhere, the next stop.
    const next = up ? all.find(stop => stop > d + 1e-12) : all.findLast(stop => stop < d - 1e-12);
    const there = found.d === d ? next : found.d;
    if (there !== undefined) hand.take(fit(parts, there));
    return true;
  }
  if (PAGES.includes(key)) {
    const next = { Home: all[0], End: all.at(-1), PageUp: all.find(stop => stop > d + 1e-9), PageDown: all.findLast(stop => stop < d - 1e-9) }[key];
    if (next !== undefined) hand.take(fit(parts, next));
    return true;
  }
  return false;
}

/** Within a region the arrows move the landing as they point on the screen; Page Up and Down go to the next. */
function inRegion(hand, now, event) {
  const { key } = event;
  if (PAGES.includes(key)) {
    const count = hand.ways.length;
    goAlong(hand, hand.ways[{ Home: 0, End: count - 1, PageUp: (now + 1) % count, PageDown: (now - 1 + count) % count }[key]]);
    return true;
  }
  const arrow = ARROWS[key];
  if (!arrow) return false;
  const here = hand.choice?.at ?? hand.ways[now].region.sample;
  const turned = hand.board.flipped ? -1 : 1;
  const grain = grainOf(event);
  const ahead = place => ((place[0] - here[0]) * arrow[0] + (place[1] - here[1]) * arrow[1]) * turned;
  // A gap may lie ahead: look farther until something legal is.
  for (let far = grain; far < 2; far *= 2) {
    const wanted = here.map((c, i) => Number((c + arrow[i] * turned * far).toFixed(6)));
    const found = hand.legal.regions.map(region => ({ region, at: landingNear(region, wanted, 1e-6) })).filter(place => place.at)
      .map(place => ({ ...place, off: apart(place.at, wanted) })).sort((a, b) => a.off - b.off)[0];
    if (found && ahead(found.at) > grain * 1e-3) { hand.land(found.region, found.at); return true; }
  }
  return true;
}
