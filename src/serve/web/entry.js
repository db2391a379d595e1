// The row beside the board for exact play: the way, the distance or place, and what the chosen move would do.
import { courseText, ends, holding, landAt, sideOf, stopAt, told, wayOf } from './legal.js';
import { $ } from './dom.js';
import { goAlong } from './keys.js';
import { misses } from './misses.js';
import { decimals, exact, numberOf, pointed, pointedPlace, precise } from './numbers.js';
import { Outcomes } from './outcomes.js';
import { holds } from './region.js';
import { Ruler } from './ruler.js';
import { standingOf, standingText } from './safety.js';
import { t } from './text.js';
import { apart, boxOf, distanceAlong } from './way.js';

/** How far a place as it is typed may be off a lane, board units. */
const SHOWN = 0.006;

export class Entry {
  constructor(selection) {
    this.selection = selection;
    this.outcomes = new Outcomes(selection);
    this.ruler = new Ruler(selection);
    this.float();
    $('entry').addEventListener('submit', event => { event.preventDefault(); this.play(); });
    $('play').addEventListener('touchend', event => this.tap(event));
    $('cancel').addEventListener('click', () => selection.drop());
    $('lane').addEventListener('change', () => {
      // A pointer that crosses the board does not change what is chosen here.
      selection.held = true;
      goAlong(selection, this.way(), selection.choice?.span && !selection.choice.span.turn ? selection.choice.d : undefined);
    });
    $('distance').addEventListener('input', () => this.typed());
    $('distance').addEventListener('keydown', event => { if (event.key === 'Escape') { selection.drop(); selection.board.svg.focus(); } });
  }

  /** Lets Play be pressed, or not. */
  offer(canPlay) {
    $('play').disabled = !canPlay;
    $('chosen-row').classList.toggle('playable', canPlay);
  }

  say(words) { $('readout').textContent = words; }

  /** The way that the list names. */
  way() { return this.selection.ways.find(way => way.key === $('lane').value); }

  /** Begins a number with a key that was pressed on the board. */
  type(key) {
    $('distance').value = key;
    $('distance').focus();
    this.typed();
  }

  /** The field's text as the program reads it. */
  text() {
    const { value } = $('distance');
    return this.way()?.region ? pointedPlace(value) : pointed(value);
  }

  /** The choice that the field's text names, if it is known to be legal. */
  read() {
    const way = this.way();
    const text = this.text();
    if (!way || !text) return null;
    const piece = this.selection.piece();
    if (way.region) {
      const place = this.place();
      if (!place) return null;
      const { surface } = this.selection.board;
      const near = surface.nearestTo(piece.at, place);
      const region = this.selection.legal.regions.find(region => holds(region, near));
      return region ? landAt(region, near) : null;
    }
    const d = numberOf(text);
    if (!Number.isFinite(d)) return this.reached(piece, way);
    const span = holding(way.parts, d);
    return span ? stopAt(piece, span, d) : null;
  }

  /** The place that the field names as `x,y`. */
  place() {
    const place = pointedPlace($('distance').value).split(',').map(Number);
    return place.length === 2 && place.every(Number.isFinite) ? place : null;
  }

  /** The choice on a lane, this one or another, whose place the field names. */
  reached(piece, way) {
    const place = this.place();
    if (!place) return null;
    const { surface } = this.selection.board;
    const spans = [way, ...this.selection.ways].flatMap(({ parts = [] }) => parts).filter(span => !span.turn);
    const choices = spans.flatMap(span => surface.imagesOf(place, boxOf(piece.at, span))
      .map(image => ({ image, choice: stopAt(piece, span, distanceAlong(piece.at, span, image, ...ends(span))) })));
    return choices.find(({ image, choice }) => apart(choice.at, image) < SHOWN)?.choice ?? null;
  }

  typed() {
    const { selection } = this;
    const choice = this.read();
    $('distance').setAttribute('aria-invalid', String(!choice));
    selection.choice = choice;
    selection.held = true;
    selection.consider(choice);
    // Text that is no number may be an expression, which the server reads.
    const text = this.text();
    const isNumber = Number.isFinite(numberOf(text)) || Boolean(this.place());
    this.offer(Boolean(choice) || !(isNumber || !text));
    if (choice || !isNumber) return this.readout();
    if (Math.abs(Number(text)) < selection.app.least && this.way()?.key !== 'turn') selection.marks.least(selection.piece(), selection.app.least);
    const way = this.way();
    this.say(way?.region || !Number.isFinite(Number(text)) ? t('entry.notThere', { text: this.place()?.join(', ') ?? text }) : t('entry.notAlong', { text, way: way?.name, parts: told(way?.parts ?? []) }));
  }

  play() {
    const { selection } = this;
    if (selection.choice) return selection.play();
    const way = this.way();
    const text = this.text();
    if (!way || !text) return;
    selection.app.play(`${selection.picked} ${way.region ? `> ${text}` : courseText(way.parts[0], text)}`, { keep: true });
  }

  /** A finger on Play counts however long it rests there: a browser makes no press of a long one. */
  tap(event) {
    const [at] = event.changedTouches;
    // A finger that scrolls the page has no press to prevent.
    if (!event.cancelable || $('play').disabled || !$('play').contains(document.elementFromPoint(at.clientX, at.clientY))) return;
    event.preventDefault();
    this.play();
  }

