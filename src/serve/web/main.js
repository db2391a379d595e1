// The page: one game, shown and played.
import { Board } from './board.js';
import { Selection } from './selection.js';
import { Line, ask } from './net.js';
import { announce, showButtons, showMoves, showPlayers, showStatus } from './panel.js';
import { confirmBox, files, help, recent, remember, share } from './dialogs.js';
import { newGame } from './newgame.js';
import { Advice } from './advice.js';
import { Clock } from './clock.js';

const $ = id => document.getElementById(id);

const app = {
  game: location.pathname.match(/^\/game\/([a-z0-9]+)/)?.[1] ?? null,
  keys: {}, claimed: false, sides: [], state: null, shown: null, flipped: false, wantsAttacks: false, carried: false, pieces: new Map(), promotions: [],

  /** Whether this visitor may move now. */
  mayMove() {
    return Boolean(this.state && !this.state.over && this.shown === this.state.position && this.sides.includes(this.state.position.turn));
  },

  hint() {
    if (!this.state) return '';
    if (this.state.over) return 'The game is over.';
    if (this.shown !== this.state.position) return 'You are looking back. Press End to go on.';
    if (this.mayMove()) return 'Pick a piece to see where it may go.';
    if (this.state.thinking) return 'The program is thinking …';
    if (this.sides.length) return 'It is the other side’s turn.';
    return this.claimed ? 'This link gives no side, so you are looking on. To play, open the whole link that you were sent.' : 'You are looking on.';
  },

  request(what) { return line.send(what); },
  tell(message) { toast(message); },

  async send(what) {
    this.withdrew = what === 'decline';
    try { await line.send({ do: what }); } catch (e) { toast(e.message); }
  },

  /** Sends a move; returns whether the server took it. A refused move is put back, or with `keep` stays to be corrected. */
  async play(text, { keep = false } = {}) {
    try {
      await line.send({ do: 'move', text, ply: this.state.moves.length });
      return true;
    } catch (e) {
      toast(e.message);
      if (!keep) {
        selection.drop();
        board.place(this.shown);
      }
      return false;
    }
  },

  /** Looks at the position after some moves. */
  async look(ply) {
    const total = this.state.moves.length;
    const wanted = Math.min(Math.max(ply, 0), total);
    this.wanted = wanted;
    try {
      const position = wanted === total ? this.state.position : await line.send({ do: 'view', ply: wanted });
      if (this.wanted === wanted) this.show(position);
    } catch (e) { toast(e.message); }
  },

  /** Looks on or back by some moves, from where the last step leads. */
  step(by) { this.look(this.wanted + by); },

  show(position, still = false) {
    selection.drop();
    this.shown = position;
    this.wanted = position.ply;
    this.pieces = new Map(position.pieces.map(piece => [piece.label, piece]));
    board.place(position, still);
    selection.marks.last(position.last);
    board.svg.dataset.ply = position.ply;
    board.svg.classList.toggle('back', position !== this.state.position);
    board.svg.classList.toggle('mine', this.mayMove());
    this.beside();
    selection.entry.show();
    this.attack();
    advice.renew();
  },

  /** Draws the board and its position anew. A picked piece stays picked. */
  redraw() {
    board.drawGround();
    if (!this.shown) return;
    board.place(this.shown, true);
    selection.marks.last(this.shown.last);
    selection.redraw();
    this.attack();
    advice.renew();
  },

  /** Everything beside the board. */
  beside() {
    showStatus(this);
    showPlayers(this);
    showMoves(this);
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
    if (this.shown) this.show(this.shown, true);
    clock.show();
  },

  /** Goes on to the rematch. The links have changed sides. */
  goToRematch() {
    const { next } = this.state;
    const keys = Object.entries({ w: this.keys.b, b: this.keys.w }).filter(([, key]) => key);
    const hash = keys.map(([side, key]) => `${side}=${key}`).join('&');
    const known = recent().find(game => game.id === this.game);
    const invite = known?.invite?.replace(/^./, side => (side === 'w' ? 'b' : 'w'));
    if (keys.length) remember({ id: next, hash, variant: this.introduction.variant.name, when: Date.now(), ...(invite && { invite }) });
    location.assign(`/game/${next}${hash && `#${hash}`}`);
  },

  hash() {
    return Object.entries(this.keys).filter(([, key]) => key).map(([side, key]) => `${side}=${key}`).join('&');
  },

  /** Keeps one side's secret and gives the other's away. */
  async keep(side) {
    const other = side === 'w' ? 'b' : 'w';
    remember({ id: this.game, hash: `${side}=${this.keys[side]}`, variant: this.introduction.variant.name, when: Date.now(), invite: `${other}=${this.keys[other]}` });
    this.keys = { [side]: this.keys[side] };
    history.replaceState(null, '', `#${this.hash()}`);
    await line.rejoin(secrets());
    this.flip(side === 'b');
    share(this);
  },

  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Over plain HTTP from another machine there is no such clipboard.
      const field = Object.assign(document.createElement('textarea'), { value: text });
      $('dialog').append(field);
      field.select();
      const done = document.execCommand('copy');
      field.remove();
      if (!done) return toast('The browser does not allow copying here: select the text and copy it.');
    }
    toast('Copied.');
  },
};

