// @ts-check
// Undo, redo, the GM's timeline, the audit view in which both lines of every undo stay, and how the fight looks from a point.

import { h, keyed, percent, text } from "./dom.js";
import { spoken } from "./speech.js";

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
    this.request = h("p", { class: "request", role: "status", "data-testid": "undo-request" });
    this.timeline = h("ol", { class: "timeline", "data-testid": "timeline" });
    this.audit = h("div", { class: "audit", "data-testid": "audit" });
    this.line = h(
      "section",
      {},
      h("h3", {}, "Timeline"),
      h("p", { class: "hint" }, "Go back to any point; what is undone can be brought back."),
      this.timeline,
    );
    this.both = h("details", { class: "fold" }, h("summary", {}, "Audit: every line, undone ones too"), this.audit);
    this.both.addEventListener("toggle", () => this.both.open && this.loadAudit());
    this.outlook = h(
      "details",
      { class: "fold", "data-testid": "fold-outlook" },
      h("summary", {}, "How it would go on from here"),
      this.prospects(),
    );
    this.outlook.addEventListener("toggle", () => this.outlook.open && this.loadPlaces());
    this.own = h(
      "p",
      { class: "hint" },
      "You can take back your last act while no die has fallen and nobody else has acted. After that the undo button asks the GM.",
    );
    root.append(this.request, this.own, this.outlook, this.both, this.line);
  }

  /** A player whose act can no longer be undone asks the GM. */
  async undo() {
    const player = this.desk.view().you.kind === "player";
    const done = await this.desk.act("undo", {}, player);
    if (done.ok || !player) return;
    const asked = await this.desk.act("undo", { request: true, why: "" });
    if (asked.ok) this.desk.say(`${done.reason ?? "It cannot be taken back"}. The GM is asked.`);
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
          ? `${asked.name ?? asked.by ?? "A player"} asks to take back the last act.`
          : "You asked the GM to take it back."
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
            h("span", {}, each.n ? `${each.n}. ${spoken(each.text, view)}` : "Before the beginning"),
            h(
              "button",
              {
                type: "button",
                class: "quiet",
                "aria-label": `back to here, just after ${each.n || "nothing"} ${each.text}`,
                onclick: () => this.desk.act("undo", { to: each.n }),
              },
              "back to here",
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
        ["Undone, can come back", found.undone ?? []],
        ["Set aside", found.abandoned ?? []],
        ["As it stands", [found.line ?? []]],
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
                          [each.by?.replace("player:", ""), each.corrected ? `corrected: ${each.corrected}` : ""]
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
    this.one = h("select", { "aria-label": "From where", "data-testid": "place-one" });
    this.other = h("select", { "aria-label": "Compared with", "data-testid": "place-other" });
    this.result = h("div", { class: "prospects", "data-testid": "prospects", "aria-live": "polite" });
    return h(
      "div",
      { class: "outlook" },
      h("label", {}, "From", this.one),
      h("label", {}, "Compared with", this.other),
      h("button", { type: "button", "data-testid": "look-ahead", onclick: () => this.reckon() }, "Play it out"),
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
      this.other?.replaceChildren(h("option", { value: "" }, "nothing"), ...found.places.map(option));
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
      this.result?.replaceChildren(h("p", { class: "hint" }, "playing it out …"));
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
      ...odds.wins.map((each) => row(share(each.count), `${each.side} wins`, `${percent(each.low)} to ${percent(each.high)}`)),
      ...(odds.draws ? [row(share(odds.draws), "nobody wins")] : []),
      ...(odds.unfinished ? [row(share(odds.unfinished), "not at an end")] : []),
    ),
    h(
      "details",
      {},
      h("summary", {}, "Who is left standing"),
      h("ul", {}, ...odds.standing.map((each) => row(each.p, each.name))),
    ),
    h(
      "p",
      { class: "hint" },
      `${odds.fights} fights played out by policies, ${Math.round(odds.rounds * 10) / 10} rounds on average`,
    ),
  );
}
