// @ts-check
// The GM's panel: roster, rulings, notes, procedures, rolls, any command, the end.

import { h, keyed, one, plain, quoted, text, twice } from "./dom.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Desk} Desk */

export class GmPanel {
  /** @param {HTMLElement} root @param {Desk} desk */
  constructor(root, desk) {
    this.desk = desk;
    this.requests = h("div", { class: "requests" });
    this.notes = h("textarea", { name: "notes", rows: 3, "aria-label": "Notes only the GM sees", "data-testid": "gm-notes", maxlength: 3000 });
    this.rulings = h("div", { class: "rulings" });
    this.procedures = h("div", { class: "procedures" });
    this.kinds = h("ul", { class: "usages" });
    this.dropped = h("ul", { class: "dropped" });
    root.append(this.requests, this.roll(), this.command(), this.adding(),
      folded("Toolbox of procedures", this.procedures),
      folded("Rulings", this.rulings),
      folded("Notes", h("div", {}, this.notes, h("div", { class: "buttons" }, h("button", { type: "button", onclick: () => this.gm(`note ${quoted(this.notes.value)}`) }, "Keep")))),
      this.ending(), this.dropped);
  }

  /** @param {string} command */
  async gm(command) {
    return (await this.desk.act("gm", { text: command })).ok;
  }

  roll() {
    const dice = h("input", { name: "dice", value: "2d6", required: true, autocomplete: "off", "data-testid": "gm-dice" });
    const note = h("input", { name: "note", autocomplete: "off", placeholder: "what for" });
    const secret = h("input", { type: "checkbox", name: "secret", "data-testid": "gm-secret" });
    const form = h("form", { class: "inline" }, h("h3", {}, "Free roll"), h("label", {}, "Dice", dice), h("label", {}, "What for", note),
      h("label", { class: "tick" }, secret, "in secret"), h("button", { "data-testid": "gm-roll" }, "Roll"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.gm(`roll ${quoted(dice.value)}${note.value ? ` ${quoted(note.value)}` : ""}${secret.checked ? " secret=yes" : ""}`);
    });
    return form;
  }

  command() {
    const input = h("input", { name: "command", autocomplete: "off", required: true, placeholder: "set tor.hp 3", "data-testid": "gm-command" });
    const form = h("form", { class: "inline" }, h("h3", {}, "Any command"), h("label", {}, "Command", input), h("button", {}, "Do it"), folded("Commands", this.kinds));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (await this.gm(input.value.trim())) input.value = "";
    });
    return form;
  }

  adding() {
    const id = h("input", { name: "id", required: true, autocomplete: "off", pattern: "[A-Za-z0-9_\\-]+", placeholder: "tor", "data-testid": "add-id" });
    const archetype = h("input", { name: "archetype", autocomplete: "off", list: "archetypes", "data-testid": "add-archetype" });
    const side = h("input", { name: "side", required: true, autocomplete: "off", list: "sides" });
    const at = h("input", { name: "at", autocomplete: "off", placeholder: "x,y" });
    const hidden = h("input", { type: "checkbox", name: "hidden" });
    this.sides = h("datalist", { id: "sides" });
    const form = h("form", { class: "inline" }, h("label", {}, "Short name", id), h("label", {}, "Archetype", archetype), h("label", {}, "Side", side, this.sides),
      h("label", {}, "At", at), h("label", { class: "tick" }, hidden, "hidden"), h("button", { "data-testid": "add-send" }, "Add"));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const parts = [`id = '${id.value}'`, `side = ${literal(side.value)}`];
      if (archetype.value) parts.push(`archetype = ${literal(archetype.value)}`);
      if (at.value) parts.push(`at = [${at.value.split(",").map(Number).filter(Number.isFinite).join(", ")}]`);
      if (hidden.checked) parts.push("hidden = true");
      if (await this.gm(`add ${quoted(parts.join(", "))}`)) form.reset();
    });
    return folded("Add a combatant", form);
  }

  ending() {
    const why = h("input", { name: "why", autocomplete: "off", placeholder: "how it ended" });
    const end = twice("End the fight", () => this.gm(`end${why.value ? ` ${quoted(why.value)}` : ""}`), "danger");
    return folded("End the fight", h("div", { class: "inline" }, h("label", {}, "Why", why), end));
  }

  /** @param {View} view */
  update(view) {
    const gm = view.gm;
    if (!gm) return;
    if (document.activeElement !== this.notes && this.notes.defaultValue !== gm.notes) {
      this.notes.defaultValue = gm.notes;
      this.notes.value = gm.notes;
    }
    keyed(this.requests, gm.requests ?? [], (each, index) => String(each.seat ?? index), () => h("div", { class: "request" }, h("p", {}),
      h("button", { type: "button", onclick: () => this.desk.act("undo", {}) }, "Undo it"),
      h("button", { type: "button", class: "quiet", onclick: () => this.desk.act("undo", { refuse: true }) }, "Leave it")),
    (node, each) => text(one("p", node), `${each.name || each.seat} asks to take the last act back${each.why ? `: ${each.why}` : ""}`));
    keyed(this.rulings, gm.rulings, (each) => each.key, (each) => this.ruling(each.key), (node, each) => {
      const select = /** @type {HTMLSelectElement} */ (one("select", node));
      keyed(select, each.choices, (choice) => choice, (choice) => h("option", { value: choice }, plain(choice)));
      if (document.activeElement !== select) select.value = each.now;
      text(one("small", node), each.summary);
    });
    keyed(this.procedures, gm.procedures, (each) => each.usage, (each) => this.procedure(each.usage), (node, each) => text(one("small", node), each.summary));
    const kinds = gm.kinds.map((each) => (typeof each === "string" ? each : each.usage));
    keyed(this.kinds, kinds, (usage) => usage, (usage) => h("li", {}, h("code", {}, usage)));
    if (this.sides) keyed(this.sides, [...new Set(view.order.map((id) => view.cards[id]?.side ?? ""))], (side) => side, (side) => h("option", { value: side }));
    const dropped = /** @type {any} */ (gm).dropped ?? [];
    keyed(this.dropped, dropped, (each, index) => `${index}${each}`, (each) => h("li", {}, String(each)));
  }

  /** @param {string} key */
  ruling(key) {
    const select = h("select", { "aria-label": plain(key), onchange: () => this.gm(`ruling ${key} ${select.value}`) });
    return h("div", { class: "ruling" }, h("label", {}, plain(key), select), h("small", {}));
  }

  /** @param {string} usage */
  procedure(usage) {
    const [name] = usage.split(" ");
    const input = h("input", { "aria-label": usage, autocomplete: "off", placeholder: usage.slice(name.length + 1) });
    const secret = h("input", { type: "checkbox" });
    const form = h("form", { class: "procedure" }, h("b", {}, plain(name)), input, h("label", { class: "tick" }, secret, "secret"), h("button", {}, "Call"), h("small", {}));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.gm(`call ${quoted(`${name} ${input.value}`.trim())}${secret.checked ? " secret=yes" : ""}`);
    });
    return form;
  }
}

/** @param {string} title @param {HTMLElement} inside */
export function folded(title, inside) {
  return h("details", { class: "fold" }, h("summary", {}, title), inside);
}

/** A text as TOML. @param {string} words */
export function literal(words) {
  return JSON.stringify(words);
}
