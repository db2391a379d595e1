// The windows: links, files, promotion, help.
import { make } from './dom.js';
import { ask } from './net.js';
import { icon } from './outlines.js';
import { tell } from './shell.js';
import { goTo, known } from './store.js';

const dialog = () => document.getElementById('dialog');
const NAMES = { Q: 'queen', R: 'rook', B: 'bishop', N: 'knight' };

/** Shows a window. */
export function open(title, ...content) {
  const box = dialog();
  box.onkeydown = null;
  const close = make('button', { className: 'icon close', textContent: '✕', type: 'button', ariaLabel: 'Close' });
  close.addEventListener('click', () => box.close());
  box.replaceChildren(make('div', { className: 'head' }, make('h2', { textContent: title }), close), ...content);
  box.setAttribute('aria-label', title);
  if (!box.open) box.showModal();
  return box;
}

/** Asks which piece a pawn becomes; nothing when the window is closed. */
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

/** Puts a text into the clipboard. */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Over plain HTTP from another machine there is no such clipboard.
    const field = make('textarea', { value: text });
    dialog().append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    if (!done) return tell('The browser does not allow copying here: select the text and copy it.');
  }
  tell('Copied.');
}

function link(words, href) {
  const copy = make('button', { type: 'button', textContent: 'Copy' });
  copy.addEventListener('click', () => copied(href));
  return make('div', { className: 'link' }, make('span', { textContent: words }), make('input', { readOnly: true, value: href, ariaLabel: words, onfocus() { this.select(); } }), copy);
}

/** What to do when the link's address leads back to one's own machine; nothing when it leads here from elsewhere too. */
function outOfReach() {
  if (!/^(localhost|127\..*|\[::1\])$/.test(location.hostname)) return [];
  return [make('p', { className: 'note' }, 'This address works on this machine only. To let others in, start the server with ',
    make('code', { textContent: 'continuum serve --host 0.0.0.0' }), ' and open the address that it then prints.')];
}

export function share(app) {
  const base = `${location.origin}/game/${app.game}`;
  const parts = outOfReach();
  const invite = known(app.game)?.invite;
  const { keys } = app.session;
  if (app.sides.length === 2) {
    parts.push(make('p', { textContent: 'You hold both sides. Give one away by its link; whoever has the link plays that side.' }));
    parts.push(link('Link for White', `${base}#w=${keys.w}`), link('Link for Black', `${base}#b=${keys.b}`));
    const row = make('div', { className: 'row' });
    for (const [key, words] of [['w', 'Keep White only'], ['b', 'Keep Black only']]) {
      const button = make('button', { type: 'button', textContent: words });
      button.addEventListener('click', () => { dialog().close(); app.session.keepOnly(key); });
      row.append(button);
    }
    parts.push(row);
  } else if (invite) {
    const other = invite.startsWith('w') ? 'White' : 'Black';
    parts.push(make('p', { textContent: `Send this link to the person who plays ${other}. Only that link moves ${other}'s pieces.` }));
    parts.push(link(`Link for ${other}`, `${base}#${invite}`));
  }
  if (app.sides.length === 1) parts.push(link('Your own link, to come back by: keep it secret', `${base}#${app.session.hash()}`));
  parts.push(link('Link to look on', base));
  open('Share this game', ...parts);
}

const isGame = text => text.trimStart().startsWith('{');

/** A field that opens a scenario, a saved game or a game of a match, together with the variant file that it names, if any. */
export function openScenario(wrong) {
  const input = make('input', { type: 'file', multiple: true, accept: '.toml,.jsonl,.json,text/plain', ariaLabel: 'Open a scenario file' });
  const box = make('div', {}, input);
  const begin = async (scenario, file, name) => {
    wrong.textContent = '';
    try {
      goTo(await ask('POST', '/api/games', { scenario, ...(file && { file }) }), 'both', name);
    } catch (e) { wrong.textContent = `${[...input.files].map(f => f.name).join(', ')}: ${e.message}`; input.value = ''; }
  };
  input.addEventListener('change', async () => {
    box.replaceChildren(input);
    if (!input.files.length) return;
    const texts = await Promise.all([...input.files].map(file => file.text()));
    // Of two files, the variant file is the one without steps or games.
    const at = Math.max(0, texts.findIndex(text => isGame(text) || /^\s*(\[\[step\]\]|variant\s*=)/m.test(text)));
    const file = texts.find((_, i) => i !== at);
    const { name } = input.files[at];
    const games = isGame(texts[at]) ? texts[at].split('\n').filter(line => line.trim()) : [];
    if (games.length > 1) box.append(gamesOfMatch(games, line => begin(line, file, name)));
    else begin(texts[at], file, name);
  });
  return box;
}

