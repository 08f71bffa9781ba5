// @ts-check
// Rows of the builder for what stands on the map: cover, zones, walls, doors and windows. Each can be dragged, or typed.

import { h } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Plain} Plain */
/** @typedef {{name: string, [field: string]: Plain}} Row */
/** @typedef {{node: HTMLElement, what: string, read: () => Row, at: (put?: number[]) => number[]|null}} Thing */
/** @typedef {{node: HTMLElement, kind: () => string, read: () => Record<string, Plain>, points: () => number[][], move: (place: number, to: number[]) => void}} WallRow */
/** What a row tells the form it stands in. @typedef {{draw: () => void, changed: () => void, drop: (node: HTMLElement) => void}} Host */

const KINDS = /** @type {const} */ (["wall", "door", "window"]);

/** A piece of cover or a zone. @param {"cover"|"zone"} what @param {number[]} size  of the map @param {Host} host @param {Record<string, Plain>} [kept] @returns {Thing} */
export function thingRow(what, size, host, kept) {
  const [width, height] = size;
  const name = h("input", {
    required: true,
    maxlength: 60,
    autocomplete: "off",
    value: what === "cover" ? say("build.crate") : say("build.smoke"),
    "data-testid": `${what}-name`,
    oninput: () => host.draw(),
  });
  const kind = h("input", {
    maxlength: 60,
    autocomplete: "off",
    list: what === "cover" ? "build-covers" : null,
    placeholder: say("build.kindHint"),
    oninput: () => host.changed(),
  });
  const at = h("input", {
    autocomplete: "off",
    placeholder: "x,y",
    value: `${Math.round(width / 2)},${Math.round(height / 2)}`,
    "data-testid": `${what}-at`,
    oninput: () => host.draw(),
  });
  const reach = h("input", { type: "number", min: 0.5, step: 0.5, value: 2, oninput: () => host.draw() });
  const drop = h(
    "button",
    {
      type: "button",
      class: "quiet",
      "aria-label": what === "cover" ? say("build.dropCover") : say("build.dropZone"),
      title: say("build.drop"),
      onclick: () => host.drop(node),
    },
    "✕",
  );
  const node = h(
    "div",
    { class: "row thing" },
    h("label", {}, what === "cover" ? say("build.coverName") : say("build.zoneName"), name),
    h("label", {}, say("label.kind"), kind),
    h("label", { class: "at" }, say("label.at"), at),
    h("label", { class: "at" }, what === "cover" ? say("build.reach") : say("build.radius"), reach),
    drop,
  );
  /** @type {Thing} */
  const made = {
    node,
    what,
    at: (put) => {
      if (put) at.value = put.join(",");
      const point = at.value.split(",").map(Number);
      return at.value.trim() && point.length === 2 && point.every(Number.isFinite) ? point : null;
    },
    read: () => ({
      ...kept, // a rating, or whatever else a file may say of it
      name: name.value.trim(),
      ...(kind.value.trim() ? { kind: kind.value.trim() } : {}),
      ...(made.at() ? { at: made.at() } : {}),
      [what === "cover" ? "reach" : "radius"]: Number(reach.value) || 2,
    }),
  };
  if (kept) {
    name.value = String(kept.name ?? "");
    kind.value = String(kept.kind ?? "");
    at.value = Array.isArray(kept.at) ? kept.at.join(",") : "";
    reach.value = String(kept.reach ?? kept.radius ?? 2);
  }
  return made;
}

/** @param {Plain|undefined} value @returns {number[][]} */
function pointsOf(value) {
  return Array.isArray(value) ? value.filter((each) => Array.isArray(each)).map((each) => each.map(Number)) : [];
}

/** "1,2 6,2" @param {string} words @returns {number[][]} */
function typedPoints(words) {
  return words
    .trim()
    .split(/\s+/)
    .map((each) => each.split(",").map(Number))
    .filter((each) => each.length === 2 && each.every(Number.isFinite));
}

/** A wall, a door or a window along its points. @param {typeof KINDS[number]} what @param {number[]} size  of the map @param {Host} host @param {Record<string, Plain>} [kept] @returns {WallRow} */
export function wallRow(what, size, host, kept) {
  const [x, y] = size.map((each) => Math.round(each / 2));
  const first = kept?.points ? pointsOf(kept.points) : pointsOf([kept?.from ?? [x, y - 2], kept?.to ?? [x, y + 2]]);
  const kind = h(
    "select",
    { "data-testid": "wall-kind", onchange: () => show() },
    ...KINDS.map((each) => h("option", { value: each }, say(`wall.${each}`))),
  );
  kind.value = String(kept?.kind ?? what);
  const points = h("input", {
    required: true,
    autocomplete: "off",
    value: first.map((each) => each.join(",")).join(" "),
    "data-testid": "wall-points",
    oninput: () => host.draw(),
  });
  const open = h("input", { type: "checkbox", "data-testid": "wall-open", onchange: () => host.draw() });
  open.checked = kept?.open === true;
  const openLabel = h("label", { class: "tick" }, open, say("wall.open"));
  const show = () => {
    openLabel.hidden = kind.value !== "door";
    host.draw();
  };
  openLabel.hidden = kind.value !== "door";
  const drop = h(
    "button",
    {
      type: "button",
      class: "quiet",
      "aria-label": say("wall.drop"),
      title: say("build.drop"),
      onclick: () => host.drop(node),
    },
    "✕",
  );
  const node = h(
    "div",
    { class: "row thing" },
    h("label", {}, say("label.kind"), kind),
    h("label", { class: "grow" }, say("wall.points"), points),
    openLabel,
    drop,
  );
  const rest = Object.entries(kept ?? {}).filter(([field]) => !["kind", "from", "to", "points", "open"].includes(field));
  return {
    node,
    kind: () => (kind.value === "door" && open.checked ? "open" : kind.value),
    points: () => typedPoints(points.value),
    move: (place, to) => {
      const now = typedPoints(points.value);
      now[place] = to;
      points.value = now.map((each) => each.join(",")).join(" ");
    },
    read: () => ({
      ...Object.fromEntries(rest), // a name, or whatever else a file may say of it
      ...(kind.value === "wall" ? {} : { kind: kind.value }),
      points: typedPoints(points.value),
      ...(kind.value === "door" && open.checked ? { open: true } : {}),
    }),
  };
}