const board = new Board($('board'));
const selection = new Selection(app);
const advice = new Advice(app);
const clock = new Clock(app);
let line;

const box = $('toast');

/** Shows a short message, above an open window too. */
function toast(message) {
  ($('dialog').open ? $('dialog') : document.body).append(box);
  box.textContent = message;
  box.classList.add('up');
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => box.classList.remove('up'), 4500);
}

/** The secrets to show. A side that was just taken has its new one and its old one, until the new one has been shown. */
const secrets = () => Object.values(app.keys).flatMap(key => key.split('.'));

/** Keeps the new secret of the side one has taken, and shows it: from then on it alone is good. */
async function adopt(side, secret) {
  const keep = key => {
    app.keys = { [side]: key };
    const known = recent().find(game => game.id === app.game);
    remember({ ...known, id: app.game, hash: app.hash(), variant: app.introduction.variant.name, when: Date.now() });
    history.replaceState(null, '', `#${app.hash()}${location.hash.includes('share') ? '&share' : ''}`);
  };
  keep(`${secret}.${app.keys[side].split('.').pop()}`);
  await line.rejoin(secrets());
  keep(secret);
  line.keys = secrets();
}

function joined(introduction) {
  const first = !app.introduction;
  app.introduction = introduction;
  clock.set(introduction.now);
  app.sides = introduction.sides;
  if (introduction.secret) adopt(introduction.sides[0] === 'white' ? 'w' : 'b', introduction.secret).catch(() => {});
  app.ground = introduction.board;
  app.promotions = introduction.promotions;
  const { variant, differences } = introduction;
  const changed = Object.entries(differences ?? {}).filter(([name, value]) => !['about', 'name'].includes(name) && typeof value !== 'object' && name !== 'start').map(([name, value]) => `${name} ${value}`);
  $('title').textContent = introduction.title || [variant.name, ...changed].join(' · ');
  $('title').title = variant.about;
  document.title = `${introduction.title || variant.name} · Continuum`;
  if (first) {
    board.lay(introduction.board);
    $('repeat').hidden = !board.repeats;
    selection.attach(board);
    app.marks = selection.marks;
    app.flip(app.sides.length === 1 && app.sides[0] === 'black');
    if (app.claimed && !app.sides.length) toast('This link gives no side: a part of it may be missing.');
    if (location.hash.includes('share')) {
      history.replaceState(null, '', `#${app.hash()}`);
      share(app);
    }
  }
  const known = recent().find(game => game.id === app.game);
  if (app.sides.length) remember({ ...known, id: app.game, hash: app.hash(), variant: variant.name, when: Date.now() });
  if (app.state) arrived(app.state);
}

function arrived(state) {
  const before = app.state;
  app.state = state;
  if (!app.ground) return;
  clock.take(state.clock);
  // Somebody plays one of the two sides that one has held: it is one's own no longer.
  if (app.sides.length === 2 && state.taken.length && before && !before.taken.length) line.rejoin(secrets()).catch(() => {});
  // Whoever plays goes on to the rematch with it; whoever looks in later finds a link.
  if (before && !before.next && state.next && app.sides.length) return app.goToRematch();
  // Nothing has moved, somebody has asked for something: the picked piece stays picked.
  const still = before && app.shown === before.position && before.over === state.over && before.moves.length === state.moves.length && before.position.text === state.position.text;
  if (still) {
    tellOfRefusal(before, state);
    app.shown = state.position;
    if (!app.mayMove()) selection.drop();
    board.svg.classList.toggle('mine', app.mayMove());
    app.beside();
    document.body.dataset.version = state.version;
    return;
  }
  const looking = before && app.shown && app.shown !== before.position && app.shown.ply < state.moves.length;
  const sound = before && state.moves.length > before.moves.length;
  if (looking && !sound) app.look(app.shown.ply);
  // A piece that was dragged there does not glide there again.
  else app.show(state.position, !before || !app.shown || app.carried);
  if (!before || sound || before.moves.length !== state.moves.length || before.over !== state.over) announce(app);
  document.body.dataset.version = state.version;
  document.body.dataset.plies = state.moves.length;
}

