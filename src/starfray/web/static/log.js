// @ts-check
// What happened: one line for each act, which opens to its sentences, and these to their tally and rule.
// The newest line is in sight unless the reader has scrolled away; earlier rows come on demand.

import { h, keyed, text } from "./dom.js";
import { diceBoxes } from "./dice.js";
import { citedRules, tallyTable } from "./tally.js";
import { deeds, toldTo } from "./told.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Desk} Desk */

const MARKS = /** @type {const} */ (["hand", "gm", "corrected", "policy", "order", "secret", "auto", "timeout"]);
/** marks that the sentence itself may tell already, in the server's words */
const SAID = /** @type {const} */ (["order", "timeout", "gm", "hand"]);
const PAGE = 100;
const KEPT = "starfray.log"; // whether this browser has the log open
const WIDE = matchMedia("(min-width: 47.51em)"); // below that the log has a page of its own
const NEAR = 48; // pixels from the end that still count as the end

export class Log {
  /** @param {HTMLElement} root @param {Desk} desk */
  constructor(root, desk) {
    this.desk = desk;
    /** @type {Row[]} */
    this.rows = [];
    /** @type {Row[]|null} */
    this.tail = null;
    this.more = true;
    /** what the server says of acts, as long as this page is open @type {Map<number, import("./types.js").Told>} */
    this.told = new Map();
    /** acts the reader has opened @type {Set<number>} */
    this.open = new Set();
    /** does the log follow the newest line? */
    this.follows = true;
    this.filter = h("select", { "data-testid": "log-filter", "aria-label": say("log.only"), onchange: () => this.only() });
    /** rows of one combatant, over the whole log, as the server found them @type {Row[]} */
    this.picked = [];
    this.pickedMore = false;
    this.earlier = h(
      "button",
      { type: "button", class: "quiet earlier", "data-testid": "earlier", onclick: () => this.load() },
      say("log.earlier", { count: PAGE }),
    );
    this.list = h("div", {
      class: "rows",
      role: "log",
      "aria-label": say("log.what"),
      "aria-live": "polite",
      "data-testid": "log",
      tabindex: "0",
    });
    this.scroller = h("div", { class: "scroller" }, this.earlier, this.list);
    this.chip = h(
      "button",
      { type: "button", class: "chip newest", "data-testid": "newest", hidden: true, onclick: () => this.newest() },
      `${say("log.newest")} ↓`,
    );
    this.opener = h("button", {
      type: "button",
      class: "quiet logopen",
      "data-testid": "log-open",
      onclick: () => this.unfold(this.folded()),
    });
    root.append(h("div", { class: "tools" }, this.filter, this.exports()), this.scroller, this.opener, this.chip);
    this.unfold(localStorage.getItem(KEPT) === "open");
    this.list.addEventListener(
      "click",
      (event) => {
        if (!this.folded() || !WIDE.matches || document.body.dataset.kind === "tv") return;
        event.preventDefault();
        this.unfold(true);
      },
      true,
    );
    // only a reader's own hand lets go of the newest line, never a change of height
    for (const gesture of ["wheel", "touchmove", "pointerdown", "keydown"])
      this.scroller.addEventListener(gesture, () => requestAnimationFrame(() => this.read()), { passive: true });
    this.scroller.addEventListener("scroll", () => this.atEnd() && this.hold(true));
    // scrolled when the browser has laid out the new lines: to ask for their height before that would lay them out twice
    const keep = new ResizeObserver(() => this.keep());
    keep.observe(this.scroller);
    keep.observe(this.list);
  }

  /** Is the log one line, the newest? */
  folded() {
    return document.body.dataset.log !== "open";
  }

  /** The whole log, or its newest line. @param {boolean} open */
  unfold(open) {
    document.body.dataset.log = open ? "open" : "line";
    localStorage.setItem(KEPT, open ? "open" : "line");
    text(this.opener, open ? say("log.close") : say("log.open"));
    this.opener.setAttribute("aria-expanded", String(open));
    this.newest();
  }

  atEnd() {
    return this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight < NEAR;
  }

  /** The reader moved: away from the end, or back to it. */
  read() {
    if (this.scroller.clientHeight) this.hold(this.atEnd());
  }

