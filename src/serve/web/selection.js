// The picked piece: picking it, moving it through its legal set by pointer or touch, letting go.
import { confirmsMoves } from './confirm.js';
import { choosePromotion } from './dialogs.js';
import { Entry } from './entry.js';
import { Fan } from './fan.js';
import { keyWith, keyWithout } from './keys.js';
import { landAt, moveText, nearest, nearestTurn, stopAt, waysOf } from './legal.js';
import { Lens } from './lens.js';
import { Marks } from './marks.js';
import { exact } from './numbers.js';
import { Pinch } from './pinch.js';
import { t } from './text.js';
import { apart, away, directionOf, reachOf, wrapped } from './way.js';

const NONE = { spans: [], targets: [], regions: [] };

export class Selection {
  constructor(app) {
    this.app = app;
    this.picked = null;
    this.choice = null;
    this.legal = NONE;
    this.ways = [];
    this.removals = new Set();
    this.entry = new Entry(this);
  }

  /** Listens to a new board. */
  attach(board) {
    this.board = board;
    this.marks = new Marks(board);
    this.lens = new Lens(board);
    this.fan = new Fan(this);
    const { svg } = board;
    new Pinch(board, () => this.interrupt());
    svg.addEventListener('pointerdown', event => this.down(event));
    svg.addEventListener('pointermove', event => this.motion(event));
    svg.addEventListener('pointerup', event => this.up(event));
    svg.addEventListener('pointercancel', () => { this.drag = null; this.drop(); });
    svg.addEventListener('keydown', event => this.key(event));
    svg.addEventListener('wheel', event => this.wheel(event), { passive: false });
    svg.addEventListener('blur', () => { this.points = false; });
    svg.addEventListener('contextmenu', event => { if (this.picked) { event.preventDefault(); this.drop(); } });
    svg.tabIndex = 0;
  }

  /** Zooms while a piece is picked, or by two fingers on a pad. */
  wheel(event) {
    if (!this.picked && !event.ctrlKey && this.board.view.zoom === 1) return;
    event.preventDefault();
    this.board.view.zoomAt(event, 1.0015 ** -event.deltaY);
  }

  pieces() { return this.app.pieces; }
  piece() { return this.picked && this.pieces().get(this.picked); }

  /** The legal set of a piece, after the chosen removals of pairs of pawns. */
  legalOf(label) {
    if (!this.app.mayMove()) return NONE;
    const { legal } = this.app.state;
    const chosen = [...this.removals].sort().join(',');
    const of = list => list.filter(part => part.piece === label);
    return {
      spans: of(legal.spans),
      targets: of(legal.targets).filter(target => [...target.removes].sort().join(',') === chosen),
      regions: of(legal.regions),
    };
  }

  /** All pieces for the keyboard to go through: first those that may move, then one's own, then the enemy's. */
  surveyed() {
    const { state, shown } = this.app;
    const { legal } = state;
    const labels = new Set(this.app.mayMove() ? [...legal.spans, ...legal.targets, ...legal.regions].map(part => part.piece) : []);
    const rank = piece => (labels.has(piece.label) ? 0 : piece.color === shown.turn ? 1 : 2);
    return [...shown.pieces].sort((a, b) => rank(a) - rank(b));
  }

  mayMove(label) {
    const { spans, targets, regions } = this.legalOf(label);
    return spans.length + targets.length + regions.length > 0;
  }

  pick(label) {
    const begun = performance.now();
    this.fan.close();
    this.app.compare?.end();
    this.picked = label;
    this.choice = null;
    this.held = false;
    this.peeks = this.plans = false;
    this.legal = this.legalOf(label);
    this.ways = waysOf(this.legal);
    this.safety = null;
    this.marks.legal(this.piece(), this.legal, this.pieces());
    this.marks.ghost(null);
    for (const [other, group] of this.board.pieces) group.classList.toggle('picked', other === label);
    // For measurements: how long the lanes took.
    this.board.svg.dataset.lanesMs = (performance.now() - begun).toFixed(2);
    this.board.svg.dataset.picked = label;
    this.entry.show();
    if (this.mayMove(label)) this.surveySafety();
  }

  /** Asks where the picked piece would stand attacked or defended, and draws the answer. */
  async surveySafety() {
    const { picked, legal } = this;
    if (!picked || !this.app.safety) return;
    const safety = await this.app.safety.of(picked).catch(() => null);
    if (this.picked !== picked || this.legal !== legal) return;
    const had = this.safety;
    this.safety = safety;
    if (had) this.redraw();
    else if (safety) this.marks.safety(this.piece(), safety, legal);
    this.entry.show();
  }

