// Sounds, made here: a tap for a move, one more for each piece that it takes, two tones for check, a chord at the end.

const KEPT = 'continuum-sound';
/** Seconds between the taps of one move. */
const APART = 0.07;
/** More taps than these are not told apart. */
const MOST = 6;
let context;

/** Whether there are sounds: unless they were turned off. */
export const isOn = () => localStorage.getItem(KEPT) !== 'off';

export function turn(on) {
  localStorage.setItem(KEPT, on ? 'on' : 'off');
  if (on) soundOf({ captures: [] }, {});
}

/** A tone that fades: its pitch in hertz, when it begins and how long it takes in seconds, how loud it is. */
function tone(pitch, after, length, loudness, type = 'sine') {
  const begin = context.currentTime + after;
  const source = new OscillatorNode(context, { type, frequency: pitch });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(loudness, begin);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  source.frequency.setValueAtTime(pitch, begin);
  // A knock falls in pitch, as wood does.
  if (type === 'triangle') source.frequency.exponentialRampToValueAtTime(pitch / 2, begin + length);
  source.connect(volume).connect(context.destination);
  source.start(begin);
  source.stop(begin + length);
}

/** Sounds a move: what it took, whether it gives check, whether the game is over. */
export function soundOf({ captures }, { check, over }) {
  if (!isOn()) return;
  context ??= new AudioContext();
  // A browser lets a page sound only after a press.
  if (context.state === 'suspended') context.resume();
  tone(240, 0, 0.09, 0.3, 'triangle');
  const taken = Math.min(captures.length, MOST);
  for (let n = 1; n <= taken; n++) tone(150 + 30 * n, n * APART, 0.1, 0.4, 'triangle');
  const after = (taken + 1) * APART;
  if (over) for (const pitch of [262, 330, 392]) tone(pitch, after, 0.7, 0.12);
  else if (check) for (const [n, pitch] of [660, 880].entries()) tone(pitch, after + n * 0.08, 0.16, 0.15);
}
