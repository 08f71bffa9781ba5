// @ts-check
// A small map to put people and things on before a fight: drag them, or type their places.

import { drawBackdrop } from "./backdrop.js";
import { give, keyed, s, text } from "./dom.js";
import { Lens } from "./lens.js";
import { SIDE_SIGNS } from "./sides.js";
import { drawGrid, drawn, round1 } from "./mapdraw.js";
import { say } from "./words.js";

/** A wall, window, door or open door. @typedef {{kind: string, points: number[][]}} Line */
/** @typedef {{key: string, name: string, side: number, at: number[], size: number, shape: "token"|"cover"|"zone"|"end"|"goalmark", put: (at: number[]) => void}} Piece */

const SIGNS = { cover: "◇", zone: "○", end: "", token: "", goalmark: "⚑" };

const SNAP = 0.5; // how near an end of a wall a new one begins or ends at it

export class Sketch {
  /** @param {(what: "wall"|"door"|"window", points: number[][]) => void} drew  a line drawn with the pen */
  constructor(drew) {
    this.drew = drew;
    /** What is drawn with mouse or finger; '': pieces are dragged. @type {""|"wall"|"door"|"window"} */
    this.pen = "";
    /** @type {number[][]|null} the line under the pen */
    this.line = null;
    /** @type {import("./backdrop.js").Backdrop|null} */
    this.backdrop = null;
    this.under = s("g", { class: "backdrop" });
    this.fresh = s("polyline", { class: "fresh" });
    this.grid = s("g", { class: "grid" });
    this.edge = s("rect", { class: "edge" });
    this.walls = s("g", { class: "sketchwalls" });
    this.pieces = s("g", { class: "pieces" });
    this.node = s(
      "svg",
      {
        class: "map sketch",
        role: "img",
        "aria-label": say("build.sketch"),
        "data-testid": "sketch",
      },
      this.edge,
      this.under,
      this.grid,
      this.walls,
      this.fresh,
      this.pieces,
    );
    this.lens = new Lens(this.node, () => this.draw());
    /** @type {Piece[]} */
    this.list = [];
    /** @type {Line[]} */
    this.lines = [];
    /** @type {Piece|null} */
    this.held = null;
    this.node.addEventListener("pointerdown", (event) => this.down(/** @type {PointerEvent} */ (event)));
    this.node.addEventListener("pointermove", (event) => this.over(/** @type {PointerEvent} */ (event)));
    this.node.addEventListener("pointerup", () => this.up());
    this.node.addEventListener("pointercancel", () => {
      this.line = null;
      this.held = null;
    });
    new ResizeObserver(() => this.draw()).observe(this.node);
  }

  /** @param {number[]} size @param {Piece[]} pieces @param {Line[]} [lines] @param {import("./backdrop.js").Backdrop|null} [under] */
  show(size, pieces, lines = [], under = null) {
    this.lines = lines;
    this.backdrop = under;
    this.node.toggleAttribute("hidden", !(size[0] > 0 && size[1] > 0));
    this.lens.fit([0, -Math.max(1, size[1]), Math.max(1, size[0]), Math.max(1, size[1])]);
    this.node.style.setProperty("--aspect", String(Math.max(1, size[0]) / Math.max(1, size[1])));
    this.list = pieces;
    this.draw();
  }

  draw() {
    const seen = this.lens.seen();
    if (!seen) return;
    const u = 1 / seen.scale;
    give(this.node, { viewBox: seen.box.join(" ") });
    this.node.style.setProperty("--u", String(u));
    const [x, y, width, height] = this.lens.whole;
    give(this.edge, { x, y, width, height });
    drawBackdrop(this.under, this.backdrop, this.lens.whole, u);
    give(this.fresh, { points: (this.line ?? []).map((each) => drawn(each).join(",")).join(" ") });
    drawGrid(this.grid, this.lens.whole, seen.box, u, "m");
    keyed(
      this.walls,
      this.lines,
      (_, place) => String(place),
      () => s("polyline", {}),
      (node, line) => give(node, { class: line.kind, points: line.points.map((each) => drawn(each).join(",")).join(" ") }),
    );
    keyed(
      this.pieces,
      this.list,
      (piece) => `${piece.shape}${piece.key}`,
      (piece) => this.make(piece),
      (node, piece) => this.fill(node, piece, u),
    );
  }

  /** @param {Piece} piece */
  make(piece) {
    const node = s("g", {}, s("circle"), s("text", { class: "sign" }), s("text", { class: "name" }));
    node.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      if (this.pen) return;
      this.held = this.list.find((each) => each.shape === piece.shape && each.key === piece.key) ?? null;
      this.node.setPointerCapture(/** @type {PointerEvent} */ (event).pointerId);
    });
    return node;
  }

  /** @param {SVGElement} node @param {Piece} piece @param {number} u */
  fill(node, piece, u) {
    const token = piece.shape === "token";
    give(node, { class: `${piece.shape} piece side-${piece.side}`, transform: `translate(${drawn(piece.at).join(" ")})` });
    give(node.children[0], {
      class: token ? "disc" : "",
      r: token ? 11 * u : piece.shape === "end" ? 8 * u : Math.max(piece.size, 6 * u),
    });
    give(node.children[1], { y: 5 * u, "font-size": 13 * u });
    text(node.children[1], token ? SIDE_SIGNS[piece.side] : SIGNS[piece.shape]);
    give(node.children[2], { y: token ? -15 * u : 20 * u, "font-size": 12 * u });
    text(node.children[2], piece.name);
  }

  /** The place under mouse or finger, on the map. @param {PointerEvent} event */
  place(event) {
    const [, , width, height] = this.lens.whole;
    const [x, y] = drawn(this.lens.at(event.clientX, event.clientY));
    return [round1(Math.max(0, Math.min(width, x))), round1(Math.max(0, Math.min(height, y)))];
  }

  /** The same, at the end of a wall where one is near. @param {PointerEvent} event */
  joint(event) {
    const at = this.place(event);
    const ends = this.lines.flatMap((line) => line.points);
    const [near] = ends
      .map((end) => ({ end, far: Math.hypot(end[0] - at[0], end[1] - at[1]) }))
      .sort((one, other) => one.far - other.far);
    return near && near.far <= SNAP ? near.end : at;
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (!this.pen) return;
    event.preventDefault();
    this.node.setPointerCapture(event.pointerId);
    const at = this.joint(event);
    this.line = [at, at];
  }

  /** @param {PointerEvent} event */
  over(event) {
    if (this.line) this.line = [this.line[0], this.joint(event)];
    else if (this.held) {
      const at = this.place(event);
      this.held.at = at;
      this.held.put(at);
    } else return;
    this.draw();
  }

  up() {
    const { line, pen } = this;
    this.line = null;
    this.held = null;
    if (line && pen && line[0].join() !== line[1].join()) this.drew(pen, line);
    else this.draw();
  }
}
