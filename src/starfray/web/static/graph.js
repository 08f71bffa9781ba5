// @ts-check
// Nodes and arrows as a picture: whoever is behind stands to the left, whoever is chased to the right. Drawn in pixels of
// the place it has, so that words keep their size on a phone; there the chase runs downwards.

import { s } from "./dom.js";
import { drawFace, face } from "./face.js";
import { shared } from "./labels.js";
import { sideNumber } from "./sides.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Diagram} Diagram */
/** @typedef {Diagram["nodes"][number]} Node */
/** @typedef {Diagram["links"][number]} Link */
/** @typedef {{x: number, y: number}} Place */

const NARROW = 520; // pixels; below it the picture runs downwards
const HALF = 34; // from the middle of a craft to where its arrows begin
const ALONG = [0.36, 0.3, 0.24, 0.42, 0.5, 0.58]; // where on an arrow its words may lie: nearer to whom it belongs to where arrows cross
const LETTER = 0.56; // the width of a letter, of its height

/** The combatant a node stands for; a thing that belongs to somebody is not its owner. @param {View} view @param {Node} node */
export function cardOf(view, node) {
  return node.who && node.who !== node.id ? undefined : view.cards[node.id];
}

/** How far along the chase each node is. A link that would close a circle is left out. @param {Diagram} diagram @param {View} view */
function depths(diagram, view) {
  /** @type {Map<string, string[]>} */
  const after = new Map(diagram.nodes.map((node) => [node.id, []]));
  /** @param {string} from @param {string} to @returns {boolean} */
  const reaches = (from, to) => from === to || (after.get(from) ?? []).some((next) => reaches(next, to));
  const linked = new Set();
  for (const { from, to } of diagram.links) {
    if (!after.has(from) || !after.has(to) || reaches(to, from)) continue;
    after.get(from)?.push(to);
    linked.add(from).add(to);
  }
  /** @type {Map<string, number>} */
  const found = new Map();
  /** @param {string} id @param {number} depth */
  const walk = (id, depth) => {
    if ((found.get(id) ?? -1) >= depth) return;
    found.set(id, depth);
    for (const next of after.get(id) ?? []) walk(next, depth + 1);
  };
  for (const node of diagram.nodes) if (linked.has(node.id)) walk(node.id, 0);
  const deepest = Math.max(1, ...found.values());
  for (const node of diagram.nodes)
    if (!found.has(node.id)) {
      const card = view.cards[node.id];
      found.set(node.id, card && sideNumber(view, card.side) === 0 ? 0 : deepest);
    }
  return found;
}

/** @param {Diagram} diagram @param {View} view @param {number} wide @param {number} scale */
function laidOut(diagram, view, wide, scale) {
  const depth = depths(diagram, view);
  const steps = [...new Set(depth.values())].sort((a, b) => a - b);
  const ranks = steps.map((step) => diagram.nodes.filter((node) => depth.get(node.id) === step));
  const most = Math.max(...ranks.map((rank) => rank.length));
  const down = wide < NARROW && most <= 2;
  const room = 138 * scale;
  const high = (down ? ranks.length : Math.max(most, 1.5)) * room + 12;
  /** @type {Map<string, Place>} */
  const at = new Map();
  ranks.forEach((rank, step) =>
    rank.forEach((node, place) => {
      const along = (step + 0.5) / ranks.length;
      const across = (place + 0.5) / rank.length;
      const climb = rank.length < most || most > 1 ? 0 : (0.5 - along) * room * 0.5; // a lone chase rises to the right
      at.set(
        node.id,
        down ? { x: across * wide, y: along * high - 18 * scale } : { x: along * wide, y: across * high - 16 * scale + climb },
      );
    }),
  );
  return { at, high, down };
}

/** @param {string} words @param {number} size */
const widthOf = (words, size) => words.length * size * LETTER;

/** Where words lie that stand around a place, within the picture. @param {Link} link @param {Place} at @param {number} scale @param {number} wide @returns {import("./labels.js").Box} */
function boxOf(link, at, scale, wide) {
  const [head, ...rest] = link.label.split(", ");
  const w = (Math.max(widthOf(head, 15), widthOf(rest.join(", "), 12)) + 20) * scale;
  const h = (rest.length ? 40 : 26) * scale;
  return { x: Math.min(Math.max(at.x - w / 2, 2), wide - w - 2), y: at.y - h / 2, w, h };
}

/** A label in two lines: what it comes to, and the rest. @param {Link} link @param {import("./labels.js").Box} box @param {string} side @param {number} scale */
function labelled(link, box, side, scale) {
  const [head, ...rest] = link.label.split(", ");
  const note = rest.join(", ");
  return s(
    "g",
    { class: `linkword ${side}`, transform: `translate(${box.x + box.w / 2} ${box.y + box.h / 2})` },
    s("rect", { x: -box.w / 2, y: -box.h / 2, width: box.w, height: box.h, rx: 9 * scale }),
    s("text", { class: "linkhead", y: (note ? -3 : 5) * scale, "font-size": 15 * scale }, head),
    note ? s("text", { class: "linknote", y: 13 * scale, "font-size": 12 * scale }, note) : null,
  );
}

