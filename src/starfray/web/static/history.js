// @ts-check
// Undo, redo, the GM's timeline, and the audit view in which both lines of every undo stay.

import { h, keyed, text } from "./dom.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Desk} Desk */

export class History {
  /** @param {HTMLElement} root @param {Desk} desk @param {HTMLButtonElement} undo @param {HTMLButtonElement} redo */
  constructor(root, desk, undo, redo) {
    this.desk = desk;
    this.undoButton = undo;
    this.redoButton = redo;
    this.entries = -1;
    undo.addEventListener("click", () => this.undo());
    redo.addEventListener("click", () => this.redo());
    this.request = h("p", { class: "request", role: "status" });
    this.timeline = h("ol", { class: "timeline", "data-testid": "timeline" });
    this.audit = h("div", { class: "audit", "data-testid": "audit" });
    this.line = h("section", {}, h("h3", {}, "Timeline"), h("p", { class: "hint" }, "Go back to any point; what is undone can be brought back."), this.timeline);
    this.both = h("details", { class: "fold" }, h("summary", {}, "Audit: every line, undone ones too"), this.audit);
    this.both.addEventListener("toggle", () => this.both.open && this.loadAudit());
    root.append(this.request, this.line, this.both);
  }

  /** A player whose act can no longer be undone asks the GM. */
  async undo() {
    const done = await this.desk.act("undo", {});
    if (done.ok || this.desk.view().you.kind !== "player") return;
    const asked = await this.desk.act("undo", { request: true, why: "" });
    if (asked.ok) this.desk.say("The GM is asked to take it back.");
  }

  redo() {
    return this.desk.act("redo", {});
  }

  /** @param {View} view */
  update(view) {
    const { undo, redo, undo_request: asked, entries } = view.history;
    this.undoButton.disabled = !undo;
    this.redoButton.disabled = !redo;
    const gm = view.you.kind === "gm";
    this.undoButton.hidden = this.redoButton.hidden = view.you.kind !== "gm" && view.you.kind !== "player";
    text(this.request, asked ? (gm ? `${asked.name ?? asked.by ?? "A player"} asks to take back the last act.` : "You asked the GM to take it back.") : "");
    this.line.hidden = this.both.hidden = !gm;
    this.stale = entries !== this.entries;
    this.entries = entries;
    if (gm && this.stale && this.line.offsetParent) this.load();
  }

  /** Called when the panel is opened. */
  shown() {
    if (this.desk.view()?.you.kind === "gm") this.load();
  }

  async load() {
    try {
      const found = await this.desk.ask("timeline", {});
      /** @type {{n: number, text: string, kind: string, by?: string}[]} */
      const points = Array.isArray(found) ? found : found.acts ?? found.line ?? [];
      const shown = [...points].reverse().slice(0, 300);
      keyed(this.timeline, shown, (each) => `${each.n}|${each.text}`, (each) => h("li", { class: each.kind },
        h("span", {}, `${each.n}. ${each.text}`),
        h("button", { type: "button", class: "quiet", "aria-label": `back to just after ${each.n}. ${each.text}`, onclick: () => this.desk.act("undo", { to: each.n }) }, "back to here")));
    } catch (error) {
      this.desk.say(String(/** @type {Error} */ (error).message), true);
    }
  }

  async loadAudit() {
    try {
      const found = await this.desk.ask("audit", {});
      const sections = [["As it stands", [found.line ?? []]], ["Undone, can come back", found.undone ?? []], ["Set aside", found.abandoned ?? []]];
      this.audit.replaceChildren(...sections.flatMap(([title, groups]) => (groups.flat().length ? [h("h4", {}, String(title)),
        ...groups.map((/** @type {any[]} */ group) => h("ol", {}, ...group.map((each) => h("li", {}, each.text, each.by ? h("small", {}, ` ${each.by.replace("player:", "")}`) : null, each.corrected ? h("small", {}, ` corrected ${each.corrected}`) : null))))] : [])));
    } catch (error) {
      this.desk.say(String(/** @type {Error} */ (error).message), true);
    }
  }
}
