// An enlarged view of the place that is aimed at, in the corner of the board that is farthest from it.
import { LAYERS } from './board.js';
import { U, el } from './outlines.js';

/** How much of the board the lens shows across, board units. */
const ACROSS = 0.9;

export class Lens {
  constructor(board) {
    this.board = board;
    this.svg = el('svg', { class: 'lens board plane', 'aria-hidden': 'true' }, ...LAYERS.map(name => el('use', { href: `#layer-${name}` })));
    board.host.append(this.svg);
    this.show(null);
  }

  /** Enlarges a place, or nothing. */
  show(place) {
    const { board, svg } = this;
    if (place) {
      // What is read after something was written makes the browser lay the page out at once.
      const [left, top] = board.screen(place);
      const rect = board.svg.getBoundingClientRect();
      svg.classList.toggle('right', left < rect.left + rect.width / 2);
      svg.classList.toggle('low', top < rect.top + rect.height / 2);
      const [x, y] = board.on(place);
      svg.setAttribute('viewBox', [x - (ACROSS * U) / 2, y - (ACROSS * U) / 2, ACROSS * U, ACROSS * U].join(' '));
    }
    svg.classList.toggle('up', Boolean(place));
  }
}
