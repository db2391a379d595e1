// The page's texts in the visitor's language. The server writes the table of that language into this module.

const TABLE = {{table}};

export const LANGUAGE = document.documentElement.lang;
const numbers = new Intl.PluralRules(LANGUAGE);

/** Whether there is a text of this name. */
export const hasText = key => key in TABLE;

/** A text with its placeholders filled. Of a text with forms for numbers the form for `n`. */
export function t(key, values = {}) {
  // A text that only repeats the server's words is left out.
  const text = TABLE[key] ?? '{message}';
  const form = typeof text === 'string' ? text : text[numbers.select(values.n)];
  return form.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** A side's name, as it begins a sentence. */
export const sideName = side => t(`side.${side}`);

/** The name of a kind of piece; kinds of a variant file have the one that the file gives them. */
export const kindName = (name, n = 1) => (hasText(`kind.${name}`) ? t(`kind.${name}`, { n }) : n > 1 ? `${name}s` : name);

/** What the values of a fault of a position say that name a side. */
const SIDES = ['color', 'turn', 'waiting'];

/** What is wrong with a text, without its place: by the fault's name, or in the server's words. */
export function faultOf({ name, values, message }) {
  if (!hasText(`position.${name}`)) return message;
  const told = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, SIDES.includes(key) ? sideName(value) : value]));
  const words = t(`position.${name}`, { ...told, message });
  return values.label && words !== message ? `${values.label}: ${words}` : words;
}

/** What a refusal of the server says: by its reason, or in the server's words. */
export function faultText({ reason, message, faults = [] }) {
  const placed = faults.filter(({ name }) => name).map(fault => t('position.at', { column: fault.column, message: faultOf(fault) }));
  const words = placed.join('; ') || message;
  return hasText(`fault.${reason}`) ? t(`fault.${reason}`, { message: words }) : words;
}
