// Puzzles: one after the other, each tried on the board and judged by the server. What is solved is kept in this browser.
import { Board } from './board.js';
import { Selection } from './selection.js';
import { ask, pageAt } from './net.js';
import { $, make } from './dom.js';
import { playFrom } from './exchange.js';
import { linkOf } from './positionlink.js';
import { captions } from './rim.js';
import { isForPage, press, tell } from './shell.js';
import { sideName, t } from './text.js';
import { nameOf } from './variants.js';
import { directionOf } from './way.js';

const KEY = 'continuum-puzzles';
const THEMES = ['mate', 'mate-in-two', 'captures', 'escape'];
const GRADES = [1, 2, 3, 4, 5];
const REPLY = 700;
/** The games that a visitor meets first. */
const FIRST = ['continuous', 'orthodox'];
/** The hardest grade of a puzzle of the day. */
const DAILY = 3;
const A_DAY = 86400000;
const NONE = { spans: [], targets: [], regions: [] };

/** What this browser knows: the solved puzzles, the present streak and the best. */
const record = {
  read() {
    try { return { solved: [], streak: 0, best: 0, ...JSON.parse(localStorage.getItem(KEY)) }; } catch { return { solved: [], streak: 0, best: 0 }; }
  },
  solve(id, first) {
    const { solved, streak, best } = this.read();
    const run = first && !solved.includes(id) ? streak + 1 : streak;
    this.write({ solved: [...new Set([...solved, id])], streak: run, best: Math.max(best, run) });
  },
  miss() { this.write({ ...this.read(), streak: 0 }); },
  write(known) { localStorage.setItem(KEY, JSON.stringify(known)); },
};

const app = {
  puzzle: null, state: null, shown: null, ground: null, pieces: new Map(), promotions: [], carried: false,
  /** The moves of the task so far: none, or the key of a mate in two and its reply. */
  made: [],
  /** `open`, `right`, `wrong` or `told`. */
  stage: 'open',
  /** Whether nothing was tried in vain, and no hint was asked for. */
  clean: true,
  /** The number of hints that were given: of the piece, and of its lane. */
  hints: 0,

  /** Whether the answers are shown: a press on a piece leaves them. */
  get isClosed() { return this.stage === 'told'; },

  mayMove() { return this.stage === 'open' && Boolean(this.state) && this.shown === this.state.position; },

  hint() {
    if (!this.puzzle) return '';
    if (this.stage !== 'open') return '';
    return this.puzzle.theme === 'escape' ? t('puzzle.escapeHow') : t('entry.pick');
  },

  tell,

  /** Only pieces that may move are shown their lanes here. */
  async lanes(label) { return selection.legalOf(label); },

  redraw() {
    board.drawGround();
    if (this.shown) this.show(this.shown, 'jump');
  },

  show(position, how) {
    this.shown = position;
    this.pieces = new Map(position.pieces.map(piece => [piece.label, piece]));
    board.place(position, how);
    selection.marks.last(position.last);
    board.svg.classList.toggle('mine', this.mayMove());
  },

  /** Tries a move. An illegal one is put back, or with `keep` stays to be corrected. */
  async play(text, { keep = false } = {}) {
    const { puzzle } = this;
    let tried;
    try {
      tried = await ask('POST', `/api/puzzles/${puzzle.id}`, { moves: [...this.made, text] });
    } catch (e) {
      tell(e.message);
      if (!keep) this.back();
      return false;
    }
    if (this.puzzle !== puzzle) return false;
    this.stage = tried.outcome === 'continue' ? 'open' : tried.outcome;
    // A piece that was dragged there does not glide there again.
    const { carried } = this;
    selection.drop();
    const [own, reply] = tried.positions;
    if (own) this.show(own, carried ? 'hand' : 'glide');
    this.judge(tried);
    if (reply) {
      await new Promise(done => setTimeout(done, REPLY));
      if (this.puzzle !== puzzle) return true;
      if (this.shown === own) this.show(reply);
    }
    if (tried.outcome === 'continue') {
      this.made = [text, tried.reply];
      this.state = { position: reply, legal: tried.legal ?? NONE };
      this.show(reply);
      buttons();
    }
    selection.entry.show();
    return true;
  },

  judge({ outcome, why: message, reply, told }) {
    const why = t(`puzzle.why.${this.puzzle.theme}.${outcome}`, { message });
    if (outcome === 'right') {
      record.solve(this.puzzle.id, this.clean);
      this.clean = false;
    } else if (outcome === 'wrong') {
      this.miss();
    }
    say(outcome === 'continue' ? 'right' : outcome, t(`puzzle.${outcome}`), outcome === 'wrong' && reply ? t('puzzle.reply', { why, reply: short(reply) }) : `${why} ${told?.why ?? ''}`.trim(), told?.answers);
    buttons();
    score();
    if (outcome === 'right') $('next').focus({ preventScroll: true });
  },

  miss() {
    if (this.clean) record.miss();
    this.clean = false;
  },

  /** Puts all back to where the task stands. */
  back() {
    selection.drop();
    this.stage = 'open';
    this.state = { position: this.puzzle.position, legal: this.puzzle.legal ?? NONE };
    this.made = [];
    this.show(this.puzzle.position, 'jump');
    $('verdict').hidden = true;
    buttons();
    selection.entry.show();
  },

  /** Shows the piece of an answer, and when asked again its lane. A puzzle with hints does not lengthen the streak. */
  async giveHint() {
    const { puzzle } = this;
    const { answers } = await ask('GET', `/api/puzzles/${puzzle.id}/answers`);
    const [part] = parts(partsOf(answers.slice(0, 1)));
    if (this.puzzle !== puzzle || this.stage !== 'open' || !part) return;
    this.clean = false;
    this.hints = Math.min(this.hints + 1, 2);
    selection.drop();
    const piece = this.pieces.get(part.piece);
    const named = { piece: board.describe(piece) };
    if (this.hints === 1) {
      board.pieces.get(part.piece).classList.add('picked');
      say('hint', t('puzzle.hinted'), t('puzzle.hint.piece', named));
    } else {
      selection.marks.legal(piece, laneOf(piece, part), this.pieces);
      say('hint', t('puzzle.hinted'), t('puzzle.hint.lane', named));
    }
    buttons();
  },

  /** Shows every answer, in words and on the board. */
  async giveUp() {
    const { puzzle } = this;
    const told = await ask('GET', `/api/puzzles/${puzzle.id}/answers`);
    if (this.puzzle !== puzzle) return;
    this.back();
    this.miss();
    this.stage = 'told';
    this.show(puzzle.position, 'jump');
    mark(told.answers);
    say('told', told.answers.length > 1 ? t('puzzle.answers') : t('puzzle.oneAnswer'), told.why, told.answers);
    buttons();
    score();
    selection.entry.show();
  },
};

