// @ts-check
// A character sheet to fill in, drawn from what the book says a sheet has: figures, skills, gear, with what the book works
// out beside it as one types.

import { capital, h, keyed, plain, text } from "./dom.js";
import { fetched } from "./server.js";
import { inWords, shelfOf } from "./shelf.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Plain} Plain */
/** @typedef {import("./types.js").SheetField} SheetField */
/** @typedef {import("./types.js").SheetAnswer} SheetAnswer */
/** @typedef {import("./types.js").Fault} Fault */
/** @typedef {Record<string, Plain>} Data */

export class SheetForm {
  /** @param {string} book @param {Data} data @param {(data: Data) => void} changed */
  constructor(book, data, changed) {
    this.book = book;
    this.data = structuredClone(data);
    this.told = changed;
    this.round = 0;
    this.parts = h("div", { class: "sheetparts" });
    this.card = h("ul", { class: "sheetcard", "data-testid": "sheet-card", "aria-live": "polite" });
    this.fault = h("p", { class: "fault", role: "alert", "data-testid": "sheet-fault" });
    this.archetype = h("select", {
      "data-testid": "sheet-archetype",
      onchange: () => {
        this.put("archetype", this.archetype.value || undefined);
        this.draw();
      },
    });
    this.about = h("small", { class: "hint" });
    this.node = h(
      "div",
      { class: "sheetform" },
      h("div", { class: "sheetleft" }, h("label", {}, say("label.archetype"), this.archetype), this.about, this.parts),
      h("div", { class: "sheetright" }, h("h3", {}, say("sheet.workedOut")), this.fault, this.card),
    );
    /** @type {SheetField[]} */
    this.fields = [];
    /** @type {import("./shelf.js").Shelf|null} */
    this.shelf = null;
    /** What the book made of it last. @type {SheetAnswer|null} */
    this.found = null;
  }

  async load() {
    [this.fields, this.shelf] = await Promise.all([
      /** @type {Promise<SheetField[]>} */ (fetched(`/api/books/${encodeURIComponent(this.book)}/sheet`)),
      shelfOf(this.book),
    ]);
    this.archetype.replaceChildren(
      h("option", { value: "" }, say("sheet.fromNothing")),
      ...this.shelf.archetypes.map((each) => h("option", { value: each.key }, each.name)),
    );
    this.archetype.value = String(this.data.archetype ?? "");
    this.draw();
    await this.work();
  }

  /** What stands there if nothing is typed: the archetype's, or the book's. @param {SheetField} field @returns {Plain|undefined} */
  printed(field) {
    const archetype = this.shelf?.archetypes.find((each) => each.key === this.data.archetype);
    return at(archetype?.fields ?? {}, field.path) ?? field.default ?? undefined;
  }

  draw() {
    text(this.about, inWords(this.shelf?.archetypes.find((each) => each.key === this.data.archetype)));
    /** @type {Map<string, SheetField[]>} */
    const groups = new Map();
    for (const field of this.fields) {
      const name = field.path.includes(".") ? field.path.split(".")[0] : groupOf(field);
      groups.set(name, [...(groups.get(name) ?? []), field]);
    }
    const order = [...groups].sort(([, a], [, b]) => weight(a[0]) - weight(b[0]));
    this.parts.replaceChildren(
      ...order.map(([name, fields]) =>
        h(
          "fieldset",
          { class: "sheetgroup" },
          h("legend", {}, capital(name === "" ? say("sheet.other") : plain(name))),
          h("div", { class: "row" }, ...fields.map((field) => this.control(field))),
        ),
      ),
    );
  }

