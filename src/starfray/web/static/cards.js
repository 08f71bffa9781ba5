// @ts-check
// One card per combatant: pools as bars, what else the book shows, what is assumed or hidden.

import { give, h, keyed, one, plain, quoted, text } from "./dom.js";
import { SIDE_SIGNS, sideNumber } from "./rail.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Card} Card */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").Desk} Desk */

const POOL = /^(-?\d+(?:\.\d+)?)\s*\/\s*(\d+(?:\.\d+)?)$/;

export class Cards {
  /** @param {HTMLElement} root @param {Desk} desk */
  constructor(root, desk) {
    this.desk = desk;
    this.list = h("div", { class: "cards", "data-testid": "cards" });
    this.editor = new Editor(desk);
    root.append(this.list, this.editor.dialog);
  }

  /** @param {View} view */
  update(view) {
    const cards = view.order.map((id) => view.cards[id]).filter(Boolean);
    keyed(this.list, cards, (card) => card.id, (card) => this.make(card), (node, card) => this.fill(node, card, view));
  }

  /** @param {Card} card */
  make(card) {
    return h("article", { class: "card", "data-testid": `card-${card.id}`, "aria-label": card.name },
      h("header", {},
        h("span", { class: "sign", "aria-hidden": "true" }),
        h("h3", {}),
        h("span", { class: "marks" }),
        h("button", { class: "quiet more", type: "button", "aria-label": `${card.name}: the GM's hand`, title: "The GM's hand",
          onclick: () => this.editor.hand(card.id) }, "⋯")),
      h("dl", { class: "pools" }),
      h("dl", { class: "lines" }),
      h("p", { class: "notes" }));
  }

  /** @param {HTMLElement} node @param {Card} card @param {View} view */
  fill(node, card, view) {
    const number = sideNumber(view, card.side);
    const up = view.turn.actors.includes(card.id);
    node.className = `card side-${number}${up ? " up" : ""}${card.out ? " out" : ""}${card.hidden ? " hidden" : ""}`;
    text(one(".sign", node), SIDE_SIGNS[number]);
    text(one("h3", node), card.name);
    one(".sign", node).setAttribute("title", card.side);
    const marks = [
      up && (view.turn.yours.includes(card.id) && view.you.plays.includes(card.id) ? "your turn" : "up"),
      card.hidden && "hidden from others",
      card.out && plain(card.out),
      card.seat && card.seat !== view.you.seat && view.you.kind === "gm" && `played by ${card.seat}`,
      view.turn.waiting.some((each) => each.who === card.id) && "is asked",
    ].filter(Boolean);
    keyed(one(".marks", node), /** @type {string[]} */ (marks), (mark) => mark, (mark) => h("span", { class: `mark${mark === "your turn" || mark === "up" ? " now" : ""}` }, mark));
    one(".more", node).toggleAttribute("hidden", view.you.kind !== "gm");
    const pools = card.lines.filter((line) => POOL.test(line.value));
    const rest = card.lines.filter((line) => !POOL.test(line.value));
    keyed(one(".pools", node), pools, lineKey, (line) => this.pool(line, card), (each, line) => this.fillPool(each, line, card, view));
    keyed(one(".lines", node), rest, lineKey, (line) => this.line(line, card), (each, line) => this.fillLine(each, line, card, view));
    const secret = view.gm?.combatants?.[card.id];
    const notes = [secret?.notes, secret?.secret?.length ? `secret: ${secret.secret.join(", ")}` : ""].filter(Boolean).join(" · ");
    text(one(".notes", node), notes ? `GM: ${notes}` : "");
    one(".notes", node).toggleAttribute("hidden", !notes);
  }

  /** @param {Line} line @param {Card} card */
  pool(line, card) {
    return h("div", { class: "pool" },
      h("dt", {}, line.label),
      h("dd", {}, h("button", { class: "value", type: "button", onclick: () => this.editor.edit(card.id, line.label) }), h("span", { class: "assumed" })),
      h("div", { class: "bar", "aria-hidden": "true" }, h("i", {})));
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
    return h("div", { class: `line${line.label === "condition" ? " condition" : ""}` },
      h("dt", {}, line.label),
      h("dd", {}, h("button", { class: "value", type: "button", onclick: () => this.editor.edit(card.id, line.label) }), h("span", { class: "assumed" })));
  }

  /** @param {HTMLElement} node @param {Line} line @param {Card} card @param {View} view */
  fillLine(node, line, card, view) {
    this.value(node, line, card, view);
  }

  /** @param {HTMLElement} node @param {Line} line @param {Card} card @param {View} view */
  value(node, line, card, view) {
    const button = one(".value", node);
    text(button, `${line.assumed ? "≈ " : ""}${line.value}`);
    text(one(".assumed", node), line.assumed ? "assumed" : "");
    const mine = view.you.kind === "gm" && Boolean(line.path);
    give(button, { disabled: !mine, "aria-label": `${card.name} ${line.label} ${line.value}${line.assumed ? ", assumed" : ""}${mine ? ", change" : ""}`,
      "data-testid": `value-${card.id}-${line.path || line.label}`, title: line.rule || null });
  }
}

/** @param {Line} line @param {number} index */
function lineKey(line, index) {
  return `${line.label}|${line.path || index}`;
}

