// @ts-check
// The map, in metres. Tokens, cover, zones, rings of distance; points and paths by drag, tap or keyboard.

import { give, h, keyed, s, text } from "./dom.js";
import { SIDE_SIGNS, sideNumber } from "./rail.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Card} Card */
/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("./types.js").Wish} Wish */

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

export class FightMap {
  /** @param {HTMLElement} root @param {Desk} desk @param {(id: string, at: number[]) => boolean} move  a token let go at a place */
  constructor(root, desk, move) {
    this.desk = desk;
    this.move = move;
    this.root = root;
    /** @type {Wish|null} */
    this.wish = null;
    this.chosen = "";
    /** @type {number[]|null} */
    this.cursor = null;
    /** @type {{id: string, at: number[], moved: boolean, from: number[]}|null} */
    this.drag = null;
    this.box = [0, 0, 0, 0];
    this.shown = [0, 0, 20, 12];
    this.unit = 0.05;
    this.edge = s("rect", { class: "edge" });
    this.grid = s("g", { class: "grid" });
    this.zones = s("g", { class: "zones" });
    this.covers = s("g", { class: "covers" });
    this.rings = s("g", { class: "rings" });
    this.way = s("g", { class: "way" });
    this.tokens = s("g", { class: "tokens" });
    this.cross = s("g", { class: "cross" });
    this.svg = s("svg", { class: "map", tabindex: "0", role: "application", "aria-label": "Map. Arrow keys move the pointer, Enter sets a point", "data-testid": "map" },
      this.edge, this.grid, this.zones, this.covers, this.rings, this.way, this.tokens, this.cross);
    this.told = h("p", { class: "told", "aria-live": "polite", "data-testid": "map-told" });
    this.far = h("p", { class: "far", "data-testid": "distances" });
    root.append(this.svg, this.told, this.far);
    this.listen();
    new ResizeObserver(() => this.resize()).observe(this.svg);
  }

  listen() {
    this.svg.addEventListener("pointerdown", (event) => this.down(/** @type {PointerEvent} */ (event)));
    this.svg.addEventListener("pointermove", (event) => this.over(/** @type {PointerEvent} */ (event)));
    this.svg.addEventListener("pointerup", (event) => this.up(/** @type {PointerEvent} */ (event)));
    this.svg.addEventListener("pointercancel", () => { this.drag = null; this.draw(); });
    this.svg.addEventListener("keydown", (event) => this.key(/** @type {KeyboardEvent} */ (event)));
  }

  /** @param {View} view */
  update(view) {
    const placed = view.order.map((id) => view.cards[id]).filter((card) => card?.at);
    this.root.classList.toggle("mapless", placed.length === 0 && !view.scene.map);
    if (!view.cards[this.chosen]) this.chosen = "";
    const box = bounds(view, placed);
    if (box.join() !== this.box.join()) {
      this.box = box;
      this.svg.style.setProperty("--aspect", String(box[2] / box[3]));
      give(this.edge, { x: box[0], y: box[1], width: box[2], height: box[3], hidden: !view.scene.map });
      this.resize();
    }
    this.draw();
  }

  resize() {
    const area = this.svg.getBoundingClientRect();
    if (!area.width || !area.height) return;
    const scale = Math.min(area.width / this.box[2], area.height / this.box[3]);
    const [width, height] = [area.width / scale, area.height / scale];
    this.shown = [this.box[0] - (width - this.box[2]) / 2, this.box[1] - (height - this.box[3]) / 2, width, height];
    give(this.svg, { viewBox: this.shown.join(" ") });
    this.unit = (document.body.dataset.kind === "tv" ? 1.7 : 1) / scale;
    this.svg.style.setProperty("--u", String(this.unit));
    this.draw();
  }

  /** @param {Wish|null} wish */
  want(wish) {
    this.wish = wish;
    this.root.classList.toggle("wanted", Boolean(wish));
    this.draw();
  }

