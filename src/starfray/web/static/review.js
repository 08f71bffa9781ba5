// @ts-check
// The review of a fight, when it is over: the curve of the chances, turning points, luck and decisions, act by act.

import { h, percent, s, text } from "./dom.js";
import { dice } from "./pips.js";
import { sideNumber } from "./sides.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("./types.js").Review} Found */
/** @typedef {import("./types.js").ReviewAct} Act */
/** @typedef {import("./types.js").ReviewTerm} Term */
/** @typedef {import("./types.js").ReviewPerson} Person */

const WIDE = 860;
const TALL = 240;
const NARROW = 700; // pixels
const LEAST = 0.005; // a step below half a point is not told

export class Review {
  /** @param {HTMLElement} root @param {Desk} desk */
  constructor(root, desk) {
    this.root = root;
    this.desk = desk;
    /** @type {Found|null} */
    this.found = null;
    /** @type {Act[]} */
    this.acts = [];
    this.at = 0; // the act looked at, from 1; 0: the start
    this.entries = -1;
    this.going = false;
    this.open = h(
      "button",
      { type: "button", class: "main", "data-testid": "review", onclick: () => this.show() },
      say("review.open"),
    );
    root.append(this.open);
    this.title = h("h2", {});
    this.note = h("p", { class: "hint", role: "status", "data-testid": "review-note" });
    this.stop = h("button", { type: "button", class: "quiet", "data-testid": "review-stop", onclick: () => this.turn() });
    this.head = h("h3", {});
    this.chart = h("div", { class: "curve", "data-testid": "review-curve" });
    this.turns = h("ol", { class: "turns", "data-testid": "review-turns" });
    this.people = h("div", { class: "reviewed", "data-testid": "review-people" });
    this.act = h("div", { class: "act", "data-testid": "review-act", "aria-live": "polite" });
    this.sheet = h(
      "dialog",
      { class: "review", "aria-label": say("review.title"), "data-testid": "review-dialog" },
      ...this.frame(),
    );
    this.sheet.addEventListener("keydown", (event) => this.key(event));
    this.sheet.addEventListener("close", () => (this.going = false));
    document.body.append(this.sheet);
  }

  frame() {
    return [
      h(
        "header",
        {},
        h("div", {}, this.title, this.note),
        this.stop,
        h("button", { type: "button", "data-testid": "review-close", onclick: () => this.sheet.close() }, say("review.close")),
      ),
      h(
        "div",
        { class: "left" },
        h("section", {}, this.head, this.chart),
        h("section", {}, h("h3", {}, say("review.who")), this.people, h("p", { class: "hint" }, say("review.method"))),
      ),
      h(
        "div",
        { class: "right" },
        h("section", {}, h("h3", {}, say("review.turns")), this.turns),
        h(
          "section",
          {},
          this.act,
          h(
            "p",
            { class: "steps" },
            h(
              "button",
              { type: "button", "data-testid": "review-back", "aria-label": say("review.back"), onclick: () => this.go(-1) },
              "‹",
            ),
            h("button", { type: "button", "data-testid": "review-turn", onclick: () => this.nextTurn() }, say("review.next")),
            h(
              "button",
              { type: "button", "data-testid": "review-on", "aria-label": say("review.on"), onclick: () => this.go(1) },
              "›",
            ),
          ),
        ),
      ),
    ];
  }

  /** @param {View} view */
  update(view) {
    this.root.hidden = !view.room.outcome || view.history.entries === 0;
    if (this.entries !== view.history.entries && this.found && !this.going) {
      this.found = null;
      this.acts = [];
    }
    this.entries = view.history.entries;
  }

  show() {
    text(this.title, say("review.of", { title: this.desk.view().room.title || say("room.untitled") }));
    if (!this.sheet.open) this.sheet.showModal();
    if (!this.found?.whole) this.reckon();
    else this.draw();
  }

  /** Stop, or go on. */
  turn() {
    if (this.going) this.going = false;
    else this.reckon();
  }

