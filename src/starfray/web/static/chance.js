// @ts-check
// The chance of an act in one line: how likely it gets through, and what it comes to.

import { h, percent } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Odds} Odds */
/** @typedef {import("./types.js").Headline} Headline */

/** As the server says it, or else from what the odds come to for the target; null for what is no attack: it does nothing to them, for sure. @param {Odds|null|undefined} odds @param {string} [target] @returns {Headline|null} */
export function chanceOf(odds, target = "") {
  if (!odds) return null;
  const sure = (odds.outcomes ?? []).length < 2;
  if (odds.headline !== undefined) return sure && odds.headline && odds.headline.p < 0.0005 ? null : odds.headline;
  const part = (odds.parts ?? []).find((each) => each.who === target);
  if (!part) return null;
  const mean = part.means.find((each) => each.change < 0);
  return {
    who: part.who,
    p: 1 - part.untouched,
    words: say("chance.through"),
    loss: mean ? say("chance.about", { amount: Math.round(-mean.change * 10) / 10, label: mean.label }) : "",
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
  if (chance.p < 0.0005 && !chance.loss) return say("chance.hopeless");
  return [chance.loss, chance.falls >= 0.005 ? say("chance.falls", { share: percent(chance.falls) }) : ""]
    .filter(Boolean)
    .join(" · ");
}

/** Full up to what is sure, hatched from there to what a decision still to come makes of it. @param {number} p @param {number} [other] */
function bar(p, other = p) {
  const fill = h("i", {});
  fill.style.setProperty("--share", String(Math.min(p, other)));
  const hatched = h("i", { class: "hatched" });
  hatched.style.setProperty("--share", String(Math.abs(p - other)));
  return h("span", { class: "chancebar", "aria-hidden": "true" }, fill, p === other ? null : hatched);
}

/** @param {number} p @param {string} words @param {Headline["more"]} [more] */
export function smallChance(p, words, more = null) {
  return h(
    "span",
    { class: "chance-row" },
    h("b", {}, percent(p).replace(" %", ""), h("small", {}, " %")),
    bar(p, more?.p),
    h("small", {}, more ? `${percent(more.p)} ${more.words}` : words),
  );
}

/** At the top of a form: large. @param {Headline} chance */
export function bigChance(chance) {
  const { more } = chance;
  return h(
    "div",
    { class: "chance-big", "data-testid": "chance" },
    h("b", { class: "number" }, percent(chance.p).replace(" %", ""), h("small", {}, " %")),
    h("span", { class: "said-so" }, h("b", {}, chance.words), more ? h("span", {}, `${percent(more.p)} ${more.words}`) : null),
    h("span", { class: "comes-to" }, outcome(chance)),
    bar(chance.p, more?.p),
  );
}
