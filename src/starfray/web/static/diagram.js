// @ts-check
// A picture for what a map does not show, as the book describes it: nodes and arrows, vehicles with seats, the plan of a
// ship with what it still takes to hit, bars on a line of counts. The page knows the shapes and no book. Whoever stands in
// it is tapped as a token is.

import { capital, give, h, percent, plain, signed } from "./dom.js";
import { drawFace, face } from "./face.js";
import { graph } from "./graph.js";
import { sideNumber } from "./sides.js";
import { timeline } from "./timeline.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("./types.js").Diagram} Diagram */
/** @typedef {Diagram["lanes"][number]} Lane */
/** @typedef {Diagram["nodes"][number]} Node */

/** How much larger a picture is on the TV: few stand larger than many. @param {Diagram} diagram */
const onTv = (diagram) => (diagram.nodes.length <= 4 ? 2.3 : 1.6);

const PHONE = matchMedia("(max-width: 47.5em)");

/** The road behind or ahead of a vehicle: as much of what is left as its share. @param {number} share @param {string|undefined} words */
function gap(share, words) {
  const node = h("span", { class: "gap" }, words || null);
  node.style.setProperty("--share", String(share));
  return node;
}

export class DiagramPanel {
  /** @param {HTMLElement} root @param {HTMLElement} crewed  where the crew stands: beside the picture, on a phone below it @param {Desk} desk @param {(id: string) => void} tapped */
  constructor(root, crewed, desk, tapped) {
    this.root = root;
    this.crewed = crewed;
    const beside = crewed.parentElement;
    const settle = () => (PHONE.matches ? root.after(crewed) : beside?.prepend(crewed));
    PHONE.addEventListener("change", settle);
    settle();
    this.desk = desk;
    this.tapped = tapped;
    this.drawn = "";
    /** @type {View|null} */
    this.view = null;
    /** what a choice that is not made yet would put on the line @type {import("./types.js").DiagramBar[]} */
    this.planned = [];
    this.wide = 0; // within its padding, as last laid out
    new ResizeObserver(([entry]) => {
      if (this.wide === entry.contentRect.width) return;
      this.wide = entry.contentRect.width;
      if (this.view) this.update(this.view);
    }).observe(root);
  }

  /** Show where a choice would land, before it is made. @param {import("./types.js").DiagramBar[]} bars */
  expect(bars) {
    if (!bars.length && !this.planned.length) return;
    this.planned = bars;
    if (this.view) this.update(this.view);
  }

  /** @param {View} view */
  update(view) {
    this.view = view;
    const { diagram } = view;
    this.root.hidden = !diagram;
    give(document.body, { "data-diagram": diagram?.kind ?? "" });
    if (!diagram) {
      this.crewed.hidden = true;
      this.drawn = "";
      return;
    }
    const now = JSON.stringify([
      diagram,
      view.order.map((id) => [view.cards[id]?.status, view.cards[id]?.pools]),
      view.turn,
      this.wide,
      this.planned,
    ]);
    if (now === this.drawn) return;
    this.drawn = now;
    this.root.dataset.kind = diagram.kind;
    this.root.replaceChildren(h("h3", {}, diagram.title), ...this.parts(diagram, view));
    this.crewed.hidden = !diagram.sum && !diagram.parts.length;
    this.crewed.replaceChildren(diagram.sum ? this.sum(diagram.sum) : "", this.crew(diagram, view));
  }

  /** @param {Diagram} diagram @param {View} view */
  parts(diagram, view) {
    if (diagram.kind === "timeline")
      return [timeline({ ...diagram, bars: [...(diagram.bars ?? []), ...this.planned] }, view, this.tapped)];
    if (diagram.kind === "lanes") return [this.road(diagram, view)];
    if (diagram.kind === "plan") return [this.plan(diagram, view)];
    return [
      graph(diagram, view, Math.max(280, this.wide), view.you.kind === "tv" ? onTv(diagram) : 1, this.tapped),
      diagram.kind === "tails" && !diagram.links.some((link) => link.value)
        ? h("p", { class: "hint" }, say("diagram.nobody"))
        : "",
      this.words(diagram),
    ];
  }

  /** Somebody of the fight with a face, to be tapped. @param {string} who @param {View} view @param {string} note @param {string} state */
  seat(who, view, note, state) {
    const card = view.cards[who];
    if (!card) return h("div", { class: `seat empty ${state}` }, h("small", {}, capital(plain(note))));
    const picture = face();
    drawFace(picture, card, view);
    return h(
      "button",
      { type: "button", class: `seat ${state}`, "data-testid": `piece-${card.id}`, onclick: () => this.tapped(card.id) },
      picture,
      h("b", {}, card.name),
      h("small", {}, plain(note)),
    );
  }

  /** The hull of a vehicle or craft with its name; a tap on the name is a tap on it. @param {Lane} lane @param {View} view @param {...(globalThis.Node|string|null)} inside */
  hull(lane, view, ...inside) {
    const card = view.cards[lane.id];
    return h(
      "section",
      {
        class: `hull side-${card ? sideNumber(view, card.side) : 0} ${lane.state ?? ""}${lane.now ? " now" : ""}`,
        "aria-label": lane.label,
      },
      h("div", { class: "shell" }, ...inside),
      h(
        "p",
        { class: "hullname" },
        h(
          "button",
          { type: "button", class: "quiet", "data-testid": `piece-${lane.id}`, onclick: () => this.tapped(lane.id) },
          lane.label,
        ),
        lane.note ? h("span", {}, lane.note) : "",
      ),
    );
  }

