// A page of the rules: what a scenario comes to can be played on.
import { $ } from './dom.js';
import { ask } from './net.js';
import { press, tell } from './shell.js';
import { goTo } from './store.js';

press('play-on', async () => {
  const file = $('file')?.textContent;
  try {
    goTo(await ask('POST', '/api/games', { scenario: $('scenario').textContent, ...(file && { file }) }), 'both');
  } catch (e) { tell(e.message); }
});
