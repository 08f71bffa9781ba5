// @ts-check
// How hard a fight will be, beside the form that builds it: asked once, it follows every change. And what would make it as hard
// as it should be.

import { h, keyed, percent, text } from "./dom.js";
import { fetched } from "./server.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Outlook} Outlook */
/** @typedef {import("./types.js").Balanced} Balanced */
/** @typedef {import("./types.js").Roster} Roster */

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
    this.wish = new Wish(body);
    this.node = h(
      "div",
      { class: "hard" },
      h("h3", {}, say("hard.title")),
      this.button,
      this.bar,
      this.list,
      this.status,
      this.wish.node,
    );
  }

  /** The fight has changed: what was found is old. */
  later() {
    if (!this.on) return;
    this.round += 1;
    this.wish.forget();
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
    this.wish.offer(found.sides.map((each) => each.side));
    const nobody = found.nobody > 0.005 ? say("hard.nobody", { chance: percent(found.nobody) }) : "";
    text(this.status, [say("hard.fights", { count: found.fights }), nobody].filter(Boolean).join(" "));
  }
}

/** "Make it 60 %": whose chance, what it should be, and the changes that were found, the cheapest first. */
class Wish {
  /** @param {() => object} body */
  constructor(body) {
    this.body = body;
    this.round = 0;
    this.side = /** @type {HTMLSelectElement} */ (
      h("select", { "data-testid": "balance-side", "aria-label": say("balance.side") })
    );
    this.target = /** @type {HTMLInputElement} */ (
      h("input", {
        type: "number",
        min: "2",
        max: "98",
        value: "50",
        "data-testid": "balance-target",
        "aria-label": say("balance.target"),
      })
    );
    this.button = /** @type {HTMLButtonElement} */ (
      h("button", { type: "button", "data-testid": "balance-ask", onclick: () => this.ask() }, say("balance.ask"))
    );
    this.stop = h(
      "button",
      { type: "button", "data-testid": "balance-stop", onclick: () => this.forget(), hidden: true },
      say("balance.stop"),
    );
    this.list = h("ol", { class: "rosters", "data-testid": "balance" });
    this.status = h("p", { class: "hint", role: "status", "data-testid": "balance-status" });
    this.node = h(
      "div",
      { class: "wish", hidden: true },
      h("p", {}, say("balance.title"), " ", this.side, " ", this.target, " % ", this.button, this.stop),
      this.list,
      this.status,
    );
  }

  /** @param {string[]} sides */
  offer(sides) {
    keyed(this.side, sides, String, (side) => h("option", { value: side }, side));
    this.node.hidden = sides.length < 2;
  }

  /** The fight is another one now, or nobody wants to wait any longer. */
  forget() {
    this.round += 1;
    this.done("");
    this.list.replaceChildren();
  }

  /** @param {string} words */
  done(words) {
    text(this.status, words);
    this.button.disabled = false;
    this.stop.hidden = true;
  }

  async ask() {
    const round = ++this.round;
    this.button.disabled = true;
    this.stop.hidden = false;
    this.list.replaceChildren();
    text(this.status, say("balance.looking"));
    try {
      /** @type {Balanced} */
      const found = await fetched("/api/balance", { ...this.body(), side: this.side.value, target: Number(this.target.value) });
      if (round === this.round) this.show(found);
    } catch (error) {
      if (round === this.round) this.done(String(/** @type {Error} */ (error).message));
    }
  }

  /** @param {Balanced} found */
  show(found) {
    const shown = found.rosters.length ? found.rosters : found.nearest;
    this.list.replaceChildren(...shown.map((each) => h("li", {}, h("b", {}, changes(each)), " ", chanceOf(each))));
    const words = found.rosters.length
      ? say("balance.found", { count: found.tried })
      : say("balance.none", { count: found.tried });
    this.done(found.done ? words : `${words} ${say("balance.time")}`);
  }
}

/** @param {Roster} roster */
const changes = (roster) => roster.changes.join("; ") || say("balance.written");

/** @param {Roster} roster */
const chanceOf = (roster) =>
  say("hard.wins", { chance: percent(roster.share), low: percent(roster.low), high: percent(roster.high) });
