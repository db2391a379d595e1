// A game: shown, played, followed. What stands beside the board is told by `panel`, what may be pressed by `controls`.
import { Advice } from './advice.js';
import { After } from './after.js';
import { Board } from './board.js';
import { Clock } from './clock.js';
import { Compare } from './compare.js';
import { attachControls } from './controls.js';
import { share } from './dialogs.js';
import { $ } from './dom.js';
import { Line } from './line.js';
import { MoveList } from './movelist.js';
import { ask, gameHere, opening } from './net.js';
import { announce, resultOf, showButtons, showPlayers, showStatus } from './panel.js';
import { Premove } from './premove.js';
import { Presence } from './presence.js';
import { captions } from './rim.js';
import { Safety } from './safety.js';
import { Selection } from './selection.js';
import { Session } from './session.js';
import { noBoard, tell } from './shell.js';
import { soundOf } from './sound.js';
import { faultText, sideName, t } from './text.js';
import { changeOf, sentenceOf, titleOf } from './variants.js';
import { Why } from './why.js';

/** Up to this level of the program safety is shown from the beginning. */
const LEARNERS = 3;

const app = {
  game: gameHere(),
  sides: [], state: null, shown: null, flipped: false, wantsAttacks: false, carried: false, pieces: new Map(), promotions: [], refused: [],

  /** Whether this visitor may move now. */
  mayMove() {
    return Boolean(this.state && !this.state.over && this.shown === this.state.position && this.sides.includes(this.state.position.turn));
  },

  hint() {
    if (!this.state) return '';
    if (this.state.over) return t('game.isOver');
    if (this.shown !== this.state.position) return t('game.lookingBack');
    if (this.kept) return t('game.kept', { text: this.kept.text });
    if (premove.planned) return t('premove.set', { text: premove.planned.text });
    if (this.mayMove()) return t('entry.pick');
    if (this.state.thinking) return t('game.thinking');
    if (this.sides.length) return t('game.otherTurn');
    return session.claimed ? this.whyNoSide() : t('game.lookingOn');
  },

  /** Why the link gives no side, which it says to give: another browser has it, or a part of the link is missing. */
  whyNoSide() {
    const gone = session.sides().filter(side => this.state.taken.includes(side));
    return gone.length ? t('game.sideTaken', { side: sideName(gone[0]) }) : t('game.noSide');
  },

  request(what) { return line.send(what); },
  tell,

  async send(what) {
    this.withdrew = what === 'decline';
    try { await line.send({ do: what }); } catch (e) { tell(e.message); }
  },

  /** Sends a move; returns whether the server took it. A refused move is put back, or with `keep` stays to be corrected. */
  async play(text, { keep = false } = {}) {
    try {
      await line.send({ do: 'move', text, ply: this.state.moves.length });
      return true;
    } catch (e) {
      if (e.isLost) return this.keepMove(text);
      tell(e.message);
      if (!keep) {
        selection.drop();
        board.place(this.shown);
      }
      return false;
    }
  },

  /** Keeps a move that the server may not have got, until it is back. */
  keepMove(text) {
    this.kept = { text, ply: this.state.moves.length };
    selection.drop();
    tell(t('game.keptNow', { text }));
    return false;
  },

  /** Plays the kept move, unless the game has gone on without it. */
  playKept() {
    const { kept } = this;
    this.kept = null;
    if (!kept) return;
    const { moves } = this.state;
    if (moves.length === kept.ply) this.play(kept.text);
    else if (moves[kept.ply]?.text !== kept.text) tell(t('game.notPlayed', { text: kept.text }));
  },

  /** The legal set of a piece of either side in the position shown, as if its side had the turn. */
  lanes(label) { return line.send({ do: 'lanes', ply: this.shown.ply, piece: label }); },

  /** Says why a move is illegal. */
  tellWhy(text) { return why.tell(text); },

  /** Looks at the position after some moves. */
  async look(ply) {
    const total = this.state.moves.length;
    const wanted = Math.min(Math.max(ply, 0), total);
    this.wanted = wanted;
    try {
      const position = wanted === total ? this.state.position : await line.send({ do: 'view', ply: wanted });
      if (this.wanted === wanted) this.show(position);
    } catch (e) { tell(e.message); }
  },

  /** Looks on or back by some moves, from where the last step leads. */
  step(by) { this.look(this.wanted + by); },

  show(position, how) {
    selection.drop();
    this.shown = position;
    this.wanted = position.ply;
    this.pieces = new Map(position.pieces.map(piece => [piece.label, piece]));
    board.place(position, how);
    selection.marks.last(position.last);
    board.svg.dataset.ply = position.ply;
    board.svg.classList.toggle('back', position !== this.state.position);
    board.svg.classList.toggle('mine', this.mayMove());
    this.beside();
    selection.entry.show();
    premove.draw();
    this.attack();
    advice.renew();
  },

  /** Draws the board and its position anew. A picked piece stays picked. */
  redraw() {
    board.drawGround();
    if (!this.shown) return;
    board.place(this.shown, 'jump');
    selection.marks.last(this.shown.last);
    selection.redraw();
    premove.draw();
    this.attack();
    advice.renew();
  },

  /** Everything beside the board. */
  beside() {
    const { state, sides, title } = this;
    const isTurn = !state.over && sides.length === 1 && sides[0] === state.position.turn;
    document.title = isTurn ? t('game.yourTurn', { title }) : title;
    $('icon').href = new URL(isTurn ? 'icon-turn.svg' : 'icon.svg', import.meta.url).href;
    showStatus(this);
    showPlayers(this);
    presence.show();
    moveList.show(state.moves, this.shown.ply, Boolean(this.shown.series), state.position.text);
    showButtons(this);
  },

  /** Shows what the enemy attacks: the enemy of the side that the visitor plays, else of the side to move. */
  async attack() {
    if (!this.wantsAttacks) return selection.marks.attacks([]);
    const own = this.sides.length === 1 ? this.sides[0] : this.shown.turn;
    const { ply } = this.shown;
    try {
      const shapes = await line.send({ do: 'attacks', ply, by: own === 'white' ? 'black' : 'white' });
      if (this.wantsAttacks && this.shown.ply === ply) selection.marks.attacks(shapes);
    } catch { /* The lost line is shown elsewhere, and the next state asks again. */ }
  },

  flip(flipped = !this.flipped) {
    this.flipped = flipped;
    $('flip').setAttribute('aria-pressed', String(flipped));
    if (!this.ground) return;
    board.flip(flipped);
    if (this.shown) this.show(this.shown, 'jump');
    clock.show();
  },
};

