// A small picture of each game: four units of its board, with a way that shows in what it differs.
import { U, el, figure } from './outlines.js';

const SIDE = 4;
/** A disc, and the figure on it, picture units. */
const [DISC, FIGURE] = [34, 66];
/** A round board: the radii of its hub and of its rim. */
const [HUB, RIM] = [0.55, 1.95];

/** Where ways of boards with seams go, and how the sides are glued: `=` alike, `~` reversed, `o` half the way round, `v` folded. */
const GLUED = {
  cylinder: { sides: '=', piece: 'R 2.8,2', ways: ['2.8,2 4,2', '0,2 1.2,2'] },
  mobius: { sides: '~', piece: 'R 2.8,3', ways: ['2.8,3 4,3', '0,1 1.2,1'] },
  torus: { sides: '=', ends: '=', piece: 'B 2.7,2.7', ways: ['2.7,2.7 4,4', '0,0 1.3,1.3'] },
  klein: { sides: '=', ends: '~', piece: 'R 1,2.8', ways: ['1,2.8 1,4', '3,0 3,1.2'] },
  spherical: { sides: '=', ends: 'o', piece: 'R 0.8,2.2', ways: ['0.8,2.2 0.8,4', '2.8,4 2.8,2.2'] },
  pillow: { sides: '=', ends: 'v', piece: 'R 1.2,2.2', ways: ['1.2,2.2 1.2,4', '2.8,4 2.8,2.2'] },
  projective: { sides: '~', ends: '~', piece: 'R 1,2.8', ways: ['1,2.8 1,4', '3,0 3,1.2'] },
};
const ROUND = { piece: 'R 200', ways: ['200 340'] };
const ACROSS = { piece: 'R 160', across: 160 };

/** What each game shows. Of pieces the letter and the place, of a dark one the letter is small; on round boards the angle. */
const CARDS = {
  continuous: { piece: 'Q 0.8,0.9', ways: ['0.8,0.9 2.72,2.82'], victim: 'n 3.06,3.16' },
  zeno: { piece: 'R 0.6,2', ways: ['0.6,2 2.3,2'], rest: '2.3,2 4,2' },
  discrete: { piece: 'R 0.5,2', stops: '1,2 1.5,2 2,2 2.5,2 3,2 3.5,2' },
  'zeno-discrete': { piece: 'R 0.5,2', stops: '1,2 1.5,2 2,2', rest: '2,2 4,2' },
  ring: ROUND, disc: ACROSS,
  orthodox: { piece: 'N 1.5,1.5', stops: '2.5,3.5 0.5,3.5 3.5,2.5 3.5,0.5' },
  shatranj: { piece: 'B 1.5,1.5', stops: '3.5,3.5', leaps: ['1.5,1.5 3.5,3.5'], victim: 'p 2.5,2.5' },
  byzantine: { piece: 'N 200', stops: '260 140' }, reynolds: { piece: 'Q 200', ways: ['200 380'] }, ring64: { piece: 'K 200', ways: ['200 260'], victim: 'R 320' },
  disc70: ACROSS, disc68: { ...ACROSS, voids: 2 }, disc66: { ...ACROSS, voids: 4 },
  circe: { piece: 'R 0.5,1.5', ways: ['0.5,1.5 2.5,1.5'], victim: 'n 2.5,1.5', leaps: ['2.5,1.5 1.5,3.5'] },
  progressive: { piece: 'N 0.5,0.5', ways: ['0.5,0.5 1.5,2.5', '1.5,2.5 2.5,0.5', '2.5,0.5 3.5,2.5'] },
  'circe-progressive': { piece: 'N 0.5,0.5', ways: ['0.5,0.5 1.5,2.5', '1.5,2.5 2.5,0.5'], victim: 'r 2.5,0.5', leaps: ['2.5,0.5 3.5,3.5'] },
};

/** The look of a game: of its own, or of the board in its name. */
const lookOf = name => CARDS[name] ?? GLUED[name.replace(/\d+$/, '')] ?? CARDS.continuous;
const isRound = name => /^(ring|disc(?!r)|byzantine|reynolds)/.test(name);
const isOfCells = name => /\d$|^(orthodox|shatranj|byzantine|reynolds|circe|progressive)/.test(name);

/** A place of a card in its picture: `x,y` upward, or an angle half way between hub and rim. */
function placeOf(text, r = (HUB + RIM) / 2) {
  const numbers = text.split(',').map(Number);
  if (numbers.length > 1) return [numbers[0] * U, (SIDE - numbers[1]) * U];
  const angle = (numbers[0] * Math.PI) / 180;
  return [(2 + r * Math.cos(angle)) * U, (2 - r * Math.sin(angle)) * U];
}

/** A way through places; round a ring it is an arc. */
function wayOf(text) {
  const places = text.split(' ');
  if (text.includes(',')) return `M${places.map(place => placeOf(place)).join('L')}`;
  const [from, to] = places.map(Number);
  return `M${Array.from({ length: 25 }, (_, i) => placeOf(`${from + ((to - from) * i) / 24}`)).join('L')}`;
}