  /** Shows where a piece could go that may not move now: the enemy's, or any while looking back or waiting. */
  async peek(label) {
    this.pick(label);
    this.peeks = true;
    this.plans = this.app.premove?.mayPlan(this.piece()) ?? false;
    this.entry.show();
    try {
      const legal = await this.app.lanes(label);
      if (this.picked !== label || !this.peeks) return;
      this.legal = legal;
      if (this.plans) {
        this.peeks = false;
        this.ways = waysOf(legal);
      }
      this.marks.legal(this.piece(), legal, this.pieces());
      this.entry.show();
      this.surveySafety();
    } catch (e) { if (this.picked === label) this.entry.say(e.message); }
  }

  /** Draws the marks of the picked piece anew, after the board was turned or flipped. */
  redraw() {
    this.marks.legal(this.piece(), this.legal, this.pieces());
    if (this.safety) this.marks.safety(this.piece(), this.safety, this.legal);
    this.marks.ghost(this.piece(), this.choice, this.pieces());
  }

  drop() {
    if (this.picked) this.board.pieces.get(this.picked)?.classList.remove('picked', 'lifted');
    this.app.carried = false;
    this.app.compare?.end();
    Object.assign(this, { picked: null, choice: null, drag: null, held: false, peeks: false, plans: false, legal: NONE, safety: null, ways: [] });
    if (this.board?.svg) {
      this.fan.close();
      delete this.board.svg.dataset.picked;
      this.board.svg.classList.remove('aiming');
      this.pointer = null;
      this.lens.show(null);
      this.marks.legal(null);
      this.marks.ghost(null);
    }
    this.entry.show();
  }

  /** The piece under a pointer: the nearest whose body, with a finger's width about it, is there. */
  under(event) {
    const spread = this.fan.under(event);
    if (spread) return spread;
    const pointer = this.board.from(event);
    const slack = (event.pointerType === 'touch' ? 20 : 3) * this.board.pixel();
    let best = null;
    for (const piece of this.app.shown.pieces) {
      const near = this.board.surface.nearestTo(piece.at, pointer);
      const off = away(piece, near);
      const distance = apart(piece.at, near);
      if (off <= slack && (!best || off < best.off || (off === best.off && distance < best.distance))) best = { piece, off, distance };
    }
    return best?.piece;
  }

  /** Whether a pointer that drags the picked piece holds it where it stands: letting go there moves nothing. */
  isAtStart(drag, pointer, event) {
    if (!drag || drag.second) return false;
    const piece = this.piece();
    const slip = (event.pointerType === 'touch' ? 16 : 10) * this.board.pixel();
    const least = this.app.ground.shape === 'plane' ? Math.min(0.25, ...this.legal.spans.filter(span => !span.turn).map(span => span.from)) : 0.42;
    return apart(piece.at, this.board.surface.nearestTo(piece.at, pointer)) < Math.max(slip, least);
  }

  /** The legal place near a pointer: for a press a near one, on the way a farther one too. */
  near(pointer, event, press = false) {
    if (!press && this.isAtStart(this.drag, pointer, event)) return null;
    const pixel = this.board.pixel();
    const close = (event.pointerType === 'touch' ? 24 : 14) * pixel;
    const far = this.app.ground.shape === 'plane' ? Math.max(0.5, 30 * pixel) : 0.62;
    const pulled = this.drag && !this.drag.second && this.ways.some(way => way.key !== 'turn');
    return nearest(this.piece(), this.legal, pointer, { pixel, reach: press ? close : far, turns: !pulled, imagesOf: (place, box) => this.board.surface.imagesOf(place, box) });
  }

  /** The angle at which the pointer holds a knob: 0, or the angle of the chosen turn; nothing when it holds none. */
  atKnob(pointer, event) {
    const piece = this.piece();
    if (!piece || this.peeks || !this.legal.spans.some(span => span.turn)) return null;
    const from = this.held && this.choice?.span?.turn ? this.choice.d : 0;
    pointer = this.board.surface.nearestTo(piece.at, pointer);
    const off = wrapped(directionOf(piece.at, pointer) - piece.heading - from) * (Math.PI / 180);
    const r = reachOf(piece) + 0.18;
    const slack = Math.max(0.16, (event.pointerType === 'touch' ? 24 : 14) * this.board.pixel());
    return Math.hypot(apart(piece.at, pointer) - r, off * r) <= slack ? from : null;
  }

