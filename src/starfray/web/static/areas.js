// @ts-check
// What lies over the ground: arcs that somebody watches, fire, smoke and gas, a blast before the throw; cells of the map and facings.

import { give, keyed, s, text } from "./dom.js";
import { drawn } from "./mapdraw.js";
import { sideNumber } from "./sides.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Area} Area */

const MOST_CELLS = 3000;
const SMALLEST = 14; // pixels across a cell that are worth a line

/** A circle, or an arc towards something; without a radius it goes on to the edge of the picture. @param {Area} area @param {number} reach */
function outline(area, reach) {
  const [x, y] = drawn(area.at);
  const r = area.radius || reach;
  if (!area.toward || !area.width || area.width >= 360)
    return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  const half = (area.width * Math.PI) / 360;
  const to = middle(area);
  const point = (/** @type {number} */ angle) => `${x + r * Math.cos(angle)} ${y + r * Math.sin(angle)}`;
  return `M${x} ${y}L${point(to - half)}A${r} ${r} 0 ${area.width > 180 ? 1 : 0} 1 ${point(to + half)}Z`;
}

/** The direction of an arc in the picture. @param {Area} area */
function middle(area) {
  const [x, y] = drawn(area.at);
  const [tx, ty] = drawn(area.toward ?? [area.at[0], area.at[1] + 1]);
  return Math.atan2(ty - y, tx - x);
}

/** @param {Element} root @param {View} view @param {Area|null} blast  what a throw would cover @param {number[]} box @param {number} u */
export function drawAreas(root, view, blast, box, u) {
  const reach = Math.hypot(box[2], box[3]);
  keyed(
    root,
    [...(view.areas ?? []), ...(blast ? [blast] : [])],
    (area, i) => `${area.kind}${area.who}${i}`,
    () => s("g", {}, s("title"), s("path"), s("text")),
    (node, area) => {
      const card = view.cards[area.who];
      give(node, { class: `area ${area.kind}${card ? ` side-${sideNumber(view, card.side)}` : ""}` });
      text(node.children[0], area.summary || area.label);
      give(node.children[1], { d: outline(area, reach) });
      const [x, y] = drawn(area.at);
      const far = area.toward && area.width ? Math.min(area.radius || reach, 150 * u) * 0.8 : 0;
      const to = middle(area);
      const up = far ? 0 : -(area.radius || 0) - 5 * u;
      give(node.children[2], { x: x + far * Math.cos(to), y: y + far * Math.sin(to) + up, "font-size": 12 * u });
      text(node.children[2], area.name ? say("map.area", { name: area.name, label: area.label }) : area.label);
    },
  );
}

/** Hexes of one unit, as far as they can be told apart. @param {Element} root @param {View} view @param {number[]} area @param {number} u */
export function drawCells(root, view, area, u) {
  const hexes = view.scene.cells === "hexes" && 1 / u >= SMALLEST && area[2] * area[3] < MOST_CELLS;
  root.parentElement?.classList.toggle("hexes", hexes);
  const mark = hexes ? area.join() : "";
  if (root.getAttribute("data-for") === mark) return;
  give(root, { "data-for": mark });
  root.replaceChildren(...(hexes ? [s("path", { d: hexPath(area) })] : []));
}

/** @param {number[]} area  left, top, width, height */
function hexPath([left, top, width, height]) {
  const side = 1 / Math.sqrt(3);
  const parts = [];
  for (let row = -1; row * 1.5 * side < height; row += 1)
    for (let column = -1; column < width; column += 1) {
      const x = left + column + (row % 2 ? 0.5 : 0);
      const y = top + row * 1.5 * side;
      // three of its six edges: the neighbours have the others
      parts.push(`M${x} ${y + 1.5 * side}V${y + 0.5 * side}L${x + 0.5} ${y}L${x + 1} ${y + 0.5 * side}`);
    }
  return parts.join("");
}
