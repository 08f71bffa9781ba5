// @ts-check
// What just happened, one card for each act: they come one after another at the pace of the table; a tap or Space skips.
// What happened to one's own people stays until it was read; everything else waits behind it.

import { capital, h, keyed, s, text } from "./dom.js";
import { drawFace, face, poolsOf } from "./face.js";
import { icon, sign } from "./icons.js";
import { dice } from "./pips.js";
import { sideNumber } from "./sides.js";
import { actsOf } from "./told.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Told} Told */
/** @typedef {import("./types.js").Effect} Effect */
/** @typedef {import("./types.js").Desk} Desk */

/** How long a card stands, in milliseconds. @type {Record<string, number>} */
const PACES = { off: 0, slow: 4000, normal: 2500, quick: 1200 };
const HEAVY = 1.5; // falls and deaths stand longer
const LEAST = 400; // a card stands at least so long, however many wait
const STACK = 4;
const MOST = 12; // cards that may wait; older ones are in the log, unless somebody was hurt
const GRAVE = ["wound", "down", "death"];

/** Whom an act was aimed at and did nothing to. @type {Effect} */
const NOTHING = { who: "", name: "", changes: [], gained: [], lost: [], status: "" };

export class Stage {
  /**
   * @param {HTMLElement} root
   * @param {Desk} desk
   * @param {{rows: (n: number) => HTMLElement[], flash: (told: Told) => void, sound: (told: Told) => void, follow: (n: number) => void, present: () => void}} parts
   */
  constructor(root, desk, parts) {
    this.root = root;
    this.desk = desk;
    this.parts = parts;
    /** @type {Told[]} */
    this.queue = [];
    /** newest first @type {Told[]} */
    this.stack = [];
    /** the act that must be read before the next one comes */
    this.unread = 0;
    this.last = -1;
    this.timer = 0;
    this.pace = "normal";
    this.list = h("div", { class: "results", "aria-live": "polite", "data-testid": "results" });
    this.more = h("p", { class: "coming", "data-testid": "coming", hidden: true });
    this.empty = h("p", { class: "hint nothing" }, say("act.nothing"));
    this.awaited = h(
      "div",
      { class: "awaited", "data-testid": "awaited" },
      h("h2", { class: "cap" }, say("act.next")),
      h("p", {}),
    );
    root.append(this.more, this.list, this.empty, this.awaited); // below what stands there already
    root.addEventListener("click", (event) => {
      if (!(/** @type {Element} */ (event.target).closest("button, summary, a, .rows"))) this.skip();
    });
    document.addEventListener("keydown", (event) => {
      const at = /** @type {Element} */ (event.target);
      if (event.key !== " " || at.closest("button, input, select, textarea, summary, a, [tabindex], dialog")) return;
      if (this.skip()) event.preventDefault();
    });
  }

  /** @param {View} view */
  update(view) {
    const acts = actsOf(view).filter((told) => told.weight !== "quiet" && told.headline);
    this.pace = view.room.pace ?? "normal";
    const newest = acts.length ? acts[acts.length - 1].n : 0;
    if (this.last < 0 || newest < this.last) this.rewind(acts);
    else {
      for (const told of acts) if (told.n > this.last) this.queue.push(told);
      for (let over = this.queue.length - MOST; over > 0; over -= 1) {
        const light = this.queue.findIndex((told) => !GRAVE.includes(told.weight));
        if (light >= 0) this.queue.splice(light, 1);
      }
      this.stack = this.stack.map((old) => acts.find((told) => told.n === old.n) ?? old);
    }
    this.last = newest;
    this.next();
    if (!this.held()) this.parts.present();
    this.draw();
  }

  /** The page has just come, or acts were taken back: the cards are what the fight knows now. @param {Told[]} acts */
  rewind(acts) {
    clearTimeout(this.timer);
    this.timer = 0;
    this.queue = [];
    this.unread = 0;
    this.stack = acts.slice(-STACK).reverse();
    this.root.classList.add("settled");
  }

  /** How long a card stands: the shorter, the more are waiting, so that the cards catch up with the fight. @param {Told} told */
  time(told) {
    const pace = PACES[this.pace] ?? PACES.normal;
    const whole = pace * (told.weight === "down" || told.weight === "death" ? HEAVY : 1);
    return Math.max(Math.min(whole, LEAST), whole / Math.max(1, this.queue.length));
  }

  /** Do acts of policies wait for their cards? What people do themselves is seen at once. */
  held() {
    return this.queue.some((told) => told.auto);
  }