/** A glued side as a dotted line, with an arrow in the middle or, where it meets itself, towards the middle. */
function seam([x0, y0], [x1, y1], how) {
  const at = share => [(x0 + (x1 - x0) * share) * U, (SIDE - y0 - (y1 - y0) * share) * U];
  const [ux, uy] = [(x1 - x0) / SIDE, (y0 - y1) / SIDE];
  const arrow = (share, way) => { const [x, y] = at(share); return `M${x - way * 22 * ux - 16 * uy} ${y - way * 22 * uy + 16 * ux}L${x} ${y}L${x - way * 22 * ux + 16 * uy} ${y - way * 22 * uy - 16 * ux}`; };
  const arrows = how === 'v' ? arrow(0.3, 1) + arrow(0.7, -1) : how === 'o' ? arrow(0.3, 1) + arrow(0.8, 1) : arrow(0.55, 1);
  return [el('path', { d: `M${at(0)}L${at(1)}`, class: 'seam' }), el('path', { d: arrows, class: 'seam arrow' })];
}

const RECTANGLE = (x, y, name) => el('rect', { x: x * U, y: y * U, width: U, height: U, class: name });

function flatGround(name, { sides, ends }) {
  const all = Array.from({ length: SIDE * SIDE }, (_, i) => [i % SIDE, Math.floor(i / SIDE)]);
  const lines = [1, 2, 3].map(n => `M${n * U} 0v${SIDE * U}M0 ${n * U}h${SIDE * U}`).join('');
  const field = isOfCells(name)
    ? all.map(([x, y]) => RECTANGLE(x, y, `cell ${(x + y) % 2 ? 'dark' : 'light'}`))
    : [el('rect', { width: SIDE * U, height: SIDE * U, class: 'ground-field' }), el('path', { d: lines, class: 'grid' })];
  // A reversed side is passed the other way.
  const glued = (how, near, far) => (how ? [...seam(...near, how), ...seam(...(how === '~' ? [...far].reverse() : far), how)] : []);
  return [...field, ...glued(sides, [[0, 0], [0, SIDE]], [[SIDE, 0], [SIDE, SIDE]]), ...glued(ends, [[0, 0], [SIDE, 0]], [[0, SIDE], [SIDE, SIDE]])];
}

function roundGround(name, { voids = 0 }) {
  const hub = name.startsWith('disc') ? 0.2 : HUB;
  const sector = (from, inner, outer) => {
    const [a, b, c, d] = [[from, inner], [from, outer], [from + 30, outer], [from + 30, inner]].map(([angle, r]) => placeOf(`${angle}`, r));
    return `M${a}L${b}A${outer * U} ${outer * U} 0 0 0 ${c}L${d}A${inner * U} ${inner * U} 0 0 1 ${a}z`;
  };
  const middle = (hub + RIM) / 2;
  const shade = (i, ring) => (ring && i % 6 < voids / 2 ? 'void' : (i + ring) % 2 ? 'dark' : 'light');
  return Array.from({ length: 12 }, (_, i) => [[hub, middle], [middle, RIM]].map(([inner, outer], ring) =>
    el('path', { d: sector(75 + 30 * i, inner, outer), class: isOfCells(name) ? `cell ${shade(i, ring)}` : 'ground-field cell' }))).flat();
}

function piece(text, name) {
  const [letter, place] = text.split(' ');
  const color = letter === letter.toUpperCase() ? 'white' : 'black';
  const group = el('g', { class: `piece ${color}`, transform: `translate(${placeOf(place)})` }, figure(letter.toUpperCase(), isOfCells(name) ? 90 : FIGURE));
  if (!isOfCells(name)) group.prepend(el('circle', { r: DISC, class: 'extent' }));
  return group;
}

/** The picture of a game by the name of its preset. */
export function cardOf(name) {
  const look = lookOf(name);
  const way = d => [el('path', { d, class: 'corridor quiet', 'stroke-width': 2 * DISC }), el('path', { d, class: 'lane quiet' })];
  const across = look.across === undefined ? [] : [`M${placeOf(`${look.across}`)}L${placeOf(`${look.across + 180}`)}`];
  const ways = [...(look.ways ?? []).map(wayOf), ...across].flatMap(way);
  const leaps = [...(look.leaps ?? []), ...(look.rest ? [look.rest] : [])].map(text => el('path', { d: wayOf(text), class: 'reborn' }));
  const stops = (look.stops?.split(' ') ?? []).map(text => { const [cx, cy] = placeOf(text); return el('circle', { cx, cy, r: 13, class: 'dot quiet' }); });
  return el('svg', { class: `card-picture board ${isOfCells(name) ? 'squares' : 'plane'}`, viewBox: `-20 -20 ${SIDE * U + 40} ${SIDE * U + 40}`, 'aria-hidden': 'true' },
    ...(isRound(name) ? roundGround(name, look) : flatGround(name, look)), el('g', { fill: 'none' }, ...ways, ...leaps), ...stops, ...[look.victim, look.piece].filter(Boolean).map(text => piece(text, name)));
}
