// @ts-check
// A character sheet of another program: shown as it was understood, beside what the party has, and only then kept.

import { h, keyed, plain, text } from "./dom.js";
import { fetched, keepParty, parties, sent } from "./server.js";

/**
 * A sheet as the server understood it.
 * @typedef {{party: string, name: string, book: string, new: boolean, combatant: {name: string}, changes: {words: string, kept: boolean}[],
 *   assumed: string[], "left-out": string[], taken: string[]}} ReadSheet
 */

export class Sheets {
  /** @param {(words: string) => void} say */
  constructor(say) {
    this.say = say;
    /** the endings each book reads @type {Record<string, string>} */
    this.readers = {};
    /** @type {File|null} */
    this.file = null;
    this.into = h("select", { "data-testid": "sheet-party", onchange: () => this.look() });
    this.input = h("input", {
      type: "file",
      "data-testid": "sheet-file",
      onchange: () => {
        this.file = this.input.files?.[0] ?? null;
        this.look();
      },
    });
    this.fault = h("p", { class: "fault", role: "alert" });
    this.found = h("div", { class: "sheet", "aria-live": "polite" });
    this.hint = h("small", {});
    this.node = h(
      "details",
      { class: "fold", hidden: true },
      h("summary", { "data-testid": "sheet-fold" }, "From a character sheet"),
      h(
        "div",
        { class: "row" },
        h("label", { class: "grow" }, "The file ", this.hint, this.input),
        h("label", { class: "grow" }, "Into", this.into),
      ),
      this.fault,
      this.found,
    );
    this.start().catch((error) => say(error.message));
  }

  async start() {
    /** @type {import("./types.js").BookEntry[]} */
    const books = await fetched("/api/books");
    const reading = books.filter((each) => each.reads.length);
    this.readers = Object.fromEntries(reading.flatMap((each) => each.reads.map((ending) => [ending, each.book])));
    this.input.accept = Object.keys(this.readers).join();
    text(this.hint, reading.map((each) => `${each.reads.join(", ")}: ${each.title}`).join("; "));
    this.node.hidden = reading.length === 0;
    this.offer();
  }

  /** The parties it could go into. */
  offer() {
    const fit = parties().filter((each) => Object.values(this.readers).includes(each.book));
    keyed(
      this.into,
      [{ key: "", name: "a new party", book: "" }, ...fit],
      (each) => each.key,
      (each) => h("option", { value: each.key }),
      (node, each) => text(node, each.name),
    );
  }

  /** @param {boolean} [keep] */
  async look(keep = false) {
    text(this.fault, "");
    if (!this.file) return;
    try {
      const words = new URLSearchParams({ file: this.file.name, ...(keep ? { keep: "true" } : {}) });
      /** @type {ReadSheet} */
      const found = await sent(`/api/parties/sheet?${words}`, this.file, this.into.value);
      if (keep) this.done(found);
      else this.show(found);
    } catch (error) {
      this.found.replaceChildren();
      text(this.fault, String(/** @type {Error} */ (error).message));
    }
  }

  /** @param {ReadSheet} found */
  show(found) {
    /** @param {string} title @param {string[]} lines @param {boolean} [open] */
    const part = (title, lines, open = false) =>
      lines.length
        ? h(
            "details",
            { open },
            h("summary", {}, `${title} (${lines.length})`),
            h("ul", {}, ...lines.map((line) => h("li", {}, line))),
          )
        : null;
    const taken = found.changes.filter((each) => !each.kept);
    const stays = found.changes.filter((each) => each.kept);
    const words = (/** @type {{words: string}[]} */ list) => list.map((each) => capitalised(each.words));
    const already = found.new
      ? ""
      : found.changes.length
        ? "is in this party already; with the new sheet:"
        : "is in this party already, and nothing has changed.";
    this.found.replaceChildren(
      ...[
        h("h3", { "data-testid": "sheet-name" }, found.combatant.name),
        already ? h("p", {}, `${found.combatant.name} ${already}`) : null,
        part("Changes on the sheet, taken over", words(taken), true),
        part("Changed here since, and kept", words(stays), true),
        part("Assumed", found.assumed, found.new),
        part("Left out", found["left-out"], found.new),
        part("Taken", found.taken),
        h(
          "div",
          { class: "buttons" },
          h(
            "button",
            { type: "button", class: "main", "data-testid": "sheet-keep", onclick: () => this.look(true) },
            found.new ? (found.party ? `Into ${found.name}` : "Into a new party") : `Bring ${found.combatant.name} up to date`,
          ),
        ),
      ].filter((each) => each !== null),
    );
  }

  /** @param {ReadSheet} found */
  done(found) {
    keepParty({ key: found.party, name: found.name, book: found.book });
    dispatchEvent(new Event("parties"));
    this.into.value = found.party;
    this.file = null;
    this.input.value = "";
    this.found.replaceChildren(
      h("p", { class: "done", "data-testid": "sheet-done" }, `${found.combatant.name} is in ${found.name} now.`),
    );
  }
}

/** A path of a sheet as people read it. @param {string} words */
function capitalised(words) {
  const [path, ...rest] = words.split(": ");
  return [plain(path.replaceAll(".", " ")), ...rest].join(": ");
}
