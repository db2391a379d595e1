// The analysis board: any game, any position, both sides moved; variations, comments and drawings. Nothing is stored on the server.
import { BestLines } from './bestlines.js';
import { Board } from './board.js';
import { Compare } from './compare.js';
import { $ } from './dom.js';
import { Drawings, read } from './drawings.js';
import { copyLink, files, openText, playFrom } from './exchange.js';
import { MoveTree } from './movetree.js';
import { ask, keepAnalysis, keptAnalysis, pageAt, scenarioOf } from './net.js';
import { unpacked } from './packed.js';
import { standing } from './panel.js';
import { linkOf, readLink } from './positionlink.js';
import { Review } from './review.js';
import { captions } from './rim.js';
import { Safety } from './safety.js';
import { Selection } from './selection.js';
import { isForPage, noBoard, press, tell } from './shell.js';
import { t } from './text.js';
import { Tree } from './tree.js';
import { GAMES, titleOf } from './variants.js';
import { Worth } from './worth.js';

const app = {
  game: null, title: '', tree: null, at: null, state: null, ground: null, pieces: new Map(), promotions: [], carried: false,
  tell,

  get shown() { return this.state?.position; },

  mayMove() { return Boolean(this.state?.legal && this.shown.status === 'ongoing'); },

  hint() { return !this.state ? '' : this.mayMove() ? t('entry.pick') : t('analysis.over'); },

  /** What is sent to ask about a node: the position before it, and its move. */
  wanted({ parent, move, position }) {
    return { game: { ...this.game, position: parent?.position ?? position }, moves: move ? [move.text] : [] };
  },

  async lanes(label) { return (await ask('POST', '/api/positions', { ...this.wanted(this.at), lanes: label })).lanes; },

  /** Says why a move is illegal. */
  async tellWhy(text) { await this.look(this.at, text).catch(e => tell(e.message)); },

  /** The position after a move from a node, with what made it. */
  look(at, text) { return ask('POST', '/api/positions', { game: { ...this.game, position: at.position }, moves: [text] }); },

  /** Makes a move; returns whether it was made. */
  async play(text, { keep = false } = {}) {
    try {
      await this.enter([text]);
      return true;
    } catch (e) {
      tell(e.message);
      if (!keep) {
        selection.drop();
        board.place(this.shown);
      }
      return false;
    }
  },

  /** Enters moves after the present position, as a variation where there are others. */
  async enter(texts) {
    const { tree } = this;
    let { at } = this;
    for (const text of texts) {
      const there = at.children.find(child => child.move.text === text);
      if (there) { at = there; continue; }
      const seen = await this.look(at, text);
      at = tree.add(at, seen.made, seen.position.text);
      at.seen = seen;
    }
    if (tree !== this.tree) return;
    moves.show(tree, at);
    await this.go(at, this.carried ? 'hand' : 'glide');
  },

  /** Goes to a node. */
  async go(node, how) {
    this.going = node;
    node.seen ??= await ask('POST', '/api/positions', this.wanted(node));
    if (this.going !== node) return;
    const first = this.ground === null;
    this.state = node.seen;
    this.ground = node.seen.board;
    this.promotions = node.seen.promotions;
    this.at = node;
    if (first) this.lay();
    this.show(first ? 'jump' : how);
  },

  lay() {
    board.lay(this.ground);
    board.flip(this.flipped === true);
    selection.attach(board);
    drawings.attach(board);
    $('title').textContent = this.title || titleOf(this.state.variant.name);
    if (![...$('variant').options].some(option => option.value === this.state.variant.name)) $('variant').prepend(new Option(titleOf(this.state.variant.name), this.state.variant.name));
    $('variant').value = this.state.variant.name;
  },

  show(how) {
    const { shown, at } = this;
    selection.drop();
    this.pieces = new Map(shown.pieces.map(piece => [piece.label, piece]));
    board.place(shown, how);
    selection.marks.last(shown.last);
    board.svg.classList.toggle('mine', this.mayMove());
    drawings.set(at.shapes, shown.pieces);
    selection.entry.show();
    moves.mark(at);
    this.beside();
    lines.renew();
    this.keep();
  },

  beside() {
    const { at, tree, shown } = this;
    $('status').textContent = standing(shown);
    $('status').className = `status ${shown.turn} ${shown.status === 'ongoing' ? (shown.check ? 'check' : '') : 'over'}`;
    if ($('comment').dataset.node !== String(at.id)) Object.assign($('comment'), { value: at.comment }).dataset.node = at.id;
    $('first').disabled = $('back').disabled = $('delete').disabled = !at.parent;
    $('forward').disabled = $('last').disabled = !at.children.length;
    $('promote').disabled = !tree.fork(at);
    $('edit').href = pageAt('editor', this.link());
    document.body.dataset.node = at.id;
    document.body.dataset.depth = tree.path(at).length - 1;
  },

  redraw() {
    board.drawGround();
    this.show('jump');
  },

  link() { return linkOf({ ...this.game, position: this.at.position }); },

  /** Names the position in the address, and keeps the tree for when the page is loaded again. */
  keep() {
    const { tree, at, game, title } = this;
    history.replaceState(null, '', this.link());
    const write = ({ move, position, comment, shapes }) => ({ move, position, comment, shapes });
    const path = tree.path(at).slice(1).map(node => node.parent.children.indexOf(node));
    const kept = { hash: location.hash, game, title, path, root: write(tree.root), line: tree.lineFrom(tree.root, write) };
    keepAnalysis(kept);
  },

  /** Begins with a first position and a line as it was sent; goes along a path of child numbers. */
  async begin({ game: { position, ...game }, title = '', root = {}, line = [], path = [] }) {
    const tree = new Tree(position ?? 'start');
    const first = await ask('POST', '/api/positions', { game: { ...game, position: tree.root.position } });
    Object.assign(tree.root, { seen: first, position: first.position.text });
    const fill = (node, { comment = '', shapes }) => Object.assign(node, shapes ? { comment, shapes } : read(comment, first.board.cells));
    fill(tree.root, root);
    tree.addLine(tree.root, line, fill);
    Object.assign(this, { game, title, tree, ground: null });
    review.end();
    const at = path.reduce((node, child) => node.children[child] ?? node, tree.root);
    moves.show(tree, at);
    await this.go(at, 'jump');
  },
};