const board = new Board($('board'), captions);
const selection = new Selection(app);
let all = [];

/** A move text with numbers cut to three decimals. */
const short = text => text.replace(/\d+\.\d{4,}/g, n => String(Math.round(n * 1e3) / 1e3));

/** A grade as stars. */
const stars = grade => '★'.repeat(grade) + '☆'.repeat(GRADES.length - grade);

function say(kind, head, words, answers = []) {
  const box = $('verdict');
  box.className = `verdict ${kind}`;
  box.hidden = false;
  const right = answers.length ? [make('ul', {}, ...answers.map(text => make('li', { textContent: text })))] : [];
  const lead = answers.some(text => /[[(]/.test(text)) ? [make('span', { textContent: t('puzzle.anyOf') })] : [];
  box.replaceChildren(make('b', { textContent: head }), ...(words ? [make('span', { textContent: `${words} ` })] : []), ...lead, ...right);
}

/** The parts of the legal set that answers name. */
function partsOf(answers) {
  const legal = { spans: [], targets: [], regions: [] };
  const { spans, targets } = app.puzzle.legal;
  for (const text of answers) {
    const found = text.match(/^(\w+) ([-\d.]+) (?:([[(])([\d.]+), ([\d.]+)([\])])|([\d.]+))/);
    if (!found) { legal.targets.push(...targets.filter(target => text.startsWith(target.text))); continue; }
    const [, label, bearing, open, from, to, close, at] = found;
    const part = { from: Number(from ?? at), to: Number(to ?? at), open_from: open === '(', open_to: close === ')' };
    const span = spans.find(span => span.piece === label && Math.abs(span.bearing - bearing) < 0.01 && span.from <= part.from + 1e-8 && part.to <= span.to + 1e-8);
    if (span) legal.spans.push({ ...span, ...part });
  }
  return legal;
}

const parts = ({ spans, targets }) => [...spans, ...targets];

/** The part of the legal set on the lane of a part: what goes the same way from the piece. */
function laneOf(piece, part) {
  const { spans, targets } = app.puzzle.legal;
  const goes = target => Math.round(directionOf(piece.at, target.at));
  return {
    spans: spans.filter(span => span.piece === part.piece && span.bearing === part.bearing && span.arc === part.arc),
    targets: targets.filter(target => target.piece === part.piece && goes(target) === goes(part)),
    regions: [],
  };
}

/** Draws answers on the board. */
function mark(answers) {
  const legal = partsOf(answers);
  const [first] = parts(legal);
  if (first) selection.marks.legal(app.pieces.get(first.piece), legal, app.pieces);
}

function buttons() {
  $('again').hidden = app.stage !== 'wrong';
  $('answer').hidden = app.stage === 'right' || app.stage === 'told';
  $('hint').hidden = app.stage !== 'open' || app.made.length > 0 || app.hints === 2;
  $('hint').textContent = app.hints ? t('puzzle.hint.askLane') : t('puzzle.hint.askPiece');
  $('next').classList.toggle('go', app.stage === 'right' || app.stage === 'told');
  // The analysis board would tell the answer. Changed parameters are not in its link.
  const { variant, position } = app.puzzle;
  $('to-analysis').hidden = $('play-here').hidden = !['right', 'told'].includes(app.stage) || variant.includes(',');
  $('to-analysis').href = pageAt('analysis', linkOf({ variant, position: position.text }));
  document.body.dataset.stage = app.stage;
}

const chosen = () => {
  const [theme, game, grade] = ['by-theme', 'by-game', 'by-grade'].map(id => $(id).value);
  return all.filter(puzzle => (!theme || puzzle.theme === theme) && (!game || puzzle.variant === game) && (!grade || String(puzzle.grade) === grade));
};

function score() {
  const { solved, streak, best } = record.read();
  const some = chosen();
  const done = some.filter(puzzle => solved.includes(puzzle.id)).length;
  $('score').textContent = t('puzzle.score', { done, all: some.length, streak, best });
}

/** The puzzle of the day, by universal time: the same for everybody. */
function ofToday() {
  const some = all.filter(({ grade }) => grade <= DAILY);
  // A step that shares no factor with their number leads to a different game from day to day.
  return some[(Math.floor(Date.now() / A_DAY) * 7919) % some.length];
}

/** The next puzzle of the chosen ones: unsolved, the easiest first, of familiar games before others, in no order among equals. */
function another() {
  const { solved } = record.read();
  const some = chosen().filter(puzzle => puzzle.id !== app.puzzle?.id);
  if (!some.length) return tell(t('puzzle.noOther'));
  const fresh = some.filter(puzzle => !solved.includes(puzzle.id));
  if (!fresh.length) tell(t('puzzle.allSolved'));
  const open = fresh.length ? fresh : some;
  const least = Math.min(...open.map(puzzle => puzzle.grade));
  const alike = open.filter(puzzle => puzzle.grade === least || !fresh.length);
  const familiar = alike.filter(puzzle => FIRST.includes(puzzle.variant));
  const equals = familiar.length ? familiar : alike;
  go(equals[Math.floor(Math.random() * equals.length)].id);
}

async function go(id) {
  const puzzle = await ask('GET', `/api/puzzles/${encodeURIComponent(id)}`).catch(e => { tell(e.message); });
  if (!puzzle) return;
  history.replaceState(null, '', `#${id}`);
  Object.assign(app, { puzzle, ground: puzzle.board, promotions: puzzle.promotions, clean: true, hints: 0, state: null });
  selection.drop();
  board.lay(puzzle.board);
  board.flip(puzzle.position.turn === 'black');
  selection.attach(board);
  app.back();
  const task = t(`puzzle.task.${puzzle.theme}`, { side: sideName(puzzle.position.turn), pieces: puzzle.takes });
  document.title = t('site.titled', { title: task });
  $('task').textContent = task;
  $('about').replaceChildren(make('span', { className: 'stars', textContent: stars(puzzle.grade), title: t('puzzle.grade', { n: puzzle.grade, all: GRADES.length }) }), ` ${nameOf(puzzle.variant)} · ${id}${id === ofToday().id ? ` · ${t('puzzle.ofToday')}` : ''}`);
  $('about').title = puzzle.about;
  document.body.dataset.task = puzzle.theme;
  board.svg.dataset.puzzle = id;
  board.svg.focus({ preventScroll: true });
  score();
}

function choices(id, entries) {
  $(id).replaceChildren(new Option(t('puzzle.any'), ''), ...entries.map(([value, name]) => new Option(name, value)));
  $(id).addEventListener('change', () => {
    score();
    if (!chosen().some(puzzle => puzzle.id === app.puzzle?.id)) another();
  });
}

press('next', another);
press('play-here', () => {
  const { variant, position } = app.puzzle;
  playFrom({ variant, rules: {}, position: position.text }).catch(e => tell(e.message));
});
press('today', () => go(ofToday().id));
press('hint', () => app.giveHint().catch(e => tell(e.message)));
press('again', () => app.back());
press('answer', () => app.giveUp().catch(e => tell(e.message)));
document.addEventListener('keydown', event => {
  if (!isForPage(event) || selection.picked || event.target.matches('button, a')) return;
  const isDone = app.stage === 'right' || app.stage === 'told';
  const act = (event.key === 'Enter' && isDone && another) || (event.key === 'Backspace' && app.stage === 'wrong' && (() => app.back()));
  if (act) { event.preventDefault(); act(); }
});
addEventListener('hashchange', () => { if (location.hash.slice(1) !== app.puzzle?.id) go(location.hash.slice(1)); });

async function begin() {
  all = await ask('GET', '/api/puzzles');
  choices('by-theme', THEMES.filter(theme => all.some(puzzle => puzzle.theme === theme)).map(theme => [theme, t(`puzzle.theme.${theme}`)]));
  choices('by-game', [...new Set(all.map(puzzle => puzzle.variant))].map(name => [name, nameOf(name)]));
  choices('by-grade', GRADES.map(grade => [String(grade), stars(grade)]));
  const asked = location.hash.slice(1);
  if (asked) await go(asked); else another();
}

begin().catch(e => tell(e.message));
