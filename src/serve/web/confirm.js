// Whether a move that was dropped or clicked waits for Play. This browser remembers it.

const CONFIRM = 'continuum-confirm';

export const confirmsMoves = () => localStorage.getItem(CONFIRM) === 'on';

export const confirmMoves = isOn => localStorage.setItem(CONFIRM, isOn ? 'on' : 'off');
