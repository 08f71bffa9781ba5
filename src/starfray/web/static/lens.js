// @ts-check
// Which part of the map is seen: wheel, pinch, drag, buttons and keys. It knows boxes in metres and nothing else.

const CLOSEST = 12; // times nearer than the whole map

export class Lens {
  /** @param {Element} frame @param {() => void} changed */
  constructor(frame, changed) {
    this.frame = frame;
    this.changed = changed;
    /** the whole map @type {number[]} */
    this.whole = [0, 0, 20, 12];
    this.zoom = 1;
    /** @type {number[]|null} what is in the middle while zoomed */
    this.middle = null;
    /** @type {Map<number, number[]>} fingers on the map */
    this.fingers = new Map();
    this.pinch = 0;
    /** the frame as it was last laid out: to ask for it while an act is drawn would lay out everything once more @type {{width: number, height: number}|null} */
    this.size = null;
    new ResizeObserver(([entry]) => {
      const [box] = entry.borderBoxSize;
      this.size = { width: box.inlineSize, height: box.blockSize };
    }).observe(frame);
    frame.addEventListener("wheel", (event) => this.wheel(/** @type {WheelEvent} */ (event)), { passive: false });
  }

  /** @param {number[]} box */
  fit(box) {
    if (box.join() === this.whole.join()) return false;
    this.whole = box;
    return true;
  }

  /** What is seen, in metres: the whole map with a margin, or the part that was chosen. @returns {{box: number[], scale: number}|null} */
  seen() {
    const area = this.size ?? this.frame.getBoundingClientRect();
    if (!area.width || !area.height) return null;
    const [left, top, width, height] = this.whole;
    const margin = 14;
    const fits = Math.min((area.width - 2 * margin) / width, (area.height - 2 * margin) / height);
    if (fits <= 0) return null; // there is no room for it now
    const scale = fits * this.zoom;
    const [wide, high] = [area.width / scale, area.height / scale];
    const [x, y] = this.zoom > 1 && this.middle ? this.middle : [left + width / 2, top + height / 2];
    return { box: [x - wide / 2, y - high / 2, wide, high], scale };
  }

  /** @param {number} factor @param {number[]} [at] a point in metres that stays where it is */
  by(factor, at) {
    const before = this.seen();
    if (!before) return;
    const [x, y, wide, high] = before.box;
    const zoom = Math.max(1, Math.min(CLOSEST, this.zoom * factor));
    const point = at ?? [x + wide / 2, y + high / 2];
    const share = [(point[0] - x) / wide, (point[1] - y) / high];
    const shrink = this.zoom / zoom;
    this.zoom = zoom;
    this.middle = zoom > 1 ? [point[0] + (0.5 - share[0]) * wide * shrink, point[1] + (0.5 - share[1]) * high * shrink] : null;
    this.keepInside();
    this.changed();
  }

  /** @param {number[]} metres */
  pan(metres) {
    if (this.zoom <= 1 || !this.middle) return false;
    this.middle = [this.middle[0] - metres[0], this.middle[1] - metres[1]];
    this.keepInside();
    this.changed();
    return true;
  }

  reset() {
    this.zoom = 1;
    this.middle = null;
    this.changed();
  }

  keepInside() {
    if (!this.middle) return;
    const [left, top, width, height] = this.whole;
    this.middle = [
      Math.max(left, Math.min(left + width, this.middle[0])),
      Math.max(top, Math.min(top + height, this.middle[1])),
    ];
  }

  /** @param {number} x @param {number} y @returns {number[]} the place under a point of the window, in metres */
  at(x, y) {
    const area = this.frame.getBoundingClientRect();
    const seen = this.seen();
    if (!seen) return [0, 0];
    return [seen.box[0] + (x - area.left) / seen.scale, seen.box[1] + (y - area.top) / seen.scale];
  }

  /** A wheel alone scrolls the page, as everywhere. @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey && !event.metaKey && this.zoom === 1) return;
    event.preventDefault();
    this.by(Math.exp(-event.deltaY / 300), this.at(event.clientX, event.clientY));
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    this.pinch = this.apart();
  }

  /** True while two fingers zoom. @param {PointerEvent} event */
  slide(event) {
    if (!this.fingers.has(event.pointerId)) return false;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size !== 2) return false;
    const now = this.apart();
    const [one, other] = [...this.fingers.values()];
    if (this.pinch > 0) this.by(now / this.pinch, this.at((one[0] + other[0]) / 2, (one[1] + other[1]) / 2));
    this.pinch = now;
    return true;
  }

  /** @param {PointerEvent} event */
  lift(event) {
    this.fingers.delete(event.pointerId);
    this.pinch = 0;
  }

  apart() {
    const [one, other] = [...this.fingers.values()];
    return one && other ? Math.hypot(one[0] - other[0], one[1] - other[1]) : 0;
  }
}