  show() {
    const { selection } = this;
    const { choice, ways } = selection;
    const exactly = Boolean(selection.picked && ways.length && !selection.peeks);
    $('entry-row').hidden = !selection.picked || !(exactly || choice);
    for (const id of ['lane', 'distance']) $(id).hidden = !exactly;
    this.offer(Boolean(choice));
    if (exactly) this.fields(choice, ways);
    this.outcomes.show();
    this.ruler.show(exactly ? this.way() : null);
    this.readout();
    this.pairs();
  }

  /** On a small screen it may lie below the window: then its row of fields is brought up. With a choice it floats in sight. */
  reveal() {
    if (!this.selection.choice) $($('entry-row').hidden ? 'readout' : 'entry-row').scrollIntoView({ block: 'nearest' });
  }

  /** Lets the row with Play float at the foot of the window while its place is out of sight. */
  float() {
    const place = $('chosen-row');
    new IntersectionObserver(entries => place.classList.toggle('afloat', entries.at(-1).intersectionRatio < 1), { threshold: [0, 0.5, 1] }).observe(place);
  }

  fields(choice, ways) {
    const list = $('lane');
    const field = $('distance');
    const keys = keyOf(this.selection);
    if (list.dataset.keys !== keys) {
      list.dataset.keys = keys;
      list.replaceChildren(...ways.map(way => new Option(way.name, way.key)));
    }
    const way = wayOf(ways, choice) ?? this.way() ?? ways[0];
    list.value = way.key;
    const asks = way.region ? 'region' : way.key === 'turn' ? 'turn' : 'lane';
    if (field.dataset.asks !== asks) {
      field.dataset.asks = asks;
      field.setAttribute('aria-label', t(`entry.ask.${asks}`));
      field.placeholder = { region: 'x,y', turn: '±°', lane: '' }[asks];
      // Number pads of phones have neither comma nor minus.
      field.inputMode = asks === 'lane' ? 'decimal' : 'text';
    }
    field.removeAttribute('aria-invalid');
    if (document.activeElement === field && !this.selection.drag) return;
    field.value = !choice ? '' : choice.region ? choice.at.map(exact).join(',') : exact(choice.d);
  }

  readout() {
    const { selection } = this;
    const piece = selection.piece();
    const { choice, legal } = selection;
    if (!piece) return this.say(selection.app.hint());
    if (selection.peeks) return this.say(t('entry.peek', { piece: selection.board.describe(piece) }));
    if (!choice && selection.plans) return this.say(t('premove.how', { piece: selection.board.describe(piece) }));
    if (!choice) {
      const count = legal.spans.length + legal.targets.length + legal.regions.length;
      const { label } = piece;
      if (!count) return this.say(t('entry.noMove', { label }));
      const turns = legal.spans.some(span => span.turn) ? ` ${t('entry.knob')}` : '';
      const how = matchMedia('(pointer: coarse)').matches ? t('entry.how.finger', { label }) : t('entry.how.mouse', { label });
      return this.say(how + turns);
    }
    const { span, target } = choice;
    const turned = () => t('entry.turned', { angle: `${choice.d > 0 ? '+' : ''}${precise(choice.d)}`, heading: decimals((((piece.heading + choice.d) % 360) + 360) % 360) });
    const far = !span ? '' : span.turn ? turned() : `${decimals(span.bearing)}°${sideOf(span)} · ${precise(choice.d)} · `;
    const where = target ? target.cell : span?.turn ? '' : `(${selection.board.surface.canonical(choice.at).at.map(decimals).join(', ')})`;
    const standing = standingOf(choice, selection.safety);
    const [narrow] = misses(piece, choice, selection.pieces(), selection.board.surface);
    return this.say([`${piece.label} → ${far}${where}`, choice.captures.length && t('entry.choice.takes', { labels: choice.captures.join(', ') }),
      choice.promotes && t('entry.choice.promotes'), standing && standingText(standing), narrow && t('entry.choice.passes', { label: narrow.label, gap: decimals(narrow.gap) })].filter(Boolean).join(' · '));
  }

  /** The pairs of pawns that may be taken off before the move. */
  pairs() {
    const { selection } = this;
    const box = $('pairs');
    const all = selection.app.mayMove() ? [...new Set(selection.app.state.legal.targets.flatMap(target => target.removes))].sort() : [];
    const shown = `${all}:${[...selection.removals]}`;
    // Unchanged boxes stay, so that they keep the focus.
    if (box.dataset.shown === shown) return;
    box.hidden = !all.length;
    box.dataset.shown = shown;
    box.replaceChildren(...(all.length ? [`${t('entry.takeOff')} `] : []), ...all.map(pair => {
      const label = document.createElement('label');
      const tick = Object.assign(document.createElement('input'), { type: 'checkbox', checked: selection.removals.has(pair), name: pair });
      tick.addEventListener('change', () => {
        if (tick.checked) selection.removals.add(pair); else selection.removals.delete(pair);
        box.dataset.shown = `${all}:${[...selection.removals]}`;
        if (selection.picked) selection.pick(selection.picked);
      });
      label.append(tick, ` ${pair}`);
      return label;
    }));
  }
}

/** What the list of ways depends on. */
const keyOf = selection => `${selection.picked}:${selection.app.shown?.ply}:${selection.ways.map(way => way.name)}`;
