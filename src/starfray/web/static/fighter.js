// @ts-check
// One row of the builder: a combatant, or several alike, from an archetype or from the party.

import { h, plain, text } from "./dom.js";
import { asField, inWords, manyOf, picker } from "./shelf.js";
import { say } from "./words.js";

/** @typedef {import("./shelf.js").Shelf} Shelf */
/** @typedef {import("./types.js").Plain} Plain */
/** @typedef {import("./types.js").Sheet} Sheet */
/** @typedef {{node: HTMLElement, read: () => Sheet, side: () => string, squad: () => string, name: () => string, at: (put?: number[]) => number[]|null, count: () => number, stand: (place: number[]|null) => void, offer: (seat: string) => void}} Row */

/** Fields of a combatant that have a control of their own; what else a row says is kept as it is. */
const CONTROLLED = ["id", "party", "archetype", "name", "side", "seat", "count", "at", "hidden", "wave", "squad"];

/**
 * @param {Shelf} shelf @param {string} sideName @param {() => void} changed @param {() => void} drop
 * @param {Sheet} [member]  of a party @param {Sheet} [row]  as it was kept: a combatant of a fight, or a character of a campaign
 * @returns {Row}
 */
export function fighter(shelf, sideName, changed, drop, member, row) {
  const archetype = picker(shelf.archetypes, say("build.numbers"), { "data-testid": "build-archetype" });
  archetype.value = shelf.archetypes[0]?.key ?? "";
  const about = h("small", { class: "hint about" });
  const name = h("input", { maxlength: 60, autocomplete: "off", "data-testid": "build-name", oninput: changed });
  const side = h("input", {
    value: sideName,
    required: true,
    autocomplete: "off",
    maxlength: 40,
    list: "build-sides",
    "data-testid": "build-side",
    oninput: changed,
  });
  let seatTyped = false;
  const seat = h("input", {
    autocomplete: "off",
    maxlength: 40,
    placeholder: say("seat.theGm"),
    "data-testid": "build-seat",
    oninput: () => {
      seatTyped = true;
      changed();
    },
  });
  const count = h("input", { type: "number", min: 1, max: 100, value: 1, "data-testid": "build-count", oninput: changed });
  const at = h("input", { autocomplete: "off", placeholder: "x,y", "data-testid": "build-at", oninput: changed });
  /** @type {number[]|null} */
  let standing = null; // where they stand as long as no place is typed
  const hidden = h("input", { type: "checkbox", onchange: changed });
  const wave = h("input", {
    autocomplete: "off",
    list: "build-waves",
    maxlength: 60,
    "data-testid": "build-comes",
    oninput: changed,
  });
  const squad = h("input", {
    autocomplete: "off",
    list: "build-squads",
    maxlength: 60,
    "data-testid": "build-squad",
    oninput: changed,
  });
  const items = Object.entries(shelf.items)
    .filter(([field]) => !field.includes("."))
    .map(([field, entries]) => ({ field, many: manyOf(field, entries, changed) }));
  const figures = numbers(shelf, () => archetype.value, changed);
  const more = h("textarea", { rows: 2, spellcheck: false, placeholder: say("build.example"), oninput: changed });
  const base = /** @type {Record<string, Plain>} */ (
    Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => !CONTROLLED.includes(name)))
  );
  const own = h("small", { class: "hint about", "data-testid": "build-own" });
  const look = () => {
    text(about, inWords(shelf.archetypes.find((each) => each.key === archetype.value)));
    figures.look();
    changed();
  };
  archetype.addEventListener("change", look);
  if (member) name.value = String(member.name ?? member.id);
  if (row) {
    archetype.value = String(row.archetype ?? "");
    name.value = String(row.name ?? "");
    side.value = String(row.side ?? sideName);
    seat.value = String(row.seat ?? "");
    seatTyped = member?.fresh !== true; // who is new here is offered to a player
    count.value = String(row.count ?? 1);
    at.value = Array.isArray(row.at) ? row.at.join(",") : "";
    hidden.checked = row.hidden === true;
    wave.value = String(row.wave ?? "");
    squad.value = String(row.squad ?? "");
    text(own, Object.keys(base).length ? say("build.own", { words: inWords({ key: "", name: "", fields: base }) }) : "");
  }
  const node = h(
    "fieldset",
    { class: "fighter", "data-testid": "fighter" },
    h(
      "div",
      { class: "row" },
      member
        ? h("label", {}, say("build.member"), h("output", {}, String(member.name ?? member.id)))
        : h("label", { class: "grow" }, say("label.archetype"), archetype),
      h("label", {}, say("label.name"), name),
      h("label", {}, say("label.side"), side),
      h("label", {}, say("build.playedBy"), seat),
      member && !member.many ? null : h("label", { class: "count" }, say("build.count"), count),
      h("label", { class: "at" }, say("label.at"), at),
      member ? null : h("label", { class: "wave" }, say("wave.with"), wave),
      member && !member.many ? null : h("label", {}, say("squad.label"), squad),
      h("label", { class: "tick" }, hidden, say("label.hidden")),
      h(
        "button",
        { type: "button", class: "quiet", "aria-label": say("build.drop"), title: say("build.drop"), onclick: drop },
        "✕",
      ),
    ),
    member ? null : about,
    own,
    member
      ? null
      : h(
          "details",
          {},
          h("summary", {}, say("build.gear")),
          h("p", { class: "hint" }, say("build.gearHint")),
          h("div", { class: "row items" }, ...items.map(({ many }) => many.node)),
          figures.node,
          h("label", {}, say("build.else"), more),
        ),
  );
  look();
  return {
    node,
    side: () => side.value.trim(),
    squad: () => squad.value.trim(),
    name: () =>
      name.value.trim() || shelf.archetypes.find((each) => each.key === archetype.value)?.name || say("build.somebody"),
    count: () => (member && !member.many ? 1 : Math.max(1, Number(count.value) || 1)),
    at: (put) => {
      if (put) at.value = put.join(",");
      const point = at.value.split(",").map(Number);
      return at.value.trim() && point.length === 2 && point.every(Number.isFinite) ? point : standing;
    },
    stand: (place) => {
      standing = place;
      at.placeholder = place?.join(",") ?? "x,y";
    },
    offer: (player) => {
      if (!seatTyped) seat.value = player;
    },
    read() {
      /** @type {Sheet} */
      const made = { ...base, id: member ? (row?.id ?? member.id) : idOf(name.value || archetype.value || "fighter") };
      const party = member?.id ?? row?.party;
      if (party) made.party = party;
      if (!member && archetype.value) made.archetype = archetype.value;
      if (name.value.trim()) made.name = name.value.trim();
      made.side = side.value.trim();
      if (seat.value.trim()) made.seat = seat.value.trim();
      if (Number(count.value) > 1) made.count = Number(count.value);
      const place = this.at();
      if (place) made.at = place;
      if (hidden.checked) made.hidden = true;
      if (squad.value.trim()) made.squad = squad.value.trim();
      if (!member && wave.value.trim()) made.wave = wave.value.trim();
      for (const { field, many } of items) if (many.value().length) made[field] = asField(shelf, field, many.value());
      for (const [path, value] of figures.value()) put(made, path, value);
      for (const line of more.value.split("\n")) {
        const [path, ...rest] = line.split("=");
        if (path.trim() && rest.join("=").trim()) put(made, path.trim(), rest.join("=").trim());
      }
      return made;
    },
  };
}

