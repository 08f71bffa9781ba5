// @ts-check
// What a player may do at any time: throw dice that are no rule's, and ask the GM for a test.

import { h, keyed, one, text } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Desk} Desk */

export class Extras {
  /** @param {HTMLElement} root @param {Desk} desk */
  constructor(root, desk) {
    this.root = root;
    this.desk = desk;
    this.who = h("select", { "aria-label": say("extras.who"), "data-testid": "extras-who" });
    this.asked = h("ul", { class: "wanted", "data-testid": "my-wishes" });
    this.answered = h("p", { class: "hint", role: "status", "data-testid": "wish-answer" });
    root.append(
      this.asked,
      this.answered,
      h(
        "details",
        { class: "fold", "data-testid": "extras" },
        h("summary", {}, say("extras.title")),
        this.who,
        this.rolling(),
        this.testing(),
      ),
    );
  }

  rolling() {
    const dice = h("input", { value: "2d6", required: true, maxlength: 20, autocomplete: "off", "data-testid": "roll-dice" });
    const note = h("input", { maxlength: 200, autocomplete: "off", "data-testid": "roll-note" });
    const to = h(
      "select",
      { "data-testid": "roll-to" },
      h("option", { value: "open" }, say("extras.open")),
      h("option", { value: "gm" }, say("extras.gm")),
      h("option", { value: "blind" }, say("extras.blind")),
    );
    const form = h(
      "form",
      { class: "inline" },
      h("h3", {}, say("extras.roll")),
      h("label", {}, say("gm.dice"), dice),
      h("label", {}, say("gm.what"), note),
      h("label", { class: "wide" }, say("extras.sees"), to),
      h("button", { class: "wide", "data-testid": "roll-throw" }, say("gm.throw")),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const done = await this.desk.act("roll", { dice: dice.value, note: note.value, to: to.value, who: this.who.value });
      if (!done.ok) return;
      if (to.value === "blind") this.desk.say(say("extras.blindly"));
      else if (done.faces) this.desk.say(say("extras.fell", { faces: done.faces.join(", "), total: done.total ?? 0 }));
    });
    return form;
  }

  testing() {
    const why = h("input", { required: true, maxlength: 400, autocomplete: "off", "data-testid": "test-why" });
    const form = h(
      "form",
      { class: "inline" },
      h("h3", {}, say("extras.test")),
      h("label", { class: "wide" }, say("extras.testFor"), why),
      h("button", { class: "wide", "data-testid": "test-ask" }, say("extras.ask")),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const done = await this.desk.act("request", { do: "test", why: why.value, who: this.who.value });
      if (done.ok) form.reset();
    });
    return form;
  }

  /** @param {View} view */
  update(view) {
    this.root.hidden = view.you.kind !== "player" || !view.you.plays.length;
    if (this.root.hidden) return;
    keyed(
      this.who,
      view.you.plays,
      (id) => id,
      (id) => h("option", { value: id }),
      (node, id) => text(node, view.cards[id]?.name ?? view.cards[id.split("/")[0]]?.name ?? id),
    );
    this.who.hidden = view.you.plays.length < 2;
    const tests = (view.history.requests ?? []).filter((each) => each.kind === "test" || each.kind === "help");
    keyed(
      this.asked,
      tests,
      (each) => String(each.n),
      () =>
        h(
          "li",
          {},
          h("span", {}),
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              "data-testid": "wish-withdraw",
              onclick: () => this.desk.act("request", { do: "withdraw" }),
            },
            say("extras.withdraw"),
          ),
        ),
      (node, each) => text(one("span", node), say("extras.asked", { why: each.why ?? "" })),
    );
    const { answered } = view.history;
    const told = answered && answered.kind === "test" && !tests.length;
    text(this.answered, told ? say(answered.accepted ? "extras.granted" : "extras.refused") : "");
  }
}
