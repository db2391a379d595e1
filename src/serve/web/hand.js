// The hand: picking a man, moving it along its legal set by pointer, touch or keys, and letting go.
import { ends, exact, figures, fit, holding, lanes, moveText, nearest, stops } from './legal.js';
import { choosePromotion } from './dialogs.js';

const $ = id => document.getElementById(id);
const NONE = { spans: [], targets: [], regions: [] };

export class Hand {
  constructor(app) {
    this.app = app;
    this.picked = null;
    this.choice = null;
    this.removals = new Set();
    $('fine').addEventListener('submit', event => { event.preventDefault(); this.playTyped(); });
    $('cancel').addEventListener('click', () => this.drop());
    $('lane').addEventListener('change', () => { this.alongLane($('lane').value); });
    $('distance').addEventListener('input', () => this.typed());
  }

  /** Listens to a new board. */
  attach(board) {
    this.board = board;
    const svg = board.svg;
    svg.addEventListener('pointerdown', event => this.down(event));
    svg.addEventListener('pointermove', event => this.motion(event));
    svg.addEventListener('pointerup', event => this.up(event));
    svg.addEventListener('pointercancel', () => { this.drag = null; this.drop(); });
    svg.addEventListener('keydown', event => this.key(event));
    svg.addEventListener('contextmenu', event => { if (this.picked) { event.preventDefault(); this.drop(); } });
    svg.tabIndex = 0;
  }

  men() { return this.app.men; }
  piece() { return this.picked && this.men().get(this.picked); }

  /** What a man may do, with the chosen removals of stuck pawns. */
  legalOf(label) {
    if (!this.app.mayMove()) return NONE;
    const legal = this.app.state.legal;
    const chosen = [...this.removals].sort().join(',');
    const of = list => list.filter(part => part.piece === label);
    return {
      spans: of(legal.spans),
      targets: of(legal.targets).filter(target => [...target.removes].sort().join(',') === chosen),
      regions: of(legal.regions),
    };
  }

  movable() {
    if (!this.app.mayMove()) return [];
    const { legal, position } = this.app.state;
    const labels = new Set([...legal.spans, ...legal.targets, ...legal.regions].map(part => part.piece));
    return position.pieces.filter(piece => labels.has(piece.label));
  }

  pick(label) {
    const begun = performance.now();
    this.picked = label;
    this.choice = null;
    const piece = this.piece();
    this.legal = this.legalOf(label);
    this.lanes = lanes(this.legal.spans);
    this.board.lanes(piece, this.legal, this.men());
    this.board.ghost(null);
    for (const [other, group] of this.board.pieces) group.classList.toggle('picked', other === label);
    // How long the lanes took, for whoever measures.
    this.board.svg.dataset.lanesMs = (performance.now() - begun).toFixed(2);
    this.board.svg.dataset.picked = label;
    this.show();
  }

  drop() {
    if (this.picked) this.board.pieces.get(this.picked)?.classList.remove('picked', 'lifted');
    this.picked = null;
    this.choice = null;
    this.drag = null;
    if (this.board?.svg) {
      delete this.board.svg.dataset.picked;
      this.board.lanes(null);
      this.board.ghost(null);
    }
    this.show();
  }

  /** The man under a pointer: the nearest whose extent, or a finger's width, reaches it. */
  under(event) {
    const pointer = this.board.from(event);
    const slack = event.pointerType === 'touch' ? 20 * this.board.pixel() : 3 * this.board.pixel();
    let best = null;
    for (const piece of this.app.shown.pieces) {
      const reach = (piece.shape.is === 'disc' ? piece.shape.r : 0.4) + slack;
      const distance = Math.hypot(piece.at[0] - pointer[0], piece.at[1] - pointer[1]);
      if (distance <= reach && (!best || distance < best.distance)) best = { piece, distance };
    }
    return best?.piece;
  }

  down(event) {
    if (event.button > 0) return;
    const under = this.under(event);
    const own = under && this.app.mayMove() && under.color === this.app.state.position.turn;
    // With a man in hand, its legal places come before the men they lie on.
    const place = this.picked && nearest(this.piece().at, this.legal, this.board.from(event), this.board.pixel(), 14 * this.board.pixel());
    if (this.picked && (place || !own) && under?.label !== this.picked) {
      this.drag = { id: event.pointerId, moved: true, second: true };
      this.follow(event);
    } else if (own) {
      const again = this.picked === under.label;
      this.pick(under.label);
      this.drag = { id: event.pointerId, x: event.clientX, y: event.clientY, moved: false, again };
    } else {
      return this.drop();
    }
    this.board.svg.setPointerCapture(event.pointerId);
    event.preventDefault();
    this.board.svg.focus({ preventScroll: true });
  }

  motion(event) {
    if (!this.drag) {
      if (this.picked && event.pointerType === 'mouse' && !this.held) this.follow(event);
      return;
    }
    if (!this.drag.moved && Math.hypot(event.clientX - this.drag.x, event.clientY - this.drag.y) < 5) return;
    this.drag.moved = true;
    this.board.pieces.get(this.picked)?.classList.add('lifted');
    this.follow(event);
  }

