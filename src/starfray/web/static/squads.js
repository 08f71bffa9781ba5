// @ts-check
// A squad as one card: how many of it are up, how they fare together, who decides for them, and all of them acting by one tap.

import { give, h, keyed, one, text } from "./dom.js";
import { drawFace, face, healthPool, statusOf } from "./face.js";
import { press, switchOf } from "./gmhand.js";
import { sideNumber } from "./sides.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Card} Card */
/** @typedef {import("./types.js").Desk} Desk */
/** Cards that are shown as one: a squad, or somebody alone. @typedef {{key: string, squad: string, cards: Card[]}} Group */

const DIALS = /** @type {const} */ (["ask", "suggest", "auto", "planner"]);

/** Squads where their first stands; a squad of one is nobody's. @param {Card[]} cards @returns {Group[]} */
export function groupsOf(cards) {
  /** @type {Map<string, Group>} */
  const found = new Map();
  for (const card of cards) {
    const key = card.squad ? JSON.stringify([card.side, card.squad]) : card.id;
    const group = found.get(key);
    if (group) group.cards.push(card);
    else found.set(key, { key, squad: card.squad ?? "", cards: [card] });
  }
  return [...found.values()].map((group) =>
    group.cards.length > 1 ? group : { key: group.cards[0].id, squad: "", cards: group.cards },
  );
}

/** @param {Desk} desk @param {(id: string) => void} tapped @param {() => void} folded */
export function squadCard(desk, tapped, folded) {
  /** @type {Group} */
  let now;
  const act = h(
    "button",
    { type: "button", class: "main", onclick: () => desk.act("squad", { side: now.cards[0].side, squad: now.squad }) },
    say("squad.act"),
  );
  const fold = h("button", { class: "quiet foldcard", type: "button", onclick: folded }, "▾");
  const decides = switchOf(
    DIALS,
    (key) => say(`dial.${key}`),
    say("squad.decides"),
    (value) => desk.act("dial", { side: now.cards[0].side, squad: now.squad, value }),
    "squad-dial",
  );
  const node = h(
    "article",
    { class: "card squad" },
    h("header", {}, h("h3", {}), h("span", { class: "marks" }), fold),
    h("div", { class: "fellows" }),
    h("div", { class: "bar", "aria-hidden": "true" }, h("i", {})),
    h("div", { class: "tools" }, decides, act),
    h("div", { class: "members" }),
  );
  return {
    node,
    members: one(".members", node),
    /** @param {Group} group @param {View} view @param {boolean} open */
    fill(group, view, open) {
      now = group;
      const gm = view.you.kind === "gm";
      const up = group.cards.filter((card) => statusOf(card).state === "up");
      const able = group.cards.some((card) => view.turn.yours.includes(card.id) && view.you.plays.includes(card.id));
      give(node, {
        class: `card squad side-${sideNumber(view, group.cards[0].side)}${able ? " up" : ""}${up.length ? "" : " out"}${open ? "" : " folded"}`,
        "data-testid": `squad-${group.squad}`,
        "aria-label": say("squad.of", { name: group.squad }),
      });
      text(one("h3", node), group.squad);
      const marks = [say("squad.up", { up: up.length, all: group.cards.length }), able ? say("state.up") : ""].filter(Boolean);
      keyed(
        one(".marks", node),
        marks,
        (mark) => mark,
        (mark) => h("span", { class: "mark" }, mark),
      );
      give(fold, {
        "aria-expanded": String(open),
        "aria-label": say("card.more", { name: group.squad }),
        "data-testid": `unfold-squad-${group.squad}`,
      });
      keyed(
        one(".fellows", node),
        group.cards,
        (card) => card.id,
        (card) => h("button", { type: "button", class: "quiet fellow", onclick: () => tapped(card.id) }, face()),
        (button, card) => {
          const { state, word } = statusOf(card);
          const words = [card.name, state === "up" ? "" : word || say(`state.${state}`)].filter(Boolean).join(", ");
          give(button, { "aria-label": words, title: words, "data-testid": `fellow-${card.id}` });
          drawFace(button.children[0], card, view);
        },
      );
      const pools = group.cards.map(healthPool).filter((pool) => pool !== undefined);
      const most = pools.reduce((sum, pool) => sum + Math.max(0, pool.most), 0);
      const left = pools.reduce((sum, pool) => sum + Math.max(0, pool.now), 0);
      one(".bar", node).toggleAttribute("hidden", most === 0);
      /** @type {HTMLElement} */ (one(".bar i", node)).style.setProperty("--share", String(most ? left / most : 0));
      one(".tools", node).toggleAttribute("hidden", !gm);
      const dials = group.cards.map((card) => card.dial?.act ?? "ask");
      press(decides, dials.every((each) => each === dials[0]) ? dials[0] : "");
      give(act, { disabled: !able, "data-testid": `squad-act-${group.squad}` });
    },
  };
}
