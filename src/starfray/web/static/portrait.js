// @ts-check
// Portraits in plain shapes, no pictures to load: always the same one for the same person, another one for the next.
// Drawn around 0,0 into a disc of radius 15. Craft and vehicles get a hull instead of a head.

import { s } from "./dom.js";

const SKIN = ["#f1c9a5", "#e0ac7e", "#c98d5e", "#a86d43", "#83502f", "#5f3822"];
const HAIR = ["#1d1714", "#3a2418", "#6b3d1e", "#a5522a", "#c9a15a", "#d9d5cc", "#5a5f66"];
const CLOTH = ["#3f5663", "#5b4a6b", "#6e6a3c", "#70433a", "#38605a", "#4b5568", "#7a5a36", "#e3ddcf"];
const GROUND = ["#2f6d72", "#56626b", "#4d7d86", "#6f4a3f", "#3f5b7a", "#6a5a78", "#5b6f4a"];
const A_NAME = /^[0-9a-f]{40}$/;
const LOOKS = /** @type {const} */ (["bun", "short", "long", "bald", "crest", "curls", "helmet", "side", "hood"]);

/** A number that is always the same for the same words. @param {string} words */
function mark(words) {
  let found = 2166136261;
  for (let place = 0; place < words.length; place += 1) found = Math.imul(found ^ words.charCodeAt(place), 16777619) >>> 0;
  found = Math.imul(found ^ (found >>> 15), 2246822519) >>> 0;
  return (found ^ (found >>> 13)) >>> 0;
}

/** @param {string} d @param {string} fill */
const shape = (d, fill) => s("path", { d, fill });

/** What hangs behind the head. @param {string} look @param {string} hair */
function behind(look, hair) {
  if (look === "long") return [shape("M-7 -4Q-8 -11 0 -11Q8 -11 7 -4L8 8Q0 10 -8 8Z", hair)];
  if (look === "curls")
    return [
      shape("M-9 -3a4 4 0 0 1 2 -6a5 5 0 0 1 7 -3a5 5 0 0 1 7 3a4 4 0 0 1 2 6a4 4 0 0 1 -3 5h-12a4 4 0 0 1 -3 -5Z", hair),
    ];
  if (look === "bun") return [s("circle", { cx: 0, cy: -11.4, r: 2.8, fill: hair })];
  if (look === "hood") return [shape("M-8 7Q-11 -12 0 -12.5Q11 -12 8 7Z", hair)];
  return [];
}

/** What lies upon it. @param {string} look @param {string} hair */
function upon(look, hair) {
  if (look === "bald") return [];
  if (look === "crest") return [shape("M-1.8 -5Q-2.6 -13 0 -13.5Q2.6 -13 1.8 -5Q0 -7.4 -1.8 -5Z", hair)];
  if (look === "helmet")
    return [
      shape("M-6.6 -1.5Q-7.4 -11 0 -11Q7.4 -11 6.6 -1.5L5.6 -3H-5.6Z", "#6d7a82"),
      s("rect", { x: -6.2, y: -4.2, width: 12.4, height: 3.4, rx: 1.5, fill: "#182229" }),
    ];
  if (look === "side") return [shape("M-6 -2Q-7 -10.6 1 -10.4Q7 -10 6 -2Q5 -6 -1 -7Q-4 -6 -6 -2Z", hair)];
  if (look === "hood") return [shape("M-6 -3Q-6 -9.4 0 -9.4Q6 -9.4 6 -3Q3.4 -7.4 0 -7.4Q-3.4 -7.4 -6 -3Z", hair)];
  return [shape("M-6 -2.4Q-7 -10 0 -10Q7 -10 6 -2.4Q4.6 -6.6 0 -6.6Q-4.6 -6.6 -6 -2.4Z", hair)];
}

