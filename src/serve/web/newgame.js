// A new game: a variant, its parameters, a position, who plays; or a file.
import { cardOf } from './cards.js';
import { openField } from './challenges.js';
import { open, openScenario } from './dialogs.js';
import { make } from './dom.js';
import { ask, gameAt, hasServer } from './net.js';
import { changes, fieldsOf } from './params.js';
import { goTo, recent } from './store.js';
import { clockFields } from './timefields.js';
import { LANGUAGE, t } from './text.js';
import { sentenceOf, titleOf } from './variants.js';

const GROUPS = [
  ['plane', v => v.motion === 'plane' && v.board === 'square'], ['glued', v => v.motion === 'plane' && v.board !== 'square'],
  ['squares', v => v.motion !== 'plane' && v.board === 'square'],
  ['gluedSquares', v => v.motion !== 'plane' && !['square', 'ring', 'disc'].includes(v.board)],
  ['ring', v => v.motion !== 'plane' && v.board === 'ring'], ['disc', v => v.motion !== 'plane' && v.board === 'disc'],
];
const FIRST = ['continuous', 'orthodox', 'disc70'];
const WHO = ['both', ...(hasServer ? ['white', 'black'] : []), 'as-white', 'as-black'];
/** The choice that is no preset. */
const OWN = 'from a file';
const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];

/** Who plays: both sides here, one of them with a link for the other, or a side against the program at a level. */
export function whoField(usual) {
  const row = make('div', { className: 'row who', role: 'radiogroup', ariaLabel: t('new.who') }, ...WHO.map(value =>
    make('label', {}, make('input', { type: 'radio', name: 'who', value, checked: value === usual }), ` ${t(`new.who.${value}`)}`)));
  const level = make('select', { name: 'level', ariaLabel: t('begin.level') }, ...LEVELS.map(n => make('option', { value: n, textContent: t('new.level', { n }), selected: n === 4 })));
  row.append(level);
  const chosen = () => row.querySelector(':checked').value;
  /** The side against the program, if that is chosen. */
  const side = () => ({ 'as-white': 'white', 'as-black': 'black' }[chosen()]);
  const opponent = () => side() && { side: side() === 'white' ? 'black' : 'white', level: Number(level.value) };
  const asked = () => { level.disabled = !side(); };
  row.addEventListener('change', asked);
  asked();
  return { row, chosen, side, opponent };
}

export async function newGame() {
  const { variants } = await ask('GET', '/api/variants');
  const form = make('form', { className: 'new' });
  const about = make('p', { className: 'about' });
  const fields = make('div', { className: 'fields' });
  const wrong = make('p', { className: 'wrong', role: 'alert' });
  const position = make('textarea', { rows: 2, name: 'position', placeholder: t('new.array'), spellcheck: false, ariaLabel: t('new.position') });
  const go = make('button', { className: 'go big', textContent: t('site.playGame') });
  let chosen;
  const choose = choice => {
    chosen = choice;
    about.textContent = (choice.own ? null : sentenceOf(choice.spec?.name)) ?? choice.spec?.about ?? t('new.ownAbout');
    fields.replaceChildren(...(choice.spec ? fieldsOf(choice.spec) : []));
    own.box.hidden = !choice.own;
    go.disabled = !choice.spec;
    wrong.textContent = '';
  };
  const own = ownVariant(choose);
  const list = variantList(variants, choose, own);
  const who = whoField('both');
  const all = openField();
  const askedWho = () => { all.tick.disabled = !['white', 'black'].includes(who.chosen()); };
  who.row.addEventListener('change', askedWho);
  const time = clockFields();
  // Two steps: the game, and all else about it.
  const rest = make('div', { hidden: true }, make('details', {}, make('summary', { textContent: t('new.parameters') }), fields),
    make('details', {}, make('summary', { textContent: t('new.fromPosition') }), position), who.row, ...(hasServer ? [all.row] : []), time.row);
  const step = make('button', { type: 'button', className: 'step' });
  const turnTo = isRest => {
    rest.hidden = !isRest;
    list.hidden = isRest;
    step.textContent = isRest ? t('learn.back') : t('new.more');
  };
  step.addEventListener('click', () => turnTo(list.hidden === false));
  turnTo(false);
  form.append(list, about, own.box, rest, wrong, make('div', { className: 'row end' }, step, go));
  askedWho();
  choose({ spec: variants.find(v => v.name === FIRST[0]) ?? variants[0] });
  form.addEventListener('submit', async event => {
    event.preventDefault();
    go.disabled = true;
    const { spec, file } = chosen;
    const text = position.value.trim();
    const [asked, side, opponent] = [who.chosen(), who.side(), who.opponent()];
    const clock = time.clock();
    try {
      const made = await ask('POST', '/api/games', { ...(clock && { clock }), ...(file ? { file } : { variant: spec.name }), rules: changes(form, spec), ...(text && { position: text }), ...(opponent && { opponent }), ...all.asks(asked) });
      goTo(made, side ?? asked, spec.name, Boolean(opponent), { open: all.asks(asked).open });
    } catch (e) { wrong.textContent = e.message; go.disabled = false; }
  });
  open(t('new.title'), form, ...recentGames(), make('div', { className: 'row open-file' }, `${t('new.orOpen')} `, openScenario(wrong)));
  form.querySelector('[name=variant]:checked').focus();
}

