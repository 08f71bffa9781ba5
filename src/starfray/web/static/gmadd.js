// @ts-check
// What joins a fight that is under way: combatants from the book's data, cover and zones on the map.

import { h, keyed, plain, quoted, text } from "./dom.js";
import { asField, inWords, manyOf, picker } from "./shelf.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("./types.js").Plain} Plain */
/** @typedef {import("./shelf.js").Shelf} Shelf */

/** A value as TOML writes it. @param {Plain} value @returns {string} */
export function literal(value) {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

export class Adding {
  /** @param {Desk} desk @param {(command: string) => Promise<boolean>} gm */
  constructor(desk, gm) {
    this.desk = desk;
    this.gm = gm;
    this.sides = h("datalist", { id: "sides" });
    this.place = h("div", { class: "adding" });
    this.node = h("div", {}, this.sides, this.place);
    /** @type {Shelf|null} */
    this.shelf = null;
  }

  /** When the fold opens: what the book has. */
  async open() {
    if (this.shelf) return;
    try {
      this.shelf = await this.desk.shelf();
      this.place.replaceChildren(this.form(this.shelf));
    } catch (error) {
      this.desk.say(String(/** @type {Error} */ (error).message), true);
    }
  }

  /** @param {View} view */
  update(view) {
    keyed(
      this.sides,
      [...new Set(view.order.map((id) => view.cards[id]?.side ?? ""))],
      (side) => side,
      (side) => h("option", { value: side }),
    );
  }

  /** @param {Shelf} shelf */
  form(shelf) {
    const archetype = picker(shelf.archetypes, say("label.none"), { "data-testid": "add-archetype" });
    const about = h("small", { class: "hint" });
    const name = h("input", { autocomplete: "off", maxlength: 60, "data-testid": "add-name" });
    const side = h("input", { required: true, autocomplete: "off", list: "sides", "data-testid": "add-side" });
    const count = h("input", { type: "number", min: 1, max: 60, value: 1, "data-testid": "add-count" });
    const at = h("input", { autocomplete: "off", placeholder: "x,y", "data-testid": "add-at" });
    const hidden = h("input", { type: "checkbox" });
    const items = Object.entries(shelf.items)
      .filter(([field]) => !field.includes("."))
      .map(([field, entries]) => ({ field, many: manyOf(field, entries) }));
    archetype.addEventListener("change", () =>
      text(about, inWords(shelf.archetypes.find((each) => each.key === archetype.value))),
    );
    const onMap = h("button", { type: "button", class: "quiet", onclick: () => pick(this.desk, at) }, say("label.onMap"));
    const form = h(
      "form",
      { class: "inline" },
      h("label", { class: "wide" }, say("label.archetype"), archetype),
      about,
      h("label", {}, say("label.name"), name),
      h("label", {}, say("label.side"), side),
      h("label", {}, say("add.count"), count),
      h("label", {}, say("label.at"), at),
      h("label", { class: "tick" }, hidden, say("label.hidden")),
      onMap,
      h("details", { class: "wide" }, h("summary", {}, say("add.gear")), ...items.map(({ many }) => many.node)),
      h("button", { class: "main wide", "data-testid": "add-send" }, say("add.send")),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const view = this.desk.view();
      const stem =
        (name.value || archetype.value || "somebody")
          .toLowerCase()
          .normalize("NFD")
          .replaceAll(/[^a-z0-9]+/g, "-")
          .replaceAll(/^-+|-+$/g, "") || "somebody";
      let id = stem;
      for (let number = 2; view.cards[id] || view.cards[`${id}-1`]; number += 1) id = `${stem}-${number}x`;
      /** @type {[string, Plain][]} */
      const fields = [
        ["id", id],
        ["side", side.value.trim()],
      ];
      if (name.value.trim()) fields.push(["name", name.value.trim()]);
      if (archetype.value) fields.push(["archetype", archetype.value]);
      if (Number(count.value) > 1) fields.push(["count", Number(count.value)]);
      const point = at.value.split(",").map(Number);
      if (at.value.trim() && point.length === 2 && point.every(Number.isFinite)) fields.push(["at", point]);
      if (hidden.checked) fields.push(["hidden", true]);
      for (const { field, many } of items) if (many.value().length) fields.push([field, asField(shelf, field, many.value())]);
      if (!(await this.gm(`add ${quoted(fields.map(([key, value]) => `${key} = ${literal(value)}`).join(", "))}`))) return;
      form.reset();
      for (const { many } of items) many.clear();
      this.desk.picker.want(null);
    });
    return form;
  }
}

/** A place pointed out on the map. @param {Desk} desk @param {HTMLInputElement} at */
function pick(desk, at) {
  desk.picker.want({
    kind: "point",
    centre: null,
    high: 0,
    points: [],
    tell: (points) => {
      at.value = points[0]?.join(",") ?? "";
      desk.picker.want(null);
    },
  });
  desk.show("map");
  desk.say(say("add.tap"));
}

