// @ts-check
// The agenda: who was, is and will be up.

import { h, keyed, one, text } from "./dom.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Moment} Moment */

const SIGNS = { done: "✓", now: "▶", next: "" };
const WORDS = { done: "has acted", now: "is up", next: "is to come" };

export class Rail {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.list = h("ol", { class: "moments", "data-testid": "agenda", tabindex: "0" });
    root.append(this.list);
    this.now = "";
  }

  /** @param {View} view */
  update(view) {
    /** @type {Record<string, number>} */
    const seen = {};
    keyed(
      this.list,
      view.agenda,
      (moment) => {
        const name = `${moment.who}|${moment.what === "" ? moment.when : ""}`;
        seen[name] = (seen[name] ?? 0) + 1;
        return `${name}|${seen[name]}`;
      },
      () => h("li", {}, h("span", { class: "when" }), h("span", { class: "name" }), h("span", { class: "what" }), h("span", { class: "unseen" })),
      (node, moment) => this.fill(node, moment, view),
    );
    const now = view.agenda.filter((moment) => moment.status === "now").map((moment) => moment.who).join();
    if (now !== this.now) {
      this.now = now;
      const node = this.list.querySelector(".now");
      if (node instanceof HTMLElement) this.list.scrollTo({ left: node.offsetLeft - 24, top: node.offsetTop - 24, behavior: "smooth" });
    }
  }

  /** @param {HTMLElement} node @param {Moment} moment @param {View} view */
  fill(node, moment, view) {
    const status = /** @type {"done"|"now"|"next"} */ (moment.status);
    const card = view.cards[moment.who];
    node.className = `moment ${status}${card ? ` side-${sideNumber(view, card.side)}` : ""}`;
    node.toggleAttribute("aria-current", status === "now");
    if (status === "now") node.setAttribute("aria-current", "step");
    text(one(".when", node), `${SIGNS[status] ? `${SIGNS[status]} ` : ""}${moment.when}`);
    text(one(".name", node), card || !moment.what ? moment.name : moment.what);
    text(one(".what", node), card ? moment.what : "");
    text(one(".unseen", node), ` ${WORDS[status] ?? ""}${view.turn.yours.includes(moment.who) ? ", yours" : ""}`);
    node.classList.toggle("yours", view.turn.yours.includes(moment.who));
  }
}

/** The place of a side among the sides of the fight, for its colour and sign. @param {View} view @param {string} side */
export function sideNumber(view, side) {
  const sides = [...new Set(view.order.map((id) => view.cards[id]?.side ?? ""))];
  return Math.max(0, sides.indexOf(side)) % 5;
}

/** A sign per side, so that colour is never all that tells them apart. */
export const SIDE_SIGNS = ["◆", "●", "▲", "■", "✚"];