/** The GM's small dialog over a card: one figure, or everything else about a combatant. */
class Editor {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.dialog = h("dialog", { class: "sheet", "data-testid": "editor" });
  }

  /** @param {string} id @param {string} label */
  edit(id, label) {
    const card = this.desk.view().cards[id];
    const line = card?.lines.find((each) => each.label === label);
    if (!card || !line || !line.path) return;
    const pool = POOL.exec(line.value);
    const path = line.path.startsWith(`${id}.`) ? line.path : `${id}.${line.path}`;
    this.form(`${card.name}: ${line.label}`, [
      ["value", "New value", pool ? pool[1] : line.value, true],
      ["why", "Why (shown in the log)", "", false],
    ], (values) => this.gm(`set ${path} ${quoted(values.value)}${values.why ? ` ${quoted(values.why)}` : ""}`));
  }

  /** @param {string} text */
  async gm(text) {
    return (await this.desk.act("gm", { text })).ok;
  }

  /** @param {string} title @param {[string, string, string, boolean][]} fields @param {(values: Record<string, string>) => Promise<boolean>} send */
  form(title, fields, send) {
    const form = h("form", { method: "dialog" });
    form.append(h("h2", {}, title));
    for (const [name, label, value, required] of fields) {
      form.append(h("label", {}, label, h("input", { name, value, required, autocomplete: "off" })));
    }
    form.append(h("div", { class: "buttons" },
      h("button", { type: "button", class: "quiet", onclick: () => this.dialog.close() }, "Cancel"),
      h("button", { class: "main", "data-testid": "editor-save" }, "Save")));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
      if (await send(values)) this.dialog.close();
    });
    this.dialog.replaceChildren(form);
    if (!this.dialog.open) this.dialog.showModal();
    /** @type {HTMLInputElement} */ (form.elements[0]).select();
  }

  /** Everything the GM may do with one combatant. @param {string} id */
  hand(id) {
    const view = this.desk.view();
    const card = view.cards[id];
    /** @param {string} label @param {() => void} onclick */
    const button = (label, onclick) => h("button", { type: "button", onclick }, label);
    /** @param {string} command */
    const now = (command) => async () => (await this.gm(command)) && this.dialog.close();
    this.dialog.replaceChildren(
      h("h2", {}, `${card.name}: the GM's hand`),
      h("div", { class: "choices" },
        card.hidden ? button("Reveal", now(`reveal ${id}`)) : button("Hide from the others", now(`hide ${id}`)),
        button("Rename", () => this.form(`Rename ${card.name}`, [["name", "Name", card.name, true]], (v) => this.gm(`rename ${id} ${quoted(v.name)}`))),
        button("Set a condition or any other value", () => this.form(`${card.name}: any value`, [
          ["path", "What (as in a fight file: prone, weapons.0.empty)", "", true], ["value", "Value", "", true], ["why", "Why", "", false],
        ], (v) => this.gm(`set ${id}.${v.path} ${quoted(v.value)}${v.why ? ` ${quoted(v.why)}` : ""}`))),
        button("Modifier on every roll", () => this.form(`${card.name}: modifier (0 takes all off)`, [
          ["amount", "How much", "", true], ["why", "Why", "", false],
        ], (v) => this.gm(`modify ${id} ${quoted(v.amount)}${v.why ? ` ${quoted(v.why)}` : ""}`))),
        button("Place on the map", () => this.form(`${card.name}: place`, [["at", "x,y in metres", card.at ? card.at.join(",") : "", true]],
          (v) => this.gm(`place ${id} ${quoted(v.at)}`))),
        button("Keep a figure secret", () => this.form(`${card.name}: secret figure`, [["path", "Figure, as hp", "", true]], (v) => this.gm(`hide ${id} ${quoted(v.path)}`))),
        button("Tell a secret figure", () => this.form(`${card.name}: tell`, [["path", "Figure, as hp", view.gm?.combatants?.[id]?.secret?.[0] ?? "", true]],
          (v) => this.gm(`reveal ${id} ${quoted(v.path)}`))),
        button("Standing order", () => this.form(`${card.name}: standing order`, [
          ["rule", "Rule id of the question", "", true], ["answer", "Answer (never, always, or an option; empty takes it off)", "", false],
        ], (v) => this.gm(`order ${id} ${quoted(v.rule)}${v.answer ? ` ${quoted(v.answer)}` : ""}`))),
        button("Note for the GM", () => this.form(`${card.name}: note`, [["note", "Note", view.gm?.combatants?.[id]?.notes ?? "", false]],
          (v) => this.gm(`note ${quoted(v.note)} ${id}`))),
        button("Take out of the fight", () => this.form(`Remove ${card.name}`, [["why", "Why", "", false]], (v) => this.gm(`remove ${id}${v.why ? ` ${quoted(v.why)}` : ""}`)))),
      h("label", { class: "dial" }, "Questions", dial(card, "*", (value) => this.desk.act("dial", { who: id, kind: "*", value }))),
      h("label", { class: "dial" }, "Acting", dial(card, "act", (value) => this.desk.act("dial", { who: id, kind: "act", value }))),
      h("div", { class: "buttons" }, h("button", { type: "button", class: "quiet", onclick: () => this.dialog.close() }, "Close")));
    if (!this.dialog.open) this.dialog.showModal();
  }
}

/** @param {Card} card @param {string} kind  "*" for questions, "act" for one's turn @param {(value: string) => void} tell */
export function dial(card, kind, tell) {
  const now = card.dial?.[kind] ?? "ask";
  const select = h("select", { "data-testid": `dial-${card.id}-${kind === "*" ? "questions" : kind}`, onchange: () => tell(select.value) },
    h("option", { value: "ask" }, "ask me"), h("option", { value: "suggest" }, "suggest"), h("option", { value: "auto" }, "auto"));
  select.value = now;
  return select;
}
