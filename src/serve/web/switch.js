// A button that stays pressed until it is pressed again. This browser remembers how it was left.
import { $ } from './dom.js';
import { press } from './shell.js';

export class Switch {
  /** `changed` is called when it is pressed; `name` is what it is remembered by. */
  constructor(id, changed, name = id) {
    Object.assign(this, { id, key: `continuum-${name}`, isOn: false });
    press(id, () => {
      this.isOn = !this.isOn;
      localStorage.setItem(this.key, this.isOn ? 'shown' : 'hidden');
      this.show();
      changed();
    });
  }

  /** Begins as it was left, or else as `isOn` says. A kind of page, if named, is remembered apart. */
  open(isOn = false, kind = '') {
    if (kind) this.key = `continuum-${this.id}-${kind}`;
    const kept = localStorage.getItem(this.key);
    this.isOn = kept ? kept === 'shown' : isOn;
    this.show();
    return this;
  }

  show() { $(this.id).setAttribute('aria-pressed', String(this.isOn)); }
}
