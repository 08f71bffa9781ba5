// @ts-check
// Open questions: at the seat that must answer; for the GM also those the table waits for.

import { capital, h, keyed, one, percent, plain, text } from "./dom.js";
import { smallChance, unhurtOf } from "./chance.js";
import { dialOf } from "./dials.js";
import { diceBoxes } from "./dice.js";
import { barred, optionParts } from "./options.js";
import { Seals, sealing } from "./seals.js";
import { likely, oddsChart, tallyTable } from "./tally.js";
import { spoken } from "./speech.js";
import { deeds } from "./told.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Ask} Ask */
/** @typedef {import("./types.js").Odds} Odds */
/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").Desk} Desk */

/** What is going on while people are asked, as the log has it so far. @param {View} view */
function underWay(view) {
  const last = view.log[view.log.length - 1]?.n;
  const told = (view.acts ?? []).some((each) => each.n === last);
  const rows = told ? [] : view.log.filter((row) => row.n === last);
  const deed = deeds(rows, new Map())[0];
  return deed?.told.headline || spoken(view.draft?.text ?? "", view);
}

export class Asks {
  /** @param {HTMLElement} root @param {Desk} desk */
  constructor(root, desk) {
    this.desk = desk;
    this.list = h("div", { class: "asks" });
    this.seen = "";
    /** the question whose point the map is asked for */
    this.pointing = "";
    this.draft = h(
      "div",
      { class: "draft", hidden: true, "data-testid": "draft" },
      h("p", {}),
      h(
        "button",
        { type: "button", class: "quiet", "data-testid": "cancel", onclick: () => desk.act("cancel", {}) },
        say("ask.cancel"),
      ),
    );
    this.queue = h("ul", { class: "queue", "data-testid": "queue", "aria-label": say("ask.queue") });
    this.seals = new Seals();
    root.append(this.draft, this.list, this.seals.root, this.queue);
  }

  /** @param {View} view */
  update(view) {
    const mine = view.asks.filter((ask) => isMine(view, ask));
    const others = view.asks.filter((ask) => !isMine(view, ask));
    const shown = [...mine, ...others];
    keyed(
      this.list,
      shown,
      (ask) => askKey(ask),
      (ask) => this.make(ask, mine.includes(ask)),
      (node, ask) => this.fill(node, ask),
    );
    if (this.pointing && !shown.some((ask) => askKey(ask) === this.pointing)) this.point(null);
    const { draft, you } = view;
    this.draft.hidden = !draft;
    if (draft) {
      text(one("p", this.draft), underWay(view));
      one("button", this.draft).hidden = Boolean(view.turn.due) || (you.kind !== "gm" && draft.by !== `player:${you.seat}`);
    }
    keyed(
      this.queue,
      view.queued ?? [],
      (each, i) => `${i}${each.text}`,
      () => h("li", {}, h("span", {}), h("button", { type: "button", class: "quiet" }, say("ask.takeBack"))),
      (node, each, place) => {
        text(one("span", node), say("turn.next", { words: spoken(each.text, view) }));
        one("button", node).onclick = () => this.desk.act("queue", { drop: place });
      },
    );
    this.seals.update(view);
    const now = mine.map(askKey).join();
    if (now && now !== this.seen && !busy()) queueMicrotask(() => this.focus());
    this.seen = now;
  }

  focus() {
    const ask = this.list.querySelector(".ask.mine");
    const first = [".suggested", ".die", ".option", "input", ".main"].map((each) => ask?.querySelector(each)).find(Boolean);
    if (!ask || !(first instanceof HTMLElement)) return;
    first.focus({ preventScroll: true });
    const tall = ask.clientHeight > innerHeight / 2; // then it is read from its beginning
    ask.scrollIntoView({ block: tall ? "start" : "nearest" });
  }

  /** @param {HTMLElement} node @param {Ask} ask */
  fill(node, ask) {
    for (const button of node.querySelectorAll("button.option")) {
      const key = /** @type {HTMLElement} */ (button).dataset.key ?? "";
      button.classList.toggle("suggested", key === ask.suggested);
      const chance = ask.options.find((option) => option.key === key)?.p;
      if (typeof chance === "number") text(one(".p", button), percent(chance));
    }
    const why = one(".why", node);
    text(
      why,
      ask.suggested && ask.why ? say("act.suggested", { what: labelOf(ask, ask.suggested), why: capital(ask.why) }) : "",
    );
  }

