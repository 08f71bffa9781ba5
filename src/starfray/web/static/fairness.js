// @ts-check
// How hard a fight will be, beside the form that builds it: asked once, it follows every change.

import { h, keyed, percent, text } from "./dom.js";
import { fetched } from "./server.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Outlook} Outlook */

const WAIT = 900; // milliseconds after the last change

export class Fairness {
  /** @param {() => object} body  the fight as the server takes it */
  constructor(body) {
    this.body = body;
    this.on = false;
    this.timer = 0;
    this.round = 0;
    this.button = h(
      "button",
      {
        type: "button",
        "data-testid": "fairness-ask",
        onclick: () => {
          this.on = true;
          this.ask();
        },
      },
      say("hard.ask"),
    );
    this.bar = h("div", { class: "fairbar", "aria-hidden": "true" });
    this.list = h("ul", { class: "fairness", "data-testid": "fairness" });
    this.status = h("p", { class: "hint", role: "status", "data-testid": "fairness-status" });
    this.node = h("div", { class: "hard" }, h("h3", {}, say("hard.title")), this.button, this.bar, this.list, this.status);
  }

  /** The fight has changed: what was found is old. */
  later() {
    if (!this.on) return;
    this.round += 1;
    text(this.status, say("hard.playing"));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), WAIT);
  }

  async ask() {
    clearTimeout(this.timer);
    const round = ++this.round;
    text(this.status, say("hard.playing"));
    try {
      /** @type {Outlook} */
      const found = await fetched("/api/outlook", this.body());
      if (round === this.round) this.show(found);
    } catch (error) {
      if (round !== this.round) return;
      this.list.replaceChildren();
      this.bar.replaceChildren();
      text(this.status, String(/** @type {Error} */ (error).message));
    }
  }

  /** @param {Outlook} found */
  show(found) {
    keyed(
      this.bar,
      found.sides,
      (each) => each.side,
      (each) => h("span", { class: `side-${found.sides.indexOf(each) % 5}` }),
      (node, each) => node.style.setProperty("flex-grow", String(each.p)),
    );
    keyed(
      this.list,
      found.sides,
      (each) => each.side,
      (each) => h("li", { class: `side-${found.sides.indexOf(each) % 5}` }, h("b", {}, each.side), h("span", {})),
      (node, each) =>
        text(
          /** @type {Element} */ (node.children[1]),
          say("hard.wins", { chance: percent(each.p), low: percent(each.low), high: percent(each.high) }),
        ),
    );
    const nobody = found.nobody > 0.005 ? say("hard.nobody", { chance: percent(found.nobody) }) : "";
    text(this.status, [say("hard.fights", { count: found.fights }), nobody].filter(Boolean).join(" "));
  }
}
