// @ts-check
// The GM's hand over the whole table: a switch for each side, the pace, and wishes of players wherever the GM is.

import { h, keyed, one, text } from "./dom.js";
import { SIDE_SIGNS, sideNumber, sidesOf } from "./sides.js";
import { W } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Desk} Desk */

const DIALS = /** @type {const} */ (["ask", "suggest", "auto"]);
const PACES = /** @type {const} */ (["off", "slow", "normal", "quick"]);

/** One of a few, side by side. @param {readonly string[]} keys @param {Record<string, string>} words @param {string} label @param {(key: string) => void} tell @param {string} id */
export function switchOf(keys, words, label, tell, id) {
  return h(
    "div",
    { class: "switch", role: "group", "aria-label": label, "data-testid": id },
    ...keys.map((key) => h("button", { type: "button", "data-key": key, onclick: () => tell(key) }, words[key])),
  );
}

/** @param {Element} node @param {string} now */
export function press(node, now) {
  for (const button of node.children) button.setAttribute("aria-pressed", String(button.getAttribute("data-key") === now));
}

export class GmHand {
  /** @param {HTMLElement} sides @param {HTMLElement} pace @param {HTMLElement} wishes @param {Desk} desk */
  constructor(sides, pace, wishes, desk) {
    this.desk = desk;
    this.sides = sides;
    this.pace = switchOf(PACES, W.pace, W.pace.title, (key) => desk.act("room", { do: "pace", pace: key }), "pace");
    pace.append(h("span", { class: "cap" }, W.pace.title), this.pace);
    this.paceHolder = pace;
    this.wishes = wishes;
  }

  /** @param {View} view */
  update(view) {
    const gm = view.you.kind === "gm";
    this.sides.hidden = !gm;
    this.paceHolder.hidden = !gm || view.room.pace === undefined;
    press(this.pace, view.room.pace ?? "normal");
    keyed(
      this.sides,
      gm ? sidesOf(view) : [],
      (side) => side,
      (side) =>
        h(
          "div",
          { class: "sideswitch" },
          h("b", {}),
          switchOf(DIALS, W.dial, W.decides(side), (key) => this.set(side, key), `side-${side}`),
        ),
      (node, side) => {
        const number = sideNumber(view, side);
        node.className = `sideswitch side-${number}`;
        text(one("b", node), `${SIDE_SIGNS[number]} ${side}`);
        press(node.children[1], this.now(view, side));
      },
    );
    const wishes = gm ? (view.gm?.requests ?? []) : [];
    keyed(
      this.wishes,
      wishes,
      (each, i) => `${each.n ?? i}${each.seat ?? ""}${each.why ?? ""}`,
      (each) =>
        h(
          "div",
          { class: "wish", role: "alert", "data-testid": "wish" },
          h("span", {}),
          h("button", { type: "button", "data-testid": "wish-no", onclick: () => this.answer(each, false) }, W.wish.no),
          h(
            "button",
            { type: "button", class: "main", "data-testid": "wish-yes", onclick: () => this.answer(each, true) },
            each.kind && each.kind !== "undo" ? W.wish.accept : W.wish.yes,
          ),
        ),
      (node, each) => {
        const kind = /** @type {"undo"|"help"|"test"|"seat"} */ (each.kind ?? "undo");
        text(one("span", node), (W.wish[kind] ?? W.wish.undo)(each.name || each.seat || "", each.why ?? ""));
      },
    );
  }

  /** @param {{n?: number, kind?: string}} wish @param {boolean} yes */
  answer(wish, yes) {
    if ((wish.kind ?? "undo") === "undo") return this.desk.act("undo", yes ? {} : { refuse: true });
    return this.desk.act("request", { do: yes ? "accept" : "refuse", n: wish.n });
  }

  /** What all of a side have in common, '' where they differ. @param {View} view @param {string} side */
  now(view, side) {
    const dials = view.order
      .map((id) => view.cards[id])
      .filter((card) => card?.side === side)
      .map((card) => card.dial?.act ?? "ask");
    return dials.every((each) => each === dials[0]) ? (dials[0] ?? "ask") : "";
  }

  /** Everybody of a side, their turns and their questions. @param {string} side @param {string} value */
  set(side, value) {
    return this.desk.act("dial", { side, value });
  }
}

/** A first fight alone: the others play themselves, one's own side has suggestions. @param {View} view @param {GmHand} hand */
export async function playAlone(view, hand) {
  const [own, ...others] = sidesOf(view);
  for (const side of others) await hand.set(side, "auto");
  await hand.set(own, "suggest");
}
