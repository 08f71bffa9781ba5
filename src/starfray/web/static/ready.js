// @ts-check
// Forms that open ready: what needs no choosing, what the engine says beforehand, and what another choice would make of it.

import { capital, h, percent, plain, quoted } from "./dom.js";
import { tallyTable } from "./tally.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Form} Form */
/** @typedef {import("./types.js").Another} Another */
/** @typedef {import("./fields.js").Blank} Blank */

const EVERY = "starfray.every"; // whether the numbers of a form stay unfolded

/** Has a form nothing that must or should be chosen? @param {Form} form */
export function atOnce(form) {
  return form.fields.every((field) => !field.main && (!field.required || field.default !== ""));
}

/** The fields of such a form as they stand. @param {Form} form */
export function ready(form) {
  return form.fields
    .filter((field) => field.default !== "" && field.role !== "place")
    .map((field) => `${field.name}=${quoted(field.default)}`);
}

/** Why it cannot be done, or the figures behind it. @param {any} seen  the answer to a preview */
export function previewed(seen) {
  const refused = seen.refused
    ? h("p", { class: "refused" }, `${seen.refused.reason} `, h("code", { class: "rule" }, seen.refused.rule))
    : null;
  const figures = seen.tally ? tallyTable(seen.tally, seen.dice) : seen.dice ? h("p", {}, seen.dice) : null;
  return [refused, figures].filter((each) => each !== null);
}

/** Asks what other choices would make of the chance: the best option first, then place by place. @param {import("./types.js").Desk} desk @param {string} action @param {Blank|undefined} body @param {{current: () => boolean, offer: (row: Another|null) => void}} form  whether it is still wanted; where the best goes */
export async function compare(desk, action, body, form) {
  const found = await desk.ask("options", { action, only: "better", start: 0 });
  if (!form.current()) return;
  form.offer(found.better);
  for (let start = /** @type {number|null} */ (body ? 0 : null); start !== null;) {
    const places = await desk.ask("options", { action, only: "places", start });
    if (!form.current()) return;
    body?.tell?.(places.places);
    start = places.after;
  }
}

/** A clearly better option, in words, and a button that takes it. @param {{name: string, blank: Blank}[]} blanks @param {Another} row */
export function proposal(blanks, row) {
  const blank = blanks.find(({ name }) => name === row.field || name === row.name)?.blank;
  return [
    h("span", { class: "chip good" }, say("form.suggested")),
    h(
      "span",
      {},
      `${capital(plain(row.label === say("form.yes") ? row.name : `${row.name} ${row.label}`))}: `,
      h("b", {}, percent(row.p ?? 0)),
    ),
    blank?.set
      ? h("button", { type: "button", "data-testid": "use-better", onclick: () => blank.set?.(row.value) }, say("form.use"))
      : null,
  ].filter((each) => each !== null);
}

/** What is chosen more rarely, under its names. @param {{field: import("./types.js").Field, blank: Blank}[]} rest @param {boolean} open */
export function folded(rest, open) {
  if (!rest.length) return [];
  const names = rest.map(({ field }) => plain(field.label || field.name)).join(", ");
  return [
    h(
      "details",
      { class: "moreoptions", "data-testid": "more-options", open },
      h("summary", {}, h("b", {}, say("form.more")), h("small", {}, names)),
      h("div", { class: "fields" }, ...rest.map(({ blank }) => blank.node)),
    ),
  ];
}

/** Rules worth knowing here. @param {NonNullable<Form["hints"]>} hints */
export function worth(hints) {
  if (!hints.length) return [];
  const rows = hints.map((hint) => h("li", {}, hint.summary || hint.rule, " ", h("code", { class: "rule" }, hint.rule)));
  return [h("details", { class: "hints" }, h("summary", {}, say("form.worth")), h("ul", {}, ...rows))];
}

/** The numbers behind a form; they stay unfolded where the reader has unfolded them. @param {string} rule @param {...HTMLElement} inside */
export function everyNumber(rule, ...inside) {
  const every = h(
    "details",
    { class: "every", "data-testid": "every" },
    h("summary", {}, say("act.every"), rule ? h("code", { class: "rule" }, rule) : null),
    ...inside,
  );
  every.open = sessionStorage.getItem(EVERY) === "open";
  every.addEventListener("toggle", () => sessionStorage.setItem(EVERY, every.open ? "open" : "closed"));
  return every;
}
