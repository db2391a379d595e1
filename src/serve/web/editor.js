// The position editor: pieces placed, moved and taken off on any board, in step with the position text. Faults are told by the server.
import { Board } from './board.js';
import { $, make } from './dom.js';
import { copyLink, playFrom } from './exchange.js';
import { ask, pageAt } from './net.js';
import { icon } from './outlines.js';
import { showFields } from './piecefields.js';
import { Pinch } from './pinch.js';
import { linkOf, readLink } from './positionlink.js';
import { freeLabel, isWhite, parse, readable, write } from './positiontext.js';
import { captions } from './rim.js';
import { isForPage, noBoard, press, tell } from './shell.js';
import { faultOf, kindName, sideName, t } from './text.js';
import { GAMES, titleOf } from './variants.js';
import { apart, away, shapeAt } from './way.js';

const GRIDS = [0.5, 0.25, 0.1, 0];
const DELAY = 150;

/** The variant, its board and kinds, the parts of the text, the piece and the kind that are chosen, and what the server says. */
const now = { game: null, offer: null, kinds: new Map(), parts: null, chosen: null, kind: null, seen: null, frames: new Map() };
const board = new Board($('board'), captions);
/** The texts before the present one, the latest last, and how many are kept. */
const past = [];
const KEPT = 200;
let asked = 0;
let timer;
let drag = null;
/** Whether the last press has placed a piece. */
let isPlaced = false;

const kindOf = label => now.kinds.get(label[0].toUpperCase());
const isPlane = () => now.offer.board.shape === 'plane';

const NO_FRAME = { ahead: null, way: null, mirrored: false };
const frameIn = view => (view ? { ahead: view.ahead, way: view.way, mirrored: view.mirrored } : NO_FRAME);

/** What decides which way a piece goes, besides its place. */
const frameOf = ({ label, sense, crossed, flips }) => [label, sense, crossed, flips].join();

/** The piece as drawn, by its text alone; nothing when its place cannot be told. Its wedge is the one that the server told last. */
function drawn(piece) {
  const { label, place, heading } = piece;
  const kind = kindOf(label);
  const at = isPlane() ? place.split(',').map(Number) : now.offer.board.cells.find(cell => cell.name === place)?.at;
  if (!kind || at?.length !== 2 || !at.every(Number.isFinite)) return null;
  const white = isWhite(label);
  const faces = kind.suffixes.includes('heading');
  const degrees = faces ? Number(heading ?? (white ? 90 : 270)) || 0 : 0;
  return {
    label, color: white ? 'white' : 'black', letter: kind.letter, name: kind.name, at, cell: isPlane() ? null : place,
    heading: faces ? degrees : null, ...now.frames.get(frameOf(piece)) ?? NO_FRAME, shape: shapeAt({ shape: kind.shape, at: [0, 0] }, { at, turned: degrees }),
  };
}

function draw(written = now.parts.pieces) {
  const pieces = now.seen?.pieces ?? written.map(drawn).filter(Boolean);
  now.drawn = pieces;
  board.place({ pieces, king: now.seen?.king }, 'jump');
  for (const [label, group] of board.pieces) group.classList.toggle('picked', label === now.chosen?.label);
  board.svg.dataset.pieces = pieces.length;
  board.svg.dataset.chosen = now.chosen?.label ?? '';
}

/** Shows the parts beside the board. */
function fields() {
  const { parts, chosen } = now;
  showFields($('piece'), chosen, chosen && kindOf(chosen.label), changed, remove);
  const turn = make('select', { name: 'turn', ariaLabel: t('editor.turn') }, ...['w', 'b'].map(side => new Option(t(`editor.turn.${side}`), side, false, side === parts.turn)));
  turn.addEventListener('change', () => { parts.turn = turn.value; changed(); });
  const number = (of, name) => {
    const input = make('input', { name, value: of[name] ?? '', size: name === 'ep' ? 7 : 4, autocomplete: 'off' });
    input.addEventListener('change', () => { of[name] = input.value.trim().replaceAll(/\s+/g, ''); changed(); });
    return make('label', {}, make('span', { textContent: t(`editor.${name}`) }), input);
  };
  $('state').replaceChildren(turn, ...['halfmove', 'fullmove'].map(name => number(parts, name)),
    ...now.offer.extras.map(name => number(parts.extras, name)));
}

/** After a change of the parts: the text follows, and is judged. */
function changed() {
  $('text').value = write(now.parts);
  now.seen = null;
  draw();
  fields();
  judge();
}

function remove() {
  now.parts.pieces = now.parts.pieces.filter(piece => piece !== now.chosen);
  now.chosen = null;
  changed();
}

/** Keeps the text that another one takes the place of. */
function keepText() {
  const text = $('text').value;
  if (now.text !== undefined && now.text !== text) past.push(now.text);
  past.splice(0, past.length - KEPT);
  now.text = text;
  $('undo').disabled = !past.length;
}