/** The numbers an archetype prints, each to be written over. @param {Shelf} shelf @param {() => string} archetype @param {() => void} changed */
function numbers(shelf, archetype, changed) {
  const node = h("div", { class: "numbers" });
  /** @type {Map<string, HTMLInputElement>} */
  let boxes = new Map();
  const look = () => {
    const fields = shelf.archetypes.find((each) => each.key === archetype())?.fields ?? {};
    boxes = new Map(
      flat(fields).map(([path, value]) => [
        path,
        h("input", { type: "number", step: "any", placeholder: value, "aria-label": plain(path), oninput: changed }),
      ]),
    );
    node.replaceChildren(...[...boxes].map(([path, box]) => h("label", {}, plain(path).replaceAll(".", " "), box)));
  };
  return {
    node,
    look,
    value: () =>
      [...boxes]
        .filter(([, box]) => box.value !== "")
        .map(([path, box]) => /** @type {[string, number]} */ ([path, Number(box.value)])),
  };
}

/** @param {{[name: string]: Plain}} fields @param {string} [path] @returns {[string, number][]} */
function flat(fields, path = "") {
  return Object.entries(fields).flatMap(([name, value]) => {
    const at = path ? `${path}.${name}` : name;
    if (typeof value === "number") return [/** @type {[string, number]} */ ([at, value])];
    return value && typeof value === "object" && !Array.isArray(value) && !path ? flat(value, at) : [];
  });
}

/** @param {string} words */
export function idOf(words) {
  return (
    words
      .toLowerCase()
      .normalize("NFD")
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-+|-+$/g, "") || "fighter"
  );
}

/** 'skills.force' = 3 into a record. @param {Sheet} made @param {string} path @param {Plain} words */
function put(made, path, words) {
  let value = words;
  try {
    if (typeof words === "string") value = JSON.parse(words);
  } catch {
    value = words;
  }
  const steps = path.split(".");
  const last = /** @type {string} */ (steps.pop());
  let at = /** @type {Record<string, Plain|undefined>} */ (made);
  for (const step of steps) at = /** @type {Record<string, Plain|undefined>} */ (at[step] ??= {});
  at[last] = value;
}
