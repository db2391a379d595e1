// Why a place is illegal: the server's reason in words, and for a while on the board what it speaks of.
import { tell } from './shell.js';
import { faultText } from './text.js';

/** For how long it is drawn, milliseconds. */
const DRAWN = 2600;
const LABEL = /\b[A-Za-z][0-9a-z]\b/g;

export class Why {
  constructor(app) { this.app = app; }

  /** Says why a move is illegal; returns nothing when it is legal. */
  async tell(text) {
    const { app } = this;
    const why = await app.request({ do: 'why', ply: app.shown.ply, text });
    if (!why) return;
    tell(faultText(why));
    const mover = text.split(' ')[0];
    const named = [...why.message.matchAll(LABEL)].map(([label]) => label).filter(label => label !== mover && app.pieces.has(label));
    for (const label of named) app.marks.blame(app.pieces.get(label));
    if (why.reason === 'min_move') app.marks.least(app.pieces.get(mover), app.least);
    // Check and the king's path: what the enemy attacks.
    if (['check', 'king_path'].includes(why.reason)) {
      const by = app.shown.turn === 'white' ? 'black' : 'white';
      app.marks.attacks(await app.request({ do: 'attacks', ply: app.shown.ply, by }));
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { app.marks.blame(null); app.marks.least(null); app.attack(); }, DRAWN);
  }
}
