// Where the picked piece would stand attacked or defended: along its lanes, on the ruler, and in words. The server works it out.
import { holding } from './legal.js';
import { Switch } from './switch.js';
import { t } from './text.js';

export class Safety {
  /** `ask` asks the server how a piece would stand. */
  constructor(app, ask) {
    this.ask = ask;
    this.switch = new Switch('safety', () => app.selection.surveySafety());
  }

  /** Begins on a kind of page. Each kind remembers what was chosen on it, and else begins as `isShown` says. */
  open(kind, isShown) { this.switch.open(isShown, kind); }

  /** How a piece would stand after its moves; nothing when that is not shown. */
  async of(label) { return this.switch.isOn ? this.ask(label) : null; }
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
