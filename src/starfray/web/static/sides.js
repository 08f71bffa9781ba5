// @ts-check
// The sides of a fight: a colour and a shape each, so that colour is never all that tells them apart.

/** @typedef {import("./types.js").View} View */

export const SIDE_SIGNS = ["◆", "●", "▲", "■", "✚"];

/** The sides in the order in which their people stand. @param {View} view */
export function sidesOf(view) {
  return [...new Set(view.order.map((id) => view.cards[id]?.side ?? ""))];
}

/** The place of a side among the sides of the fight. @param {View} view @param {string} side */
export function sideNumber(view, side) {
  return Math.max(0, sidesOf(view).indexOf(side)) % SIDE_SIGNS.length;
}
