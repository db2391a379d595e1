// The engine that answers the page: a server, or a library inside this browser. Only `line.js` knows too which one it is.
import { faultText, LANGUAGE, t } from './text.js';

/** Whether people at several machines can play each other here. */
export const hasServer = document.documentElement.dataset.engine === 'server';

let loading;
/** The engine inside this browser. */
export const engine = () => (loading ??= import('./local.js'));
const loaded = new Promise(resolve => { if (document.readyState === 'complete') resolve(); else addEventListener('load', resolve); });
/** Fulfilled when the page is shown and its engine is ready: what can wait does not hold them up. A page that asks nothing loads its
 * engine for the next one. */
export const ready = loaded.then(() => hasServer || engine().then(({ rules }) => rules)).catch(() => {});

const ROOT = new URL('../../', import.meta.url);
const CHOSEN = 'continuum-language';

/** The script of the service worker, in the folder that it serves. */
export const serviceWorker = new URL('worker.js', ROOT).href;

/** The address of a file's page in a language. English is in the folder itself, each other language in one below it. */
const fileOf = (language, name) => new URL(`${language === 'en' ? '' : `${language}/`}${name || 'index'}.html`, ROOT).pathname;

/** The name of the file of this page. */
const fileHere = () => location.pathname.slice(fileOf(LANGUAGE, 'x').length - 'x.html'.length).replace(/\.html$/, '');

/** The address of a page by its name; the front page has none. */
export const pageAt = (name, hash = '') => (hasServer ? ROOT.pathname + name : fileOf(LANGUAGE, name)) + hash;

/** The address of a game's page. */
export const gameAt = id => (hasServer ? pageAt(`game/${id}`) : `${pageAt('game')}?${id}`);

/** The name of the game of this page. */
export const gameHere = () => (hasServer ? location.pathname.match(/\/game\/([a-z0-9]+)/)?.[1] ?? null : location.search.slice(1));

/** What a game's page begins with: its introduction and state, or the error for which there is none. */
export const opening = async id => (hasServer ? JSON.parse(document.getElementById('opening').textContent) : (await engine()).opening(id));

/** How a game of this browser stands; null when it is gone. */
export async function brief(id) {
  if (!hasServer) return (await engine()).brief(id);
  const response = await fetch(`/api/games/${id}`);
  return response.status === 404 ? null : { ...(await answerOf(response)), picture: `/api/games/${id}/picture.png?size=260` };
}

/** A game as the text of a scenario. */
export async function scenarioOf(id) {
  if (!hasServer) return (await engine()).scenarioOf(id);
  const response = await fetch(`/api/games/${encodeURIComponent(id)}/scenario.toml`);
  return response.ok ? response.text() : answerOf(response);
}

const ANALYSIS = 'continuum-analysis';

/** Keeps an analysis for when the page is loaded again: by a server in this window, without one in this browser. */
export async function keepAnalysis(analysis) {
  if (!hasServer) return (await engine()).keepAnalysis(analysis);
  try { sessionStorage.setItem(ANALYSIS, JSON.stringify(analysis)); } catch { /* A tree too large to keep is still there to be saved. */ }
}

/** The analysis that was kept last of those with a hash of the address. */
export async function keptAnalysis(hash) {
  if (!hasServer) return (await engine()).keptAnalysis(hash);
  const found = JSON.parse(sessionStorage.getItem(ANALYSIS) ?? 'null');
  return found?.hash === hash ? found : null;
}

/** A picture of a position or of some moves, as a file: `{ at, format, size }`. */
export async function pictureOf(wanted) {
  if (!hasServer) return (await engine()).pictureOf(wanted);
  const response = await fetch('/api/positions/picture', { method: 'POST', body: JSON.stringify(wanted) });
  return response.ok ? response.blob() : answerOf(response);
}

/** Gives all that this browser keeps as a file; only where it keeps games itself. */
export const everything = hasServer ? null : async () => (await engine()).everything();

/** Shows the pages in another language, from now on. */
export function speak(language) {
  if (!hasServer) {
    localStorage.setItem(CHOSEN, language);
    return location.assign(fileOf(language, fileHere()) + location.search + location.hash);
  }
  document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax`;
  location.reload();
}

// A first visitor sees the language that the browser is set to.
if (!hasServer && LANGUAGE === 'en' && navigator.language.startsWith('de') && !localStorage.getItem(CHOSEN) && ['', 'index'].includes(fileHere())) speak('de');

export const ask = hasServer ? askServer : async (...asked) => (await engine()).ask(...asked);

async function askServer(method, path, body, signal) {
  const unanswered = e => { throw e.name === 'AbortError' ? e : new Error(t('site.noServer')); };
  const response = await fetch(path, { method, body: body && JSON.stringify(body), signal }).catch(unanswered);
  return answerOf(response);
}

/** What the server has answered; its error is thrown. */
async function answerOf(response) {
  const unread = { error: { message: t('site.answered', { status: response.status }) } };
  const answer = await response.json().catch(() => unread);
  if (response.ok) return answer;
  const fault = answer.error ?? unread.error;
  throw Object.assign(new Error(faultText(fault)), { faults: fault.faults });
}
