// @ts-check
// A character sheet on paper: what the form says and the book works out of it, on one or two pages.

import { capital, h, plain, s } from "./dom.js";
import { portraitParts } from "./portrait.js";
import { at, called, keyOf, listed } from "./fieldform.js";
import { inWords } from "./shelf.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Plain} Plain */
/** @typedef {import("./types.js").SheetAnswer} SheetAnswer */
/** @typedef {import("./types.js").SheetField} SheetField */
/** @typedef {import("./sheetform.js").SheetForm} SheetForm */

const POOL = /^(-?\d+) ?\/ ?(\d+)/;
const MOST_BOXES = 40; // of a pool, to be crossed out

/** @param {SheetForm} form @param {string} name @param {string} title  of the book @param {SheetAnswer|null} found  what the book makes of it */
export function printedSheet(form, name, title, found) {
  const archetype = form.shelf?.archetypes.find((each) => each.key === form.data.archetype)?.name ?? "";
  const value = (/** @type {SheetField} */ field) => at(form.data, field.path) ?? form.printed(field);
  const plainly = form.fields.filter((field) => ["number", "choice", "text", "tick"].includes(field.kind));
  const figures = plainly.filter((field) => told(value(field)) && !usual(form, field));
  const levels = form.fields.filter((field) => field.kind === "levels");
  const items = form.fields.filter((field) => field.kind === "item" || field.kind === "items");
  return [
    h(
      "header",
      {},
      s(
        "svg",
        { viewBox: "-17 -17 34 34", "aria-hidden": "true" },
        ...portraitParts(name, "person", String(form.data.portrait ?? "")),
      ),
      h("div", {}, h("h1", {}, name || say("campaign.unnamed")), h("p", {}, [archetype, title].filter(Boolean).join(" · "))),
    ),
    h("section", { class: "worked" }, h("h2", {}, say("sheet.workedOut")), h("dl", {}, ...(found?.card ?? []).map(line))),
    part(
      say("print.figures"),
      figures.map((field) => row(plain(field.path.split(".").pop() ?? ""), words(value(field)))),
    ),
    ...levels.map((field) => part(capital(plain(field.path)), leveled(form, field))),
    ...items.map((field) => part(capital(plain(field.path)), things(form, field), "things")),
    h("section", { class: "notes" }, h("h2", {}, say("print.notes"))),
  ].filter((each) => each !== null);
}

/** A figure of the card with its reason; of what can be lost there are boxes to cross out. @param {SheetAnswer["card"][0]} each */
function line(each) {
  const pool = POOL.exec(each.value);
  const most = pool ? Number(pool[2]) : 0;
  const lost = pool ? most - Number(pool[1]) : 0;
  const boxes = Array.from({ length: most <= MOST_BOXES ? most : 0 }, (_, place) =>
    h("i", { class: place >= most - lost ? "lost" : "" }),
  );
  return h(
    "div",
    {},
    h("dt", {}, each.label),
    h("dd", {}, h("b", {}, each.value), boxes.length ? h("span", { class: "boxes" }, ...boxes) : null),
    each.why ? h("small", {}, each.why) : null,
  );
}

/** @param {string} title @param {HTMLElement[]} rows @param {string} [kind] */
function part(title, rows, kind = "") {
  return rows.length ? h("section", { class: kind }, h("h2", {}, title), h("dl", {}, ...rows)) : null;
}

/** @param {string} label @param {string} text */
function row(label, text) {
  return h("div", {}, h("dt", {}, label), h("dd", {}, text));
}

/** @param {SheetForm} form @param {SheetField} field */
function leveled(form, field) {
  const own = /** @type {Record<string, number>} */ (at(form.data, field.path) ?? {});
  const all = { .../** @type {Record<string, number>} */ (form.printed(field) ?? {}), ...own };
  return Object.entries(all)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, level]) => row(plain(name), String(level)));
}

/** @param {SheetForm} form @param {SheetField} field */
function things(form, field) {
  const held = listed(at(form.data, field.path) ?? form.printed(field));
  return held.map((item) => {
    const entry = field.choices.find((each) => each.key === keyOf(item));
    return row(called(field, item), entry ? inWords(entry) : "");
  });
}

/** @param {Plain|undefined} value */
function told(value) {
  return value !== undefined && value !== null && value !== "" && value !== false;
}

/** Nothing that was filled in: what everybody has. @param {SheetForm} form @param {SheetField} field */
function usual(form, field) {
  return !field.path.includes(".") && at(form.data, field.path) === undefined && form.printed(field) === field.default;
}

/** @param {Plain|undefined} value */
function words(value) {
  return value === true ? say("form.yes") : plain(String(value));
}
