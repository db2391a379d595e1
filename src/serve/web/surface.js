// The board as a surface: which sides are glued, the canonical form of a place, its images, ways cut at seams.
// Geometry, no rules.

const odd = n => Math.abs(n % 2) === 1;
/** Ways and places this near to a seam count as on it, board units. */
const TIE = 1e-9;

export class Surface {
  constructor({ chart, seams }) {
    [this.width, this.height] = chart;
    this.copies = seams.copies;
    this.glued = seams.glued;
    /** Whether each end is glued to itself. */
    this.folds = seams.glued[1] && seams.copies[1][0].fy < 0;
    this.hasSeams = this.glued.some(Boolean);
  }

  /** The copy of the board in a column and row: it takes a place `q` to `[fx * q.x + x, fy * q.y + y]`. */
  image(column, row) {
    const [c, r] = [column, row].map(n => Number(odd(n)));
    const { fx, fy, x, y } = this.copies[r][c];
    return { fx, fy, x: x + (column - c) * this.width, y: y + (row - r) * this.height };
  }

  /** How far the copies of a row lie to the right of those in row 0. */
  lean(row) { return Math.min(...[0, this.width].map(x => placed(this.image(0, row), [x, 0])[0])); }

  /** The canonical form of a place, and the image that takes it to the place. */
  canonical(place) {
    let found = { at: place, image: this.image(0, 0) };
    const back = next => {
      const { at, image } = found;
      const [x, y] = placed(image, [next.x, next.y]);
      return { at: inverse(next, at), image: { fx: image.fx * next.fx, fy: image.fy * next.fy, x, y } };
    };
    found = back(this.imagesOver([...place, ...place])[0]);
    // Of two glued sides the canonical one is the first; a reversed copy begins with the other.
    if (this.glued[1] && !this.folds && found.at[1] >= this.height) found = back(this.image(0, 1));
    if (this.glued[0] && found.at[0] >= this.width) found = back(this.image(1, 0));
    if (this.folds && (found.at[1] <= 0 || found.at[1] >= this.height)) {
      const other = back(this.image(0, found.at[1] <= 0 ? -1 : 1));
      if (other.at[0] >= 0 && other.at[0] < found.at[0]) found = other;
    }
    return found;
  }

  /** The images of the board that meet a rectangle. */
  imagesOver([x0, y0, x1, y1]) {
    const range = (glued, from, to, length) => {
      if (!glued) return [0];
      const first = Math.floor(from / length);
      return Array.from({ length: Math.floor(to / length) - first + 1 }, (_, i) => first + i);
    };
    return range(this.glued[1], y0, y1, this.height).flatMap(row => {
      const lean = this.lean(row);
      return range(this.glued[0], x0 - lean, x1 - lean, this.width).map(column => this.image(column, row));
    });
  }

  /** The images of a place within a rectangle. */
  imagesOf(place, box) {
    if (!this.hasSeams) return [place];
    const { at } = this.canonical(place);
    return this.imagesOver(box).map(image => placed(image, at));
  }

  /** The image of a place that is nearest to another. */
  nearestTo(target, place) {
    const [w, h] = [this.width, this.height];
    const all = this.imagesOf(place, [target[0] - w, target[1] - h, target[0] + w, target[1] + h]);
    const far = ([x, y]) => Math.hypot(x - target[0], y - target[1]);
    return all.reduce((best, next) => (far(next) < far(best) ? next : best));
  }

  /** A way through places, cut where it crosses a seam: each part in canonical places. */
  cut(places) {
    if (!this.hasSeams) return [places];
    const parts = [];
    let last = null;
    for (let i = 1; i < places.length; i++) {
      const [a, b] = [places[i - 1], places[i]];
      const at = t => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
      const stops = [0, ...this.crossings(a, b), 1];
      for (let j = 1; j < stops.length; j++) {
        const { image } = this.canonical(at((stops[j - 1] + stops[j]) / 2));
        const [from, to] = [stops[j - 1], stops[j]].map(t => inverse(image, at(t)));
        const goesOn = last && Math.hypot(last.at(-1)[0] - from[0], last.at(-1)[1] - from[1]) < TIE;
        if (goesOn) last.push(to);
        else parts.push(last = [from, to]);
      }
    }
    return parts.length ? parts : [places.map(place => this.canonical(place).at)];
  }

  /** Where a segment crosses seams, as shares of its length in order. */
  crossings(a, b) {
    const found = [];
    // Where rows lean, sides lie between those of other rows.
    for (const [axis, length] of [[0, this.width - this.lean(1)], [1, this.height]]) {
      const way = b[axis] - a[axis];
      if (!this.glued[axis] || Math.abs(way) < TIE) continue;
      const [low, high] = [Math.min(a[axis], b[axis]), Math.max(a[axis], b[axis])];
      for (let n = Math.ceil(low / length); n * length <= high; n++) {
        const t = (n * length - a[axis]) / way;
        if (t * Math.abs(way) > TIE && (1 - t) * Math.abs(way) > TIE) found.push(t);
      }
    }
    // At a corner both seams are crossed at once.
    return found.sort((s, t) => s - t).filter((t, i, all) => !i || t - all[i - 1] > TIE);
  }
}

/** Where an image takes a place. */
export const placed = (image, [x, y]) => [image.fx * x + image.x, image.fy * y + image.y];
/** The place that an image takes to a place. */
export const inverse = (image, [x, y]) => [image.fx * (x - image.x), image.fy * (y - image.y)];

/** A chart bent round a centre: x goes round counter-clockwise, y outward on the ring and through the centre on the disc. */
export class Bend {
  constructor({ shape, hub, from, column }, [, height]) {
    Object.assign(this, { shape, hub, from, column, height });
  }

  /** The signed radius of a row: on the disc below 0 beyond the centre. */
  radius(y) {
    if (this.shape === 'ring') return this.hub + y;
    const u = this.height / 2 - y;
    return Math.abs(u) < 0.5 ? (u * (0.5 + this.hub)) / 0.5 : u + Math.sign(u) * this.hub;
  }

  to([x, y], turned = 0) {
    const [r, angle] = [this.radius(y), this.from + (x - 0.5) * this.column + turned];
    return [r * Math.cos(angle), r * Math.sin(angle)];
  }

  /** The place of the chart at a point of the picture, within the board. */
  back([px, py], turned = 0) {
    const r = Math.hypot(px, py);
    const round = (2 * Math.PI) / this.column;
    const x = ((((Math.atan2(py, px) - this.from - turned) / this.column + 0.5) % round) + round) % round;
    if (this.shape === 'ring') return [x, Math.min(Math.max(r - this.hub, 0), this.height)];
    const u = Math.min(r < 0.5 + this.hub ? (r * 0.5) / (0.5 + this.hub) : r - this.hub, this.height / 2);
    // The other half of the disc is the same files beyond the centre.
    return x < round / 2 ? [x, this.height / 2 - u] : [x - round / 2, this.height / 2 + u];
  }

  /** Places close enough along a way to draw straight lines between. */
  fine(places) {
    return places.flatMap((place, i) => {
      if (!i) return [place];
      const before = places[i - 1];
      const steps = Math.max(1, Math.ceil(Math.hypot(place[0] - before[0], place[1] - before[1]) / 0.08));
      return Array.from({ length: steps }, (_, n) => before.map((c, axis) => c + ((place[axis] - c) * (n + 1)) / steps));
    });
  }
}
