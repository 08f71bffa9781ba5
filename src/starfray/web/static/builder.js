// @ts-check
// A fight put together from what a book's data holds: archetypes, the party, weapons, sides, places, cover, zones, rulings.

import { h, keyed, plain, text } from "./dom.js";
import { Endings } from "./endings.js";
import { Fairness } from "./fairness.js";
import { fighter } from "./fighter.js";
import { Ground } from "./ground.js";
import { Past } from "./past.js";
import { fetched, keepParty, parties } from "./server.js";
import { shelfOf } from "./shelf.js";
import { stands } from "./standing.js";
import { say } from "./words.js";

/** @typedef {import("./shelf.js").Shelf} Shelf */
/** @typedef {import("./fighter.js").Row} Row */
/** @typedef {import("./types.js").BookEntry} BookEntry */
/** @typedef {import("./types.js").Party} Party */
/** @typedef {import("./types.js").Plain} Plain */
/** @typedef {import("./types.js").Sheet} Sheet */

/** Fields of a fight that have a control here; what else a kept fight says stays as it is. */
const CONTROLLED = [
  "rulebook",
  "kind",
  "title",
  "map",
  "cover",
  "zone",
  "wall",
  "backdrop",
  "fog",
  "goal",
  "wave",
  "rulings",
  "combatant",
];

export class Builder {
  /** @param {HTMLElement} root @param {(body: object) => Promise<void>} open @param {(words: string, bad?: boolean) => void} tell */
  constructor(root, open, tell) {
    this.open = open;
    this.tell = tell;
    /** Told of every change, once a fight is there. */
    this.told = () => {};
    /** The key of the campaign they come from. */
    this.campaign = "";
    this.fairness = new Fairness(() => this.body());
    /** People of a campaign, by the ids under which a fight takes them in. @type {Map<string, Sheet>} */
    this.members = new Map();
    /** What a kept fight says and this form has no control for. @type {Record<string, Plain>} */
    this.kept = {};
    /** @type {Shelf|null} */
    this.shelf = null;
    this.loaded = Promise.resolve();
    /** @type {Row[]} */
    this.rows = [];
    this.book = h("select", {
      "data-testid": "build-book",
      onchange: () => {
        this.loaded = this.load();
      },
    });
    this.kind = h("select", {
      "data-testid": "build-kind",
      onchange: () => {
        this.places();
        this.changed();
      },
    });
    this.kindLabel = h("label", {}, say("label.kind"), this.kind);
    this.title = h("input", {
      maxlength: 100,
      autocomplete: "off",
      placeholder: say("build.titleHint"),
      "data-testid": "build-title",
      oninput: () => this.changed(),
    });
    this.adders = h("div", { class: "adders" });
    this.list = h("div", { class: "fighters", "data-testid": "fighters" });
    this.endings = new Endings({ draw: () => this.draw(), size: () => this.ground.size() });
    this.past = new Past(
      () => JSON.stringify(this.fight()),
      (words) => this.load(JSON.parse(words)),
      () => this.steps(),
    );
    this.back = this.step("undo");
    this.forth = this.step("redo");
    this.ground = new Ground({ draw: () => this.draw(), changed: () => this.changed(), key: () => this.campaign });
    this.party = h("select", { "data-testid": "build-party", onchange: () => this.fromParty() });
    this.partyLabel = h("label", {}, say("build.fromParty"), this.party);
    this.rulings = h("div", { class: "rulings" });
    this.sides = h("datalist", { id: "build-sides" });
    this.kinds = h("datalist", { id: "build-covers" });
    this.squads = h("datalist", { id: "build-squads" });
    this.fault = h("p", { class: "fault", role: "alert" });
    this.button = h("button", { class: "main", "data-testid": "build-send" }, say("build.open"));
    const form = h(
      "form",
      {},
      this.sides,
      this.kinds,
      this.squads,
      h(
        "div",
        { class: "row" },
        h("label", { class: "grow" }, say("label.book"), this.book),
        this.kindLabel,
        h("label", { class: "grow" }, say("seats.title"), this.title),
      ),
      h("h3", {}, say("build.who")),
      this.list,
      h(
        "div",
        { class: "buttons left" },
        this.adders,
        this.partyLabel,
        h(
          "button",
          { type: "button", class: "quiet", "data-testid": "build-keep", onclick: () => this.saveParty() },
          say("build.keep"),
        ),
      ),
      h("div", { class: "where" }, this.ground.view, this.fairness.node),
      this.ground.node,
      this.endings.node,
      h("details", { class: "fold" }, h("summary", { "data-testid": "build-rulings" }, say("build.rulings")), this.rulings),
      this.fault,
      h("div", { class: "buttons" }, this.back, this.forth, this.button),
    );
    this.node = form;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    root.append(form);
    addEventListener("parties", () => this.offerParties());
    this.ready = this.books().catch((error) => tell(error.message));
  }

