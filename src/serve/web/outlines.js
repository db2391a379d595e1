// The outlines of the pieces, drawn for this page in a box from -50 to 50.

/** Picture units in one board unit. */
export const U = 100;

const NS = 'http://www.w3.org/2000/svg';

const OUTLINES = {
  P: ['M0-28a13 13 0 0 1 8.5 22.8c7 5 9 14 10.5 24.2h6v10h-50v-10h6c1.500-10.2 3.500-19.200 10.500-24.200a13 13 0 0 1 8.500-22.800z'],
  R: ['M-25-31h11v7h8v-7h12v7h8v-7h11v17l-7 6v21l8 7v10h-52v-10l8-7v-21l-7-6z', 'M-17-8h34M-17 14h34'],
  B: ['M0-37a4.500 4.500 0 0 1 3 8c9 6 14 14 14 22 0 7-4 12-9 15 1 5 3 8 8 10h9v12h-50v-12h9c5-2 7-5 8-10-5-3-9-8-9-15 0-8 5-16 14-22a4.500 4.500 0 0 1 3-8z', 'M0-17v14M-7-10h14M-11 9h22'],
  N: ['M-4-37l8 8c17 4 23 20 23 46v13h-48v-7c0-11 15-16 15-26-5 4-9 5-13 6l-5 5-7-8c6-8 9-22 17-28z', 'M-10-15h.1'],
  Q: ['M-21 14L-32-13-17 1-16.500-25-5.500-3 0-29 5.500-3 16.500-25 17 1 32-13 21 14z', 'M-22 19h44v11h-44z',
      'M-32-13h.1M-16.500-25h.1M0-29h.1M16.500-25h.1M32-13h.1'],
  K: ['M-3-40h6v5h5v6h-5v6c4 1 6 4 6 8 4-5 9-8 14-8 8 0 13 6 13 13 0 9-8 15-14 20v4h-44v-4c-6-5-14-11-14-20 0-7 5-13 13-13 5 0 10 3 14 8 0-4 2-7 6-8v-6h-5v-6h5z', 'M-22 19h44v11h-44z'],
  S: ['M0-40l6 10v38h-12v-38z', 'M-17 8h34v8h-12v14a5 5 0 0 1-10 0v-14h-12z', 'M0-28v30'],
  F: ['M0-12c11 0 18 8 18 19 0 12-8 19-18 19s-18-7-18-19c0-11 7-19 18-19z', 'M-8-12l-9-14M8-12l9-14M-18 6l-11-5M18 6l11-5M-16 18l-10 7M16 18l10 7M0-10v34'],
  G: ['M0-34c10 6 18 9 27 9 0 27-7 43-27 56-20-13-27-29-27-56 9 0 17-3 27-9z', 'M0-20v38M-14-6h28'],
};

/** Whether a kind has an outline of its own; others show their letter. */
export const hasOutline = letter => letter in OUTLINES;

export const el = (name, attributes = {}, ...children) => {
  const node = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
};

/** The figure of a kind, `size` wide, about the origin; the letter where there is no outline. */
export function figure(letter, size) {
  const group = el('g', { class: 'figure', transform: `scale(${size / 100})` });
  const outline = OUTLINES[letter];
  if (!outline) {
    const text = el('text', { 'text-anchor': 'middle', 'dominant-baseline': 'central', 'font-size': 64, 'font-weight': 700 });
    text.textContent = letter;
    group.append(text);
    return group;
  }
  outline.forEach((d, i) => group.append(el('path', { d, class: i === 0 || d.endsWith('z') ? 'body' : d.startsWith('M-32-13h.1') ? 'detail dots' : 'detail' })));
  return group;
}

/** A figure by itself, for lists and choosers. */
export function icon(letter, color, size = 26) {
  const svg = el('svg', { viewBox: '-50 -50 100 100', width: size, height: size, class: `icon-piece ${color}`, 'aria-hidden': 'true' });
  svg.append(figure(letter, 100));
  return svg;
}
