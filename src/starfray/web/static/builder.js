// @ts-check
// A fight put together from what a book's data holds: archetypes, the party, weapons, sides, places, numbers.

import { h, keyed, one, plain, text } from "./dom.js";
import { fetched, keepParty, parties } from "./server.js";

/** @typedef {{key: string, name: string, fields: any}} Entry */
/** @typedef {{book: string, title: string, kinds: string[], archetypes: Entry[], items: Record<string, Entry[]>}} Shelf */
/** @typedef {{node: HTMLElement, read: () => Record<string, any>}} Row */

export class Builder {
  /** @param {HTMLElement} root @param {(body: object) => Promise<void>} open @param {(words: string) => void} say */
  constructor(root, open, say) {
    this.open = open;
    this.say = say;
    /** @type {Shelf|null} */
    this.shelf = null;
    /** @type {Row[]} */
    this.rows = [];
    this.book = h("select", { "data-testid": "build-book", onchange: () => this.load() });
    this.kind = h("select", { "aria-label": "Kind of fight" });
    this.title = h("input", { maxlength: 100, autocomplete: "off", "data-testid": "build-title" });
    this.width = h("input", { type: "number", min: 0, max: 10000, value: 30, "aria-label": "width in metres" });
    this.height = h("input", { type: "number", min: 0, max: 10000, value: 14, "aria-label": "depth in metres" });
    this.list = h("div", { class: "fighters", "data-testid": "fighters" });
    this.cover = h("input", { autocomplete: "off", placeholder: "crate 6,4; desk 9,2", "data-testid": "build-cover" });
    this.party = h("select", { onchange: () => this.fromParty() });
    this.partyLabel = h("label", {}, "From a party", this.party);
    this.fault = h("p", { class: "fault", role: "alert" });
    const form = h("form", {},
      h("div", { class: "row" }, h("label", {}, "Book", this.book), this.kindLabel = h("label", {}, "Kind", this.kind), h("label", {}, "Title", this.title),
        h("label", { class: "size" }, "Map, metres (0: none)", h("span", {}, this.width, "×", this.height)),
        h("label", {}, "Cover", this.cover)),
      this.list,
      h("div", { class: "buttons left" }, h("button", { type: "button", "data-testid": "build-add", onclick: () => this.add() }, "Add a fighter"), this.partyLabel,
        h("button", { type: "button", class: "quiet", onclick: () => this.saveParty() }, "Keep the first side as a party")),
      this.fault, h("div", { class: "buttons" }, h("button", { class: "main", "data-testid": "build-send" }, "Open the room")));
    form.addEventListener("submit", (event) => { event.preventDefault(); this.send(); });
    root.append(form);
    this.books().catch((error) => say(error.message));
  }

  async books() {
    const found = await fetched("/api/books");
    keyed(this.book, found, (/** @type {any} */ each) => each.book, (/** @type {any} */ each) => h("option", { value: each.book }, each.title));
    await this.load();
  }

  async load() {
    this.shelf = /** @type {Shelf} */ (await fetched(`/api/books/${encodeURIComponent(this.book.value)}`));
    keyed(this.kind, this.shelf.kinds, (kind) => kind, (kind) => h("option", { value: kind }, plain(kind)));
    if (this.kindLabel) this.kindLabel.hidden = this.shelf.kinds.length === 0;
    const own = parties().filter((each) => each.book === this.shelf?.book);
    this.partyLabel.hidden = own.length === 0;
    keyed(this.party, [{ key: "", name: "choose …", book: "" }, ...own], (each) => each.key, (each) => h("option", { value: each.key }, each.name));
    this.rows = [];
    this.list.replaceChildren();
    this.add("one");
    this.add("other");
  }

  /** @param {string} [side] @param {Record<string, any>} [member] */
  add(side = "", member) {
    const shelf = this.shelf;
    if (!shelf) return;
    const row = this.row(shelf, side || "other", member);
    this.rows.push(row);
    this.list.append(row.node);
  }

