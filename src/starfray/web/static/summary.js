// @ts-check
// The end of a fight, and the fight as a file.

import { h, text } from "./dom.js";
import { fetched, parties } from "./server.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Desk} Desk */

const ENDS = { markdown: "md", text: "txt", json: "json", transcript: "transcript" };

export class Summary {
  /** @param {HTMLElement} root @param {Desk} desk @param {string} room @param {() => string} token */
  constructor(root, desk, room, token) {
    this.desk = desk;
    this.room = room;
    this.token = token;
    this.root = root;
    this.words = h("p", {});
    this.party = h("div", { class: "party" });
    root.append(h("h2", {}, "The fight is over"), this.words, this.party);
  }

  /** @param {View} view */
  update(view) {
    this.root.hidden = !view.room.outcome;
    if (!view.room.outcome) return;
    const { winners, reason } = view.room.outcome;
    text(this.words, `${winners.length ? `${winners.join(", ")} won` : "Nobody won"}: ${reason}`);
    const gm = view.you.kind === "gm";
    if (gm && !this.party.childElementCount) {
      const own = parties();
      this.which = h("select", { "aria-label": "Party" }, ...own.map((each) => h("option", { value: each.key }, each.name)));
      this.party.append(...(own.length ? [this.which,
        h("button", { type: "button", "data-testid": "write-back", onclick: () => this.writeBack() }, "Write wounds, ammunition and points back to the party")] : []),
        h("button", { type: "button", class: "quiet", onclick: () => this.desk.act("room", { do: "archive" }) }, "Put the room away"));
    }
    this.party.hidden = !gm;
  }

  async writeBack() {
    try {
      const done = await fetched(`/api/rooms/${encodeURIComponent(this.room)}/write-back`, { party: this.which?.value ?? "" }, this.token());
      this.desk.say(done.written.length ? `Written back: ${done.written.join(", ")}.` : "Nobody of that party was in this fight.");
    } catch (error) {
      this.desk.say(String(/** @type {Error} */ (error).message), true);
    }
  }

  /** @param {string} to */
  async download(to) {
    const answer = await fetch(`/api/rooms/${encodeURIComponent(this.room)}/export?to=${encodeURIComponent(to)}`, { headers: { Authorization: `Bearer ${this.token()}` } });
    if (!answer.ok) return this.desk.say(`The export failed (${answer.status}).`, true);
    const link = h("a", { href: URL.createObjectURL(await answer.blob()), download: `${this.desk.view().room.title || "fight"}.${ENDS[/** @type {keyof typeof ENDS} */ (to)] ?? "txt"}` });
    link.click();
    return URL.revokeObjectURL(link.href);
  }
}