const board = new Board($('board'), captions);
const selection = new Selection(app);
const advice = new Advice(app);
const clock = new Clock(app);
const session = new Session(app);
const after = new After(app);
const safety = new Safety(app, label => line.send({ do: 'safety', ply: app.shown.ply, piece: label }));
const compare = new Compare(app, text => {
  const { base: variant, differences: rules, opponent } = app.introduction;
  const at = { game: { variant, rules, position: app.shown.text } };
  // Between two people the engine gives no advice.
  return ask('POST', '/api/positions/landing', { at, move: text, of: opponent ? 'value' : 'rules' });
});
const why = new Why(app);
const presence = new Presence(app);
const moveList = new MoveList($('moves'), ply => app.look(ply));
const premove = new Premove(Object.assign(app, { board, selection }));
let line;
Object.assign(app, { after, compare, premove, safety, session });

/** Takes what the server says of the game for the sides whose secrets it was shown. */
function joined(introduction) {
  const first = !app.isJoined;
  const claimed = app.sides.length;
  app.isJoined = true;
  introduce(introduction);
  if (first && app.sides.length !== claimed) faceOwn();
  if (introduction.secret) session.adopt(introduction.sides[0] === 'white' ? 'w' : 'b', introduction.secret).catch(() => {});
  if (first) welcome();
  if (app.sides.length) session.keep();
  if (document.hidden) presence.report();
  arrived(app.state);
}

function introduce(introduction) {
  app.introduction = introduction;
  clock.set(introduction.now);
  app.sides = introduction.sides;
  app.ground = introduction.board;
  app.promotions = introduction.promotions;
  const { opponent } = introduction;
  safety.open(opponent ? 'program' : 'people', opponent?.level <= LEARNERS);
  // How far a quiet move goes at least.
  app.least = introduction.board.shape === 'plane' ? introduction.variant.min_move : 0;
  showTitle(introduction);
}

/** Names the game above it and in the window's title. */
function showTitle(introduction) {
  const { variant, differences } = introduction;
  const changed = Object.entries(differences ?? {}).filter(([name, value]) => !['about', 'name'].includes(name) && typeof value !== 'object' && name !== 'start').map(([name, value]) => changeOf(name, value));
  $('title').textContent = introduction.title || [titleOf(variant.name), ...changed].join(' · ');
  $('title').title = sentenceOf(variant.name) ?? variant.about;
  app.title = t('site.titled', { title: introduction.title || titleOf(variant.name) });
  document.title = app.title;
}

