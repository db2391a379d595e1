// The fields for a clock.
import { make } from './dom.js';
import { numberOf } from './numbers.js';
import { t } from './text.js';

/** A clock in words. */
export const clockText = ({ base, increment }) => (increment ? t('time.gained', { n: minutesOf(base), seconds: increment }) : t('time.minutes', { n: minutesOf(base) }));
const minutesOf = base => Math.round((base / 60) * 100) / 100;

// Minutes at the beginning and seconds gained by each turn.
const TIMES = ['1+0', '3+2', '5+3', '10+5', '30+20'];

const told = time => {
  const [minutes, increment] = time.split('+').map(Number);
  return clockText({ base: minutes * 60, increment });
};

/** The fields for a clock, and what they ask for. */
export function clockFields() {
  const times = [['none', t('time.none')], ...TIMES.map(time => [time, told(time)]), ['own', t('time.own')]];
  const pick = make('select', { name: 'time', ariaLabel: t('time.clock') }, ...times.map(([value, words]) => new Option(words, value)));
  const number = (name, value, words) => make('input', { name, value, size: 5, inputMode: 'decimal', autocomplete: 'off', ariaLabel: words, title: words });
  const minutes = number('minutes', 15, t('time.base'));
  const seconds = number('seconds', 10, t('time.increment'));
  const own = make('span', { className: 'row', hidden: true }, minutes, ` ${t('time.ownMinutes')} `, seconds, ` ${t('time.ownSeconds')}`);
  pick.addEventListener('change', () => { own.hidden = pick.value !== 'own'; });
  const clock = () => {
    if (pick.value === 'none') return null;
    const [base, increment] = pick.value === 'own' ? [minutes.value, seconds.value] : pick.value.split('+');
    return { base: Math.round(numberOf(base) * 60), increment: Math.round(numberOf(increment)) };
  };
  return { row: make('div', { className: 'row time' }, `${t('time.clock')}: `, pick, own), clock };
}