  /** @param {Shelf} shelf @param {string} sideName @param {Record<string, any>} [member] @returns {Row} */
  row(shelf, sideName, member) {
    const archetype = h("select", { "data-testid": "build-archetype" }, h("option", { value: "" }, "none"), ...shelf.archetypes.map((each) => h("option", { value: each.key }, each.name)));
    archetype.value = shelf.archetypes[0]?.key ?? "";
    const name = h("input", { maxlength: 60, autocomplete: "off", "data-testid": "build-name" });
    const side = h("input", { value: sideName, required: true, autocomplete: "off", maxlength: 40 });
    const seat = h("input", { autocomplete: "off", maxlength: 40, placeholder: "the GM" });
    const count = h("input", { type: "number", min: 1, max: 100, value: 1 });
    const at = h("input", { autocomplete: "off", placeholder: "x,y" });
    const hidden = h("input", { type: "checkbox" });
    const items = Object.entries(shelf.items).map(([field, entries]) => ({ field, select: h("select", { multiple: true, size: 5, "aria-label": plain(field) },
      ...entries.map((each) => h("option", { value: each.key }, each.name))) }));
    const numbers = h("textarea", { rows: 3, spellcheck: false, placeholder: "hp = 5\nskills.force = 3", "aria-label": "Other numbers" });
    if (member) name.value = String(member.name ?? member.id);
    const node = h("fieldset", { class: "fighter" },
      h("div", { class: "row" }, member ? h("label", {}, "From the party", h("output", {}, String(member.name ?? member.id))) : h("label", {}, "Archetype", archetype),
        h("label", {}, "Name", name), h("label", {}, "Side", side), h("label", {}, "Played by", seat), h("label", { class: "count" }, "×", count), h("label", {}, "At", at),
        h("label", { class: "tick" }, hidden, "hidden"),
        h("button", { type: "button", class: "quiet", "aria-label": "take off", onclick: () => { node.remove(); this.rows = this.rows.filter((each) => each.node !== node); } }, "×")),
      member ? null : h("details", {}, h("summary", {}, "Weapons, armour, numbers"), h("div", { class: "row" }, ...items.map(({ field, select }) => h("label", {}, plain(field), select)), h("label", {}, "Other numbers", numbers)),
        h("p", { class: "hint" }, "What is left alone comes from the archetype.")));
    return { node, read: () => {
      /** @type {Record<string, any>} */
      const made = member ? { party: member.id } : {};
      if (!member && archetype.value) made.archetype = archetype.value;
      if (name.value.trim()) made.name = name.value.trim();
      made.id = member ? member.id : idOf(name.value || archetype.value || "fighter");
      made.side = side.value.trim();
      if (seat.value.trim()) made.seat = seat.value.trim();
      if (Number(count.value) > 1) made.count = Number(count.value);
      const point = at.value.split(",").map(Number);
      if (at.value.trim() && point.length === 2 && point.every(Number.isFinite)) made.at = point;
      if (hidden.checked) made.hidden = true;
      for (const { field, select } of items) {
        const chosen = [...select.selectedOptions].map((option) => option.value);
        const like = shelf.archetypes.map((each) => each.fields?.[field]).find((each) => each !== undefined);
        if (chosen.length) made[field] = Array.isArray(like) || chosen.length > 1 ? chosen : chosen[0];
      }
      for (const line of numbers.value.split("\n")) put(made, line);
      return made;
    } };
  }

  fight() {
    const taken = new Set();
    const combatant = this.rows.map((row) => row.read());
    for (const each of combatant) {
      const stem = each.id;
      for (let number = 2; taken.has(each.id); number += 1) each.id = `${stem}-${number}x`;
      taken.add(each.id);
    }
    /** @type {Record<string, any>} */
    const made = { rulebook: this.book.value, combatant };
    if (this.kind.value) made.kind = this.kind.value;
    if (this.title.value.trim()) made.title = this.title.value.trim();
    if (Number(this.width.value) > 0 && Number(this.height.value) > 0) made.map = [Number(this.width.value), Number(this.height.value)];
    const cover = this.cover.value.split(";").map((part) => /^\s*(.+?)\s+(-?[\d.]+),(-?[\d.]+)\s*$/.exec(part)).filter((each) => each !== null);
    if (cover.length) made.cover = cover.map(([, name, x, y]) => ({ name, at: [Number(x), Number(y)] }));
    return made;
  }

  async send() {
    text(this.fault, "");
    try {
      await this.open({ from: "builder", fight: this.fight(), parties: parties().filter((each) => each.book === this.book.value).map((each) => each.key).slice(0, 8) });
    } catch (error) {
      text(this.fault, String(/** @type {Error} */ (error).message));
    }
  }

  async fromParty() {
    if (!this.party.value) return;
    try {
      const found = await fetched("/api/parties", undefined, this.party.value);
      for (const member of found.member) this.add(this.rows[0] ? String(this.rows[0].read().side) : "crew", member);
    } catch (error) {
      this.say(String(/** @type {Error} */ (error).message));
    }
    this.party.value = "";
  }

  async saveParty() {
    const fight = this.fight();
    const side = fight.combatant[0]?.side;
    const member = fight.combatant.filter((/** @type {any} */ each) => each.side === side && !each.party).map((/** @type {any} */ { side: _side, at: _at, count: _count, hidden: _hidden, seat: _seat, ...rest }) => rest);
    try {
      const made = await fetched("/api/parties", { name: this.title.value.trim() || side, book: this.book.value, member });
      keepParty({ key: made.party, name: made.name, book: made.book });
      this.say(`${made.name}: kept in this browser, ${made.member.length} members.`);
      await this.load();
    } catch (error) {
      text(this.fault, String(/** @type {Error} */ (error).message));
    }
  }
}

/** @param {string} words */
function idOf(words) {
  return words.toLowerCase().normalize("NFD").replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-+|-+$/g, "") || "fighter";
}

/** 'skills.force = 3' into a record. @param {Record<string, any>} made @param {string} line */
function put(made, line) {
  const [path, ...rest] = line.split("=");
  const words = rest.join("=").trim();
  if (!path.trim() || !words) return;
  let value;
  try {
    value = JSON.parse(words);
  } catch {
    value = words;
  }
  const steps = path.trim().split(".");
  const last = /** @type {string} */ (steps.pop());
  let at = made;
  for (const step of steps) at = at[step] ??= {};
  at[last] = value;
}