/** Goes back to the text before the last change. */
function undo() {
  if (!past.length) return;
  now.text = past.pop();
  $('text').value = now.text;
  show();
}

/** Leads to the analysis of the position, or nowhere: without an address a link cannot be followed by the keyboard either. */
function leadOn(address) {
  const link = $('analyse');
  link.classList.toggle('disabled', !address);
  link.setAttribute('aria-disabled', String(!address));
  if (address) link.href = address; else link.removeAttribute('href');
}

/** Asks the server about the text, once it stands. */
function judge() {
  keepText();
  leadOn(null);
  const mine = ++asked;
  clearTimeout(timer);
  document.body.dataset.judged = '';
  timer = setTimeout(async () => {
    const position = $('text').value;
    const told = await ask('POST', '/api/positions', { game: { ...now.game, position } }).catch(e => e);
    if (mine === asked) verdict(position, told);
  }, DELAY);
}

function verdict(position, told) {
  const isRight = !(told instanceof Error);
  const box = $('verdict');
  box.className = `verdict ${isRight ? 'right' : 'wrong'}`;
  const faults = isRight ? [] : told.faults ?? [];
  box.textContent = isRight ? t('editor.right') : faults.length ? '' : told.message;
  $('faults').replaceChildren(...faults.map(fault));
  $('play-here').disabled = $('link').disabled = !isRight;
  if (isRight) {
    now.seen = told.position;
    const parts = parse(told.position.text);
    const views = new Map(told.position.pieces.map(view => [view.label, view]));
    now.frames = new Map(now.parts.pieces.map(piece => [frameOf(piece), frameIn(views.get(piece.label))]));
    // The server writes places as decimals; a chosen piece stays chosen.
    if (parts && document.activeElement === $('text')) take(parts);
    history.replaceState(null, '', linkOf({ ...now.game, position }));
    leadOn(pageAt('analysis', location.hash));
    draw();
  }
  document.body.dataset.judged = isRight ? 'right' : 'wrong';
}

/** A fault; pressing it selects its place in the text. */
function fault(told) {
  const { column, name } = told;
  const button = make('button', { type: 'button', textContent: faultOf(told) });
  button.addEventListener('click', () => {
    const text = $('text');
    const begin = Math.max(0, (column ?? 1) - 1);
    const end = text.value.slice(begin).search(/\s/);
    text.focus();
    text.setSelectionRange(begin, end < 0 ? text.value.length : begin + end);
  });
  return make('li', name ? {} : { lang: 'en' }, button);
}

/** Goes on with other parts, which the text has already. */
function take(parts) {
  now.chosen = parts.pieces.find(piece => piece.label === now.chosen?.label) ?? null;
  now.parts = parts;
  fields();
}

/** Shows what the text says. */
function show() {
  const parts = parse($('text').value);
  now.seen = null;
  if (parts) take(parts);
  // Of a text with faults the board shows what can be read.
  draw(parts?.pieces ?? readable($('text').value));
  judge();
}

$('text').addEventListener('input', show);

/** The place that a pointer means, as the text has it; nothing off the board. */
function placeOf(event) {
  const { offer } = now;
  const rect = board.svg.getBoundingClientRect();
  if (event.clientX < rect.left || event.clientX > rect.right || event.clientY < rect.top || event.clientY > rect.bottom) return null;
  const picture = board.picture(event);
  if (!isPlane()) {
    const near = offer.board.cells.filter(cell => cell.tint !== 'void').map(cell => ({ cell, off: apart(cell.at, picture) })).sort((a, b) => a.off - b.off)[0];
    return near.off < (near.cell.sector ? 0.9 : 0.71) ? near.cell.name : null;
  }
  const [w, h] = offer.board.chart;
  if (board.bend && Math.hypot(...picture) > offer.board.max[0] + 0.3) return null;
  const [gluedX, gluedY] = board.surface.glued;
  const at = board.from(event);
  if (!board.bend && ((!gluedX && (at[0] < -0.3 || at[0] > w + 0.3)) || (!gluedY && (at[1] < -0.3 || at[1] > h + 0.3)))) return null;
  const grid = Number($('grid').value) || 0.01;
  return at.map((c, axis) => Number(Math.min(Math.max(Math.round(c / grid) * grid, 0), [w, h][axis]).toFixed(6))).join(',');
}

/** The piece under a pointer. */
function under(event) {
  const pointer = board.from(event);
  const slack = (event.pointerType === 'touch' ? 14 : 3) * board.pixel();
  const found = now.drawn.map(piece => ({ piece, off: away(piece, board.surface.nearestTo(piece.at, pointer)) }))
    .filter(({ off }) => off <= slack).sort((a, b) => a.off - b.off)[0];
  return found && now.parts.pieces.find(({ label }) => label === found.piece.label);
}

