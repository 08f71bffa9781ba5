// @ts-check
// What one has just done, with a way back: instead of a question beforehand.

import { capital, h, one, plain, text } from "./dom.js";
import { actsOf } from "./told.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Desk} Desk */

const STANDS = 8000; // milliseconds

export class JustDone {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.fades = 0;
    this.before = 0; // the newest act before this one
    this.root = h(
      "div",
      { class: "undone", "data-testid": "undone", hidden: true },
      h("span", {}),
      h(
        "button",
        { type: "button", class: "chip", "data-testid": "undo-chip", onclick: () => this.takeBack() },
        `↶ ${say("act.undo")}`,
      ),
    );
  }

  /** It is about to be done. @param {string} action @param {string} label */
  about(action, label) {
    this.before = this.desk.view().acts?.at(-1)?.n ?? 0;
    text(one("span", this.root), say("form.done", { words: label || capital(plain(action.split(" ")[0])) }));
  }

  /** It is done. */
  show() {
    this.root.hidden = false;
    this.update();
    clearTimeout(this.fades);
    this.fades = setTimeout(() => {
      this.root.hidden = true;
    }, STANDS);
  }

  /** In the words of the log, once they are there. */
  update() {
    if (this.root.hidden) return;
    const told = actsOf(this.desk.view()).find((each) => each.n > this.before && each.kind === "action");
    if (told?.headline) text(one("span", this.root), told.headline);
  }

  takeBack() {
    this.root.hidden = true;
    this.desk.act("undo", {});
  }
}
