// @ts-check
// Choices under seal: who has chosen lies face down, who has not is still to come. What was chosen is nowhere on the page.

import { h, keyed, one, percent, text } from "./dom.js";
import { drawFace, face } from "./face.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Option} Option */

export class Seals {
  constructor() {
    this.people = h("ul", {});
    this.rest = h("p", { class: "hint" });
    this.root = h(
      "div",
      { class: "seals", "data-testid": "seals", hidden: true },
      h("h3", { class: "cap" }, say("seal.title")),
      this.people,
      this.rest,
    );
  }

  /** @param {View} view */
  update(view) {
    const found = view.turn.sealed ?? [];
    this.root.hidden = found.length < 2;
    keyed(
      this.people,
      found,
      (each) => `${each.who}${each.done}`,
      (each) =>
        h(
          "li",
          { class: each.done ? "done" : "choosing", "data-testid": `seal-${each.who}` },
          face(),
          h("b", {}, each.name),
          h("span", { class: "chip" }, say(each.done ? "seal.done" : "seal.choosing")),
          h("span", { class: "facedown", "aria-hidden": "true" }, each.done ? "" : "?"),
        ),
      (node, each) => drawFace(one(".face", node), view.cards[each.who.split("/")[0]], view),
    );
    text(this.rest, say("seal.turn", { count: found.filter((each) => !each.done).length }));
  }
}

/** The button that seals what lies there; a second tap on the same card does it, too. @param {HTMLElement} body  with the cards @param {(key: string) => void} give */
export function sealing(body, give) {
  const does = h("span", {}, say("seal.choose"));
  const note = h("small", {});
  let laid = "";
  const button = h(
    "button",
    { type: "button", class: "main", "data-testid": "seal", disabled: true, onclick: () => give(laid) },
    does,
    note,
  );
  /** @param {Option} option */
  const lay = (option) => {
    if (laid === option.key) {
      give(laid);
      return;
    }
    laid = option.key;
    button.disabled = false;
    text(does, say("seal.seal", { what: option.card?.title || option.label }));
    text(note, typeof option.card?.p === "number" ? percent(option.card.p) : "");
    for (const each of body.querySelectorAll("button.option"))
      each.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (each).dataset.key === laid));
  };
  return { button, lay };
}
