// The moves of an analysis as a list with nested variations: pressed to go there, the present one marked.
import { make } from './dom.js';
import { moveParts } from './figurines.js';
import { t } from './text.js';
import { numberOf } from './tree.js';

export class MoveTree {
  /** `go` is called with the node that was pressed. */
  constructor(list, go) {
    Object.assign(this, { list, go });
    // The moves are written in another way.
    document.addEventListener('moves', () => { if (this.tree) this.show(this.tree, this.at); });
  }

  show(tree, at) {
    this.tree = tree;
    const rows = this.line(tree.root, 0);
    if (tree.root.comment) rows.unshift(make('p', { className: 'said', textContent: tree.root.comment }));
    this.list.replaceChildren(...(rows.length ? rows : [make('p', { className: 'none', textContent: t('analysis.noMove') })]));
    this.mark(at);
  }

  /** Marks the present node, and brings it into sight. */
  mark(at) {
    this.at = at;
    const { list } = this;
    const before = list.querySelector('.shown');
    before?.classList.remove('shown');
    before?.removeAttribute('aria-current');
    const shown = list.querySelector(`[data-node="${at.id}"]`);
    // One stop for the Tab key: the arrow keys go on from there.
    for (const button of list.querySelectorAll('.ply')) button.tabIndex = button === (shown ?? list.querySelector('.ply')) ? 0 : -1;
    if (!shown) { list.scrollTop = 0; return; }
    shown.classList.add('shown');
    shown.setAttribute('aria-current', 'true');
    const [box, row] = [list.getBoundingClientRect(), shown.getBoundingClientRect()];
    if (row.top < box.top || row.bottom > box.bottom) list.scrollTop += row.top - box.top - list.clientHeight / 2;
  }

  /** The moves after a node, with the variations behind the move whose place they take. */
  line(from, depth) {
    const rows = [];
    let row = null;
    let broken = true;
    const write = part => {
      if (!row) rows.push(row = make('p', { className: 'run' }));
      row.append(part);
    };
    for (let at = from; at.children.length; [at] = at.children) {
      const [main, ...others] = at.children;
      write(this.move(main, broken));
      broken = false;
      if (main.comment) write(make('span', { className: 'said', textContent: main.comment }));
      if (main.comment || others.length) broken = true;
      for (const other of others) {
        const box = make('div', { className: 'variation' });
        const [first, ...rest] = this.line(other, depth + 1);
        const begin = make('p', { className: 'run' }, this.move(other, true));
        if (other.comment) begin.append(make('span', { className: 'said', textContent: other.comment }));
        if (first?.className === 'run') begin.append(...first.childNodes);
        else if (first) rest.unshift(first);
        box.append(begin, ...rest);
        rows.push(box);
        row = null;
      }
    }
    return rows;
  }

  move(node, numbered) {
    const { move, parent } = node;
    const number = numbered || move.color === 'white' ? `${numberOf(parent.position)} ` : '';
    const drawn = node.shapes.length ? ' ✎' : '';
    const button = make('button', { type: 'button', className: 'ply', title: move.text }, number, ...moveParts(move), drawn);
    button.dataset.node = node.id;
    button.addEventListener('click', () => this.go(node));
    return button;
  }
}
