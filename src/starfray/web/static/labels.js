// @ts-check
// Where names stand on the map: below, above or beside, wherever nobody and nothing else is.

import { coverKey, coverWords, drawn } from "./mapdraw.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Card} Card */
/** @typedef {{dx: number, dy: number, anchor: "start"|"middle"|"end"}} Label  where the words begin, seen from the thing */
/** @typedef {{x: number, y: number, w: number, h: number}} Box */

const ARROW = 9; // pixels a facing is drawn beyond its face
const WIDE = 0.56; // of the size of the letters, a letter on average

/** The four places around a thing. @param {number} far @param {number} size @param {number} [arrow]  how much farther its facing reaches */
function places(far, size, arrow = 0) {
  return /** @type {Label[]} */ ([
    { dx: 0, dy: far + size, anchor: "middle" },
    { dx: 0, dy: -far - size * 0.35, anchor: "middle" },
    { dx: far + arrow + size * 0.3, dy: size * 0.35, anchor: "start" },
    { dx: -far - arrow - size * 0.3, dy: size * 0.35, anchor: "end" },
  ]);
}

/** @param {number[]} at @param {Label} label @param {string} words @param {number} size @returns {Box} */
function box(at, label, words, size) {
  const w = words.length * size * WIDE;
  const left = label.anchor === "middle" ? w / 2 : label.anchor === "end" ? w : 0;
  return { x: at[0] + label.dx - left, y: at[1] + label.dy - size * 0.85, w, h: size * 1.1 };
}

/** How much of a box lies beyond what is seen. @param {Box} own @param {Box} seen */
function beyond(own, seen) {
  const lost = own.w * own.h - shared(own, seen);
  return lost > own.w * own.h * 1e-6 ? lost : 0;
}

/** A label below or above is moved sideways until all of it is seen. @param {Label} label @param {number[]} at @param {string} words @param {number} size @param {Box} seen */
function kept(label, at, words, size, seen) {
  if (label.anchor !== "middle") return label;
  const own = box(at, label, words, size);
  const left = Math.max(0, seen.x - own.x);
  const right = Math.max(0, own.x + own.w - seen.x - seen.w);
  return { ...label, dx: label.dx + left - right };
}

/** How much of two boxes lies over each other. @param {Box} one @param {Box} other */
export function shared(one, other) {
  const w = Math.min(one.x + one.w, other.x + other.w) - Math.max(one.x, other.x);
  const h = Math.min(one.y + one.h, other.y + other.h) - Math.max(one.y, other.y);
  return w > 0 && h > 0 ? w * h : 0;
}

/** Where names stand, and what tokens, cover and names take up. @param {View} view @param {Card[]} placed @param {Map<string, number[]>} stands  where everybody is drawn @param {number[]} part  what is seen @param {number} u one pixel */
export function placeLabels(view, placed, stands, part, u) {
  const seen = { x: part[0] + 3 * u, y: part[1] + 3 * u, w: part[2] - 6 * u, h: part[3] - 6 * u };
  /** @type {Map<string, Label>} */
  const found = new Map();
  const things = placed.map((card) => ({
    key: card.id,
    at: drawn(stands.get(card.id) ?? [0, 0]),
    far: 19 * u,
    words: card.name,
    size: 13 * u,
    arrow: typeof card.facing === "number" ? ARROW * u : 0,
  }));
  const covers = view.scene.cover
    .filter((cover) => cover.at)
    .flatMap((cover, i) =>
      cover.at
        ? [
            {
              key: coverKey(cover, i),
              at: drawn(cover.at),
              far: Math.max(0.5, 9 * u),
              words: coverWords(cover),
              size: 11.5 * u,
              arrow: 0,
            },
          ]
        : [],
    );
  /** @type {Box[]} */
  const taken = [...things, ...covers].map(({ at, far }) => ({ x: at[0] - far, y: at[1] - far, w: 2 * far, h: 2 * far }));
  for (const { key, at, far, words, size, arrow } of [...things, ...covers]) {
    let best = null;
    let least = Infinity;
    for (const place of places(far, size, arrow)) {
      const label = kept(place, at, words, size, seen);
      const own = box(at, label, words, size);
      const over = taken.reduce((sum, other) => sum + shared(own, other), 0) + 2 * beyond(own, seen);
      if (over < least - 1e-9) {
        least = over;
        best = label;
      }
      if (over === 0) break;
    }
    if (!best) continue;
    found.set(key, best);
    taken.push(box(at, best, words, size));
  }
  return { labels: found, taken };
}
