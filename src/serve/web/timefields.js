// The fields for a clock.
import { make } from './dom.js';

// Minutes at the beginning and seconds gained by each turn.
const TIMES = [['none', 'No clock'], ['1+0', '1 minute'], ['3+2', '3 minutes + 2 s a turn'], ['5+3', '5 minutes + 3 s a turn'],
  ['10+5', '10 minutes + 5 s a turn'], ['30+20', '30 minutes + 20 s a turn'], ['own', 'Another clock']];

/** The fields for a clock, and what they ask for. */
export function clockFields() {
  const pick = make('select', { name: 'time', ariaLabel: 'Clock' }, ...TIMES.map(([value, words]) => make('option', { value, textContent: words })));
  const number = (name, value, min, words) => make('input', { type: 'number', name, value, min, step: 'any', ariaLabel: words, title: words });
  const minutes = number('minutes', 15, 0, 'Minutes at the beginning');
  const seconds = number('seconds', 10, 0, 'Seconds gained by each turn');
  const own = make('span', { className: 'row', hidden: true }, minutes, ' minutes + ', seconds, ' s a turn');
  pick.addEventListener('change', () => { own.hidden = pick.value !== 'own'; });
  const clock = () => {
    if (pick.value === 'none') return null;
    const [base, increment] = pick.value === 'own' ? [minutes.value, seconds.value] : pick.value.split('+');
    return { base: Math.round(Number(base) * 60), increment: Math.round(Number(increment)) };
  };
  return { row: make('div', { className: 'row time' }, 'Clock: ', pick, own), clock };
}
