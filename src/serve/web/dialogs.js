// What is asked in a window of its own: a new game, links, files, promotion, help.
import { icon } from './figures.js';
import { ask } from './net.js';

const dialog = () => document.getElementById('dialog');
const make = (tag, props = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...children);
  return node;
};
const capital = word => word[0].toUpperCase() + word.slice(1);
const NAMES = { Q: 'queen', R: 'rook', B: 'bishop', N: 'knight' };

function open(title, ...content) {
  const box = dialog();
  const close = make('button', { className: 'icon close', textContent: '✕', type: 'button', ariaLabel: 'Close' });
  close.addEventListener('click', () => box.close());
  box.replaceChildren(make('div', { className: 'head' }, make('h2', { textContent: title }), close), ...content);
  box.setAttribute('aria-label', title);
  if (!box.open) box.showModal();
  return box;
}

/** Which piece a pawn becomes; nothing when the window is closed. */
export function choosePromotion(letters, color) {
  return new Promise(resolve => {
    const row = make('div', { className: 'row promotion' });
    const box = open('The pawn becomes', row);
    const done = letter => { box.removeEventListener('close', none); box.close(); resolve(letter); };
    const none = () => resolve('');
    box.addEventListener('close', none, { once: true });
    for (const letter of letters) {
      const name = NAMES[letter.toUpperCase()] ?? letter;
      const button = make('button', { type: 'button', title: name, ariaLabel: name }, icon(letter.toUpperCase(), color, 56));
      button.dataset.promotion = letter.toUpperCase();
      button.addEventListener('click', () => done(letter));
      row.append(button);
    }
    box.onkeydown = event => {
      const letter = letters.find(l => l.toLowerCase() === event.key.toLowerCase());
      if (letter) done(letter);
    };
    row.firstElementChild?.focus();
  });
}

// Parameters are shown for the variants that use them.
const PLANE = ['board_size', 'piece_radius', 'min_move', 'min_move_captures', 'king_path', 'zeno', 'step', 'step_metric', 'draw_rules'];
const LATTICE = ['rebirth', 'turns', 'army', 'double_step', 'en_passant', 'castling', 'promotion', 'stalemate', 'bare_king', 'check_rule', 'draw_rules'];
const RING = ['array', 'names', 'pawn_pairs'];
const DISC = ['disc_cells', 'knight_voids'];
const CHOICES = {
  king_path: ['safe', 'strict', 'end'], step_metric: ['euclidean', 'lattice'], rebirth: ['none', 'circe', 'own'],
  turns: ['alternating', 'italian', 'scottish'], army: ['orthodox', 'shatranj'], promotion: ['choice', 'queen', 'none'],
  stalemate: ['draw', 'loss'], check_rule: ['strict', 'snaffle'], array: ['mirrored', 'rotated'],
  names: ['orthodox', 'lincoln'], disc_cells: [70, 68, 66], knight_voids: ['literal', 'any'],
};

const parametersOf = spec => (spec.motion === 'plane' ? PLANE : [...LATTICE, ...(spec.board === 'ring' ? RING : spec.board === 'disc' ? DISC : [])]);

function field(spec, name) {
  const value = spec[name];
  let input;
  if (CHOICES[name]) {
    input = make('select', {}, ...CHOICES[name].map(choice => new Option(choice, choice, false, choice === value)));
  } else if (typeof value === 'boolean') {
    input = make('input', { type: 'checkbox', checked: value });
  } else {
    input = make('input', { type: 'number', value, step: 'any', min: 0 });
  }
  input.name = name;
  return make('label', { className: 'field' }, make('span', { textContent: name.replaceAll('_', ' ') }), input);
}

/** The parameters in which the fields differ from the preset. */
function changes(form, spec) {
  const rules = {};
  for (const name of parametersOf(spec)) {
    const input = form.elements[name];
    if (!input) continue;
    const value = input.type === 'checkbox' ? input.checked : typeof spec[name] === 'number' ? Number(input.value) : input.value;
    if (value !== spec[name]) rules[name] = value;
  }
  return rules;
}

export function remember(entry) {
  const games = recent().filter(game => game.id !== entry.id);
  localStorage.setItem('continuum-games', JSON.stringify([{ ...games.find(g => g.id === entry.id), ...entry }, ...games].slice(0, 12)));
}

export const recent = () => {
  try { return JSON.parse(localStorage.getItem('continuum-games')) ?? []; } catch { return []; }
};

