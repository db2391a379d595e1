// What the position after the chosen move would leave capturable on both sides, shown before the move is played.
import { moveText } from './legal.js';
import { Switch } from './switch.js';

/** How long a choice has to stand before the server is asked, milliseconds. */
const STANDS = 120;

export class After {
  constructor(app) {
    this.app = app;
    this.switch = new Switch('after', () => this.look(app.selection.choice)).open();
  }

  /** Asks about a choice, once it stands. */
  look(choice) {
    clearTimeout(this.timer);
    if (this.switch.isOn && choice) this.timer = setTimeout(() => this.ask(choice).catch(() => {}), STANDS);
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