  /** A fight that was kept, to be changed or played again. @param {import("./types.js").Fight} fight */
  async put(fight) {
    await this.ready;
    this.book.value = fight.rulebook;
    this.loaded = this.load(fight);
    await this.loaded;
  }

  async books() {
    /** @type {BookEntry[]} */
    const found = await fetched("/api/books");
    keyed(
      this.book,
      found,
      (each) => each.book,
      (each) => h("option", { value: each.book }, each.title),
    );
    await this.load();
  }

  /** @param {import("./types.js").Fight} [fight]  what stands in it; else two to begin with */
  async load(fight) {
    const shelf = await shelfOf(this.book.value);
    this.shelf = shelf;
    keyed(
      this.kind,
      shelf.kinds,
      (kind) => kind,
      (kind) => h("option", { value: kind }, plain(kind)),
    );
    this.kindLabel.hidden = shelf.kinds.length === 0;
    this.offerParties();
    keyed(
      this.kinds,
      shelf.cover ?? [],
      (each) => each.key,
      (each) => h("option", { value: each.key }, each.name),
    );
    this.rulings.replaceChildren(
      ...shelf.rulings.map((each) =>
        h(
          "label",
          { class: "ruling" },
          plain(each.key),
          h(
            "select",
            { "data-ruling": each.key, onchange: () => this.changed() },
            ...each.choices.map((choice) => h("option", { value: choice }, plain(choice))),
          ),
          h("small", {}, each.summary),
        ),
      ),
    );
    this.rows = [];
    this.list.replaceChildren();
    this.ground.clear();
    this.endings.clear();
    this.kept = {};
    if (fight) this.fill(fight);
    else {
      this.add(say("build.crew"));
      this.add(say("build.others"));
    }
    this.places();
    this.draw();
    if (!this.past.going) this.past.begin();
  }

  /** @param {import("./types.js").Fight} fight */
  fill(fight) {
    this.kind.value = fight.kind ?? this.kind.value;
    this.title.value = fight.title ?? "";
    for (const select of this.rulings.querySelectorAll("select"))
      select.value = fight.rulings?.[select.dataset.ruling ?? ""] ?? select.value;
    const rest = Object.entries(fight).filter(([field]) => !CONTROLLED.includes(field));
    this.kept = /** @type {Record<string, Plain>} */ (Object.fromEntries(rest));
    for (const row of fight.combatant) this.add(String(row.side ?? ""), this.memberOf(row), row);
    this.ground.fill(fight);
    this.endings.fill(fight);
  }

  /** Whom of the campaign a row stands for; somebody who is gone from it is still named. @param {Sheet} row @returns {Sheet|undefined} */
  memberOf(row) {
    if (!row.party || this.kept.complete) return undefined;
    return this.members.get(row.party) ?? { id: row.party, name: row.name ?? row.party };
  }

  /** Where people have no places, none are asked for. */
  places() {
    const placed = this.shelf?.placed.includes(this.kind.value) ?? true;
    this.ground.name(this.shelf?.unit ?? "", placed);
    this.list.classList.toggle("placeless", !placed);
    return placed;
  }

  offerParties() {
    const own = parties().filter((each) => each.book === this.shelf?.book);
    this.partyLabel.hidden = own.length === 0;
    keyed(
      this.party,
      [{ key: "", name: say("form.choose"), book: "" }, ...own],
      (each) => each.key,
      (each) => h("option", { value: each.key }, each.name),
    );
  }

  /** @param {string} [side] @param {Sheet} [member] @param {Sheet} [kept] */
  add(side = "", member, kept) {
    if (!this.shelf) return;
    const row = fighter(
      this.shelf,
      side || this.rows[this.rows.length - 1]?.side() || say("build.crew"),
      () => this.draw(),
      () => this.drop(row),
      member,
      kept,
    );
    const last = this.rows.map((each) => each.side()).lastIndexOf(row.side());
    const place = last < 0 ? this.rows.length : last + 1; // among those of its side
    this.list.insertBefore(row.node, this.rows[place]?.node ?? null);
    this.rows.splice(place, 0, row);
    this.draw();
  }

  /** @param {Row} row */
  drop(row) {
    row.node.remove();
    this.rows = this.rows.filter((each) => each !== row);
    this.draw();
  }

