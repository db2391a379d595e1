// The tutorial: positions to play one after the other. What is done is kept in the browser.
import { $, make } from './dom.js';
import { LESSONS } from './lessons.js';
import { pageAt } from './net.js';
import { linkOf } from './positionlink.js';
import { Practice } from './practice.js';
import { press, tell } from './shell.js';
import { t } from './text.js';

const KEPT = 'continuum-lessons';
const done = new Set(JSON.parse(localStorage.getItem(KEPT) ?? '[]'));
let now = 0;

/** What a lesson says: its `title`, its `task`, what it teaches, and a word when it is done. */
const said = ({ name }) => ({ title: t(`lesson.${name}.title`), task: t(`lesson.${name}.task`), text: t(`lesson.${name}.text`), done: t(`lesson.${name}.done`) });

const practice = new Practice($('board'), (choice, piece) => {
  const lesson = LESSONS[now];
  const right = lesson.right(choice, piece);
  const { task, done: praise } = said(lesson);
  tellVerdict(right ? praise : t('learn.notThat', { task }), right);
  if (right) {
    done.add(lesson.name);
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
  $('steps').replaceChildren(...LESSONS.map((lesson, n) => {
    const { title } = said(lesson);
    const isDone = done.has(lesson.name);
    const name = `${n + 1}: ${isDone ? t('learn.isDone', { title }) : title}`;
    const button = make('button', { className: `${isDone ? 'done' : ''} ${n === now ? 'now' : ''}`, title, textContent: n + 1, ariaLabel: name });
    if (n === now) button.setAttribute('aria-current', 'step');
    button.addEventListener('click', () => go(n));
    return make('li', {}, button);
  }));
}

async function go(n) {
  if (n >= LESSONS.length) return location.assign(pageAt(''));
  now = Math.max(0, n);
  const { variant = 'continuous', position } = LESSONS[now];
  const { title, task, text } = said(LESSONS[now]);
  $('count').textContent = t('learn.count', { n: now + 1, all: LESSONS.length });
  $('lesson').textContent = title;
  $('task').textContent = task;
  $('about').textContent = text;
  $('back').disabled = now === 0;
  $('next').textContent = now + 1 === LESSONS.length ? t('learn.playGame') : t('learn.next');
  document.body.dataset.lesson = now + 1;
  $('to-analysis').href = pageAt('analysis', linkOf({ variant, position }));
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