  draw() {
    const view = this.desk.view();
    if (!view) return;
    const u = this.unit;
    this.drawGrid(u);
    keyed(this.zones, view.scene.zones, (zone, i) => `${zone.name}${i}`, () => s("g", { class: "zone" }, s("circle"), s("text")), (node, zone) => {
      give(node.children[0], { cx: zone.at[0], cy: zone.at[1], r: zone.radius });
      give(node.children[1], { x: zone.at[0], y: zone.at[1] - zone.radius + 14 * u, "font-size": 11 * u });
      text(node.children[1], zone.kind && zone.kind !== zone.name ? `${zone.name} (${zone.kind})` : zone.name);
    });
    const covers = view.scene.cover.filter((cover) => cover.at);
    keyed(this.covers, covers, (cover, i) => `${cover.name}${i}`, () => s("g", { class: "cover" }, s("circle"), s("rect"), s("text")), (node, cover) => {
      const [x, y] = /** @type {number[]} */ (cover.at);
      const size = Math.max(0.9, 12 * u);
      give(node.children[0], { cx: x, cy: y, r: cover.reach });
      give(node.children[1], { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: 2 * u, transform: `rotate(45 ${x} ${y})` });
      give(node.children[2], { x, y: y + size + 9 * u, "font-size": 11 * u });
      text(node.children[2], cover.rating ? `${cover.name} ${cover.rating}` : cover.name);
    });
    const placed = view.order.map((id) => view.cards[id]).filter((card) => card?.at);
    keyed(this.tokens, placed, (card) => card.id, (card) => this.token(card), (node, card) => this.fillToken(node, card, view));
    this.drawRings(view);
    this.drawWay(view);
    this.speak(view);
  }

  /** @param {number} u */
  drawGrid(u) {
    const [left, top, width, height] = this.desk.view().scene.map ? this.box : this.shown;
    const step = STEPS.find((each) => each / u > 42) ?? 1000;
    const lines = [];
    for (let x = Math.ceil(left / step) * step; x <= left + width; x += step) lines.push({ x1: x, x2: x, y1: top, y2: top + height, at: x, up: true });
    for (let y = Math.ceil(top / step) * step; y <= top + height; y += step) lines.push({ x1: left, x2: left + width, y1: y, y2: y, at: y, up: false });
    keyed(this.grid, lines, (line) => `${line.up}${line.at}`, () => s("g", {}, s("line"), s("text")), (node, line) => {
      give(node.children[0], { x1: line.x1, x2: line.x2, y1: line.y1, y2: line.y2 });
      give(node.children[1], { x: line.up ? line.at + 3 * u : left + 3 * u, y: line.up ? top + height - 4 * u : line.at - 3 * u, "font-size": 9 * u });
      text(node.children[1], (line.up && line.at - left < 1e-6) || (!line.up && top + height - line.at < 16 * u) ? "" : line.up ? `${line.at} m` : line.at);
    });
  }

  /** @param {Card} card */
  token(card) {
    return s("g", { class: "token", "data-id": card.id, "data-testid": `token-${card.id}`, tabindex: "0", role: "button",
      onclick: (/** @type {Event} */ event) => event.stopPropagation(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        if (this.wish && card.at) this.tap(card.at);
        else this.choose(card.id);
      } }, s("title"), s("circle", { class: "disc" }), s("text", { class: "sign" }), s("text", { class: "name" }));
  }

  /** @param {SVGElement} node @param {Card} card @param {View} view */
  fillToken(node, card, view) {
    const u = this.unit;
    const at = this.drag?.id === card.id && this.drag.moved ? this.drag.at : /** @type {number[]} */ (card.at);
    const number = sideNumber(view, card.side);
    const up = view.turn.actors.includes(card.id);
    give(node, { class: `token side-${number}${up ? " up" : ""}${card.out ? " out" : ""}${card.hidden ? " hidden" : ""}${card.id === this.chosen ? " chosen" : ""}`,
      transform: `translate(${at[0]} ${at[1]})`, "aria-label": `${card.name}, ${card.side}, at ${at[0]}, ${at[1]}${up ? ", up" : ""}${card.out ? `, ${card.out}` : ""}` });
    text(node.children[0], `${card.name} (${card.side})`);
    give(node.children[1], { r: 11 * u });
    give(node.children[2], { y: 4.5 * u, "font-size": 13 * u });
    text(node.children[2], card.out ? "✕" : SIDE_SIGNS[number]);
    give(node.children[3], { y: -15 * u, "font-size": 12 * u });
    text(node.children[3], card.hidden ? `(${card.name})` : card.name);
  }

