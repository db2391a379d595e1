// The tutorial: positions to play one after the other. What is done is kept in the browser.
import { $, make } from './dom.js';
import { LESSONS } from './lessons.js';
import { Practice } from './practice.js';
import { press, tell } from './shell.js';

const KEPT = 'continuum-lessons';
const done = new Set(JSON.parse(localStorage.getItem(KEPT) ?? '[]'));
let now = 0;

const practice = new Practice($('board'), (choice, piece) => {
  const lesson = LESSONS[now];
  const right = lesson.right(choice, piece);
  tellVerdict(right ? lesson.done : `Not that: ${lesson.task.replace(/^./, letter => letter.toLowerCase())}`, right);
  if (right) {
    done.add(lesson.title);
    localStorage.setItem(KEPT, JSON.stringify([...done]));
    showSteps();
  }
  return right;
});

function tellVerdict(words, right) {
  $('verdict').textContent = words;
  $('verdict').classList.toggle('right', Boolean(right));
  $('next').classList.toggle('go', Boolean(right));
  document.body.dataset.solved = String(Boolean(right));
  if (right) $('next').focus({ preventScroll: true });
}

function showSteps() {
  $('steps').replaceChildren(...LESSONS.map(({ title }, n) => {
    const button = make('button', { className: `${done.has(title) ? 'done' : ''} ${n === now ? 'now' : ''}`, title, textContent: n + 1, ariaLabel: `${title}${done.has(title) ? ', done' : ''}` });
    if (n === now) button.setAttribute('aria-current', 'step');
    button.addEventListener('click', () => go(n));
    return make('li', {}, button);
  }));
}

async function go(n) {
  if (n >= LESSONS.length) return location.assign('/');
  now = Math.max(0, n);
  const { title, task, text, variant = 'continuous', position } = LESSONS[now];
  $('count').textContent = `Lesson ${now + 1} of ${LESSONS.length}`;
  $('lesson').textContent = title;
  $('task').textContent = task;
  $('about').textContent = text;
  $('back').disabled = now === 0;
  $('next').textContent = now + 1 === LESSONS.length ? 'Play a game' : 'Next';
  document.body.dataset.lesson = now + 1;
  tellVerdict('');
  showSteps();
  history.replaceState(null, '', `#${now + 1}`);
  await practice.set({ variant, position });
}

const safely = act => () => Promise.resolve(act()).catch(e => tell(e.message));
press('back', safely(() => go(now - 1)));
press('again', safely(() => go(now)));
press('next', safely(() => go(now + 1)));
safely(() => go(Math.min(LESSONS.length, Number(location.hash.slice(1)) || 1) - 1))();
