// @ts-check
// Controls for fields as a book describes them: figures, ticks, words, choices, lists, levels, things with what they do.

import { h, keyed, plain, text } from "./dom.js";
import { inWords } from "./shelf.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Plain} Plain */
/** @typedef {import("./types.js").SheetField} SheetField */
/** @typedef {Record<string, Plain>} Data */
/** A thing of one's own, whole, and the table it belongs to. @typedef {{table: string, item: Data}} OwnItem */

/** Before the key of a thing of one's own, which may be called like one of the book's. */
const OWN = "own:";

export class FieldForm {
  /** @param {Data} data @param {(data: Data) => void} told */
  constructor(data, told) {
    this.data = structuredClone(data);
    this.told = told;
    /** Things of one's own that sheets may have beside the book's. @type {OwnItem[]} */
    this.own = [];
  }

  /** What stands there if nothing is typed. @param {SheetField} field @returns {Plain|undefined} */
  printed(field) {
    return field.default ?? undefined;
  }

  /** Called after every change of `data`. */
  changed() {
    this.told(this.data);
  }

  /** @param {SheetField} field */
  control(field) {
    const label = plain(field.path.split(".").pop() ?? "");
    if (field.kind === "levels") return this.levels(field);
    if (field.kind === "items" || field.kind === "item") return this.items(field, label);
    const props = { "data-path": field.path, "data-testid": `sheet-${field.path}` };
    const value = at(this.data, field.path);
    const printed = this.printed(field);
    if (field.kind === "tick") {
      const box = h("input", {
        ...props,
        type: "checkbox",
        onchange: () => this.put(field.path, box.checked === (printed === true) ? undefined : box.checked),
      });
      box.checked = (value ?? printed) === true;
      return h("label", { class: "tick" }, box, label);
    }
    if (field.kind === "choice") {
      const box = h(
        "select",
        { ...props, onchange: () => this.put(field.path, box.value || undefined) },
        h("option", { value: "" }, say("build.asIs")),
        ...field.choices.map((each) => h("option", { value: each.key }, plain(each.name))),
      );
      box.value = String(value ?? "");
      return h("label", {}, label, box);
    }
    if (field.kind === "words" || field.kind === "numbers") return this.list(field, label);
    if (field.kind === "records") return this.records(field, label);
    const number = field.kind === "number";
    const box = h("input", {
      ...props,
      ...(number ? { type: "number", step: "any", min: field.low, max: field.high } : { maxlength: 200 }),
      autocomplete: "off",
      placeholder: printed === undefined ? say("sheet.byTheBook") : String(printed),
      value: value === undefined ? null : String(value),
      oninput: () => this.put(field.path, box.value === "" ? undefined : number ? Number(box.value) : box.value),
    });
    return h("label", { class: number ? "figure" : "" }, label, box);
  }

  /** Words or figures with commas between them. @param {SheetField} field @param {string} label */
  list(field, label) {
    const box = h("input", {
      "data-path": field.path,
      "data-testid": `sheet-${field.path}`,
      autocomplete: "off",
      placeholder: say("sheet.commas"),
      value: listed(at(this.data, field.path)).join(", "),
      oninput: () => {
        const words = box.value.split(",").map((each) => each.trim());
        const found = words.filter(Boolean).map((each) => (field.kind === "numbers" ? Number(each) : each));
        this.put(field.path, found.length ? found : undefined);
      },
    });
    return h("label", {}, label, box);
  }

  /** Entries people write themselves, each with fields of its own. @param {SheetField} field @param {string} label */
  records(field, label) {
    const box = h("div", { class: "records" });
    const rows = () => /** @type {Data[]} */ (listed(at(this.data, field.path) ?? this.printed(field)));
    const set = (/** @type {Data[]} */ found) => this.put(field.path, found.length ? found : undefined);
    const show = () =>
      box.replaceChildren(
        ...rows().map((row, place) => {
          const form = new FieldForm(row, (data) =>
            set(rows().map((each, other) => (other === place ? structuredClone(data) : each))),
          );
          const drop = h(
            "button",
            {
              type: "button",
              class: "quiet",
              "aria-label": say("build.dropItem", { item: String(row.name ?? label) }),
              onclick: () => {
                set(rows().filter((_, other) => other !== place));
                show();
              },
            },
            "×",
          );
          return h(
            "div",
            { class: "row", "data-testid": `record-${field.path}` },
            ...(field.parts ?? []).map((part) => form.control(part)),
            drop,
          );
        }),
      );
    const add = h(
      "button",
      {
        type: "button",
        "data-testid": `sheet-add-${field.path}`,
        onclick: () => {
          const lists = (field.parts ?? []).filter((part) => part.kind === "words" || part.kind === "numbers");
          const blank = Object.fromEntries(lists.map((part) => [part.path, []]));
          set([...rows(), { ...blank, name: `${field.path}-${rows().length + 1}` }]);
          show();
        },
      },
      say("sheet.add", { what: label }),
    );
    show();
    return h("div", { class: "wide" }, box, add);
  }

