// @ts-check
// Who is ahead, for the GM alone: the fight from here, played out many times. One tap; what came later makes it old.

import { h, percent, text } from "./dom.js";
import { sideNumber } from "./sides.js";
import { say } from "./words.js";

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
    this.live = h("input", { type: "checkbox", "data-testid": "win-live", onchange: () => this.update(this.desk.view()) });
    root.append(
      this.shares,
      this.bar,
      h("p", {}, this.note, h("label", { class: "hint" }, this.live, say("win.live")), this.button),
    );
  }

  /** @param {View} view */
  update(view) {
    this.root.hidden = view.you.kind !== "gm" || view.history.entries === 0 || Boolean(view.room.outcome);
    if (this.root.hidden) return;
    const old = this.found && this.at !== view.history.entries;
    this.root.classList.toggle("old", Boolean(old));
    if (this.button.disabled) return;
    if (this.live.checked && (old || !this.found)) {
      this.reckon();
      return;
    }
    text(this.button, this.found ? say("win.again") : say("win.ask"));
    text(
      this.note,
      this.found
        ? old
          ? say("win.old", { count: view.history.entries - this.at })
          : say("win.from", { count: this.found.fights })
        : say("win.only"),
    );
  }

  async reckon() {
    const view = this.desk.view();
    this.button.disabled = true;
    text(this.note, say("win.working"));
    try {
      const found = await this.desk.ask("prospects", { at: "now" });
      if (this.found) this.before = shares(this.found);
      this.found = found;
      this.at = view.history.entries;
      this.draw(view, found);
    } catch (error) {
      this.live.checked = false; // or it would ask again at once
      this.desk.say(String(/** @type {Error} */ (error).message), true);
    }
    this.button.disabled = false;
    this.update(this.desk.view());
  }

  /** @param {View} view @param {Prospects} found */
  draw(view, found) {
    const now = shares(found);
    this.shares.replaceChildren(
      ...found.wins.map(({ side, low, high }) => {
        const step = Math.round((now[side] - (this.before[side] ?? now[side])) * 100);
        return h(
          "span",
          { class: `side-${sideNumber(view, side)}` },
          h("b", {}, say("win.side", { side, share: percent(now[side]) })),
          h("small", { "data-testid": "win-within" }, say("win.within", { low: percent(low), high: percent(high) })),
          step ? h("small", {}, step > 0 ? say("win.up", { step }) : say("win.down", { step: -step })) : null,
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
