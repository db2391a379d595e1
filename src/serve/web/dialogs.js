// The windows: links, files, promotion, help.
import { make } from './dom.js';
import { ask, gameAt, hasServer, pictureOf, scenarioOf } from './net.js';
import { icon } from './outlines.js';
import { tell } from './shell.js';
import { goTo, known } from './store.js';
import { kindName, sideName, t } from './text.js';

const dialog = () => document.getElementById('dialog');
const PAWN = 'P';
const NAMES = { Q: 'queen', R: 'rook', B: 'bishop', N: 'knight' };

/** Shows a window. */
export function open(title, ...content) {
  const box = dialog();
  box.onkeydown = null;
  const close = make('button', { className: 'icon close', textContent: '✕', type: 'button', ariaLabel: t('site.close') });
  close.addEventListener('click', () => box.close());
  box.replaceChildren(make('div', { className: 'head' }, make('h2', { textContent: title }), close), ...content);
  box.setAttribute('aria-label', title);
  if (!box.open) box.showModal();
  return box;
}

/** Asks which piece a pawn becomes, an empty text for a pawn that stays; null when the window is closed. */
export function choosePromotion(letters, color) {
  return new Promise(resolve => {
    const row = make('div', { className: 'row promotion' });
    const box = open(t('dialog.promotion'), row);
    const done = letter => { box.removeEventListener('close', none); box.close(); resolve(letter); };
    const none = () => resolve(null);
    box.addEventListener('close', none, { once: true });
    for (const letter of letters) {
      const shown = letter.toUpperCase() || PAWN;
      const name = letter ? kindName(NAMES[shown] ?? letter) : t('dialog.promotion.stay');
      const button = make('button', { type: 'button', title: name, ariaLabel: name }, icon(shown, color, 56));
      button.dataset.promotion = shown;
      button.addEventListener('click', () => done(letter));
      row.append(button);
    }
    box.onkeydown = event => {
      const letter = letters.find(l => (l || PAWN).toLowerCase() === event.key.toLowerCase());
      if (letter !== undefined) done(letter);
    };
    row.firstElementChild?.focus();
  });
}

/** Gives a file to the visitor. */
export function download(name, content) {
  const link = make('a', { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Puts a text into the clipboard. */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Over plain HTTP from another machine there is no such clipboard.
    const field = make('textarea', { value: text });
    dialog().append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    if (!done) return tell(t('dialog.noCopy'));
  }
  tell(t('dialog.copied'));
}

function link(words, href) {
  const copy = make('button', { type: 'button', textContent: t('dialog.copy') });
  copy.addEventListener('click', () => copied(href));
  return make('div', { className: 'link' }, make('span', { textContent: words }), make('input', { readOnly: true, value: href, ariaLabel: words, onfocus() { this.select(); } }), copy);
}

/** What to do when the link's address leads back to one's own machine; nothing when it leads here from elsewhere too. */
function outOfReach() {
  if (!/^(localhost|127\..*|\[::1\])$/.test(location.hostname)) return [];
  return [make('p', { className: 'note' }, `${t('dialog.outOfReach')} `, make('code', { textContent: 'continuum serve --host 0.0.0.0' }))];
}

/** A button that shows a code, by which one takes one's own side along to another browser. */
function takeAlong(app, box) {
  const side = sideName(app.sides[0]);
  const button = make('button', { type: 'button', textContent: t('share.takeAlong', { side }), title: t('share.takeAlongHow', { n: 5 }) });
  button.addEventListener('click', async () => {
    try {
      const { code, minutes } = await app.session.giveCode();
      const shown = make('output', { className: 'code', textContent: `${code.slice(0, 3)} ${code.slice(3)}` });
      box.replaceWith(make('p', {}, `${t('share.codeOf', { side })} `, shown), make('p', { className: 'note', textContent: t('share.takeAlongHow', { n: minutes }) }));
    } catch (e) { tell(e.message); }
  });
  return button;
}

/** A field for the code that another browser shows. */
function codeField(app) {
  const field = make('input', { name: 'code', size: 9, autocomplete: 'off', autocapitalize: 'none', spellcheck: false });
  const wrong = make('p', { className: 'wrong', role: 'alert' });
  const form = make('form', { className: 'take-code' }, make('label', { className: 'row' }, `${t('share.code')} `, field, make('button', { textContent: t('share.playHere') })), wrong);
  form.addEventListener('submit', async event => {
    event.preventDefault();
    try { await app.session.takeCode(field.value); } catch (e) { wrong.textContent = e.message; field.select(); }
  });
  return form;
}

/** A button that makes a new link of one's own side; the old one ends when the new one is opened. */
function handOver(app, base) {
  const side = sideName(app.sides[0]);
  const button = make('button', { type: 'button', textContent: t('share.handOver', { side }), title: t('share.handOverHow') });
  const box = make('div', { className: 'row hand-over' }, button);
  box.append(takeAlong(app, box));
  button.addEventListener('click', async () => {
    try {
      const hash = await app.session.handOver();
      box.replaceWith(link(t('share.handed', { side }), `${base}#${hash}`), make('p', { className: 'note', textContent: t('share.handOverHow') }));
    } catch (e) { tell(e.message); }
  });
  return box;
}

export function share(app) {
  const base = `${location.origin}${gameAt(app.game)}`;
  const parts = outOfReach();
  const invite = known(app.game)?.invite;
  const { keys } = app.session;
  if (app.sides.length === 2) {
    parts.push(make('p', { textContent: t('share.both') }));
    const row = make('div', { className: 'row' });
    for (const [key, name] of [['w', 'white'], ['b', 'black']]) {
      const side = sideName(name);
      parts.push(link(t('share.link', { side }), `${base}#${key}=${keys[key]}`));
      const button = make('button', { type: 'button', textContent: t('share.keep', { side }) });
      button.dataset.keep = name;
      button.addEventListener('click', () => { dialog().close(); app.session.keepOnly(key); });
      row.append(button);
    }
    parts.push(row);
  } else if (invite) {
    if (known(app.game).open && !app.state?.taken.includes(known(app.game).open)) parts.push(make('p', { className: 'note', textContent: t('challenge.listed') }));
    const side = sideName(invite.startsWith('w') ? 'white' : 'black');
    parts.push(make('p', { textContent: t('share.send', { side }) }), link(t('share.link', { side }), `${base}#${invite}`));
  }
  if (app.sides.length === 1) parts.push(link(t('share.own'), `${base}#${app.session.hash()}`), handOver(app, base));
  if (!app.sides.length) parts.push(codeField(app));
  parts.push(link(t('share.lookOn'), base));
  open(t('share.title'), ...parts);
}

const isGame = text => text.trimStart().startsWith('{');

/** A field that opens a scenario, a saved game or a game of a match, together with the variant file that it names, if any. */
export function openScenario(wrong) {
  const input = make('input', { type: 'file', multiple: true, accept: '.toml,.jsonl,.json,text/plain', ariaLabel: t('files.open') });
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
      return t('files.line', { game, white, black, result, n: moves.length });
    } catch { return t('files.noGame'); }
  };
  const pick = make('select', { name: 'game', ariaLabel: t('files.match') }, ...lines.map((line, i) => make('option', { value: i, textContent: words(line) })));
  const go = make('button', { type: 'button', textContent: t('files.openGame') });
  go.addEventListener('click', () => choose(lines[pick.value]));
  return make('div', { className: 'row games' }, pick, go);
}