  /** @param {View} view */
  drawRings(view) {
    const from = view.cards[this.chosen] ?? view.cards[view.turn.actors[0]];
    const [, , width, height] = this.box;
    const step = STEPS.find((each) => each >= Math.max(width, height) / 7) ?? 100;
    const rings = from?.at ? [1, 2, 3, 4].map((each) => ({ r: each * step, at: /** @type {number[]} */ (from.at) })) : [];
    keyed(this.rings, rings, (_, i) => String(i), () => s("g", {}, s("circle"), s("text")), (node, ring) => {
      give(node.children[0], { cx: ring.at[0], cy: ring.at[1], r: ring.r });
      give(node.children[1], { x: ring.at[0], y: ring.at[1] + ring.r - 3 * this.unit, "font-size": 9 * this.unit });
      text(node.children[1], `${ring.r} m`);
    });
  }

  /** @param {View} view */
  drawWay(view) {
    const wish = this.wish;
    const points = wish ? [...(wish.centre && wish.kind === "path" ? [wish.centre] : []), ...wish.points] : [];
    const parts = [];
    if (wish?.centre && wish.high > 0 && wish.high < 400) parts.push(s("circle", { class: "reach", cx: wish.centre[0], cy: wish.centre[1], r: wish.high }));
    if (points.length > 1) parts.push(s("polyline", { points: points.map((at) => at.join(",")).join(" ") }));
    if (wish?.kind === "point" && wish.centre && wish.points[0]) parts.push(s("polyline", { class: "aim", points: [wish.centre, wish.points[0]].map((at) => at.join(",")).join(" ") }));
    for (const at of wish?.points ?? []) parts.push(s("circle", { class: "spot", cx: at[0], cy: at[1], r: 5 * this.unit }));
    this.way.replaceChildren(...parts);
    const at = this.cursor;
    this.cross.replaceChildren(...(at ? [s("path", { d: `M${at[0] - 9 * this.unit} ${at[1]}h${18 * this.unit}M${at[0]} ${at[1] - 9 * this.unit}v${18 * this.unit}` })] : []));
  }

  /** @param {View} view */
  speak(view) {
    const from = view.cards[this.chosen] ?? view.cards[view.turn.actors[0]];
    const named = from ? view.order.map((id) => view.cards[id]).filter((card) => card && card !== from && !card.out)
      .map((card) => ({ name: card.name, metres: metres(view, from, card) })).filter((each) => each.metres !== null)
      .sort((one, other) => Number(one.metres) - Number(other.metres)) : [];
    text(this.far, from && named.length ? `From ${from.name}: ${named.map((each) => `${each.name} ${round(Number(each.metres))} m`).join(", ")}.` : "");
    const words = [];
    if (this.cursor) words.push(`Pointer at ${this.cursor.join(", ")}`);
    if (this.wish) {
      words.push(this.wish.points.length ? `${this.wish.kind === "path" ? "Way" : "Point"} ${this.wish.points.map((at) => at.map(round).join(",")).join(" to ")}` : `Tap where the ${this.wish.kind} goes`);
      if (this.wish.high > 0 && this.wish.high < 400) words.push(`within ${this.wish.high} m`);
    }
    text(this.told, words.join("; "));
  }

  /** @param {string} id */
  choose(id) {
    this.chosen = id === this.chosen ? "" : id;
    this.draw();
  }

