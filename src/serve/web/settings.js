// The window for what this browser keeps about the page itself: its language, its colours, its sounds.
import { confirmMoves, confirmsMoves } from './confirm.js';
import { open } from './dialogs.js';
import { make } from './dom.js';
import { tellPlaces, tellsPlaces } from './figurines.js';
import { speak } from './net.js';
import { isOn, turn } from './sound.js';
import { LANGUAGE, t } from './text.js';
import { showTheme, themeOf } from './shell.js';

/** The languages by the names that their speakers give them. */
const LANGUAGES = [['en', 'English'], ['de', 'Deutsch']];

/** A list to choose from, with what it is for. */
function choice(words, name, options, chosen, act) {
  const list = make('select', { name }, ...options.map(([value, text]) => new Option(text, value, false, value === chosen)));
  list.addEventListener('change', () => act(list.value));
  return make('label', { className: 'field' }, make('span', { textContent: words }), list);
}

export function settings() {
  const themes = ['system', 'light', 'dark'].map(name => [name, t(`settings.theme.${name}`)]);
  open(t('site.settings'), make('div', { className: 'fields' },
    choice(t('settings.language'), 'language', LANGUAGES, LANGUAGE, speak),
    choice(t('settings.theme'), 'theme', themes, themeOf(), showTheme),
    choice(t('settings.moves'), 'moves', ['lanes', 'places'].map(name => [name, t(`settings.moves.${name}`)]), tellsPlaces() ? 'places' : 'lanes', name => tellPlaces(name === 'places')),
    choice(t('settings.confirm'), 'confirm', ['off', 'on'].map(name => [name, t(`settings.confirm.${name}`)]), confirmsMoves() ? 'on' : 'off', name => confirmMoves(name === 'on')),
    choice(t('settings.sound'), 'sound', ['on', 'off'].map(name => [name, t(`settings.sound.${name}`)]), isOn() ? 'on' : 'off', name => turn(name === 'on'))));
}
