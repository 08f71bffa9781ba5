// @ts-check
// One's own figures, always in sight on a phone: face, health, what the turn pays with, conditions, what is in hand.

import { give, h, keyed, one, text, plain } from "./dom.js";
import { isMine } from "./asks.js";
import { drawFace, face, poolsOf, stateOf } from "./face.js";
import { POOL } from "./hand.js";
import { sideNumber } from "./sides.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Card} Card */
/** @typedef {import("./types.js").Pool} Pool */

const BARS = 3;
const PIPS = 8; // more of them are a number
const LONG = 5; // letters of a label that leaves its figure no room beside it

export class Me {
  /** @param {HTMLElement} root @param {(id: string) => void} tapped @param {(id: string) => void} open  the sheet */
  constructor(root, tapped, open) {
    this.root = root;
    this.who = "";
    this.name = h("button", { type: "button", class: "who", onclick: () => tapped(this.who) });
    this.state = h("span", { class: "chip called" });
    this.pools = h("dl", { class: "mypools" });
    this.lines = h("p", { class: "mylines" });
    const sheet = h(
      "button",
      { type: "button", class: "quiet mysheet", "data-testid": "my-sheet", onclick: () => open(this.who) },
      say("own.open"),
    );
    root.append(face(), h("div", {}, h("h2", {}, this.name, this.state, sheet), this.pools, this.lines));
  }

  /** @param {View} view */
  update(view) {
    const own = view.you.plays.map((id) => view.cards[id] ?? view.cards[id.split("/")[0]]).filter(Boolean);
    const asked = view.asks.find((ask) => isMine(view, ask));
    const card =
      own.find((each) => asked && asked.who.split("/")[0] === each.id) ??
      own.find((each) => view.turn.yours.some((id) => id.split("/")[0] === each.id)) ??
      own[0];
    this.root.hidden = view.you.kind !== "player" || !card;
    if (!card) return;
    this.who = card.id;
    drawFace(one(".face", this.root), card, view);
    text(this.name, card.name);
    const state = stateOf(view, card);
    const turn = view.turn.yours.some((id) => id.split("/")[0] === card.id);
    text(
      this.state,
      asked
        ? say("me.asked")
        : turn
          ? say("me.turn")
          : state.state === "up"
            ? say("me.waits")
            : state.word || say(`state.${state.state}`),
    );
    this.state.classList.toggle("on", Boolean(asked) || turn);
    give(this.root, { class: `side-${sideNumber(view, card.side)}${asked || turn ? " on" : ""}` });
    keyed(
      this.pools,
      poolsOf(card).slice(0, BARS),
      (pool) => `${pool.key}${pool.kind ?? ""}`,
      () => h("div", {}, h("dt", {}), h("dd", {}), h("span", { class: "bar", "aria-hidden": "true" }, h("i", {}))),
      (node, pool) => this.fill(node, pool),
    );
    const words = [
      ...(card.conditions ?? []).map((each) => each.name),
      ...card.lines
        .filter(
          (line) =>
            !POOL.test(line.value) && line.label !== "condition" && !poolsOf(card).some((pool) => pool.label === line.label),
        )
        .map((line) => (/[a-z]/i.test(line.value) ? line.value : `${plain(line.label)} ${line.value}`)) // a bare figure says what it is
        .slice(0, 3),
    ];
    text(this.lines, words.join(" · "));
  }

  /** @param {HTMLElement} node @param {Pool} pool */
  fill(node, pool) {
    const pips = pool.kind === "turn" && pool.most <= PIPS;
    give(node, { class: pips ? "pips-pool" : pool.label.length > LONG ? "long" : "" });
    text(one("dt", node), pool.label);
    text(
      one("dd", node),
      pips
        ? `${"●".repeat(Math.max(0, pool.now))}${"○".repeat(Math.max(0, pool.most - pool.now))}`
        : `${pool.now}/${pool.most}`,
    );
    give(one("dd", node), { "aria-label": say("of", { now: pool.now, most: pool.most }) });
    one("i", node).style.setProperty("--share", String(Math.max(0, Math.min(1, pool.now / Math.max(1, pool.most)))));
  }
}
