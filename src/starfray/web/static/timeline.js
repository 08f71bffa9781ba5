// @ts-check
// The line of counts: each person a row, each act a bar from its beginning to where it takes effect.

import { h, plain } from "./dom.js";
import { drawFace, face, stateOf } from "./face.js";
import { sideNumber } from "./sides.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Diagram} Diagram */
/** @typedef {NonNullable<Diagram["bars"]>[number]} Bar */

const LEAST = 8; // counts the line shows at least
const MARKS = 9; // counts that have their number written, at most

/** @param {Diagram} diagram @param {View} view @param {(id: string) => void} tapped */
export function timeline(diagram, view, tapped) {
  const bars = diagram.bars ?? [];
  const now = diagram.now ?? 0;
  const first = Math.min(now - 1, ...bars.map((bar) => bar.from));
  const last = Math.max(first + LEAST, now + 2, ...bars.map((bar) => bar.to)) + 1;
  const share = (/** @type {number} */ count) => (count - first) / (last - first);
  const people = view.order.filter((id) => bars.some((bar) => bar.who === id));
  return h(
    "div",
    { class: "diagram-timeline" },
    scale(first, last, now, share),
    ...people.map((who) =>
      row(
        who,
        bars.filter((bar) => bar.who === who),
        view,
        share,
        tapped,
      ),
    ),
    placed(h("div", { class: "nowline" }, h("b", {}, say("diagram.now", { count: now }))), share(now)),
  );
}

/** @template {HTMLElement} T @param {T} node @param {number} from @param {number} [long] @returns {T} */
function placed(node, from, long = 0) {
  node.style.setProperty("--from", String(from));
  node.style.setProperty("--long", String(long));
  return node;
}

/** The counts above the rows. @param {number} first @param {number} last @param {number} now @param {(count: number) => number} share */
function scale(first, last, now, share) {
  const step = Math.max(1, Math.ceil((last - first) / MARKS));
  const counts = [];
  for (let count = now - Math.floor((now - first) / step) * step; count < last; count += step)
    if (count !== now && count > 0) counts.push(count);
  return h(
    "div",
    { class: "countscale", "aria-hidden": "true" },
    ...counts.map((count) => placed(h("span", {}, count), share(count))),
  );
}

/** @param {string} who @param {Bar[]} bars @param {View} view @param {(count: number) => number} share @param {(id: string) => void} tapped */
function row(who, bars, view, share, tapped) {
  const card = view.cards[who];
  const picture = face();
  drawFace(picture, card, view);
  return h(
    "div",
    { class: `track-row side-${card ? sideNumber(view, card.side) : 0}${card && stateOf(view, card).now ? " now" : ""}` },
    h(
      "button",
      { type: "button", class: "who", "data-testid": `piece-${who}`, onclick: () => tapped(who) },
      picture,
      h("b", {}, card?.name ?? plain(who)),
    ),
    h("div", { class: "track-line" }, ...bars.map((bar) => drawn(bar, share))),
  );
}

/** A bar, its words beside it where they do not fit within. @param {Bar} bar @param {(count: number) => number} share */
function drawn(bar, share) {
  const long = share(bar.to) - share(bar.from);
  const words =
    bar.to > bar.from
      ? say(`bar.${bar.state === "air" || bar.state === "plan" ? "lands" : "until"}`, { what: bar.label, count: bar.to })
      : bar.label;
  const right = share(bar.from) + long > 0.6;
  return placed(
    h(
      "div",
      { class: `trackbar ${bar.state}${long < 0.5 ? (right ? " left" : " beside") : ""}`, title: words },
      h("span", {}, words),
    ),
    share(bar.from),
    long,
  );
}
