// A move as it stands in a list: the figure of what moves, the move, the figures of what it captures.
import { make } from './dom.js';
import { hasOutline, icon } from './outlines.js';
import { t } from './text.js';

const SIZE = 19;
const letterOf = label => label[0].toUpperCase();
const colorOf = label => (label[0] === letterOf(label) ? 'white' : 'black');
/** What a figure stands for, to those who do not see it. */
const unseen = words => make('span', { className: 'unseen', textContent: words });

/** The parts of a move. A figure stands in place of the letter of a piece, and of the labels of what is captured. */
export function moveParts(move) {
  const { piece, san, short, captures, reborn, sign } = move;
  const letter = letterOf(piece);
  const parts = [];
  // In algebraic notation pawns and castling have no letter.
  if (hasOutline(letter) && (!san || san[0] === letter)) parts.push(icon(letter, move.color, SIZE));
  if (san?.[0] === letter) parts.push(unseen(letter), san.slice(1));
  else parts.push(san ?? short);
  if (captures.length) parts.push(make('span', { className: 'victims' }, unseen(` ×${captures.join(' ')}`), ...(san ? [] : [make('span', { ariaHidden: 'true', textContent: '×' })]), ...captures.map(label => icon(letterOf(label), colorOf(label), SIZE))));
  if (reborn.length) parts.push(` (${t('panel.rebornShort', { labels: reborn.join(' ') })})`);
  return [...parts, sign];
}
