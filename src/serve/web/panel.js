// The panel beside the board: how the game stands, the moves, what was captured.
import { $, make } from './dom.js';
import { icon } from './outlines.js';
import { kindName, sideName, t } from './text.js';

/** One line on how a position stands. */
export function standing(position, state) {
  if (state?.ended && position.ply === state.moves.length) return ended(state.ended);
  if (position.status !== 'ongoing') {
    const end = t(`status.${position.status}`);
    return position.winner ? t('status.wins', { end, side: sideName(position.winner) }) : end;
  }
  const series = position.series ? ` ${t('status.series', { n: position.series[0], all: position.series[1] })}` : '';
  return t('status.toMove', { side: sideName(position.turn) }) + series + attackOnKing(position);
}

/** Who has won a game that is over: a side, or `draw`. */
export function resultOf({ ended, position }) {
  return (ended ?? position).winner ?? 'draw';
}

/** What a result is for whoever plays some sides: `won`, `lost`, `drawn`; nothing for a side that wins where one plays both or none. */
export function outcomeOf(result, sides) {
  if (result === 'draw') return 'drawn';
  if (sides.length !== 1) return '';
  return sides[0] === result ? 'won' : 'lost';
}

/** Says that a king is in check or, where it may be left attacked, that it may be taken. */
function attackOnKing({ check, exposed }) {
  if (exposed.length) return `: ${exposed.map(side => t('status.exposed', { side: sideName(side) })).join(', ')}`;
  return check ? `: ${t('status.check')}` : '';
}

/** One line on an end beside the board. */
function ended({ by, side, winner }) {
  if (by === 'agreement') return t('status.agreement');
  const end = by === 'time' ? t('status.time', { side: sideName(side) }) : t('status.resignation', { side: sideName(side) });
  return winner ? t('status.wins', { end, side: sideName(winner) }) : t('status.drawn', { end });
}

export function showStatus(app) {
  const { shown, state } = app;
  const box = $('status');
  box.textContent = standing(shown, state);
  box.className = `status ${shown.turn} ${state.over ? `over ${outcomeOf(resultOf(state), app.sides)}` : shown.check ? 'check' : ''}`;
  box.dataset.over = String(state.over);
}

export function showPlayers(app) {
  const bottom = app.flipped ? 'black' : 'white';
  const top = app.flipped ? 'white' : 'black';
  for (const [id, color] of [['player-top', top], ['player-bottom', bottom]]) {
    const box = $(id);
    box.className = `player ${color} ${app.shown.turn === color && !app.state.over ? 'to-move' : ''}`;
    const opponent = app.introduction.opponent;
    const side = sideName(color);
    const you = app.sides.length === 1 && app.sides[0] === color ? t('panel.you', { side }) : side;
    box.querySelector('.name').textContent = opponent?.side === color ? t('panel.program', { side, level: opponent.level }) : you;
    const enemy = color === 'white' ? 1 : 0;
    const taken = app.shown.taken[enemy];
    const ahead = app.shown.surplus * (color === 'white' ? 1 : -1);
    const list = box.querySelector('.taken');
    const pieces = taken.map(counted).join(', ') || t('panel.nothing');
    list.setAttribute('role', 'img');
    list.setAttribute('aria-label', t('panel.taken', { pieces }) + (ahead > 0 ? `; ${t('panel.ahead', { n: tenths(ahead) })}` : ''));
    list.replaceChildren(...taken.flatMap(({ letter, name, count }) => lost(letter, name, count, enemy ? 'black' : 'white')));
    if (ahead > 0) list.append(Object.assign(document.createElement('span'), { className: 'ahead', textContent: `+${tenths(ahead)}`, title: t('panel.aheadHow') }));
  }
}

const tenths = n => String(Math.round(n * 10) / 10);

/** Some pieces of one kind in words. */
const counted = ({ name, count }) => t('panel.count', { n: count, kind: kindName(name, count) });

/** The lost pieces of one kind: a figure each while they are few, else one figure with their number. */
function lost(letter, name, count, color) {
  const group = Object.assign(document.createElement('span'), { className: 'lost', title: counted({ name, count }) });
  group.dataset.letter = letter;
  group.dataset.count = count;
  group.append(...Array.from({ length: count > 3 ? 1 : count }, () => icon(letter, color, 26)));
  if (count > 3) group.append(Object.assign(document.createElement('span'), { className: 'count', textContent: `×${count}` }));
  return group;
}

/** Announces the last move and the present standing to screen readers. */
export function announce(app) {
  const { moves } = app.state;
  const last = moves.at(-1);
  const takes = last?.captures.length ? `, ${t('panel.takes', { labels: last.captures.join(', ') })}` : '';
  const reborn = last?.reborn.length ? `, ${t('panel.reborn', { labels: last.reborn.join(', ') })}` : '';
  const played = last ? `${t('panel.played', { side: sideName(last.color), move: last.san ?? last.short })}${takes}${reborn}. ` : '';
  $('announce').textContent = `${played}${standing(app.state.position, app.state)}.`;
}

export function showButtons(app) {
  const { state, shown, sides } = app;
  const total = state.moves.length;
  const playing = sides.length > 0;
  const alone = sides.length !== 1 || Boolean(app.introduction.opponent);
  $('undo').disabled = !playing || (total === 0 && !state.ended) || state.ended?.by === 'time' || Boolean(state.next);
  $('redo').disabled = !sides.includes(state.position.turn) || state.undone === 0 || Boolean(state.ended);
  $('resign').hidden = $('draw').hidden = state.over;
  $('resign').disabled = $('draw').disabled = !playing;
  $('rematch').hidden = !state.over || !playing;
  $('first').disabled = $('back').disabled = shown.ply === 0;
  $('forward').disabled = $('live').disabled = shown.ply === total;
  // What the other side has turned down is asked for again once somebody has moved.
  for (const { what, ply } of app.refused) if (ply === total && what !== 'rematch') $(what).disabled = true;
  $('undo').textContent = alone ? t('game.undo') : t('game.askUndo');
  $('draw').textContent = sides.length === 2 ? t('game.agreeDraw') : t('game.draw');
  showOffer(app);
}

/** What a side asks of the other, with what may be answered; else the way to the rematch. */
function showOffer(app) {
  const { state, sides } = app;
  const { offer, next } = state;
  const box = $('offer');
  box.hidden = !offer && !next;
  const say = words => Object.assign(document.createElement('span'), { textContent: words });
  const press = (words, act) => {
    const button = Object.assign(document.createElement('button'), { textContent: words });
    button.addEventListener('click', act);
    return button;
  };
  if (next) return box.replaceChildren(say(t('panel.next')), press(t('panel.goThere'), () => app.session.goToRematch()));
  if (!offer) return box.replaceChildren();
  if (sides.includes(offer.by)) return box.replaceChildren(say(t(`panel.mine.${offer.what}`)), press(t('panel.withdraw'), () => app.send('decline')));
  const words = say(t(`panel.theirs.${offer.what}`, { side: sideName(offer.by) }));
  if (!sides.length) return box.replaceChildren(words);
  box.replaceChildren(words, press(t('panel.agree'), () => app.send(offer.what)), press(t('panel.no'), () => app.send('decline')));
}
