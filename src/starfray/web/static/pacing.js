// @ts-check
// Acts of policies come faster than anybody reads. What map, rail and cards show waits for the card that tells of it.

import { actsOf } from "./told.js";

/** @typedef {import("./types.js").View} View */

export class Pacing {
  /** @param {{update: (view: View) => void}[]} panels  what follows the cards */
  constructor(panels) {
    this.panels = panels;
    /** the view these panels show @type {View|null} */
    this.shown = null;
    /** views that have come since, oldest first, with the newest act that has a card @type {{view: View, act: number}[]} */
    this.ahead = [];
  }

  /** @param {View} view */
  add(view) {
    const told = actsOf(view).filter((each) => each.weight !== "quiet" && each.headline);
    this.ahead.push({ view, act: told.at(-1)?.n ?? 0 });
    this.shown ??= view;
  }

  /** The card of this act shows: so does what it led to. @param {number} act */
  follow(act) {
    const reached = this.ahead.filter((each) => each.act <= act).pop();
    if (!reached) return;
    this.ahead = this.ahead.slice(this.ahead.indexOf(reached) + 1);
    this.draw(reached.view);
  }

  /** Everything as it is now. */
  present() {
    const last = this.ahead.pop();
    this.ahead = [];
    if (last) this.draw(last.view);
  }

  /** @param {View} view */
  draw(view) {
    this.shown = view;
    for (const panel of this.panels) panel.update(view);
  }
}