function variantList(variants, choose, own) {
  const list = make('div', { className: 'variants', role: 'radiogroup', ariaLabel: t('new.variant') });
  const row = (name, title, about, act, checked) => {
    const tick = make('input', { type: 'radio', name: 'variant', value: name, checked });
    tick.addEventListener('change', act);
    return make('label', { className: 'variant', title: about }, tick, ...(name === OWN ? [] : [cardOf(name)]), make('span', { textContent: title }));
  };
  const group = (name, rows) => list.append(make('h3', { textContent: t(`new.group.${name}`) }), make('div', { className: 'group' }, ...rows));
  const firstFirst = (a, b) => FIRST.includes(b.name) - FIRST.includes(a.name);
  for (const [name, holds] of GROUPS) {
    const found = variants.filter(holds).sort(firstFirst);
    if (found.length) group(name, found.map(spec => row(spec.name, titleOf(spec.name), sentenceOf(spec.name) ?? spec.about, () => choose({ spec }), spec.name === FIRST[0])));
  }
  group('own', [row(OWN, t('new.fromFile'), t('new.fromFileHow'), () => own.chosen(), false)]);
  return list;
}

/** A variant file, chosen, pasted or written here. The server lists its faults with their places. */
function ownVariant(choose) {
  const text = make('textarea', { rows: 8, name: 'file', spellcheck: false, ariaLabel: t('new.file'), placeholder: 'name = "mine"\n\n[[kind]]\nname = "orbiter"\nletter = "O"\n[[kind.move]]\ngo = "ride"\ntoward = [[1, 0], [0, 1]]\narc = 1' });
  const pick = make('input', { type: 'file', accept: '.toml,text/plain', ariaLabel: t('new.pickFile') });
  const faults = make('ol', { className: 'faults', role: 'alert' });
  const box = make('div', { className: 'own', hidden: true }, make('div', { className: 'row' }, `${t('new.pickHow')} `, pick), make('div', { className: 'text-and-faults' }, text, faults));
  const inSight = () => box.scrollIntoView({ block: 'nearest' });
  let asked = 0;
  let last = { own: true };
  const look = async () => {
    const file = text.value;
    const turn = ++asked;
    last = { own: true };
    faults.replaceChildren();
    if (!file.trim()) return choose(last);
    try {
      const { spec } = await ask('POST', '/api/variants', { file });
      if (turn !== asked) return;
      last = { own: true, spec, file };
    } catch (e) {
      if (turn !== asked) return;
      faults.replaceChildren(...(e.faults ?? [{ message: e.message }]).map(fault => faultItem(fault, text)));
    }
    choose(last);
    inSight();
  };
  let timer;
  text.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(look, 350); });
  pick.addEventListener('change', async () => {
    if (!pick.files[0]) return;
    text.value = await pick.files[0].text();
    look();
  });
  return { box, chosen: () => { choose(last); inSight(); } };
}

/** A fault; pressing it selects its place in the text. */
function faultItem({ line, column, message }, text) {
  const button = make('button', { type: 'button', textContent: line ? t('new.fault', { line, column, message }) : message });
  button.addEventListener('click', () => {
    const lines = text.value.split('\n');
    const begin = lines.slice(0, (line ?? 1) - 1).reduce((sum, l) => sum + l.length + 1, 0);
    text.focus();
    text.setSelectionRange(begin + (column ?? 1) - 1, begin + (lines[(line ?? 1) - 1]?.length ?? 0));
  });
  return make('li', { lang: 'en' }, button);
}

function recentGames() {
  const games = recent().filter(game => !location.pathname.endsWith(game.id)).slice(0, 6);
  if (!games.length) return [];
  const row = game => make('li', {}, make('a', { href: `${gameAt(game.id)}#${game.hash}`, textContent: `${titleOf(game.variant)} · ${new Date(game.when).toLocaleString(LANGUAGE)}` }));
  return [make('h3', { textContent: t('new.recent') }), make('ul', { className: 'recent' }, ...games.map(row))];
}
