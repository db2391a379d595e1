// What goes in and out of an analysis: texts opened and saved, pictures, links, a game from a position.
import { copied, download, open } from './dialogs.js';
import { $, make } from './dom.js';
import { written } from './drawings.js';
import { ask, pictureOf } from './net.js';
import { packed } from './packed.js';
import { tell } from './shell.js';
import { goTo } from './store.js';
import { t } from './text.js';

const PICTURE = 1200;
const FILM = 400;
/** The moves that one picture is made of at most, as the server has it. */
const TRIED = 64;
const PICTURES = ['png', 'svg', 'gif'];

const button = (words, act) => {
  const made = make('button', { type: 'button', textContent: words });
  made.addEventListener('click', () => Promise.resolve(act()).catch(e => tell(e.message)));
  return made;
};

/** The analysis as a text of a form: `scenario` or `pgn`. */
export async function textOf(app, form) {
  const { tree, game, title, ground } = app;
  const write = ({ move, comment, shapes }) => ({ move: move.text, comment: written(comment, shapes, ground.cells) });
  const { comment } = write({ move: {}, comment: tree.root.comment, shapes: tree.root.shapes });
  return (await ask('POST', '/api/analyses/write', { game: { ...game, position: tree.root.position, title }, form, comment, line: tree.lineFrom(tree.root, write) })).text;
}

/** A picture of the present position; as GIF the moves that lead there. */
async function picture(app, format) {
  const path = app.tree.path(app.at);
  const shown = format === 'gif' ? path.slice(-TRIED - 1) : path.slice(-2);
  if (format === 'gif' && path.length > TRIED + 1) tell(t('analysis.wide', { n: TRIED }));
  const [first, ...rest] = shown;
  const at = { game: { ...app.game, position: first.position }, moves: rest.map(node => node.move.text) };
  download(`continuum.${format}`, await pictureOf({ at, format, size: format === 'gif' ? FILM : PICTURE }));
}

/** Begins with what a text holds, at the position after some moves of its main line. */
export async function openText(app, { text, file }, ply = 0) {
  const { variant, rules } = app.game ?? {};
  // A FEN is for the board shown, if that may have one.
  const on = app.ground?.shape === 'squares' && { variant, rules };
  const { game, title, comment, line, games } = await ask('POST', '/api/analyses/read', { text, ...(file && { file }), ...(on && { on }) });
  await app.begin({ game, title, root: { comment }, line, path: line.slice(0, ply).map(() => 0) });
  if (games > 1) tell(t('analysis.first', { n: games }));
}

export const copyLink = hash => copied(`${location.origin}${location.pathname}${hash}`);

/** A new game from a position. Who plays it is asked first, and at which level the program does. */
export async function playFrom(game) {
  const { whoField } = await import('./newgame.js');
  const who = whoField('as-white');
  const wrong = make('p', { className: 'wrong', role: 'alert' });
  const go = make('button', { className: 'go big', textContent: t('site.playGame') });
  const form = make('form', { className: 'new' }, who.row, wrong, make('div', { className: 'row end' }, go));
  form.addEventListener('submit', async event => {
    event.preventDefault();
    go.disabled = true;
    const opponent = who.opponent();
    try {
      const made = await ask('POST', '/api/games', { ...game, ...(opponent && { opponent }) });
      goTo(made, who.side() ?? who.chosen(), game.variant, opponent ? true : undefined);
    } catch (e) { wrong.textContent = e.message; go.disabled = false; }
  });
  open(t('analysis.play'), form);
  go.focus();
}

/** The FEN of the position shown; nothing where it has none. */
async function fenOf({ game, shown, ground }) {
  if (ground.shape !== 'squares') return null;
  return (await ask('POST', '/api/analyses/write', { game: { ...game, position: shown.text }, form: 'fen', line: [] }).catch(() => null))?.text;
}

export function files(app) {
  const box = $('dialog');
  const wrong = make('p', { className: 'wrong', role: 'alert' });
  const position = make('textarea', { rows: 3, value: app.shown.text, readOnly: true, ariaLabel: t('analysis.position') });
  const text = make('textarea', { rows: 5, spellcheck: false, ariaLabel: t('analysis.text'), placeholder: t('analysis.paste'), name: 'text' });
  const input = make('input', { type: 'file', multiple: true, accept: '.toml,.pgn,.fen,.epd,.jsonl,.json,text/plain', ariaLabel: t('analysis.openFile') });
  const begin = async (text, file) => {
    wrong.textContent = '';
    try {
      await openText(app, { text, file });
      box.close();
    } catch (e) { wrong.textContent = e.message; }
  };
  input.addEventListener('change', async () => {
    const texts = await Promise.all([...input.files].map(file => file.text()));
    // Of two files, the variant file is the one without steps.
    const at = Math.max(0, texts.findIndex(text => /^\s*(\[\[step\]\]|variant\s*=)/m.test(text)));
    if (texts.length) begin(texts[at], texts.find((_, i) => i !== at));
    input.value = '';
  });
  fenOf(app).then(fen => fen && position.after(make('label', { className: 'link' }, make('span', { textContent: 'FEN' }), make('input', { name: 'fen', readOnly: true, value: fen, onfocus() { this.select(); } }))));
  const save = (form, name) => button(t(`analysis.${form}`), async () => download(name, new Blob([await textOf(app, form)], { type: 'text/plain' })));
  open(t('analysis.files'),
    make('h3', { textContent: t('analysis.position') }), position,
    make('h3', { textContent: t('analysis.save') }),
    make('div', { className: 'row saves' }, save('scenario', 'continuum.toml'), save('pgn', 'continuum.pgn'), ...PICTURES.map(format => button(t(`analysis.${format}`), () => picture(app, format))),
      button(t('analysis.whole'), async () => copyLink(`#analysis=${await packed(await textOf(app, 'pgn'))}`))),
    make('h3', { textContent: t('analysis.openText') }), input, text, make('div', { className: 'row end' }, button(t('analysis.read'), () => begin(text.value))), wrong);
}
