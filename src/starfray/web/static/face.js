// @ts-check
// A combatant as a face: a portrait in a ring of health, the shape of the side, and the marks of what they are up to.
// The same picture stands on the map, the rail, the cards and the result cards. Drawn around 0,0 in pixels, radius 20.

import { give, s } from "./dom.js";
import { POOL } from "./hand.js";
import { portraitParts } from "./portrait.js";
import { sideNumber } from "./sides.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Card} Card */
/** @typedef {import("./types.js").Pool} Pool */

const ROUND = 2 * Math.PI * 18;
const SHAPES = [
  "M0 -6L6 0L0 6L-6 0Z",
  "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z",
  "M0 -6L6 5H-6Z",
  "M-5 -5H5V5H-5Z",
  "M-2 -6H2V-2H6V2H2V6H-2V2H-6V-2H-2Z",
];

/** Health, action points and the like, as the book counts them or as its lines show them. @param {Card} card @returns {Pool[]} */
export function poolsOf(card) {
  if (card.pools) return card.pools;
  return card.lines.flatMap((line) => {
    const found = POOL.exec(line.value);
    if (!found) return [];
    return [{ key: line.path || line.label, label: line.label, now: Number(found[1]), most: Number(found[2]), kind: "health" }];
  });
}

/** What somebody is hurt in first of all. @param {Card} card */
export function healthPool(card) {
  const pools = poolsOf(card);
  return pools.find((pool) => pool.kind === "health") ?? pools[0];
}

/** The share that is left of the pool that stands for health, 1 where nobody may know. @param {Card} card */
export function health(card) {
  const pool = healthPool(card);
  return pool && pool.most > 0 ? Math.max(0, Math.min(1, pool.now / pool.most)) : 1;
}

/** @param {Card} card @returns {{state: "up"|"down"|"out"|"dead", word: string}} */
export function statusOf(card) {
  return card.status ?? { state: card.out ? "out" : "up", word: card.out };
}

/** @param {View} view @param {Card} card */
export function stateOf(view, card) {
  const moments = view.agenda.filter((moment) => moment.who.split("/")[0] === card.id);
  const now = view.turn.actors.includes(card.id) || moments.some((moment) => moment.status === "now");
  const { state, word } = statusOf(card);
  return {
    state,
    word,
    now: now && state !== "dead" && state !== "out",
    asked: view.turn.waiting.some((each) => each.who.split("/")[0] === card.id),
    acted: !now && moments.length > 0 && moments.every((moment) => moment.status === "done"),
  };
}

/** What somebody is in the picture of the fight: a craft on somebody's tail, a vehicle in its lane, or a person. @param {View} view @param {string} id @returns {import("./portrait.js").Figure} */
export function figureOf(view, id) {
  const { diagram } = view;
  if (diagram?.kind === "tails" && diagram.nodes.some((node) => (node.who || node.id) === id)) return "craft";
  if (diagram?.lanes.some((lane) => lane.id === id)) return diagram.kind === "plan" ? "craft" : "vehicle";
  if (diagram?.kind === "plan" && diagram.nodes.some((node) => node.id === id)) return "craft";
  return "person";
}

/** What a picture of somebody says in words. @param {View} view @param {Card} card */
export function faceWords(view, card) {
  const state = stateOf(view, card);
  const pool = healthPool(card);
  return [
    card.name,
    card.side,
    pool ? `${pool.label} ${say("of", { now: pool.now, most: pool.most })}` : "",
    state.now ? say("state.now") : state.acted ? say("state.acted") : "",
    state.asked ? say("state.asked") : "",
    state.state === "up" ? "" : state.word || say(`state.${state.state}`),
    card.hidden ? say("state.hidden") : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** The parts of a face, to be filled by `fillFace`. */
export function faceParts() {
  return [
    s("circle", { class: "halo", r: 24 }),
    s("circle", { class: "track", r: 18 }),
    s("circle", { class: "ring", r: 18, transform: "rotate(-90)" }),
    s("circle", { class: "disc", r: 15 }),
    s("g", { class: "portrait" }),
    s("path", { class: "shape", transform: "translate(13 13)" }),
    s("path", { class: "lying", d: "M-12 6a3 3 0 1 1 6 0a3 3 0 1 1 -6 0M-5 8H13M13 8V3" }),
    s("path", { class: "cross", d: "M-13 -13L13 13M13 -13L-13 13" }),
    s("path", { class: "tick", d: "M8 -13l4 4l7 -8" }),
    s("path", { class: "reticle", d: "M-29 0h10M19 0h10M0 -29v10M0 19v10" }),
  ];
}

/** @param {Element} node  that has the parts as its children from `from` on @param {Card} card @param {View} view @param {number} [from] */
export function fillFace(node, card, view, from = 0) {
  const part = (/** @type {number} */ place) => node.children[from + place];
  give(part(2), { "stroke-dasharray": `${health(card) * ROUND} ${ROUND}` });
  const figure = figureOf(view, card.id);
  const of = `${figure} ${card.name} ${card.portrait}`;
  if (part(4).getAttribute("data-of") !== of) {
    give(part(4), { "data-of": of });
    part(4).replaceChildren(...portraitParts(card.name, figure, card.portrait));
  }
  give(part(5), { d: SHAPES[sideNumber(view, card.side)] });
}

/** The classes of somebody's state. @param {View} view @param {Card} card */
export function faceClass(view, card) {
  const state = stateOf(view, card);
  return [
    `side-${sideNumber(view, card.side)}`,
    state.state === "up" ? "" : state.state,
    state.now ? "now" : "",
    state.asked ? "asked" : "",
    state.acted ? "acted" : "",
    card.hidden ? "hidden" : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** A face among words; the words beside it say the same. */
export function face() {
  return s("svg", { class: "face", viewBox: "-25 -25 50 50", "aria-hidden": "true" }, ...faceParts());
}

/** @param {Element} node @param {Card|undefined} card @param {View} view @param {string} [more] */
export function drawFace(node, card, view, more = "") {
  node.toggleAttribute("hidden", !card);
  if (!card) return;
  give(node, { class: `face ${faceClass(view, card)} ${more}`.trim() });
  fillFace(node, card, view);
}