  /** @param {PointerEvent} event @returns {number[]} */
  at(event) {
    const matrix = /** @type {SVGSVGElement} */ (this.svg).getScreenCTM();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix?.inverse());
    return [round(point.x), round(point.y)];
  }

  /** @param {PointerEvent} event */
  down(event) {
    const token = /** @type {Element} */ (event.target).closest?.(".token");
    const id = token?.getAttribute("data-id") ?? "";
    const at = this.at(event);
    this.cursor = null;
    this.drag = { id, at, moved: false, from: [event.clientX, event.clientY] };
    if (id) this.svg.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  over(event) {
    if (!this.drag || !this.drag.id) return;
    const far = Math.hypot(event.clientX - this.drag.from[0], event.clientY - this.drag.from[1]);
    if (far > 8) this.drag.moved = true;
    this.drag.at = this.at(event);
    if (this.drag.moved) this.draw();
  }

  /** @param {PointerEvent} event */
  up(event) {
    const drag = this.drag;
    this.drag = null;
    if (!drag) return;
    if (drag.id && drag.moved) this.dropped(drag.id, this.at(event));
    else if (this.wish) {
      const at = drag.id ? this.desk.view().cards[drag.id]?.at : null;
      this.tap(at && this.wish.kind === "point" ? at : this.at(event));
    } else if (drag.id) this.choose(drag.id);
    else if (this.chosen && this.move(this.chosen, this.at(event))) this.chosen = "";
    this.draw();
  }

  /** @param {string} id @param {number[]} at */
  dropped(id, at) {
    const here = this.desk.view().cards[id]?.at;
    if (this.wish?.kind === "path" && here && this.wish.centre && here.join() === this.wish.centre.join()) this.set([at]);
    else this.move(id, at);
  }

  /** @param {number[]} at */
  tap(at) {
    if (!this.wish) return;
    const last = this.wish.points[this.wish.points.length - 1];
    const again = last && Math.hypot(last[0] - at[0], last[1] - at[1]) < 10 * this.unit;
    if (this.wish.kind === "point") this.set([at]);
    else this.set(again ? this.wish.points.slice(0, -1) : [...this.wish.points, at]);
  }

  /** @param {number[][]} points */
  set(points) {
    if (!this.wish) return;
    this.wish.points = points;
    this.wish.tell(points);
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const by = moves[/** @type {keyof typeof moves} */ (event.key)];
    const view = this.desk.view();
    if (by) {
      const start = this.cursor ?? this.wish?.centre ?? view.cards[view.turn.actors[0]]?.at ?? [Math.round(this.box[0] + this.box[2] / 2), Math.round(this.box[1] + this.box[3] / 2)];
      const step = event.shiftKey ? 5 : 1;
      this.cursor = [round(start[0] + by[0] * step), round(start[1] + by[1] * step)];
      event.preventDefault();
    } else if (event.key === "Enter" && this.cursor && this.wish) this.tap(this.cursor);
    else if (event.key === "Backspace" && this.wish) this.set(this.wish.points.slice(0, -1));
    else if (event.key === "Escape") this.cursor = null;
    else return;
    this.draw();
  }
}

/** @param {number} number */
function round(number) {
  return Math.round(number * 10) / 10;
}

/** @param {View} view @param {Card} one @param {Card} other @returns {number|null} */
function metres(view, one, other) {
  if (one.at && other.at) return Math.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]);
  const set = view.scene.relations.find((each) => each.kind === "distance" && each.between.includes(one.id) && each.between.includes(other.id));
  return set ? set.value : null;
}

/** @param {View} view @param {Card[]} placed */
function bounds(view, placed) {
  if (view.scene.map) return [0, 0, view.scene.map[0], view.scene.map[1]];
  const points = [...placed.map((card) => /** @type {number[]} */ (card.at)), ...view.scene.cover.flatMap((cover) => (cover.at ? [cover.at] : [])),
    ...view.scene.zones.flatMap((zone) => [[zone.at[0] - zone.radius, zone.at[1] - zone.radius], [zone.at[0] + zone.radius, zone.at[1] + zone.radius]])];
  if (!points.length) return [0, 0, 20, 12];
  const left = Math.floor(Math.min(...points.map((at) => at[0])) - 3);
  const top = Math.floor(Math.min(...points.map((at) => at[1])) - 3);
  const width = Math.max(12, Math.ceil(Math.max(...points.map((at) => at[0])) + 3) - left);
  const height = Math.max(7, Math.ceil(Math.max(...points.map((at) => at[1])) + 3) - top);
  return [left, top, width, height];
}