/** Goes to a game that was made, with the keys one keeps. */
export function goTo(made, who, variant) {
  const keys = { both: ['w', 'b'], white: ['w'], black: ['b'] }[who];
  const hash = keys.map(key => `${key}=${key === 'w' ? made.white : made.black}`).join('&');
  remember({ id: made.game, hash, variant, when: Date.now(), invite: who === 'both' ? '' : who === 'white' ? `b=${made.black}` : `w=${made.white}` });
  location.assign(`/game/${made.game}#${hash}${who === 'both' ? '' : '&share'}`);
}

export async function newGame(app) {
  const { variants } = await ask('GET', '/api/variants');
  const form = make('form', { className: 'new' });
  const list = make('div', { className: 'variants', role: 'radiogroup', ariaLabel: 'Variant' });
  const about = make('p', { className: 'about' });
  const fields = make('div', { className: 'fields' });
  const wrong = make('p', { className: 'wrong', role: 'alert' });
  const position = make('textarea', { rows: 2, name: 'position', placeholder: 'start', spellcheck: false, ariaLabel: 'Position text or FEN' });
  const who = make('div', { className: 'row who', role: 'radiogroup', ariaLabel: 'Who plays' });
  for (const [value, words] of [['both', 'Both sides here'], ['white', 'I play White, send Black a link'], ['black', 'I play Black, send White a link']]) {
    who.append(make('label', {}, make('input', { type: 'radio', name: 'who', value, checked: value === 'both' }), ` ${words}`));
  }
  let spec;
  const choose = chosen => {
    spec = chosen;
    about.textContent = chosen.about;
    fields.replaceChildren(...parametersOf(chosen).map(name => field(chosen, name)));
    wrong.textContent = '';
  };
  const groups = [['On the plane', v => v.motion === 'plane'], ['On 8 × 8 squares', v => v.motion !== 'plane' && v.board === 'square'], ['On the ring', v => v.board === 'ring'], ['On the disc', v => v.board === 'disc']];
  const first = variants.find(v => v.name === 'continuous') ?? variants[0];
  const plainFirst = (a, b) => (b === first) - (a === first) || (b.name === 'orthodox') - (a.name === 'orthodox') || (b.name === 'disc70') - (a.name === 'disc70');
  const row = variant => {
    const tick = make('input', { type: 'radio', name: 'variant', value: variant.name, checked: variant === first });
    tick.addEventListener('change', () => choose(variant));
    return make('label', { className: 'variant', title: variant.about }, tick, make('span', { textContent: variant.name }));
  };
  for (const [words, holds] of groups) {
    const found = variants.filter(holds).sort(plainFirst);
    if (found.length) list.append(make('h3', { textContent: words }), ...found.map(row));
  }
  choose(first);
  const go = make('button', { className: 'go big', textContent: 'Play' });
  form.append(list, about, make('details', {}, make('summary', { textContent: 'Parameters' }), fields),
    make('details', {}, make('summary', { textContent: 'Begin from a position' }), position), who, wrong, make('div', { className: 'row end' }, go));
  form.addEventListener('submit', async event => {
    event.preventDefault();
    go.disabled = true;
    try {
      const text = position.value.trim();
      const made = await ask('POST', '/api/games', { variant: spec.name, rules: changes(form, spec), ...(text && { position: text }) });
      goTo(made, form.elements.who.value, spec.name);
    } catch (e) { wrong.textContent = e.message; go.disabled = false; }
  });
  const games = recent().filter(game => game.id !== app.game);
  const before = games.length ? [make('h3', { textContent: 'Games of this browser' }), make('ul', { className: 'recent' }, ...games.slice(0, 6).map(game =>
    make('li', {}, make('a', { href: `/game/${game.id}#${game.hash}`, textContent: `${game.variant ?? 'game'} · ${new Date(game.when).toLocaleString()}` }))))] : [];
  const file = openScenario(wrong);
  open('New game', form, ...before, make('div', { className: 'row' }, 'Or open a scenario or a saved game: ', file));
  go.focus();
}

function openScenario(wrong) {
  const input = make('input', { type: 'file', accept: '.toml,text/plain', ariaLabel: 'Open a scenario file' });
  input.addEventListener('change', async () => {
    const file = input.files[0];
    if (!file) return;
    try {
      goTo(await ask('POST', '/api/games', { scenario: await file.text() }), 'both', file.name);
    } catch (e) { wrong.textContent = e.message; }
  });
  return input;
}

function link(words, href, app) {
  const copy = make('button', { type: 'button', textContent: 'Copy' });
  copy.addEventListener('click', () => app.copy(href));
  return make('div', { className: 'link' }, make('span', { textContent: words }), make('input', { readOnly: true, value: href, ariaLabel: words, onfocus() { this.select(); } }), copy);
}

