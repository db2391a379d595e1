// The two short windows that begin a game: against the program, with a friend.
import { make } from './dom.js';
import { openField } from './challenges.js';
import { open } from './dialogs.js';
import { ask, hasServer, pageAt } from './net.js';
import { clockFields } from './timefields.js';
import { goTo } from './store.js';
import { newGame } from './shell.js';
import { t } from './text.js';
import { titleOf } from './variants.js';

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];
const SIDES = ['white', 'black', 'any'];
const LEVEL = 'continuum-level';

const radio = (name, value, words, checked) => make('label', {}, make('input', { type: 'radio', name, value, checked }), words);
const sides = () => make('div', { className: 'sides', role: 'radiogroup', ariaLabel: t('begin.side') }, ...SIDES.map(side => radio('side', side, t(`begin.${side}`), side === 'white')));
const drawn = side => (side === 'any' ? ['white', 'black'][crypto.getRandomValues(new Uint8Array(1))[0] % 2] : side);

/** Shows a window with a form; `request` says what to ask of the server beside the variant. */
function begin(title, variant, parts, request, alone) {
  const wrong = make('p', { className: 'wrong', role: 'alert' });
  const go = make('button', { className: 'go big', textContent: t('site.playGame') });
  const more = make('button', { type: 'button', className: 'text', textContent: t('begin.more') });
  more.addEventListener('click', newGame);
  const form = make('form', {}, ...parts, wrong, make('div', { className: 'row end' }, more, go));
  form.addEventListener('submit', async event => {
    event.preventDefault();
    go.disabled = true;
    const side = drawn(form.elements.side.value);
    try {
      const asked = { variant, ...request(form, side) };
      goTo(await ask('POST', '/api/games', asked), side, variant, alone, { open: asked.open });
    } catch (e) { wrong.textContent = e.message; go.disabled = false; }
  });
  open(title, form);
  go.focus();
}

/** Plays the program at a game. */
export function playProgram(variant = 'continuous') {
  const kept = Number(localStorage.getItem(LEVEL)) || 2;
  const levels = make('div', { className: 'levels', role: 'radiogroup', ariaLabel: t('begin.level') }, ...LEVELS.map(n => radio('level', n, `${n}`, n === kept)));
  const ends = make('div', { className: 'ends' }, make('span', { textContent: t('begin.easy') }), make('span', { textContent: t('begin.strong') }));
  begin(t('begin.program', { title: titleOf(variant) }), variant, [levels, ends, sides()], (form, side) => {
    const level = Number(form.elements.level.value);
    localStorage.setItem(LEVEL, level);
    return { opponent: { side: side === 'white' ? 'black' : 'white', level } };
  }, true);
}

/** Plays a friend at a game: the next window has the link to send. */
export function playFriend(variant = 'continuous') {
  if (!hasServer) return open(t('begin.friend', { title: titleOf(variant) }), make('p', { textContent: t('begin.needsServer') }), make('p', {}, make('a', { href: pageAt('rules/server'), textContent: t('begin.serverHow') })));
  const time = clockFields();
  const all = openField();
  begin(t('begin.friend', { title: titleOf(variant) }), variant, [sides(), time.row, all.row], (form, side) => ({ clock: time.clock(), ...all.asks(side) }), false);
}
