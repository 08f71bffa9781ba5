// @ts-check
// The GM's hand over one combatant: figures and conditions by picking them, secrets, orders, place, dials.

import { capital, h, plain, quoted } from "./dom.js";
import { dialsOf } from "./dials.js";
import { harming } from "./harming.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("./types.js").Figure} Figure */

export const POOL = /^(-?\d+(?:\.\d+)?)\s*\/\s*(\d+(?:\.\d+)?)$/;

/** What a figure is set with: picked, where its type says what there is. @param {Figure} figure */
function control(figure) {
  const choices = figure.kind === "flag" ? ["true", "false"] : figure.choices;
  return choices.length
    ? h(
        "select",
        { name: "value", "aria-label": say("hand.value") },
        ...choices.map((each) => h("option", { value: each, selected: each === String(figure.value) }, plain(each))),
      )
    : h("input", {
        name: "value",
        "aria-label": figure.kind === "list" ? say("hand.commas") : say("hand.value"),
        type: "text",
        inputmode: figure.kind === "number" ? "text" : null,
        value: figure.value,
        autocomplete: "off",
        "data-testid": "figure-value",
      });
}

/** @param {HTMLElement} holder */
function entered(holder) {
  return /** @type {HTMLInputElement|HTMLSelectElement} */ (holder.lastElementChild).value;
}

/** It as a command has it; a list has its items between commas. @param {Figure} figure @param {HTMLElement} holder */
function typed(figure, holder) {
  const text = entered(holder).trim();
  const change = figure.kind === "number" && /^([+\-−])(\d+(?:\.\d+)?)$/.exec(text);
  if (change) return String(Number(figure.value) + Number(change[2]) * (change[1] === "+" ? 1 : -1));
  if (figure.kind !== "list") return quoted(text);
  const items = text
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);
  return quoted(JSON.stringify(items.map((each) => (/^-?\d+(\.\d+)?$/.test(each) ? Number(each) : each))));
}

