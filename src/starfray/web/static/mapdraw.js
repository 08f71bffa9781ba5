// @ts-check
// The parts of the map: grid, zones, cover, rings of distance, tokens, a way. All in metres; `u` is one pixel.
// The rules count y upward, to the north; a picture counts it downward. `drawn` is the only place that turns one into the other.

import { give, keyed, s, text } from "./dom.js";
import { shared } from "./labels.js";
import { faceClass, faceWords, fillFace } from "./face.js";
import { say } from "./words.js";

/** @typedef {import("./labels.js").Box} Box */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Card} Card */
/** @typedef {import("./types.js").Wish} Wish */
/** @typedef {import("./labels.js").Label} Label */

/** How large a face stands on the map, of its own pixels. */
export const FACE = 0.86;

/** A place of the fight as a place of the picture, and back. @param {number[]} at @returns {number[]} */
export function drawn(at) {
  return [at[0], 0 - at[1]]; // 0 - 0 is 0, -0 would be written as -0
}

const RING_WORD = 11; // pixels of the words on a ring
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];

/** @param {Element} root @param {number[]} area  where lines go @param {number[]} seen @param {number} u @param {string} unit */
export function drawGrid(root, area, seen, u, unit) {
  const step = STEPS.find((each) => each / u > 46) ?? 10000;
  const left = Math.max(area[0], seen[0] - step);
  const right = Math.min(area[0] + area[2], seen[0] + seen[2] + step);
  const top = Math.max(area[1], seen[1] - step);
  const bottom = Math.min(area[1] + area[3], seen[1] + seen[3] + step);
  const lines = [];
  for (let x = Math.ceil(left / step) * step; x <= right; x += step)
    lines.push({ x1: x, x2: x, y1: top, y2: bottom, at: x, up: true });
  for (let y = Math.ceil(top / step) * step; y <= bottom; y += step)
    lines.push({ x1: left, x2: right, y1: y, y2: y, at: y, up: false });
  const low = Math.min(bottom, seen[1] + seen[3]);
  const near = Math.max(left, seen[0]);
  keyed(
    root,
    lines,
    (line) => `${line.up}${line.at}`,
    () => s("g", {}, s("line"), s("text")),
    (node, line) => {
      give(node.children[0], { x1: line.x1, x2: line.x2, y1: line.y1, y2: line.y2 });
      give(node.children[1], {
        x: line.up ? line.at + 3 * u : near + 3 * u,
        y: line.up ? low - 4 * u : line.at - 3 * u,
        "font-size": 10 * u,
      });
      const edge =
        (line.up && (line.at - near < 18 * u || line.x1 > right - 24 * u)) ||
        (!line.up && (low - line.at < 20 * u || line.at - top < 10 * u));
      text(node.children[1], edge ? "" : line.up ? `${line.at} ${unit}` : 0 - line.at);
    },
  );
}

/** @param {Element} root @param {View} view @param {number} u */
export function drawZones(root, view, u) {
  keyed(
    root,
    view.scene.zones,
    (zone, i) => `${zone.name}${i}`,
    () => s("g", { class: "zone" }, s("circle"), s("text")),
    (node, zone) => {
      const [x, y] = drawn(zone.at);
      give(node.children[0], { cx: x, cy: y, r: zone.radius });
      give(node.children[1], { x, y: y - zone.radius + 15 * u, "font-size": 12 * u });
      text(node.children[1], zone.kind && !zone.name.includes(zone.kind) ? `${zone.name} (${zone.kind})` : zone.name);
    },
  );
}

/** Walls, windows and doors; an open door is drawn as its leaf, turned away from the frame. @param {Element} root @param {View} view */
export function drawWalls(root, view) {
  keyed(
    root,
    view.scene.walls,
    (wall, i) => `${wall.kind}${wall.name}${i}`,
    () => s("g", {}, s("polyline"), s("title")),
    (node, wall) => {
      const points = wall.points.map(drawn);
      const [[x, y], last] = [points[0], points[points.length - 1]];
      const leaf = wall.open
        ? [
            [x, y],
            [x - (last[1] - y), y + (last[0] - x)],
          ]
        : points;
      give(node, { class: `wall ${wall.kind}${wall.open ? " open" : ""}` });
      give(node.children[0], { points: leaf.map((point) => point.join(",")).join(" ") });
      text(node.children[1], wall.name || wall.kind);
    },
  );
}

/** @param {Element} root @param {View} view @param {Map<string, Label>} labels @param {number} u */
export function drawCover(root, view, labels, u) {
  keyed(
    root,
    view.scene.cover.filter((cover) => cover.at),
    coverKey,
    () => s("g", { class: "cover" }, s("circle"), s("rect"), s("text")),
    (node, cover, i) => {
      const [x, y] = drawn(/** @type {number[]} */ (cover.at));
      const size = Math.max(1, 18 * u);
      const label = labels.get(coverKey(cover, i));
      give(node.children[0], { cx: x, cy: y, r: cover.reach });
      give(node.children[1], { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: 3 * u });
      give(node.children[2], {
        x: x + (label?.dx ?? 0),
        y: y + (label?.dy ?? size),
        "font-size": 11.5 * u,
        "text-anchor": label?.anchor ?? "middle",
      });
      text(node.children[2], coverWords(cover));
    },
  );
}

