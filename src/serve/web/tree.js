// A game with variations as a tree: positions and the moves between them. No pages, no rules.

let next = 1;

/** A position of the tree. `move` led to it; the first position has none. */
const node = (parent, move, position) => ({ id: next++, parent, move, position, children: [], comment: '', shapes: [] });

export class Tree {
  constructor(position) { this.root = node(null, null, position); }

  /** The node after a move: the one that is there, or a new one, after its siblings. */
  add(parent, move, position) {
    const there = parent.children.find(child => child.move.text === move.text);
    if (there) return there;
    const made = node(parent, move, position);
    parent.children.push(made);
    return made;
  }

  /** The nodes from the first position to one, both among them. */
  path(to) {
    const path = [];
    for (let at = to; at; at = at.parent) path.unshift(at);
    return path;
  }

  /** The end of the line that goes on from a node. */
  end(from) {
    while (from.children.length) [from] = from.children;
    return from;
  }

  /** The node of the nearest fork on the way to a node that is no first choice there; nothing on the main line. */
  fork(to) { return this.path(to).reverse().find(at => at.parent && at.parent.children[0] !== at); }

  /** Makes the nearest variation that leads to a node the first choice where it begins. */
  promote(to) {
    const fork = this.fork(to);
    if (!fork) return;
    const { children } = fork.parent;
    children.splice(children.indexOf(fork), 1);
    children.unshift(fork);
  }

  /** Takes a node and all after it off; returns the node before it. */
  remove(gone) {
    const { children } = gone.parent;
    children.splice(children.indexOf(gone), 1);
    return gone.parent;
  }

  /** Finds a node by its number. */
  find(id, from = this.root) {
    const open = [from];
    while (open.length) {
      const at = open.pop();
      if (at.id === id) return at;
      open.push(...at.children);
    }
    return null;
  }

  /** The line from a node on, as it is sent: each move with the variations in its place. `write` gives what is kept of a node. */
  lineFrom(from, write) {
    const line = [];
    for (let at = from; at.children.length; [at] = at.children) {
      const [main, ...others] = at.children;
      line.push({ ...write(main), variations: others.map(other => [{ ...write(other), variations: [] }, ...this.lineFrom(other, write)]) });
    }
    return line;
  }

  /** Adds a line as it was sent after a node. `read` puts what is kept into a new node. */
  addLine(from, line, read) {
    let at = from;
    for (const sent of line) {
      const made = this.add(at, sent.move, sent.position);
      read(made, sent);
      for (const variation of sent.variations) this.addLine(at, variation, read);
      at = made;
    }
  }
}

/** The side to move and the number of the full move of a position. */
function countersOf(position) {
  const [, turn, counters = '0 1'] = position.split(';').map(part => part.trim());
  return { turn, fullmove: Number(counters.split(/\s+/)[1] ?? 1) };
}

/** The number of the full move of a position. */
export const fullmoveOf = position => countersOf(position).fullmove;

/** The number of a move and whose it is, by the position before it: `3.` or `3…`. */
export function numberOf(before) {
  const { turn, fullmove } = countersOf(before);
  return `${fullmove}${turn === 'b' ? '…' : '.'}`;
}
