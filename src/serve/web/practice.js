// A board on which positions of no game are tried: the server gives the exact legal set, and nothing is stored.
import { Board } from './board.js';
import { ask } from './net.js';
import { captions } from './rim.js';
import { Selection } from './selection.js';
import { tell } from './shell.js';
import { t } from './text.js';

export class Practice {
  /** `judge` is given each choice before it is made, and says whether it is made. */
  constructor(host, judge) {
    this.judge = judge;
    this.tell = tell;
    this.pieces = new Map();
    this.board = new Board(host, captions);
    this.selection = new Selection(this);
    document.addEventListener('keydown', event => event.key === 'Escape' && this.selection.drop());
  }

  /** Sets up a game as for a new one: `{ variant, position }`. */
  async set(game) {
    this.game = game;
    this.moves = [];
    this.over = false;
    await this.look();
  }

  async look() {
    const looked = await this.ask();
    const first = !this.moves.length;
    this.ground = looked.board;
    this.promotions = looked.promotions;
    this.state = looked;
    if (first) {
      this.board.lay(looked.board);
      this.selection.attach(this.board);
    }
    this.show(first ? 'jump' : this.carried ? 'hand' : 'glide');
  }

  get shown() { return this.state?.position; }

  show(how) {
    const { position } = this.state;
    this.selection.drop();
    this.pieces = new Map(position.pieces.map(piece => [piece.label, piece]));
    this.board.place(position, how);
    this.selection.marks.last(position.last);
    this.board.svg.dataset.ply = this.moves.length;
    this.board.svg.classList.toggle('mine', this.mayMove());
    this.selection.entry.show();
  }

  redraw() {
    this.board.drawGround();
    this.board.place(this.shown, 'jump');
    this.selection.redraw();
  }

  ask(more = {}) { return ask('POST', '/api/positions', { game: this.game, moves: this.moves, ...more }); }

  /** The legal set of a piece of either side, as if its side had the turn. */
  async lanes(label) { return (await this.ask({ lanes: label })).lanes; }

  /** Says why a move is illegal. */
  async tellWhy(text) { await this.ask({ moves: [...this.moves, text] }).catch(e => tell(e.message)); }

  mayMove() { return Boolean(this.state?.legal && !this.over); }

  hint() { return this.over ? '' : t('entry.pick'); }

  /** Makes a move if it is the one that is wanted; returns whether it was made. */
  async play(text, { keep = false } = {}) {
    const { choice } = this.selection;
    if (choice && !this.judge(choice, this.selection.piece())) {
      if (!keep) this.selection.drop();
      return false;
    }
    try {
      this.moves.push(text);
      this.over = true;
      await this.look();
      return true;
    } catch (e) {
      this.moves.pop();
      this.over = false;
      tell(e.message);
      return false;
    }
  }
}
