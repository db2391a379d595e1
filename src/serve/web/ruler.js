// The chosen lane unrolled as a strip. Every interval is wide enough to be pressed, however short it is.
import { $, make } from './dom.js';
import { stepAlong } from './keys.js';
import { courseText, fit, isPoint, settle, told } from './legal.js';
import { exact, precise } from './numbers.js';
import { placesOf } from './places.js';
import { standsAs, stretchesOf } from './safety.js';
import { t } from './text.js';
import { told as valueOf } from './worth.js';

const kindOf = span => (span.captures.length ? 'takes' : span.promotes ? 'promotes' : 'quiet');

/** The steps of the buttons, board units; a turn goes a hundred times as many degrees. */
const GRAINS = [0.1, 0.01, 0.001];
const TURN = 100;

export class Ruler {
  constructor(selection) {
    this.selection = selection;
    this.at = make('span', { className: 'at' });
    $('grain').append(...GRAINS.map(grain => new Option(grain, grain)));
    $('places').addEventListener('change', () => this.goTo(this.named[$('places').selectedIndex - 1]));
    for (const [id, up] of [['nearer', false], ['farther', true]]) $(id).addEventListener('click', () => this.step(up));
  }

  /** Goes to a place that has a name. */
  goTo(place) {
    if (!place) return;
    // A pointer that crosses the board does not change what is chosen here.
    this.selection.held = true;
    this.selection.take(place);
  }

  /** Goes a step along the lane that is chosen. */
  step(up) {
    const { selection } = this;
    const { parts, key } = selection.entry.way();
    // A pointer that crosses the board does not change what is chosen here.
    selection.held = true;
    stepAlong(selection, parts, selection.choice?.d ?? parts[0].from, up, Number($('grain').value) * (key === 'turn' ? TURN : 1));
  }

  /** Shows a lane, and where on it the choice is. */
  show(way) {
    const { selection } = this;
    const box = $('ruler');
    const parts = selection.picked && !selection.peeks && way?.parts ? way.parts : [];
    const { worth } = selection.app;
    worth?.look(parts);
    const known = worth?.stretches.map(({ at, value }) => `${at} ${value}`);
    const key = parts.length ? `${selection.picked}:${way.key}:${selection.app.shown.text}:${Boolean(selection.safety)}:${known}` : '';
    $('stepped').hidden = box.hidden = !parts.length;
    if (box.dataset.key !== key) {
      for (const option of $('grain').options) option.textContent = way?.key === 'turn' ? `${option.value * TURN}°` : option.value;
      this.draw(box, parts);
      this.names(parts);
      box.dataset.key = key;
    }
    this.mark(box, parts);
  }

  /** Marks where on the lane the choice is. While it stays in its interval only the mark moves. */
  mark(box, parts) {
    const { choice } = this.selection;
    const at = choice && box.querySelector(`[data-part="${parts.indexOf(choice.span)}"]`);
    if (!at) return this.at.remove();
    const { from, to } = choice.span;
    this.at.style.left = `${from === to ? 50 : ((choice.d - from) / (to - from)) * 100}%`;
    if (this.at.parentNode !== at) at.append(this.at);
  }

  draw(box, parts) {
    const sorted = parts.map((span, n) => ({ span, n })).sort((a, b) => a.span.from - b.span.from);
    let end = 0;
    const nodes = sorted.flatMap(({ span, n }) => {
      const gap = span.from > end + 1e-9 ? [this.gap(parts[0], end, span.from)] : [];
      end = span.to;
      return [...gap, this.interval(span, n, parts)];
    });
    box.replaceChildren(...nodes);
  }

  interval(span, n, parts) {
    const { selection } = this;
    const takes = span.captures.length ? t('entry.choice.takes', { labels: span.captures.join(', ') }) : span.promotes ? t('entry.choice.promotes') : '';
    const words = `${told([span])} ${takes}`.trim();
    const button = make('button', { type: 'button', className: `${kindOf(span)}${isPoint(span) ? ' point' : ''}`, title: words, ariaLabel: words });
    button.dataset.part = n;
    button.append(...this.standings(span), ...this.worths(span));
    button.style.flexGrow = (span.to - span.from) * 1000;
    button.addEventListener('click', event => {
      const { left, width } = button.getBoundingClientRect();
      const share = event.detail ? Math.min(1, Math.max(0, (event.clientX - left) / width)) : 0.5;
      const unit = (span.to - span.from) / width;
      const d = isPoint(span) ? span.from : settle(span, span.from + share * (span.to - span.from), unit / 3, 10 ** Math.floor(Math.log10(unit * 10 || 1)));
      selection.held = true;
      selection.take(fit([parts[n]], d));
    });
    return button;
  }

  /** Marks on an interval: where the piece would stand attacked or defended. */
  standings(span) {
    const parts = stretchesOf(span, this.selection.safety).filter(part => part.from >= span.from && part.to <= span.to);
    const whole = span.to - span.from;
    return parts.flatMap(part => standsAs(part).map(stands => {
      const mark = make('span', { className: `stands ${stands}` });
      mark.style.left = whole ? `${((part.from - span.from) / whole) * 100}%` : '0';
      mark.style.width = whole ? `max(2px, ${((part.to - part.from) / whole) * 100}%)` : '100%';
      return mark;
    }));
  }

  /** Lists the places of a lane that have a name. */
  names(parts) {
    const { selection } = this;
    const { safety, board } = selection;
    this.named = placesOf(selection.piece(), parts, { safety, pieces: selection.pieces(), surface: board?.surface }, selection.app.worth);
    $('places').hidden = !this.named.length;
    $('places').replaceChildren(new Option(t('places.go')), ...this.named.map(({ words }) => new Option(words)));
  }

  /** Marks on an interval: how good its stretches are, and the best place of each. */
  worths(span) {
    const { worth } = this.selection.app;
    const whole = span.to - span.from;
    const left = d => (whole ? `${((d - span.from) / whole) * 100}%` : '50%');
    const inside = (worth?.stretches ?? []).filter(part => part.from >= span.from && part.to <= span.to);
    return inside.flatMap(part => {
      const mark = make('span', { className: 'worth', title: valueOf(part.value) });
      Object.assign(mark.style, { left: whole ? left(part.from) : '0', width: whole ? `max(2px, ${((part.to - part.from) / whole) * 100}%)` : '100%' });
      mark.style.setProperty('--good', `${worth.good(part) * 100}%`);
      const top = make('span', { className: part === worth.best() ? 'top best' : 'top' });
      top.style.left = left(part.at);
      return [mark, top];
    });
  }

  /** What is illegal between two intervals; pressed it says why. */
  gap(span, from, to) {
    const { selection } = this;
    const ends = { from: precise(from), to: precise(to) };
    const button = make('button', { type: 'button', className: 'gap', title: t('ruler.gap', ends), ariaLabel: t('ruler.gapWhy', ends) });
    button.addEventListener('click', () => selection.app.tellWhy?.(`${selection.picked} ${courseText(span, exact((from + to) / 2))}`).catch(() => {}));
    return button;
  }
}
