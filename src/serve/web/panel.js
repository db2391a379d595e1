// The panel beside the board: how the game stands, the moves, what was captured.
import { $, capital, make } from './dom.js';
import { icon } from './outlines.js';

const ENDS = {
  checkmate: 'Checkmate', stalemate: 'Stalemate', draw: 'Draw', bare_king: 'Bare king', king_taken: 'King taken',
};

/** One line on how a position stands. */
export function standing(position, state) {
  if (state?.ended && position.ply === state.moves.length) return ended(state.ended);
  if (position.status !== 'ongoing') {
    const end = ENDS[position.status] ?? capital(position.status);
    return position.winner ? `${end}: ${capital(position.winner)} wins` : end;
  }
  const series = position.series ? ` (${position.series[0]} of ${position.series[1]})` : '';
  return `${capital(position.turn)} to move${series}${position.check ? ': check' : ''}`;
}

/** One line on an end beside the board. */
function ended({ by, side, winner }) {
  if (by === 'agreement') return 'Draw by agreement';
  const what = by === 'time' ? `${capital(side)}’s time is up` : `${capital(side)} resigns`;
  return winner ? `${what}: ${capital(winner)} wins` : `${what}: draw, for a lone king cannot win`;
}

export function showStatus(app) {
  const { shown, state } = app;
  const box = $('status');
  box.textContent = standing(shown, state);
  box.className = `status ${shown.turn} ${state.over ? 'over' : shown.check ? 'check' : ''}`;
  box.dataset.over = String(state.over);
}

export function showPlayers(app) {
  const bottom = app.flipped ? 'black' : 'white';
  const top = app.flipped ? 'white' : 'black';
  for (const [id, color] of [['player-top', top], ['player-bottom', bottom]]) {
    const box = $(id);
    box.className = `player ${color} ${app.shown.turn === color && !app.state.over ? 'to-move' : ''}`;
    const opponent = app.introduction.opponent;
    const program = opponent?.side === color ? ` (the program, level ${opponent.level})` : '';
    const you = program || (app.sides.length === 1 && app.sides[0] === color ? ' (you)' : '');
    box.querySelector('.name').textContent = capital(color) + you;
    const enemy = color === 'white' ? 1 : 0;
    const taken = app.shown.taken[enemy];
    const ahead = app.shown.surplus * (color === 'white' ? 1 : -1);
    const list = box.querySelector('.taken');
    const names = taken.map(({ name, count }) => `${count} ${name}${count > 1 ? 's' : ''}`);
    list.setAttribute('aria-label', `has taken ${names.join(', ') || 'nothing'}${ahead > 0 ? `; ${tenths(ahead)} ahead` : ''}`);
    list.replaceChildren(...taken.flatMap(({ letter, name, count }) => lost(letter, name, count, enemy ? 'black' : 'white')));
    if (ahead > 0) list.append(Object.assign(document.createElement('span'), { className: 'ahead', textContent: `+${tenths(ahead)}`, title: 'ahead by the value of the pieces on the board' }));
  }
}

const tenths = n => String(Math.round(n * 10) / 10);

/** The lost pieces of one kind: a figure each while they are few, else one figure with their number. */
function lost(letter, name, count, color) {
  const group = Object.assign(document.createElement('span'), { className: 'lost', title: `${count} ${name}${count > 1 ? 's' : ''}` });
  group.dataset.letter = letter;
  group.dataset.count = count;
  group.append(...Array.from({ length: count > 3 ? 1 : count }, () => icon(letter, color, 26)));
  if (count > 3) group.append(Object.assign(document.createElement('span'), { className: 'count', textContent: `×${count}` }));
  return group;
}

/** Announces the last move and the present standing to screen readers. */
export function announce(app) {
  const { moves } = app.state;
  const last = moves.at(-1);
  const takes = last?.captures.length ? `, takes ${last.captures.join(', ')}` : '';
  const reborn = last?.reborn.length ? `, reborn: ${last.reborn.join(', ')}` : '';
  $('announce').textContent = `${last ? `${capital(last.color)} played ${last.short}${takes}${reborn}. ` : ''}${standing(app.state.position, app.state)}.`;
}

