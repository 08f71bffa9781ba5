// @ts-check
// Where a fight takes place, as the builder has it: the size of the map, its picture, cover, zones, walls, and the sketch of it all.

import { BackdropForm, asTable } from "./backdropform.js";
import { h, text } from "./dom.js";
import { thingRow, wallRow } from "./scenery.js";
import { Sketch } from "./sketch.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Fight} Fight */
/** @typedef {import("./types.js").Plain} Plain */
/** @typedef {import("./scenery.js").Thing} Thing */
/** @typedef {import("./scenery.js").WallRow} WallRow */
/** @typedef {import("./sketch.js").Piece} Piece */
/** What the ground tells the form it is part of. @typedef {{draw: () => void, changed: () => void, key: () => string}} Host */

const PENS = /** @type {const} */ (["wall", "door", "window"]);

export class Ground {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    /** @type {Thing[]} */
    this.things = [];
    /** @type {WallRow[]} */
    this.walls = [];
    const side = (/** @type {number} */ value, /** @type {string} */ label) =>
      h("input", { type: "number", min: 0, max: 10000, step: 0.1, value, "aria-label": label, oninput: () => host.draw() });
    this.width = side(30, say("build.width"));
    this.height = side(14, say("build.depth"));
    this.unit = h("span", {});
    this.fog = h("input", { type: "checkbox", "data-testid": "build-fog", onchange: () => host.changed() });
    this.scene = h("div", { class: "scene" });
    this.sketch = new Sketch((what, points) => this.wall(what, { kind: what, points }));
    this.under = new BackdropForm({
      draw: () => host.draw(),
      key: () => host.key(),
      size: () => this.size(),
      resize: ([width, height]) => {
        this.width.value = String(width);
        this.height.value = String(height);
      },
    });
    this.under.node.addEventListener("toggle", () => host.draw());
    this.pens = PENS.map((kind) =>
      h(
        "button",
        { type: "button", "aria-pressed": "false", "data-testid": `pen-${kind}`, onclick: () => this.pick(kind) },
        say(`pen.${kind}`),
      ),
    );
    this.view = h(
      "div",
      {},
      h("h3", {}, say("build.where")),
      h("div", { class: "buttons left" }, ...this.pens),
      this.sketch.node,
    );
    this.node = this.rows();
  }

  rows() {
    return h(
      "div",
      { "data-testid": "build-where" },
      h("label", { class: "size" }, this.unit, h("span", {}, this.width, "×", this.height)),
      this.under.node,
      h("label", { class: "tick" }, this.fog, say("fog.players")),
      this.scene,
      h(
        "div",
        { class: "buttons left" },
        h("button", { type: "button", "data-testid": "build-cover", onclick: () => this.thing("cover") }, say("build.cover")),
        h("button", { type: "button", "data-testid": "build-zone", onclick: () => this.thing("zone") }, say("build.zone")),
        ...PENS.map((kind) =>
          h(
            "button",
            { type: "button", "data-testid": `build-${kind}`, onclick: () => this.wall(kind) },
            say(`wall.add.${kind}`),
          ),
        ),
      ),
    );
  }

  /** A pen draws with mouse or finger until it is laid down again. @param {typeof PENS[number]} kind */
  pick(kind) {
    this.sketch.pen = this.sketch.pen === kind ? "" : kind;
    this.pens.forEach((pen, i) => pen.setAttribute("aria-pressed", String(PENS[i] === this.sketch.pen)));
    this.sketch.node.classList.toggle("drawing", this.sketch.pen !== "");
  }

  clear() {
    this.things = [];
    this.walls = [];
    this.fog.checked = false;
    this.scene.replaceChildren();
    this.under.load(undefined, this.size());
  }

  /** @param {Fight} fight */
  fill(fight) {
    [this.width.value, this.height.value] = (fight.map ?? [0, 0]).map(String);
    this.fog.checked = fight.fog === true;
    for (const what of /** @type {const} */ (["cover", "zone"])) for (const each of fight[what] ?? []) this.thing(what, each);
    for (const each of fight.wall ?? []) this.wall("wall", each);
    this.under.load(/** @type {Record<string, Plain>|undefined} */ (fight.backdrop), fight.map ?? [30, 14]);
  }

  /** Where people have no places, none are asked for. @param {string} unit @param {boolean} placed */
  name(unit, placed) {
    text(this.unit, say("build.map", { unit }));
    this.view.hidden = !placed;
    this.node.hidden = !placed;
    this.under.look();
  }

  /** The size as it is typed; 0 where there is no map. */
  typed() {
    return [Number(this.width.value), Number(this.height.value)];
  }

  size() {
    return [Number(this.width.value) || 20, Number(this.height.value) || 12];
  }

  /** A piece of cover or a zone. @param {"cover"|"zone"} what @param {Record<string, Plain>} [kept] */
  thing(what, kept) {
    const made = thingRow(what, this.size(), this.rowHost(), kept);
    this.things.push(made);
    this.scene.append(made.node);
    this.host.draw();
  }

  /** @param {"wall"|"door"|"window"} what @param {Record<string, Plain>} [kept] */
  wall(what, kept) {
    const made = wallRow(what, this.size(), this.rowHost(), kept);
    this.walls.push(made);
    this.scene.append(made.node);
    this.host.draw();
  }

  /** What rows of the scene tell this form. @returns {import("./scenery.js").Host} */
  rowHost() {
    return {
      draw: () => this.host.draw(),
      changed: () => this.host.changed(),
      drop: (node) => {
        node.remove();
        this.things = this.things.filter((each) => each.node !== node);
        this.walls = this.walls.filter((each) => each.node !== node);
        this.host.draw();
      },
    };
  }

  /** @param {Piece[]} people @param {Piece[]} marks  the places of goals */
  draw(people, marks) {
    const things = this.things.map((thing, i) => ({
      key: String(i),
      name: thing.read().name,
      side: 4,
      at: thing.at() ?? [0, 0],
      size: Number(thing.read().radius ?? thing.read().reach),
      shape: /** @type {"cover"|"zone"} */ (thing.what),
      put: (/** @type {number[]} */ to) => {
        thing.at(to);
        this.host.changed();
      },
    }));
    /** @param {string} key @param {number[]} at @param {(to: number[]) => void} put @returns {Piece} */
    const end = (key, at, put) => ({
      key,
      name: "",
      side: 4,
      at,
      size: 1,
      shape: "end",
      put: (to) => {
        put(to);
        this.host.draw();
      },
    });
    const ends = this.walls.flatMap((wall, i) =>
      wall.points().map((at, place) => end(`${i} ${place}`, at, (to) => wall.move(place, to))),
    );
    const corners = this.under.corners().map((each) => end(each.key, each.at, each.put));
    const lines = this.walls.map((wall) => ({ kind: wall.kind(), points: wall.points() }));
    this.sketch.show(this.typed(), [...marks, ...things, ...people, ...ends, ...corners], lines, this.under.read());
  }

  /** What a fight file says of it. @returns {Record<string, Plain>} */
  read() {
    if (this.node.hidden) return {};
    /** @type {Record<string, Plain>} */
    const made = {};
    const [width, height] = this.typed();
    if (width > 0 && height > 0) made.map = [width, height];
    if (this.fog.checked) made.fog = true;
    for (const what of ["cover", "zone"]) {
      const rows = this.things.filter((thing) => thing.what === what).map((thing) => thing.read());
      if (rows.length) made[what] = rows;
    }
    const wall = this.walls.map((each) => each.read());
    if (wall.length) made.wall = wall;
    const under = asTable(this.under.read());
    if (under) made.backdrop = under;
    return made;
  }
}
