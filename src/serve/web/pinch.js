// Two fingers on the board: it is enlarged about the place between them and moved along with it, and the page stays as it is.

const FINGERS = 2;

/** The place between two pointers as a pointer event has it, and how far they are apart. */
function span([a, b]) {
  return { at: { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 }, wide: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) };
}

export class Pinch {
  /** `begins` is called when a second finger comes down: what the first has begun is no press. */
  constructor(board, begins) {
    Object.assign(this, { board, begins, fingers: new Map(), last: null });
    // Before anything else hears of them.
    const listen = (name, act) => board.svg.addEventListener(name, event => event.pointerType === 'touch' && act(event), { capture: true });
    listen('pointerdown', event => this.down(event));
    listen('pointermove', event => this.motion(event));
    for (const name of ['pointerup', 'pointercancel']) listen(name, event => this.up(event));
  }

  down(event) {
    this.fingers.set(event.pointerId, event);
    if (this.fingers.size < FINGERS) return;
    event.stopImmediatePropagation();
    this.board.svg.setPointerCapture(event.pointerId);
    if (!this.last) this.begins();
    this.last = span([...this.fingers.values()]);
  }

  motion(event) {
    if (!this.fingers.has(event.pointerId)) return;
    this.fingers.set(event.pointerId, event);
    if (!this.last) return;
    event.stopImmediatePropagation();
    this.frame ??= requestAnimationFrame(() => { this.frame = null; this.zoom(); });
  }

  zoom() {
    if (!this.last || this.fingers.size < FINGERS) return;
    const next = span([...this.fingers.values()]);
    const { view } = this.board;
    view.dragBy(this.last.at, next.at);
    view.zoomAt(next.at, next.wide / (this.last.wide || 1));
    this.last = next;
  }

  /** The pinch ends when its last finger goes up: one that stays presses nothing. */
  up(event) {
    this.fingers.delete(event.pointerId);
    if (!this.last) return;
    event.stopImmediatePropagation();
    if (this.fingers.size) return;
    this.last = null;
  }
}
