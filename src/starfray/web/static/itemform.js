// @ts-check
// A thing of one's own: of which sort, like which of the book's, and its figures.

import { h, plain, text } from "./dom.js";
import { FieldForm } from "./fieldform.js";
import { fetched } from "./server.js";
import { faultWords } from "./sheetform.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").ItemSort} ItemSort */
/** @typedef {import("./fieldform.js").Data} Data */

export class ItemForm extends FieldForm {
  /** @param {string} book @param {Data} data @param {(data: Data) => void} told */
  constructor(book, data, told) {
    super(data, told);
    this.book = book;
    /** @type {ItemSort[]} */
    this.sorts = [];
    this.sort = h("select", { "data-testid": "item-sort", onchange: () => this.begin(this.sort.value) });
    this.like = h("select", { "data-testid": "item-like", onchange: () => this.copy(this.like.value) });
    this.parts = h("div", { class: "row" });
    this.fault = h("p", { class: "fault", role: "alert", "data-testid": "item-fault" });
    this.node = h(
      "div",
      {},
      h("div", { class: "row" }, h("label", {}, say("item.sort"), this.sort), h("label", {}, say("item.like"), this.like)),
      h("small", { class: "hint" }, say("item.copied")),
      this.fault,
      h("fieldset", { class: "sheetgroup" }, h("legend", {}, say("item.figures")), this.parts),
    );
  }

  async load() {
    this.sorts = await fetched(`/api/books/${encodeURIComponent(this.book)}/items`);
    this.sort.replaceChildren(...this.sorts.map((each) => h("option", { value: each.table }, plain(each.table))));
    if (this.sorts.some((each) => each.table === this.data.table)) this.draw();
    else this.begin(this.sorts[0]?.table ?? "");
  }

  now() {
    return this.sorts.find((each) => each.table === this.data.table);
  }

  /** Another sort of thing has other figures. @param {string} table */
  begin(table) {
    this.replace({ table });
  }

  /** As one of the book's, to be changed from there. @param {string} key */
  copy(key) {
    const row = this.now()?.rows.find((each) => each.key === key);
    if (row) this.replace({ ...structuredClone(row.fields), table: this.data.table });
    this.like.value = "";
  }

  /** @param {Data} data */
  replace(data) {
    for (const field of Object.keys(this.data)) if (!["name", "key"].includes(field)) delete this.data[field];
    const { name: _, key: __, ...figures } = data;
    Object.assign(this.data, figures);
    this.draw();
    this.changed();
  }

  /** The name it goes by, and the short one that files use. @param {string} name */
  rename(name) {
    const key = name
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "");
    Object.assign(this.data, { name, key: key.slice(0, 60) || "thing" });
    this.changed();
  }

  draw() {
    const sort = this.now();
    this.sort.value = String(this.data.table ?? "");
    this.like.replaceChildren(
      h("option", { value: "" }, say("form.choose")),
      ...(sort?.rows ?? []).map((each) => h("option", { value: each.key }, each.name)),
    );
    this.parts.replaceChildren(...(sort?.fields ?? []).map((field) => this.control(field)));
  }

  /** @param {import("./types.js").Fault} fault */
  blame(fault) {
    for (const box of this.parts.querySelectorAll("[data-path]"))
      box.toggleAttribute("aria-invalid", fault.field !== "" && box.getAttribute("data-path") === fault.field);
    text(this.fault, fault.fault ? faultWords(fault) : "");
  }
}