  /** @param {Diagram} diagram @param {string} id */
  named(diagram, id) {
    return (
      diagram.nodes.find((node) => node.id === id)?.label ?? diagram.lanes.find((lane) => lane.id === id)?.label ?? plain(id)
    );
  }

  /** Vehicles on a road, the faster the farther ahead; everybody at their seat, and what each has declared. @param {Diagram} diagram @param {View} view */
  road(diagram, view) {
    return h(
      "div",
      { class: "diagram-road" },
      ...diagram.lanes.map((lane) => this.roadLane(lane, diagram, view)),
      diagram.ahead ? h("p", { class: "roadend" }, diagram.ahead) : null,
    );
  }

  /** @param {Lane} lane @param {Diagram} diagram @param {View} view */
  roadLane(lane, diagram, view) {
    const declared = diagram.links.filter((link) => link.from === lane.id);
    const seats = lane.slots.map((slot) => this.seat(slot.who ?? "", view, slot.label, slot.state ?? ""));
    return h(
      "div",
      { class: "roadlane" },
      gap(lane.place ?? 0, ""),
      h(
        "div",
        { class: "vehicle" },
        this.hull(lane, view, ...seats),
        declared.length
          ? h(
              "ul",
              { class: "goals" },
              ...declared.map((link) =>
                h(
                  "li",
                  { class: `goal${link.value ? " done" : ""}` },
                  capital(link.label),
                  link.to && link.to !== lane.id ? h("b", {}, ` → ${this.named(diagram, link.to)}`) : null,
                ),
              ),
            )
          : null,
      ),
      gap(1 - (lane.place ?? 0), lane.gap),
    );
  }

  /** The crew in the order in which they act: what each has done or may do, and what it gave. @param {Diagram} diagram @param {View} view */
  crew(diagram, view) {
    return h(
      "ol",
      { class: "crewparts", "data-testid": "crew-parts", "aria-label": say("diagram.crew") },
      ...diagram.parts.map((part) => {
        const picture = face();
        const card = view.cards[part.who];
        if (card) drawFace(picture, card, view);
        const amount = part.amount;
        return h(
          "li",
          { class: part.state, "data-testid": `part-${part.who}` },
          picture,
          h("p", {}, h("b", {}, card?.name ?? plain(part.who)), " ", h("small", {}, part.label)),
          h("p", { class: "does" }, capital(part.words)),
          typeof amount === "number"
            ? h("em", { class: amount < 0 ? "good" : amount > 0 ? "bad" : "none" }, signed(amount))
            : h("em", { class: "chip" }, say(`diagram.part.${/** @type {"done"|"now"|"next"} */ (part.state)}`)),
        );
      }),
    );
  }

  /** A system of a craft. @param {Node} node */
  room(node) {
    const how = node.state && node.state !== "ok" ? node.state : "";
    return h(
      "li",
      { class: `deck ${node.state ?? ""}` },
      h("b", {}, capital(node.label)),
      h("small", {}, node.note || how || say("diagram.works")),
    );
  }

  /** The crew's craft with its rooms and stations, the others around it, and the number it takes. @param {Diagram} diagram @param {View} view */
  plan(diagram, view) {
    const systems = (/** @type {Lane} */ lane) => diagram.nodes.filter((node) => node.who === lane.id && node.id !== lane.id);
    const others = diagram.lanes.filter((lane) => !lane.slots.length);
    return h(
      "div",
      { class: "diagram-plan" },
      ...diagram.lanes
        .filter((lane) => lane.slots.length)
        .map((lane) =>
          this.hull(
            lane,
            view,
            h("ul", { class: "decks" }, ...systems(lane).map((node) => this.room(node))),
            h(
              "div",
              { class: "stations" },
              ...lane.slots.map((slot) => this.seat(slot.who ?? "", view, slot.label, slot.state ?? "")),
            ),
          ),
        ),
      h("ul", { class: "around" }, ...others.map((lane) => this.around(lane, systems(lane), view))),
    );
  }

  /** Another craft: what of it no longer works. @param {Lane} lane @param {Node[]} systems @param {View} view */
  around(lane, systems, view) {
    const broken = systems.filter((node) => node.state && node.state !== "ok").map((node) => `${node.label} ${node.state}`);
    const words = broken.join(", ") || (systems.length ? say("diagram.whole") : "");
    return h("li", {}, this.seat(lane.id, view, [lane.note, words].filter(Boolean).join(" · "), lane.state ?? ""));
  }

  /** The number to reach, its chance, and what counts without anybody's doing. @param {NonNullable<Diagram["sum"]>} sum */
  sum(sum) {
    return h(
      "div",
      { class: "sum", "data-testid": "crew-sum" },
      h("h2", { class: "cap" }, sum.title),
      h("b", {}, sum.total),
      h(
        "p",
        {},
        sum.words,
        sum.chance === null ? null : h("strong", {}, percent(sum.chance)),
        h("small", {}, sum.terms.map((term) => say("diagram.term", { what: term.label, n: term.amount })).join(" · ")),
      ),
    );
  }

  /** The same arrows in words. @param {Diagram} diagram */
  words(diagram) {
    return h(
      "ul",
      { class: "unseen" },
      ...diagram.links.map((link) =>
        h("li", {}, `${this.named(diagram, link.from)}${link.to ? ` → ${this.named(diagram, link.to)}` : ""}: ${link.label}`),
      ),
    );
  }
}
