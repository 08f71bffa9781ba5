// @ts-check
// What an act looks like on the map: a line from who did it to whom it hit, and numbers that rise and fade.

import { s } from "./dom.js";
import { drawn } from "./mapdraw.js";
import { lossOf } from "./stage.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Told} Told */

/** @param {Told} told @param {View} view @param {Map<string, number[]>} stands  where everybody is drawn @param {number} u one pixel */
export function fxParts(told, view, stands, u) {
  const from = stands.get(told.who);
  const hit = told.parts.filter((part) => part.who !== told.who && stands.has(part.who));
  const whom = hit.length ? hit.map((part) => part.who) : told.whom.filter((id) => id !== told.who && stands.has(id));
  const lines = from
    ? whom.map((id) => {
        const [x1, y1] = drawn(from);
        const [x2, y2] = drawn(/** @type {number[]} */ (stands.get(id)));
        const long = Math.hypot(x2 - x1, y2 - y1);
        const cut = long > 60 * u ? (22 * u) / long : 0;
        return s("line", {
          class: `shot${hit.some((part) => part.who === id && lossOf(part, view) < 0) ? " hit" : ""}`,
          x1: x1 + (x2 - x1) * cut,
          y1: y1 + (y2 - y1) * cut,
          x2: x2 - (x2 - x1) * cut,
          y2: y2 - (y2 - y1) * cut,
        });
      })
    : [];
  const numbers = told.parts
    .filter((part) => stands.has(part.who) && part.who !== told.who && part.changes.length > 0)
    .map((part) => {
      const [x, y] = drawn(/** @type {number[]} */ (stands.get(part.who)));
      const loss = lossOf(part, view);
      const gain = part.changes.find((each) => each.after > each.before);
      const words = loss < 0 ? `−${-loss}` : gain ? `+${gain.after - gain.before}` : "";
      return s(
        "g",
        { transform: `translate(${x + 30 * u} ${y - 16 * u})` },
        s("text", { class: loss < 0 ? "float bad" : "float good", "font-size": 24 * u }, words),
      );
    });
  return [...lines, ...numbers];
}
