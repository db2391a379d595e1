// The row beside the board for exact play: which way, how far or where, and what the man in hand would do.
import { courseText, exact, figures, holding, landAt, stopAt, wayOf } from './legal.js';
import { goAlong } from './keys.js';
import { holds } from './region.js';

const $ = id => document.getElementById(id);
const ASKS = { lane: 'Distance', turn: 'Angle in degrees, + counter-clockwise', region: 'Landing x,y' };

export class Fine {
  constructor(hand) {
    this.hand = hand;
    $('fine').addEventListener('submit', event => { event.preventDefault(); this.play(); });
    $('cancel').addEventListener('click', () => hand.drop());
    $('lane').addEventListener('change', () => {
      // What is chosen here is not lost to a pointer that crosses the board.
      hand.held = true;
      goAlong(hand, this.way(), hand.choice?.span && !hand.choice.span.turn ? hand.choice.d : undefined);
    });
    $('distance').addEventListener('input', () => this.typed());
    $('distance').addEventListener('keydown', event => { if (event.key === 'Escape') { hand.drop(); hand.board.svg.focus(); } });
  }

  say(words) { $('readout').textContent = words; }

  /** The way that the list names. */
  way() { return this.hand.ways.find(way => way.key === $('lane').value); }

  /** Begins a figure with a key that was pressed on the board. */
  type(key) {
    $('distance').value = key;
    $('distance').focus();
    this.typed();
  }

  /** What the text in the field chooses, if it is a place known to be legal. */
  read() {
    const way = this.way();
    const text = $('distance').value.trim();
    if (!way || !text) return null;
    const piece = this.hand.piece();
    if (way.region) {
      const place = text.split(',').map(Number);
      if (place.length !== 2 || !place.every(Number.isFinite)) return null;
      const region = this.hand.legal.regions.find(region => holds(region, place));
      return region ? landAt(region, place) : null;
    }
    const d = Number(text);
    const span = Number.isFinite(d) && holding(way.parts, d);
    return span ? stopAt(piece, span, d) : null;
  }

  typed() {
    const { hand } = this;
    const choice = this.read();
    $('distance').setAttribute('aria-invalid', String(!choice));
    hand.choice = choice;
    hand.held = true;
    hand.marks.ghost(hand.piece(), choice, hand.men());
    // Where it is not known to be legal it may be an expression, which the server reads.
    $('play').disabled = !choice && !$('distance').value.trim();
    this.readout();
  }

  play() {
    const { hand } = this;
    if (hand.choice) return hand.play();
    const way = this.way();
    const text = $('distance').value.trim();
    if (!way || !text) return;
    hand.app.play(`${hand.picked} ${way.region ? `> ${text}` : courseText(way.parts[0], text)}`, { keep: true });
  }

  show() {
    const { hand } = this;
    const { choice, ways } = hand;
    const exactly = Boolean(hand.picked && ways.length);
    $('fine-row').hidden = !hand.picked || !(exactly || choice);
    for (const id of ['lane', 'distance']) $(id).hidden = !exactly;
    $('play').disabled = !choice;
    if (exactly) this.fields(choice, ways);
    this.readout();
    this.pairs();
  }

  /** On a small screen it may lie below the window. */
  reveal() { $('fine').scrollIntoView({ block: 'nearest' }); }

  fields(choice, ways) {
    const list = $('lane');
    const field = $('distance');
    const keys = keyOf(this.hand);
    if (list.dataset.keys !== keys) {
      list.dataset.keys = keys;
      list.replaceChildren(...ways.map(way => new Option(way.name, way.key)));
    }
    const way = wayOf(ways, choice) ?? this.way() ?? ways[0];
    list.value = way.key;
    const asks = ASKS[way.region ? 'region' : way.key === 'turn' ? 'turn' : 'lane'];
    field.setAttribute('aria-label', asks);
    field.placeholder = way.region ? 'x,y' : way.key === 'turn' ? '±°' : '';
    // Number pads of phones have neither comma nor minus.
    field.inputMode = way.region || way.key === 'turn' ? 'text' : 'decimal';
    field.removeAttribute('aria-invalid');
    if (document.activeElement === field && !this.hand.drag) return;
    field.value = !choice ? '' : choice.region ? choice.at.map(exact).join(',') : exact(choice.d);
  }

  readout() {
    const { hand } = this;
    const piece = hand.piece();
    const { choice, legal } = hand;
    if (!piece) return this.say(hand.app.hint());
    if (!choice) {
      const count = legal.spans.length + legal.targets.length + legal.regions.length;
      const turns = legal.spans.some(span => span.turn) ? ' Turn it by the knob on its ring.' : '';
      const how = matchMedia('(pointer: coarse)').matches ? 'drag it, or tap where it goes' : 'drag it, click where it goes, or use the arrow keys';
      return this.say(count ? `${piece.label}: ${how}.${turns}` : `${piece.label} has no legal move.`);
    }
    const { span, target } = choice;
    const bend = span?.arc ? (span.arc > 0 ? ' left' : ' right') : '';
    const far = !span ? '' : span.turn ? `turn ${choice.d > 0 ? '+' : ''}${figures(choice.d)}°, to face ${figures((((piece.heading + choice.d) % 360) + 360) % 360)}°` : `${figures(span.bearing)}°${bend} · ${figures(choice.d)} · `;
    const where = target ? target.cell : span?.turn ? '' : `(${choice.at.map(figures).join(', ')})`;
    const takes = choice.captures.length ? ` · takes ${choice.captures.join(', ')}` : '';
    return this.say(`${piece.label} → ${far}${where}${takes}${choice.promotes ? ' · promotes' : ''}`);
  }

  /** Stuck pawns that may be taken off before the move. */
  pairs() {
    const { hand } = this;
    const box = $('pairs');
    const all = hand.app.mayMove() ? [...new Set(hand.app.state.legal.targets.flatMap(target => target.removes))].sort() : [];
    const shown = `${all}:${[...hand.removals]}`;
    box.hidden = !all.length;
    // What has not changed stays, so that it keeps the focus.
    if (box.dataset.shown === shown) return;
    box.dataset.shown = shown;
    box.replaceChildren(...(all.length ? ['Take off first: '] : []), ...all.map(pair => {
      const label = document.createElement('label');
      const tick = Object.assign(document.createElement('input'), { type: 'checkbox', checked: hand.removals.has(pair), name: pair });
      tick.addEventListener('change', () => {
        if (tick.checked) hand.removals.add(pair); else hand.removals.delete(pair);
        box.dataset.shown = `${all}:${[...hand.removals]}`;
        if (hand.picked) hand.pick(hand.picked);
      });
      label.append(tick, ` ${pair}`);
      return label;
    }));
  }
}

/** What the list of ways depends on. */
const keyOf = hand => `${hand.picked}:${hand.app.shown?.ply}:${hand.ways.map(way => way.name)}`;