  down(event) {
    if (event.button > 0 || (this.drag && this.drag.id !== event.pointerId)) return;
    this.touched = event.pointerType === 'touch';
    this.before = { picked: this.picked, choice: this.choice };
    const pointer = this.board.from(event);
    const under = this.under(event);
    if (under && this.app.isClosed) return;
    const plans = under && this.app.premove?.mayPlan(under);
    const own = plans || (under && this.app.mayMove() && under.color === this.app.state.position.turn);
    const knob = this.atKnob(pointer, event);
    // Once a piece is picked, its legal places come before the pieces they lie on.
    const place = this.picked && !this.peeks && this.near(pointer, event, true);
    // They come before the finger's width about the picked piece too.
    const beside = place && under && away(under, this.board.surface.nearestTo(under.at, pointer)) > 3 * this.board.pixel();
    // A finger cannot tell the pieces of a heap apart: it spreads them first.
    const spread = this.fan.under(event);
    const spreads = event.pointerType === 'touch' && under && under.label !== this.picked && !spread && !place && knob === null;
    if (spreads && this.fan.open(under, 'touch')) return this.beginHeap(event, pointer);
    this.fan.close();
    const isOnPicked = this.picked && under?.label === this.picked && !beside;
    if (this.board.canBeDragged && !under && !place && knob === null) return this.beginPan(event);
    if (under && !own && !place && knob === null) {
      if (this.picked === under.label) this.drop();
      else this.peek(under.label);
    } else if (this.picked && !this.peeks && (knob !== null || place?.span?.turn) && !isOnPicked) {
      // By the knob it is turned from where it is; elsewhere on the tracks a press says how far.
      this.drag = { id: event.pointerId, moved: knob === null, second: true, x: event.clientX, y: event.clientY, turned: knob ?? place.d, last: pointer };
      if (knob === null) this.choose(place);
    } else if (this.picked && !this.peeks && (place || !own) && !isOnPicked) {
      this.drag = { id: event.pointerId, moved: true, second: true };
      this.follow(event);
    } else if (own) {
      const again = this.picked === under.label;
      if (!again && plans) this.peek(under.label);
      else if (!again) this.pick(under.label);
      this.drag = { id: event.pointerId, x: event.clientX, y: event.clientY, moved: false, again };
      // A piece that can only turn is turned by any part of it.
      if (this.ways.length === 1 && this.ways[0].key === 'turn') Object.assign(this.drag, { turned: 0, last: pointer });
    } else {
      return this.drop();
    }
    this.board.svg.setPointerCapture(event.pointerId);
    event.preventDefault();
    // Whoever points steps through the history by the arrow keys, and does not survey the pieces.
    this.points = true;
    this.board.svg.focus({ preventScroll: true });
  }

  /** A heap under a finger: the one piece of it that may move is picked at once. Of several, letting go leaves them spread, and going on
   * carries the nearest. */
  beginHeap(event, pointer) {
    const [carried, ...more] = this.fan.able(pointer);
    const isOnly = carried && !more.length && carried.label !== this.picked;
    if (isOnly) this.pick(carried.label);
    this.drag = { id: event.pointerId, x: event.clientX, y: event.clientY, moved: false, ...(!isOnly && { heap: true, carried }) };
    this.board.svg.setPointerCapture(event.pointerId);
    event.preventDefault();
    if (!isOnly) this.entry.say(t('entry.heap'));
  }

  /** The finger goes on from a heap: what it carries is picked. */
  carryFromHeap({ id, x, y, carried }) {
    this.fan.close();
    this.drag = null;
    if (!carried) return;
    this.pick(carried.label);
    this.drag = { id, x, y, moved: true };
  }

  /** An empty place is pressed: the chart is dragged along. */
  beginPan(event) {
    this.drag = { id: event.pointerId, x: event.clientX, y: event.clientY, moved: false, pan: event };
    this.board.svg.setPointerCapture(event.pointerId);
    event.preventDefault();
  }

  pan(event) {
    this.board.dragBy(this.drag.pan, event);
    this.drag.pan = event;
    if (this.board.bend) this.app.redraw();
  }

