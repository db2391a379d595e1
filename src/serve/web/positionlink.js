// A position in the address of a page: `#variant=..&position=..`, and the parameters that differ from the variant's.
import { t } from './text.js';

/** The game that the address names, as for a new game; nothing when it names none. */
export function readLink(hash = location.hash) {
  const words = new URLSearchParams(hash.slice(1));
  const [variant, position, rules] = ['variant', 'position', 'rules'].map(name => words.get(name));
  if (!variant && !position) return null;
  return { variant: variant ?? 'continuous', rules: parameters(rules ?? '{}'), ...(position && { position }) };
}

function parameters(text) {
  try {
    return JSON.parse(text);
  } catch { throw new Error(t('analysis.badLink')); }
}

/** The part of an address that names a game's position. */
export function linkOf({ variant, rules = {}, position }) {
  const words = new URLSearchParams({ variant, ...(Object.keys(rules).length && { rules: JSON.stringify(rules) }), ...(position && { position }) });
  return `#${words.toString().replaceAll('%40', '@').replaceAll('%2C', ',').replaceAll('%27', "'").replaceAll('%3B', ';')}`;
}
