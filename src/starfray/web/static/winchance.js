// @ts-check
// Who is ahead, for the GM alone: the fight from here, played out many times. One tap; what came later makes it old.

import { h, percent, text } from "./dom.js";
import { sideNumber } from "./sides.js";
import { W } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("./types.js").Prospects} Prospects */

export class WinChance {
  /** @param {HTMLElement} root @param {Desk} desk */
  constructor(root, desk) {
    this.root = root;
    this.desk = desk;
    this.at = -1; // the act after which it was reckoned
    /** @type {Prospects|null} */
    this.found = null;
    /** @type {Record<string, number>} */
    this.before = {};
    this.button = h("button", { type: "button", class: "quiet", "data-testid": "win-chance", onclick: () => this.reckon() });
    this.note = h("span", { class: "hint", "aria-live": "polite" });
    this.shares = h("div", { class: "winshares" });
    this.bar = h("div", { class: "winbar", "aria-hidden": "true" });
    root.append(this.shares, this.bar, h("p", {}, this.note, this.button));
  }

  /** @param {View} view */
  update(view) {
    this.root.hidden = view.you.kind !== "gm" || view.history.entries === 0 || Boolean(view.room.outcome);
    if (this.root.hidden) return;
    const old = this.found && this.at !== view.history.entries;
    this.root.classList.toggle("old", Boolean(old));
    if (this.button.disabled) return;
    text(this.button, this.found ? W.win.again : W.win.ask);
    text(
      this.note,
      this.found ? (old ? W.win.old(view.history.entries - this.at) : W.win.from(this.found.fights)) : W.win.only,
    );
  }

  async reckon() {
    const view = this.desk.view();
    this.button.disabled = true;
    text(this.note, W.win.working);
    try {
      const found = await this.desk.ask("prospects", { at: "now" });
      if (this.found) this.before = shares(this.found);
      this.found = found;
      this.at = view.history.entries;
      this.draw(view, found);
    } catch (error) {
      this.desk.say(String(/** @type {Error} */ (error).message), true);
    }
    this.button.disabled = false;
    this.update(this.desk.view());
  }

  /** @param {View} view @param {Prospects} found */
  draw(view, found) {
    const now = shares(found);
    this.shares.replaceChildren(
      ...found.wins.map(({ side }) => {
        const step = Math.round((now[side] - (this.before[side] ?? now[side])) * 100);
        return h(
          "span",
          { class: `side-${sideNumber(view, side)}` },
          h("b", {}, W.win.side(side, percent(now[side]))),
          step ? h("small", {}, W.win.step(step)) : null,
        );
      }),
    );
    this.bar.replaceChildren(
      ...found.wins.map(({ side }) => {
        const part = h("i", { class: `side-${sideNumber(view, side)}` });
        part.style.setProperty("--share", String(now[side]));
        return part;
      }),
    );
  }
}

/** @param {Prospects} found @returns {Record<string, number>} */
function shares(found) {
  return Object.fromEntries(found.wins.map(({ side, count }) => [side, count / Math.max(1, found.fights)]));
}
