// @ts-check
// The automation dial: ask me, suggest, auto, planner; per combatant and per kind of question.

import { h, keyed, plain, text } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Card} Card */
/** @typedef {import("./types.js").Desk} Desk */

const SETTINGS = /** @type {const} */ (["ask", "suggest", "auto", "planner"]);

/** @param {string} now  '' where it follows the dial for all questions @param {(value: string) => void} tell @param {string} [rest] */
export function dialOf(now, tell, rest = "") {
  const select = h(
    "select",
    { onchange: () => tell(select.value) },
    rest ? h("option", { value: "usual" }, say("dials.usual", { setting: named(rest) })) : null,
    ...SETTINGS.map((value) => h("option", { value }, say(`dials.${value}`))),
  );
  select.value = now || (rest ? "usual" : "ask");
  return select;
}

/** @param {string} setting */
function named(setting) {
  const found = SETTINGS.find((each) => each === setting);
  return found ? say(`dials.${found}`) : setting;
}

/** All dials of one combatant: acting, questions, and the kinds of question that have one of their own. @param {Card} card @param {Desk} desk */
export function dialsOf(card, desk) {
  const now = card.dial ?? {};
  const kinds = ["act", "*", ...Object.keys(now).filter((kind) => kind !== "act" && kind !== "*")];
  return h(
    "fieldset",
    { class: "dialset" },
    h("legend", {}, say("dials.who", { name: card.name })),
    ...kinds.map((kind) => {
      const select = dialOf(
        now[kind] ?? "",
        (value) => desk.act("dial", { who: card.id, kind, value }),
        kind === "act" || kind === "*" ? "" : (now["*"] ?? "ask"),
      );
      select.dataset.testid = `dial-${card.id}-${kind === "*" ? "questions" : kind}`;
      return h(
        "label",
        { class: "dial" },
        kind === "act" ? say("dials.turn") : kind === "*" ? say("dials.questions") : plain(kind.split(".").slice(1).join(" ")),
        select,
      );
    }),
  );
}

/** @param {Element} root @param {Card[]} cards @param {Desk} desk */
export function fillDials(root, cards, desk) {
  keyed(
    root,
    cards,
    (card) => `${card.id}${JSON.stringify(card.dial)}`,
    (card) => dialsOf(card, desk),
    (node, card) => text(node.children[0], say("dials.who", { name: card.name })),
  );
}
