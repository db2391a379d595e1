// Beside the board: how the game stands, the moves, what was taken.
import { icon } from './figures.js';

const $ = id => document.getElementById(id);
const capital = word => word[0].toUpperCase() + word.slice(1);
const VALUE = { Q: 0, R: 1, B: 2, N: 3, G: 4, S: 5, F: 6, P: 7 };

const ENDS = {
  checkmate: 'Checkmate', stalemate: 'Stalemate', draw: 'Draw', bare_king: 'Bare king', king_taken: 'King taken',
};

/** One line on how a position stands. */
export function standing(position, state) {
  if (state?.resigned && position.ply === state.moves.length) {
    const winner = state.resigned === 'white' ? 'Black' : 'White';
    return `${capital(state.resigned)} resigns: ${winner} wins`;
  }
  if (position.status !== 'ongoing') {
    const end = ENDS[position.status] ?? capital(position.status);
    return position.winner ? `${end}: ${capital(position.winner)} wins` : end;
  }
  const series = position.series ? ` (${position.series[0]} of ${position.series[1]})` : '';
  return `${capital(position.turn)} to move${series}${position.check ? ': check' : ''}`;
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
    const you = app.sides.length === 1 && app.sides[0] === color ? ' (you)' : '';
    box.querySelector('.name').textContent = capital(color) + you;
    const enemy = color === 'white' ? 1 : 0;
    const taken = [...app.shown.taken[enemy]].sort((a, b) => VALUE[a] - VALUE[b]);
    const list = box.querySelector('.taken');
    list.setAttribute('aria-label', taken.length ? `has taken ${taken.join(' ')}` : 'has taken nothing');
    list.replaceChildren(...taken.map(letter => icon(letter, enemy ? 'black' : 'white', 20)));
  }
}

export function showMoves(app) {
  const list = $('moves');
  const { moves } = app.state;
  const ply = app.shown.ply;
  const rows = [];
  let row = null;
  let number = 0;
  moves.forEach((move, i) => {
    const begins = !row || move.color === 'white' || moves[i - 1]?.color === 'black';
    if (begins && !(row && move.color === 'black' && moves[i - 1]?.color === 'white')) {
      row = document.createElement('li');
      number += 1;
      row.dataset.number = number;
      if (move.color === 'black') row.append(Object.assign(document.createElement('span'), { className: 'skip', textContent: '…' }));
      rows.push(row);
    }
    const button = document.createElement('button');
    button.className = `ply ${i + 1 === ply ? 'shown' : ''}`;
    button.textContent = move.short + (move.captures.length ? ` ×${move.captures.join(' ')}` : '') + move.sign;
    button.title = move.text;
    button.dataset.ply = i + 1;
    if (i + 1 === ply) button.setAttribute('aria-current', 'true');
    button.addEventListener('click', () => app.look(i + 1));
    row.append(button);
  });
  if (!rows.length) rows.push(Object.assign(document.createElement('li'), { className: 'none', textContent: 'No move yet.' }));
  list.replaceChildren(...rows);
  const shown = list.querySelector('.shown');
  if (shown) list.scrollTop = Math.max(0, shown.offsetTop - list.offsetTop - list.clientHeight / 2);
  else if (ply === 0) list.scrollTop = 0;
}

export function showButtons(app) {
  const { state, shown, sides } = app;
  const total = state.moves.length;
  const playing = sides.length > 0;
  $('undo').disabled = !playing || (total === 0 && !state.resigned);
  $('redo').disabled = !sides.includes(state.position.turn) || state.undone === 0 || Boolean(state.resigned);
  $('resign').disabled = !playing || state.over;
  $('first').disabled = $('back').disabled = shown.ply === 0;
  $('forward').disabled = $('live').disabled = shown.ply === total;
  $('undo').textContent = sides.length === 1 ? 'Ask to undo' : 'Undo';
  const box = $('offer');
  box.hidden = !state.offer;
  if (!state.offer) return;
  const mine = sides.includes(state.offer);
  const say = words => Object.assign(document.createElement('span'), { textContent: words });
  const press = (words, act) => {
    const button = Object.assign(document.createElement('button'), { textContent: words });
    button.addEventListener('click', act);
    return button;
  };
  if (!playing) box.replaceChildren(say(`${capital(state.offer)} asks to take the last move back.`));
  else if (mine) box.replaceChildren(say('You asked to take the last move back.'), press('Withdraw', () => app.send('decline')));
  else box.replaceChildren(say(`${capital(state.offer)} asks to take the last move back.`), press('Agree', () => app.send('undo')), press('No', () => app.send('decline')));
}
