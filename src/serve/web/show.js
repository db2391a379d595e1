// The board of the front page: it plays some short games by itself, and shows the lanes of each piece before it moves.
import { Board } from './board.js';
import { make } from './dom.js';
import { Marks } from './marks.js';
import { t } from './text.js';

const LOOK = 1500;
const REST = 1300;

const wait = ms => new Promise(done => setTimeout(done, ms));
/** Waits, and as long as nobody can see the page. */
async function rest(ms) {
  await wait(ms);
  while (document.hidden) await wait(500);
}

export async function show(host, caption) {
  const { board: ground, steps } = await (await fetch(new URL('show.json', import.meta.url))).json();
  const board = new Board(host);
  board.lay(ground);
  const marks = new Marks(board);
  board.svg.removeAttribute('role');
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  for (let n = 0; ; n = (n + 1) % steps.length) {
    const { name, position, moves, legal } = steps[n];
    const title = t(`show.${name}`);
    const pieces = new Map(position.pieces.map(piece => [piece.label, piece]));
    board.place(position, position.last ? 'glide' : 'jump');
    marks.legal(null);
    marks.last(position.last);
    if (caption.textContent !== title) caption.replaceChildren(make('span', { textContent: title }));
    // A page that nothing may move on shows one picture with its lanes.
    if (still && !moves) continue;
    await rest(REST);
    if (!moves) { await rest(REST); continue; }
    marks.legal(pieces.get(moves), legal, pieces);
    if (still) return;
    await rest(LOOK);
  }
}
