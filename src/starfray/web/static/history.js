// @ts-check
// Undo, redo, the GM's timeline, the audit view in which both lines of every undo stay, and how the fight looks from a point.

import { capital, h, keyed, percent, text } from "./dom.js";
import { spoken } from "./speech.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("./types.js").Act} Act */
/** @typedef {import("./types.js").Prospects} Prospects */

export class History {
  /** @param {HTMLElement} root @param {Desk} desk @param {HTMLButtonElement} undo @param {HTMLButtonElement} redo */
  constructor(root, desk, undo, redo) {
    this.desk = desk;
    this.undoButton = undo;
    this.redoButton = redo;
    this.entries = -1;
    undo.addEventListener("click", () => this.undo());
    redo.addEventListener("click", () => this.redo());
    this.asking = h("dialog", { class: "sheet", "data-testid": "undo-dialog" });
    document.body.append(this.asking);
    this.request = h("p", { class: "request", role: "status", "data-testid": "undo-request" });
    this.timeline = h("ol", { class: "timeline", "data-testid": "timeline" });
    this.audit = h("div", { class: "audit", "data-testid": "audit" });
    this.line = h(
      "section",
      {},
      h("h3", {}, say("history.line")),
      h("p", { class: "hint" }, say("history.hint")),
      this.timeline,
    );
    this.both = h("details", { class: "fold" }, h("summary", {}, say("history.audit")), this.audit);
    this.both.addEventListener("toggle", () => this.both.open && this.loadAudit());
    this.outlook = h(
      "details",
      { class: "fold", "data-testid": "fold-outlook" },
      h("summary", {}, say("history.outlook")),
      this.prospects(),
    );
    this.outlook.addEventListener("toggle", () => this.outlook.open && this.loadPlaces());
    this.own = h("p", { class: "hint" }, say("history.own"));
    root.append(this.request, this.own, this.outlook, this.both, this.line);
  }

  /** A player whose act can no longer be undone may ask the GM. */
  async undo() {
    const player = this.desk.view().you.kind === "player";
    const done = await this.desk.act("undo", {}, player);
    if (done.ok || !player) return;
    const why = h("input", { maxlength: 200, autocomplete: "off" });
    const form = h(
      "form",
      { method: "dialog" },
      h("h2", {}, say("undo.title")),
      h("p", {}, say("undo.words", { why: capital(done.reason ?? say("history.fixed")) })),
      h("label", {}, say("undo.why"), why),
      h(
        "div",
        { class: "buttons" },
        h(
          "button",
          { type: "button", class: "quiet", "data-testid": "undo-leave", onclick: () => this.asking.close() },
          say("undo.leave"),
        ),
        h("button", { class: "main", "data-testid": "undo-ask" }, say("undo.ask")),
      ),
    );
    form.addEventListener("submit", async () => {
      const asked = await this.desk.act("undo", { request: true, why: why.value.trim() });
      if (asked.ok) this.desk.say(say("undo.asked"));
    });
    this.asking.replaceChildren(form);
    if (!this.asking.open) this.asking.showModal();
  }

  redo() {
    return this.desk.act("redo", {});
  }

  /** @param {View} view */
  update(view) {
    const { undo, redo, undo_request: asked, entries } = view.history;
    this.undoButton.disabled = !undo;
    this.redoButton.disabled = !redo;
    const gm = view.you.kind === "gm";
    this.undoButton.hidden = this.redoButton.hidden = view.you.kind !== "gm" && view.you.kind !== "player";
    text(
      this.request,
      asked
        ? gm
          ? say("history.wish", { name: asked.name ?? asked.by ?? say("history.somebody") })
          : say("history.wished")
        : "",
    );
    this.line.hidden = this.both.hidden = this.outlook.hidden = !gm;
    this.own.hidden = view.you.kind !== "player";
    const stale = entries !== this.entries;
    this.entries = entries;
    if (gm && stale && this.line.offsetParent) this.shown();
  }

  /** Called when the panel is opened. */
  shown() {
    if (this.desk.view()?.you.kind !== "gm") return;
    this.load();
    if (this.both.open) this.loadAudit();
  }

  /** @param {() => Promise<void>} work */
  async tell(work) {
    try {
      await work();
    } catch (error) {
      this.desk.say(String(/** @type {Error} */ (error).message), true);
    }
  }

  load() {
    return this.tell(async () => {
      const found = await this.desk.ask("timeline", {});
      const view = this.desk.view();
      const points = [...(found.line ?? [])].reverse().slice(0, 300);
      const shown = [...points, { n: 0, text: "", kind: "start" }];
      keyed(
        this.timeline,
        shown,
        (each) => `${each.n}|${each.text}`,
        (each) =>
          h(
            "li",
            { class: each.kind },
            h("span", {}, each.n ? `${each.n}. ${spoken(each.text, view)}` : say("history.start")),
            h(
              "button",
              {
                type: "button",
                class: "quiet",
                "aria-label": say("history.backAfter", { act: each.n ? `${each.n} ${each.text}` : say("history.start") }),
                onclick: () => this.desk.act("undo", { to: each.n }),
              },
              say("history.back"),
            ),
          ),
      );
    });
  }

