// @ts-check
// What whoever is up may do: forms in groups, what is refused and why, tally and chances before committing.

import { capital, h, keyed, one, plain, quoted, text } from "./dom.js";
import { isMine } from "./asks.js";
import { Besides } from "./besides.js";
import { blank } from "./fields.js";
import { oddsChart, tallyTable } from "./tally.js";
import { spoken, titleOf } from "./speech.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Form} Form */
/** @typedef {import("./types.js").Odds} Odds */
/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("./fields.js").Blank} Blank */

export class Actions {
  /** @param {HTMLElement} root @param {Desk} desk */
  constructor(root, desk) {
    this.desk = desk;
    this.who = ""; // for whom the form is filled in
    this.up = ""; // whose actions are listed
    this.kind = "";
    this.shape = "";
    /** @type {{name: string, blank: Blank}[]} */
    this.blanks = [];
    this.round = 0;
    this.opened = 0;
    this.busy = false;
    this.pending = false;
    this.idea = "";
    this.people = h("div", { class: "people", role: "group", "aria-label": "Who acts" });
    this.status = h("p", { class: "status", "data-testid": "turn" });
    this.groups = h("div", { class: "groups" });
    this.form = h("form", { class: "action", "data-testid": "action-form", hidden: true });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.commit();
    });
    this.go = h(
      "button",
      { type: "button", class: "main", hidden: true, "data-testid": "go", onclick: () => desk.act("go", {}) },
      "Go on",
    );
    this.hint = h(
      "div",
      { class: "suggestion", hidden: true },
      h("p", {}),
      h("button", { type: "button", "data-testid": "take-suggestion", onclick: () => this.take() }, "Do that"),
    );
    this.root = root;
    this.besides = new Besides((who, kind) => this.choose(kind, who));
    root.append(
      this.status,
      this.go,
      this.people,
      this.hint,
      h("div", { class: "acting" }, h("div", {}, this.groups, this.besides.root), this.form),
    );
  }

  /** @param {View} view */
  update(view) {
    const able = view.turn.actors.filter((id) => view.forms[id]);
    this.pending = Boolean(view.draft) || view.turn.waiting.length > 0;
    const held = this.pending && this.kind && view.cards[this.who]; // a half-filled form stays while others are asked
    const meanwhile = this.kind && view.turn.besides[this.who];
    if (!able.includes(this.who) && !held && !meanwhile) this.pick(able[0] ?? "");
    if (!able.includes(this.up)) this.up = able[0] ?? "";
    this.besides.update(view, this.who, this.kind);
    text(this.status, this.words(view, able));
    this.status.classList.toggle("yours", able.length > 0 && view.asks.length === 0);
    this.root.classList.toggle("empty", !this.status.textContent && !this.kind);
    this.people.toggleAttribute("hidden", able.length < 2);
    keyed(
      this.people,
      able,
      (id) => id,
      (id) =>
        h("button", {
          type: "button",
          class: "chip",
          onclick: () => {
            this.pick(id);
            this.update(this.desk.view());
          },
        }),
      (node, id) => {
        text(node, view.cards[id]?.name ?? id);
        node.setAttribute("aria-pressed", String(id === this.up));
      },
    );
    this.go.hidden = !(
      view.you.kind === "gm" &&
      view.turn.due &&
      !view.draft &&
      !view.asks.length &&
      !view.turn.waiting.length
    );
    text(this.go, view.history.entries ? "Go on" : "Begin");
    const idea = view.turn.suggest?.[this.up];
    this.hint.hidden = !idea;
    if (idea) text(one("p", this.hint), `Suggested: ${spoken(idea.text, view)}. ${capital(idea.why)}`);
    this.idea = idea ? idea.text.split(" ")[0] : "";
    const forms = view.forms[this.up] ?? [];
    const possible = (/** @type {string} */ name) => forms.some((form) => (form.group || "other") === name && !form.refused);
    const names = [...new Set(forms.map((form) => form.group || "other"))].sort(
      (former, other) => Number(possible(other)) - Number(possible(former)),
    );
    keyed(
      this.groups,
      names,
      (name) => `${this.up}/${name}`,
      (name) =>
        h("details", { class: "group", open: true }, h("summary", {}, h("h3", {}, plain(name))), h("div", { class: "kinds" })),
      (node, name) =>
        this.fillGroup(
          node,
          forms.filter((form) => (form.group || "other") === name),
        ),
    );
    const chosen = this.formsOf(this.who).find((form) => form.kind === this.kind && !form.refused);
    if (this.main) text(one(".does", this.main), held && this.pending ? "Do it next" : (this.main.dataset.words ?? ""));
    if (!chosen && this.kind && !held) this.choose("");
    else if (chosen && JSON.stringify(chosen.fields) !== this.shape) this.build(chosen);
  }

  /** @param {View} view @param {string[]} able */
  words(view, able) {
    if (view.room.outcome) return "";
    const asked = view.asks.filter((ask) => isMine(view, ask));
    if (asked.length) return "";
    if (view.turn.waiting.length) {
      const names = view.turn.waiting.map((each) => (each.sealed ? `${each.name} (sealed)` : each.name));
      return `Waiting for ${[...new Set(names)].join(", ")}.`;
    }
    if (able.length)
      return view.you.kind === "gm"
        ? `${able.map((id) => view.cards[id]?.name ?? id).join(", ")} may act.`
        : `Your turn: ${able.map((id) => view.cards[id]?.name ?? id).join(", ")}.`;
    if (view.turn.actors.length) return `${view.turn.actors.map((id) => view.cards[id]?.name ?? id).join(", ")} may act.`;
    if (!view.history.entries && view.turn.due)
      return view.you.kind === "gm" ? "Everybody seated? Then begin." : "The fight has not begun yet.";
    return view.turn.due ? `Next: ${view.turn.due}` : "Nobody may act now.";
  }

  /** @param {HTMLElement} node @param {Form[]} forms */
  fillGroup(node, forms) {
    const possible = forms.some((form) => !form.refused);
    if (node.dataset.possible !== String(possible)) {
      node.dataset.possible = String(possible);
      node.toggleAttribute("open", possible);
      text(
        one("h3", node),
        possible ? plain(forms[0].group || "other") : `${plain(forms[0].group || "other")}: not now (${forms.length})`,
      );
    }
    const sorted = [...forms.filter((form) => !form.refused), ...forms.filter((form) => form.refused)];
    keyed(
      one(".kinds", node),
      sorted,
      (form) => form.kind,
      (form) =>
        h(
          "button",
          { type: "button", class: "kind", "data-testid": `kind-${form.kind}`, onclick: () => this.choose(form.kind, this.up) },
          h("b", {}),
          h("span", { class: "cost" }),
          h("small", {}),
        ),
      (button, form) => {
        text(one("b", button), titleOf(form));
        text(one(".cost", button), form.cost);
        text(one("small", button), form.refused ? form.refused.reason : form.hint);
        button.classList.toggle("suggested", form.kind === this.idea);
        button.setAttribute("aria-disabled", String(Boolean(form.refused)));
        button.setAttribute("aria-pressed", String(form.kind === this.kind && this.who === this.up));
        button.title = form.refused ? `${form.refused.reason} [${form.refused.rule}]` : form.rule;
      },
    );
  }

  /** What somebody may do now, in turn or meanwhile. @param {string} who @returns {Form[]} */
  formsOf(who) {
    const view = this.desk.view();
    return view?.forms[who] ?? view?.turn.besides[who] ?? [];
  }

  /** @param {string} who */
  pick(who) {
    this.who = this.up = who;
    this.choose("");
  }

  /** @param {string} kind @param {string} [who] */
  choose(kind, who = this.who) {
    const form = this.formsOf(who).find((each) => each.kind === kind);
    if (form?.refused) {
      const also = form.refused.legal?.length ? ` Possible: ${form.refused.legal.join(", ")}.` : "";
      this.desk.say(`${titleOf(form)}: ${form.refused.reason}.${also} [${form.refused.rule}]`, true);
      return;
    }
    this.kind = kind === this.kind && who === this.who ? "" : kind;
    this.who = who;
    this.opened += 1;
    for (const button of this.groups.querySelectorAll(".kind")) {
      button.setAttribute(
        "aria-pressed",
        String(who === this.up && /** @type {HTMLElement} */ (button).dataset.testid === `kind-${this.kind}`),
      );
    }
    if (this.desk.view()) this.besides.update(this.desk.view(), this.who, this.kind);
    if (form && this.kind) this.build(form, true);
    else this.close();
  }

  close() {
    for (const { blank } of this.blanks) blank.stop?.();
    this.blanks = [];
    this.kind = "";
    this.shape = "";
    this.form.hidden = true;
    this.root.classList.remove("filling");
    this.form.replaceChildren();
  }

  /** @param {Form} form @param {boolean} [fresh] */
  build(form, fresh = false) {
    const kept = fresh ? {} : Object.fromEntries(this.blanks.map(({ name, blank }) => [name, blank.value()]));
    for (const { blank } of this.blanks) blank.stop?.();
    this.shape = JSON.stringify(form.fields);
    this.blanks = form.fields.map((field) => ({
      name: field.name,
      // a place is the player's to point at: any legal one is no proposal
      blank: blank({ ...field, default: kept[field.name] || (field.role === "place" ? "" : field.default) }, this.desk, () =>
        this.changed(),
      ),
    }));
    this.tallied = h("div", { class: "tallied", "aria-live": "polite" });
    this.chances = h("div", { class: "chances" });
    this.main = h(
      "button",
      { class: "main", "data-testid": "commit", "data-words": titleOf(form) },
      h("span", { class: "does" }, titleOf(form)),
      form.cost ? h("small", {}, form.cost) : null,
    );
    const hints = form.hints ?? [];
    this.form.replaceChildren(
      h("h3", {}, titleOf(form), form.rule ? h("code", { class: "rule" }, form.rule) : null),
      h("div", { class: "fields" }, ...this.blanks.map(({ blank }) => blank.node)),
      ...(hints.length
        ? [
            h(
              "details",
              { class: "hints" },
              h("summary", {}, "Worth knowing"),
              h(
                "ul",
                {},
                ...hints.map((hint) => h("li", {}, hint.summary || hint.rule, " ", h("code", { class: "rule" }, hint.rule))),
              ),
            ),
          ]
        : []),
      this.tallied,
      this.chances,
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "button", class: "quiet", onclick: () => this.choose(this.kind) }, "Back"),
        this.main,
      ),
    );
    this.form.hidden = false;
    this.root.classList.add("filling");
    if (fresh) {
      this.form.scrollIntoView({ block: "nearest", behavior: "smooth" });
      (this.blanks[0]?.blank.first() ?? this.main).focus({ preventScroll: true });
    }
    this.changed();
  }

  /** The action as text, or '' while something is missing. */
  action() {
    if (!this.kind || !this.blanks.every(({ blank }) => blank.ok())) return "";
    const words = this.blanks.map(({ name, blank }) => [name, blank.value()]).filter(([, value]) => value !== "");
    return [this.kind, this.who, ...words.map(([name, value]) => `${name}=${quoted(value)}`)].join(" ");
  }

  changed() {
    const round = (this.round += 1);
    const action = this.action();
    if (this.main) this.main.disabled = !action || this.busy;
    if (!action) {
      this.tallied?.replaceChildren();
      this.chances?.replaceChildren();
      return;
    }
    setTimeout(() => round === this.round && this.look(action, round), 160);
  }

  /** @param {string} action @param {number} round */
  async look(action, round) {
    const { tallied, chances } = this;
    try {
      const seen = await this.desk.ask("preview", { action });
      if (round !== this.round || !tallied) return;
      const refused = seen.refused
        ? h("p", { class: "refused" }, `${seen.refused.reason} `, h("code", { class: "rule" }, seen.refused.rule))
        : null;
      tallied.replaceChildren(
        ...[refused, seen.tally ? tallyTable(seen.tally, seen.dice) : seen.dice ? h("p", {}, seen.dice) : null].filter(
          (each) => each !== null,
        ),
      );
      if (this.main) this.main.disabled = Boolean(seen.refused) || this.busy;
      if (seen.refused) return;
      chances?.setAttribute("aria-busy", "true");
      await new Promise((resolve) => setTimeout(resolve, 400)); // whoever is still choosing asks for no chances
      if (round !== this.round) return;
      const odds = /** @type {Odds} */ (await this.desk.ask("odds", { action }));
      chances?.removeAttribute("aria-busy");
      if (round !== this.round || !chances) return;
      chances.replaceChildren(...(odds?.outcomes?.length ? [oddsChart(odds)] : []));
    } catch (error) {
      if (round === this.round)
        chances?.replaceChildren(h("p", { class: "hint" }, `No chances: ${String(/** @type {Error} */ (error).message)}`));
      chances?.removeAttribute("aria-busy");
    }
  }

  /** The suggested act as it stands. */
  take() {
    const idea = this.desk.view().turn.suggest?.[this.up];
    if (idea) this.desk.act("play", { action: idea.text });
  }

  async commit() {
    const action = this.action();
    if (!action || this.busy) return;
    this.busy = true;
    if (this.main) this.main.disabled = true;
    const { opened } = this;
    let done = this.pending ? await this.desk.act("queue", { action }) : await this.desk.act("play", { action }, true);
    if (!done.ok && !this.pending)
      done = done.rule === "fight.pending" ? await this.desk.act("queue", { action }) : this.desk.refused(done);
    this.busy = false;
    if (done.ok && opened === this.opened) {
      this.close(); // unless another form was opened meanwhile
      this.update(this.desk.view());
    } else this.changed();
  }

  /** The first thing to press, for the keyboard. */
  focus() {
    const first = this.form.hidden
      ? this.groups.querySelector('.kind[aria-disabled="false"]')
      : this.form.querySelector("select, input, button.main");
    if (first instanceof HTMLElement) first.focus();
  }
}
