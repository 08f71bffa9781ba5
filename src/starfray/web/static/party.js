// @ts-check
// The party library: the parties whose keys this browser holds, their members, and taking one along to another browser.

import { h, keyed, one, plain, text, twice } from "./dom.js";
import { Sheets } from "./sheet.js";
import { dropParty, fetched, keepParty, parties } from "./server.js";
import { say } from "./words.js";
/** @typedef {import("./types.js").Party} Party */
/** @typedef {import("./types.js").Sheet} Sheet */

export class Library {
  /** @param {HTMLElement} root @param {(words: string) => void} tell */
  constructor(root, tell) {
    this.root = root;
    this.tell = tell;
    this.list = h("ul", { class: "parties", "data-testid": "parties" });
    const key = h("input", { autocomplete: "off", maxlength: 100, required: true, "data-testid": "party-key" });
    const form = h(
      "form",
      { class: "row" },
      h("label", { class: "grow" }, say("party.key"), key),
      h("button", {}, say("party.take")),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        /** @type {Party} */
        const found = await fetched("/api/parties", undefined, key.value.trim());
        keepParty({ key: key.value.trim(), name: found.name, book: found.book });
        form.reset();
        this.show();
      } catch (error) {
        tell(String(/** @type {Error} */ (error).message));
      }
    });
    this.none = h("p", { class: "hint" }, say("party.none"));
    this.sheets = new Sheets(tell);
    root.append(
      this.none,
      this.list,
      this.sheets.node,
      h("details", { class: "fold" }, h("summary", { "data-testid": "party-elsewhere" }, say("party.elsewhere")), form),
    );
    addEventListener("parties", () => this.show());
    this.show();
  }

  show() {
    const own = parties();
    this.none.hidden = own.length > 0;
    this.sheets.offer();
    keyed(
      this.list,
      own,
      (each) => each.key,
      (each) => this.make(each),
      (node, each) => text(one("b", node), each.name),
    );
  }

  /** @param {{key: string, name: string, book: string}} party */
  make(party) {
    const inside = h("div", {});
    const details = h("details", {}, h("summary", {}, h("b", {}, party.name), h("span", {}, plain(party.book))), inside);
    details.addEventListener("toggle", () => details.open && this.look(party, inside));
    return h("li", {}, details);
  }

  /** @param {{key: string, name: string, book: string}} party @param {HTMLElement} inside */
  async look(party, inside) {
    try {
      /** @type {Party} */
      const found = await fetched("/api/parties", undefined, party.key);
      const name = h("input", { value: found.name, maxlength: 100, required: true, "aria-label": say("party.name") });
      const form = h("form", { class: "row" }, name, h("button", {}, say("label.rename")));
      form.addEventListener("submit", async (event) => {
        event.preventDefault();
        await this.change(party, { ...found, name: name.value }, inside);
      });
      inside.replaceChildren(
        h(
          "ul",
          { class: "members" },
          ...found.member.map((member) =>
            h(
              "li",
              {},
              h("b", {}, member.name ?? member.id),
              h("span", {}, figures(member)),
              twice(say("party.remove"), () =>
                this.change(party, { ...found, member: found.member.filter((each) => each.id !== member.id) }, inside),
              ),
            ),
          ),
        ),
        form,
        h("details", {}, h("summary", {}, say("party.itsKey")), h("code", { class: "rule" }, party.key)),
        twice(say("party.forget"), () => {
          dropParty(party.key);
          this.show();
        }),
      );
    } catch (error) {
      this.tell(String(/** @type {Error} */ (error).message));
    }
  }

  /** @param {{key: string, name: string, book: string}} party @param {Party} to @param {HTMLElement} inside */
  async change(party, to, inside) {
    try {
      /** @type {Party} */
      const done = await fetched(
        "/api/parties",
        { name: to.name, book: to.book, member: to.member, version: to.version },
        party.key,
        "PUT",
      );
      keepParty({ key: party.key, name: done.name, book: done.book });
      await this.look({ ...party, name: done.name }, inside);
      this.show();
    } catch (error) {
      this.tell(String(/** @type {Error} */ (error).message));
    }
  }
}

/** The plain numbers of a sheet, in a line. @param {Sheet} member */
function figures(member) {
  return Object.entries(member)
    .filter(([, value]) => typeof value === "number")
    .slice(0, 8)
    .map(([name, value]) => `${plain(name)} ${value}`)
    .join(", ");
}
