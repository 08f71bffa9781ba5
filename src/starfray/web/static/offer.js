// @ts-check
// A foe, a place or oneself was tapped: what can be done, best first, with cost and chance. A second tap does it.

import { capital, give, h, keyed, one, quoted, text } from "./dom.js";
import { chanceOf, outcome, smallChance } from "./chance.js";
import { costParts } from "./pips.js";
import { drawFace, face, healthPool, stateOf } from "./face.js";
import { icon } from "./icons.js";
import { metres, round1 } from "./mapdraw.js";
import { afterThis } from "./outlook.js";
import { titleOf } from "./speech.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Form} Form */
/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("./types.js").Odds} Odds */
/** @typedef {import("./types.js").Refusal} Refusal */
/** @typedef {import("./types.js").Headline} Headline */
/** @typedef {{kind: string, label: string, text: string, cost: string, suggested?: boolean, refused: Refusal|null}} Way  an action as it would be done; no text: something must be chosen first */
/** @typedef {{who: string, mode: "target"|"self"|"ground", id: string, at: number[]|null}} Subject */

const CHANCES = 5; // rows whose chances are asked for

export class Offer {
  /** @param {Desk} desk @param {{form: (kind: string, values: Record<string, string>) => void, play: (action: string) => Promise<boolean>, changed: () => void}} parts */
  constructor(desk, parts) {
    this.desk = desk;
    this.parts = parts;
    /** @type {Subject|null} */
    this.subject = null;
    /** @type {Way[]} */
    this.ways = [];
    /** @type {Map<string, Headline|null>} */
    this.chances = new Map();
    /** what each would put on the line of counts @type {Map<string, import("./types.js").DiagramBar[]>} */
    this.bars = new Map();
    this.chosen = 0;
    this.round = 0;
    this.shape = "";
    this.all = false;
    /** what the outlook was asked for @type {string|undefined} */
    this.outlooked = "";
    this.rows = h("div", { class: "offer-rows", role: "group", "aria-label": say("offer.rows") });
    this.more = h("button", { type: "button", class: "quiet", onclick: () => this.unfold() });
    this.nothing = h("p", { class: "hint", "data-testid": "offer-none", hidden: true });
    this.notes = h("ul", { class: "offer-notes" });
    this.commit = h(
      "button",
      { type: "button", class: "main", "data-testid": "offer-commit", onclick: () => this.go() },
      h("span", {}),
      h("small", {}),
    );
    this.options = h(
      "button",
      { type: "button", "data-testid": "offer-options", onclick: () => this.open() },
      say("offer.options"),
    );
    this.after = afterThis(desk, () => this.possible()[this.chosen]?.text ?? "");
    this.root = h(
      "section",
      { class: "offer", "data-testid": "offer", "aria-label": say("offer.rows"), hidden: true },
      h(
        "header",
        {},
        face(),
        h("div", {}, h("h3", {}), h("p", {})),
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            "aria-label": say("offer.close"),
            "data-testid": "offer-close",
            onclick: () => this.close(),
          },
          "×",
        ),
      ),
      this.nothing,
      this.notes,
      this.rows,
      this.more,
      this.after.node,
      h("div", { class: "buttons" }, this.options, this.commit),
    );
  }

  /** @param {Subject} subject */
  async show(subject) {
    this.subject = subject;
    this.chosen = 0;
    this.all = false;
    this.chances = new Map();
    this.bars = new Map();
    this.notes.replaceChildren();
    const round = (this.round += 1);
    this.ways = this.local(subject);
    this.shape = this.fits();
    this.draw();
    this.parts.changed();
    await this.told(subject, round);
    if (round === this.round) await this.work(round);
  }

  close() {
    if (!this.subject) return;
    this.subject = null;
    this.round += 1;
    this.desk.picker.plan?.([]);
    this.draw();
    this.parts.changed();
  }

  /** What the offer rests on: when it changes, the offer is made anew. */
  fits() {
    const view = this.desk.view();
    const { who } = this.subject ?? { who: "" };
    return JSON.stringify([
      view.forms[who]?.map((form) => [form.kind, form.refused?.reason]),
      view.cards[this.subject?.id ?? ""]?.at,
      view.history.entries,
    ]);
  }

  /** @param {View} view */
  update(view) {
    if (!this.subject) return;
    if (!view.forms[this.subject.who] || view.asks.length || (this.subject.id && !view.cards[this.subject.id])) this.close();
    else if (this.shape !== this.fits()) this.show(this.subject);
    else this.draw();
  }

  /** The actions that fit, made of the forms the seat has. @param {Subject} subject @returns {Way[]} */
  local(subject) {
    const known = this.desk.view().forms[subject.who] ?? [];
    const walks = (/** @type {Form} */ form) => Number(form.fields.some((field) => field.kind === "path" && field.required));
    const forms = subject.mode === "ground" ? [...known].sort((one, other) => walks(other) - walks(one)) : known;
    return forms.flatMap((form) => {
      if (form.refused) return [];
      const aim = form.fields.find(
        (field) => field.role === "target" && field.options.some((option) => option.key === subject.id),
      );
      const place = form.fields.find((field) => field.kind === "path" || field.kind === "point");
      if (subject.mode === "target" && !aim) return [];
      if (subject.mode === "self" && form.fields.some((field) => field.role === "target" && field.required)) return [];
      if (subject.mode === "ground" && !(place && place.required && place.centre)) return [];
      const values = form.fields.map((field) => [
        field.name,
        field === aim
          ? subject.id
          : subject.mode === "ground" && field === place
            ? (subject.at ?? []).join(",")
            : field.role === "place"
              ? ""
              : field.default,
        field.required ? "!" : "",
      ]);
      const words = values.filter(([, value]) => value !== "").map(([name, value]) => `${name}=${quoted(value)}`);
      const ready = values.every(([, value, must]) => value !== "" || !must);
      return [
        {
          kind: form.kind,
          label: titleOf(form),
          text: ready ? [form.kind, subject.who, ...words].join(" ") : "",
          cost: form.cost,
          refused: null,
        },
      ];
    });
  }

  /** The same as the server ranks it, and what only it can know: who may react, what cover there is. @param {Subject} subject @param {number} round */
  async told(subject, round) {
    try {
      if (subject.mode === "ground") {
        const found = await this.desk.ask("ground", { who: subject.who, at: subject.at });
        if (round !== this.round) return;
        if (found.text)
          this.ways = this.ways.map((way) =>
            way.kind === found.text.split(" ")[0]
              ? { ...way, text: found.text, cost: found.cost || way.cost, refused: found.refused ?? null }
              : way,
          );
        if (found.refused) this.bar(subject.who, found.refused);
        this.ways.sort((one, other) => Number(other.text === found.text) - Number(one.text === found.text));
        this.notes.replaceChildren(
          ...(found.refused ? [h("li", { class: "bad", "data-testid": "offer-why" }, whyNot(found.refused))] : []),
          ...(found.refused ? [] : found.reacts).map((each) =>
            h("li", { class: "bad" }, h("b", {}, each.name), ` ${each.text}`),
          ),
          found.refused ? "" : h("li", {}, found.cover ? say("offer.cover", { name: found.cover }) : say("offer.bare")),
        );
      } else {
        const found = await this.desk.ask("targets", { who: subject.who, target: subject.id });
        if (round !== this.round || !found.actions?.length) return;
        this.ways = found.actions.map((each) => ({ ...each, label: titleOf({ kind: each.kind, label: each.label }) }));
      }
      this.draw();
    } catch {
      // an older server ranks nothing: the forms alone say what fits
    }
  }

  /** Nobody gets there: no way leads to it, and nothing else is done instead unless it is picked. @param {string} who @param {Refusal} refused */
  bar(who, refused) {
    const walks = (this.desk.view().forms[who] ?? [])
      .filter((form) => form.fields.some((field) => field.kind === "path" && field.required))
      .map((form) => form.kind);
    this.ways = this.ways.map((way) => (walks.includes(way.kind) ? { ...way, refused } : way));
    this.chosen = -1;
  }

  /** Chances of the first rows, one after another; each stands as soon as it is known. @param {number} round */
  async work(round) {
    await this.land(round);
    for (const way of this.possible().slice(0, CHANCES)) {
      if (!way.text || this.subject?.mode === "ground") continue;
      try {
        const odds = /** @type {Odds} */ (await this.desk.ask("odds", { action: way.text }));
        if (round !== this.round) return;
        const chance = chanceOf(odds, this.subject?.id);
        // what is suggested and hurts nobody prepares something: no chance to hurt says nothing about it
        this.chances.set(way.kind, way.suggested && chance && chance.p < 0.0005 ? null : chance);
      } catch {
        this.chances.set(way.kind, null);
      }
      this.draw();
    }
    this.sort();
  }

  /** Where each would land, in fights that go by a count. @param {number} round */
  async land(round) {
    if (this.desk.view().diagram?.kind !== "timeline" || this.subject?.mode === "ground") return;
    for (const way of this.possible().slice(0, CHANCES)) {
      if (!way.text) continue;
      const seen = await this.desk.ask("preview", { action: way.text });
      if (round !== this.round) return;
      this.bars.set(way.kind, seen.bars ?? []);
    }
    this.draw();
  }

  /** When it lands, and whose blow comes first. @param {Way} way */
  landing(way) {
    const own = this.bars.get(way.kind)?.[0];
    if (!own) return "";
    const view = this.desk.view();
    const side = view.cards[own.who]?.side;
    const sooner = (view.diagram?.bars ?? []).filter(
      (bar) => bar.state === "air" && bar.to <= own.to && view.cards[bar.who]?.side !== side,
    );
    const first = sooner.map((bar) => say("offer.sooner", { name: view.cards[bar.who]?.name ?? bar.who, count: bar.to }));
    return [say("offer.lands", { count: own.to }), ...first].join(" · ");
  }

  /** What was proposed stays on top and chosen stays chosen; below it the best chance comes first, the hopeless last. */
  sort() {
    const chosen = this.possible()[this.chosen];
    const p = (/** @type {Way} */ way) => this.chances.get(way.kind)?.p ?? 0;
    const [first, ...rest] = this.possible();
    if (!first || this.subject?.mode === "ground") return;
    const known = rest.filter((way) => this.chances.get(way.kind)).sort((one, other) => p(other) - p(one));
    this.ways = [
      first,
      ...known,
      ...rest.filter((way) => !this.chances.get(way.kind)),
      ...this.ways.filter((way) => way.refused),
    ];
    this.chosen = Math.max(0, this.possible().indexOf(chosen));
    this.draw();
  }

  possible() {
    return this.ways.filter((way) => !way.refused);
  }

  unfold() {
    this.all = true;
    this.draw();
  }

  draw() {
    const { subject } = this;
    this.root.hidden = !subject;
    if (!subject) return;
    const view = this.desk.view();
    const shown = this.possible();
    const some = this.all ? shown : shown.slice(0, 4);
    const card = view.cards[subject.mode === "ground" ? subject.who : subject.id];
    drawFace(one(".face", this.root), card, view, subject.mode === "target" ? "target" : "");
    text(one("h3", this.root), subject.mode === "ground" ? say("offer.here") : (card?.name ?? ""));
    text(one("header p", this.root), this.about(subject, view));
    this.chosen = Math.min(this.chosen, Math.max(0, some.length - 1));
    keyed(
      this.rows,
      some,
      (way) => `${way.kind}${way.suggested ?? false}`,
      (way) => this.row(way),
      (node, way, place) => this.fill(node, way, place),
    );
    const left = shown.length - some.length;
    this.more.hidden = left <= 0;
    text(
      this.more,
      say("offer.more", {
        count: left,
        names: shown
          .slice(some.length)
          .map((way) => way.label.toLowerCase())
          .join(", "),
      }),
    );
    const way = some[this.chosen];
    this.desk.picker.plan?.((way && this.bars.get(way.kind)) ?? []);
    if (this.outlooked !== way?.text) this.after.forget();
    this.outlooked = way?.text;
    this.after.show(view.you.kind === "gm" && Boolean(way?.text));
    const others = subject.mode === "target" && this.local({ ...subject, mode: "self", id: subject.who }).length > 0;
    this.commit.disabled = !way && !others;
    this.none(view, way ? "" : (view.turn.expects?.find((each) => each.who === subject.who)?.text ?? ""));
    this.options.hidden =
      !way || !way.text || !(view.forms[subject.who] ?? []).some((form) => form.kind === way.kind && form.fields.length > 0);
    if (!way) {
      const name = view.cards[subject.who]?.name ?? "";
      text(one("span", this.commit), others ? say("offer.elsewhere", { name }) : say("offer.nothing"));
      text(one("small", this.commit), "");
      return;
    }
    const chance = this.chances.get(way.kind);
    text(
      one("span", this.commit),
      subject.mode === "target" ? say("offer.does", { label: way.label, name: card?.name ?? "" }) : way.label,
    );
    text(
      one("small", this.commit),
      [chance ? say("offer.chance", { share: Math.round(chance.p * 100), words: chance.words }) : "", way.cost]
        .filter(Boolean)
        .join(" · "),
    );
  }

  /** There is nothing to do to whoever was tapped: what is expected instead. @param {View} view @param {string} expected */
  none(view, expected) {
    const { subject } = this;
    const empty = subject?.mode === "target" && !this.possible().length;
    text(
      this.nothing,
      empty
        ? [say("offer.none", { name: view.cards[subject.who]?.name ?? "", whom: view.cards[subject.id]?.name ?? "" }), expected]
            .filter(Boolean)
            .join(" ")
        : "",
    );
    this.nothing.hidden = !empty;
  }

  /** @param {Subject} subject @param {View} view */
  about(subject, view) {
    const actor = view.cards[subject.who];
    const unit = view.room.unit ?? "m";
    if (subject.mode === "ground")
      return actor?.at && subject.at
        ? `${round1(Math.hypot(actor.at[0] - subject.at[0], actor.at[1] - subject.at[1]))} ${unit}`
        : "";
    const card = view.cards[subject.id];
    if (!card) return "";
    const pool = healthPool(card);
    const far = actor && subject.mode === "target" ? metres(view, actor, card) : null;
    const state = stateOf(view, card);
    return [
      pool ? `${pool.label} ${pool.now}/${pool.most}` : "",
      far === null ? "" : `${round1(far)} ${unit}`,
      state.state === "up" ? "" : state.word || say(`state.${state.state}`),
      ...(card.conditions ?? []).map((each) => each.name),
    ]
      .filter(Boolean)
      .join(" · ");
  }

  /** @param {Way} way */
  row(way) {
    return h(
      "button",
      {
        type: "button",
        class: "offer-row",
        "data-testid": `offer-${way.kind}`,
        onclick: () => {
          const place = this.possible().findIndex((each) => each.kind === way.kind);
          if (place === this.chosen && this.chances.has(way.kind)) this.go();
          else this.choose(place);
        },
      },
      h("span", { class: "sign" }, icon(`${way.kind} ${way.label}`)),
      h(
        "span",
        { class: "what" },
        h("b", {}),
        h("span", { class: "cost" }, ...costParts(way.cost)),
        way.suggested ? h("span", { class: "chip good" }, say("css.suggested")) : null,
        h("small", {}),
      ),
      h("span", { class: "chance" }),
    );
  }

  /** @param {HTMLElement} node @param {Way} way @param {number} place */
  fill(node, way, place) {
    const chance = this.chances.get(way.kind);
    text(one("b", node), way.label);
    const cost = one(".cost", node);
    if (cost.textContent !== way.cost) cost.replaceChildren(...costParts(way.cost));
    text(
      one(".what small", node),
      way.text ? [this.landing(way), chance ? outcome(chance) : ""].filter(Boolean).join(" · ") : say("offer.first"),
    );
    give(node, { "aria-pressed": String(place === this.chosen), "aria-keyshortcuts": place < 9 ? String(place + 1) : null });
    const working = way.text && !this.chances.has(way.kind) && place < CHANCES && this.subject?.mode !== "ground";
    node.classList.toggle("working", Boolean(working));
    const mark = chance ? `${chance.p} ${chance.words}` : "";
    if (node.dataset.chance === mark) return;
    node.dataset.chance = mark;
    one(".chance", node).replaceChildren(...(chance ? [smallChance(chance.p, chance.words, chance.more)] : []));
  }

  /** @param {number} place */
  choose(place) {
    this.chosen = place;
    this.draw();
  }

  /** A row by its number; again: do it. @param {number} number */
  press(number) {
    if (!this.subject || !this.possible()[number - 1]) return false;
    if (this.chosen === number - 1 && number > 1) this.go();
    else this.choose(number - 1);
    return true;
  }

  /** Do what is chosen; where something must be chosen first, the form opens. */
  async go() {
    const way = this.possible()[this.chosen];
    if (!this.subject) return;
    if (!way) {
      await this.show({ who: this.subject.who, mode: "self", id: this.subject.who, at: null });
      return;
    }
    if (!way.text) this.open();
    else if (await this.parts.play(way.text)) this.close();
  }

  /** The form with everything that can be chosen, filled in as far as it is known. */
  open() {
    const way = this.possible()[this.chosen];
    const { subject } = this;
    if (!way || !subject) return;
    const form = (this.desk.view().forms[subject.who] ?? []).find((each) => each.kind === way.kind);
    const aim = form?.fields.find(
      (field) => field.role === "target" && field.options.some((option) => option.key === subject.id),
    );
    const place = form?.fields.find((field) => field.kind === "path" || field.kind === "point");
    this.close();
    this.parts.form(way.kind, {
      ...valuesOf(way.text),
      ...(aim ? { [aim.name]: subject.id } : {}),
      ...(place && subject.at ? { [place.name]: subject.at.join(",") } : {}),
    });
  }
}

/** Why not, and what can be done instead. @param {Refusal} refused */
function whyNot(refused) {
  const instead = refused.legal?.length ? say("offer.instead", { what: refused.legal.join(", ") }) : "";
  return `${capital(refused.reason)}. ${instead}`.trim();
}

/** The values an action's text has for its fields. @param {string} action @returns {Record<string, string>} */
function valuesOf(action) {
  return Object.fromEntries(
    [...action.matchAll(/ ([\w-]+)=("(?:[^"\\]|\\.)*"|\S+)/g)].map(([, name, value]) => [
      name,
      value.startsWith('"') ? JSON.parse(value) : value,
    ]),
  );
}
