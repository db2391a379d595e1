// The front page: a board that plays by itself, the ways in, the games of this browser, and all games as cards.
import { $, make } from './dom.js';
import { cardOf } from './cards.js';
import { listChallenges } from './challenges.js';
import { brief, everything, gameAt, hasServer, pageAt } from './net.js';
import { press, tell } from './shell.js';
import { show } from './show.js';
import { sidesOf } from './sides.js';
import { forget, recent } from './store.js';
import { LANGUAGE, sideName, t } from './text.js';
import { GAMES, sentenceOf, titleOf } from './variants.js';

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

function card([name, rules]) {
  const title = titleOf(name);
  const play = make('button', { textContent: t('site.playGame'), ariaLabel: t('front.playGame', { title }) });
  play.addEventListener('click', () => playProgram(name));
  const box = make('li', { className: 'card' },
    cardOf(name), make('h3', { textContent: title }), make('p', { textContent: sentenceOf(name) }),
    make('div', { className: 'row' }, play, make('a', { href: pageAt(`rules/${rules}`), textContent: t('site.rules'), ariaLabel: t('front.rulesOf', { title }) })));
  box.dataset.game = name;
  return box;
}

/** The result of a game, as far as this browser has seen it. */
function resultText(result, mine) {
  if (!result) return t('front.over');
  if (result === 'draw') return t('front.result.draw');
  if (mine.length !== 1) return t('front.result.side', { side: sideName(result) });
  return mine[0] === result ? t('front.result.won') : t('front.result.lost');
}

/** One line on how a game of this browser stands. */
function standing({ over, turn, plies, last }, mine, result) {
  const moves = plies ? t('front.standing', { last, n: plies }) : t('front.noMove');
  if (over) return [resultText(result, mine), moves];
  if (mine.length === 1) return [mine[0] === turn ? t('front.yourTurn') : t('front.theirTurn'), moves];
  return [t('front.toMove', { side: sideName(turn) }), moves];
}

/** The card of a game of this browser; nothing when the server has it no more. */
async function ownCard({ id, hash, result, when }) {
  const game = await brief(id);
  if (!game) return forget(id);
  const mine = sidesOf(hash);
  const [turn, moves] = standing(game, mine, result);
  const withPeople = mine.length === 2 ? t('front.bothHere') : mine.length ? t('front.aFriend') : t('front.lookingOn');
  const against = game.opponent ? t('front.program.level', { level: game.opponent.level }) : withPeople;
  const link = make('a', { className: 'card', href: `${gameAt(id)}#${hash}` },
    picture(game.picture, ''),
    make('h3', { textContent: game.title || titleOf(game.variant) }),
    make('p', { textContent: `${against}: ${moves}` }),
    make('span', { className: turn === t('front.yourTurn') ? 'yours' : '', textContent: turn }),
    make('time', { dateTime: new Date(when).toISOString(), textContent: new Date(when).toLocaleDateString(LANGUAGE, { dateStyle: 'medium' }) }));
  return make('li', {}, link);
}

async function ownGames() {
  const found = await Promise.all(recent().slice(0, SHOWN).map(game => ownCard(game).catch(() => null)));
  const cards = found.filter(Boolean);
  $('own-games').hidden = !cards.length;
  $('own-games').querySelector('.cards').replaceChildren(...cards);
}

// A browser that has all games itself loses none, and gives them all at once.
if (everything) {
  const all = make('button', { textContent: t('front.export') });
  all.addEventListener('click', async () => (await import('./dialogs.js')).download('continuum-games.json', await everything()));
  $('own-games').querySelector('.lead').replaceChildren(`${t('front.keptHere')} `, all);
}
press('way-program', () => playProgram());
press('way-friend', () => begin().then(module => module.playFriend()).catch(e => tell(e.message)));
press('stage', () => playProgram());
$('all-games').querySelector('.cards').replaceChildren(...GAMES.map(card));
ownGames();
if (hasServer) listChallenges($('open-games'));
show($('board'), $('caption')).catch(() => {});