export function files(app) {
  const text = make('textarea', { rows: 4, value: app.shown.text, spellcheck: false, ariaLabel: t('files.text') });
  const wrong = make('p', { className: 'wrong', role: 'alert' });
  const press = (words, act) => {
    const button = make('button', { type: 'button', textContent: words });
    button.addEventListener('click', act);
    return button;
  };
  const { base, differences, variant } = app.introduction;
  const here = { variant: base, rules: differences, position: app.shown.text };
  const saved = (words, name, made) => press(words, async () => {
    try { download(name, await made()); } catch (e) { wrong.textContent = e.message; }
  });
  const fromServer = (words, href) => make('a', { className: 'button', href: `/api/games/${app.game}/${href}`, download: '', textContent: words });
  const drawn = (format, size) => () => pictureOf({ at: { game: here }, format, size });
  const saves = hasServer
    ? [fromServer(t('files.png'), `picture.png?ply=${app.shown.ply}&size=1200`), fromServer(t('files.svg'), `picture.svg?ply=${app.shown.ply}`), fromServer(t('files.scenario'), 'scenario.toml')]
    : [saved(t('files.png'), 'continuum.png', drawn('png', 1200)), saved(t('files.svg'), 'continuum.svg', drawn('svg', 900)), saved(t('files.scenario'), 'continuum.toml', async () => new Blob([await scenarioOf(app.game)]))];
  const copy = press(t('files.copy'), () => copied(text.value));
  const paste = press(t('files.paste'), async () => {
    try { text.value = await navigator.clipboard.readText(); } catch { wrong.textContent = t('files.noPaste'); text.select(); }
  });
  const start = press(t('files.new'), async () => {
    try {
      goTo(await ask('POST', '/api/games', { ...here, position: text.value }), 'both', variant.name);
    } catch (e) { wrong.textContent = e.message; }
  });
  open(t('files.title'),
    make('h3', { textContent: t('files.position', { ply: app.shown.ply }) }), text, make('div', { className: 'row' }, copy, paste, start), wrong,
    make('h3', { textContent: t('files.save') }),
    make('div', { className: 'row' }, ...saves),
    make('h3', { textContent: t('files.openAny') }), openScenario(wrong));
}

/** What the help tells of, in order. */
const HELP = ['drag', 'click', 'finger', 'tab', 'enter', 'across', 'along', 'ends', 'guard', 'sword', 'number', 'compare', 'glued', 'enemy', 'heap', 'premove', 'history', 'letters', 'pieces'];

export function help() {
  const rows = HELP.flatMap(name => [make('dt', { textContent: t(`help.${name}.key`) }), make('dd', { textContent: t(`help.${name}.text`) })]);
  open(t('help.title'), make('dl', { className: 'help' }, ...rows), make('p', { textContent: t('help.marks') }));
}

export function confirmBox(question, yes, act) {
  const button = make('button', { type: 'button', className: 'danger', textContent: yes });
  button.addEventListener('click', () => { dialog().close(); act(); });
  const no = make('button', { type: 'button', textContent: t('game.goOn') });
  no.addEventListener('click', () => dialog().close());
  open(question, make('div', { className: 'row end' }, no, button));
  no.focus();
}
