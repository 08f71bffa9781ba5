// @ts-check
// The end of a fight: who won, what people take home, the party it is written back to; and the fight as a file.

import { capital, h, plain, text } from "./dom.js";
import { Homecoming, said } from "./homecoming.js";
import { fetched, keepParty, parties } from "./server.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("./types.js").Taking} Taking */
/** @typedef {import("./types.js").Party} Party */

const ENDS = { markdown: "md", text: "txt", json: "json", transcript: "transcript", toml: "toml" };

export class Summary {
  /** @param {HTMLElement} root @param {Desk} desk @param {string} room */
  constructor(root, desk, room) {
    this.desk = desk;
    this.room = room;
    this.root = root;
    this.title = h("h2", {});
    this.words = h("p", {});
    this.home = h("div", { class: "takings", "data-testid": "takings" });
    this.party = h("div", { class: "party" });
    this.homecoming = new Homecoming(desk, room);
    this.folded = h("details", {}, h("summary", { "data-testid": "end-party" }, say("end.home")), this.home, this.party);
    root.append(this.title, this.words, this.homecoming.node, this.folded);
    this.over = "";
  }

  /** @param {View} view */
  update(view) {
    this.root.hidden = !view.room.outcome;
    if (!view.room.outcome) {
      this.over = "";
      return;
    }
    const { winners, reason } = view.room.outcome;
    text(this.title, winners.length ? say("end.won", { sides: winners.map(capital).join(", ") }) : say("end.nobody"));
    text(this.words, reason);
    const now = `${view.history.entries} ${reason}`;
    this.folded.hidden = this.homecoming.node.hidden = view.you.kind !== "gm";
    if (view.you.kind === "gm" && this.over !== now) this.load(view);
    this.over = now;
  }

  /** @param {View} view */
  async load(view) {
    try {
      this.folded.open = !(await this.homecoming.look()); // who is in no campaign may go into a party
      const found = await this.desk.ask("takings", {});
      const own = parties().filter((each) => each.book === view.room.rulebook);
      const sorted = [...found.takings].sort(
        (one, other) => Number(Boolean(other.party)) - Number(Boolean(one.party)) || other.changed.length - one.changed.length,
      );
      const rows = sorted.map((each) => this.row(each));
      this.home.replaceChildren(h("ul", {}, ...rows.map((row) => row.node)));
      const which = h(
        "select",
        { "aria-label": say("label.party"), "data-testid": "which-party" },
        ...own.map((each) => h("option", { value: each.key }, each.name)),
        h("option", { value: "" }, say("party.new")),
      );
      const who = () => rows.filter((row) => row.box.checked).map((row) => row.who);
      this.party.replaceChildren(
        h("label", {}, say("end.writeTo"), which),
        h(
          "button",
          { type: "button", class: "main", "data-testid": "write-back", onclick: () => this.writeBack(which.value, who()) },
          say("end.write"),
        ),
        h(
          "button",
          { type: "button", class: "quiet", onclick: () => this.desk.act("room", { do: "archive" }) },
          say("room.away"),
        ),
      );
    } catch (error) {
      this.desk.say(String(/** @type {Error} */ (error).message), true);
    }
  }

  /** @param {Taking} each */
  row(each) {
    const box = h("input", { type: "checkbox", "data-testid": `take-${each.who}` });
    box.checked = Boolean(each.party);
    const figures = each.changed.map(
      (change) => `${plain(change.path).replaceAll(".", " ")} ${said(change.before)} → ${said(change.now)}`,
    );
    const all = figures.length
      ? h("details", {}, h("summary", {}, say("end.every")), h("small", {}, figures.join(", ")))
      : null;
    return {
      who: each.who,
      box,
      node: h(
        "li",
        {},
        h("label", { class: "tick" }, box, h("b", {}, each.name)),
        h("div", {}, h("span", {}, each.told.join(", ") || (figures.length ? say("end.unseen") : say("end.same"))), all),
      ),
    };
  }

  /** @param {string} key @param {string[]} who */
  async writeBack(key, who) {
    if (!who.length) return this.desk.say(say("end.tick"), true);
    try {
      const view = this.desk.view();
      let party = key;
      if (!party) {
        /** @type {Party} */
        const made = await fetched("/api/parties", { name: view.room.title, book: view.room.rulebook, member: [] });
        party = made.party;
        keepParty({ key: party, name: made.name, book: made.book });
      }
      /** @type {{name: string, written: string[]}} */
      const done = await fetched(`/api/rooms/${encodeURIComponent(this.room)}/write-back`, { party, who }, this.desk.token());
      return this.desk.say(
        say("end.written", { party: done.name, names: done.written.map((id) => view.cards[id]?.name ?? id).join(", ") }),
      );
    } catch (error) {
      return this.desk.say(String(/** @type {Error} */ (error).message), true);
    }
  }

  /** @param {string} to */
  async download(to) {
    const answer = await fetch(`/api/rooms/${encodeURIComponent(this.room)}/export?to=${encodeURIComponent(to)}`, {
      headers: { Authorization: `Bearer ${this.desk.token()}` },
    });
    if (!answer.ok) return this.desk.say(say("end.noExport", { status: answer.status }), true);
    const link = h("a", {
      href: URL.createObjectURL(await answer.blob()),
      download: `${this.desk.view().room.title || say("end.file")}.${ENDS[/** @type {keyof typeof ENDS} */ (to)] ?? "txt"}`,
    });
    link.click();
    return URL.revokeObjectURL(link.href);
  }
}