const board = new Board($('board'), captions);
const selection = new Selection(app);
const safety = new Safety(app, async label => (await ask('POST', '/api/positions', { ...app.wanted(app.at), safety: label })).safety);
safety.open('analysis', true);
const moves = new MoveTree($('moves'), node => safely(app.go(node)));
const drawings = new Drawings(shapes => {
  app.at.shapes = shapes;
  moves.show(app.tree, app.at);
  app.keep();
});
const lines = new BestLines(app);
const worth = new Worth(app);
const compare = new Compare(app, text => ask('POST', '/api/positions/landing', { at: app.wanted(app.at), move: text, of: 'value' }));
const review = new Review(app);
Object.assign(app, { board, compare, safety, selection, worth });

const safely = doing => Promise.resolve(doing).catch(e => tell(e.message));
const step = to => to && to !== app.at && safely(app.go(to));
const sibling = by => {
  const all = app.at.parent?.children ?? [];
  step(all[(all.indexOf(app.at) + by + all.length) % all.length]);
};

/** Changes the tree, and goes on from the node that is given back. */
function change(act) {
  const at = act(app.tree, app.at) ?? app.at;
  moves.show(app.tree, at);
  safely(app.go(at, 'jump'));
}

press('first', () => step(app.tree.root));
press('back', () => step(app.at.parent));
press('forward', () => step(app.at.children[0]));
press('last', () => step(app.tree.end(app.at)));
press('promote', () => change((tree, at) => { tree.promote(at); }));
press('delete', () => app.at.parent && change((tree, at) => tree.remove(at)));
press('pencil', () => {
  drawings.pencil = !drawings.pencil;
  $('pencil').setAttribute('aria-pressed', String(drawings.pencil));
  if (drawings.pencil) selection.drop();
});
press('flip', () => {
  app.flipped = !app.flipped;
  $('flip').setAttribute('aria-pressed', String(app.flipped));
  board.flip(app.flipped);
  app.show('jump');
});
press('files', () => files(app));
press('link', () => copyLink(app.link()));
press('play-here', () => safely(playFrom({ ...app.game, position: app.at.position })));

$('comment').addEventListener('input', () => {
  app.at.comment = $('comment').value.trim();
  moves.show(app.tree, app.at);
  app.keep();
});
$('variant').append(...GAMES.map(([name]) => new Option(titleOf(name), name)));
$('variant').addEventListener('change', () => {
  const game = { variant: $('variant').value, rules: {} };
  // After an address that gave no board the page begins anew.
  if (app.tree) safely(app.begin({ game })); else location.hash = linkOf(game);
});

const KEYS = {
  ArrowLeft: () => $('back').click(), ArrowRight: () => $('forward').click(), ArrowUp: () => sibling(-1), ArrowDown: () => sibling(1),
  Home: () => $('first').click(), End: () => $('last').click(), f: () => $('flip').click(), Escape: () => selection.drop(),
};
document.addEventListener('keydown', event => {
  if (!isForPage(event) || !app.at || !KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});

/** The tree that this address had last. */
async function kept() {
  const found = await keptAnalysis(location.hash);
  return found && { ...found, game: { ...found.game, position: found.root.position } };
}

async function start() {
  $('variant').value = readLink()?.variant ?? 'continuous';
  const words = new URLSearchParams(location.hash.slice(1));
  const game = words.get('game');
  const whole = words.get('analysis');
  if (whole) {
    const text = await unpacked(whole).catch(() => { throw new Error(t('analysis.badWhole')); });
    return openText(app, { text });
  }
  if (!game) return app.begin((await kept()) ?? { game: readLink() ?? { variant: 'continuous', rules: {} } });
  await openText(app, { text: await scenarioOf(game) }, Number(words.get('ply') ?? 0));
}

addEventListener('hashchange', () => location.reload());
start().catch(e => noBoard(e.message));
