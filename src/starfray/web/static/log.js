// @ts-check
// What happened: sentences that open to their tally and rule; a tail, earlier rows on demand.

import { h, keyed, text } from "./dom.js";
import { diceBoxes } from "./dice.js";
import { citedRules, tallyTable } from "./tally.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Desk} Desk */

const MARKS = {
  hand: "real dice",
  gm: "GM",
  corrected: "corrected",
  policy: "auto",
  order: "standing order",
  secret: "secret",
  auto: "auto",
  timeout: "time was up",
};
/** marks that the sentence itself tells already */
const SAID = { order: "(standing order)", timeout: "(time was up)", gm: "(the GM's word)", hand: "(typed in)" };
const PAGE = 100;

export class Log {
  /** @param {HTMLElement} root @param {Desk} desk */
  constructor(root, desk) {
    this.desk = desk;
    /** @type {Row[]} */
    this.rows = [];
    /** @type {Row[]|null} */
    this.tail = null;
    this.more = true;
    this.filter = h("select", { "data-testid": "log-filter", "aria-label": "Show only", onchange: () => this.only() });
    /** rows of one combatant, over the whole log, as the server found them @type {Row[]} */
    this.picked = [];
    this.pickedMore = false;
    this.earlier = h(
      "button",
      { type: "button", class: "quiet earlier", "data-testid": "earlier", onclick: () => this.load() },
      `Earlier (${PAGE})`,
    );
    this.list = h("div", {
      class: "rows",
      role: "log",
      "aria-label": "What happened",
      "aria-live": "polite",
      "data-testid": "log",
      tabindex: "0",
    });
    this.scroller = h("div", { class: "scroller" }, this.earlier, this.list);
    root.append(h("div", { class: "tools" }, this.filter, this.exports()), this.scroller);
  }

  exports() {
    const select = h(
      "select",
      {
        "aria-label": "Export the fight",
        "data-testid": "export",
        onchange: () => {
          if (select.value) this.desk.show(`export:${select.value}`);
          select.value = "";
        },
      },
      h("option", { value: "" }, "Export …"),
      h("option", { value: "markdown" }, "Markdown"),
      h("option", { value: "text" }, "Text"),
      h("option", { value: "json" }, "JSON"),
      h("option", { value: "transcript", class: "gm-only" }, "Transcript"),
      h("option", { value: "toml", class: "gm-only" }, "Fight file"),
    );
    return select;
  }

  /** @param {View} view */
  update(view) {
    const names = view.order.map((id) => ({ id, name: view.cards[id]?.name ?? id }));
    keyed(
      this.filter,
      [{ id: "", name: "Everybody" }, ...names],
      (each) => each.id,
      (each) => h("option", { value: each.id }),
      (node, each) => text(node, each.name),
    );
    if (view.log === this.tail) return;
    this.tail = view.log;
    if (this.filter.value) this.freshen(view.log);
    const first = view.log[0];
    const kept = first ? this.rows.filter((row) => before(row, first)) : [];
    this.rows = joins(kept, first) ? [...kept, ...view.log] : [...view.log];
    if (this.rows.length === view.log.length) this.more = Boolean(first && (first.n > 1 || first.i > 0));
    this.draw();
  }

  draw() {
    const near = this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight < 80;
    keyed(this.list, this.filter.value ? this.picked : this.rows, rowKey, (row) => this.row(row));
    this.earlier.hidden = !(this.filter.value ? this.pickedMore : this.more);
    if (near) this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  /** Another combatant, or everybody again. */
  async only() {
    this.picked = [];
    this.pickedMore = true;
    if (this.filter.value) await this.load();
    this.draw();
    this.scroller.scrollTop = this.scroller.scrollHeight;
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
      .filter((mark) => !row.text.includes(SAID[/** @type {keyof typeof SAID} */ (mark)] ?? "\n"))
      .map((mark) => h("span", { class: `mark ${mark}` }, MARKS[/** @type {keyof typeof MARKS} */ (mark)] ?? mark));
    const words = h("span", { class: "words" }, row.text);
    const details = h("details", {}, h("summary", {}, words, ...marks));
    details.addEventListener("toggle", () => {
      if (details.open && details.childElementCount === 1) details.append(this.inside(row));
    });
    return h("div", { class: `row ${row.kind}`, "data-testid": "row", "data-n": row.n, "data-first": row.i === 0 }, details);
  }

  /** @param {Row} row */
  inside(row) {
    const view = this.desk.view();
    const node = h("div", { class: "inside" });
    if (row.faces)
      node.append(
        h(
          "p",
          { class: "faces", "aria-label": `dice ${row.faces.join(", ")}` },
          ...row.faces.map((face) => h("span", { class: "face" }, face)),
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
    const button = h("button", { type: "button", class: "quiet", "data-testid": "correct" }, "A die was mistyped …");
    button.addEventListener("click", () => {
      /** @param {(number|null)[]} faces */
      const send = async (faces) => {
        if (faces.some((face) => face === null)) return this.desk.say("Every die of the roll must be filled in.", true);
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
          h("button", { type: "button", class: "quiet", onclick: () => place.replaceChildren(button) }, "Leave it"),
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
            "Correct and run again",
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

/** @param {Row} row */
function rowKey(row) {
  return `${row.n}.${row.i}.${row.text}.${row.marks.join()}`;
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