/** Cover and zones: what is there, one more, one less. */
export class SceneEditor {
  /** @param {Desk} desk @param {(command: string) => Promise<boolean>} gm */
  constructor(desk, gm) {
    this.desk = desk;
    this.gm = gm;
    this.list = h("ul", { class: "things", "data-testid": "things" });
    this.kinds = h("datalist", { id: "cover-kinds" });
    this.what = h(
      "select",
      { "aria-label": say("label.what"), "data-testid": "thing-what" },
      h("option", { value: "cover" }, say("thing.cover")),
      h("option", { value: "zone" }, say("thing.zone")),
    );
    this.name = h("input", { required: true, autocomplete: "off", maxlength: 60, "data-testid": "thing-name" });
    this.kind = h("input", { autocomplete: "off", list: "cover-kinds", maxlength: 60, placeholder: say("thing.kindHint") });
    this.at = h("input", { autocomplete: "off", placeholder: "x,y", required: true, "data-testid": "thing-at" });
    this.size = h("input", { type: "number", min: 0.5, step: 0.5, value: 2 });
    this.rating = h("input", { type: "number", min: 0, max: 100, placeholder: say("thing.ratingHint") });
    const form = h(
      "form",
      { class: "inline" },
      h("label", {}, say("label.what"), this.what),
      h("label", {}, say("label.name"), this.name),
      h("label", {}, say("label.kind"), this.kind, this.kinds),
      h("label", {}, say("label.at"), this.at),
      h("label", {}, say("thing.size"), this.size),
      h("label", {}, say("thing.rating"), this.rating),
      h("button", { type: "button", class: "quiet", onclick: () => pick(desk, this.at) }, say("label.onMap")),
      h("button", { class: "main wide", "data-testid": "thing-add" }, say("thing.put")),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (await this.add()) form.reset();
    });
    this.fog = h("input", {
      type: "checkbox",
      "data-testid": "fog",
      onchange: () => gm(`set scene.fog ${this.fog.checked}`),
    });
    this.node = h("div", {}, h("label", { class: "tick" }, this.fog, say("fog.players")), this.list, form);
  }

  async printed() {
    const shelf = await this.desk.shelf().catch(() => null);
    return shelf?.cover ?? [];
  }

  async open() {
    keyed(
      this.kinds,
      await this.printed(),
      (each) => each.key,
      (each) => h("option", { value: each.key }, each.name),
    );
  }

  /** @param {View} view */
  update(view) {
    this.fog.checked = view.gm?.fog === true;
    const things = [
      ...view.scene.cover.map((each, i) => ({ what: /** @type {const} */ ("cover"), i, each })),
      ...view.scene.zones.map((each, i) => ({ what: /** @type {const} */ ("zone"), i, each })),
    ];
    keyed(
      this.list,
      things,
      ({ what, i, each }) => `${what}${i}${each.name}`,
      ({ what, i, each }) =>
        h(
          "li",
          {},
          h("span", {}),
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              "aria-label": say("thing.drop", { name: each.name }),
              onclick: () => this.drop(what, i),
            },
            say("thing.away"),
          ),
        ),
      (node, { what, each }) =>
        text(
          node.children[0],
          [
            each.kind && each.kind !== each.name ? `${each.name} (${plain(each.kind)})` : each.name,
            say(`thing.${what}`),
            each.at ? say("thing.at", { at: each.at.join(",") }) : "",
          ]
            .filter(Boolean)
            .join(", "),
        ),
    );
  }

  /** @param {string} what */
  rows(what) {
    const { scene } = this.desk.view();
    return what === "cover"
      ? scene.cover.map((each) => ({ ...each, at: each.at ?? undefined }))
      : scene.zones.map((each) => ({ ...each }));
  }

  async add() {
    const point = this.at.value.split(",").map(Number);
    if (point.length !== 2 || !point.every(Number.isFinite)) {
      this.desk.say(say("thing.place"), true);
      return false;
    }
    /** @type {{name: string, [field: string]: Plain}} */
    const made = { name: this.name.value.trim(), at: point };
    if (this.kind.value.trim()) made.kind = this.kind.value.trim();
    made[this.what.value === "cover" ? "reach" : "radius"] = Number(this.size.value) || 2;
    const known = await this.printed();
    const printed = known.find((each) => each.key === (made.kind ?? made.name))?.fields?.rating;
    const rating = this.rating.value ? Number(this.rating.value) : printed;
    if (this.what.value === "cover" && typeof rating === "number" && Number.isFinite(rating)) made.rating = rating;
    return this.write(this.what.value, [...this.rows(this.what.value), made]);
  }

  /** @param {string} what @param {number} place */
  drop(what, place) {
    return this.write(
      what,
      this.rows(what).filter((_, i) => i !== place),
    );
  }

  /** @param {string} what @param {object[]} rows */
  write(what, rows) {
    return this.gm(`set scene.${what} ${quoted(JSON.stringify(rows))}`);
  }
}