  /** @param {boolean} follows */
  hold(follows) {
    this.follows = follows;
    this.chip.hidden = follows;
  }

  newest() {
    this.hold(true);
    this.keep();
  }

  keep() {
    if (this.follows) this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  exports() {
    const select = h(
      "select",
      {
        "aria-label": say("log.export"),
        "data-testid": "export",
        onchange: () => {
          if (select.value) this.desk.show(`export:${select.value}`);
          select.value = "";
        },
      },
      h("option", { value: "" }, say("log.exportTo")),
      h("option", { value: "markdown" }, say("log.markdown")),
      h("option", { value: "text" }, say("log.text")),
      h("option", { value: "json" }, say("log.json")),
      h("option", { value: "transcript", class: "gm-only" }, say("log.transcript")),
      h("option", { value: "toml", class: "gm-only" }, say("log.file")),
    );
    return select;
  }

  /** @param {View} view */
  update(view) {
    const names = view.order.map((id) => ({ id, name: view.cards[id]?.name ?? id }));
    keyed(
      this.filter,
      [{ id: "", name: say("log.everybody") }, ...names],
      (each) => each.id,
      (each) => h("option", { value: each.id }),
      (node, each) => text(node, each.name),
    );
    if (view.log === this.tail && view.acts === this.acts) return;
    this.tail = view.log;
    this.acts = view.acts;
    for (const each of view.acts ?? []) this.told.set(each.n, toldTo(view, each));
    if (this.filter.value) this.freshen(view.log);
    const first = view.log[0];
    const kept = first ? this.rows.filter((row) => before(row, first)) : [];
    this.rows = joins(kept, first) ? [...kept, ...view.log] : [...view.log];
    if (this.rows.length === view.log.length) this.more = Boolean(first && (first.n > 1 || first.i > 0));
    this.draw();
  }

  draw() {
    const shown = deeds(this.filter.value ? this.picked : this.rows, this.told);
    keyed(this.list, shown, deedKey, (deed) => this.deed(deed));
    this.earlier.hidden = !(this.filter.value ? this.pickedMore : this.more);
  }

  /** The rows of one act, for whoever shows it elsewhere. @param {number} n */
  rowsOf(n) {
    return this.rows.filter((row) => row.n === n).map((row) => this.row(row));
  }

  /** @param {import("./told.js").Deed} deed */
  deed({ n, rows, told }) {
    const marks = [...new Set(rows.flatMap((row) => row.marks))].filter(isMark);
    const said = new Map(marks.map((mark) => [say(`mark.${mark}`), mark])); // each word once
    const node = h(
      "details",
      { class: `deed ${told.weight} ${told.kind}`, "data-testid": "deed", "data-n": n },
      h(
        "summary",
        {},
        h("span", { class: "words" }, told.headline),
        ...[...said].map(([words, mark]) => h("span", { class: `mark ${mark}` }, words)),
      ),
      h("div", { class: "rows" }, ...rows.map((row) => this.row(row))),
    );
    node.open = this.open.has(n);
    node.addEventListener("toggle", () => (node.open ? this.open.add(n) : this.open.delete(n)));
    return node;
  }

  /** Another combatant, or everybody again. */
  async only() {
    this.picked = [];
    this.pickedMore = true;
    if (this.filter.value) await this.load();
    this.hold(true);
    this.draw();
  }

  /** What has just happened to the one who is picked. @param {Row[]} tail */
  freshen(tail) {
    const who = this.filter.value;
    const first = tail[0];
    const news = tail.filter((row) => row.who === who || row.whom === who);
    this.picked = [...this.picked.filter((row) => first && before(row, first)), ...news];
  }

  async load() {
    const who = this.filter.value;
    const first = (who ? this.picked : this.rows)[0];
    if (!first && !who) return;
    this.earlier.disabled = true;
    try {
      const found = await this.desk.ask("log", { before: first?.n ?? 0, count: PAGE, ...(who ? { who } : {}) });
      if (who !== this.filter.value) return;
      /** @type {Row[]} */
      const old = first ? found.rows.filter((/** @type {Row} */ row) => before(row, first)) : found.rows;
      const height = this.scroller.scrollHeight;
      if (who) {
        this.picked = [...old, ...this.picked];
        this.pickedMore = Boolean(found.more);
      } else {
        this.more = old.length > 0 && (old[0].n > 1 || old[0].i > 0);
        this.rows = [...old, ...this.rows];
      }
      this.hold(false);
      this.draw();
      this.scroller.scrollTop += this.scroller.scrollHeight - height;
    } catch (error) {
      this.desk.say(String(/** @type {Error} */ (error).message), true);
    } finally {
      this.earlier.disabled = false;
    }
  }

  /** @param {Row} row */
  row(row) {
    const marks = row.marks
      .filter((mark) => !SAID.some((said) => said === mark && row.text.includes(say(`told.${said}`))))
      .map((mark) => h("span", { class: `mark ${mark}` }, isMark(mark) ? say(`mark.${mark}`) : mark));
    const words = h("span", { class: "words" }, row.text);
    const details = h("details", {}, h("summary", {}, words, ...marks));
    details.addEventListener("toggle", () => {
      if (details.open && details.childElementCount === 1) details.append(this.inside(row));
    });
    return h("div", { class: `row ${row.kind}`, "data-testid": "row", "data-n": row.n }, details);
  }

  /** @param {Row} row */
  inside(row) {
    const view = this.desk.view();
    const node = h("div", { class: "inside" });
    if (row.faces)
      node.append(
        h(
          "p",
          { class: "faces", "aria-label": say("act.dice", { faces: row.faces.join(", ") }) },
          ...row.faces.map((face) => h("span", { class: "rolled" }, face)),
        ),
      );
    if (row.tally) node.append(tallyTable(row.tally));
    if (row.by.length) node.append(citedRules(row.by));
    if (row.summary) node.append(h("p", { class: "summary" }, row.summary));
    node.append(h("code", { class: "rule" }, row.rule));
    const mine = view.you.kind === "gm" || (row.marks.includes("hand") && view.you.plays.includes(row.who));
    if (row.faces?.length && mine) node.append(this.correction(row));
    return node;
  }

  /** @param {Row} row */
  correction(row) {
    const sides = row.sides ?? null;
    const place = h("div", { class: "correction" });
    const button = h("button", { type: "button", class: "quiet", "data-testid": "correct" }, say("log.mistyped"));
    button.addEventListener("click", () => {
      /** @param {(number|null)[]} faces */
      const send = async (faces) => {
        if (faces.some((face) => face === null)) return this.desk.say(say("log.fill"), true);
        await this.desk.act("correct", { n: row.n, i: row.i, faces });
        return undefined;
      };
      const all = /** @type {number[]} */ (row.faces);
      const dice = diceBoxes(sides ?? all.map(() => 0), "1d0", "", send, all);
      place.replaceChildren(
        dice.node,
        h(
          "div",
          { class: "buttons" },
          h("button", { type: "button", class: "quiet", onclick: () => place.replaceChildren(button) }, say("gm.leave")),
          h(
            "button",
            {
              type: "button",
              class: "main",
              "data-testid": "correct-send",
              onclick: () => {
                const faces = dice.faces();
                if (faces) send(faces);
              },
            },
            say("log.correct"),
          ),
        ),
      );
      dice.focus();
    });
    place.append(button);
    return place;
  }

  focus() {
    this.list.focus();
  }
}

/** @param {string} mark @returns {mark is typeof MARKS[number]} */
function isMark(mark) {
  return MARKS.some((each) => each === mark);
}

/** @param {import("./told.js").Deed} deed */
function deedKey({ n, rows, told }) {
  return `${n}.${told.headline}.${rows.map((row) => `${row.i}.${row.text}.${row.marks.join()}`).join("|")}`;
}

/** @param {Row} one @param {Row} other */
function before(one, other) {
  return one.n < other.n || (one.n === other.n && one.i < other.i);
}

/** Do kept rows go on into the new tail without a gap? @param {Row[]} kept @param {Row|undefined} first */
function joins(kept, first) {
  const last = kept[kept.length - 1];
  return Boolean(last && first && first.n - last.n <= 1);
}