/** Says that the other side has turned down what this one asked for. */
function tellOfRefusal(before, state) {
  const { offer } = before;
  if (!offer || state.offer || state.next || app.sides.length !== 1 || !app.sides.includes(offer.by) || app.withdrew) return;
  toast({ undo: 'The move is not taken back: the other side said no.', draw: 'Your offer of a draw was declined.', rematch: 'The rematch was declined.' }[offer.what]);
}

function press(id, act) { $(id).addEventListener('click', act); }
for (const id of ['new', 'begin']) press(id, () => newGame(app).catch(e => toast(e.message)));
press('help', help);
press('share', () => app.game && share(app));
press('more', () => app.shown && files(app));
press('theme', () => {
  const chosen = document.documentElement.dataset.theme;
  theme((chosen ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark' ? 'light' : 'dark');
});
press('first', () => app.look(0));
press('back', () => app.step(-1));
press('forward', () => app.step(1));
press('live', () => app.look(Infinity));
press('undo', () => app.send('undo'));
press('redo', () => app.send('redo'));
press('flip', () => app.flip());
press('attacks', () => {
  app.wantsAttacks = !app.wantsAttacks;
  $('attacks').setAttribute('aria-pressed', String(app.wantsAttacks));
  app.attack();
});
press('repeat', () => {
  board.repeat(!board.repeated);
  $('repeat').setAttribute('aria-pressed', String(board.repeated));
});
press('draw', () => (app.sides.length === 2 ? confirmBox('Agree a draw?', 'Draw', () => app.send('draw')) : app.send('draw')));
press('rematch', () => app.send('rematch'));
press('resign', () => confirmBox('Resign this game?', 'Resign', () => app.send('resign')));

document.addEventListener('pointerdown', () => document.body.classList.remove('by-key'), true);
document.addEventListener('keydown', () => document.body.classList.add('by-key'), true);
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || $('dialog').open) return;
  if (event.target.matches('input, select, textarea')) {
    if (event.key === 'Escape') selection.drop();
    return;
  }
  const act = event.key === '?' ? help : app.shown && {
    '[': () => app.step(-1), ']': () => app.step(1), Home: () => app.look(0), End: () => app.look(Infinity),
    u: () => $('undo').click(), r: () => $('redo').click(), f: () => app.flip(), a: () => $('attacks').click(), h: () => $('hint').click(), p: () => $('repeat').hidden || $('repeat').click(), Escape: () => selection.drop(),
  }[event.key];
  if (act) { event.preventDefault(); act(); }
});

function theme(name) {
  if (name) localStorage.setItem('continuum-theme', name);
  const chosen = name ?? localStorage.getItem('continuum-theme');
  if (chosen) document.documentElement.dataset.theme = chosen;
}

async function begin() {
  theme();
  const hash = new URLSearchParams(location.hash.slice(1));
  app.claimed = hash.has('w') || hash.has('b');
  app.keys = { ...(hash.get('w') && { w: hash.get('w') }), ...(hash.get('b') && { b: hash.get('b') }) };
  if (!app.game) {
    document.body.classList.add('front');
    return newGame(app);
  }
  await ask('GET', `/api/games/${app.game}`);
  line = new Line(app.game, secrets(), {
    onState: arrived,
    onJoined: joined,
    onLine: up => {
      $('line').textContent = up ? '' : 'The line to the server is lost. Trying again …';
      document.body.classList.toggle('cut', !up);
    },
  });
}

addEventListener('hashchange', () => location.reload());
begin().catch(e => {
  $('status').textContent = e.message;
  toast(e.message);
  // These act on a game, and there is none.
  for (const button of document.querySelectorAll('#share, #more, .steps button, .tools button')) button.disabled = true;
});
