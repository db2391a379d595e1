// The buttons and keys of a game.
import { confirmBox, files, share } from './dialogs.js';
import { $ } from './dom.js';
import { isForPage, press } from './shell.js';
import { t } from './text.js';

/** How far the wheel is rolled for one step, pixels. */
const A_STEP = 50;

export function attachControls(app) {
  const { board, selection } = app;
  press('share', () => app.introduction && share(app));
  press('more', () => app.shown && files(app));
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
  press('draw', () => (app.sides.length === 2 ? confirmBox(t('game.drawAsk'), t('game.drawYes'), () => app.send('draw')) : app.send('draw')));
  press('rematch', () => app.send('rematch'));
  press('resign', () => confirmBox(t('game.resignAsk'), t('game.resignYes'), () => app.send('resign')));

  const click = id => () => $(id).hidden || $(id).click();
  const KEYS = {
    '[': () => app.step(-1), ']': () => app.step(1), Home: () => app.look(0), End: () => app.look(Infinity),
    ArrowLeft: () => app.step(-1), ArrowRight: () => app.step(1),
    u: click('undo'), r: click('redo'), f: click('flip'), a: click('attacks'), h: click('hint'), t: click('after'), p: click('repeat'), Escape: () => { selection.drop(); app.premove.cancel(); },
  };
  // The wheel steps through the history where it does not zoom.
  let rolled = 0;
  $('board').addEventListener('wheel', event => {
    // A page that is higher than its window, as when it is zoomed, is scrolled instead.
    const scrolls = document.documentElement.scrollHeight > innerHeight + 1;
    if (event.defaultPrevented || scrolls || !app.state?.moves.length) return;
    event.preventDefault();
    rolled += event.deltaY;
    if (Math.abs(rolled) < A_STEP) return;
    app.step(Math.sign(rolled));
    rolled = 0;
  }, { passive: false });
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape' && event.target.matches('input, select, textarea')) return selection.drop();
    if (!isForPage(event) || !app.shown || !KEYS[event.key]) return;
    event.preventDefault();
    KEYS[event.key]();
  });
}