export class Hand {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.dialog = h("dialog", { class: "sheet", "data-testid": "editor" });
  }

  /** @param {string} text */
  gm(text) {
    return this.desk.gm(text);
  }

  /** One figure of a card; where the card says more than a number, the figures behind the words. @param {string} id @param {string} label */
  async edit(id, label) {
    const card = this.desk.view().cards[id];
    const line = card?.lines.find((each) => each.label === label);
    if (!card || !line || !line.path) return;
    const path = line.path.startsWith(`${id}.`) ? line.path.slice(id.length + 1) : line.path;
    const number = (POOL.exec(line.value) ?? /^(-?\d+)$/.exec(line.value))?.[1];
    /** @type {Figure[]} */
    let figures = [{ path, kind: "number", value: number ?? "", choices: [] }];
    if (number === undefined) {
      const found = await this.desk.ask("sheet", { who: id }).catch((error) => this.desk.say(String(error.message), true));
      if (!found) return;
      figures = found.figures.filter(
        (each) => each.path === path || (each.path.startsWith(`${path}.`) && !/\.(key|name)$/.test(each.path)),
      );
      if (!figures.length) return this.open(id);
    }
    const which = h(
      "select",
      { name: "figure" },
      ...figures.map((each) =>
        h("option", { value: each.path }, plain(each.path.slice(path.length + 1)).replaceAll(".", " › ")),
      ),
    );
    const value = h("label", {});
    const why = h("input", { name: "why", autocomplete: "off", maxlength: 200 });
    const now = () => figures.find((each) => each.path === which.value) ?? figures[0];
    const show = () => value.replaceChildren(now().kind === "number" ? say("hand.number") : say("hand.value"), control(now()));
    which.addEventListener("change", show);
    show();
    this.show(
      h(
        "form",
        { method: "dialog" },
        h("h2", {}, `${card.name}: ${line.label}`),
        figures.length > 1 ? h("label", {}, say("hand.which"), which) : "",
        value,
        h("label", {}, say("hand.why"), why),
      ),
      () => this.gm(`set ${id}.${now().path} ${typed(now(), value)}${why.value ? ` ${quoted(why.value)}` : ""}`),
    );
  }

  /** @param {string} title @param {[string, string, string, boolean, (string | [string, string])[]?][]} fields  name, label, value, required, what to choose from @param {(values: Record<string, string>) => Promise<boolean>} send */
  form(title, fields, send) {
    const form = h("form", { method: "dialog" });
    form.append(h("h2", {}, title));
    for (const [name, label, value, required, options] of fields) {
      const pairs = options?.map((each) => (typeof each === "string" ? [each, plain(each)] : each));
      form.append(
        h(
          "label",
          {},
          label,
          pairs
            ? h(
                "select",
                { name, required },
                ...pairs.map(([key, words]) => h("option", { value: key, selected: key === value }, words || "–")),
              )
            : h("input", { name, value, required, autocomplete: "off" }),
        ),
      );
    }
    this.show(form, () => send(Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))));
  }

  /** The form with its buttons, in the dialog. @param {HTMLFormElement} form @param {() => Promise<boolean>} send */
  show(form, send) {
    form.append(
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "button", class: "quiet", onclick: () => this.dialog.close() }, say("hand.cancel")),
        h("button", { class: "main", "data-testid": "editor-save" }, say("label.save")),
      ),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (await send()) this.dialog.close();
    });
    this.dialog.replaceChildren(form);
    if (!this.dialog.open) this.dialog.showModal();
    const first = form.elements[0];
    if (first instanceof HTMLInputElement) first.select();
  }

  /** A standing answer to a kind of question: one that came up, or any by its rule. @param {string} id */
  async order(id) {
    const card = this.desk.view().cards[id];
    const orders = this.desk.view().gm?.combatants?.[id]?.orders ?? {};
    const known = await this.desk.ask("sheet", { who: id }).then(
      (found) => found.questions,
      () => [],
    );
    const rules = [...new Set([...Object.keys(orders), ...known.map((each) => each.rule)])];
    const which = h(
      "select",
      { "data-testid": "order-rule" },
      ...rules.map((id) =>
        h("option", { value: id }, known.find((each) => each.rule === id)?.summary || plain(id.split(".").slice(1).join(" "))),
      ),
      h("option", { value: "" }, say("hand.another")),
    );
    const rule = h("input", {
      autocomplete: "off",
      maxlength: 200,
      placeholder: say("hand.ruleHint"),
      "aria-label": say("hand.rule"),
    });
    const answer = h("input", { autocomplete: "off", maxlength: 200, list: "order-answers", "data-testid": "order-answer" });
    const answers = h("datalist", { id: "order-answers" });
    const show = () => {
      rule.hidden = which.value !== "";
      rule.required = !rule.hidden;
      answer.value = orders[which.value] ?? "";
      answers.replaceChildren(
        ...(known.find((each) => each.rule === which.value)?.answers ?? ["always", "never"]).map((each) =>
          h("option", { value: each }),
        ),
      );
    };
    which.addEventListener("change", show);
    show();
    const form = h(
      "form",
      { method: "dialog" },
      h("h2", {}, say("hand.orderOf", { name: card?.name ?? id })),
      h("label", {}, say("hand.when"), which),
      rule,
      h("label", {}, say("hand.answer"), answer),
      answers,
    );
    this.show(form, () =>
      this.gm(
        `order ${id} ${quoted(which.value || rule.value.trim())}${answer.value.trim() ? ` ${quoted(answer.value.trim())}` : ""}`,
      ),
    );
  }

  /** Everything the GM may do with one combatant. @param {string} id */
  async open(id) {
    const view = this.desk.view();
    const card = view.cards[id];
    if (!card) return;
    const own = view.gm?.combatants?.[id];
    const unit = view.room.unit ?? "m";
    /** @param {string} label @param {() => void} onclick @param {string} [kind] */
    const button = (label, onclick, kind = "") => h("button", { type: "button", class: kind, onclick }, label);
    /** @param {string} command */
    const now = (command) => async () => (await this.gm(command)) && this.dialog.close();
    const figures = h("div", { class: "figures", "aria-busy": "true" });
    this.dialog.replaceChildren(
      h("h2", {}, card.name),
      ...harming(card, view.gm?.kinds ?? [], (command) => now(command)()),
      h(
        "div",
        { class: "choices" },
        card.hidden ? button(say("hand.reveal"), now(`reveal ${id}`)) : button(say("hand.hide"), now(`hide ${id}`)),
        button(say("label.rename"), () =>
          this.form(say("hand.renameOf", { name: card.name }), [["name", say("label.name"), card.name, true]], (v) =>
            this.gm(`rename ${id} ${quoted(v.name)}`),
          ),
        ),
        button(say("hand.modifier"), () =>
          this.form(
            say("hand.modifierOf", { name: card.name }),
            [
              ["amount", say("hand.amount"), "", true],
              ["why", say("gm.why"), "", false],
            ],
            (v) => this.gm(`modify ${id} ${quoted(v.amount)}${v.why ? ` ${quoted(v.why)}` : ""}`),
          ),
        ),
        button(say("hand.place"), () =>
          this.form(
            say("hand.placeOf", { name: card.name }),
            [["at", say("hand.at", { unit }), card.at ? card.at.join(",") : "", true]],
            (v) => this.gm(`place ${id} ${quoted(v.at)}`),
          ),
        ),
        button(say("hand.distance"), () =>
          this.form(
            say("hand.distanceOf", { name: card.name }),
            [
              [
                "other",
                say("hand.whom"),
                "",
                true,
                view.order
                  .filter((each) => each !== id)
                  .map((each) => /** @type {[string, string]} */ ([each, view.cards[each]?.name ?? each])),
              ],
              ["metres", say("hand.far", { unit }), "", true],
            ],
            (v) => this.gm(`distance ${id} ${v.other} ${quoted(v.metres)}`),
          ),
        ),
        button(say("hand.secret"), () =>
          this.form(
            say("hand.secretOf", { name: card.name }),
            [["path", say("hand.figure"), "", true, view.gm?.concealable ?? []]],
            (v) => this.gm(`hide ${id} ${quoted(v.path)}`),
          ),
        ),
        own?.secret?.length
          ? button(say("hand.tell"), () =>
              this.form(
                say("hand.tellOf", { name: card.name }),
                [["path", say("hand.figure"), own.secret[0], true, own.secret]],
                (v) => this.gm(`reveal ${id} ${quoted(v.path)}`),
              ),
            )
          : "",
        button(say("hand.order"), () => this.order(id)),
        button(say("hand.note"), () =>
          this.form(say("hand.noteOf", { name: card.name }), [["note", say("hand.noteFor"), own?.notes ?? "", false]], (v) =>
            this.gm(`note ${quoted(v.note)} ${id}`),
          ),
        ),
        button(
          say("hand.remove"),
          () =>
            this.form(say("hand.removeOf", { name: card.name }), [["why", say("gm.why"), "", false]], (v) =>
              this.gm(`remove ${id}${v.why ? ` ${quoted(v.why)}` : ""}`),
            ),
          "danger",
        ),
      ),
      figures,
      dialsOf(card, this.desk),
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "button", class: "main", onclick: () => this.dialog.close() }, say("label.close")),
      ),
    );
    if (!this.dialog.open) this.dialog.showModal();
    try {
      const found = await this.desk.ask("sheet", { who: id });
      figures.replaceChildren(...this.figures(id, found.figures));
    } catch (error) {
      this.desk.say(String(/** @type {Error} */ (error).message), true);
    }
    figures.removeAttribute("aria-busy");
  }

  /** Conditions to tick, and any other figure by its name. @param {string} id @param {Figure[]} figures */
  figures(id, figures) {
    const flags = figures.filter((each) => each.kind === "flag" && !each.path.includes("."));
    const rest = figures.filter((each) => !flags.includes(each));
    const why = h("input", { autocomplete: "off", placeholder: say("hand.why"), "aria-label": say("gm.why"), maxlength: 200 });
    const because = () => (why.value.trim() ? ` ${quoted(why.value.trim())}` : "");
    const conditions = flags.map((each) => {
      const box = h("input", {
        type: "checkbox",
        "data-testid": `condition-${each.path}`,
        onchange: async () => {
          if (!(await this.gm(`set ${id}.${each.path} ${box.checked}${because()}`))) box.checked = !box.checked;
        },
      });
      box.checked = each.value === true;
      return h("label", { class: "tick" }, box, plain(each.path));
    });
    const which = h(
      "select",
      { "aria-label": say("hand.figure"), "data-testid": "figure" },
      ...rest.map((each) => h("option", { value: each.path }, plain(each.path).replaceAll(".", " › "))),
    );
    const value = h("div", { class: "newvalue" });
    /** @returns {Figure|undefined} */
    const now = () => rest.find((each) => each.path === which.value);
    const show = () => {
      const figure = now();
      if (figure) value.replaceChildren(control(figure));
    };
    which.addEventListener("change", show);
    show();
    const form = h("form", { class: "anyfigure" }, which, value, h("button", { "data-testid": "figure-set" }, say("hand.set")));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const figure = now();
      if (figure && (await this.gm(`set ${id}.${which.value} ${typed(figure, value)}${because()}`)))
        this.desk.say(`${capital(plain(which.value))}: ${entered(value)}`);
    });
    return [h("h3", {}, say("hand.figures")), why, h("div", { class: "conditions" }, ...conditions), form];
  }
}