/** Shows the game that came with the page, for the sides that the link claims, until the server has seen its secrets. */
function showOpening({ introduction, state }) {
  const claimed = session.sides();
  const isElsewhere = side => side === introduction.opponent?.side || (claimed.length > 1 && state.taken.includes(side));
  introduce({ ...introduction, sides: claimed.filter(side => !isElsewhere(side)) });
  board.lay(introduction.board);
  $('repeat').hidden = !board.repeats;
  selection.attach(board);
  app.marks = selection.marks;
  faceOwn();
  arrived(state);
}

/** Puts the one side that is played at the bottom. */
const faceOwn = () => app.flip(app.sides.length === 1 && app.sides[0] === 'black');

/** What is said once to whoever opens a link. */
function welcome() {
  if (session.claimed && !app.sides.length) tell(app.whyNoSide());
  if (!location.hash.includes('share')) return;
  history.replaceState(null, '', `#${session.hash()}`);
  share(app);
}

function arrived(state) {
  const before = app.state;
  app.state = state;
  clock.take(state.clock);
  // Somebody plays one of the two sides that one has held: it is one's own no longer.
  if (app.sides.length === 2 && state.taken.length && before && !before.taken.length) session.rejoin().catch(() => {});
  // A side that was handed over is one's own until somebody takes it.
  if (session.isHanded && before !== state && app.sides.length === 1) session.rejoin().catch(() => {});
  // Whoever plays goes on to the rematch with it; whoever looks in later finds a link.
  if (before && !before.next && state.next && app.sides.length) return session.goToRematch();
  // Nothing has moved, somebody has asked for something: the picked piece stays picked.
  const still = before && app.shown === before.position && before.over === state.over && before.moves.length === state.moves.length && before.position.text === state.position.text;
  if (still) {
    tellOfRefusal(before, state);
    // Answers about the position that is shown go on belonging to it.
    state.position = app.shown;
    if (!app.mayMove() && !selection.peeks && !selection.plans) selection.drop();
    board.svg.classList.toggle('mine', app.mayMove());
    app.beside();
    premove.arrived();
    document.body.dataset.version = state.version;
    return;
  }
  const looking = before && app.shown && app.shown !== before.position && app.shown.ply < state.moves.length;
  const sound = before && state.moves.length > before.moves.length;
  if (looking && !sound) app.look(app.shown.ply);
  // A piece that was dragged there does not glide there again.
  else app.show(state.position, app.carried ? 'hand' : 'glide');
  if (!before || sound || before.moves.length !== state.moves.length || before.over !== state.over) announce(app);
  if (before && sound) soundOf(state.moves.at(-1), { check: state.position.check, over: state.over });
  premove.arrived();
  if (state.over && app.sides.length) session.keep({ result: resultOf(state) });
  document.body.dataset.version = state.version;
  document.body.dataset.plies = state.moves.length;
}

/** Says that the other side has turned down what this one asked for. */
function tellOfRefusal(before, state) {
  const { offer } = before;
  if (!offer || state.offer || state.next || app.sides.length !== 1 || !app.sides.includes(offer.by)) return;
  app.refused = [...app.refused.filter(({ ply }) => ply === state.moves.length), { what: offer.what, ply: state.moves.length }];
  if (!app.withdrew) tell(t(`game.declined.${offer.what}`));
}

async function begin() {
  const begun = await opening(app.game);
  if (begun.error) return failed(faultText(begun.error));
  app.line = line = new Line(app.game, session.secrets(), {
    onState: state => {
      arrived(state);
      app.isFresh = true;
      if (app.isUp) app.playKept();
    },
    onJoined: joined,
    onPresence: message => presence.take(message),
    // A line that was lost says so already.
    onSilence: silent => { if (app.isUp !== false) $('line').textContent = silent ? t('game.lineSilent') : ''; },
    onLine: up => {
      app.isUp = up;
      if (up && app.isFresh) app.playKept();
      if (!up) app.isFresh = false;
      $('line').textContent = up ? '' : t('game.lineLost');
      document.body.classList.toggle('cut', !up);
    },
  });
  showOpening(begun);
}

/** Says why there is no game here. */
function failed(message) {
  $('status').textContent = message;
  noBoard(message);
}

attachControls(app);
addEventListener('hashchange', () => location.reload());
begin();
