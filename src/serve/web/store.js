// The games that this browser knows, with the secrets of their sides.
import { gameAt } from './net.js';

const KEY = 'continuum-games';
const KEPT = 12;

/** The games, the latest first: each with its id, the hash of its link, the variant, when, and an invitation to give away. */
export const recent = () => {
  try { return JSON.parse(localStorage.getItem(KEY)) ?? []; } catch { return []; }
};

const write = games => localStorage.setItem(KEY, JSON.stringify(games.slice(0, KEPT)));

/** Keeps what is said of a game, beside what is known of it. */
export function remember(entry) {
  const games = recent();
  const rest = games.filter(game => game.id !== entry.id);
  write([{ ...games.find(game => game.id === entry.id), ...entry }, ...rest]);
}

export const known = id => recent().find(game => game.id === id);

export const forget = id => write(recent().filter(game => game.id !== id));

/** Goes to a game that was made, with the secrets one keeps. `alone` when nobody else is to be invited. */
export function goTo(made, who, variant, alone = who === 'both', more = {}) {
  const keys = { both: ['w', 'b'], white: ['w'], black: ['b'] }[who];
  const hash = keys.map(key => `${key}=${key === 'w' ? made.white : made.black}`).join('&');
  remember({ id: made.game, hash, variant, when: Date.now(), invite: alone ? '' : who === 'white' ? `b=${made.black}` : `w=${made.white}`, ...more });
  location.assign(`${gameAt(made.game)}#${hash}${alone ? '' : '&share'}`);
}