  /** The sketch: everybody and everything where it will be. */
  draw() {
    this.list.classList.toggle("waveless", this.endings.waves.length === 0);
    const [width, height] = this.ground.typed();
    const sides = [...new Set(this.rows.map((row) => row.side()))];
    keyed(
      this.sides,
      sides.filter(Boolean),
      (side) => side,
      (side) => h("option", { value: side }),
    );
    keyed(
      this.squads,
      [...new Set(this.rows.map((row) => row.squad()))].filter(Boolean),
      (squad) => squad,
      (squad) => h("option", { value: squad }),
    );
    keyed(
      this.adders,
      sides.filter(Boolean),
      (side) => side,
      (side) =>
        h(
          "button",
          { type: "button", "data-testid": `build-add-${side}`, onclick: () => this.add(side) },
          say("build.addTo", { side }),
        ),
    );
    this.rows.forEach((row) => {
      row.node.className = `fighter side-${Math.max(0, sides.indexOf(row.side())) % 5}`;
    });
    const players = this.rows.filter((row) => row.side() === sides[0] && row.count() === 1);
    for (const row of this.rows)
      row.offer(players.includes(row) ? say("build.player", { number: players.indexOf(row) + 1 }) : "");
    const walls = this.ground.walls.map((wall) => ({ points: wall.points() }));
    const people = this.rows.map((row, i) => {
      const side = Math.max(0, sides.indexOf(row.side()));
      const beside = this.rows.filter((each) => each.side() === row.side());
      row.stand(width > 0 && height > 0 ? stands(side, beside.indexOf(row), beside.length, width, height, walls) : null);
      return {
        key: String(i),
        name: `${row.name()}${row.count() > 1 ? ` ×${row.count()}` : ""}`,
        side: side % 5,
        at: row.at() ?? [0, 0],
        size: 1,
        shape: /** @type {const} */ ("token"),
        put: (/** @type {number[]} */ to) => {
          row.at(to);
          this.changed();
        },
      };
    });
    this.endings.offer(
      sides.filter(Boolean),
      this.rows.filter((row) => row.count() === 1).map((row) => ({ id: row.read().id, name: row.name() })),
    );
    this.ground.draw(people, this.endings.marks());
    this.changed();
  }

  fight() {
    const taken = new Set();
    const combatant = this.rows.map((row) => row.read());
    for (const each of combatant) {
      const stem = each.id;
      for (let number = 2; taken.has(each.id); number += 1) each.id = `${stem}-${number}x`;
      taken.add(each.id);
    }
    /** @type {{rulebook: string, combatant: Sheet[], [field: string]: Plain|Sheet[]}} */
    const made = { ...this.kept, rulebook: this.book.value, combatant };
    if (this.kind.value) made.kind = this.kind.value;
    if (this.title.value.trim()) made.title = this.title.value.trim();
    if (!this.places()) combatant.forEach((each) => delete each.at);
    Object.assign(made, this.ground.read(), this.endings.read());
    const rulings = [...this.rulings.querySelectorAll("select")]
      .filter((select) => select.selectedIndex > 0)
      .map((select) => [select.dataset.ruling, select.value]);
    if (rulings.length) made.rulings = Object.fromEntries(rulings);
    return made;
  }

  async send() {
    text(this.fault, "");
    this.button.disabled = true;
    text(this.button, say("build.opening"));
    try {
      await this.loaded; // the book that was chosen a moment ago
      await this.open({ from: "builder", ...this.body() });
    } catch (error) {
      text(this.fault, String(/** @type {Error} */ (error).message));
    }
    this.button.disabled = false;
    text(this.button, say("build.open"));
  }

  changed() {
    this.fairness.later();
    this.past.later();
    this.told();
  }

  /** @param {"undo"|"redo"} way */
  step(way) {
    return h(
      "button",
      {
        type: "button",
        class: "quiet",
        disabled: true,
        "data-testid": `build-${way}`,
        onclick: () => {
          this.past[way]();
        },
      },
      say(`build.${way}`),
    );
  }

  /** Whether there is something to take back, or to bring back. */
  steps() {
    this.back.disabled = this.past.before.length === 0;
    this.forth.disabled = this.past.after.length === 0;
  }

  /** The fight as the server takes it, with the keys of those who come from elsewhere. */
  body() {
    const fight = this.fight();
    const named = fight.combatant.some((each) => each.party && !this.members.has(each.party));
    const own = named ? parties().filter((each) => each.book === this.book.value) : [];
    return { fight, parties: own.map((each) => each.key).slice(0, 8), ...(this.campaign ? { campaign: this.campaign } : {}) };
  }

  async fromParty() {
    if (!this.party.value) return;
    try {
      /** @type {Party} */
      const found = await fetched("/api/parties", undefined, this.party.value);
      const side = this.rows[0]?.side() || say("build.crew");
      if (this.rows.length === 2) this.drop(this.rows[0]); // the first guess at a fighter makes room for the party
      for (const member of found.member) this.add(side, member);
    } catch (error) {
      this.tell(String(/** @type {Error} */ (error).message));
    }
    this.party.value = "";
  }

  async saveParty() {
    const fight = this.fight();
    const side = fight.combatant[0]?.side;
    const member = fight.combatant
      .filter((each) => each.side === side && !each.party)
      .map(({ side: _side, at: _at, count: _count, hidden: _hidden, seat: _seat, ...rest }) => rest);
    try {
      /** @type {Party} */
      const made = await fetched("/api/parties", { name: this.title.value.trim() || side, book: this.book.value, member });
      keepParty({ key: made.party, name: made.name, book: made.book });
      this.tell(say("build.kept", { name: made.name, count: made.member.length }), false);
      dispatchEvent(new Event("parties"));
    } catch (error) {
      text(this.fault, String(/** @type {Error} */ (error).message));
    }
  }
}
