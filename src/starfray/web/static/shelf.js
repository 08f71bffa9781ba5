// @ts-check
// What a book's data holds to build a fight of, and the controls that pick from it.

import { h, plain } from "./dom.js";
import { fetched } from "./server.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Plain} Plain */
/** @typedef {{key: string, name: string, fields: {[name: string]: Plain}}} Entry */
/** @typedef {{key: string, choices: string[], summary: string, rule: string}} Choice */
/** @typedef {{book: string, title: string, kinds: string[], unit: string, placed: string[], archetypes: Entry[], items: Record<string, Entry[]>, rulings: Choice[], cover?: Entry[]}} Shelf */

/** @type {Map<string, Promise<Shelf>>} */
const known = new Map();

/** @param {string} book @returns {Promise<Shelf>} */
export function shelfOf(book) {
  const found = known.get(book) ?? fetched(`/api/books/${encodeURIComponent(book)}`);
  known.set(book, found);
  found.catch(() => known.delete(book));
  return found;
}

/** @param {Entry[]} entries @param {string} none @param {import("./dom.js").Props} [props] */
export function picker(entries, none, props = {}) {
  return h(
    "select",
    props,
    h("option", { value: "" }, none),
    ...entries.map((each) => h("option", { value: each.key }, each.name)),
  );
}

/** What an entry is, in a line: its figures as the data has them. @param {Entry|undefined} entry */
export function inWords(entry) {
  const parts = Object.entries(entry?.fields ?? {})
    .filter(([name]) => !["name", "rule", "rules", "key"].includes(name))
    .flatMap(([name, value]) => words(name, value));
  return parts.slice(0, 14).join(" · ");
}

/** @param {string} name @param {Plain} value @returns {string[]} */
function words(name, value) {
  if (value === null || value === "" || value === false) return [];
  if (value === true) return [plain(name)];
  if (Array.isArray(value)) return value.length ? [`${plain(name)} ${value.map(called).filter(Boolean).join(", ")}`] : [];
  if (typeof value === "object")
    return Object.entries(value)
      .filter(([, each]) => typeof each !== "object")
      .map(([key, each]) => `${plain(key)} ${each}`);
  const said = typeof value === "string" ? plain(value) : String(value);
  return [said.split(" ").includes(name) ? said : `${plain(name)} ${said}`]; // an armour vest says itself that it is armour
}

/** An item of a list: its own word, or the key of what it names. @param {Plain} item */
function called(item) {
  if (typeof item !== "object") return plain(String(item));
  return item === null || Array.isArray(item) ? "" : String(item.key ?? item.item ?? item.name ?? "");
}

/**
 * Several items, each as often as wanted, as chips.
 * @param {string} field @param {Entry[]} entries @param {() => void} changed
 */
export function manyOf(field, entries, changed = () => {}) {
  /** @type {string[]} */
  let picked = [];
  const chips = h("div", { class: "chips" });
  const select = h(
    "select",
    { "aria-label": plain(field), "data-testid": `items-${field}` },
    h("option", { value: "" }, say("build.asIs")),
    ...entries.map((each) => h("option", { value: each.key }, each.name)),
  );
  const show = () =>
    chips.replaceChildren(
      ...picked.map((key, place) =>
        h(
          "button",
          {
            type: "button",
            class: "chip",
            "aria-label": say("build.dropItem", { item: key }),
            onclick: () => {
              picked.splice(place, 1);
              show();
              changed();
            },
          },
          `${entries.find((each) => each.key === key)?.name ?? key} ×`,
        ),
      ),
    );
  select.addEventListener("change", () => {
    if (select.value) picked.push(select.value);
    select.value = "";
    show();
    changed();
  });
  return {
    node: h("div", { class: "many" }, h("label", {}, plain(field), select), chips),
    value: () => [...picked],
    clear: () => {
      picked = [];
      show();
    },
  };
}

/** A single item or a list of them, as the archetypes of the book write that field. @param {Shelf} shelf @param {string} field @param {string[]} chosen */
export function asField(shelf, field, chosen) {
  const like = shelf.archetypes.map((each) => each.fields?.[field]).find((each) => each !== undefined);
  return Array.isArray(like) || chosen.length > 1 ? chosen : chosen[0];
}