  loadAudit() {
    return this.tell(async () => {
      const found = await this.desk.ask("audit", {});
      const view = this.desk.view();
      /** @type {[string, Act[][]][]} */
      const sections = [
        [say("history.undone"), found.undone ?? []],
        [say("history.aside"), found.abandoned ?? []],
        [say("history.stands"), [found.line ?? []]],
      ];
      this.audit.replaceChildren(
        ...sections.flatMap(([title, groups]) =>
          groups.flat().length
            ? [
                h("h3", {}, title),
                ...groups.map((group) =>
                  h(
                    "ol",
                    {},
                    ...group.map((each) =>
                      h(
                        "li",
                        {},
                        h("span", {}, spoken(each.text, view)),
                        h(
                          "small",
                          {},
                          [
                            each.by?.replace("player:", ""),
                            each.corrected ? say("history.corrected", { faces: String(each.corrected) }) : "",
                          ]
                            .filter(Boolean)
                            .join(" · "),
                        ),
                      ),
                    ),
                  ),
                ),
              ]
            : [],
        ),
      );
    });
  }

  /** Two positions of this fight, played out many times each, side by side. */
  prospects() {
    this.one = h("select", { "aria-label": say("history.where"), "data-testid": "place-one" });
    this.other = h("select", { "aria-label": say("history.compared"), "data-testid": "place-other" });
    this.result = h("div", { class: "prospects", "data-testid": "prospects", "aria-live": "polite" });
    return h(
      "div",
      { class: "outlook" },
      h("label", {}, say("history.from"), this.one),
      h("label", {}, say("history.compared"), this.other),
      h("button", { type: "button", "data-testid": "look-ahead", onclick: () => this.reckon() }, say("history.play")),
      this.result,
    );
  }

  loadPlaces() {
    return this.tell(async () => {
      const found = await this.desk.ask("places", {});
      const view = this.desk.view();
      /** @param {{at: string, words: string}} each */
      const option = (each) =>
        h(
          "option",
          { value: each.at },
          each.words.replace(/(\d+\. |…)(.+)$/, (_, before, act) => before + spoken(act, view)),
        );
      const [one, other] = [this.one?.value, this.other?.value];
      this.one?.replaceChildren(...found.places.map(option));
      this.other?.replaceChildren(h("option", { value: "" }, say("history.nothing")), ...found.places.map(option));
      if (this.one && one && found.places.some((each) => each.at === one)) this.one.value = one;
      if (this.other)
        this.other.value =
          other && found.places.some((each) => each.at === other)
            ? other
            : found.places.some((each) => each.at === "undone")
              ? "undone"
              : "";
    });
  }

  reckon() {
    return this.tell(async () => {
      const places = [this.one, this.other].filter((select) => select?.value);
      this.result?.replaceChildren(h("p", { class: "hint" }, say("history.playing")));
      const found = [];
      for (const select of places)
        found.push({
          words: select?.selectedOptions[0]?.textContent ?? "",
          odds: await this.desk.ask("prospects", { at: select?.value }),
        });
      this.result?.replaceChildren(...found.map(({ words, odds }) => outlook(words, odds)));
    });
  }
}

/** @param {string} words @param {Prospects} odds */
function outlook(words, odds) {
  const share = (/** @type {number} */ count) => count / Math.max(1, odds.fights);
  /** @param {number} p @param {string} what @param {string} [more] */
  const row = (p, what, more = "") => {
    const fill = h("i", { "aria-hidden": "true" });
    fill.style.setProperty("--share", String(p));
    return h("li", {}, fill, h("b", {}, percent(p)), h("span", {}, what, more ? h("small", {}, ` ${more}`) : ""));
  };
  return h(
    "figure",
    { class: "odds" },
    h("figcaption", {}, words),
    h(
      "ul",
      {},
      ...odds.wins.map((each) =>
        row(
          share(each.count),
          say("history.wins", { side: each.side }),
          say("history.range", { low: percent(each.low), high: percent(each.high) }),
        ),
      ),
      ...(odds.draws ? [row(share(odds.draws), say("history.draw"))] : []),
      ...(odds.stalemates ? [row(share(odds.stalemates), say("history.stalemate"))] : []),
      ...(odds.unfinished ? [row(share(odds.unfinished), say("history.open"))] : []),
    ),
    h(
      "details",
      {},
      h("summary", {}, say("history.standing")),
      h("ul", {}, ...odds.standing.map((each) => row(each.p, each.name))),
    ),
    h("p", { class: "hint" }, say("history.fights", { count: odds.fights, rounds: Math.round(odds.rounds * 10) / 10 })),
  );
}
