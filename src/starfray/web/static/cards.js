// @ts-check
// One card per combatant: pools as bars, what else the book shows, what is assumed or hidden.

import { give, h, keyed, one, plain, text } from "./dom.js";
import { drawFace, face, stateOf } from "./face.js";
import { Hand, POOL } from "./hand.js";
import { sideNumber } from "./sides.js";
import { groupsOf, squadCard } from "./squads.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Card} Card */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").Desk} Desk */

const FEW = 3; // so many stand unfolded

export class Cards {
  /** @param {HTMLElement} root @param {Desk} desk @param {(id: string) => void} tapped @param {(id: string) => void} sheet */
  constructor(root, desk, tapped, sheet) {
    this.desk = desk;
    this.tapped = tapped;
    this.sheet = sheet;
    /** those the reader has unfolded @type {Set<string>} */
    this.open = new Set();
    /** @type {WeakMap<Element, ReturnType<typeof squadCard>>} */
    this.squads = new WeakMap();
    this.list = h("div", { class: "cards", "data-testid": "cards" });
    this.editor = new Hand(desk);
    root.append(h("div", { id: "sideswitches", hidden: true }), this.list, this.editor.dialog);
  }

  /** @param {View} view */
  update(view) {
    const cards = view.order.map((id) => view.cards[id]).filter(Boolean);
    keyed(
      this.list,
      groupsOf(cards),
      (group) => group.key,
      (group) => (group.squad ? this.squad(group.key) : this.make(group.cards[0])),
      (node, group) => {
        const squad = this.squads.get(node);
        if (!squad) return this.fill(node, group.cards[0], view);
        const open = this.open.has(group.key);
        squad.fill(group, view, open);
        keyed(
          squad.members,
          open ? group.cards : [],
          (card) => card.id,
          (card) => this.make(card),
          (each, card) => this.fill(each, card, view),
        );
      },
    );
  }

  /** @param {string} key */
  squad(key) {
    const made = squadCard(this.desk, this.tapped, () => this.unfold(key));
    this.squads.set(made.node, made);
    return made.node;
  }

  /** @param {Card} card */
  make(card) {
    return h(
      "article",
      { class: "card", "data-testid": `card-${card.id}`, "aria-label": card.name },
      h(
        "header",
        {},
        face(),
        h(
          "h3",
          {},
          h("button", { type: "button", class: "who", "data-testid": `tap-${card.id}`, onclick: () => this.tapped(card.id) }),
        ),
        h("span", { class: "marks" }),
        h(
          "button",
          {
            class: "quiet foldcard",
            type: "button",
            "aria-label": say("card.more", { name: card.name }),
            "data-testid": `unfold-${card.id}`,
            onclick: () => this.unfold(card.id),
          },
          "▾",
        ),
        h(
          "button",
          {
            class: "quiet sheetof",
            type: "button",
            "aria-label": say("own.of", { name: card.name }),
            title: say("own.open"),
            "data-testid": `sheet-${card.id}`,
            onclick: () => this.sheet(card.id),
          },
          "☰",
        ),
        h(
          "button",
          {
            class: "quiet more",
            type: "button",
            "aria-label": say("card.changeName", { name: card.name }),
            title: say("card.change"),
            "data-testid": `hand-${card.id}`,
            onclick: () => this.editor.open(card.id),
          },
          "✎",
        ),
      ),
      h("dl", { class: "pools" }),
      h("dl", { class: "lines" }),
      h("p", { class: "notes" }),
    );
  }

  /** @param {string} id */
  unfold(id) {
    if (!this.open.delete(id)) this.open.add(id);
    this.update(this.desk.view());
  }

