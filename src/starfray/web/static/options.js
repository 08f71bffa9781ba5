// @ts-check
// An answer as it is shown: a line, or a card with what it comes to and its chance; and those that cannot be given now.

import { capital, h, plain } from "./dom.js";
import { smallChance } from "./chance.js";

/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").AnswerCard} Choice */

/** @param {Option} option @param {boolean} cards  are the answers to this question cards? */
export function optionParts({ card, label, note, tally }, cards) {
  return [
    h("b", {}, capital(card?.title || label)),
    card?.words ? h("small", { class: "comes" }, capital(card.words)) : null,
    h("span", { class: "p" }, typeof card?.p === "number" ? smallChance(card.p, "") : null),
    h("small", { class: "chance" }),
    card?.aside ? h("small", { class: "aside" }, card.aside) : null,
    note ? h("small", {}, note) : null,
    tally && !cards
      ? h(
          "small",
          {},
          `${tally.total} = ${tally.reasons.map((each) => `${each.amount} ${each.note || plain(each.rule.split(".").slice(-1)[0])}`).join(", ")}`,
        )
      : null,
  ];
}

/** What cannot be answered, and why. @param {Choice} card */
export function barred(card) {
  return h(
    "div",
    { class: "option barred", "data-testid": "barred" },
    h("span", { class: "key" }),
    h("b", {}, card.title),
    h("span", { class: "chip bad" }, card.refused),
    h("small", {}, capital(card.words)),
  );
}
