// The distinct results of the picked piece as chips: what it takes, whether it promotes. Hovering shows one, pressing chooses it.
import { $, make } from './dom.js';
import { goTo, landAt, stopAt } from './legal.js';
import { icon } from './outlines.js';
import { kindName, t } from './text.js';

const isPromotion = part => part.promotes === true || part.promotes?.length > 0;

/** The parts of a legal set that take something or promote, those of one result together. */
function grouped({ spans, targets, regions }) {
  const groups = new Map();
  for (const part of [...spans, ...targets, ...regions]) {
    if (!part.captures.length && !isPromotion(part)) continue;
    const key = `${[...part.captures].sort()}${isPromotion(part) ? ' =' : ''}`;
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  return [...groups].sort(([, a], [, b]) => b[0].captures.length - a[0].captures.length);
}

/** The choice in the middle of a part. */
function middle(piece, part) {
  if (part.cell) return goTo(part);
  return part.outlines ? landAt(part, part.sample) : stopAt(piece, part, part.from === part.to ? part.from : (part.from + part.to) / 2);
}

export class Outcomes {
  constructor(selection) { this.selection = selection; }

  show() {
    const { selection } = this;
    const box = $('outcomes');
    const piece = selection.peeks ? null : selection.piece();
    const key = piece ? `${piece.label}:${selection.app.shown.text}` : '';
    if (box.dataset.key === key) return;
    box.dataset.key = key;
    const groups = piece ? grouped(selection.legal) : [];
    box.hidden = !groups.length;
    box.replaceChildren(...groups.map(([name, parts]) => this.chip(piece, name, parts)));
  }

  chip(piece, name, parts) {
    const { selection } = this;
    const taken = parts[0].captures.map(label => selection.pieces().get(label)).filter(Boolean);
    const promotes = name.endsWith('=') ? t('entry.choice.promotes') : '';
    const pieces = taken.map(victim => `${kindName(victim.name)} ${victim.label}`).join(` ${t('outcome.and')} `);
    const words = [pieces && t('outcome.takes', { pieces }), promotes].filter(Boolean).join(', ');
    const chip = make('button', { type: 'button', className: `chip ${taken.length ? 'takes' : 'promotes'}`, title: words, ariaLabel: words },
      ...taken.map(victim => icon(victim.letter, victim.color, 22)), promotes && ` ${promotes}`);
    let next = 0;
    const preview = choice => selection.marks.ghost(piece, choice, selection.pieces());
    chip.addEventListener('pointerenter', () => preview(middle(piece, parts[next % parts.length])));
    chip.addEventListener('pointerleave', () => preview(selection.choice));
    chip.addEventListener('click', () => {
      selection.held = true;
      selection.choose(middle(piece, parts[next++ % parts.length]));
    });
    return chip;
  }
}
