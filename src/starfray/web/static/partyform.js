// @ts-check
// A party: the people of the campaign who go together, and members who came with a file and have no entry of their own yet.

import { h, plain } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").EntryHead} EntryHead */
/** @typedef {import("./types.js").Plain} Plain */
/** @typedef {Record<string, Plain>} Data */

export class PartyForm {
  /**
   * @param {Data} data @param {EntryHead[]} people  of the campaign and the book @param {(data: Data) => void} told
   * @param {(member: Data) => Promise<string>} keep  makes a character of a member and gives its id
   */
  constructor(data, people, told, keep) {
    this.data = structuredClone(data);
    this.people = people;
    this.told = told;
    this.keep = keep;
    this.list = h("ul", { class: "past", "data-testid": "party-people" });
    this.none = h("p", { class: "hint" }, say("company.none"));
    this.pick = h("select", {
      "data-testid": "party-add",
      onchange: () => {
        if (this.pick.value) this.put([...this.ids(), this.pick.value], this.members());
      },
    });
    this.node = h("div", {}, h("label", {}, say("company.add"), this.pick), this.none, this.list);
    this.draw();
  }

  /** @returns {string[]} */
  ids() {
    return Array.isArray(this.data.people) ? this.data.people.map(String) : [];
  }

  /** @returns {Data[]} */
  members() {
    return Array.isArray(this.data.member) ? /** @type {Data[]} */ (this.data.member) : [];
  }

  /** @param {string[]} people @param {Data[]} member */
  put(people, member) {
    this.data = { people, ...(member.length ? { member } : {}) };
    this.told(this.data);
    this.draw();
  }

  draw() {
    const ids = this.ids();
    this.none.hidden = ids.length + this.members().length > 0;
    this.pick.replaceChildren(
      h("option", { value: "" }, say("form.choose")),
      ...this.people.filter((each) => !ids.includes(each.id)).map((each) => h("option", { value: each.id }, each.name)),
    );
    this.list.replaceChildren(
      ...ids.map((id) =>
        this.row(this.people.find((each) => each.id === id)?.name ?? say("company.gone"), null, () =>
          this.put(
            ids.filter((each) => each !== id),
            this.members(),
          ),
        ),
      ),
      ...this.members().map((member) =>
        this.row(String(member.name ?? plain(String(member.id))), member, () =>
          this.put(
            ids,
            this.members().filter((each) => each !== member),
          ),
        ),
      ),
    );
  }

  /** @param {string} name @param {Data|null} member  without an entry @param {() => void} drop */
  row(name, member, drop) {
    return h(
      "li",
      {},
      h("b", {}, name),
      h(
        "span",
        { class: "buttons" },
        member
          ? h("button", { type: "button", "data-testid": "party-keep", onclick: () => this.adopt(member) }, say("company.keep"))
          : null,
        h(
          "button",
          { type: "button", class: "quiet", "aria-label": say("company.dropName", { name }), onclick: drop },
          say("company.drop"),
        ),
      ),
    );
  }

  /** A member becomes a character of the campaign, and the party names it. @param {Data} member */
  async adopt(member) {
    const id = await this.keep(member);
    this.put(
      [...this.ids(), id],
      this.members().filter((each) => each.id !== member.id),
    );
  }
}
