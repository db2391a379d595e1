// Games that wait for anybody: the list on the front page, joining one, and the field that opens a new game to all.
import { make } from './dom.js';
import { ask } from './net.js';
import { tell } from './shell.js';
import { goTo, known } from './store.js';
import { sideName, t } from './text.js';
import { clockText } from './timefields.js';
import { titleOf } from './variants.js';

const other = side => (side === 'white' ? 'black' : 'white');

/** A field by which a new game is open to anybody; `asks` is what to ask of the server for one's own side. */
export function openField() {
  const tick = make('input', { type: 'checkbox', name: 'open' });
  const row = make('label', { className: 'row' }, tick, ` ${t('challenge.open')}`);
  return { row, tick, asks: side => (tick.checked && !tick.disabled ? { open: other(side) } : {}) };
}

/** Takes the free side of a game. Another visitor may be faster. */
async function join({ game, variant }, list) {
  try {
    const { side, secret } = await ask('POST', `/api/challenges/${game}`);
    goTo({ game, [side]: secret }, side, variant, true);
  } catch (e) {
    tell(e.message);
    showChallenges(list);
  }
}

function row(challenge, list) {
  const { game, side, variant, changed, clock } = challenge;
  const title = variant ? titleOf(variant) : t('challenge.own');
  const about = [t('challenge.side', { side: sideName(side) }), clock ? clockText(clock) : t('time.none'), ...(variant && changed ? [t('challenge.changed')] : [])];
  const button = make('button', { className: 'go', textContent: t('challenge.join'), ariaLabel: t('challenge.joinOf', { title }) });
  button.addEventListener('click', () => { button.disabled = true; join(challenge, list); });
  const item = make('li', {}, make('b', { textContent: title }), make('span', { textContent: about.join(' · ') }), button);
  item.dataset.challenge = game;
  return item;
}

/** Shows the games of others that wait; the section is hidden while there are none. */
export async function showChallenges(section) {
  const { challenges } = await ask('GET', '/api/challenges');
  const others = challenges.filter(({ game }) => !known(game));
  section.hidden = !others.length;
  section.querySelector('ul').replaceChildren(...others.map(challenge => row(challenge, section)));
}

/** Lists them now, and whenever the page comes into sight again. */
export function listChallenges(section) {
  const show = () => document.hidden || showChallenges(section).catch(() => {});
  document.addEventListener('visibilitychange', show);
  show();
}