function down(event) {
  if (event.button > 0) return;
  event.preventDefault();
  isPlaced = false;
  const piece = under(event);
  board.svg.setPointerCapture(event.pointerId);
  if (piece) {
    now.chosen = piece;
    drag = { piece, x: event.clientX, y: event.clientY, moved: false };
    draw();
    return fields();
  }
  const place = placeOf(event);
  if (now.kind && place) {
    now.chosen = { label: freeLabel(now.parts.pieces, now.kind.letter, now.kind.white), place };
    now.parts.pieces.push(now.chosen);
    isPlaced = true;
    return changed();
  }
  now.chosen = null;
  draw();
  fields();
}

/** What a finger has begun is no press: the board is enlarged. */
function interrupt() {
  drag = null;
  if (isPlaced) undo(); else draw();
}

function motion(event) {
  if (!drag) return;
  drag.moved ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 5;
  if (!drag.moved) return;
  const group = board.pieces.get(drag.piece.label);
  const place = placeOf(event);
  group?.classList.toggle('leaving', !place);
  board.move(drag.piece.label, isPlane() ? board.from(event) : board.picture(event));
}

function up(event) {
  const held = drag;
  drag = null;
  if (!held?.moved) return;
  const place = placeOf(event);
  if (!place) return remove();
  held.piece.place = place;
  changed();
}

function palette() {
  const one = (kind, white) => {
    const color = white ? 'white' : 'black';
    const name = t('editor.piece', { side: sideName(color), name: kindName(kind.name) });
    const button = make('button', { type: 'button', className: 'kind', title: name, ariaLabel: name }, icon(kind.letter, color, 32));
    button.dataset.kind = white ? kind.letter : kind.letter.toLowerCase();
    button.setAttribute('aria-pressed', 'false');
    button.addEventListener('click', () => {
      const off = now.kind?.letter === kind.letter && now.kind.white === white;
      now.kind = off ? null : { letter: kind.letter, white };
      for (const other of $('palette').querySelectorAll('.kind')) other.setAttribute('aria-pressed', String(!off && other === button));
    });
    return button;
  };
  now.kind = null;
  $('palette').replaceChildren(...[true, false].map(white => make('div', { className: 'row' }, ...now.offer.kinds.map(kind => one(kind, white)))));
}

const EMPTY = { pieces: [], turn: 'w', halfmove: '0', fullmove: '1', extras: {} };

/** Sets a game up, at a position if one is given. */
async function begin({ position, ...game }) {
  const offer = await ask('POST', '/api/boards', game);
  // The texts of another game are of another board.
  if (JSON.stringify(game) !== JSON.stringify(now.game)) {
    past.length = 0;
    now.text = undefined;
  }
  Object.assign(now, { game, offer, kinds: new Map(offer.kinds.map(kind => [kind.letter, kind])), chosen: null, seen: null, frames: new Map() });
  board.lay(offer.board);
  board.flip(now.flipped === true);
  new Pinch(board, interrupt);
  for (const [name, act] of Object.entries({ pointerdown: down, pointermove: motion, pointerup: up })) board.svg.addEventListener(name, act);
  $('grid').hidden = !isPlane();
  $('title').textContent = titleOf(offer.variant.name);
  if (![...$('variant').options].some(option => option.value === offer.variant.name)) $('variant').prepend(new Option(offer.variant.name));
  $('variant').value = offer.variant.name;
  palette();
  const text = position && position !== 'start' ? position : offer.start;
  if (!text) tell(t('editor.noStart'));
  $('text').value = text ?? write(EMPTY);
  // A text with faults is shown and judged; the board waits until it can be read.
  now.parts = parse($('text').value) ?? structuredClone(EMPTY);
  draw();
  fields();
  judge();
}

const safely = doing => Promise.resolve(doing).catch(e => tell(e.message));
const here = () => ({ ...now.game, position: $('text').value });

press('initial', () => safely(begin(now.game)));
press('undo', undo);
press('clear', () => { now.parts = structuredClone(EMPTY); now.chosen = null; changed(); });
press('flip', () => {
  now.flipped = !now.flipped;
  $('flip').setAttribute('aria-pressed', String(now.flipped));
  board.flip(now.flipped);
  draw();
});
press('play-here', () => safely(playFrom(here())));
press('link', () => copyLink(linkOf(here())));
$('variant').append(...GAMES.map(([name]) => new Option(titleOf(name), name)));
$('variant').addEventListener('change', () => {
  const game = { variant: $('variant').value, rules: {} };
  // After an address that gave no board the page begins anew.
  if (now.offer) safely(begin(game)); else location.hash = linkOf(game);
});
$('grid').append(...GRIDS.map(grid => new Option(grid ? t('editor.every', { grid }) : t('editor.anywhere'), grid)));
document.addEventListener('keydown', event => {
  // In the text the browser's own undo is meant.
  if (event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.target.matches('input, textarea')) {
    event.preventDefault();
    return undo();
  }
  if (!isForPage(event) || !now.chosen || !['Delete', 'Backspace'].includes(event.key)) return;
  event.preventDefault();
  remove();
});
addEventListener('hashchange', () => location.reload());
(async () => begin(readLink() ?? { variant: 'continuous', rules: {} }))().catch(e => noBoard(e.message));