  /** Ask for one act after the other until all are there or somebody stops it. */
  async reckon() {
    if (this.going) return;
    this.going = true;
    this.draw();
    try {
      while (this.going && !this.found?.whole) {
        const found = await this.desk.ask("review", { have: this.acts.length });
        if (this.found && found.have < this.acts.length) this.acts = []; // the fight has changed under it
        this.found = found;
        this.acts.push(...found.acts);
        if (this.at >= this.acts.length - found.acts.length) this.at = this.acts.length;
        this.draw();
      }
    } catch (error) {
      this.desk.say(String(/** @type {Error} */ (error).message), true);
    }
    this.going = false;
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) this.go(step);
    else if (event.key === "t" || event.key === "T") this.nextTurn();
    else return;
    event.preventDefault();
  }

  /** @param {number} step */
  go(step) {
    this.look(Math.min(this.acts.length, Math.max(0, this.at + step)));
  }

  nextTurn() {
    const turns = this.found?.turning_points ?? [];
    this.look(turns.find((number) => number > this.at) ?? turns[0] ?? this.at);
  }

  /** @param {number} number */
  look(number) {
    this.at = number;
    this.draw();
  }

  draw() {
    const { found } = this;
    this.stop.hidden = Boolean(found?.whole);
    text(this.stop, this.going ? say("review.stop") : say("review.goOn"));
    if (!found) {
      text(this.note, say("review.working"));
      return;
    }
    const said = found.whole ? found.over : say("review.progress", { done: this.acts.length, all: found.acts_in_all });
    const how = found.viewer === "gm" ? "" : say("review.seen");
    text(this.note, [said, say("review.playouts", { count: found.playouts }), how].filter(Boolean).join(" · "));
    text(this.head, say("review.curve", { side: found.sides[0] }));
    this.chart.replaceChildren(this.curve(found));
    this.turns.replaceChildren(...this.turnRows(found));
    this.people.replaceChildren(
      ...found.people.filter((each) => each.throws || each.ratings.length).map((each) => this.person(each)),
    );
    this.act.replaceChildren(...this.actParts(found));
  }

  /** The chance of a side after each act, the start first. @param {string} side */
  chances(side) {
    const found = /** @type {Found} */ (this.found);
    return [found.start[side], ...this.acts.map((act) => act.after[side])];
  }

  /** @param {Found} found */
  curve(found) {
    const tall = this.sheet.clientWidth < NARROW ? TALL * 2 : TALL; // a phone is narrow, not low
    const side = found.sides[0];
    const values = this.chances(side);
    const step = WIDE / Math.max(1, found.acts_in_all);
    /** @param {number} place @param {number} p */
    const at = (place, p) => `${(place * step).toFixed(1)},${(tall * (1 - p)).toFixed(1)}`;
    const line = values.map((value, place) => at(place, value.p)).join(" ");
    const band = [
      ...values.map((value, place) => at(place, value.high)),
      ...values.map((value, place) => at(place, value.low)).reverse(),
    ].join(" ");
    const view = this.desk.view();
    const chart = s(
      "svg",
      {
        viewBox: `-90 -24 ${WIDE + 120} ${tall + 48}`,
        role: "img",
        "aria-label": say("review.label", { side, from: percent(values[0].p), to: percent(values[values.length - 1].p) }),
        class: `side-${sideNumber(view, side)}`,
      },
      ...[0, 0.25, 0.5, 0.75, 1].flatMap((p) => [
        s("line", { class: p === 0.5 ? "even" : "grid", x1: 0, x2: WIDE, y1: tall * (1 - p), y2: tall * (1 - p) }),
        s("text", { class: "axis", x: -8, y: tall * (1 - p) + 6 }, percent(p)),
      ]),
      s("polygon", { class: "band", points: band }),
      s("polyline", { class: "line", points: line }),
      s("line", { class: "cursor", x1: this.at * step, x2: this.at * step, y1: 0, y2: tall }),
      ...found.turning_points.map((number, place) => {
        const value = values[number];
        const act = this.acts[number - 1];
        if (!act || !value) return null;
        const up = act.after[side].p > act.before[side].p;
        return s(
          "g",
          { class: up ? "up" : "down" },
          s("circle", { cx: number * step, cy: tall * (1 - value.p), r: 13 }),
          s("text", { x: number * step, y: tall * (1 - value.p) + 5 }, place + 1),
        );
      }),
    );
    chart.addEventListener("click", (event) => {
      const box = chart.getBoundingClientRect();
      const { clientX } = /** @type {MouseEvent} */ (event);
      const x = ((clientX - box.left) / box.width) * (WIDE + 120) - 90;
      this.look(Math.max(0, Math.min(this.acts.length, Math.round(x / step))));
    });
    return chart;
  }

  /** @param {Found} found */
  turnRows(found) {
    const side = found.sides[0];
    const rows = found.turning_points.map((number, place) => {
      const act = this.acts[number - 1];
      const moved = act ? act.after[side].p - act.before[side].p : 0;
      return h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "quiet", "aria-pressed": String(number === this.at), onclick: () => this.look(number) },
          h("i", { "aria-hidden": "true", class: moved > 0 ? "up" : "down" }, place + 1),
          h("span", {}, act?.headline ?? ""),
          h("b", { class: moved > 0 ? "up" : "down" }, points(moved)),
        ),
      );
    });
    return rows.length ? rows : [h("li", { class: "hint" }, say("review.noTurns"))];
  }

  /** @param {Person} person */
  person(person) {
    const side = sideNumber(this.desk.view(), person.side);
    const bar = h("span", { class: `luck ${person.luck < 0 ? "down" : "up"}`, "aria-hidden": "true" }, h("i", {}));
    bar.style.setProperty("--luck", String(Math.min(1, Math.abs(person.luck) / 0.5)));
    const good = person.ratings.filter((each) => each !== "costly").length;
    return h(
      "div",
      { class: `person side-${side}` },
      h("b", {}, person.name),
      h("span", {}, bar, h("small", {}, say("review.luck", { points: points(person.luck) }))),
      h(
        "span",
        {},
        h(
          "span",
          { class: "rated", "aria-hidden": "true" },
          ...person.ratings.slice(0, 24).map((each) => h("i", { class: each }, each === "costly" ? "!" : "")),
        ),
        h(
          "small",
          {},
          person.ratings.length
            ? say("review.rated", { good, count: person.ratings.length, cost: Math.round(100 * person.cost) })
            : say("review.unrated"),
        ),
      ),
    );
  }

  /** The act looked at: what happened, its dice, what it was worth, what else there was. @param {Found} found */
  actParts(found) {
    const act = this.acts[this.at - 1];
    const side = found.sides[0];
    if (!act)
      return [
        h("p", { class: "when" }, say("review.start")),
        h("h3", {}, say("review.chance", { side, p: percent(found.start[side].p) })),
      ];
    const after = act.after[side];
    const terms = act.terms.filter((term) => Math.abs(this.worth(term)) >= LEAST || (term.best?.cost ?? 0) >= LEAST);
    return [
      h("p", { class: "when" }, say("review.act", { number: act.number, all: found.acts_in_all })),
      h("h3", {}, act.headline || say("review.hidden")),
      h("p", {}, ...act.dice.map((thrown) => dice(thrown))),
      h(
        "p",
        {},
        say("review.moved", { side, from: percent(act.before[side].p), to: percent(after.p) }),
        after.high - after.low < LEAST
          ? null
          : h("small", {}, say("review.within", { low: percent(after.low), high: percent(after.high) })),
      ),
      h("ul", {}, ...terms.map((term) => h("li", {}, this.words(term)))),
    ];
  }

  /** To the side of whoever threw or decided. @param {Term} term */
  worth(term) {
    const found = /** @type {Found} */ (this.found);
    const person = found.people.find((each) => each.who === term.who);
    return term.worth[person?.side ?? found.sides[0]] ?? 0;
  }

  /** @param {Term} term */
  words(term) {
    const found = /** @type {Found} */ (this.found);
    const name = found.people.find((each) => each.who === term.who)?.name ?? term.who;
    const worth = points(this.worth(term));
    if (term.kind === "luck") return say("review.throw", { name, worth });
    if (term.kind === "edit") return say("review.edit", { worth });
    if (term.kind === "unseen") return say("review.unseen", { worth });
    const told = say("review.decision", { name, worth });
    const { best } = term;
    if (!best || best.cost < LEAST) return told;
    return `${told} ${say("review.better", { words: best.words, p: percent(best.p), played: percent(best.played) })}`;
  }
}

/** In points of a hundred, with its sign. @param {number} share */
function points(share) {
  const whole = Math.round(100 * share);
  return whole > 0 ? `+${whole}` : whole < 0 ? `−${-whole}` : "0";
}