  /** @param {HTMLElement} node @param {Card} card @param {View} view */
  fill(node, card, view) {
    const number = sideNumber(view, card.side);
    const up = view.turn.actors.includes(card.id);
    const state = stateOf(view, card);
    const folded = view.order.length > FEW && !this.open.has(card.id);
    give(node, {
      class: `card side-${number}${up ? " up" : ""}${state.state === "up" ? "" : ` ${state.state}`}${card.hidden ? " hidden" : ""}${folded ? " folded" : ""}`,
    });
    const fold = one(".foldcard", node);
    fold.hidden = view.order.length <= FEW;
    give(fold, { "aria-expanded": String(this.open.has(card.id)) });
    drawFace(one(".face", node), card, view);
    text(one(".who", node), card.name);
    const marks = [
      up && (view.turn.yours.includes(card.id) && view.you.plays.includes(card.id) ? say("me.turn") : say("state.up")),
      state.acted && state.state === "up" && say("rail.acted"),
      card.hidden && say("state.hidden"),
      state.state !== "up" && plain(state.word || say(`state.${state.state}`)),
      card.seat &&
        card.seat !== view.you.seat &&
        view.you.kind === "gm" &&
        (view.seats.find((seat) => seat.seat === card.seat)?.name || card.seat),
      state.asked && say("state.asked"),
    ].filter(Boolean);
    keyed(
      one(".marks", node),
      /** @type {string[]} */ (marks),
      (mark) => mark,
      (mark) => h("span", { class: `mark${up && mark === marks[0] ? " now" : ""}` }, mark),
    );
    one(".more", node).toggleAttribute("hidden", view.you.kind !== "gm");
    const own = view.you.kind === "gm" || view.you.plays.some((id) => id.split("/")[0] === card.id);
    one(".sheetof", node).toggleAttribute("hidden", !own);
    const pools = card.lines.filter((line) => POOL.test(line.value));
    const rest = card.lines.filter((line) => !POOL.test(line.value));
    keyed(
      one(".pools", node),
      pools,
      lineKey,
      (line) => this.pool(line, card),
      (each, line) => this.fillPool(each, line, card, view),
    );
    keyed(
      one(".lines", node),
      rest,
      lineKey,
      (line) => this.line(line, card),
      (each, line) => this.fillLine(each, line, card, view),
    );
    const secret = view.gm?.combatants?.[card.id];
    const notes = [secret?.notes, secret?.secret?.length ? say("card.secret", { what: secret.secret.join(", ") }) : ""]
      .filter(Boolean)
      .join(" · ");
    text(one(".notes", node), notes ? say("card.notes", { notes }) : "");
    one(".notes", node).toggleAttribute("hidden", !notes);
  }

  /** @param {Line} line @param {Card} card */
  pool(line, card) {
    return h(
      "div",
      { class: "pool" },
      h("dt", {}, plain(line.label)),
      h(
        "dd",
        {},
        h("button", { class: "value", type: "button", onclick: () => this.editor.edit(card.id, line.label) }),
        h("span", { class: "assumed" }),
      ),
      h("div", { class: "bar", "aria-hidden": "true" }, h("i", {})),
    );
  }

  /** @param {HTMLElement} node @param {Line} line @param {Card} card @param {View} view */
  fillPool(node, line, card, view) {
    const [, now, full] = /** @type {RegExpExecArray} */ (POOL.exec(line.value));
    const share = Math.max(0, Math.min(1, Number(now) / Math.max(1, Number(full))));
    one(".bar i", node).toggleAttribute("data-empty", share === 0);
    /** @type {HTMLElement} */ (one(".bar i", node)).style.setProperty("--share", String(share));
    node.classList.toggle("low", share <= 0.34);
    this.value(node, line, card, view);
  }

  /** @param {Line} line @param {Card} card */
  line(line, card) {
    return h(
      "div",
      { class: `line${line.label === "condition" ? " condition" : ""}${line.brief ? " brief" : ""}` },
      h("dt", {}, plain(line.label)),
      h(
        "dd",
        {},
        h("button", { class: "value", type: "button", onclick: () => this.editor.edit(card.id, line.label) }),
        h("span", { class: "assumed" }),
      ),
    );
  }

  /** @param {HTMLElement} node @param {Line} line @param {Card} card @param {View} view */
  fillLine(node, line, card, view) {
    this.value(node, line, card, view);
  }

  /** @param {HTMLElement} node @param {Line} line @param {Card} card @param {View} view */
  value(node, line, card, view) {
    const button = one(".value", node);
    text(button, `${line.assumed ? "≈ " : ""}${line.value}`);
    text(one(".assumed", node), line.assumed ? say("card.assumed") : "");
    const mine = view.you.kind === "gm" && Boolean(line.path);
    give(button, {
      disabled: !mine,
      "aria-label": [
        `${card.name} ${line.label} ${line.value}`,
        line.assumed ? say("card.assumed") : "",
        mine ? say("card.changeIt") : "",
      ]
        .filter(Boolean)
        .join(", "),
      "data-testid": `value-${card.id}-${line.path || line.label}`,
      title: line.rule || null,
    });
  }
}

/** @param {Line} line @param {number} index */
function lineKey(line, index) {
  return `${line.label}|${line.path || index}`;
}