  motion(event) {
    const { drag } = this;
    if (!drag) {
      // A page that scrolls after a touch tells of a mouse that has not moved.
      const moves = !this.touched || event.movementX !== 0 || event.movementY !== 0;
      if (this.picked && event.pointerType === 'mouse' && moves && !this.held && !this.peeks) this.follow(event);
      else if (event.pointerType === 'mouse') this.fan.hover(event, this.under(event));
      return;
    }
    if (drag.id !== event.pointerId) return;
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 5) return;
    drag.moved = true;
    if (drag.pan) return this.pan(event);
    if (drag.heap) this.carryFromHeap(drag);
    if (!this.drag) return;
    // A class that is added again is a change too, after which all copies of the pieces are made anew.
    const held = this.board.pieces.get(this.picked);
    if (held && !held.classList.contains('lifted')) held.classList.add('lifted');
    this.follow(event);
  }

  /** Follows the pointer once a frame, however many events there are. */
  follow(event) {
    this.pointer = event;
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => { this.frame = 0; this.snap(); });
  }

  snap() {
    if (!this.picked) return;
    const begun = performance.now();
    const pointer = this.board.from(this.pointer);
    const choice = this.drag?.last ? this.turn(pointer) : this.near(pointer, this.pointer);
    this.board.svg.classList.toggle('aiming', Boolean(choice));
    this.choose(choice);
    // A piece that is held where it stands: the circle says how far it has to go.
    if (!choice && this.app.least > 0 && this.isAtStart(this.drag, pointer, this.pointer)) this.marks.least(this.piece(), this.app.least);
    this.board.svg.dataset.snapMs = (performance.now() - begun).toFixed(2);
  }

  /** Turns the piece by the angle that the pointer has gone round it, beyond half a turn too. */
  turn(pointer) {
    const piece = this.piece();
    const { drag } = this;
    pointer = this.board.surface.nearestTo(piece.at, pointer);
    const step = wrapped(directionOf(piece.at, pointer) - directionOf(piece.at, drag.last));
    drag.turned = Math.min(Math.max(drag.turned + step, -359.999), 359.999);
    drag.last = pointer;
    return nearestTurn(piece, this.legal.spans, drag.turned, this.board.pixel());
  }

  choose(choice) {
    this.choice = choice;
    this.lens.show(this.app.ground.shape === 'plane' && this.pointer && choice && !choice.span?.turn ? choice.at : null);
    this.consider(choice);
    this.entry.show();
  }

  /** Shows what a choice does, and asks what it would bring. */
  consider(choice) {
    this.marks.ghost(this.piece(), choice, this.pieces());
    this.app.after?.look(choice);
    this.app.compare?.look(choice);
  }

  /** Chooses a distance of a lane. */
  take({ span, d }) { this.choose(stopAt(this.piece(), span, d)); }

  /** Chooses a landing. */
  land(region, at) { this.choose(landAt(region, at)); }

  /** What a finger has begun is no press: the board is enlarged. */
  interrupt() {
    const { before } = this;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.drag = null;
    this.fan.close();
    this.board.pieces.get(this.picked)?.classList.remove('lifted');
    if (this.picked !== before?.picked) return this.drop();
    this.held = Boolean(before.choice);
    if (this.picked) this.choose(before.choice);
  }

  up(event) {
    const { drag } = this;
    if (drag && drag.id !== event.pointerId) return;
    this.drag = null;
    if (drag?.heap || (drag?.pan && drag.moved)) return;
    if (!drag || !this.picked) return;
    if (drag.pan) return this.drop();
    this.board.pieces.get(this.picked)?.classList.remove('lifted');
    if (!drag.moved) {
      if (drag.again) this.drop(); else this.entry.reveal();
      return;
    }
    if (this.frame) { cancelAnimationFrame(this.frame); this.frame = 0; }
    this.pointer = event;
    const isBack = !drag.last && this.isAtStart(drag, this.board.from(event), event);
    if (drag.last) this.drag = drag;
    if (isBack) this.choose(null);
    else this.snap();
    this.drag = null;
    if (!this.choice) {
      if (!isBack && !this.plans) this.sayWhy(this.board.from(event));
      if (drag.second && !drag.last) this.drop();
      return;
    }
    this.app.carried = !drag.second || Boolean(drag.last);
    if (this.waits(event)) { this.held = true; this.entry.reveal(); return; }
    this.play();
  }

  /** Whether a choice waits for Play: a finger hides the place it points at, landings are compared first, and a visitor may want it so. */
  waits(event) {
    return (event.pointerType === 'touch' && !this.choice.target) || Boolean(this.app.compare?.isOn) || confirmsMoves();
  }

  /** Says why the picked piece may not go to a place. */
  sayWhy(place) {
    const to = this.board.surface.canonical(place).at.map(c => exact(Number(c.toFixed(6))));
    if (this.app.ground.shape === 'plane') this.app.tellWhy?.(`${this.picked} > ${to}`).catch(() => {});
  }

  /** Plays the choice; asks first what a pawn becomes. */
  async play() {
    const { choice } = this;
    let promotion = '';
    if (choice.promotes) {
      const letters = choice.target ? choice.target.promotes : this.app.promotions;
      promotion = letters.length === 1 && choice.target ? letters[0] : await choosePromotion(letters, this.piece().color);
      if (promotion === null) return;
    }
    this.held = false;
    if (this.plans) return this.app.premove.keep(choice, promotion);
    if (await this.app.play(moveText(choice, promotion))) this.removals.clear();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey) return;
    const handled = this.picked && !this.peeks ? keyWith(this, event) : keyWithout(this, event);
    if (handled) { event.preventDefault(); event.stopPropagation(); }
  }

  focus(piece) {
    this.points = false;
    this.focused = piece.label;
    for (const [label, group] of this.board.pieces) group.classList.toggle('focused', label === piece.label);
    this.board.svg.dataset.focused = piece.label;
    this.board.svg.setAttribute('aria-activedescendant', `piece-${piece.label}`);
    this.fan.open(piece, 'mouse');
    this.entry.say(t('entry.enter', { piece: this.board.describe(piece) }));
  }
}