/** @param {{name: string}} cover @param {number} i */
export function coverKey(cover, i) {
  return `cover ${cover.name}${i}`;
}

/** @param {{name: string, rating: number}} cover */
export function coverWords(cover) {
  return cover.rating ? `${cover.name} ${cover.rating}` : cover.name;
}

/**
 * The bands the book speaks of, or plain metres; each label where the ring is seen and nobody stands.
 * @param {Element} root @param {Card|undefined} from @param {number[]} box @param {number} edge  the lower edge of the map @param {Box[]} taken @param {number} u @param {string} unit
 */
export function drawRings(root, from, box, edge, taken, u, unit) {
  const at = from?.at ? drawn(from.at) : null;
  const reach = Math.hypot(box[2], box[3]);
  const step = STEPS.find((each) => each >= Math.max(box[2], box[3]) / 6) ?? 100;
  const bands = (from?.rings ?? []).filter((ring) => ring.metres < reach);
  const rings = !at
    ? []
    : from?.rings?.length
      ? bands.map((ring) => ({ r: ring.metres, words: `${ring.label} ${ring.metres} ${unit}` }))
      : [1, 2, 3].map((each) => ({ r: each * step, words: `${each * step} ${unit}` }));
  keyed(
    root,
    rings,
    (ring) => ring.words,
    () => s("g", {}, s("circle"), s("text")),
    (node, ring) => {
      const centre = /** @type {number[]} */ (at);
      give(node.children[0], { cx: centre[0], cy: centre[1], r: ring.r });
      const place = labelPlace(centre, ring.r, box, edge, taken, ring.words, u);
      give(node.children[1], { x: place?.[0] ?? 0, y: place?.[1] ?? 0, "font-size": RING_WORD * u });
      text(node.children[1], place ? ring.words : "");
    },
  );
}

/** A point of a ring inside the box where its words lie over nothing: at the bottom of the ring, or as near to it as can be. @param {number[]} centre @param {number} r @param {number[]} box @param {number} edge @param {Box[]} taken @param {string} words @param {number} u */
function labelPlace(centre, r, box, edge, taken, words, u) {
  const [w, h] = [words.length * RING_WORD * 0.56 * u, RING_WORD * 1.3 * u];
  for (let turn = 0; turn < 32; turn += 1) {
    const away = Math.ceil(turn / 2) * (turn % 2 ? 1 : -1);
    const angle = (away / 32 + 0.25) * 2 * Math.PI;
    const point = [centre[0] + r * Math.cos(angle), centre[1] + r * Math.sin(angle) + 4 * u];
    const own = { x: point[0] - w / 2, y: point[1] - h * 0.8, w, h };
    const inside =
      own.x > box[0] + 20 * u &&
      own.x + w < box[0] + box[2] - 6 * u &&
      own.y > box[1] + 4 * u &&
      point[1] < box[1] + box[3] - 10 * u &&
      (point[1] < Math.min(edge, box[1] + box[3]) - 22 * u || point[1] > edge + 16 * u);
    if (inside && taken.every((other) => shared(own, other) === 0)) return point;
  }
  return null;
}

/** A token is a face with its name where nobody stands. @param {SVGElement} node @param {Card} card @param {number[]} at @param {View} view @param {string} chosen @param {Label|undefined} label @param {number} u */
export function fillToken(node, card, at, view, chosen, label, u) {
  const up = view.turn.actors.includes(card.id);
  give(node, {
    class: `token ${faceClass(view, card)}${up ? " up" : ""}${card.id === chosen ? " chosen" : ""}`,
    transform: `translate(${drawn(at).join(" ")})`,
    "aria-label": `${faceWords(view, card)}, ${say("map.at", { at: (card.at ?? at).map(round1).join(", ") })}`,
  });
  text(node.children[0], `${card.name} (${card.side})`);
  give(node.children[1], { transform: `scale(${u * FACE})` });
  fillFace(node.children[1], card, view);
  give(node.children[2], {
    class: "name",
    x: label?.dx ?? 0,
    y: label?.dy ?? -24 * u,
    "text-anchor": label?.anchor ?? "middle",
    "font-size": 13 * u,
  });
  text(node.children[2], card.hidden ? `(${card.name})` : card.name);
  const faces = typeof card.facing === "number";
  give(node.children[3], {
    display: faces ? null : "none",
    transform: faces ? `scale(${u * FACE}) rotate(${0 - Number(card.facing)})` : null,
  });
}

