// @ts-check
// What whoever is up may do: what was tapped and what fits it, forms in groups, what is refused and why.
// A form opens ready with its chance on top; what has nothing to choose is done at once, and can be taken back.

import { capital, give, h, keyed, one, plain, quoted, text } from "./dom.js";
import { Besides } from "./besides.js";
import { bigChance, chanceOf } from "./chance.js";
import { blank } from "./fields.js";
import { iconName } from "./icons.js";
import { JustDone } from "./justdone.js";
import { Offer } from "./offer.js";
import { atOnce, compare, everyNumber, folded, previewed, proposal, ready, worth } from "./ready.js";
import { oddsChart } from "./tally.js";
import { spoken, titleOf } from "./speech.js";
import { turnWords } from "./turnwords.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Form} Form */
/** @typedef {import("./types.js").Odds} Odds */
/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("./fields.js").Blank} Blank */

const PHONE = matchMedia("(max-width: 47.5em)");
export class Actions {
  /** @param {HTMLElement} root @param {Desk} desk @param {(subject: import("./offer.js").Subject|null) => void} aimed  what is being looked at has changed */
  constructor(root, desk, aimed) {
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
    this.aim = "";
    this.idea = "";
    this.put = ""; // the cards that were put away
    this.people = h("div", { class: "people", role: "group", "aria-label": say("act.who") });
    this.status = h("p", { class: "status", "data-testid": "turn" });
    this.taps = h("small", { class: "taphint", hidden: true });
    this.groups = h("div", { class: "groups" });
    this.form = h("form", { class: "action", "data-testid": "action-form", hidden: true });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.commit();
    });
    this.go = h(
      "button",
      { type: "button", class: "main", hidden: true, "data-testid": "go", onclick: () => desk.act("go", {}) },
      say("turn.go"),
    );
    this.hint = h(
      "div",
      { class: "suggestion", hidden: true },
      h("p", {}),
      h("button", { type: "button", "data-testid": "take-suggestion", onclick: () => this.take() }, say("act.doThat")),
    );
    this.root = root;
    this.offer = new Offer(desk, {
      form: (kind, values) => this.choose(kind, this.up, values),
      play: (action) => this.play(action),
      changed: () => {
        this.root.classList.toggle("offering", Boolean(this.offer.subject));
        aimed(this.offer.subject);
      },
    });
    this.done = new JustDone(desk);
    this.refused = h("details", { class: "notnow", "data-testid": "refused" }, h("summary", {}), h("div", { class: "kinds" }));
    this.besides = new Besides((who, kind) => this.choose(kind, who));
    this.end = h(
      "button",
      { type: "button", class: "endturn", "data-testid": "end-turn", onclick: () => this.endTurn() },
      say("turn.end"),
    );
    root.append(
      h("div", { class: "statusline" }, h("div", {}, this.status, this.taps), this.end),
      this.go,
      this.done.root,
      this.people,
      this.hint,
      this.offer.root,
      h("div", { class: "acting" }, h("div", { class: "choices" }, this.groups, this.refused, this.besides.root), this.form),
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
    text(this.status, turnWords(view, able));
    this.status.classList.toggle("yours", able.length > 0 && view.asks.length === 0);
    this.root.classList.toggle("empty", !this.status.textContent && !this.kind);
    const shown = Boolean(view.cards[this.up]?.at && view.scene.map) || Boolean(view.diagram);
    this.taps.hidden = !shown || this.pending || !able.length;
    text(this.taps, say(view.scene.map ? "turn.tapMap" : "turn.tapPicture", { name: view.cards[this.up]?.name ?? "" }));
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
        give(node, { "aria-pressed": String(id === this.up) });
      },
    );
    this.end.hidden = !(view.forms[this.up] ?? []).some((form) => form.kind === "end-turn" && !form.refused) || this.pending;
    this.go.hidden = !(
      view.you.kind === "gm" &&
      view.turn.due &&
      !view.draft &&
      !view.asks.length &&
      !view.turn.waiting.length
    );
    text(this.go, view.history.entries ? say("turn.go") : say("turn.begin"));
    const idea = view.turn.suggest?.[this.up];
    this.hint.hidden = !idea;
    if (idea) text(one("p", this.hint), say("act.suggested", { what: spoken(idea.text, view), why: capital(idea.why) }));
    this.idea = idea ? idea.text.split(" ")[0] : "";
    const forms = view.forms[this.up] ?? [];
    const possible = forms.filter((form) => !form.refused && !form.friends);
    const foe = (/** @type {string} */ id) => view.cards[id] && view.cards[id].side !== view.cards[this.up]?.side;
    const aimed = (/** @type {Form} */ form) =>
      form.fields.some((field) => field.role === "target" && field.options.some((option) => foe(option.key)));
    const first = [...possible.filter(aimed), ...possible.filter((form) => !aimed(form))]; // what is done to a foe
    keyed(
      this.groups,
      [...new Set(first.map((form) => form.group || say("act.other")))],
      (name) => `${this.up}/${name}`,
      (name) => h("section", { class: "group" }, h("h3", {}, plain(name)), h("div", { class: "kinds" })),
      (node, name) =>
        this.fillKinds(
          one(".kinds", node),
          possible.filter((form) => (form.group || say("act.other")) === name),
        ),
    );
    const not = [...forms.filter((form) => form.refused), ...forms.filter((form) => form.friends)];
    this.refused.hidden = not.length === 0;
    text(one("summary", this.refused), say("form.refused", { count: not.length }));
    this.fillKinds(one(".kinds", this.refused), not);
    this.offer.update(view);
    this.done.update();
    const chosen = this.formsOf(this.who).find((form) => form.kind === this.kind && !form.refused);
    if (this.main) text(one(".does", this.main), held && this.pending ? say("form.next") : (this.main.dataset.words ?? ""));
    if (!chosen && this.kind && !held) this.choose("");
    else if (chosen && JSON.stringify(chosen.fields) !== this.shape) this.build(chosen);
    else if (!this.kind) this.lay(view, possible);
  }

  /** What is chosen from cards lies open from the beginning, until it is put away. @param {View} view @param {Form[]} possible */
  lay(view, possible) {
    const form = possible.find((each) =>
      each.fields.some((field) => field.required && field.options.some((option) => option.card)),
    );
    const name = form ? `${this.up}/${form.kind}` : "";
    if (!form) this.put = "";
    if (!form || this.put === name || this.pending || this.offer.subject || !view.turn.yours.includes(this.up)) return;
    this.who = this.up;
    this.kind = form.kind;
    this.press();
    this.build(form, true, {}, false);
  }

  /** @param {HTMLElement} root @param {Form[]} forms */
  fillKinds(root, forms) {
    keyed(
      root,
      forms,
      (form) => `${this.up}/${form.kind}`,
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
        text(one("small", button), form.refused ? form.refused.reason : form.friends ? say("form.friends") : form.hint);
        button.classList.toggle("suggested", form.kind === this.idea);
        button.toggleAttribute("data-at-once", !form.refused && atOnce(form));
        give(button, {
          "aria-disabled": String(Boolean(form.refused)),
          "aria-pressed": String(form.kind === this.kind && this.who === this.up),
          title: form.refused ? `${form.refused.reason} [${form.refused.rule}]` : form.rule,
        });
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

  /** A form opens, or what has nothing to choose is done. @param {string} kind @param {string} [who] @param {Record<string, string>} [values]  filled in already */
  choose(kind, who = this.who, values = {}) {
    const form = this.formsOf(who).find((each) => each.kind === kind);
    if (form?.refused) {
      const also = form.refused.legal?.length ? say("act.possible", { what: form.refused.legal.join(", ") }) : "";
      this.desk.say(`${titleOf(form)}: ${form.refused.reason}.${also} [${form.refused.rule}]`, true);
      return;
    }
    if (form && atOnce(form) && !this.pending && !this.busy) {
      this.play([kind, who, ...ready(form)].join(" "), titleOf(form));
      return;
    }
    if (kind) this.offer.close();
    this.kind = kind === this.kind && who === this.who ? "" : kind;
    this.who = who;
    this.opened += 1;
    this.press();
    if (this.desk.view()) this.besides.update(this.desk.view(), this.who, this.kind);
    if (form && this.kind) this.build(form, true, values);
    else this.close();
  }

  /** The button of the form that is open is pressed, no other. */
  press() {
    for (const button of this.groups.querySelectorAll(".kind")) {
      button.setAttribute(
        "aria-pressed",
        String(this.who === this.up && /** @type {HTMLElement} */ (button).dataset.testid === `kind-${this.kind}`),
      );
    }
  }

  /** The form is put away, and stays so. */
  back() {
    this.put = `${this.who}/${this.kind}`;
    this.choose(this.kind, this.who);
  }

  close() {
    for (const { blank } of this.blanks) blank.stop?.();
    this.desk.picker.cover?.(null);
    this.desk.picker.plan?.([]);
    this.blanks = [];
    this.kind = "";
    this.shape = "";
    this.form.hidden = true;
    this.root.classList.remove("filling", "laid");
    this.form.replaceChildren();
  }

  /** @param {Form} form @param {boolean} [fresh] @param {Record<string, string>} [values] @param {boolean} [ahead]  whether it was asked for, and takes the focus */
  build(form, fresh = false, values = {}, ahead = true) {
    const kept = fresh ? values : Object.fromEntries(this.blanks.map(({ name, blank }) => [name, blank.value()]));
    const unfolded = !fresh && Boolean(this.form.querySelector(".moreoptions[open]"));
    for (const { blank } of this.blanks) blank.stop?.();
    this.shape = JSON.stringify(form.fields);
    const blanks = form.fields.map((field) => ({
      field,
      // a place is the player's to point at: any legal one is no proposal
      blank: blank({ ...field, default: kept[field.name] || (field.role === "place" ? "" : field.default) }, this.desk, () =>
        this.changed(),
      ),
    }));
    this.blanks = blanks.map(({ field, blank: each }) => ({ name: field.name, blank: each }));
    this.aim = form.fields.find((field) => field.role === "target")?.name ?? "";
    this.headline = h("div", { class: "headchance", "aria-live": "polite" });
    this.inblast = h("p", { class: "inblast", "data-testid": "in-blast", "aria-live": "polite" });
    this.better = h("div", { class: "better", "data-testid": "better", "aria-live": "polite" });
    this.tallied = h("div", { class: "tallied" });
    this.chances = h("div", { class: "chances" });
    this.main = h(
      "button",
      { class: "main", "data-testid": "commit", "data-words": titleOf(form), "data-title": titleOf(form) },
      h("span", { class: "does" }, titleOf(form)),
      h("small", {}, form.cost),
    );
    const main = blanks.filter(({ field }) => field.required || (field.main && !field.centre));
    const rest = blanks.filter((each) => !main.includes(each));
    const every = everyNumber(form.rule, this.tallied, this.chances);
    this.form.replaceChildren(
      h("h3", {}, titleOf(form)),
      this.headline,
      this.inblast,
      this.better,
      h("div", { class: "fields" }, ...main.map(({ blank: each }) => each.node)),
      ...folded(rest, unfolded),
      ...worth(form.hints ?? []),
      every,
      h(
        "div",
        { class: "buttons" },
        h(
          "button",
          { type: "button", class: "quiet", "data-testid": "form-back", onclick: () => this.back() },
          say("form.back"),
        ),
        this.main,
      ),
    );
    this.form.hidden = false;
    this.root.classList.add(blanks.some(({ blank: each }) => each.choice) ? "laid" : "filling");
    if (fresh && ahead) {
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
    const choice = this.blanks.map(({ blank: each }) => each.choice?.() ?? "").find(Boolean);
    if (this.main && choice) {
      this.main.dataset.words = say("form.choice", { what: this.main.dataset.title ?? "", choice });
      text(one(".does", this.main), this.main.dataset.words);
    }
    if (!action) {
      this.tallied?.replaceChildren();
      this.chances?.replaceChildren();
      this.headline?.replaceChildren();
      this.better?.replaceChildren();
      return;
    }
    setTimeout(() => round === this.round && this.look(action, round), 160);
  }

  /** @param {string} action @param {number} round */
  async look(action, round) {
    const { tallied, chances, headline } = this;
    try {
      const seen = await this.desk.ask("preview", { action });
      if (round !== this.round || !tallied) return;
      tallied.replaceChildren(...previewed(seen));
      if (this.main) this.main.disabled = Boolean(seen.refused) || this.busy;
      this.desk.picker.plan?.(seen.bars ?? []);
      if (this.main) text(one("small", this.main), seen.refused ? capital(seen.refused.reason) : this.cost()); // in sight, whatever is folded
      if (seen.refused) return;
      if (iconName(this.kind) === "blast") await this.blast(action, round);
      chances?.setAttribute("aria-busy", "true");
      headline?.setAttribute("aria-busy", "true");
      await new Promise((resolve) => setTimeout(resolve, 400)); // whoever is still choosing asks for no chances
      if (round !== this.round) return;
      const odds = /** @type {Odds} */ (await this.desk.ask("odds", { action }));
      chances?.removeAttribute("aria-busy");
      headline?.removeAttribute("aria-busy");
      if (round !== this.round || !chances) return;
      chances.replaceChildren(...(odds?.outcomes?.length ? [oddsChart(odds)] : []));
      const aim = this.blanks.find(({ name }) => name === this.aim)?.blank.value() ?? "";
      const chance = chanceOf(odds, aim);
      headline?.replaceChildren(...(chance ? [bigChance(chance)] : []));
      if (this.main && chance)
        text(
          one("small", this.main),
          [say("offer.chance", { share: Math.round(chance.p * 100), words: chance.words }), this.cost()]
            .filter(Boolean)
            .join(" · "),
        );
      await this.others(action, round);
    } catch (error) {
      if (round === this.round)
        chances?.replaceChildren(
          h("p", { class: "hint" }, say("act.noChances", { why: String(/** @type {Error} */ (error).message) })),
        );
      chances?.removeAttribute("aria-busy");
      headline?.removeAttribute("aria-busy");
    }
  }

  /** What another place or an option would make of the chance: beside each place, and the best as an offer. @param {string} action @param {number} round */
  async others(action, round) {
    const body = this.blanks.find(({ blank: each }) => each.tell)?.blank;
    if (this.aim)
      await compare(this.desk, action, body, {
        current: () => round === this.round,
        offer: (row) => this.better?.replaceChildren(...(row ? proposal(this.blanks, row) : [])),
      });
  }

  /** Whom a throw would reach, on the map and in words. @param {string} action @param {number} round */
  async blast(action, round) {
    const found = await this.desk.ask("blast", { action });
    if (round !== this.round || !found.area) return;
    this.desk.picker.cover?.(found.area);
    const names = found.inside.map((each) => (each.friend ? say("map.friend", { name: each.name }) : each.name));
    if (this.inblast) text(this.inblast, names.length ? say("map.blast", { names: names.join(", ") }) : say("map.noBlast"));
  }

  cost() {
    return this.formsOf(this.who).find((form) => form.kind === this.kind)?.cost ?? "";
  }

  /** Done at once, with a way back instead of a question. @param {string} action @param {string} [label] */
  async play(action, label = "") {
    if (this.busy) return false;
    this.busy = true;
    this.done.about(action, label);
    let done = await this.desk.act("play", { action }, true);
    if (!done.ok) done = done.rule === "fight.pending" ? await this.desk.act("queue", { action }) : this.desk.refused(done);
    this.busy = false;
    if (!done.ok) return false;
    this.done.show();
    return true;
  }

  /** The turn is over, in one press. */
  endTurn() {
    const form = this.formsOf(this.up).find((each) => each.kind === "end-turn" && !each.refused);
    if (form) this.choose(form.kind, this.up);
  }

  /** Something was tapped on the map or among the cards: what can be done about it? @param {string} id @param {number[]|null} [at] */
  tapped(id, at = null) {
    const view = this.desk.view();
    if (!this.up || !view.forms[this.up] || view.asks.length || view.you.kind === "tv" || view.you.kind === "spectator") {
      if (at && view.you.kind === "player" && !view.asks.length) this.desk.say(turnWords(view, [])); // whose turn it is instead
      return false;
    }
    if (this.kind) {
      const open = this.formsOf(this.who).find((form) => form.kind === this.kind);
      const field = open?.fields.find((each) => each.role === "target");
      const blank = this.blanks.find(({ name }) => name === field?.name)?.blank;
      const named = Boolean(id && blank?.set && field?.options.some((option) => option.key === id));
      if (named) blank?.set?.(id); // with a form open, a tap names its target
      if (named || !this.blanks.some(({ blank: each }) => each.choice)) return named;
      this.back(); // cards lie open by themselves: they make room
    }
    if (at && !view.cards[this.up]?.at) return false;
    const again = at && this.offer.subject?.mode === "ground" && this.offer.subject.at;
    if (again && Math.hypot(again[0] - at[0], again[1] - at[1]) < 0.5) {
      this.offer.go();
      return true;
    }
    this.offer.show({ who: this.up, mode: at ? "ground" : id === this.up ? "self" : "target", id, at });
    // on a phone the map stays whole above the offer, whose button is always in sight
    if (PHONE.matches && view.scene.map && !view.diagram) one("main").scrollTo({ top: 0, behavior: "smooth" });
    else this.offer.root.scrollIntoView({ block: "nearest", behavior: "smooth" });
    return true;
  }

  /** The suggested act as it stands. */
  take() {
    const idea = this.desk.view().turn.suggest?.[this.up];
    if (idea) this.play(idea.text);
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
      : this.form.querySelector("[role=radio][tabindex='0'], select, input, button.main");
    if (first instanceof HTMLElement) first.focus();
  }
}