/** @param {Link} link @param {Map<string, Place>} at @param {View} view @param {number} scale @param {number} wide @param {boolean} down @param {boolean} alone @param {import("./labels.js").Box[]} taken  where words lie already */
function arrow(link, at, view, scale, wide, down, alone, taken) {
  const [from, to] = [at.get(link.from), at.get(link.to)];
  if (!from || !to || link.from === link.to) return [];
  const card = view.cards[link.from];
  const side = card ? `side-${sideNumber(view, card.side)}` : "";
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const long = Math.hypot(dx, dy) || 1;
  const cut = (HALF * scale + 6) / long;
  const start = { x: from.x + dx * cut, y: from.y + dy * cut };
  const end = { x: to.x - dx * cut, y: to.y - dy * cut };
  const bend = down ? 0 : -0.12;
  const turn = { x: (start.x + end.x) / 2 - dy * bend, y: (start.y + end.y) / 2 + dx * bend };
  const on = (/** @type {"x"|"y"} */ axis, /** @type {number} */ along) =>
    (1 - along) ** 2 * start[axis] + 2 * along * (1 - along) * turn[axis] + along ** 2 * end[axis];
  const boxes = (alone ? [0.5] : ALONG).map((along) =>
    boxOf(link, { x: on("x", along), y: on("y", along) - (down ? 0 : 6 * scale) }, scale, wide),
  );
  const over = (/** @type {import("./labels.js").Box} */ box) => taken.reduce((sum, other) => sum + shared(box, other), 0);
  const box = boxes.reduce((best, each) => (over(each) < over(best) ? each : best));
  if (link.label) taken.push(box);
  const lean = Math.atan2(end.y - turn.y, end.x - turn.x);
  const tip = 11 * scale;
  const point = (/** @type {number} */ angle) =>
    `${end.x - Math.cos(lean + angle) * tip} ${end.y - Math.sin(lean + angle) * tip}`;
  return [
    s("path", {
      class: `tail ${side}${link.value ? "" : " loose"}`,
      d: `M${start.x} ${start.y}Q${turn.x} ${turn.y} ${end.x} ${end.y}`,
      "stroke-width": (3 + Math.min(4, Math.max(0, link.value ?? 0))) * scale,
    }),
    link.value ? s("path", { class: `head ${side}`, d: `M${end.x} ${end.y}L${point(0.5)}L${point(-0.5)}Z` }) : null,
    link.label ? labelled(link, box, side, scale) : null,
  ].filter((node) => node !== null);
}

/** A note that is too wide goes on below. @param {string} note @param {number} most  letters of a line */
function lines(note, most) {
  if (note.length <= most) return note ? [note] : [];
  const cut = note.lastIndexOf(", ", most) > 0 ? note.lastIndexOf(", ", most) + 1 : note.lastIndexOf(" ", most);
  return cut > 0 ? [note.slice(0, cut), note.slice(cut + 1)] : [note];
}

/** @param {Node} node @param {Place} at @param {View} view @param {number} scale @param {number} room @param {(id: string) => void} tapped */
function craft(node, at, view, scale, room, tapped) {
  const card = cardOf(view, node);
  const group = s("g", { transform: `translate(${at.x} ${at.y})`, class: `craft ${node.state ?? ""}` });
  if (card) {
    const picture = face();
    drawFace(picture, card, view);
    const size = 64 * scale;
    for (const [name, value] of Object.entries({ x: -size / 2, y: -size / 2, width: size, height: size }))
      picture.setAttribute(name, String(value));
    group.append(picture);
    for (const [name, value] of Object.entries({ role: "button", tabindex: "0", "aria-label": node.label }))
      group.setAttribute(name, value);
    group.setAttribute("data-testid", `piece-${card.id}`);
    group.addEventListener("click", () => tapped(card.id));
    group.addEventListener("keydown", (event) => {
      const { key } = /** @type {KeyboardEvent} */ (event);
      if (key !== "Enter" && key !== " ") return;
      event.preventDefault();
      tapped(card.id);
    });
  } else
    group.append(
      s("rect", { class: "system", x: -28 * scale, y: -22 * scale, width: 56 * scale, height: 44 * scale, rx: 9 * scale }),
      s("path", { class: "screen", d: "M-14 -8H14V8H-14ZM-6 13H6", transform: `scale(${scale})` }),
    );
  const notes = lines(node.note ?? "", Math.floor(room / (13 * scale * LETTER)));
  group.append(
    s("text", { class: "craftname", y: 48 * scale, "font-size": 15 * scale }, node.label),
    ...notes.map((words, line) =>
      s("text", { class: "craftnote", y: (64 + line * 15) * scale, "font-size": 13 * scale }, words),
    ),
  );
  return group;
}

/** @param {Diagram} diagram @param {View} view @param {number} wide  pixels @param {number} scale @param {(id: string) => void} tapped */
export function graph(diagram, view, wide, scale, tapped) {
  const { at, high, down } = laidOut(diagram, view, wide, scale);
  const half = (HALF + 4) * scale;
  const taken = [...at.values()].map(({ x, y }) => ({ x: x - half, y: y - half, w: 2 * half, h: 2 * half + 24 * scale }));
  const columns = new Set([...at.values()].map((place) => Math.round(place.x))).size;
  return s(
    "svg",
    {
      class: "diagram-graph",
      viewBox: `0 0 ${wide} ${high}`,
      width: wide,
      height: high,
      role: "group",
      "aria-label": diagram.title,
    },
    ...diagram.links.flatMap((link) => arrow(link, at, view, scale, wide, down, diagram.links.length === 1, taken)),
    ...diagram.nodes.map((node) =>
      craft(node, /** @type {Place} */ (at.get(node.id)), view, scale, wide / Math.max(1, columns) - 8, tapped),
    ),
  );
}
