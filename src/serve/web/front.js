// The front page: a board that plays by itself, the ways in, the games of this browser, and all games as cards.
import { $, make } from './dom.js';
import { press, tell } from './shell.js';
import { show } from './show.js';
import { forget, recent, sidesOf } from './store.js';
import { GAMES, titleOf } from './variants.js';

/** How many of this browser's games are shown. */
const SHOWN = 6;

const begin = () => import('./begin.js');
const playProgram = name => begin().then(module => module.playProgram(name)).catch(e => tell(e.message));

/** A picture that is fetched when it comes into sight. */
function picture(src, alt) {
  const image = make('img', { alt, width: 260, height: 260 });
  new IntersectionObserver(([entry], watcher) => {
    if (!entry.isIntersecting) return;
    watcher.disconnect();
    image.src = src;
  }, { rootMargin: '80px' }).observe(image);
  return image;
}

function card([name, title, sentence, rules]) {
  const play = make('button', { textContent: 'Play', ariaLabel: `Play ${title}` });
  play.addEventListener('click', () => playProgram(name));
  const box = make('li', { className: 'card' },
    picture(new URL(`pictures/game-${name}.png`, import.meta.url).href, ''),
    make('h3', { textContent: title }), make('p', { textContent: sentence }),
    make('div', { className: 'row' }, play, make('a', { href: `/rules/${rules}`, textContent: 'Rules', ariaLabel: `Rules of ${title}` })));
  box.dataset.game = name;
  return box;
}

/** One line on how a game of this browser stands. */
function standing({ over, turn, plies, last }, mine) {
  const moves = plies ? `${last} · ${plies} ${plies === 1 ? 'ply' : 'plies'}` : 'no move yet';
  if (over) return ['over', moves];
  if (mine.length === 1) return [mine[0] === turn ? 'your turn' : 'their turn', moves];
  return [`${turn} to move`, moves];
}

/** The card of a game of this browser; nothing when the server has it no more. */
async function ownCard({ id, hash }) {
  const response = await fetch(`/api/games/${id}`);
  if (response.status === 404) return forget(id);
  if (!response.ok) return null;
  const game = await response.json();
  const mine = sidesOf(hash);
  const [turn, moves] = standing(game, mine);
  const against = game.opponent ? `the program, level ${game.opponent.level}` : mine.length === 2 ? 'both sides here' : mine.length ? 'a friend' : 'looking on';
  const link = make('a', { className: 'card', href: `/game/${id}#${hash}` },
    picture(`/api/games/${id}/picture.png?size=260`, ''),
    make('h3', { textContent: game.title || titleOf(game.variant) }),
    make('p', { textContent: `${against}: ${moves}` }),
    make('span', { className: turn === 'your turn' ? 'yours' : '', textContent: turn }));
  return make('li', {}, link);
}

async function ownGames() {
  const found = await Promise.all(recent().slice(0, SHOWN).map(game => ownCard(game).catch(() => null)));
  const cards = found.filter(Boolean);
  $('own-games').hidden = !cards.length;
  $('own-games').querySelector('.cards').replaceChildren(...cards);
}

press('way-program', () => playProgram());
press('way-friend', () => begin().then(module => module.playFriend()).catch(e => tell(e.message)));
press('stage', () => playProgram());
$('all-games').querySelector('.cards').replaceChildren(...GAMES.map(card));
ownGames();
show($('board'), $('caption')).catch(() => {});
