// @ts-check
// A character sheet of another program: shown as it was understood, beside what the party has, and only then kept.

import { h, keyed, plain, text } from "./dom.js";
import { fetched, keepParty, parties, sent } from "./server.js";
import { say } from "./words.js";

/**
 * A character as the server understood it.
 * @typedef {{new: boolean, combatant: {name: string}, changes: {words: string, kept: boolean}[],
 *   assumed: string[], "left-out": string[], taken: string[]}} ReadPerson
 * A file: its first character, whoever else is in it, and why others in it were refused.
 * @typedef {ReadPerson & {party: string, name: string, book: string, also: ReadPerson[], refused: string[]}} ReadSheet
 */

export class Sheets {
  /** @param {(words: string) => void} tell */
  constructor(tell) {
    this.tell = tell;
    /** the books that read sheets @type {string[]} */
    this.books = [];
    /** @type {File[]} */
    this.files = [];
    this.into = h("select", { "data-testid": "sheet-party", onchange: () => this.look() });
    this.input = h("input", {
      type: "file",
      multiple: true,
      "data-testid": "sheet-file",
      onchange: () => this.take([...(this.input.files ?? [])]),
    });
    this.pasted = h("textarea", {
      rows: 4,
      "data-testid": "sheet-text",
      onchange: () => this.take(this.pasted.value.trim() ? [new File([this.pasted.value], "pasted.txt")] : []),
    });
    this.fault = h("div", { class: "fault", role: "alert" });
    this.found = h("div", { class: "sheet", "aria-live": "polite" });
    this.hint = h("small", {});
    this.node = h(
      "details",
      { class: "fold", hidden: true },
      h("summary", { "data-testid": "sheet-fold" }, say("sheet.from")),
      h(
        "div",
        { class: "row" },
        h("label", { class: "grow" }, say("sheet.file"), " ", this.hint, this.input),
        h("label", { class: "grow" }, say("sheet.into"), this.into),
      ),
      h("label", {}, say("sheet.paste"), this.pasted),
      this.fault,
      this.found,
    );
    this.start().catch((error) => tell(error.message));
  }

  async start() {
    /** @type {import("./types.js").BookEntry[]} */
    const books = await fetched("/api/books");
    const reading = books.filter((each) => each.reads.length);
    this.books = reading.map((each) => each.book);
    this.input.accept = [...new Set(reading.flatMap((each) => each.reads))].join();
    text(this.hint, reading.map((each) => `${each.reads.join(", ")}: ${each.title}`).join("; "));
    this.node.hidden = reading.length === 0;
    this.offer();
  }

  /** The parties it could go into. */
  offer() {
    const fit = parties().filter((each) => this.books.includes(each.book));
    keyed(
      this.into,
      [{ key: "", name: say("party.new"), book: "" }, ...fit],
      (each) => each.key,
      (each) => h("option", { value: each.key }),
      (node, each) => text(node, each.name),
    );
  }

  /** @param {File[]} files */
  take(files) {
    this.files = files;
    this.look();
  }

  /** Every file in turn: one that is refused is named and does not keep the others out. @param {boolean} [keep] */
  async look(keep = false) {
    this.fault.replaceChildren();
    /** @type {ReadSheet[]} */
    const read = [];
    let party = this.into.value;
    for (const file of this.files) {
      try {
        const words = new URLSearchParams({ file: file.name, ...(keep ? { keep: "true" } : {}) });
        /** @type {ReadSheet} */
        const found = await sent(`/api/parties/sheet?${words}`, file, party);
        read.push(found);
        this.complain(found.refused);
        if (keep) party = found.party;
      } catch (error) {
        this.complain([String(/** @type {Error} */ (error).message)]);
      }
    }
    if (!read.length) this.found.replaceChildren();
    else if (keep) this.done(read);
    else this.show(read);
  }

  /** @param {string[]} lines */
  complain(lines) {
    this.fault.append(...lines.map((line) => h("p", {}, line)));
  }

  /** @param {ReadSheet[]} read */
  show(read) {
    const people = read.flatMap((found) => [found, ...found.also]);
    const [first] = read;
    const words =
      people.length > 1 || first.new
        ? first.party
          ? say("sheet.intoParty", { name: first.name })
          : say("sheet.intoNew")
        : say("sheet.update", { name: first.combatant.name });
    this.found.replaceChildren(
      ...people.flatMap((each) => person(each)),
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "button", class: "main", "data-testid": "sheet-keep", onclick: () => this.look(true) }, words),
      ),
    );
  }

  /** @param {ReadSheet[]} read */
  done(read) {
    for (const found of read) keepParty({ key: found.party, name: found.name, book: found.book });
    dispatchEvent(new Event("parties"));
    const last = read[read.length - 1];
    this.into.value = last.party;
    this.files = [];
    this.input.value = "";
    this.pasted.value = "";
    const names = read.flatMap((found) => [found, ...found.also]).map((each) => each.combatant.name);
    const words = names.length > 1 ? "sheet.doneAll" : "sheet.done";
    this.found.replaceChildren(
      h("p", { class: "done", "data-testid": "sheet-done" }, say(words, { name: names.join(", "), party: last.name })),
    );
  }
}

/** What was understood of one character. @param {ReadPerson} found */
function person(found) {
  /** @param {string} title @param {string[]} lines @param {boolean} [open] */
  const part = (title, lines, open = false) =>
    lines.length
      ? h(
          "details",
          { open },
          h("summary", {}, say("sheet.part", { title, count: lines.length })),
          h("ul", {}, ...lines.map((line) => h("li", {}, line))),
        )
      : null;
  const taken = found.changes.filter((each) => !each.kept);
  const stays = found.changes.filter((each) => each.kept);
  const words = (/** @type {{words: string}[]} */ list) => list.map((each) => capitalised(each.words));
  const already = found.new
    ? ""
    : found.changes.length
      ? say("sheet.already", { name: found.combatant.name })
      : say("sheet.same", { name: found.combatant.name });
  return [
    h("h3", { "data-testid": "sheet-name" }, found.combatant.name),
    already ? h("p", {}, already) : null,
    part(say("sheet.changes"), words(taken), true),
    part(say("sheet.kept"), words(stays), true),
    part(say("sheet.assumed"), found.assumed, found.new),
    part(say("sheet.left"), found["left-out"], found.new),
    part(say("sheet.taken"), found.taken),
  ].filter((each) => each !== null);
}

/** A path of a sheet as people read it. @param {string} words */
function capitalised(words) {
  const [path, ...rest] = words.split(": ");
  return [plain(path.replaceAll(".", " ")), ...rest].join(": ");
}
