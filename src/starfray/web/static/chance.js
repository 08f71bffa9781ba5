// @ts-check
// The chance of an act in one line: how likely it gets through, and what it comes to.

import { h, percent } from "./dom.js";
import { W } from "./words.js";

/** @typedef {import("./types.js").Odds} Odds */
/** @typedef {import("./types.js").Headline} Headline */

/** As the server says it, or else from what the odds come to for the target. @param {Odds|null|undefined} odds @param {string} [target] @returns {Headline|null} */
export function chanceOf(odds, target = "") {
  if (!odds) return null;
  if (odds.headline !== undefined) return odds.headline;
  const part = (odds.parts ?? []).find((each) => each.who === target);
  if (!part) return null;
  const mean = part.means.find((each) => each.change < 0);
  return {
    p: 1 - part.untouched,
    words: W.chance.through,
    loss: mean ? W.chance.about(Math.round(-mean.change * 10) / 10, mean.label) : "",
    falls: part.falls,
    unhurt: part.untouched,
  };
}

/** The chance of whoever answers to lose nothing and get no wound; null where nobody is in danger. @param {Odds} odds @param {string} who */
export function unhurtOf(odds, who) {
  if (odds.headline !== undefined) return odds.headline?.unhurt ?? null;
  const part = (odds.parts ?? []).find((each) => each.who === who);
  return part && (part.falls > 0 || part.means.some((each) => each.change < 0)) ? part.untouched : null;
}

/** What it comes to: the loss to be expected, and whether somebody falls. @param {Headline} chance */
export function outcome(chance) {
  if (chance.p < 0.0005 && !chance.loss) return W.chance.hopeless;
  return [chance.loss, chance.falls >= 0.005 ? W.chance.falls(percent(chance.falls)) : ""].filter(Boolean).join(" · ");
}

/** @param {number} p */
function bar(p) {
  const fill = h("i", {});
  fill.style.setProperty("--share", String(p));
  return h("span", { class: "chancebar", "aria-hidden": "true" }, fill);
}

/** @param {number} p @param {string} words */
export function smallChance(p, words) {
  return h(
    "span",
    { class: "chance-row" },
    h("b", {}, percent(p).replace(" %", ""), h("small", {}, " %")),
    bar(p),
    h("small", {}, words),
  );
}

/** At the top of a form: large. @param {Headline} chance */
export function bigChance(chance) {
  return h(
    "div",
    { class: "chance-big", "data-testid": "chance" },
    h("b", { class: "number" }, percent(chance.p).replace(" %", ""), h("small", {}, " %")),
    h("span", { class: "said-so" }, h("b", {}, chance.words), h("span", {}, outcome(chance))),
    bar(chance.p),
  );
}
