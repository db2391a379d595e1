// The window through which the board is seen: where on the screen the picture is, zoomed and moved.

const MOST = 24;

export class Camera {
  constructor(svg, unit) { Object.assign(this, { svg, unit, zoom: 1 }); }

  /** Sets what is seen without zoom: left, top, width and height, board units. */
  set(whole) {
    const same = this.whole?.every((n, i) => n === whole[i]);
    this.whole = whole;
    if (!same) this.look(whole);
  }

  look([x, y, width, height]) {
    const [left, top, w, h] = this.whole;
    const within = (n, low, room) => Math.min(Math.max(n, low), low + Math.max(0, room));
    this.box = [within(x, left, w - width), within(y, top, h - height), width, height];
    this.zoom = w / width;
    this.svg.setAttribute('viewBox', this.box.map(n => n * this.unit).join(' '));
    this.svg.dataset.zoom = this.zoom.toFixed(2);
  }

  /** A pixel of the screen in board units. */
  pixel() { return this.box[2] / this.svg.getBoundingClientRect().width; }

  /** The place of the picture under a pointer. */
  at({ clientX, clientY }) {
    const rect = this.svg.getBoundingClientRect();
    const scale = this.box[2] / rect.width;
    return [this.box[0] + (clientX - rect.left) * scale, this.box[1] + (clientY - rect.top) * scale];
  }

  /** Where a place of the picture is on the screen. */
  screen([x, y]) {
    const rect = this.svg.getBoundingClientRect();
    const scale = rect.width / this.box[2];
    return [rect.left + (x - this.box[0]) * scale, rect.top + (y - this.box[1]) * scale];
  }

  /** Enlarges about a pointer; what is under it stays there. */
  zoomAt(event, factor) {
    const [x, y] = this.at(event);
    const share = Math.min(Math.max(this.zoom * factor, 1), MOST) / this.zoom;
    const [left, top, width, height] = this.box;
    this.look([x - (x - left) / share, y - (y - top) / share, width / share, height / share]);
  }

  /** Moves the picture along with a pointer. */
  dragBy(from, to) {
    const [a, b] = [this.at(from), this.at(to)];
    const [left, top, width, height] = this.box;
    this.look([left - (b[0] - a[0]), top - (b[1] - a[1]), width, height]);
  }
}