/** A list of the games of a match, to choose one. */
function gamesOfMatch(lines, choose) {
  const words = line => {
    try {
      const { game, white, black, result, moves } = JSON.parse(line);
      return `${game}: ${white} – ${black}, ${result}, ${moves.length} plies`;
    } catch { return 'a line that is no game'; }
  };
  const pick = make('select', { name: 'game', ariaLabel: 'Game of the match' }, ...lines.map((line, i) => make('option', { value: i, textContent: words(line) })));
  const go = make('button', { type: 'button', textContent: 'Open this game' });
  go.addEventListener('click', () => choose(lines[pick.value]));
  return make('div', { className: 'row games' }, pick, go);
}

export function files(app) {
  const download = (words, href) => make('a', { className: 'button', href, download: '', textContent: words });
  const api = `/api/games/${app.game}`;
  const text = make('textarea', { rows: 4, value: app.shown.text, spellcheck: false, ariaLabel: 'Position text' });
  const wrong = make('p', { className: 'wrong', role: 'alert' });
  const press = (words, act) => {
    const button = make('button', { type: 'button', textContent: words });
    button.addEventListener('click', act);
    return button;
  };
  const copy = press('Copy position', () => copied(text.value));
  const paste = press('Paste', async () => {
    try { text.value = await navigator.clipboard.readText(); } catch { wrong.textContent = 'The browser does not allow pasting by a button here: paste into the field.'; text.select(); }
  });
  const start = press('New game from this text', async () => {
    const { base, differences, variant } = app.introduction;
    try {
      goTo(await ask('POST', '/api/games', { variant: base, rules: differences, position: text.value }), 'both', variant.name);
    } catch (e) { wrong.textContent = e.message; }
  });
  open('Open & save',
    make('h3', { textContent: `Position after move ${app.shown.ply}` }), text, make('div', { className: 'row' }, copy, paste, start), wrong,
    make('h3', { textContent: 'Save' }),
    make('div', { className: 'row' }, download('Picture (PNG)', `${api}/picture.png?ply=${app.shown.ply}&size=1200`), download('Picture (SVG)', `${api}/picture.svg?ply=${app.shown.ply}`), download('Game as a scenario', `${api}/scenario.toml`)),
    make('h3', { textContent: 'Open a scenario, a saved game or a match' }), openScenario(wrong));
}

export function help() {
  const rows = [
    ['Drag a piece', 'it slides along its legal set; let go to play'],
    ['Click, then click', 'pick a piece, then a place of its lanes'],
    ['Finger', 'drag, let go, adjust the distance, press Play'],
    ['Tab, arrow keys', 'to the board, from piece to piece; a letter goes to the next of that kind'],
    ['Enter', 'picks the piece, then plays the move; Esc puts it back'],
    ['← →', 'another bearing or way, or another cell'],
    ['↑ ↓', 'distance by 0.1; with Shift 0.01, with Alt 0.001; a turn by 10°, 1°, 0.1°'],
    ['Page Up / Down, Home, End', 'the next capture or end of the lane; the first; the last'],
    ['Guards and their like', 'all four arrows move the landing; Page Up and Down go to the next region'],
    ['Swords and their like', 'turn by the knob on the ring: outside counter-clockwise, inside clockwise'],
    ['a number', 'types the exact distance, angle, or landing as x,y'],
    ['Glued boards', 'drag an empty place, or Shift and an arrow key, to move the chart round; P repeats the board beyond its seams'],
    ['Click an enemy piece', 'shows where it could go; so does any piece while you look back or wait'],
    ['← → or [ ], wheel', 'look back and forward while no piece is picked by keys; ? shows this'],
    ['U R F A T', 'undo, redo, flip, attacks, what could be captured after the chosen move; on the board a letter that a piece has goes to that piece'],
  ];
  open('Help', make('dl', { className: 'help' }, ...rows.flatMap(([key, words]) => [make('dt', { textContent: key }), make('dd', { textContent: words })])),
    make('p', { textContent: 'On a lane a filled dot is an end that belongs to it and a hollow one an end that does not; a region’s border is dashed where it does not. Red is a capture: the dashed circle is where the piece stops, the ringed pieces are what it takes. Gold promotes.' }));
}

export function confirmBox(question, yes, act) {
  const button = make('button', { type: 'button', className: 'danger', textContent: yes });
  button.addEventListener('click', () => { dialog().close(); act(); });
  const no = make('button', { type: 'button', textContent: 'Go on playing' });
  no.addEventListener('click', () => dialog().close());
  open(question, make('div', { className: 'row end' }, no, button));
  no.focus();
}
