// @ts-check
// The form of the builder for the picture under the map: upload, scale, place, and the grid that is drawn over it.

import { h, text } from "./dom.js";
import { round1 } from "./mapdraw.js";
import { sent } from "./server.js";
import { say } from "./words.js";

/** @typedef {import("./backdrop.js").Backdrop} Backdrop */
/** @typedef {import("./types.js").Plain} Plain */
/** What the form tells the map it stands beside. @typedef {{draw: () => void, size: () => number[], resize: (size: number[]) => void, key: () => string}} Host */

const KINDS = "image/png,image/jpeg,image/webp";
const GRIDS = /** @type {const} */ (["none", "square", "hex"]);

export class BackdropForm {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    this.picture = "";
    this.ratio = 1; // of height to width
    const number = (/** @type {string} */ id, /** @type {number} */ value, /** @type {Record<string, number>} */ more = {}) =>
      h("input", { type: "number", step: 0.05, value, "data-testid": `under-${id}`, oninput: () => host.draw(), ...more });
    this.wide = number("wide", 30, { min: 0.5, max: 10000 });
    this.x = number("x", 0);
    this.y = number("y", 0);
    this.cell = number("cell", 1, { min: 0.1, max: 1000 });
    this.right = number("right", 0);
    this.up = number("up", 0);
    this.grid = h(
      "select",
      {
        "data-testid": "under-grid",
        onchange: () => {
          this.look();
          host.draw();
        },
      },
      ...GRIDS.map((each) => h("option", { value: each }, say(`under.${each}`))),
    );
    this.file = h("input", { type: "file", accept: KINDS, "data-testid": "under-file", onchange: () => this.take() });
    this.fault = h("p", { class: "fault", role: "alert", "data-testid": "under-fault" });
    this.drop = h(
      "button",
      {
        type: "button",
        class: "quiet",
        "data-testid": "under-drop",
        onclick: () => {
          this.picture = "";
          this.look();
          host.draw();
        },
      },
      say("under.drop"),
    );
    this.upload = h("label", {}, say("under.file"), this.file);
    this.closed = h("p", { class: "hint" }, say("under.closed"));
    this.place = h(
      "div",
      { class: "row" },
      h("label", { class: "at" }, say("under.wide"), this.wide),
      h("label", { class: "at" }, say("under.x"), this.x),
      h("label", { class: "at" }, say("under.y"), this.y),
    );
    this.lines = h(
      "div",
      { class: "row" },
      h("label", { class: "at" }, say("under.cell"), this.cell),
      h("label", { class: "at" }, say("under.right"), this.right),
      h("label", { class: "at" }, say("under.up"), this.up),
    );
    this.node = h(
      "details",
      { class: "fold" },
      h("summary", { "data-testid": "under" }, say("under.title")),
      this.upload,
      this.closed,
      this.drop,
      this.fault,
      this.place,
      h("label", {}, say("under.grid"), this.grid),
      this.lines,
    );
    this.look();
  }

  /** What there is to set, and nothing else. */
  look() {
    const key = this.host.key();
    this.upload.hidden = !key;
    this.closed.hidden = Boolean(key);
    this.drop.hidden = !this.picture;
    this.place.hidden = !this.picture;
    this.lines.hidden = this.grid.value === "none";
  }

  async take() {
    const file = this.file.files?.[0];
    this.file.value = "";
    if (!file) return;
    text(this.fault, "");
    try {
      /** @type {{picture: string, width: number, height: number}} */
      const kept = await sent("/api/campaigns/pictures?use=map", file, this.host.key());
      this.picture = kept.picture;
      this.ratio = kept.height / kept.width;
      const [width] = this.host.size();
      this.wide.value = String(width);
      [this.x.value, this.y.value] = ["0", "0"];
      this.host.resize([width, round1(width * this.ratio)]); // the ground is what the picture shows
    } catch (error) {
      text(this.fault, String(/** @type {Error} */ (error).message));
    }
    this.look();
    this.host.draw();
  }

  /** @param {Record<string, Plain>|undefined} kept @param {number[]} map  its width and height */
  load(kept, map) {
    const under = /** @type {Partial<Backdrop>} */ (kept ?? {});
    const size = under.size ?? map;
    this.picture = under.picture ?? "";
    this.ratio = size[0] > 0 ? size[1] / size[0] : 1;
    this.wide.value = String(size[0]);
    [this.x.value, this.y.value] = (under.at ?? [0, 0]).map(String);
    this.grid.value = under.grid ?? "none";
    this.cell.value = String(under.cell ?? 1);
    [this.right.value, this.up.value] = (under.offset ?? [0, 0]).map(String);
    this.look();
  }

  /** As a fight file has it; nothing where there is neither a picture nor a grid. @returns {Backdrop|null} */
  read() {
    if (!this.picture && this.grid.value === "none") return null;
    const wide = Math.max(0.5, Number(this.wide.value) || 0.5);
    return {
      picture: this.picture,
      at: [Number(this.x.value) || 0, Number(this.y.value) || 0],
      size: this.picture ? [wide, Math.round(wide * this.ratio * 1000) / 1000] : null,
      grid: this.grid.value,
      cell: Math.max(0.1, Number(this.cell.value) || 1),
      offset: [Number(this.right.value) || 0, Number(this.up.value) || 0],
    };
  }

  /** The corners by which it is moved and scaled on the sketch. */
  corners() {
    const under = this.read();
    if (!under?.size || !this.node.open) return [];
    const [[x, y], [width, height]] = [under.at, under.size];
    return [
      {
        key: "low",
        at: [x, y],
        put: (/** @type {number[]} */ to) => {
          [this.x.value, this.y.value] = to.map(String);
        },
      },
      {
        key: "high",
        at: [x + width, y + height],
        put: (/** @type {number[]} */ to) => {
          this.wide.value = String(Math.max(0.5, round1(to[0] - x)));
        },
      },
    ];
  }
}

/** Without what a file leaves out. @param {Backdrop|null} under @returns {Record<string, Plain>|null} */
export function asTable(under) {
  if (!under) return null;
  const { picture, size, ...rest } = under;
  return { ...(picture ? { picture } : {}), ...(size ? { size } : {}), ...rest };
}
