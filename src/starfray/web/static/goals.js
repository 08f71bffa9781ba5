// @ts-check
// What each side is after, where the fight declares endings of its own, and how far it is.

import { h, keyed, text } from "./dom.js";
import { say } from "./words.js";
import { sideNumber } from "./sides.js";

/** @typedef {import("./types.js").View} View */

export class Goals {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.list = h("ul", {});
    root.append(this.list);
  }

  /** @param {View} view */
  update(view) {
    this.root.hidden = view.goals.length === 0;
    keyed(
      this.list,
      view.goals.map((goal, i) => ({ goal, i })),
      ({ goal, i }) => `${i}|${goal.side}|${goal.text}`,
      ({ goal }) =>
        h(
          "li",
          { class: `side-${sideNumber(view, goal.side)}` },
          h("b", {}, say("goal.of", { side: goal.side, what: goal.text })),
          " ",
          h("small", {}),
        ),
      (node, { goal }) => text(node.children[1], goal.progress),
    );
  }
}
