// @ts-check
// Who sits at the table; oneself; for the GM: new seats, links, handing over, resetting, closing, and the table itself.

import { h, keyed, one, text, twice } from "./dom.js";
import { fillDials } from "./dials.js";
import { folded } from "./gm.js";
import { languageChoice } from "./language.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Seat} Seat */
/** @typedef {import("./types.js").Desk} Desk */

const WAITS = /** @type {const} */ ([0, 30, 60, 120, 300]);

export class Seats {
  /** @param {HTMLElement} root @param {Desk} desk */
  constructor(root, desk) {
    this.desk = desk;
    this.list = h("ul", { class: "seats", "data-testid": "seats" });
    this.hand = h("input", {
      type: "checkbox",
      "data-testid": "hand",
      onchange: () => desk.act("hand", { on: this.hand.checked }),
    });
    this.name = h("input", { maxlength: 60, autocomplete: "nickname", required: true, "data-testid": "my-name" });
    this.me = h("form", { class: "me" }, h("label", {}, say("seats.you"), this.name), h("button", {}, say("label.rename")));
    this.me.addEventListener("submit", (event) => {
      event.preventDefault();
      desk.act("me", { name: this.name.value });
    });
    this.handLabel = h("label", { class: "tick" }, this.hand, say("seats.hand"));
    this.dials = h("div", { class: "dials" });
    this.dialFold = folded(say("seats.dials"), this.dials, undefined, "fold-dials");
    this.link = h("div", { class: "invite", "data-testid": "invite" });
    this.maker = folded(say("seats.new"), this.making(), undefined, "fold-seat");
    this.table = folded(say("seats.table"), this.settings(), undefined, "fold-table");
    const tongue = h("label", { class: "me" }, say("language.choose"), languageChoice(say("language.choose")));
    root.append(this.handLabel, this.list, this.link, this.maker, this.me, tongue, this.dialFold, this.table);
  }

