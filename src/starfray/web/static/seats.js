// @ts-check
// Who sits at the table; for the GM: new seats, links, handing over, resetting and closing.

import { h, keyed, one, text, twice } from "./dom.js";
import { dial } from "./cards.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Seat} Seat */
/** @typedef {import("./types.js").Desk} Desk */

export class Seats {
  /** @param {HTMLElement} root @param {Desk} desk */
  constructor(root, desk) {
    this.desk = desk;
    this.list = h("ul", { class: "seats", "data-testid": "seats" });
    this.hand = h("input", { type: "checkbox", "data-testid": "hand", onchange: () => desk.act("hand", { on: this.hand.checked }) });
    this.handLabel = h("label", { class: "tick" }, this.hand, "I roll real dice and type them in");
    this.dials = h("div", { class: "dials" });
    this.link = h("div", { class: "invite", "data-testid": "invite" });
    this.maker = this.making();
    root.append(this.handLabel, this.dials, this.list, this.maker, this.link);
  }

  making() {
    const name = h("input", { name: "name", required: true, autocomplete: "off", maxlength: 60, "data-testid": "seat-name" });
    const kind = h("select", { name: "kind", "data-testid": "seat-kind" }, h("option", { value: "player" }, "player"), h("option", { value: "spectator" }, "spectator"), h("option", { value: "tv" }, "shared screen"));
    this.who = h("select", { name: "plays", multiple: true, size: 4, "aria-label": "plays", "data-testid": "seat-plays" });
    const form = h("form", { class: "inline" }, h("h3", {}, "A new seat"), h("label", {}, "Name", name), h("label", {}, "Kind", kind), h("label", {}, "Plays", this.who), h("button", { "data-testid": "seat-new" }, "Make a link"));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const plays = [...(this.who?.selectedOptions ?? [])].map((option) => option.value);
      const done = await this.desk.act("seat", { do: "new", kind: kind.value, name: name.value, plays });
      if (done.ok) {
        form.reset();
        this.invite(done);
      }
    });
    return form;
  }

  /** @param {any} result */
  invite(result) {
    if (!result?.code) return;
    const url = new URL(result.url ?? `/join/${result.code}`, location.href).href;
    this.link.replaceChildren(h("h3", {}, "Let them in"), h("p", {}, "Code ", h("b", { class: "code", "data-testid": "code" }, result.code)),
      h("p", {}, h("a", { href: url, "data-testid": "join-link" }, url)),
      ...(result.qr ? [h("img", { class: "qr", alt: "QR code of the link", src: result.qr })] : []));
    this.link.scrollIntoView({ block: "nearest" });
  }

  /** @param {View} view */
  update(view) {
    const gm = view.you.kind === "gm";
    this.hand.checked = view.you.hand;
    this.handLabel.hidden = !gm && view.you.kind !== "player";
    this.maker.hidden = !gm;
    keyed(this.list, view.seats, (seat) => seat.seat, (seat) => this.make(seat), (node, seat) => this.fill(node, seat, view));
    if (this.who) keyed(this.who, view.order, (id) => id, (id) => h("option", { value: id }), (node, id) => text(node, view.cards[id]?.name ?? id));
    const played = view.you.plays.map((id) => view.cards[id]).filter((card) => card && !gm);
    keyed(this.dials, played, (card) => `${card.id}${JSON.stringify(card.dial)}`, (card) => h("div", {}, ...[["*", "questions"], ["act", "acting"]].map(([kind, words]) =>
      h("label", { class: "dial" }, `${card.name}: ${words}`, dial(card, kind, (value) => this.desk.act("dial", { who: card.id, kind, value }))))));
  }

  /** @param {Seat} seat */
  make(seat) {
    /** @param {string} what */
    const act = async (what) => {
      const done = await this.desk.act("seat", { do: what, seat: seat.seat });
      if (done.ok) this.invite(done);
    };
    return h("li", {}, h("span", { class: "dot", "aria-hidden": "true" }), h("b", {}), h("span", { class: "kind" }), h("span", { class: "plays" }),
      h("span", { class: "buttons" }, h("button", { type: "button", class: "quiet", "data-testid": `link-${seat.seat}`, onclick: () => act("link") }, "New link"),
        twice("Reset", () => act("reset")),
        twice("Make GM", () => act("handover")),
        twice("Close", () => act("close"))));
  }

  /** @param {HTMLElement} node @param {Seat} seat @param {View} view */
  fill(node, seat, view) {
    node.classList.toggle("online", seat.online);
    text(one("b", node), seat.name || seat.seat);
    text(one(".kind", node), `${seat.kind === "tv" ? "screen" : seat.kind}, ${seat.online ? "here" : "away"}`);
    text(one(".plays", node), seat.plays.map((id) => view.cards[id]?.name ?? id).join(", "));
    one(".buttons", node).toggleAttribute("hidden", view.you.kind !== "gm" || seat.kind === "gm");
  }
}
