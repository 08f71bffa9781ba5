// @ts-check
// A character sheet to fill in, drawn from what the book says a sheet has: figures, skills, gear, with what the book works
// out beside it as one types.

import { capital, h, keyed, plain, text } from "./dom.js";
import { FieldForm, at } from "./fieldform.js";
import { fetched } from "./server.js";
import { inWords, shelfOf } from "./shelf.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Plain} Plain */
/** @typedef {import("./types.js").SheetField} SheetField */
/** @typedef {import("./types.js").SheetAnswer} SheetAnswer */
/** @typedef {import("./types.js").Fault} Fault */
/** @typedef {Record<string, Plain>} Data */

export class SheetForm extends FieldForm {
  /** @param {string} book @param {Data} data @param {(data: Data) => void} told @param {import("./fieldform.js").OwnItem[]} [own] */
  constructor(book, data, told, own = []) {
    super(data, told);
    this.own = own;
    this.book = book;
    this.round = 0;
    this.parts = h("div", { class: "sheetparts" });
    this.card = h("ul", { class: "sheetcard", "data-testid": "sheet-card", "aria-live": "polite" });
    this.budgets = h("ul", { class: "sheetcard", "data-testid": "sheet-budgets" });
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
      h(
        "div",
        { class: "sheetright" },
        h("h3", {}, say("sheet.workedOut")),
        this.fault,
        this.card,
        h("section", { class: "budgets" }, h("h3", {}, say("sheet.budgets")), this.budgets),
      ),
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

  /** What stands there if nothing is typed: the archetype's, or the book's. @override @param {SheetField} field @returns {Plain|undefined} */
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

  /** @override */
  changed() {
    super.changed();
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
    this.spend(found.budgets);
  }

  /** Costs and limits of the book. @param {import("./types.js").SheetBudget[]} budgets */
  spend(budgets) {
    const section = /** @type {HTMLElement} */ (this.budgets.parentElement);
    section.hidden = budgets.length === 0;
    this.budgets.replaceChildren(
      ...budgets.map((each) =>
        h(
          "li",
          { class: each.over ? "over" : null },
          h("span", {}, each.label),
          h("b", {}, each.most === null ? String(each.spent) : say("sheet.ofMost", { spent: each.spent, most: each.most })),
          h(
            "details",
            {},
            h("summary", {}, say("sheet.why")),
            each.note ? h("p", {}, each.note) : null,
            h("p", {}, each.why),
            h("code", { class: "rule" }, each.rule),
          ),
        ),
      ),
    );
  }
}

/** @param {Fault} fault */
export function faultWords(fault) {
  const field = fault.field ? `${plain(fault.field).replaceAll(".", " ")}: ` : "";
  return `${field}${fault.fault}${fault.expected ? say("server.legal", { words: fault.expected }) : ""}`;
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