  /** @param {Ask} ask @param {boolean} mine */
  make(ask, mine) {
    const body = h("div", { class: "body" });
    const about = plain(ask.rule.split(".").slice(1).join(" "));
    const title = ask.prompt
      ? capital(ask.prompt)
      : ask.kind === "dice"
        ? say("ask.roll", { dice: diceWords(ask.dice) })
        : capital(about);
    const id = `ask-${askKey(ask).replace(/\W+/g, "-")}`;
    const node = h(
      "section",
      {
        class: `ask${mine ? " mine" : ""}`,
        role: mine ? "dialog" : "group",
        "aria-labelledby": `${id}-for ${id}`,
        "data-testid": `ask-${ask.kind}`,
        "data-rule": ask.rule,
      },
      h(
        "header",
        {},
        h(
          "span",
          { class: "for", id: `${id}-for` },
          mine ? say("ask.decides", { name: ask.name || say("ask.you") }) : say("ask.waiting", { name: ask.name || ask.who }),
        ),
        ask.sealed ? h("span", { class: "mark sealed" }, say("ask.sealed")) : null,
      ),
      h("h2", { id }, title),
      h("p", { class: "why" }),
    );
    if (mine) node.append(body);
    else
      node.append(
        h("details", {}, h("summary", { "data-testid": "answer-for" }, say("ask.for", { name: ask.name || ask.who })), body),
      );
    this.body(ask, body, node);
    if (ask.tally)
      node.append(
        h(
          "details",
          { class: "source" },
          h("summary", {}, say("ask.source", { total: ask.tally.total })),
          tallyTable(ask.tally, ask.dice),
        ),
      );
    (mine ? node : one("details", node)).append(
      h(
        "details",
        { class: "said" },
        h("summary", { "data-testid": "ask-more" }, h("small", { class: "summary" }, ask.summary || say("ask.rule"))),
        ask.kind === "dice" ? null : this.nextTime(ask),
        h("code", { class: "rule" }, ask.rule),
      ),
    );
    return node;
  }

  /** The dial of this kind of question, where the question is. @param {Ask} ask */
  nextTime(ask) {
    const view = this.desk.view();
    const now = view.cards[ask.who.split("/")[0]]?.dial ?? {};
    const select = dialOf(
      now[ask.rule] ?? "",
      (value) => this.desk.act("dial", { who: ask.who, kind: ask.rule, value }),
      now["*"] ?? "ask",
    );
    select.dataset.testid = "next-time";
    return h("label", { class: "nexttime" }, say("ask.again", { name: ask.name || say("seat.theGm") }), select);
  }

  /** @param {Ask} ask @param {HTMLElement} body @param {HTMLElement} node */
  body(ask, body, node) {
    if (ask.kind === "dice") this.dice(ask, body);
    else if (ask.kind === "allocate") this.allocate(ask, body);
    else if (ask.kind === "choose") this.choose(ask, body);
    else this.type(ask, body);
    if (ask.kind === "choose" && !ask.sealed) this.chances(ask, node);
  }

  /** @param {Ask} ask @param {string|number|(number|null)[]} answer @param {HTMLElement} body */
  async answer(ask, answer, body) {
    if (body.getAttribute("aria-busy") === "true") return false;
    body.setAttribute("aria-busy", "true");
    const done = await this.desk.act("answer", { ask: ask.id, rule: ask.rule, who: ask.who, answer });
    body.removeAttribute("aria-busy");
    return done.ok;
  }

  /** An answer is given with one tap; what goes under seal is laid down first, and can be changed until it is sealed. @param {Ask} ask @param {HTMLElement} body */
  choose(ask, body) {
    const cards = ask.options.some((option) => option.card);
    const together = ask.sealed && (this.desk.view().turn.sealed ?? []).length > 1;
    const seal = together ? sealing(body, (key) => this.answer(ask, key, body)) : null;
    const options = ask.options.map((option, index) =>
      h(
        "button",
        {
          type: "button",
          class: "option",
          "data-key": option.key,
          "data-testid": `option-${option.key}`,
          "aria-keyshortcuts": index < 9 ? String(index + 1) : null,
          "aria-pressed": seal ? "false" : null,
          onclick: () => (seal ? seal.lay(option) : this.answer(ask, option.key, body)),
        },
        h("span", { class: "key", "aria-hidden": "true" }, index < 9 ? String(index + 1) : ""),
        ...optionParts(option, cards),
      ),
    );
    body.append(
      h("div", { class: `options${cards ? " choicecards" : ""}` }, ...options, ...(ask.barred ?? []).map(barred)),
      ...(seal ? [h("div", { class: "buttons" }, seal.button)] : []),
    );
  }

