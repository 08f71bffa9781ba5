// @ts-check
// What one may do although it is somebody else's turn: folded away, never called a turn.

import { give, h, keyed, one, text } from "./dom.js";
import { titleOf } from "./speech.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */

const NAMED = 3;

export class Besides {
  /** @param {(who: string, kind: string) => void} choose */
  constructor(choose) {
    this.choose = choose;
    this.who = "";
    this.again = () => {}; // drawn once more as it was drawn last
    this.people = h("div", { class: "people", role: "group", "aria-label": say("besides.who") });
    this.kinds = h("div", { class: "kinds" });
    this.root = h(
      "details",
      { class: "besides", "data-testid": "besides", hidden: true },
      h("summary", {}, h("h3", {})),
      this.people,
      this.kinds,
    );
  }

  /** @param {View} view @param {string} filling @param {string} kind */
  update(view, filling, kind) {
    this.again = () => this.update(view, filling, kind);
    const whos = Object.keys(view.turn.besides);
    this.root.toggleAttribute("hidden", whos.length === 0);
    if (!whos.includes(this.who)) this.who = whos[0] ?? "";
    text(one("h3", this.root), say("besides.title", { names: listed(whos.map((id) => view.cards[id]?.name ?? id)) }));
    this.people.toggleAttribute("hidden", whos.length < 2);
    keyed(
      this.people,
      whos.length < 2 ? [] : whos,
      (id) => id,
      (id) =>
        h("button", {
          type: "button",
          class: "chip",
          onclick: () => {
            this.who = id;
            this.again();
          },
        }),
      (node, id) => {
        text(node, view.cards[id]?.name ?? id);
        give(node, { "aria-pressed": String(id === this.who) });
      },
    );
    keyed(
      this.kinds,
      view.turn.besides[this.who] ?? [],
      (form) => `${this.who}/${form.kind}`,
      (form) => {
        const { who } = this;
        return h(
          "button",
          {
            type: "button",
            class: "kind",
            "data-testid": `meanwhile-${form.kind}`,
            onclick: () => this.choose(who, form.kind),
          },
          h("b", {}),
          h("span", { class: "cost" }),
        );
      },
      (button, form) => {
        text(one("b", button), titleOf(form));
        text(one(".cost", button), form.cost);
        give(button, { "aria-pressed": String(form.kind === kind && this.who === filling), title: form.rule });
      },
    );
  }
}

/** @param {string[]} names */
function listed(names) {
  return names.length > NAMED
    ? say("besides.more", { names: names.slice(0, NAMED - 1).join(", "), count: names.length - NAMED + 1 })
    : names.join(", ");
}