  /** @param {SheetField} field */
  control(field) {
    const label = plain(field.path.split(".").pop() ?? "");
    if (field.kind === "levels") return this.levels(field);
    if (field.kind === "items" || field.kind === "item") return this.items(field, label);
    const props = { "data-path": field.path, "data-testid": `sheet-${field.path}` };
    const value = at(this.data, field.path);
    const printed = this.printed(field);
    if (field.kind === "tick") {
      const box = h("input", {
        ...props,
        type: "checkbox",
        onchange: () => this.put(field.path, box.checked === (printed === true) ? undefined : box.checked),
      });
      box.checked = (value ?? printed) === true;
      return h("label", { class: "tick" }, box, label);
    }
    if (field.kind === "choice") {
      const box = h(
        "select",
        { ...props, onchange: () => this.put(field.path, box.value || undefined) },
        h("option", { value: "" }, say("build.asIs")),
        ...field.choices.map((each) => h("option", { value: each.key }, plain(each.name))),
      );
      box.value = String(value ?? "");
      return h("label", {}, label, box);
    }
    const number = field.kind === "number";
    const box = h("input", {
      ...props,
      ...(number ? { type: "number", step: "any", min: field.low, max: field.high } : { maxlength: 200 }),
      autocomplete: "off",
      placeholder: printed === undefined ? say("sheet.byTheBook") : String(printed),
      value: value === undefined ? null : String(value),
      oninput: () => this.put(field.path, box.value === "" ? undefined : number ? Number(box.value) : box.value),
    });
    return h("label", { class: number ? "figure" : "" }, label, box);
  }

  /** Names with a level each, as skills. @param {SheetField} field */
  levels(field) {
    const own = () => /** @type {Record<string, number>} */ (at(this.data, field.path) ?? {});
    const printed = () => /** @type {Record<string, number>} */ (this.printed(field) ?? {});
    const list = h("div", { class: "row levels" });
    const show = () =>
      keyed(
        list,
        [...new Set([...Object.keys(printed()), ...Object.keys(own())])].sort(),
        (name) => name,
        (name) => {
          const box = h("input", {
            type: "number",
            min: field.low,
            max: field.high,
            placeholder: printed()[name] ?? 0,
            value: own()[name] ?? null,
            "data-path": `${field.path}.${name}`,
            "data-testid": `sheet-${field.path}.${name}`,
            oninput: () => this.put(`${field.path}.${name}`, box.value === "" ? undefined : Number(box.value)),
          });
          return h("label", { class: "figure" }, plain(name), box);
        },
      );
    const add = h(
      "select",
      {
        "aria-label": say("sheet.add", { what: plain(field.path) }),
        "data-testid": `sheet-add-${field.path}`,
        onchange: () => {
          if (!add.value) return;
          this.put(`${field.path}.${add.value}`, Math.max(1, field.low ?? 1));
          add.value = "";
          show();
        },
      },
      h("option", { value: "" }, say("sheet.add", { what: plain(field.path) })),
      ...field.choices.map((each) => h("option", { value: each.key }, plain(each.name))),
    );
    show();
    return h("div", { class: "wide" }, list, add);
  }

  /** Things of the book's data, picked with what they do. @param {SheetField} field @param {string} label */
  items(field, label) {
    const many = field.kind === "items";
    const printed = listed(this.printed(field));
    const own = () => listed(at(this.data, field.path));
    const chips = h("div", { class: "chips" });
    const does = h("small", { class: "hint" });
    const set = (/** @type {Plain[]} */ picked) => {
      this.put(field.path, picked.length ? (many ? picked : picked[0]) : undefined);
      show();
    };
    const show = () => {
      const picked = own();
      chips.replaceChildren(
        ...picked.map((item, place) =>
          h(
            "button",
            {
              type: "button",
              class: "chip",
              "aria-label": say("build.dropItem", { item: called(field, item) }),
              onclick: () => set(picked.filter((_, other) => other !== place)),
            },
            `${called(field, item)} ×`,
          ),
        ),
        ...(picked.length ? [] : printed.map((item) => h("span", { class: "chip quiet" }, called(field, item)))),
      );
      const last = picked.length ? picked[picked.length - 1] : undefined;
      const entry = field.choices.find((each) => each.key === keyOf(last));
      text(does, entry ? inWords(entry) : "");
    };
    const add = h(
      "select",
      {
        "data-testid": `sheet-add-${field.path}`,
        onchange: () => {
          if (add.value) set(many ? [...own(), add.value] : [add.value]);
          add.value = "";
        },
      },
      h("option", { value: "" }, printed.length ? say("build.asIs") : say("form.choose")),
      ...field.choices.map((each) => h("option", { value: each.key }, each.name)),
    );
    show();
    return h("div", { class: "wide many" }, h("label", {}, label, add), chips, does);
  }