  making() {
    const name = h("input", { name: "name", required: true, autocomplete: "off", maxlength: 60, "data-testid": "seat-name" });
    const kind = h(
      "select",
      { name: "kind", "data-testid": "seat-kind" },
      .../** @type {const} */ (["player", "spectator", "tv"]).map((each) => h("option", { value: each }, say(`seat.${each}`))),
    );
    this.who = h("select", { name: "plays", multiple: true, size: 4, "data-testid": "seat-plays" });
    const plays = h("label", { class: "wide" }, say("seats.plays"), this.who);
    kind.addEventListener("change", () => {
      plays.hidden = kind.value !== "player";
    });
    const form = h(
      "form",
      { class: "inline" },
      h("label", {}, say("label.name"), name),
      h("label", {}, say("label.kind"), kind),
      plays,
      h("button", { class: "main wide", "data-testid": "seat-new" }, say("seats.make")),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const chosen = kind.value === "player" ? [...(this.who?.selectedOptions ?? [])].map((option) => option.value) : [];
      const done = await this.desk.act("seat", { do: "new", kind: kind.value, name: name.value, plays: chosen });
      if (done.ok) {
        form.reset();
        plays.hidden = false;
        this.invite(done);
      }
    });
    return form;
  }

  /** The table's own settings: a code for everybody, how long it waits, its title, putting it away. */
  settings() {
    const code = h(
      "button",
      {
        type: "button",
        "data-testid": "shared-code",
        onclick: async () => {
          const done = await this.desk.act("room", { do: "code" });
          if (done.ok) this.invite(done);
        },
      },
      say("seats.code"),
    );
    this.uncode = h(
      "button",
      { type: "button", class: "quiet", onclick: () => this.desk.act("room", { do: "uncode" }) },
      say("seats.uncode"),
    );
    this.wait = h(
      "select",
      { "data-testid": "timeout", onchange: () => this.desk.act("room", { do: "timeout", seconds: Number(this.wait?.value) }) },
      ...WAITS.map((seconds) => h("option", { value: seconds }, say(`seats.wait${seconds}`))),
    );
    this.title = h("input", { maxlength: 200, autocomplete: "off" });
    const title = h(
      "form",
      { class: "me" },
      h("label", {}, say("seats.title"), this.title),
      h("button", {}, say("seats.change")),
    );
    title.addEventListener("submit", (event) => {
      event.preventDefault();
      this.desk.act("room", { do: "title", title: this.title?.value ?? "" });
    });
    this.away = h("button", {
      type: "button",
      "data-testid": "archive",
      onclick: () => this.desk.act("room", { do: this.desk.view().room.status === "archived" ? "reopen" : "archive" }),
    });
    this.house = h("input", {
      type: "checkbox",
      "data-testid": "house",
      onchange: () => this.desk.act("room", { do: "house", on: this.house?.checked }),
    });
    return h(
      "div",
      { class: "settings" },
      h("div", { class: "buttons left" }, code, this.uncode),
      h("label", { class: "tick" }, this.house, say("seats.house")),
      h("label", {}, say("seats.timeout"), this.wait),
      title,
      h("div", { class: "buttons left" }, this.away),
    );
  }

  /** @param {import("./types.js").Done} result */
  invite(result) {
    if (!result.code) return;
    const url = new URL(result.url ?? `/join/${result.code}`, location.href).href;
    this.link.replaceChildren(
      h("h3", {}, say("seats.invite")),
      h("p", {}, say("seats.codeIs"), " ", h("b", { class: "code", "data-testid": "code" }, result.code)),
      h("p", {}, h("a", { href: url, "data-testid": "join-link" }, url)),
      ...(result.qr ? [h("img", { class: "qr", alt: say("invite.qr"), src: result.qr })] : []),
      h("button", { type: "button", class: "quiet", onclick: () => this.link.replaceChildren() }, say("seats.done")),
    );
    this.link.scrollIntoView({ block: "nearest" });
  }

  /** @param {View} view */
  update(view) {
    const gm = view.you.kind === "gm";
    this.hand.checked = view.you.hand;
    this.handLabel.hidden = !gm && view.you.kind !== "player";
    this.maker.hidden = this.table.hidden = !gm;
    this.me.hidden = view.you.kind === "tv";
    if (this.name.defaultValue !== view.you.name && document.activeElement !== this.name)
      this.name.defaultValue = this.name.value = view.you.name;
    keyed(
      this.list,
      view.seats,
      (seat) => seat.seat,
      (seat) => this.make(seat),
      (node, seat) => this.fill(node, seat, view),
    );
    if (this.who)
      keyed(
        this.who,
        view.order,
        (id) => id,
        (id) => h("option", { value: id }),
        (node, id) => text(node, view.cards[id]?.name ?? id),
      );
    const played = (gm ? view.order : view.you.plays)
      .map((id) => view.cards[id] ?? view.cards[id.split("/")[0]])
      .filter((card, i, all) => card && all.indexOf(card) === i);
    this.dialFold.hidden = !played.length || (!gm && view.you.kind !== "player");
    fillDials(this.dials, played, this.desk);
    const timeout = view.room.timeout ?? 0;
    if (this.wait && document.activeElement !== this.wait) this.wait.value = String(timeout);
    if (this.title && document.activeElement !== this.title) this.title.value = view.room.title;
    if (this.house) this.house.checked = Boolean(view.gm?.room?.house);
    if (this.uncode) this.uncode.hidden = !view.gm?.room?.shared;
    if (this.away) text(this.away, view.room.status === "archived" ? say("room.reopen") : say("room.away"));
  }

  /** @param {Seat} seat */
  make(seat) {
    /** @param {string} what */
    const act = async (what) => {
      const done = await this.desk.act("seat", { do: what, seat: seat.seat });
      if (done.ok) this.invite(done);
    };
    const edit = h("details", { class: "seatedit" }, h("summary", {}, say("seats.manage")));
    edit.addEventListener(
      "toggle",
      () =>
        edit.open &&
        edit.childElementCount === 1 &&
        edit.append(
          this.editor(seat),
          h(
            "div",
            { class: "buttons left" },
            h("button", { type: "button", "data-testid": `link-${seat.seat}`, onclick: () => act("link") }, say("seats.link")),
            twice(say("seats.reset"), () => act("reset"), ""),
            twice(say("seats.makeGm"), () => act("handover"), ""),
            twice(say("label.close"), () => act("close"), "danger"),
          ),
        ),
    );
    return h(
      "li",
      { "data-testid": `seat-${seat.seat}` },
      h("span", { class: "dot", "aria-hidden": "true" }),
      h("b", {}),
      h("span", { class: "kind" }),
      h("span", { class: "plays" }),
      edit,
    );
  }

  /** Another name, other combatants. @param {Seat} seat */
  editor(seat) {
    const view = this.desk.view();
    const now = view.seats.find((each) => each.seat === seat.seat) ?? seat;
    const name = h("input", { value: now.name, maxlength: 60, autocomplete: "off", required: true });
    const plays = h(
      "select",
      { multiple: true, size: Math.min(6, Math.max(2, view.order.length)) },
      ...view.order.map((id) => h("option", { value: id, selected: now.plays.includes(id) }, view.cards[id]?.name ?? id)),
    );
    const form = h(
      "form",
      { class: "seatform" },
      h("label", {}, say("label.name"), name),
      now.kind === "player" ? h("label", {}, say("seats.playing"), plays) : "",
      h("button", {}, say("label.save")),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.desk.act("seat", {
        do: "set",
        seat: seat.seat,
        name: name.value,
        ...(now.kind === "player" ? { plays: [...plays.selectedOptions].map((option) => option.value) } : {}),
      });
    });
    return form;
  }

  /** @param {HTMLElement} node @param {Seat} seat @param {View} view */
  fill(node, seat, view) {
    node.classList.toggle("online", seat.online);
    text(one("b", node), seat.name || seat.seat);
    text(
      one(".kind", node),
      [
        say(`seat.${seat.kind}`),
        say(`seat.${seat.online ? "here" : seat.taken === false ? "free" : "away"}`),
        seat.seat === view.you.seat ? say("seat.you") : "",
      ]
        .filter(Boolean)
        .join(", "),
    );
    text(one(".plays", node), seat.plays.map((id) => view.cards[id]?.name ?? id).join(", "));
    one(".seatedit", node).toggleAttribute("hidden", view.you.kind !== "gm" || seat.kind === "gm");
  }
}