  /** One frame's worth of following, however many events there are. */
  follow(event) {
    this.pointer = { clientX: event.clientX, clientY: event.clientY };
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => { this.frame = 0; this.snap(); });
  }

  snap() {
    if (!this.picked) return;
    const cells = this.app.ground.shape !== 'plane';
    const reach = cells ? 0.62 : Math.max(0.5, 30 * this.board.pixel());
    this.choose(nearest(this.piece().at, this.legal, this.board.from(this.pointer), this.board.pixel(), reach));
  }

  choose(choice) {
    this.choice = choice;
    this.board.ghost(this.piece(), choice, this.men());
    this.show();
  }

  up(event) {
    const drag = this.drag;
    this.drag = null;
    if (!drag || !this.picked) return;
    this.board.pieces.get(this.picked)?.classList.remove('lifted');
    if (!drag.moved) { if (drag.again) this.drop(); return; }
    if (this.frame) { cancelAnimationFrame(this.frame); this.frame = 0; }
    this.pointer = { clientX: event.clientX, clientY: event.clientY };
    this.snap();
    if (!this.choice) { if (drag.second) this.drop(); return; }
    // A finger hides the place it points at: it lets go first and says Play afterwards.
    if (event.pointerType === 'touch' && !this.choice.target) { this.held = true; return; }
    this.play();
  }

  alongLane(key) {
    const lane = this.lanes.find(lane => lane.key === key);
    if (!lane) return;
    const at = this.choice?.d ?? lane.parts[0].from;
    this.take(fit(lane.parts, at));
  }

  /** Chooses a distance of a lane. */
  take(found) {
    const { span, d } = found;
    const origin = this.piece().at;
    const place = span.turn ? origin : [origin[0] + span.dir[0] * d, origin[1] + span.dir[1] * d];
    this.choose({ span, d, at: place, captures: span.captures, promotes: span.promotes });
  }

  typed() {
    const lane = this.lanes?.find(lane => lane.key === $('lane').value);
    const d = Number($('distance').value);
    const span = lane && Number.isFinite(d) && holding(lane.parts, d);
    $('distance').setAttribute('aria-invalid', String(!span));
    if (!span) {
      // Not a place known to be legal; it may be an expression, which the server reads.
      this.choice = null;
      this.board.ghost(null);
      $('play').disabled = !$('distance').value.trim();
      return;
    }
    $('play').disabled = false;
    const origin = this.piece().at;
    this.choice = { span, d, at: [origin[0] + span.dir[0] * d, origin[1] + span.dir[1] * d], captures: span.captures, promotes: span.promotes };
    this.board.ghost(this.piece(), this.choice, this.men());
    this.readout();
  }

  playTyped() {
    if (this.choice) return this.play();
    const lane = this.lanes?.find(lane => lane.key === $('lane').value);
    const text = $('distance').value.trim();
    if (!lane || !text) return;
    this.app.play(`${this.picked} ${exact(lane.parts[0].bearing)} ${text}`);
  }

  async play() {
    const { choice } = this;
    let promotion = '';
    if (choice.promotes) {
      const letters = choice.target ? choice.target.promotes : this.app.promotions;
      promotion = letters.length === 1 && choice.target ? letters[0] : await choosePromotion(letters, this.piece().color, this.piece());
      if (!promotion) return;
    }
    this.held = false;
    const text = moveText(choice, promotion);
    if (await this.app.play(text)) this.removals.clear();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey) return;
    const handled = this.picked ? this.keyWithMan(event) : this.keyWithout(event);
    if (handled) { event.preventDefault(); event.stopPropagation(); }
  }

  keyWithout(event) {
    const men = this.movable();
    if (!men.length) return false;
    const at = men.findIndex(piece => piece.label === this.focused);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step) { this.focus(men[(at + step + men.length) % men.length] ?? men[0]); return true; }
    if ((event.key === 'Enter' || event.key === ' ') && at >= 0) { this.pick(this.focused); this.begin(); return true; }
    if (/^[a-z]$/i.test(event.key)) {
      const wanted = event.key.toUpperCase();
      const next = [...men.slice(at + 1), ...men.slice(0, at + 1)].find(piece => piece.letter === wanted);
      if (next) { this.focus(next); return true; }
    }
    return false;
  }

  focus(piece) {
    this.focused = piece.label;
    for (const [label, group] of this.board.pieces) group.classList.toggle('focused', label === piece.label);
    this.board.svg.dataset.focused = piece.label;
    $('readout').textContent = `${this.board.describe(piece)}. Enter to pick.`;
  }

  /** A first choice for the keys to start from. */
  begin() {
    if (this.legal.targets.length) this.aim(0);
    else if (this.lanes.length) this.take(fit(this.lanes[0].parts, this.lanes[0].parts[0].from));
  }

  aim(index) {
    const targets = this.legal.targets;
    const target = targets[(index + targets.length) % targets.length];
    this.choose({ target, at: target.at, captures: target.captures, promotes: target.promotes.length > 0 });
  }

  keyWithMan(event) {
    if (event.key === 'Escape') { this.drop(); return true; }
    if (event.key === 'Enter') { if (this.choice) this.play(); return true; }
    if (this.legal.targets.length) {
      const at = this.legal.targets.indexOf(this.choice?.target);
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (step) this.aim(at + step);
      return Boolean(step);
    }
    if (!this.lanes.length) return false;
    const now = Math.max(0, this.lanes.findIndex(lane => lane.parts.includes(this.choice?.span)));
    const { parts } = this.lanes[now];
    const d = this.choice?.d ?? parts[0].from;
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      // Bearings grow counter-clockwise: right turns clockwise.
      const next = (now + (event.key === 'ArrowRight' ? -1 : 1) + this.lanes.length) % this.lanes.length;
      this.take(fit(this.lanes[next].parts, d));
      return true;
    }
    const grain = event.altKey ? 0.001 : event.shiftKey ? 0.01 : 0.1;
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const up = event.key === 'ArrowUp';
      const found = fit(parts, Math.round((d + (up ? grain : -grain)) * 1e6) / 1e6);
      // Single stops lie apart: when the next grain leads nowhere, the next stop.
      const next = stops(parts).filter(stop => (up ? stop > d + 1e-12 : stop < d - 1e-12));
      const there = found.d === d ? (up ? next[0] : next.at(-1)) : found.d;
      if (there !== undefined) this.take(fit(parts, there));
      return true;
    }
    if (['PageUp', 'PageDown', 'Home', 'End'].includes(event.key)) {
      const all = stops(parts);
      const next = { Home: all[0], End: all.at(-1), PageUp: all.find(stop => stop > d + 1e-9), PageDown: all.findLast(stop => stop < d - 1e-9) }[event.key];
      if (next !== undefined) this.take(fit(parts, next));
      return true;
    }
    if (/^[0-9.]$/.test(event.key)) {
      $('distance').value = event.key;
      $('distance').focus();
      this.typed();
      return true;
    }
    return false;
  }

  show() {
    const row = $('fine-row');
    const byDistance = Boolean(this.picked && this.lanes?.length);
    row.hidden = !this.picked || !(byDistance || this.choice);
    for (const id of ['lane', 'distance']) {
      $(id).hidden = !byDistance;
      document.querySelector(`label[for=${id}]`).hidden = !byDistance;
    }
    $('play').disabled = !this.choice;
    if (byDistance) {
      const keys = this.lanes.map(lane => lane.key);
      if ($('lane').dataset.keys !== `${this.picked}:${keys}`) {
        $('lane').dataset.keys = `${this.picked}:${keys}`;
        $('lane').replaceChildren(...keys.map(key => new Option(key === 'turn' ? 'turn' : `${Math.round(Number(key) * 1000) / 1000}°`, key)));
      }
      if (this.choice?.span) $('lane').value = this.choice.span.turn ? 'turn' : String(this.choice.span.bearing);
      if (document.activeElement !== $('distance') || this.drag) $('distance').value = this.choice?.span ? exact(this.choice.d) : '';
      $('distance').removeAttribute('aria-invalid');
    }
    this.readout();
    this.showPairs();
  }

  readout() {
    const piece = this.piece();
    const { choice } = this;
    const readout = $('readout');
    if (!piece) {
      readout.textContent = this.app.hint();
    } else if (!choice) {
      const count = this.legal.spans.length + this.legal.targets.length + this.legal.regions.length;
      readout.textContent = count ? `${piece.label}: drag it, or use the arrow keys.` : `${piece.label} has no legal move.`;
    } else {
      const takes = choice.captures.length ? ` · takes ${choice.captures.join(', ')}` : '';
      const turns = choice.promotes ? ' · promotes' : '';
      const where = choice.target ? choice.target.cell : `(${choice.at.map(figures).join(', ')})`;
      const far = choice.span ? (choice.span.turn ? `turn ${figures(choice.d)}°` : `${figures(choice.span.bearing)}° · ${figures(choice.d)} · `) : '';
      readout.textContent = `${piece.label} → ${far}${where}${takes}${turns}`;
    }
  }

  /** Stuck pawns that may be taken off before the move. */
  showPairs() {
    const box = $('pairs');
    const all = this.app.mayMove() ? [...new Set(this.app.state.legal.targets.flatMap(target => target.removes))].sort() : [];
    box.hidden = !all.length;
    box.replaceChildren(...(all.length ? ['Take off first: '] : []), ...all.map(pair => {
      const label = document.createElement('label');
      const tick = Object.assign(document.createElement('input'), { type: 'checkbox', checked: this.removals.has(pair) });
      tick.addEventListener('change', () => {
        if (tick.checked) this.removals.add(pair); else this.removals.delete(pair);
        if (this.picked) this.pick(this.picked);
      });
      label.append(tick, ` ${pair}`);
      return label;
    }));
  }
}

export { ends };
