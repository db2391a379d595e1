// A move as it stands in a list: the figure of what moves, the move, the figures of what it captures.
import { make } from './dom.js';
import { hasOutline, icon } from './outlines.js';
import { t } from './text.js';

const SIZE = 19;
const letterOf = label => label[0].toUpperCase();
const colorOf = label => (label[0] === letterOf(label) ? 'white' : 'black');
/** What a figure stands for, to those who do not see it. */
const unseen = words => make('span', { className: 'unseen', textContent: words });

const KEPT = 'continuum-moves';

/** Whether moves in lists say where they end, in place of bearing and distance. */
export const tellsPlaces = () => localStorage.getItem(KEPT) === 'places';

/** Turns that on or off; lists listen for `moves`. */
export function tellPlaces(on) {
  localStorage.setItem(KEPT, on ? 'places' : 'lanes');
  document.dispatchEvent(new Event('moves'));
}

/** A move on the plane by the place where it ends: `Pe (4.5, 3.4) =Q`. */
const placed = ({ piece, to, short }) => `${piece} (${to.map(c => Math.round(c * 1e3) / 1e3).join(', ')})${short.match(/ =\w/)?.[0] ?? ''}`;

/** The parts of a move. A figure stands in place of the letter of a piece, and of the labels of what is captured. */
export function moveParts(move) {
  const { piece, san, short, captures, reborn, sign } = move;
  const letter = letterOf(piece);
  const parts = [];
  // In algebraic notation pawns and castling have no letter.
  if (hasOutline(letter) && (!san || san[0] === letter)) parts.push(icon(letter, move.color, SIZE));
  if (san?.[0] === letter) parts.push(unseen(letter), san.slice(1));
  else parts.push(san ?? (move.to && tellsPlaces() ? placed(move) : short));
  if (captures.length) parts.push(make('span', { className: 'victims' }, unseen(` ×${captures.join(' ')}`), ...(san ? [] : [make('span', { ariaHidden: 'true', textContent: '×' })]), ...captures.map(label => icon(letterOf(label), colorOf(label), SIZE))));
  if (reborn.length) parts.push(` (${t('panel.rebornShort', { labels: reborn.join(' ') })})`);
  return [...parts, sign];
}
