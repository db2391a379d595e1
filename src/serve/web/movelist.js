// The list of the moves of a game: rows are added and taken off where the moves differ, and else stay as they are.
import { make } from './dom.js';
import { moveParts } from './figurines.js';
import { t } from './text.js';
import { fullmoveOf } from './tree.js';

export class MoveList {
  /** `look` is called with the number of the move that is pressed. */
  constructor(list, look) {
    Object.assign(this, { list, look, moves: null, plies: [] });
    // The moves are written in another way.
    document.addEventListener('moves', () => {
      if (!this.shown) return;
      this.renew([]);
      this.moves = null;
      this.show(...this.shown);
    });
  }

  /** Shows the moves, and which of them led to the position shown. In a series each turn has its own row, counted from 1. */
  show(moves, ply, isSeries, position) {
    this.shown = [moves, ply, isSeries, position];
    const byBlack = moves.filter(({ color }) => color === 'black').length;
    this.first = isSeries ? 1 : fullmoveOf(position) - byBlack;
    if (this.moves !== moves) this.renew(moves, isSeries);
    this.mark(ply);
  }

  renew(moves, isSeries) {
    const before = this.moves ?? [];
    const differs = moves.findIndex((move, i) => move.text !== before[i]?.text || move.sign !== before[i].sign);
    const same = differs < 0 ? Math.min(moves.length, before.length) : differs;
    for (const button of this.plies.splice(same)) {
      const row = button.parentElement;
      button.remove();
      if (!row.querySelector('.ply')) row.remove();
    }
    this.list.querySelector('.none')?.remove();
    for (let i = same; i < moves.length; i++) this.add(moves, i, isSeries);
    if (!moves.length) this.list.append(make('li', { className: 'none', textContent: t('panel.noMove') }));
    this.moves = moves;
  }

  add(moves, i, isSeries) {
    const move = moves[i];
    const before = moves[i - 1]?.color;
    // White's move and Black's share a row.
    const begins = isSeries ? move.color !== before : !(before === 'white' && move.color === 'black');
    if (begins) this.list.append(this.row(move, isSeries));
    const button = make('button', { className: 'ply', title: move.text, tabIndex: -1 }, ...moveParts(move));
    button.dataset.ply = i + 1;
    button.addEventListener('click', () => this.look(i + 1));
    this.list.lastElementChild.append(button);
    this.plies.push(button);
  }

  row(move, isSeries) {
    const row = make('li');
    row.dataset.number = this.first + this.list.children.length;
    if (isSeries) row.className = `series ${move.color}`;
    else if (move.color === 'black') row.append(make('span', { className: 'skip', textContent: '…' }));
    return row;
  }

  /** Marks a move. It is the one stop for the Tab key: the arrow keys go on from there. */
  mark(ply) {
    const { list, plies } = this;
    const marked = list.querySelector('.shown');
    marked?.removeAttribute('aria-current');
    marked?.classList.remove('shown');
    const shown = plies[ply - 1];
    shown?.classList.add('shown');
    shown?.setAttribute('aria-current', 'true');
    for (const stop of list.querySelectorAll('.ply[tabindex="0"]')) stop.tabIndex = -1;
    const stop = shown ?? plies[0];
    if (stop) stop.tabIndex = 0;
    if (list.contains(document.activeElement)) shown?.focus({ preventScroll: true });
    // A row is placed within the card, as the list is.
    if (shown) list.scrollTop = Math.max(0, shown.parentElement.offsetTop - list.offsetTop - list.clientHeight / 2);
    else if (ply === 0) list.scrollTop = 0;
  }
}