  /** @param {string} path @param {Plain|undefined} value */
  put(path, value) {
    const steps = path.split(".");
    const last = /** @type {string} */ (steps.pop());
    let inner = /** @type {Record<string, Plain|undefined>} */ (this.data);
    for (const step of steps) inner = /** @type {Record<string, Plain|undefined>} */ (inner[step] ??= {});
    if (value === undefined) delete inner[last];
    else inner[last] = value;
    this.told(this.data);
    this.work();
  }

  /** What the book makes of it; only the newest answer counts. */
  async work() {
    const round = ++this.round;
    try {
      /** @type {SheetAnswer} */
      const found = await fetched(`/api/books/${encodeURIComponent(this.book)}/sheet`, { data: this.data });
      if (round === this.round) this.show(found);
    } catch (error) {
      if (round === this.round) text(this.fault, String(/** @type {Error} */ (error).message));
    }
  }

  /** @param {SheetAnswer} found */
  show(found) {
    this.found = found;
    for (const box of this.parts.querySelectorAll("[data-path]"))
      box.toggleAttribute("aria-invalid", found.fault.field !== "" && box.getAttribute("data-path") === found.fault.field);
    text(this.fault, found.fault.fault ? faultWords(found.fault) : "");
    keyed(
      this.card,
      found.card,
      (line) => line.label,
      (line) =>
        h(
          "li",
          {},
          h("span", {}, line.label),
          h("b", {}),
          line.why
            ? h(
                "details",
                {},
                h("summary", {}, say("sheet.why")),
                h("p", {}, line.why),
                h("code", { class: "rule" }, line.rule),
              )
            : null,
        ),
      (node, line) => text(/** @type {Element} */ (node.querySelector("b")), line.value),
    );
  }
}

/** @param {Fault} fault */
export function faultWords(fault) {
  const field = fault.field ? `${plain(fault.field).replaceAll(".", " ")}: ` : "";
  return `${field}${fault.fault}${fault.expected ? say("server.legal", { words: fault.expected }) : ""}`;
}

/** @param {Data} data @param {string} path @returns {Plain|undefined} */
export function at(data, path) {
  /** @type {Plain|undefined} */
  let found = data;
  for (const step of path.split(".")) {
    if (typeof found !== "object" || found === null || Array.isArray(found)) return undefined;
    found = found[step];
  }
  return found;
}

/** @param {Plain|undefined} value @returns {Plain[]} */
export function listed(value) {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** @param {Plain|undefined} item */
export function keyOf(item) {
  return typeof item === "object" && item !== null && !Array.isArray(item) ? String(item.key ?? "") : String(item ?? "");
}

/** @param {SheetField} field @param {Plain} item */
export function called(field, item) {
  const key = keyOf(item);
  return field.choices.find((each) => each.key === key)?.name ?? plain(key);
}

/** @param {SheetField} field */
function groupOf(field) {
  return ["levels", "items", "item"].includes(field.kind) ? (field.kind === "levels" ? field.path : "gear") : "";
}

/** Figures first, then skills, then things, then the rest. @param {SheetField} field */
function weight(field) {
  if (field.path.includes(".")) return 0;
  return { levels: 1, items: 2, item: 2 }[/** @type {string} */ (field.kind)] ?? 3;
}
