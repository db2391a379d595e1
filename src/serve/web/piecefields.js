// The fields of the piece that is chosen in the position editor: label, place, and the suffixes that mean something for its kind.
import { make } from './dom.js';
import { pointed, pointedPlace } from './numbers.js';
import { t } from './text.js';

const CHOICES = { sense: ['cw', 'ccw'], flips: ['x', 'y', 'xy'] };
const TICKS = ['moved', 'crossed', 'promoted'];

/** Fills a box with the fields of a piece. `changed` is called after a change, `remove` when it is to go. */
export function showFields(box, piece, kind, changed, remove) {
  if (!piece) return box.replaceChildren(make('p', { className: 'none', textContent: t('editor.choose') }));
  const field = name => {
    const set = value => {
      if (value) piece[name] = value; else delete piece[name];
      changed();
    };
    if (TICKS.includes(name)) {
      const tick = make('input', { type: 'checkbox', name, checked: Boolean(piece[name]) });
      tick.addEventListener('change', () => set(tick.checked));
      return make('label', { className: 'tick' }, tick, ` ${t(`editor.${name}`)}`);
    }
    const input = CHOICES[name]
      ? make('select', { name }, new Option(t('editor.usual'), ''), ...CHOICES[name].map(value => new Option(t(`editor.${value}`), value, false, value === piece[name])))
      : make('input', { name, value: piece[name] ?? '', size: name === 'label' ? 5 : 11, spellcheck: false, autocomplete: 'off' });
    const needed = ['label', 'place'].includes(name);
    const read = { place: pointedPlace, home: pointedPlace, heading: pointed }[name] ?? (text => text);
    input.addEventListener('change', () => (needed && !input.value.trim() ? changed() : set(read(input.value).replaceAll(/\s+/g, ''))));
    return make('label', {}, make('span', { textContent: t(`editor.${name}`) }), input);
  };
  const gone = make('button', { type: 'button', className: 'danger', textContent: t('editor.remove') });
  gone.addEventListener('click', remove);
  box.replaceChildren(...['label', 'place', ...(kind?.suffixes ?? [])].map(field), gone);
}
