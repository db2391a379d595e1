// What all pages have: light and dark, short messages, help, the windows for a new game and for the settings.
import { $, make } from './dom.js';
import { hasServer, ready, serviceWorker } from './net.js';

const THEME = 'continuum-theme';
const box = $('toast');
let timer;

/** Shows a short message, above an open window too. */
export function tell(message) {
  ($('dialog').open ? $('dialog') : document.body).append(box);
  box.textContent = message;
  box.classList.add('up');
  clearTimeout(timer);
  timer = setTimeout(() => box.classList.remove('up'), 4500);
}

/** Says where the board would be why there is none, and turns off what would act on it. */
export function noBoard(message) {
  $('board').replaceChildren(make('p', { className: 'no-board', role: 'alert', textContent: message }));
  for (const part of document.querySelectorAll('aside :is(button, input, textarea), #share, #more')) part.disabled = true;
  for (const link of document.querySelectorAll('aside a.button')) {
    link.classList.add('disabled');
    link.setAttribute('aria-disabled', 'true');
    link.removeAttribute('href');
  }
}

export const press = (id, act) => $(id)?.addEventListener('click', act);

/** Opens the window for a new game, whose code is fetched when it is first asked for. */
export const newGame = () => import('./newgame.js').then(module => module.newGame()).catch(e => tell(e.message));

/** The chosen colours: `light`, `dark`, or `system` for the device's own. */
export const themeOf = () => localStorage.getItem(THEME) ?? 'system';

/** Shows the page in some colours, from now on. */
export function showTheme(name) {
  localStorage.setItem(THEME, name);
  document.documentElement.dataset.theme = name;
}

document.documentElement.dataset.theme = themeOf();
// A game that only this browser has gives nobody a link.
if (!hasServer) $('share').remove();
for (const id of ['new', 'begin']) press(id, newGame);
// No link: what stands behind the # of an address belongs to the page.
press('skip', () => {
  const target = document.querySelector('#board svg[tabindex]') ?? document.querySelector('main');
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus();
});
const help = () => import('./dialogs.js').then(module => module.help()).catch(e => tell(e.message));
press('help', help);
press('settings', () => import('./settings.js').then(module => module.settings()).catch(e => tell(e.message)));

/** Whether a key is one for the page: with no window open, no field in focus, no modifier. */
export const isForPage = event => !(event.ctrlKey || event.metaKey || event.altKey || $('dialog').open || event.target.matches('input, select, textarea'));

const showNetwork = () => { $('offline').hidden = navigator.onLine; };
for (const change of ['online', 'offline']) addEventListener(change, showNetwork);
showNetwork();
// Over plain HTTP from another machine a browser has no such workers.
const register = () => navigator.serviceWorker?.register(serviceWorker)
  .then(() => navigator.serviceWorker.ready).then(({ active }) => active.postMessage('shown')).catch(() => {});
ready.then(register);

document.addEventListener('pointerdown', () => document.body.classList.remove('by-key'), true);
document.addEventListener('keydown', () => document.body.classList.add('by-key'), true);
document.addEventListener('keydown', event => {
  if (event.key !== '?' || !isForPage(event)) return;
  event.preventDefault();
  help();
});
