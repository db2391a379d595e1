// What shows of the copies of a board beyond its seams: only what lies near enough to be seen, for everything that is drawn is
// looked at again in each frame.
import { el } from './outlines.js';

/** How far the strokes of a figure and those of a mark reach beyond their lines where styles give the width, picture units. */
const [OF_FIGURE, OF_MARK] = [5, 10];

/** The box of a drawn node in the picture, its strokes included; nothing for an empty one. */
function boxOf(node) {
  const { x, y, width, height } = node.getBBox();
  if (!width && !height) return null;
  const matrix = node.style.transform ? new DOMMatrix(node.style.transform) : node.transform.baseVal.consolidate()?.matrix ?? new DOMMatrix();
  const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]].map(([px, py]) => [matrix.a * px + matrix.c * py + matrix.e, matrix.b * px + matrix.d * py + matrix.f]);
  const wide = [node, ...node.querySelectorAll('[stroke-width]')].map(part => Number(part.getAttribute('stroke-width')) / 2);
  const margin = Math.max(node.localName === 'g' ? OF_FIGURE : OF_MARK, ...wide);
  const [xs, ys] = [0, 1].map(axis => corners.map(corner => corner[axis]));
  return [Math.min(...xs) - margin, Math.min(...ys) - margin, Math.max(...xs) + margin, Math.max(...ys) + margin];
}

/** A node copied; names are of one node each. */
function copyOf(node) {
  const copy = node.cloneNode(true);
  for (const named of [copy, ...copy.querySelectorAll('[id]')]) named.removeAttribute('id');
  return copy;
}

export class Copies {
  /** Copies layers into a group that has a place for each of them, whenever one changes. */
  constructor(layers) {
    this.layers = layers;
    this.group = el('g', { class: 'copies', 'aria-hidden': 'true', 'pointer-events': 'none' });
    this.images = [];
    const changes = { childList: true, subtree: true, attributes: true };
    const watcher = new MutationObserver(records => {
      const changed = new Set(records.map(({ target }) => this.layers.find(layer => layer.contains(target))));
      for (const layer of changed) this.copy(layer);
    });
    for (const layer of layers) watcher.observe(layer, changes);
  }

  /** Shows what images of the board have within a box of the picture. */
  show(images, box) {
    Object.assign(this, { images, box });
    this.places = new Map(this.layers.map(layer => [layer, el('g')]));
    this.group.replaceChildren(...this.places.values());
    for (const layer of this.layers) this.copy(layer);
  }

  copy(layer) {
    if (!this.images.length) return;
    const nodes = [...layer.children].map(node => ({ node, box: boxOf(node) })).filter(({ box }) => box);
    const shown = this.images.map(image => {
      const near = nodes.filter(({ box }) => this.isSeen(image, box));
      if (!near.length) return null;
      const copied = layer.cloneNode(false);
      copied.removeAttribute('id');
      copied.append(...near.map(({ node }) => copyOf(node)));
      return el('g', { transform: `matrix(${image.fx} 0 0 ${image.fy} ${image.x} ${image.y})` }, copied);
    });
    const place = this.places.get(layer);
    const copies = shown.filter(Boolean);
    if (copies.length || place.firstChild) place.replaceChildren(...copies);
  }

  /** Whether a box of the board, seen through an image, meets what is shown. */
  isSeen({ fx, fy, x, y }, [x0, y0, x1, y1]) {
    const [left, top, right, bottom] = this.box;
    const [xs, ys] = [[fx * x0 + x, fx * x1 + x], [fy * y0 + y, fy * y1 + y]];
    return Math.max(...xs) > left && Math.min(...xs) < right && Math.max(...ys) > top && Math.min(...ys) < bottom;
  }
}