/** Shows the list of moves, and which of them led to the position shown. */
export function showMoves(app) {
  const list = $('moves');
  const { ply } = app.shown;
  const { moves } = app.state;
  // A step through the history leaves the rows as they are.
  if (list.rowsOf !== moves) list.replaceChildren(...rowsOf(app));
  list.rowsOf = moves;
  list.querySelector('.shown')?.removeAttribute('aria-current');
  list.querySelector('.shown')?.classList.remove('shown');
  const shown = list.querySelector(`[data-ply="${ply}"]`);
  shown?.classList.add('shown');
  shown?.setAttribute('aria-current', 'true');
  // One stop for the Tab key: the arrow keys go on from there.
  for (const button of list.querySelectorAll('.ply')) button.tabIndex = button === (shown ?? list.querySelector('.ply')) ? 0 : -1;
  if (list.contains(document.activeElement)) shown?.focus({ preventScroll: true });
  // A row is placed within the card, as the list is.
  if (shown) list.scrollTop = Math.max(0, shown.parentElement.offsetTop - list.offsetTop - list.clientHeight / 2);
  else if (ply === 0) list.scrollTop = 0;
}

/** The rows of the list of moves. */
function rowsOf(app) {
  const { moves } = app.state;
  const rows = [];
  let row = null;
  let turns = 0;
  moves.forEach((move, i) => {
    const before = moves[i - 1]?.color;
    if (move.color !== before) turns += 1;
    // In progressive play each turn has its own line; else White's move and Black's share one.
    const begins = app.shown.series ? move.color !== before : !(before === 'white' && move.color === 'black');
    if (begins) {
      row = make('li');
      row.dataset.number = app.shown.series ? turns : rows.length + 1;
      if (app.shown.series) row.className = `series ${move.color}`;
      else if (move.color === 'black') row.append(make('span', { className: 'skip', textContent: '…' }));
      rows.push(row);
    }
    const reborn = move.reborn.length ? ` (${move.reborn.join(' ')} reborn)` : '';
    const takes = move.captures.length ? ` ×${move.captures.join(' ')}` : '';
    const button = make('button', { className: 'ply', title: move.text, textContent: move.short + takes + reborn + move.sign });
    button.dataset.ply = i + 1;
    button.addEventListener('click', () => app.look(i + 1));
    row.append(button);
  });
  return rows.length ? rows : [make('li', { className: 'none', textContent: 'No move yet.' })];
}

export function showButtons(app) {
  const { state, shown, sides } = app;
  const total = state.moves.length;
  const playing = sides.length > 0;
  const alone = sides.length !== 1 || Boolean(app.introduction.opponent);
  $('undo').disabled = !playing || (total === 0 && !state.ended) || state.ended?.by === 'time' || Boolean(state.next);
  $('redo').disabled = !sides.includes(state.position.turn) || state.undone === 0 || Boolean(state.ended);
  $('resign').hidden = $('draw').hidden = state.over;
  $('resign').disabled = $('draw').disabled = !playing;
  $('rematch').hidden = !state.over || !playing;
  $('first').disabled = $('back').disabled = shown.ply === 0;
  $('forward').disabled = $('live').disabled = shown.ply === total;
  $('undo').textContent = alone ? 'Undo' : 'Ask to undo';
  $('draw').textContent = sides.length === 2 ? 'Agree a draw' : 'Offer a draw';
  showOffer(app);
}

// What each wish says when the other side or another has it, when it is one's own, and what grants it.
const WISHES = {
  undo: { theirs: 'asks to take the last move back', mine: 'You asked to take the last move back.' },
  draw: { theirs: 'offers a draw', mine: 'You offered a draw.' },
  rematch: { theirs: 'asks for a rematch', mine: 'You asked for a rematch.' },
};

/** What a side asks of the other, with what may be answered; else the way to the rematch. */
function showOffer(app) {
  const { state, sides } = app;
  const { offer, next } = state;
  const box = $('offer');
  box.hidden = !offer && !next;
  const say = words => Object.assign(document.createElement('span'), { textContent: words });
  const press = (words, act) => {
    const button = Object.assign(document.createElement('button'), { textContent: words });
    button.addEventListener('click', act);
    return button;
  };
  if (next) return box.replaceChildren(say('The game goes on in a rematch.'), press('Go there', () => app.session.goToRematch()));
  if (!offer) return box.replaceChildren();
  const { theirs, mine } = WISHES[offer.what];
  if (sides.includes(offer.by)) return box.replaceChildren(say(mine), press('Withdraw', () => app.send('decline')));
  const words = say(`${capital(offer.by)} ${theirs}.`);
  if (!sides.length) return box.replaceChildren(words);
  box.replaceChildren(words, press('Agree', () => app.send(offer.what)), press('No', () => app.send('decline')));
}
