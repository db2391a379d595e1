// The keyboard: from piece to piece, along lanes, through a turn, within a region.
import { fit, goTo, stops, wayOf } from './legal.js';
import { landingNear } from './region.js';
import { apart } from './way.js';

const ACROSS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
/** How far a knight leaps on a board of squares, board units. */
const USUAL_LEAP = Math.sqrt(5);
const PAGES = ['PageUp', 'PageDown', 'Home', 'End'];

/** Handles a key while no piece is picked; returns whether it meant something. */
export function keyWithout(selection, event) {
  if (event.shiftKey && ARROWS[event.key] && selection.board.canBeDragged) {
    selection.board.panBy(ARROWS[event.key]);
    if (selection.board.bend) selection.app.redraw();
    return true;
  }
  if (event.key === 'Escape' && selection.picked) { selection.drop(); return true; }
  const pieces = selection.surveyed();
  if (!pieces.length) return false;
  const at = pieces.findIndex(piece => piece.label === selection.focused);
  const step = ACROSS[event.key];
  // Whoever points steps through the history by the arrows, until a letter or the Tab key leads to a piece.
  if (step && selection.points) return false;
  if (step) { selection.focus(pieces[(at + step + pieces.length) % pieces.length] ?? pieces[0]); return true; }
  if ((event.key === 'Enter' || event.key === ' ') && at >= 0) { choosePiece(selection, selection.focused); return true; }
  if (/^[a-z]$/i.test(event.key)) {
    const wanted = event.key.toUpperCase();
    const next = [...pieces.slice(at + 1), ...pieces.slice(0, at + 1)].find(piece => piece.letter === wanted);
    if (next) { selection.focus(next); return true; }
  }
  return false;
}

/** Picks a piece to move it, or to see where it could go. */
function choosePiece(selection, label) {
  if (!selection.mayMove(label)) { selection.peek(label); return; }
  selection.pick(label);
  begin(selection);
}

/** A first choice for the keys to start from. */
function begin(selection) {
  if (selection.legal.targets.length) aim(selection, 0);
  else if (selection.ways.length) goAlong(selection, selection.ways[0]);
}

/** Chooses another way, at a distance if one is given. */
export function goAlong(selection, way, d) {
  if (way.region) selection.land(way.region, way.region.sample);
  else if (d === undefined && way.key === 'turn') selection.take(fit(way.parts, 1));
  else if (d === undefined && selection.piece().letter === 'N') selection.take(fit(way.parts, USUAL_LEAP));
  else selection.take(fit(way.parts, d ?? way.parts[0].from));
}

function aim(selection, index) {
  const { targets } = selection.legal;
  selection.choose(goTo(targets[(index + targets.length) % targets.length]));
}

/** Handles a key while a piece is picked; returns whether it meant something. */
export function keyWith(selection, event) {
  const { key } = event;
  if (key === 'Escape') { selection.drop(); return true; }
  if (key === 'Enter') { if (selection.choice) selection.play(); return true; }
  if (key === 'h' && selection.app.compare) { selection.app.compare.hold(); return true; }
  if (selection.legal.targets.length) {
    const step = ACROSS[key];
    if (step) aim(selection, selection.legal.targets.indexOf(selection.choice?.target) + step);
    return Boolean(step);
  }
  if (!selection.ways.length) return false;
  const now = Math.max(0, selection.ways.indexOf(wayOf(selection.ways, selection.choice)));
  const way = selection.ways[now];
  if (/^[0-9.]$/.test(key) || (/^[+-]$/.test(key) && (way.key === 'turn' || way.region))) { selection.entry.type(key); return true; }
  return way.region ? inRegion(selection, now, event) : alongLane(selection, now, event);
}

const grainOf = event => (event.altKey ? 0.001 : event.shiftKey ? 0.01 : 0.1);

/** Goes a grain farther along a lane, or back. */
export function stepAlong(selection, parts, d, up, grain) {
  const all = stops(parts);
  const found = fit(parts, Math.round((d + (up ? grain : -grain)) * 1e6) / 1e6);
  // Single stops lie apart: where the next grain leads nowhere, take the next stop.
  const next = up ? all.find(stop => stop > d + 1e-12) : all.findLast(stop => stop < d - 1e-12);
  const there = found.d === d ? next : found.d;
  if (there !== undefined) selection.take(fit(parts, there));
}

function alongLane(selection, now, event) {
  const { key } = event;
  const { parts, key: name } = selection.ways[now];
  const d = selection.choice?.d ?? parts[0].from;
  if (key === 'ArrowRight' || key === 'ArrowLeft') {
    // Bearings grow counter-clockwise: right turns clockwise.
    const count = selection.ways.length;
    const next = selection.ways[(now + (key === 'ArrowRight' ? -1 : 1) + count) % count];
    goAlong(selection, next, next.key === 'turn' || name === 'turn' ? undefined : d);
    return true;
  }
  const all = stops(parts);
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    stepAlong(selection, parts, d, key === 'ArrowUp', name === 'turn' ? (event.altKey ? 0.1 : event.shiftKey ? 1 : 10) : grainOf(event));
    return true;
  }
  if (PAGES.includes(key)) {
    const next = { Home: all[0], End: all.at(-1), PageUp: all.find(stop => stop > d + 1e-9), PageDown: all.findLast(stop => stop < d - 1e-9) }[key];
    if (next !== undefined) selection.take(fit(parts, next));
    return true;
  }
  return false;
}

/** Within a region the arrows move the landing as they point on the screen; Page Up and Down go to the next. */
function inRegion(selection, now, event) {
  const { key } = event;
  if (PAGES.includes(key)) {
    const count = selection.ways.length;
    goAlong(selection, selection.ways[{ Home: 0, End: count - 1, PageUp: (now + 1) % count, PageDown: (now - 1 + count) % count }[key]]);
    return true;
  }
  const arrow = ARROWS[key];
  if (!arrow) return false;
  const here = selection.choice?.at ?? selection.ways[now].region.sample;
  const turned = selection.board.flipped ? -1 : 1;
  const grain = grainOf(event);
  const ahead = place => ((place[0] - here[0]) * arrow[0] + (place[1] - here[1]) * arrow[1]) * turned;
  // A gap may lie ahead: look farther until there is something legal.
  for (let far = grain; far < 2; far *= 2) {
    const wanted = here.map((c, i) => Number((c + arrow[i] * turned * far).toFixed(6)));
    const found = selection.legal.regions.map(region => ({ region, at: landingNear(region, wanted, 1e-6) })).filter(place => place.at)
      .map(place => ({ ...place, off: apart(place.at, wanted) })).sort((a, b) => a.off - b.off)[0];
    if (found && ahead(found.at) > grain * 1e-3) { selection.land(found.region, found.at); return true; }
  }
  return true;
}
