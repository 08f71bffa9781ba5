// @ts-check
// The agenda: who was, is and will be up. Where several things share a count, the rail is a timeline of counts.

import { give, h, keyed, one, plain, text } from "./dom.js";
import { drawFace, face, stateOf } from "./face.js";
import { SIDE_SIGNS, sideNumber } from "./sides.js";
import { named } from "./speech.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Moment} Moment */
/** @typedef {{when: string, status: string, moments: Moment[]}} Count */

export class Rail {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.list = h("ol", { class: "moments", "data-testid": "agenda", tabindex: "0", "aria-label": say("rail.agenda") });
    root.append(this.list);
    this.now = "";
  }

  /** @param {View} view */
  update(view) {
    const counts = inCounts(view.agenda);
    const timed = isTimeline(counts);
    this.root.classList.toggle("timeline-rail", timed);
    if (timed) this.counts(counts, view);
    else this.moments(view);
    const now = view.agenda
      .filter((moment) => moment.status === "now")
      .map((moment) => moment.when + moment.who)
      .join();
    if (now !== this.now) {
      this.now = now;
      const node = this.list.querySelector(".now");
      if (node instanceof HTMLElement)
        this.list.scrollTo({ left: node.offsetLeft - 24, top: node.offsetTop - 24, behavior: "smooth" });
    }
  }

  /** @param {View} view */
  moments(view) {
    /** @type {Record<string, number>} */
    const seen = {};
    keyed(
      this.list,
      view.agenda,
      (moment) => {
        const name = `${moment.who}|${moment.what === "" ? moment.when : ""}`;
        seen[name] = (seen[name] ?? 0) + 1;
        return `${name}|${seen[name]}`;
      },
      () => momentNode("li"),
      (node, moment) => fill(node, moment, view, true),
    );
  }

  /** One column for each count: what is still in the air lies under the count at which it lands. @param {Count[]} counts @param {View} view */
  counts(counts, view) {
    const first = Number(counts.find((each) => each.status === "now")?.when ?? counts[0]?.when);
    keyed(
      this.list,
      counts,
      (count) => `count ${count.when}`,
      () => h("li", { class: "count" }, h("span", { class: "at" }, h("b", {}), h("small", {})), h("ul", {})),
      (node, count) => {
        give(node, { class: `count ${count.status}`, "aria-current": count.status === "now" ? "step" : null });
        text(one(".at b", node), `${count.status === "now" ? "▶ " : ""}${count.when}`);
        const ahead = Number(count.when) - first;
        text(
          one(".at small", node),
          Number.isFinite(ahead) && ahead > 0
            ? say("rail.in", { count: ahead })
            : count.status === "now"
              ? say("rail.now")
              : "",
        );
        keyed(
          one("ul", node),
          count.moments,
          (moment, i) => `${moment.who}${i}`,
          () => momentNode("li"),
          (each, moment) => fill(each, moment, view, false),
        );
      },
    );
  }
}

/** @param {"li"} tag */
function momentNode(tag) {
  return h(
    tag,
    {},
    h("span", { class: "when" }),
    face(),
    h("span", { class: "name" }),
    h("span", { class: "what" }),
    h("span", { class: "unseen" }),
  );
}

/** @param {HTMLElement} node @param {Moment} moment @param {View} view @param {boolean} alone */
function fill(node, moment, view, alone) {
  const status = /** @type {"done"|"now"|"next"} */ (moment.status);
  const card = view.cards[moment.who] ?? view.cards[moment.who.split("/")[0]];
  const state = card ? stateOf(view, card) : null;
  const fallen = state && state.state !== "up" ? state : null;
  const yours = view.turn.yours.includes(moment.who);
  give(node, {
    class: `moment ${status}${card ? ` side-${sideNumber(view, card.side)}` : ""}${fallen ? ` ${fallen.state}` : ""}${yours ? " yours" : ""}`,
    "aria-current": status === "now" && alone ? "step" : null,
    title: moment.when ? `${moment.name}: ${moment.when}` : moment.name,
  });
  text(one(".when", node), alone ? (card ? "" : moment.when) : card ? SIDE_SIGNS[sideNumber(view, card.side)] : "");
  drawFace(one(".face", node), card, view);
  text(one(".name", node), card || !moment.what ? moment.name : moment.what);
  const what = card ? plain(named(moment.what, view)) : "";
  text(
    one(".what", node),
    fallen
      ? plain(fallen.word || say(`state.${fallen.state}`))
      : [status === "now" ? say("rail.now") : status === "done" && alone ? `✓ ${say("rail.acted")}` : "", what]
          .filter(Boolean)
          .join(" · "),
  );
  text(one(".unseen", node), ` ${say(`rail.is.${status}`)}${yours ? `, ${say("rail.yours")}` : ""}`);
}

/** @param {Moment[]} agenda @returns {Count[]} */
export function inCounts(agenda) {
  /** @type {Map<string, Count>} */
  const found = new Map();
  for (const moment of agenda) {
    const count = found.get(moment.when) ?? { when: moment.when, status: moment.status, moments: [] };
    if (moment.status === "now") count.status = "now";
    count.moments.push(moment);
    found.set(moment.when, count);
  }
  return [...found.values()];
}

/** Counts that run up are a timeline; a list of people by initiative runs down. @param {Count[]} counts */
export function isTimeline(counts) {
  const numbers = counts.map((count) => Number(count.when));
  return (
    counts.length > 1 &&
    counts.every((count, i) => count.when !== "" && Number.isInteger(numbers[i]) && (i === 0 || numbers[i] > numbers[i - 1]))
  );
}
