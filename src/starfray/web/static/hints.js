// @ts-check
// Hints in place for whoever learns the table: one at a time, where suggestions are on, and never twice.

import { h, text } from "./dom.js";
import { isMine } from "./asks.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {"turn"|"offer"|"asked"|"dice"|"again"} Step */

const STORE = "starfray.hints";

export class Hints {
  /** @param {HTMLElement} root @param {() => boolean} offering  is something tapped? */
  constructor(root, offering) {
    this.root = root;
    this.offering = offering;
    /** @type {Step|""} */
    this.now = "";
    /** @type {Set<string>} */
    this.seen = new Set(JSON.parse(localStorage.getItem(STORE) ?? "[]"));
    this.words = h("p", {});
    root.append(
      h("b", { "aria-hidden": "true" }, "✦"),
      this.words,
      h("button", { type: "button", class: "quiet", "data-testid": "hint-got", onclick: () => this.done() }, say("act.got")),
    );
  }

  /** @param {View} view */
  update(view) {
    const step = this.step(view);
    if (this.now && step !== this.now) this.keep(this.now); // it was shown, and they went on
    this.now = step && !this.seen.has(step) ? step : "";
    this.root.hidden = !this.now;
    if (this.now) text(this.words, say(`hints.${this.now}`));
  }

  /** What somebody is about to do for the first time. @param {View} view @returns {Step|""} */
  step(view) {
    const ask = view.asks.find((each) => isMine(view, each));
    if (ask?.kind === "dice") return "dice";
    if (ask?.suggested) return "asked";
    if (ask) return "";
    const up = view.turn.actors.find((id) => view.turn.suggest?.[id]);
    if (!up) return "";
    if (this.offering()) return "offer";
    return (view.acts ?? []).some((told) => told.who === up && told.kind === "action" && !told.auto) ? "again" : "turn";
  }

  /** @param {string} step */
  keep(step) {
    this.seen.add(step);
    localStorage.setItem(STORE, JSON.stringify([...this.seen]));
  }

  done() {
    if (this.now) this.keep(this.now);
    this.now = "";
    this.root.hidden = true;
  }
}
