// Elements of the page: found, made.

export const $ = id => document.getElementById(id);

/** An element with properties and children. */
export const make = (tag, props = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...children);
  return node;
};