/** A head and shoulders. @param {string} who */
function person(who) {
  const seed = mark(who);
  /** @template T @param {readonly T[]} list @param {number} shift @returns {T} */
  const pick = (list, shift) => list[(seed >>> shift) % list.length];
  const [skin, hair, cloth, look] = [pick(SKIN, 3), pick(HAIR, 7), pick(CLOTH, 12), pick(LOOKS, 17)];
  const bearded = look !== "long" && look !== "bun" && (seed >>> 22) % 3 === 0;
  const visor = look !== "helmet" && (seed >>> 25) % 7 === 0;
  return [
    s("circle", { r: 15, fill: pick(GROUND, 1) }),
    ...behind(look, look === "hood" ? cloth : hair),
    shape("M-11.6 9.5A15 15 0 0 0 11.6 9.5Q9 5.6 3 5H-3Q-9 5.6 -11.6 9.5Z", cloth),
    shape("M-2.4 2H2.4V6Q0 8.4 -2.4 6Z", skin),
    s("ellipse", { cx: 0, cy: -2, rx: 5.6, ry: 6.6, fill: skin }),
    ...(bearded ? [shape("M-5.5 -1Q-5 5.4 0 5.4Q5 5.4 5.5 -1Q4 1 2 .8H-2Q-4 1 -5.5 -1Z", hair)] : []),
    s("path", { d: "M-1.6 1.9Q0 2.7 1.6 1.9", fill: "none", stroke: bearded ? skin : "#3b1f17", "stroke-width": 0.8 }),
    ...(visor
      ? [s("rect", { x: -5.6, y: -4, width: 11.2, height: 2.8, rx: 1.3, fill: "#162027" })]
      : [
          s("circle", { cx: -2.2, cy: -2.2, r: 0.8, fill: "#1a1412" }),
          s("circle", { cx: 2.2, cy: -2.2, r: 0.8, fill: "#1a1412" }),
        ]),
    ...upon(look, look === "hood" ? cloth : hair),
  ];
}

/** A craft seen from above. @param {string} who */
function craft(who) {
  const hulls = [
    "M0 -12L3 -3L11 6L3 5L2 10H-2L-3 5L-11 6L-3 -3Z",
    "M0 -12L5 -4V4L9 9H3L0 6L-3 9H-9L-5 4V-4Z",
    "M-4 -11H4L6 -2L11 3V8L4 6V11H-4V6L-11 8V3L-6 -2Z",
  ];
  return [s("circle", { class: "ground", r: 15 }), s("path", { class: "hull", d: hulls[mark(who) % hulls.length] })];
}

/** A vehicle seen from above. */
function vehicle() {
  return [
    s("circle", { class: "ground", r: 15 }),
    s("path", { class: "hull", d: "M-5 -11Q0 -13 5 -11Q6.6 -4 6.6 0V9Q6.6 11 4.6 11H-4.6Q-6.6 11 -6.6 9V0Q-6.6 -4 -5 -11Z" }),
    s("path", { class: "glass", d: "M-4.4 -5Q0 -6.6 4.4 -5L3.6 -1H-3.6ZM-4 6H4V8.6H-4Z" }),
  ];
}

/** A picture; where it is gone from the server, what would be drawn without one. @param {string} who @param {Figure} figure @param {string} picture */
function brought(who, figure, picture) {
  const shown = s("image", {
    class: "photo",
    href: `/pictures/${picture}.webp`,
    x: -15,
    y: -15,
    width: 30,
    height: 30,
    onerror: () => shown.replaceWith(...portraitParts(who, figure)),
  });
  return shown;
}

/** @typedef {"person"|"craft"|"vehicle"} Figure */

/** @param {string} who @param {Figure} figure @param {string} [picture]  the name of one that somebody has brought */
export function portraitParts(who, figure, picture = "") {
  if (A_NAME.test(picture)) return [brought(who, figure, picture)];
  return figure === "craft" ? craft(who) : figure === "vehicle" ? vehicle() : person(who);
}
