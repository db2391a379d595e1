// Where the picked piece would stand attacked or defended: along its lanes, on the ruler, and in words. The server works it out.
import { $ } from './dom.js';
import { holding } from './legal.js';
import { press } from './shell.js';
import { t } from './text.js';

const KEPT = 'continuum-safety';

export class Safety {
  /** `ask` asks the server how a piece would stand. */
  constructor(app, ask) {
    Object.assign(this, { app, ask, isShown: false });
    press('safety', () => {
      this.isShown = !this.isShown;
      localStorage.setItem(`${KEPT}-${this.kind}`, this.isShown ? 'shown' : 'hidden');
      this.press();
      app.selection.surveySafety();
    });
  }

  /** Begins on a kind of page. Each kind remembers what was chosen on it, and else begins as `isShown` says. */
  open(kind, isShown) {
    const kept = localStorage.getItem(`${KEPT}-${kind}`);
    Object.assign(this, { kind, isShown: kept ? kept === 'shown' : isShown });
    this.press();
  }

  press() { $('safety').setAttribute('aria-pressed', String(this.isShown)); }

  /** How a piece would stand after its moves; nothing when that is not shown. */
  async of(label) { return this.isShown ? this.ask(label) : null; }
}

/** How a piece stands after a chosen move, if that is known. */
export function standingOf(choice, safety) {
  if (!choice || !safety) return undefined;
  const { span, target } = choice;
  if (target) return safety.destinations.find(({ text }) => text.startsWith(target.text));
  return span && holding(stretchesOf(span, safety), choice.d);
}

/** The stretches of a lane. */
export const stretchesOf = (span, safety) => (safety?.stretches ?? []).filter(({ bearing, arc }) => bearing === span.bearing && (arc ?? 0) === (span.arc ?? 0));

/** The class names of a standing. */
export const standsAs = ({ attacked, defended }) => [attacked && 'attacked', defended && 'defended'].filter(Boolean);

/** A standing in words; an empty text where a piece is neither attacked nor defended. */
export function standingText({ attacked, defended }) {
  if (attacked && defended) return t('safety.both');
  return attacked ? t('safety.attacked') : defended ? t('safety.defended') : '';
}
