// @ts-check
// Where tokens are drawn: at their place, or, where they would cover each other, moved apart as little as shows them all.

/** @typedef {import("./types.js").Card} Card */

const APART = 35; // pixels between the middles of two tokens
const FAR = 60; // pixels a token may be drawn from its place
const ROUNDS = 12;
const EDGE = 19; // pixels from the middle of a token to the edge of the picture

/**
 * @param {Card[]} placed @param {number} u one pixel @param {{id: string, at: number[]}|null} drag  who is being dragged, and where to
 * @param {number[]} seen  what is seen of the picture: nobody is moved out of it
 * @returns {Map<string, number[]>}
 */
export function spread(placed, u, drag, seen) {
  const all = placed.map((card) => {
    const home = drag?.id === card.id ? drag.at : /** @type {number[]} */ (card.at);
    return { id: card.id, home, at: [...home], held: drag?.id === card.id };
  });
  const crowded = all.filter((one) => all.some((other) => other !== one && gap(one.at, other.at) < APART * u));
  for (let round = 0; round < ROUNDS && crowded.length; round += 1)
    for (const [i, one] of crowded.entries())
      for (const other of crowded.slice(i + 1)) {
        const far = gap(one.at, other.at);
        const lacks = APART * u - far;
        if (lacks <= 0) continue;
        const to = far > 0.5 * u ? Math.atan2(other.at[1] - one.at[1], other.at[0] - one.at[0]) : -0.25 - i;
        push(one, to + Math.PI, lacks / 2, u, seen);
        push(other, to, lacks / 2, u, seen);
      }
  return new Map(all.map((one) => [one.id, one.at]));
}

/** @param {number[]} one @param {number[]} other */
function gap(one, other) {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}

/** @param {{home: number[], at: number[], held: boolean}} one @param {number} to  direction @param {number} by @param {number} u @param {number[]} seen */
function push(one, to, by, u, seen) {
  if (one.held) return;
  const [left, top, wide, high] = seen;
  const at = [
    within(one.at[0] + by * Math.cos(to), left, left + wide, u),
    within(one.at[1] + by * Math.sin(to), -top - high, -top, u),
  ];
  if (gap(at, one.home) <= FAR * u) one.at = at;
}

/** @param {number} place @param {number} low @param {number} high @param {number} u */
function within(place, low, high, u) {
  return Math.max(low + EDGE * u, Math.min(high - EDGE * u, place));
}