/** @param {Wish|null} wish @param {{centre: number[], high: number}|null} free  where the chosen token could go @param {number} u @param {string} unit */
export function wayParts(wish, free, u, unit) {
  const parts = [];
  const round = wish?.centre && wish.high > 0 ? { centre: wish.centre, high: wish.high } : free;
  if (round && round.high < 400)
    parts.push(s("circle", { class: "reach", cx: round.centre[0], cy: drawn(round.centre)[1], r: round.high }));
  if (!wish) return parts;
  const points = [...(wish.centre ? [wish.centre] : []), ...wish.points];
  const shown = wish.shown ?? points;
  const long = wayLength(points);
  const far = wish.centre && wish.high > 0 && long > wish.high + 1e-6;
  if (points.length > 1)
    parts.push(
      s("polyline", {
        class: `${wish.kind === "point" ? "aim" : "walk"}${far ? " far" : ""}`,
        points: shown.map((at) => drawn(at).join(",")).join(" "),
      }),
    );
  for (const at of wish.kind === "point" && wish.shown ? [] : wish.points)
    parts.push(s("circle", { class: `spot${far ? " far" : ""}`, cx: at[0], cy: drawn(at)[1], r: 5 * u }));
  const last = wish.points[wish.points.length - 1];
  if (last && points.length > 1) {
    const [one, other] = shown.slice(-2).map(drawn);
    const [x, y] = wish.shown ? [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2] : [last[0] + 10 * u, drawn(last)[1]];
    parts.push(
      s(
        "text",
        {
          class: `long${far ? " far" : ""}`,
          x,
          y: y - 8 * u,
          "text-anchor": wish.shown ? "middle" : "start",
          "font-size": 13 * u,
        },
        far ? say("map.tooFar", { far: `${round1(long)} ${unit}`, over: round1(long - wish.high) }) : `${round1(long)} ${unit}`,
      ),
    );
  }
  return parts;
}

/** What the length of a way takes up, which stands above its middle. @param {number[][]} shown @param {number} u @returns {Box} */
export function lengthBox(shown, u) {
  const [x, y] = drawn([(shown[0][0] + shown[1][0]) / 2, (shown[0][1] + shown[1][1]) / 2]);
  return { x: x - 32 * u, y: y - 24 * u, w: 64 * u, h: 20 * u };
}

/** @param {number[][]} points */
export function wayLength(points) {
  return points.slice(1).reduce((sum, at, i) => sum + Math.hypot(at[0] - points[i][0], at[1] - points[i][1]), 0);
}

/** @param {number} number */
export function round1(number) {
  return Math.round(number * 10) / 10;
}

/** Metres by the map or as somebody said. @param {View} view @param {Card} one @param {Card} other @returns {number|null} */
export function metres(view, one, other) {
  if (one.at && other.at) return Math.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]);
  const set = view.scene.relations.find(
    (each) => each.kind === "distance" && each.between.includes(one.id) && each.between.includes(other.id),
  );
  return set ? set.value : null;
}

/** The part of the picture that everybody and everything stands in. @param {View} view @param {Card[]} placed */
export function bounds(view, placed) {
  const [left, bottom, width, height] = extent(view, placed);
  return [left, drawn([0, bottom + height])[1], width, height];
}

/** The same in places of the fight: left, bottom, width, height. @param {View} view @param {Card[]} placed */
function extent(view, placed) {
  if (view.scene.map) {
    const [width, height] = view.scene.map; // and whoever has left it
    const out = placed
      .map((card) => /** @type {number[]} */ (card.at))
      .filter(([x, y]) => x < 0 || y < 0 || x > width || y > height);
    const left = Math.min(0, ...out.map(([x]) => Math.floor(x - 1)));
    const bottom = Math.min(0, ...out.map(([, y]) => Math.floor(y - 1)));
    return [
      left,
      bottom,
      Math.max(width, ...out.map(([x]) => Math.ceil(x + 1))) - left,
      Math.max(height, ...out.map(([, y]) => Math.ceil(y + 1))) - bottom,
    ];
  }
  const points = [
    ...placed.map((card) => /** @type {number[]} */ (card.at)),
    ...view.scene.cover.flatMap((cover) => (cover.at ? [cover.at] : [])),
    ...view.scene.zones.flatMap((zone) => [
      [zone.at[0] - zone.radius, zone.at[1] - zone.radius],
      [zone.at[0] + zone.radius, zone.at[1] + zone.radius],
    ]),
  ];
  if (!points.length) return [0, 0, 20, 12];
  const left = Math.floor(Math.min(...points.map((at) => at[0])) - 3);
  const bottom = Math.floor(Math.min(...points.map((at) => at[1])) - 3);
  const width = Math.max(12, Math.ceil(Math.max(...points.map((at) => at[0])) + 3) - left);
  const height = Math.max(7, Math.ceil(Math.max(...points.map((at) => at[1])) + 3) - bottom);
  return [left, bottom, width, height];
}
