// @ts-check
// The sheet of a combatant during a fight: face, figures with their reasons, tests to roll, gear, own counters and notes.

import { give, h, keyed, one, plain, text } from "./dom.js";
import { drawFace, face, poolsOf } from "./face.js";
import { inWords } from "./shelf.js";
import { sideNumber } from "./sides.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Card} Card */
/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("./types.js").OwnSheet} Own */
/** @typedef {import("./types.js").OwnTest} OwnTest */
/** @typedef {"tests"|"figures"|"gear"|"notes"} Part */

const PARTS = /** @type {Part[]} */ (["tests", "figures", "gear", "notes"]);
const PAUSE = 1200; // milliseconds after the last letter of a note

export class OwnSheet {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.who = "";
    /** @type {Part} */
    this.part = "tests";
    /** @type {OwnTest|null} */
    this.test = null;
    /** @type {Own|null} */
    this.own = null;
    this.timer = 0;
    this.seen = "";
    this.name = h("h2", {});
    this.about = h("p", { class: "hint" });
    this.pools = h("dl", { class: "mypools" });
    this.tabs = h("div", { class: "tabs", role: "tablist", "aria-label": say("own.parts") });
    this.body = h("div", { class: "ownbody", role: "tabpanel" });
    this.dialog = h(
      "dialog",
      { class: "sheet own", "data-testid": "own-sheet", "aria-label": say("own.title"), onclose: () => this.save() },
      h(
        "header",
        {},
        face(),
        h("div", {}, this.name, this.about, this.pools),
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            "aria-label": say("label.close"),
            "data-testid": "own-close",
            onclick: () => this.dialog.close(),
          },
          "✕",
        ),
      ),
      this.tabs,
      this.body,
    );
    document.body.append(this.dialog);
    for (const part of PARTS)
      this.tabs.append(
        h(
          "button",
          { type: "button", role: "tab", "data-part": part, "data-testid": `own-${part}`, onclick: () => this.show(part) },
          say(`own.${part}`),
        ),
      );
    this.notes = h("textarea", {
      rows: 8,
      maxlength: 4000,
      "aria-label": say("own.notes"),
      "data-testid": "own-note",
      oninput: () => this.later(),
      onchange: () => this.save(),
    });
  }

  /** @param {string} who */
  async open(who) {
    this.save();
    Object.assign(this, { who, test: null, own: null, seen: "" });
    if (!this.dialog.open) this.dialog.showModal();
    this.update(this.desk.view());
    await this.refresh();
  }

  /** What only the server knows of the sheet. */
  async refresh() {
    const { who } = this;
    try {
      /** @type {Own} */
      const found = await this.desk.ask("own", { who });
      if (who !== this.who) return;
      this.own = found;
      if (document.activeElement !== this.notes) this.notes.value = found.notes;
      this.draw();
    } catch (error) {
      this.desk.say(String(/** @type {Error} */ (error).message), true);
    }
  }

  /** @param {Part} part */
  show(part) {
    this.save();
    Object.assign(this, { part, test: null });
    this.draw();
  }

  /** @param {View} view */
  update(view) {
    if (!this.dialog.open) return;
    const card = view.cards[this.who];
    if (!card) return;
    drawFace(one(".face", this.dialog), card, view);
    this.pools.className = `mypools side-${sideNumber(view, card.side)}`;
    text(this.name, card.name);
    text(this.about, [plain(card.side), view.room.book.split(":")[0]].join(" · "));
    keyed(
      this.pools,
      poolsOf(card),
      (pool) => `${pool.key}${pool.kind ?? ""}`,
      () => h("div", {}, h("dt", {}), h("dd", {}), h("span", { class: "bar", "aria-hidden": "true" }, h("i", {}))),
      (node, pool) => {
        text(one("dt", node), pool.label);
        text(one("dd", node), `${pool.now}/${pool.most}`);
        one("i", node).style.setProperty("--share", String(Math.max(0, Math.min(1, pool.now / Math.max(1, pool.most)))));
      },
    );
    const seen = JSON.stringify([card.lines, card.conditions, view.history.entries]);
    if (this.seen && seen !== this.seen) this.refresh();
    this.seen = seen;
  }

  draw() {
    for (const tab of this.tabs.children)
      give(/** @type {HTMLElement} */ (tab), {
        "aria-selected": String(/** @type {HTMLElement} */ (tab).dataset.part === this.part),
      });
    const card = this.desk.view().cards[this.who];
    if (!this.own || !card) return;
    const parts = {
      tests: () => (this.test ? this.testing(this.test) : this.testList(this.own?.tests ?? [])),
      figures: () => figures(card),
      gear: () => this.gear(),
      notes: () => this.writing(),
    };
    this.body.replaceChildren(...parts[this.part]());
  }

  /** @param {OwnTest[]} tests */
  testList(tests) {
    if (!tests.length) return [h("p", { class: "hint" }, say("own.noTests"))];
    const tap = (/** @type {OwnTest} */ each) => () => {
      this.test = each;
      this.draw();
    };
    const keys = tests.filter((each) => each.key);
    const skills = tests.filter((each) => !each.key);
    return [
      h(
        "div",
        { class: "keytests" },
        ...keys.map((each) =>
          h(
            "button",
            { type: "button", "data-testid": `own-test-${each.label}`, onclick: tap(each) },
            h("small", {}, each.label),
            h("b", {}, each.figure),
            h("span", { class: "p" }, percent(each.p)),
          ),
        ),
      ),
      ...(skills.length ? [h("h3", {}, say("own.tapToRoll"))] : []),
      h(
        "ul",
        { class: "skilltests" },
        ...skills.map((each) =>
          h(
            "li",
            {},
            h(
              "button",
              { type: "button", "data-testid": `own-test-${each.label}`, onclick: tap(each) },
              h("span", {}, h("b", {}, each.label), h("small", {}, each.why)),
              h("span", {}, each.figure),
              h("span", { class: "p" }, percent(each.p)),
            ),
          ),
        ),
      ),
    ];
  }

  /** One test: what it is made of, its rule, and how it comes to be rolled. @param {OwnTest} test */
  testing(test) {
    const gm = this.desk.view().you.kind === "gm";
    const more = h("input", {
      autocomplete: "off",
      maxlength: 200,
      value: test.open_end,
      "data-testid": "own-more",
      required: gm && test.open_end !== "",
    });
    const form = h(
      "form",
      { class: "onetest" },
      h("p", { class: "big" }, h("b", {}, test.label), h("span", { class: "p" }, percent(test.p))),
      h("p", {}, [test.why, test.figure].filter(Boolean).join(" · ")),
      h("details", {}, h("summary", {}, say("sheet.why")), h("p", {}, test.summary), h("code", { class: "rule" }, test.rule)),
      gm
        ? h("label", {}, say("own.more"), more)
        : h("p", { class: "hint" }, test.open_end ? say("own.gmSays") : say("own.gmGrants")),
      h(
        "div",
        { class: "buttons" },
        h(
          "button",
          {
            type: "button",
            onclick: () => {
              this.test = null;
              this.draw();
            },
          },
          say("own.back"),
        ),
        h("button", { class: "main", "data-testid": "own-roll" }, gm ? say("own.roll") : say("own.ask")),
      ),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const words = `${test.text} ${gm ? more.value.trim() : test.open_end}`.trim();
      const done = gm
        ? await this.desk.gm(`call ${JSON.stringify(words)} who=${this.who}`)
        : (await this.desk.act("request", { do: "test", why: `${test.label} (${test.why})`, who: this.mine(), text: words }))
            .ok;
      if (!done) return;
      if (!gm) this.desk.say(say("own.asked"));
      this.dialog.close();
    });
    return [form];
  }

  /** Whom the seat plays of this sheet: somebody, or a station of a ship. */
  mine() {
    return this.desk.view().you.plays.find((id) => id.split("/")[0] === this.who) ?? this.who;
  }

  gear() {
    const own = /** @type {Own} */ (this.own);
    if (!own.gear.length) return [h("p", { class: "hint" }, say("own.noGear"))];
    return [
      h(
        "ul",
        { class: "owngear", "data-testid": "own-gear-list" },
        ...own.gear.map((each) =>
          h(
            "li",
            {},
            h("b", {}, plain(each.name)),
            h("small", {}, plain(each.field)),
            h("span", {}, inWords({ key: "", name: "", fields: each.fields })),
          ),
        ),
      ),
    ];
  }

  writing() {
    const own = /** @type {Own} */ (this.own);
    const name = h("input", {
      required: true,
      maxlength: 40,
      autocomplete: "off",
      "aria-label": say("own.counter"),
      placeholder: say("own.counterExample"),
      "data-testid": "own-counter-name",
    });
    const form = h("form", { class: "row" }, name, h("button", { "data-testid": "own-counter-add" }, say("own.count")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.count(name.value.trim(), "0");
    });
    return [
      h("h3", {}, say("own.counters")),
      h(
        "ul",
        { class: "counters" },
        ...own.counters.map((each) =>
          h(
            "li",
            { "data-testid": `own-counter-${each.name}` },
            h("span", {}, each.name),
            this.step("−", say("own.less", { name: each.name }), () => this.count(each.name, String(each.value - 1))),
            h("b", {}, String(each.value)),
            this.step("+", say("own.another", { name: each.name }), () => this.count(each.name, String(each.value + 1))),
            this.step("✕", say("own.drop", { name: each.name }), () => this.count(each.name, "")),
          ),
        ),
      ),
      form,
      h("h3", {}, say("own.notes")),
      this.notes,
      h("p", { class: "hint" }, say("own.private")),
    ];
  }

  /** @param {string} mark @param {string} words @param {() => void} run */
  step(mark, words, run) {
    return h("button", { type: "button", class: "quiet", "aria-label": words, onclick: run }, mark);
  }

  /** @param {string} name @param {string} value */
  async count(name, value) {
    const done = await this.desk.act("own", { do: "counter", who: this.who, name, value });
    if (done.ok) await this.refresh();
  }

  later() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.save(), PAUSE);
  }

  /** What was written is kept, if it is anything new. */
  save() {
    clearTimeout(this.timer);
    if (!this.own || this.notes.value === this.own.notes) return;
    this.own.notes = this.notes.value;
    this.desk.act("own", { do: "note", who: this.own.who, text: this.notes.value });
  }
}

/** Conditions and wounds, then every figure, each with its reason. @param {Card} card */
function figures(card) {
  return [
    h(
      "ul",
      { class: "ownconditions" },
      ...(card.conditions ?? []).map((each) =>
        h("li", { class: each.tone }, h("b", {}, plain(each.name)), h("small", {}, each.summary || each.note)),
      ),
    ),
    ...((card.conditions ?? []).length ? [] : [h("p", { class: "hint" }, say("own.sound"))]),
    h(
      "ul",
      { class: "ownfigures", "data-testid": "own-figure-list" },
      ...card.lines.map((line) =>
        h(
          "li",
          {},
          h("span", {}, plain(line.label)),
          h("b", {}, line.value),
          line.summary
            ? h(
                "details",
                {},
                h("summary", {}, say("sheet.why")),
                h("p", {}, line.summary),
                h("code", { class: "rule" }, line.rule),
              )
            : null,
        ),
      ),
    ),
  ];
}

/** @param {number|null} p */
function percent(p) {
  return p === null ? "" : `${Math.round(p * 100)} %`;
}