  /** @param {Ask} ask @param {HTMLElement} node */
  async chances(ask, node) {
    try {
      const odds = /** @type {Record<string, Odds>} */ (await this.desk.ask("odds", { ask: ask.id }));
      const found = ask.options.filter((option) => odds?.[option.key]?.outcomes?.length);
      if (!found.length || !node.isConnected) return;
      const alike =
        new Set(found.map((option) => likely(odds[option.key]))).size === 1 &&
        found.every((option) => odds[option.key].outcomes.length === 1);
      if (alike) return; // whatever is answered, the same comes of it now
      const danger = found.some((option) => (unhurtOf(odds[option.key], ask.who.split("/")[0]) ?? 1) < 0.9995);
      for (const option of found) {
        const button = node.querySelector(`.option[data-key="${CSS.escape(option.key)}"]`);
        if (!button) continue;
        text(one(".chance", button), likely(odds[option.key]));
        const unhurt = unhurtOf(odds[option.key], ask.who.split("/")[0]);
        if (danger && unhurt !== null) one(".p", button).replaceChildren(smallChance(unhurt, say("chance.unhurt")));
      }
      const details = h(
        "details",
        { class: "source" },
        h("summary", {}, say("ask.chances")),
        ...found.map((option) => h("div", {}, h("h4", {}, option.label), oddsChart(odds[option.key]))),
      );
      one(".said", node).before(details);
    } catch {
      // no chances for this question: it is asked all the same
    }
  }

  /** @param {Ask} ask @param {HTMLElement} body */
  dice(ask, body) {
    /** @param {(number|null)[]} faces */
    const send = async (faces) => (await this.answer(ask, faces, body)) && dice.forget();
    const dice = diceBoxes(ask.sides, ask.dice, askKey(ask), send);
    body.append(
      ask.prompt ? h("p", { class: "label" }, diceWords(ask.dice)) : "",
      dice.node,
      h(
        "div",
        { class: "buttons" },
        h(
          "button",
          { type: "button", "data-testid": "roll-for-me", "aria-keyshortcuts": "r", onclick: () => send([]) },
          say("ask.rollForMe"),
        ),
        h(
          "button",
          {
            type: "button",
            class: "main",
            "data-testid": "dice-send",
            onclick: () => {
              const faces = dice.faces();
              if (faces) send(faces);
            },
          },
          say("ask.mine"),
          h("small", {}, say("ask.blanks")),
        ),
      ),
    );
  }

  /** @param {Ask} ask @param {HTMLElement} body */
  allocate(ask, body) {
    const proposed = new Map([...(ask.suggested ?? "").matchAll(/(\S+):(\d+)/g)].map(([, key, share]) => [key, Number(share)]));
    const shares = ask.options.map((option) => proposed.get(option.key) ?? 0);
    const left = h("p", { class: "left", "aria-live": "polite" });
    const rows = ask.options.map((option, index) => {
      const value = h("output", { "data-testid": `share-${option.key}` }, String(shares[index]));
      /** @param {number} by */
      const step = (by) => {
        const least = option.least ?? 0;
        let next = shares[index] + by;
        if (next > 0 && next < least) next = by > 0 ? least : 0;
        const most = (option.most ?? -1) >= 0 ? /** @type {number} */ (option.most) : ask.amount;
        const given = shares.reduce((sum, each) => sum + each, 0) - shares[index];
        shares[index] = Math.max(0, Math.min(next, most, ask.amount - given));
        if (shares[index] < least) shares[index] = 0;
        text(value, shares[index]);
        tell();
      };
      const up = h(
        "button",
        {
          type: "button",
          class: "step",
          "aria-label": say("ask.more", { what: option.label }),
          "data-testid": `more-${option.key}`,
          onclick: () => step(1),
        },
        "+",
      );
      return h(
        "li",
        {},
        h("div", { class: "what" }, h("b", {}, capital(option.label)), option.note ? h("small", {}, option.note) : null),
        h(
          "button",
          { type: "button", class: "step", "aria-label": say("ask.less", { what: option.label }), onclick: () => step(-1) },
          "−",
        ),
        value,
        up,
      );
    });
    const tell = () => {
      const rest = ask.amount - shares.reduce((sum, each) => sum + each, 0);
      text(left, rest ? say("ask.left", { rest, all: ask.amount }) : say("ask.all"));
    };
    tell();
    body.append(
      left,
      h("ul", { class: "shares" }, ...rows),
      h(
        "div",
        { class: "buttons" },
        h(
          "button",
          {
            type: "button",
            class: "main",
            "data-testid": "allocate-send",
            onclick: () =>
              this.answer(
                ask,
                ask.options
                  .map((option, index) => `${option.key}:${shares[index]}`)
                  .filter((_, index) => shares[index] > 0)
                  .join(" "),
                body,
              ),
          },
          say("ask.give"),
        ),
      ),
    );
  }

