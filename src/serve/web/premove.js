// A move that is chosen while the other side thinks. It is played when one's turn comes, if it is legal then.
import { moveText } from './legal.js';
import { t } from './text.js';

export class Premove {
  constructor(app) {
    this.app = app;
    this.planned = null;
    // A press on the board takes the plan back; it may begin another.
    app.board.host.addEventListener('pointerdown', () => this.cancel(), true);
  }

  /** Whether a piece may be planned for: one's own, while the other side has the turn. */
  mayPlan(piece) {
    const { sides, state, shown } = this.app;
    return Boolean(state && !state.over && shown === state.position && sides.length === 1 && piece.color === sides[0] && sides[0] !== state.position.turn);
  }

  /** Keeps a choice for one's turn. */
  keep(choice, promotion) {
    this.planned = { piece: this.app.selection.piece(), choice, text: moveText(choice, promotion), plies: this.app.state.moves.length };
    this.app.selection.drop();
    this.draw();
  }

  /** Takes the plan back. */
  cancel() {
    if (!this.planned) return;
    this.planned = null;
    this.draw();
    this.app.selection.entry.show();
  }

  /** Draws the plan on the present position. */
  draw() {
    const { marks, shown, state } = this.app;
    const plan = shown === state.position ? this.planned : null;
    marks?.planned(plan?.piece, plan?.choice);
  }

  /** Plays the plan, if its turn has come. */
  async arrived() {
    const { planned, app } = this;
    if (!planned) return;
    if (app.state.moves.length < planned.plies || app.state.over) return this.cancel();
    if (!app.mayMove()) return;
    this.cancel();
    try {
      await app.request({ do: 'move', text: planned.text, ply: app.state.moves.length });
    } catch (e) { app.tell(t('premove.dropped', { text: planned.text, why: e.message })); }
  }
}