export function share(app) {
  const base = `${location.origin}/game/${app.game}`;
  const parts = [];
  const invite = recent().find(game => game.id === app.game)?.invite;
  const keys = app.keys;
  if (app.sides.length === 2) {
    parts.push(make('p', { textContent: 'You hold both sides. Give one away by its link; whoever has the link plays that side.' }));
    parts.push(link('Link for White', `${base}#w=${keys.w}`, app), link('Link for Black', `${base}#b=${keys.b}`, app));
    const row = make('div', { className: 'row' });
    for (const [key, words] of [['w', 'Keep White only'], ['b', 'Keep Black only']]) {
      const button = make('button', { type: 'button', textContent: words });
      button.addEventListener('click', () => { dialog().close(); app.keep(key); });
      row.append(button);
    }
    parts.push(row);
  } else if (invite) {
    const other = invite.startsWith('w') ? 'White' : 'Black';
    parts.push(make('p', { textContent: `Send this link to the person who plays ${other}. Only that link moves ${other}'s men.` }));
    parts.push(link(`Link for ${other}`, `${base}#${invite}`, app));
  }
  if (app.sides.length === 1) parts.push(link('Your own link, to come back by: keep it secret', `${base}#${app.hash()}`, app));
  parts.push(link('Link to look on', base, app));
  open('Share this game', ...parts);
}

export function files(app) {
  const download = (words, href) => make('a', { className: 'button', href, download: '', textContent: words });
  const api = `/api/games/${app.game}`;
  const text = make('textarea', { rows: 4, value: app.shown.text, spellcheck: false, ariaLabel: 'Position text' });
  const wrong = make('p', { className: 'wrong', role: 'alert' });
  const copy = make('button', { type: 'button', textContent: 'Copy position' });
  copy.addEventListener('click', () => app.copy(text.value));
  const start = make('button', { type: 'button', textContent: 'New game from this text' });
  start.addEventListener('click', async () => {
    try {
      const spec = app.introduction;
      goTo(await ask('POST', '/api/games', { variant: spec.variant.name, rules: spec.differences, position: text.value }), 'both', spec.variant.name);
    } catch (e) { wrong.textContent = e.message; }
  });
  open('Open & save',
    make('h3', { textContent: `Position after move ${app.shown.ply}` }), text, make('div', { className: 'row' }, copy, start), wrong,
    make('h3', { textContent: 'Save' }),
    make('div', { className: 'row' }, download('Picture (PNG)', `${api}/picture.png?ply=${app.shown.ply}&size=1200`), download('Picture (SVG)', `${api}/picture.svg?ply=${app.shown.ply}`), download('Game as a scenario', `${api}/scenario.toml`)),
    make('h3', { textContent: 'Open a scenario or a saved game' }), openScenario(wrong));
}

export function help() {
  const rows = [
    ['Drag a piece', 'it slides along its legal set; let go to play'],
    ['Click, then click', 'pick a piece, then a place of its lanes'],
    ['Finger', 'drag, let go, adjust the distance, press Play'],
    ['Tab, arrow keys', 'to the board, from piece to piece; a letter goes to the next of that kind'],
    ['Enter', 'picks the piece, then plays the move; Esc puts it back'],
    ['← →', 'another bearing, or another cell'],
    ['↑ ↓', 'distance by 0.1; with Shift 0.01, with Alt 0.001'],
    ['Page Up / Down, Home, End', 'the next capture or end of the lane; the first; the last'],
    ['a number', 'types the exact distance'],
    ['[ ]', 'look back and forward'],
    ['U R F A', 'undo, redo, flip, attacks'],
  ];
  open('Help', make('dl', { className: 'help' }, ...rows.flatMap(([key, words]) => [make('dt', { textContent: key }), make('dd', { textContent: words })])),
    make('p', { textContent: 'On a lane a filled dot is an end that belongs to it and a hollow one an end that does not. Red is a capture: the dashed circle is where the piece stops, the ringed pieces are what it takes. Gold promotes.' }));
}

export function confirmBox(question, yes, act) {
  const button = make('button', { type: 'button', className: 'danger', textContent: yes });
  button.addEventListener('click', () => { dialog().close(); act(); });
  const no = make('button', { type: 'button', textContent: 'Go on playing' });
  no.addEventListener('click', () => dialog().close());
  open(question, make('div', { className: 'row end' }, no, button));
  no.focus();
}

export { capital };
