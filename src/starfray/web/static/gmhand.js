// @ts-check
// The GM's hand over the whole table: a switch for each side, the pace, and wishes of players wherever the GM is.

import { give, h, keyed, one, plain, text } from "./dom.js";
import { SIDE_SIGNS, sideNumber, sidesOf } from "./sides.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Desk} Desk */

const DIALS = /** @type {const} */ (["ask", "suggest", "auto", "planner"]);
const PACES = /** @type {const} */ (["off", "slow", "normal", "quick"]);

/** One of a few, side by side. @template {string} K @param {readonly K[]} keys @param {(key: K) => string} words @param {string} label @param {(key: K) => void} tell @param {string} id */
export function switchOf(keys, words, label, tell, id) {
  return h(
    "div",
    { class: "switch", role: "group", "aria-label": label, "data-testid": id },
    ...keys.map((key) => h("button", { type: "button", "data-key": key, onclick: () => tell(key) }, words(key))),
  );
}

/** @param {Element} node @param {string} now */
export function press(node, now) {
  for (const button of node.children) give(button, { "aria-pressed": String(button.getAttribute("data-key") === now) });
}

export class GmHand {
  /** @param {HTMLElement} sides @param {HTMLElement} pace @param {HTMLElement} wishes @param {Desk} desk */
  constructor(sides, pace, wishes, desk) {
    this.desk = desk;
    this.sides = sides;
    this.pace = switchOf(
      PACES,
      (key) => say(`pace.${key}`),
      say("pace.title"),
      (key) => desk.act("room", { do: "pace", pace: key }),
      "pace",
    );
    pace.append(h("span", { class: "cap" }, say("pace.title")), this.pace);
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
          switchOf(
            DIALS,
            (key) => say(`dial.${key}`),
            say("dial.decides", { side }),
            (key) => this.set(side, key),
            `side-${side}`,
          ),
        ),
      (node, side) => {
        const number = sideNumber(view, side);
        give(node, { class: `sideswitch side-${number}` });
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
          ...(each.kind === "test" ? [this.test(view, each.text ?? "")] : []),
          h("button", { type: "button", "data-testid": "wish-no", onclick: () => this.answer(each, false) }, say("wish.no")),
          h(
            "button",
            {
              type: "button",
              class: "main",
              "data-testid": "wish-yes",
              onclick: (/** @type {MouseEvent} */ event) => this.answer(each, true, testOf(event)),
            },
            each.kind && each.kind !== "undo" ? say("wish.accept") : say("wish.yes"),
          ),
        ),
      (node, each) => {
        const kind = /** @type {"undo"|"help"|"test"|"seat"} */ (each.kind ?? "undo");
        text(one("span", node), wishWords(kind, each.name || each.seat || "", each.why ?? ""));
      },
    );
  }

  /** The tests the book has, to pick one of; the one the player would throw is picked. @param {View} view @param {string} wanted */
  test(view, wanted) {
    const [name, ...rest] = wanted.split(" ");
    const values = h("input", {
      autocomplete: "off",
      "aria-label": say("wish.values"),
      "data-testid": "wish-values",
      hidden: true,
    });
    const which = h(
      "select",
      { "aria-label": say("wish.choose"), "data-testid": "wish-test" },
      h("option", { value: "" }, say("wish.byHand")),
      ...(view.gm?.procedures ?? []).map((each) => h("option", { value: each.usage }, plain(each.usage.split(" ")[0]))),
    );
    which.addEventListener("change", () => {
      const wants = which.value.split(" ").slice(1);
      values.hidden = wants.length === 0;
      values.placeholder = wants.join(" ");
    });
    const meant = name ? view.gm?.procedures.find((each) => each.usage.split(" ")[0] === name) : undefined;
    if (meant) {
      which.value = meant.usage;
      values.value = rest.join(" ");
      values.hidden = false;
    }
    return h("span", { class: "whichtest" }, which, values);
  }

  /** @param {{n?: number, kind?: string}} wish @param {boolean} yes @param {string} [test]  a procedure of the book */
  answer(wish, yes, test = "") {
    if ((wish.kind ?? "undo") === "undo") return this.desk.act("undo", yes ? {} : { refuse: true });
    return this.desk.act("request", { do: yes ? "accept" : "refuse", n: wish.n, ...(test ? { text: test } : {}) });
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

/** What a player asks for. @param {"undo"|"help"|"test"|"seat"} kind @param {string} name @param {string} why */
export function wishWords(kind, name, why) {
  if (kind === "seat") return say("wish.seat", { name, why: why || name });
  return why ? say(`wish.${kind}Why`, { name, why }) : say(`wish.${kind}`, { name });
}

/** The test picked beside a button. @param {Event} event */
function testOf(event) {
  const row = /** @type {Element} */ (event.currentTarget).closest(".wish");
  const which = row?.querySelector("select");
  const values = row?.querySelector("input");
  return which?.value ? `${which.value.split(" ")[0]} ${values?.value ?? ""}`.trim() : "";
}

/** A first fight alone: the others play themselves, one's own side has suggestions. @param {View} view @param {GmHand} hand */
export async function playAlone(view, hand) {
  const [own, ...others] = sidesOf(view);
  for (const side of others) await hand.set(side, "auto");
  await hand.set(own, "suggest");
}
