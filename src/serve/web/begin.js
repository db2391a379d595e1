// The two short windows that begin a game: against the program, with a friend.
import { make } from './dom.js';
import { open } from './dialogs.js';
import { ask } from './net.js';
import { clockFields } from './timefields.js';
import { goTo } from './store.js';
import { newGame } from './shell.js';
import { titleOf } from './variants.js';

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];
const SIDES = [['white', 'White'], ['black', 'Black'], ['any', 'By lot']];
const LEVEL = 'continuum-level';

const radio = (name, value, words, checked) => make('label', {}, make('input', { type: 'radio', name, value, checked }), words);
const sides = () => make('div', { className: 'sides', role: 'radiogroup', ariaLabel: 'Your side' }, ...SIDES.map(([value, words]) => radio('side', value, words, value === 'white')));
const drawn = side => (side === 'any' ? ['white', 'black'][crypto.getRandomValues(new Uint8Array(1))[0] % 2] : side);

/** Shows a window with a form; `request` says what to ask of the server beside the variant. */
function begin(title, variant, parts, request, alone) {
  const wrong = make('p', { className: 'wrong', role: 'alert' });
  const go = make('button', { className: 'go big', textContent: 'Play' });
  const more = make('button', { type: 'button', className: 'text', textContent: 'More choices …' });
  more.addEventListener('click', newGame);
  const form = make('form', {}, ...parts, wrong, make('div', { className: 'row end' }, more, go));
  form.addEventListener('submit', async event => {
    event.preventDefault();
    go.disabled = true;
    const side = drawn(form.elements.side.value);
    try {
      goTo(await ask('POST', '/api/games', { variant, ...request(form, side) }), side, variant, alone);
    } catch (e) { wrong.textContent = e.message; go.disabled = false; }
  });
  open(title, form);
  go.focus();
}

/** Plays the program at a game. */
export function playProgram(variant = 'continuous') {
  const kept = Number(localStorage.getItem(LEVEL)) || 2;
  const levels = make('div', { className: 'levels', role: 'radiogroup', ariaLabel: 'Level of the program' }, ...LEVELS.map(n => radio('level', n, `${n}`, n === kept)));
  const ends = make('div', { className: 'ends' }, make('span', { textContent: 'easy' }), make('span', { textContent: 'strong' }));
  begin(`${titleOf(variant)}: play the program`, variant, [levels, ends, sides()], (form, side) => {
    const level = Number(form.elements.level.value);
    localStorage.setItem(LEVEL, level);
    return { opponent: { side: side === 'white' ? 'black' : 'white', level } };
  }, true);
}

/** Plays a friend at a game: the next window has the link to send. */
export function playFriend(variant = 'continuous') {
  const time = clockFields();
  begin(`${titleOf(variant)}: play a friend`, variant, [sides(), time.row], () => ({ clock: time.clock() }), false);
}
