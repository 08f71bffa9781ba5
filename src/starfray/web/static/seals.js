// @ts-check
// Choices under seal: who has chosen lies face down, who has not is still to come. What was chosen is nowhere on the page.

import { h, keyed, one, text } from "./dom.js";
import { drawFace, face } from "./face.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */

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
