// @ts-check
// Dice as dice: pips for six sides, a number for any other; what counted is marked.

import { h, s } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Throw} Throw */

const AT = { l: -5, m: 0, r: 5 };
/** @type {Record<number, string[]>} */
const PIPS = {
  1: ["mm"],
  2: ["ll", "rr"],
  3: ["ll", "mm", "rr"],
  4: ["ll", "lr", "rl", "rr"],
  5: ["ll", "lr", "mm", "rl", "rr"],
  6: ["ll", "lm", "lr", "rl", "rm", "rr"],
};
const MOST = 14; // dice drawn of one throw

/** @param {number} face @param {number} sides @param {boolean} [counted] */
export function die(face, sides, counted = false) {
  const square = sides === 6 && PIPS[face];
  return s(
    "svg",
    { class: `pips${counted ? " counted" : ""}`, viewBox: "-11 -11 22 22" },
    sides === 10 && !square
      ? s("path", { class: "body", d: "M0 -10L9 -2L7 7L0 10L-7 7L-9 -2Z" })
      : s("rect", { class: "body", x: -10, y: -10, width: 20, height: 20, rx: 4 }),
    ...(square
      ? PIPS[face].map((at) =>
          s("circle", {
            class: "pip",
            cx: AT[/** @type {"l"} */ (at[0])],
            cy: AT[/** @type {"l"} */ (at[1])],
            r: 2.1,
          }),
        )
      : [s("text", { y: 4 }, face)]),
  );
}

/** Each face that counted is marked as often as it counted. @param {Throw} thrown */
export function dice(thrown) {
  const left = [...thrown.counted];
  return h(
    "span",
    { class: "thrown", role: "img", "aria-label": say("act.dice", { faces: thrown.faces.join(", ") }) },
    ...thrown.faces.slice(0, MOST).map((face) => {
      const place = left.indexOf(face);
      if (place >= 0) left.splice(place, 1);
      return die(face, thrown.sides, place >= 0);
    }),
  );
}

const MOST_PIPS = 5; // what costs more is a number

/** What an act costs: a pip for each point, and the words. @param {string} cost */
export function costParts(cost) {
  const found = /^(\d) /.exec(cost);
  const count = found ? Number(found[1]) : 0;
  return [
    ...(count > 0 && count <= MOST_PIPS
      ? [h("span", { class: "costpips", "aria-hidden": "true" }, ...Array.from({ length: count }, () => h("i", {})))]
      : []),
    cost,
  ];
}
