// @ts-check
// The GM's panel: roster, rulings, notes, procedures, rolls, any command, the end.

import { h, keyed, one, plain, quoted, text, twice } from "./dom.js";
import { Adding, SceneEditor } from "./gmadd.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Desk} Desk */

export class GmPanel {
  /** @param {HTMLElement} root @param {Desk} desk */
  constructor(root, desk) {
    this.desk = desk;
    this.requests = h("div", { class: "requests" });
    this.notes = h("textarea", {
      name: "notes",
      rows: 3,
      "aria-label": say("gm.notesFor"),
      "data-testid": "gm-notes",
      maxlength: 3000,
    });
    this.rulings = h("div", { class: "rulings" });
    this.procedures = h("div", { class: "procedures" });
    this.kinds = h("ul", { class: "usages" });
    this.dropped = h("ul", { class: "dropped" });
    /** @param {string} text */
    const gm = (text) => this.gm(text);
    this.adder = new Adding(desk, gm);
    this.scene = new SceneEditor(desk, gm);
    this.find = h("input", {
      type: "search",
      placeholder: say("gm.find"),
      "aria-label": say("gm.find"),
      autocomplete: "off",
      oninput: () => this.filter(),
    });
    root.append(
      this.requests,
      this.roll(),
      folded(say("gm.add"), this.adder.node, () => this.adder.open(), "fold-add"),
      folded(say("gm.scene"), this.scene.node, () => this.scene.open(), "fold-scene"),
      folded(say("gm.toolbox"), h("div", {}, this.find, this.procedures), undefined, "fold-toolbox"),
      folded(say("gm.rulings"), this.rulings, undefined, "fold-rulings"),
      folded(
        say("gm.notes"),
        h(
          "div",
          {},
          this.notes,
          h(
            "div",
            { class: "buttons" },
            h("button", { type: "button", onclick: () => this.gm(`note ${quoted(this.notes.value)}`) }, say("label.keep")),
          ),
        ),
      ),
      folded(say("gm.any"), this.command(), undefined, "fold-command"),
      this.ending(),
      this.dropped,
    );
  }

  /** @param {string} command */
  gm(command) {
    return this.desk.gm(command);
  }

  /** The procedures whose words hold what is looked for. */
  filter() {
    const words = this.find.value.trim().toLowerCase();
    for (const form of this.procedures.children)
      form.toggleAttribute("hidden", !(form.textContent ?? "").toLowerCase().includes(words));
  }

  roll() {
    const dice = h("input", { name: "dice", value: "2d6", required: true, autocomplete: "off", "data-testid": "gm-dice" });
    const note = h("input", { name: "note", autocomplete: "off", placeholder: say("gm.what") });
    const secret = h("input", { type: "checkbox", name: "secret", "data-testid": "gm-secret" });
    const form = h(
      "form",
      { class: "inline" },
      h("h3", {}, say("gm.roll")),
      h("label", {}, say("gm.dice"), dice),
      h("label", {}, say("gm.what"), note),
      h("label", { class: "tick" }, secret, say("gm.secretly")),
      h("button", { "data-testid": "gm-roll" }, say("gm.throw")),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.gm(`roll ${quoted(dice.value)}${note.value ? ` ${quoted(note.value)}` : ""}${secret.checked ? " secret=yes" : ""}`);
    });
    return form;
  }

  command() {
    const input = h("input", {
      name: "command",
      autocomplete: "off",
      required: true,
      placeholder: say("gm.example"),
      "data-testid": "gm-command",
    });
    const form = h(
      "form",
      { class: "inline" },
      h("label", {}, say("gm.command"), input),
      h("button", {}, say("gm.do")),
      folded(say("gm.kinds"), this.kinds),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (await this.gm(input.value.trim())) form.reset();
    });
    return form;
  }

  ending() {
    const why = h("input", { name: "why", autocomplete: "off", placeholder: say("gm.ended") });
    const end = twice(say("gm.end"), () => this.gm(`end${why.value ? ` ${quoted(why.value)}` : ""}`), "danger");
    return folded(say("gm.end"), h("div", { class: "inline" }, h("label", {}, say("gm.why"), why), end), undefined, "fold-end");
  }

  /** @param {View} view */
  update(view) {
    const gm = view.gm;
    if (!gm) return;
    if (document.activeElement !== this.notes && this.notes.defaultValue !== gm.notes) {
      this.notes.defaultValue = gm.notes;
      this.notes.value = gm.notes;
    }
    keyed(
      this.requests,
      gm.requests ?? [],
      (each, index) => String(each.seat ?? index),
      () =>
        h(
          "div",
          { class: "request" },
          h("p", {}),
          h("button", { type: "button", onclick: () => this.desk.act("undo", {}) }, say("gm.undo")),
          h(
            "button",
            { type: "button", class: "quiet", onclick: () => this.desk.act("undo", { refuse: true }) },
            say("gm.leave"),
          ),
        ),
      (node, each) =>
        text(
          one("p", node),
          each.why
            ? say("wish.undoWhy", { name: each.name || (each.seat ?? ""), why: each.why })
            : say("wish.undo", { name: each.name || (each.seat ?? "") }),
        ),
    );
    keyed(
      this.rulings,
      gm.rulings,
      (each) => each.key,
      (each) => this.ruling(each.key),
      (node, each) => {
        const select = /** @type {HTMLSelectElement} */ (one("select", node));
        keyed(
          select,
          each.choices,
          (choice) => choice,
          (choice) => h("option", { value: choice }, plain(choice)),
        );
        if (document.activeElement !== select) select.value = each.now;
        text(one("small", node), each.summary);
      },
    );
    keyed(
      this.procedures,
      gm.procedures,
      (each) => each.usage,
      (each) => this.procedure(each.usage),
      (node, each) => text(one("small", node), each.summary),
    );
    const kinds = gm.kinds.map((each) => (typeof each === "string" ? each : each.usage));
    keyed(
      this.kinds,
      kinds,
      (usage) => usage,
      (usage) => h("li", {}, h("code", {}, usage)),
    );
    this.adder.update(view);
    this.scene.update(view);
    keyed(
      this.dropped,
      gm.dropped ?? [],
      (each, index) => `${index}${each}`,
      (each) => h("li", {}, String(each)),
    );
  }

  /** @param {string} key */
  ruling(key) {
    const select = h("select", { "aria-label": plain(key), onchange: () => this.gm(`ruling ${key} ${select.value}`) });
    return h("div", { class: "ruling" }, h("label", {}, plain(key), select), h("small", {}));
  }

  /** @param {string} usage */
  procedure(usage) {
    const [name] = usage.split(" ");
    const input = h("input", { "aria-label": usage, autocomplete: "off", hidden: usage === name });
    const secret = h("input", { type: "checkbox" });
    const form = h(
      "form",
      { class: "procedure" },
      h("b", {}, plain(name)),
      h("code", { class: "usage" }, usage.slice(name.length + 1)),
      input,
      h("label", { class: "tick" }, secret, say("gm.secret")),
      h("button", {}, say("gm.call")),
      h("small", {}),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.gm(`call ${quoted(`${name} ${input.value}`.trim())}${secret.checked ? " secret=yes" : ""}`);
    });
    return form;
  }
}

/** @param {string} title @param {HTMLElement} inside @param {() => void} [opened] @param {string} [id] */
export function folded(title, inside, opened, id) {
  const fold = h("details", { class: "fold", "data-testid": id ?? null }, h("summary", {}, title), inside);
  if (opened) fold.addEventListener("toggle", () => fold.open && opened());
  return fold;
}
