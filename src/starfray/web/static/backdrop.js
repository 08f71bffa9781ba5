// @ts-check
// What lies under a map: a picture, and the lines of a grid in squares or hexes.

import { give, s, text } from "./dom.js";
import { say } from "./words.js";

/** @typedef {{picture: string, at: number[], size: number[]|null, grid: string, cell: number, offset: number[], covered?: string}} Backdrop */

const MOST_CELLS = 6000;
const SMALLEST = 7; // pixels across a cell that are worth a line

/** @param {Element} root @param {Backdrop|null|undefined} under @param {number[]} whole  left, top, width, height of the map @param {number} u */
export function drawBackdrop(root, under, whole, u) {
  if (!root.firstElementChild)
    root.append(s("image", { preserveAspectRatio: "none" }), s("path", { class: "cells" }), s("text"));
  const [image, lines, words] = root.children;
  const picture = under?.size ? addressOf(under) : "";
  if (root.getAttribute("data-picture") !== picture) {
    give(root, { "data-picture": picture });
    root.classList.remove("missing");
    give(image, {
      href: picture || null,
      onerror: () => root.classList.add("missing"),
    });
  }
  const [width, height] = under?.size ?? [0, 0];
  const [x, y] = under?.at ?? [0, 0];
  give(image, { x, y: 0 - y - height, width, height });
  give(words, { x: whole[0] + 8 * u, y: whole[1] + 18 * u, "font-size": 12 * u });
  text(words, picture ? say("map.noPicture") : "");
  const worth = under && under.grid !== "none" && under.cell / u >= SMALLEST;
  const many = under ? (whole[2] * whole[3]) / under.cell ** 2 : 0;
  give(lines, { d: worth && many <= MOST_CELLS ? (under.grid === "hex" ? hexes(under, whole) : squares(under, whole)) : "" });
}

/** Where the picture is to be had: for the GM whole, in fog without what is not seen. @param {Backdrop} under */
function addressOf(under) {
  if (under.covered) return `/api/rooms/${document.body.dataset.room}/under/${under.covered}.webp`;
  return under.picture ? `/pictures/${under.picture}.webp` : "";
}

/** Fog over what is not seen, in one piece for each row's stretch. @param {Element} root @param {{edge: number, rows: string[]}|null|undefined} fog @param {number[]} whole */
export function drawFog(root, fog, whole) {
  if (!root.firstElementChild) root.append(s("path"));
  const [left, top, width, height] = whole;
  const edge = fog?.edge ?? 1;
  const parts = (fog?.rows ?? []).flatMap((row, place) =>
    [...row.matchAll(/0+/g)].map((stretch) => {
      const west = Math.max(left, stretch.index * edge);
      const east = Math.min(left + width, (stretch.index + stretch[0].length) * edge);
      const north = Math.max(top, 0 - (place + 1) * edge);
      const south = Math.min(top + height, 0 - place * edge);
      return `M${west} ${north}H${east}V${south}H${west}Z`;
    }),
  );
  give(root.children[0], { d: parts.join("") });
}

/** The first line of a grid at or after a place. @param {number} from @param {number} offset @param {number} step */
function first(from, offset, step) {
  return from + ((((offset - from) % step) + step) % step);
}

/** @param {Backdrop} under @param {number[]} whole */
function squares(under, [left, top, width, height]) {
  const parts = [];
  for (let x = first(left, under.offset[0], under.cell); x <= left + width; x += under.cell)
    parts.push(`M${x} ${top}V${top + height}`);
  for (let y = first(top, 0 - under.offset[1], under.cell); y <= top + height; y += under.cell)
    parts.push(`M${left} ${y}H${left + width}`);
  return parts.join("");
}

/** Hexes that stand on a corner, `cell` from side to side; none reaches over the edge of the map. @param {Backdrop} under @param {number[]} whole */
function hexes(under, [left, top, width, height]) {
  const across = under.cell;
  const side = across / Math.sqrt(3);
  const parts = [];
  const low = first(top, 0 - under.offset[1], 3 * side) - 3 * side;
  for (let row = 0; low + row * 1.5 * side < top + height; row += 1) {
    const y = low + row * 1.5 * side;
    const start = first(left, under.offset[0] + (row % 2 ? across / 2 : 0), across) - across;
    for (let x = start; x <= left + width; x += across) {
      const points = [
        [x, y + 1.5 * side],
        [x, y + 0.5 * side],
        [x + across / 2, y],
        [x + across, y + 0.5 * side],
      ];
      const inside = points.every(
        ([a, b]) => a >= left - 1e-9 && a <= left + width + 1e-9 && b >= top - 1e-9 && b <= top + height + 1e-9,
      );
      if (inside) parts.push(`M${points.map((each) => each.join(" ")).join("L")}`);
    }
  }
  return parts.join("");
}
