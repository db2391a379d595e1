// Numbers as people type them, with a point or a comma, and as they are shown.

/** Distances that differ by no more count as equal in the rules, board units. */
export const TIE = 1e-9;

/** A number or an expression with points: a comma in it is a decimal one. */
export const pointed = text => text.trim().replaceAll(',', '.');

/** The number that a text says; NaN for none. */
export const numberOf = text => (text.trim() ? Number(pointed(text)) : NaN);

/** A place as the program reads it, `x,y`. Typed it may be `4.5,3`, `4,5 3`, `4,5; 3` or `4,5,3,0`; a comma alone parts two whole numbers. */
export function pointedPlace(text) {
  const words = text.trim().split(/\s*;\s*|,?\s+/);
  if (words.length === 2) return words.map(pointed).join(',');
  const digits = text.trim().split(',');
  if (digits.length === 4 && digits.every(part => /^-?\d+$/.test(part))) return `${digits[0]}.${digits[1]},${digits[2]}.${digits[3]}`;
  return text.trim();
}

/** A number with fifteen digits and no exponent: a sixteenth is rounding, as in 2.9000000000000004. */
export function exact(n) {
  const text = String(Number(n.toPrecision(15)));
  return /e/.test(text) ? n.toFixed(20).replace(/\.?0+$/, '') : text;
}

const rounded = (n, digits) => String(Math.round(n * 10 ** digits) / 10 ** digits);

/** A number for the eye: six decimals at most. */
export const decimals = n => rounded(n, 6);

/** A number as the rules take it: with the fewest decimals that name no other distance. */
export function precise(n) {
  for (const digits of [6, 7, 8, 9]) if (Math.abs(Number(rounded(n, digits)) - n) <= TIE) return rounded(n, digits);
  return exact(n);
}