  /** Names with a level each, as skills. @param {SheetField} field */
  levels(field) {
    const own = () => /** @type {Record<string, number>} */ (at(this.data, field.path) ?? {});
    const printed = () => /** @type {Record<string, number>} */ (this.printed(field) ?? {});
    const list = h("div", { class: "row levels" });
    const show = () =>
      keyed(
        list,
        [...new Set([...Object.keys(printed()), ...Object.keys(own())])].sort(),
        (name) => name,
        (name) => {
          const box = h("input", {
            type: "number",
            min: field.low,
            max: field.high,
            placeholder: printed()[name] ?? 0,
            value: own()[name] ?? null,
            "data-path": `${field.path}.${name}`,
            "data-testid": `sheet-${field.path}.${name}`,
            oninput: () => this.put(`${field.path}.${name}`, box.value === "" ? undefined : Number(box.value)),
          });
          return h("label", { class: "figure" }, plain(name), box);
        },
      );
    const add = h(
      "select",
      {
        "aria-label": say("sheet.add", { what: plain(field.path) }),
        "data-testid": `sheet-add-${field.path}`,
        onchange: () => {
          if (!add.value) return;
          this.put(`${field.path}.${add.value}`, Math.max(1, field.low ?? 1));
          add.value = "";
          show();
        },
      },
      h("option", { value: "" }, say("sheet.add", { what: plain(field.path) })),
      ...field.choices.map((each) => h("option", { value: each.key }, plain(each.name))),
    );
    show();
    return h("div", { class: "wide" }, list, add);
  }

  /** Things of the book's data, picked with what they do. @param {SheetField} field @param {string} label */
  items(field, label) {
    const many = field.kind === "items";
    const printed = listed(this.printed(field));
    const ours = this.own.filter((each) => each.table === field.table);
    const own = () => listed(at(this.data, field.path));
    const chips = h("div", { class: "chips" });
    const does = h("small", { class: "hint" });
    const set = (/** @type {Plain[]} */ picked) => {
      this.put(field.path, picked.length ? (many ? picked : picked[0]) : undefined);
      show();
    };
    const show = () => {
      const picked = own();
      chips.replaceChildren(
        ...picked.map((item, place) =>
          h(
            "button",
            {
              type: "button",
              class: "chip",
              "aria-label": say("build.dropItem", { item: called(field, item) }),
              onclick: () => set(picked.filter((_, other) => other !== place)),
            },
            `${called(field, item)} ×`,
          ),
        ),
        ...(picked.length ? [] : printed.map((item) => h("span", { class: "chip quiet" }, called(field, item)))),
      );
      const last = picked.length ? picked[picked.length - 1] : undefined;
      const entry = field.choices.find((each) => each.key === keyOf(last));
      const mine = typeof last === "object" && last !== null && !Array.isArray(last) ? last : null;
      text(does, mine ? inWords({ key: "", name: "", fields: { ...entry?.fields, ...mine } }) : entry ? inWords(entry) : "");
    };
    const add = h(
      "select",
      {
        "data-testid": `sheet-add-${field.path}`,
        onchange: () => {
          const mine = ours.find((each) => `${OWN}${each.item.key}` === add.value);
          const picked = mine ? structuredClone(mine.item) : add.value;
          if (add.value) set(many ? [...own(), picked] : [picked]);
          add.value = "";
        },
      },
      h("option", { value: "" }, printed.length ? say("build.asIs") : say("form.choose")),
      ours.length
        ? h(
            "optgroup",
            { label: say("sheet.own") },
            ...ours.map(({ item }) => h("option", { value: `${OWN}${item.key}` }, String(item.name ?? item.key))),
          )
        : null,
      ...field.choices.map((each) => h("option", { value: each.key }, each.name)),
    );
    show();
    return h("div", { class: "wide many" }, h("label", {}, label, add), chips, does);
  }

  /** @param {string} path @param {Plain|undefined} value */
  put(path, value) {
    const steps = path.split(".");
    const last = /** @type {string} */ (steps.pop());
    let inner = /** @type {Record<string, Plain|undefined>} */ (this.data);
    for (const step of steps) inner = /** @type {Record<string, Plain|undefined>} */ (inner[step] ??= {});
    if (value === undefined) delete inner[last];
    else inner[last] = value;
    this.changed();
  }
}

/** @param {Data} data @param {string} path @returns {Plain|undefined} */
export function at(data, path) {
  /** @type {Plain|undefined} */
  let found = data;
  for (const step of path.split(".")) {
    if (typeof found !== "object" || found === null || Array.isArray(found)) return undefined;
    found = found[step];
  }
  return found;
}

/** @param {Plain|undefined} value @returns {Plain[]} */
export function listed(value) {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** @param {Plain|undefined} item */
export function keyOf(item) {
  return typeof item === "object" && item !== null && !Array.isArray(item) ? String(item.key ?? "") : String(item ?? "");
}

/** @param {SheetField} field @param {Plain} item */
export function called(field, item) {
  const key = keyOf(item);
  const own = typeof item === "object" && item !== null && !Array.isArray(item) ? item.name : undefined;
  return own ? String(own) : (field.choices.find((each) => each.key === key)?.name ?? plain(key));
}