  /** Whoever wants to act is brought up to date: all cards at once. */
  hurry() {
    if (!this.held()) return;
    this.stack = [...this.queue.reverse(), ...this.stack].slice(0, STACK);
    this.queue = [];
    this.parts.present();
    this.draw();
  }

  next() {
    if (this.timer || this.unread) return;
    const told = this.queue.shift();
    if (!told) return;
    this.stack = [told, ...this.stack].slice(0, STACK);
    this.unread = this.mine(told) ? told.n : 0;
    this.root.classList.remove("settled");
    queueMicrotask(() => this.toFront()); // once every panel knows of the act
    if (this.held()) this.parts.follow(told.n);
    else this.parts.present();
    this.parts.flash(told);
    this.parts.sound(told);
    this.timer = setTimeout(() => this.settle(), this.time(told));
  }

  /** On a phone the cards lie above everything else: a new one is seen, unless its reader is about something. */
  toFront() {
    if (!document.querySelector(".ask.mine, .offering, .filling")) this.root.closest("main")?.scrollTo({ top: 0 });
  }

  /** The time of a card is over. */
  settle() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.unread) this.root.classList.add("settled");
    this.next();
    this.draw();
  }

  /** The next card at once. */
  skip() {
    if (!this.timer && !this.unread) return false;
    this.unread = 0;
    this.settle();
    return true;
  }

  /** Did it happen to one of this player's people? @param {Told} told */
  mine(told) {
    const view = this.desk.view();
    const { you } = view;
    return (
      you.kind === "player" &&
      told.parts.some(
        (part) =>
          you.plays.includes(part.who) &&
          part.who !== told.who &&
          (part.status || lossOf(part, view) < 0 || part.gained.length > 0),
      )
    );
  }

  draw() {
    const view = this.desk.view();
    this.empty.hidden = this.stack.length > 0;
    this.more.hidden = this.queue.length === 0;
    text(this.more, say("act.waiting", { count: this.queue.length }));
    const awaited = (view.turn.expects ?? []).slice(0, 3);
    this.awaited.hidden = awaited.length === 0 || Boolean(view.room.outcome);
    keyed(
      this.awaited.children[1],
      awaited,
      (each) => `${each.name}|${each.text}`,
      (each) => h("span", {}, h("b", {}, each.name), " ", each.text),
    );
    this.root.classList.toggle("unread", this.unread > 0);
    keyed(
      this.list,
      this.stack,
      (told) => `${told.n}${told.headline}${this.unread === told.n}${told.parts.length}`,
      (told) => this.card(told, view),
      (node, told, place) => {
        node.classList.toggle("newest-card", place === 0);
        const people = [view.cards[told.who], view.cards[this.target(told)?.who ?? ""]].filter(Boolean);
        for (const [i, each] of node.querySelectorAll(".face").entries()) drawFace(each, people[i], view);
      },
    );
  }

  /** Whom it hit most. @param {Told} told @returns {Effect|undefined} */
  target(told) {
    const view = this.desk.view();
    const others = told.parts.filter((part) => part.who !== told.who);
    const [most] = [...others].sort((one, other) => lossOf(one, view) - lossOf(other, view));
    const hit = others.find((part) => part.status) ?? (most && lossOf(most, view) < 0 ? most : undefined);
    const aimed = told.whom.find((id) => id !== told.who && view.cards[id]);
    return (
      hit ??
      others.find((part) => part.who === aimed) ??
      (aimed ? { ...NOTHING, who: aimed, name: view.cards[aimed].name } : most)
    );
  }

  /** @param {Told} told @param {View} view */
  card(told, view) {
    const target = this.target(told);
    const loss = target ? lossOf(target, view) : 0;
    const pool = target ? harm(target, view) : undefined;
    const unread = this.unread === told.n;
    const side = view.cards[told.who] ? ` side-${sideNumber(view, view.cards[told.who].side)}` : "";
    const details = h("details", { class: "every" }, h("summary", {}, say("act.every")));
    details.addEventListener("toggle", () => {
      if (details.open && details.childElementCount === 1)
        details.append(h("div", { class: "rows" }, ...this.parts.rows(told.n)));
    });
    return h(
      "article",
      { class: `result weighs-${told.weight}${side}${unread ? " to-you" : ""}`, "data-testid": "result", "data-n": told.n },
      unread ? h("div", { role: "alert" }, h("h3", {}, say("act.yourCard"))) : null,
      h(
        "header",
        {},
        view.cards[told.who] ? face() : null,
        target && view.cards[target.who] && view.cards[told.who]
          ? h("span", { class: `arrow${loss < 0 ? " hit" : ""}` }, arrow())
          : null,
        target && view.cards[target.who] ? face() : null,
        pool ? h("span", { class: "loss" }, `−${-loss}`, h("small", {}, pool.label)) : null,
      ),
      h("p", { class: "headline" }, capital(told.headline)),
      unread && target ? this.before(target, view) : null,
      told.dice.length
        ? h("div", { class: "throws" }, ...told.dice.slice(0, 3).map((thrown) => this.throw(thrown, told, view)))
        : null,
      told.parts.length ? h("ul", { class: "effects" }, ...told.parts.flatMap((part) => this.chips(part, told))) : null,
      details,
      unread
        ? h(
            "div",
            { class: "buttons" },
            h("button", { type: "button", "data-testid": "call-help", onclick: () => this.call(told) }, say("wish.call")),
            h("button", { type: "button", class: "main", "data-testid": "got-it", onclick: () => this.skip() }, say("act.got")),
          )
        : null,
    );
  }

  /** Health before and after. @param {Effect} part @param {View} view */
  before(part, view) {
    const change = harm(part, view);
    if (!change || !view.cards[part.who]) return null;
    const most =
      poolsOf(view.cards[part.who]).find((each) => each.key === change.key || each.label === change.label)?.most ??
      change.before;
    const now = h("i", { class: "left" });
    const gone = h("i", { class: "gone" });
    now.style.setProperty("--share", String(Math.max(0, change.after) / Math.max(1, most)));
    gone.style.setProperty("--share", String((change.before - Math.max(0, change.after)) / Math.max(1, most)));
    return h(
      "div",
      { class: `beforeafter side-${sideNumber(view, view.cards[part.who].side)}` },
      h("div", { class: "bar", "aria-hidden": "true" }, now, gone),
      h(
        "p",
        {},
        h("span", {}, most ? say("act.wasOf", { before: change.before, most }) : say("act.was", { before: change.before })),
        h("b", {}, `${say("of", { now: change.after, most })} ${change.label}`),
      ),
    );
  }

  /** @param {import("./types.js").Throw} thrown @param {Told} told @param {View} view */
  throw(thrown, told, view) {
    const other = thrown.who !== told.who ? (view.cards[thrown.who]?.name ?? "") : "";
    return h("p", {}, other ? h("small", {}, other) : null, dice(thrown));
  }

  /** The GM is told that somebody needs help. @param {Told} told */
  async call(told) {
    const done = await this.desk.act("request", { do: "help", why: told.others ?? told.headline });
    if (done.ok) this.desk.say(say("wish.called"));
  }

  /** Is it what a turn pays with? @param {Effect} part @param {string} key */
  turnPool(part, key) {
    const card = this.desk.view().cards[part.who];
    return Boolean(card && poolsOf(card).some((pool) => pool.key === key && pool.kind === "turn"));
  }

  /** @param {Effect} part @param {Told} told */
  chips(part, told) {
    const many = told.parts.length > 1 ? `${part.name} ` : "";
    return [
      ...part.changes.map((each) =>
        h(
          "li",
          { class: `effect ${each.after < each.before ? (part.who === told.who ? "" : "bad") : "good"}` },
          this.turnPool(part, each.key) ? null : sign("heart"),
          `${many}${say("act.change", { label: each.label, before: each.before, after: each.after })}`,
        ),
      ),
      ...(part.status
        ? [h("li", { class: "effect bad" }, icon(part.status === "down" ? "prone" : part.status), `${many}${part.status}`)]
        : []),
      ...part.gained.map((word) =>
        h("li", { class: `effect ${part.who === told.who ? "" : "bad"}` }, icon(word), `${many}${word}`),
      ),
      ...part.lost.map((word) => h("li", { class: "effect" }, `${many}${say("act.ended", { word })}`)),
    ];
  }
}

/** From who did it to whom. */
function arrow() {
  return s("svg", { viewBox: "0 0 40 20", "aria-hidden": "true" }, s("path", { d: "M2 10H36M28 3L37 10L28 17" }));
}

/** The first pool an act took from, other than what a turn pays with: a paid point is no harm. @param {Effect} part @param {View} view */
export function harm(part, view) {
  const pools = view.cards[part.who] ? poolsOf(view.cards[part.who]) : [];
  const paid = (/** @type {string} */ key) => pools.some((pool) => pool.key === key && pool.kind === "turn");
  return part.changes.find((each) => each.after < each.before && !paid(each.key));
}

/** How much of it, below 0. @param {Effect} part @param {View} view */
export function lossOf(part, view) {
  const change = harm(part, view);
  return change ? change.after - change.before : 0;
}
