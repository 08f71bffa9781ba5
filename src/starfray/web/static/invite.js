// @ts-check
// Before a fight begins: the code for everybody, as large as it can be, and who plays whom.

import { h, keyed, one, text } from "./dom.js";
import { drawFace, face } from "./face.js";
import { switchOf, press } from "./gmhand.js";
import { POOL } from "./hand.js";
import { sidesOf } from "./sides.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("./types.js").Seat} Seat */

export class Invite {
  /** @param {HTMLElement} root @param {Desk} desk @param {string} room */
  constructor(root, desk, room) {
    this.root = root;
    this.desk = desk;
    this.store = `starfray.code.${room}`;
    this.asked = false;
    /** the code a shared screen shows @type {string|null} */
    this.shown = null;
    this.code = h("div", { class: "joincode" });
    this.key = h("div", { class: "gmkey", "data-testid": "gm-key", hidden: true });
    this.showKey(sessionStorage.getItem(`starfray.key.${room}`) ?? "");
    this.people = h("ul", { class: "people-list", "data-testid": "who-plays" });
    this.against = h("ul", { class: "against" });
    this.teach = switchOf(
      /** @type {const} */ (["teach", "know"]),
      (key) => say(`hints.${key}`),
      say("hints.title"),
      (key) => this.learn(key === "teach"),
      "teach",
    );
    this.lesson = h(
      "div",
      { class: "lesson" },
      h("div", {}, h("b", {}, say("hints.title")), h("p", { class: "hint" }, say("hints.about"))),
      this.teach,
    );
    root.append(
      h("div", {}, h("div", { class: "paper" }, h("h3", {}, say("invite.title")), this.code)),
      h(
        "div",
        {},
        h("h2", {}, say("invite.who")),
        this.people,
        h("p", { class: "hint" }, say("invite.rest")),
        h("h3", {}, say("invite.against")),
        this.against,
        this.lesson,
        this.key,
      ),
    );
  }

  /** The words that open the GM's seat from any browser: seen in the tab that made the room, and nowhere else. @param {string} words */
  showKey(words) {
    if (!words) return;
    this.key.hidden = false;
    const file = () => URL.createObjectURL(new Blob([`${location.origin}/gm/${words}\n`], { type: "text/plain" }));
    const link = h("a", { class: "button", download: "gm-key.txt", href: "#" }, say("invite.keep"));
    link.addEventListener("click", () => {
      link.href = file();
    });
    this.key.append(
      h("h3", {}, say("invite.key")),
      h("p", {}, h("b", {}, words)),
      h("p", { class: "hint" }, say("invite.keyWords")),
      link,
    );
  }

  /** @param {View} view */
  update(view) {
    const begun = view.history.entries > 0 || Boolean(view.draft) || view.asks.length > 0 || view.turn.waiting.length > 0;
    const early = !begun && view.you.kind !== "player" && view.you.kind !== "spectator" && !view.room.outcome;
    this.root.hidden = !early || view.seats.every((seat) => seat.kind === "gm");
    if (this.root.hidden) return;
    if (view.you.kind === "gm") this.bring(Boolean(view.gm?.room?.shared));
    else this.board(view.room.board ?? "");
    const played = new Set(view.seats.flatMap((seat) => (seat.kind === "player" ? seat.plays : [])));
    const sides = new Set([...played].map((id) => view.cards[id]?.side));
    keyed(
      this.against,
      view.order.map((id) => view.cards[id]).filter((card) => card && !played.has(card.id) && !sides.has(card.side)),
      (card) => card.id,
      () => h("li", {}, face(), h("span", {})),
      (node, card) => {
        drawFace(one(".face", node), card, view);
        text(one("span", node), card.name);
      },
    );
    this.lesson.hidden = view.you.kind !== "gm";
    press(this.teach, view.room.pace === "slow" ? "teach" : "know");
    keyed(
      this.people,
      view.seats.filter((seat) => seat.kind === "player"),
      (seat) => seat.seat,
      () => h("li", {}, face(), h("div", {}, h("b", {}), h("small", {})), h("span", { class: "mark" })),
      (node, seat) => {
        const card = view.cards[seat.plays[0]];
        drawFace(one(".face", node), card, view);
        text(one("b", node), seat.plays.map((id) => view.cards[id]?.name ?? id).join(", ") || seat.name);
        text(one("small", node), card ? aboutOf(card) : "");
        node.classList.toggle("taken", Boolean(seat.online || seat.taken));
        text(one(".mark", node), seat.online || seat.taken ? `✓ ${seat.name}` : say("invite.free"));
        one(".mark", node).classList.toggle("good", Boolean(seat.online || seat.taken));
      },
    );
  }

  /** Whoever learns gets suggestions, and automatic turns slowly. @param {boolean} on */
  async learn(on) {
    const view = this.desk.view();
    const own = new Set(
      view.seats.flatMap((seat) => (seat.kind === "player" ? seat.plays : [])).map((id) => view.cards[id]?.side),
    );
    for (const side of sidesOf(view)) if (own.has(side)) await this.desk.act("dial", { side, value: on ? "suggest" : "ask" });
    await this.desk.act("room", { do: "pace", pace: on ? "slow" : "normal" });
  }

  /** What a shared screen shows: the code, if the GM has one. @param {string} code */
  async board(code) {
    if (this.shown === code) return;
    this.shown = code;
    this.code.replaceChildren();
    if (!code) {
      this.show({ ok: true, url: location.origin });
      return;
    }
    const found = await this.desk.ask("board");
    this.show({ ok: true, ...found });
  }

  /** The code of the table: the one this browser has, or a new one. @param {boolean} shared */
  async bring(shared) {
    if (this.asked) return;
    this.asked = true;
    const kept = sessionStorage.getItem(this.store);
    if (kept && shared) {
      this.show(JSON.parse(kept));
      return;
    }
    const done = await this.desk.act("room", { do: "board", on: true }); // shared screens show it, too
    if (!done.ok) return;
    const { code, url, qr } = done;
    sessionStorage.setItem(this.store, JSON.stringify({ ok: true, code, url, qr }));
    this.show(done);
  }

  /** @param {import("./types.js").Done} done */
  show(done) {
    if (this.code.childElementCount) return;
    const url = new URL(done.url ?? `/join/${done.code ?? ""}`, location.href).href;
    this.code.replaceChildren(
      ...(done.qr ? [h("img", { class: "qr", alt: say("invite.qr"), src: done.qr })] : []),
      ...(done.code ? [h("b", { class: "code", "data-testid": "table-code" }, done.code)] : []),
      h("p", {}, say("invite.open"), " ", h("a", { href: url }, done.code ? url : location.host)),
      ...(done.code
        ? [
            h(
              "button",
              {
                type: "button",
                onclick: () => navigator.clipboard?.writeText(url).then(() => this.desk.say(say("invite.copied"))),
              },
              say("invite.copy"),
            ),
          ]
        : [h("p", { class: "hint" }, say("invite.ask"))]),
    );
  }
}

/** What somebody has in hand and wears, in a line. @param {import("./types.js").Card} card */
function aboutOf(card) {
  const pools = new Set((card.pools ?? []).map((pool) => pool.label.toLowerCase()));
  return card.lines
    .filter((line) => !POOL.test(line.value) && !/^\d+$/.test(line.value) && !pools.has(line.label.toLowerCase()))
    .map((line) => line.value)
    .slice(-3)
    .join(" · ");
}
