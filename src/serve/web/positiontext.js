// The position text as data, for the position editor. What it means, and whether it is right, is told by the server.

const PIECE = /^([A-Za-z][0-9a-z]*)@([^'^!~=]+?)((?:'|\^[^'^!*~=]+|!c?cw|\*|\/(?:xy|x|y)|~|=[^'^!*~]+)*)$/;
const SUFFIX = /'|\^[^'^!*~=/]+|!c?cw|\*|\/(?:xy|x|y)|~|=[^'^!*~/]+/g;

/** The parts of a text; nothing when it does not have that form. */
export function parse(text) {
  const [men = '', turn = '', counters = '', extras = ''] = text.split(';').map(part => part.trim());
  if (!['w', 'b'].includes(turn)) return null;
  const pieces = men ? men.split(/\s+/).map(piece) : [];
  if (pieces.some(found => !found)) return null;
  const [halfmove = '0', fullmove = '1'] = counters ? counters.split(/\s+/) : [];
  const pairs = extras ? extras.split(/\s+/).map(word => word.split('=')) : [];
  return { pieces, turn, halfmove, fullmove, extras: Object.fromEntries(pairs) };
}

/** The pieces of a text that can be read, whatever else stands there. */
export const readable = text => text.split(';')[0].trim().split(/\s+/).map(piece).filter(Boolean);

function piece(text) {
  const [, label, place, suffixes] = text.match(PIECE) ?? [];
  if (!label) return null;
  const found = { label, place };
  for (const [suffix] of suffixes.matchAll(SUFFIX)) {
    const [mark, value] = [suffix[0], suffix.slice(1)];
    if (mark === '\'') found.moved = true;
    else if (mark === '*') found.crossed = true;
    else if (mark === '~') found.promoted = true;
    else found[{ '^': 'heading', '!': 'sense', '/': 'flips', '=': 'home' }[mark]] = value;
  }
  return found;
}

const pieceText = ({ label, place, moved, heading, sense, crossed, flips, promoted, home }) =>
  `${label}@${place}${moved ? '\'' : ''}${heading ? `^${heading}` : ''}${sense ? `!${sense}` : ''}${crossed ? '*' : ''}${flips ? `/${flips}` : ''}${promoted ? '~' : ''}${home ? `=${home}` : ''}`;

/** The text of some parts. */
export function write({ pieces, turn, halfmove, fullmove, extras }) {
  const more = Object.entries(extras).filter(([, value]) => value).map(([name, value]) => `${name}=${value}`).join(' ');
  return `${pieces.map(pieceText).join(' ')} ; ${turn} ; ${halfmove || 0} ${fullmove || 1}${more ? ` ; ${more}` : ''}`.trim();
}

export const isWhite = label => label[0] === label[0].toUpperCase();

/** A label that no piece of its colour has yet. */
export function freeLabel(pieces, letter, white) {
  const first = white ? letter : letter.toLowerCase();
  const taken = new Set(pieces.map(({ label }) => label));
  const ends = [...'abcdefghijklmnopqrstuvwxyz', ...Array.from({ length: 300 }, (_, n) => String(n + 1))];
  return first + ends.find(end => !taken.has(first + end));
}
