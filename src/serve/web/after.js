// What the position after the chosen move would leave capturable on both sides, shown before the move is played.
import { $ } from './dom.js';
import { moveText } from './legal.js';
import { press } from './shell.js';

const KEPT = 'continuum-after';
/** How long a choice has to stand before the server is asked, milliseconds. */
const STANDS = 120;

export class After {
  constructor(app) {
    this.app = app;
    this.isShown = localStorage.getItem(KEPT) === 'shown';
    press('after', () => {
      this.isShown = !this.isShown;
      localStorage.setItem(KEPT, this.isShown ? 'shown' : 'hidden');
      this.press();
      this.look(app.selection.choice);
    });
    this.press();
  }

  press() { $('after').setAttribute('aria-pressed', String(this.isShown)); }

  /** Asks about a choice, once it stands. */
  look(choice) {
    clearTimeout(this.timer);
    if (this.isShown && choice) this.timer = setTimeout(() => this.ask(choice).catch(() => {}), STANDS);
    else this.app.marks?.loose([], null);
  }

  async ask(choice) {
    const { app } = this;
    const letters = choice.target ? choice.target.promotes : app.promotions;
    const text = moveText(choice, choice.promotes ? letters[0] : '');
    const loose = await app.request({ do: 'after', ply: app.shown.ply, text });
    if (app.selection.choice === choice) app.marks.loose(loose, { label: app.selection.picked, at: choice.at });
  }
}