  /** A number, a point or a text. @param {Ask} ask @param {HTMLElement} body */
  type(ask, body) {
    const number = ask.kind === "number";
    const input = h("input", {
      type: number ? "number" : "text",
      class: number ? "big" : null,
      min: number ? ask.low : null,
      max: number ? ask.high : null,
      required: ask.kind !== "text",
      "aria-label": ask.prompt || plain(ask.rule),
      maxlength: 2000,
      autocomplete: "off",
      placeholder: ask.kind === "point" ? "x,y" : null,
    });
    input.value = ask.suggested || "";
    const unit = this.desk.view().room.unit ?? "m";
    const form = h(
      "form",
      {},
      input,
      h(
        "small",
        { class: "hint" },
        number
          ? say("ask.range", { low: ask.low, high: ask.high })
          : ask.kind === "point"
            ? say("ask.within", { far: `${ask.high} ${unit}`, at: ask.centre?.join(",") ?? "" })
            : "",
      ),
      h("div", { class: "buttons" }, h("button", { class: "main" }, say("ask.answer"))),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      await this.answer(ask, input.value.trim(), body);
    });
    body.append(form);
    if (ask.kind !== "point") return;
    const point = () => this.point(ask, input);
    const around = body.parentElement;
    if (around instanceof HTMLDetailsElement) around.addEventListener("toggle", () => around.open && point());
    else point();
  }

  /** Let the map fill in the answer; null: it is no longer wanted. @param {Ask|null} ask @param {HTMLInputElement} [input] */
  point(ask, input) {
    this.pointing = ask ? askKey(ask) : "";
    this.desk.picker.want(
      ask && input
        ? {
            kind: "point",
            centre: ask.centre,
            high: ask.high,
            points: [],
            tell: (points) => {
              input.value = points[0]?.map((each) => Math.round(each * 10) / 10).join(",") ?? "";
            },
          }
        : null,
    );
  }

  /** The key of an option, a number from 1. @param {number} number */
  press(number) {
    const options = this.list.querySelectorAll(".ask.mine .option");
    const button = options[number - 1];
    if (button instanceof HTMLElement) button.click();
    return Boolean(button);
  }

  roll() {
    const button = this.list.querySelector('.ask.mine [data-testid="roll-for-me"]');
    if (button instanceof HTMLElement) button.click();
    return Boolean(button);
  }
}

/** @param {View} view @param {Ask} ask */
export function isMine(view, ask) {
  const asked = ask.yours;
  return asked === undefined ? ask.mine !== false : asked === (view.you.kind === "gm" ? "gm" : `player:${view.you.seat}`);
}

/** @param {Ask} ask */
function askKey(ask) {
  return `${ask.id}|${ask.rule}|${ask.who}|${ask.dice}|${ask.amount}|${ask.options.map((option) => option.key).join()}`;
}

/** A throw in words: what is rolled and what counts. @param {string} label */
export function diceWords(label) {
  const best = /^(highest|lowest) of (.+)$/.exec(label);
  if (best)
    return best[2].startsWith("1d")
      ? best[2].slice(1)
      : say(`dice.${/** @type {"highest"|"lowest"} */ (best[1])}`, { dice: best[2] });
  const pool = /^(\d+)d(\d+)>=(\d+)$/.exec(label);
  if (pool)
    return say(pool[2] === pool[3] ? "dice.counting" : "dice.countingUp", { dice: `${pool[1]}d${pool[2]}`, face: pool[3] });
  const order = /^ranking of (\d+) by d(\d+)$/.exec(label);
  if (order) return say("dice.each", { dice: `${order[1]}d${order[2]}` });
  const over = /^(\d*d\d+)(?:\+(\d+))?>(\d+)/.exec(label);
  if (over)
    return over[2] && over[2] !== "0"
      ? say("dice.overWith", { dice: over[1], add: over[2], over: over[3] })
      : say("dice.over", { dice: over[1], over: over[3] });
  return label.replace(/^(?:\w+ of )?(\d+d\d+)<=.*$/, "$1");
}

/** @param {Ask} ask @param {string} key */
function labelOf(ask, key) {
  return ask.options.find((option) => option.key === key)?.label ?? key;
}

/** Is somebody typing? Then the focus stays where it is. */
function busy() {
  const at = document.activeElement;
  return (
    at instanceof HTMLInputElement ||
    at instanceof HTMLSelectElement ||
    at instanceof HTMLTextAreaElement ||
    Boolean(document.querySelector("dialog[open]"))
  );
}
