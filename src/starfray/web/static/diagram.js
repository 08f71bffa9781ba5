// @ts-check
// A picture for a fight without a map, as the book describes it: nodes and links, lanes with seats, or bars on a line of
// counts. The page knows the shapes and no book. Whoever stands in it is tapped as a token is.

import { h, plain, s } from "./dom.js";
import { drawFace, face } from "./face.js";
import { W } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("./types.js").Diagram} Diagram */

const WIDE = 760;

export class DiagramPanel {
  /** @param {HTMLElement} root @param {Desk} desk @param {(id: string) => void} tapped */
  constructor(root, desk, tapped) {
    this.root = root;
    this.desk = desk;
    this.tapped = tapped;
    this.drawn = "";
  }

  /** @param {View} view */
  update(view) {
    const { diagram } = view;
    this.root.hidden = !diagram;
    if (!diagram) {
      this.drawn = "";
      return;
    }
    const now = JSON.stringify([
      diagram,
      view.order.map((id) => [view.cards[id]?.status, view.cards[id]?.pools]),
      view.turn.actors,
    ]);
    if (now === this.drawn) return;
    this.drawn = now;
    this.root.dataset.kind = diagram.kind;
    this.root.replaceChildren(h("h3", {}, diagram.title), ...this.parts(diagram, view));
  }

  /** @param {Diagram} diagram @param {View} view */
  parts(diagram, view) {
    return [
      ...(diagram.bars?.length ? [this.timeline(diagram, view)] : []),
      ...(diagram.lanes?.length ? [this.lanes(diagram, view)] : []),
      ...(diagram.nodes?.length
        ? diagram.links?.length && diagram.kind === "tails"
          ? [this.tails(diagram, view)]
          : [this.rooms(diagram, view)]
        : []),
      ...(diagram.links?.length ? [this.words(diagram)] : []),
    ];
  }

  /** Somebody of the fight is a button, anything else a label. @param {string|undefined} who @param {View} view @param {string} label @param {string} note @param {string} state */
  piece(who, view, label, note, state) {
    const card = who ? view.cards[who] : undefined;
    const inside = [h("b", {}, label), note ? h("small", {}, note) : null];
    if (!card) return h("div", { class: `piece ${state}` }, ...inside);
    const picture = face();
    drawFace(picture, card, view);
    return h(
      "button",
      { type: "button", class: `piece ${state}`, "data-testid": `piece-${card.id}`, onclick: () => this.tapped(card.id) },
      picture,
      h("span", {}, ...inside),
    );
  }

  /** Rooms of a ship, systems of a network. @param {Diagram} diagram @param {View} view */
  rooms(diagram, view) {
    const loose = diagram.nodes.filter((node) => !diagram.lanes.some((lane) => lane.id === node.who));
    return h(
      "ul",
      { class: "diagram-rooms" },
      ...loose.map((node) =>
        h("li", { class: node.state }, this.piece(node.who, view, node.label, node.note ?? "", node.state ?? "")),
      ),
    );
  }

  /** What a craft is made of, and what of it is broken. @param {Diagram} diagram @param {string} who */
  systems(diagram, who) {
    const own = diagram.nodes.filter((node) => node.who === who && node.id !== who);
    return own.length
      ? h(
          "ul",
          { class: "systems" },
          ...own.map((node) =>
            h(
              "li",
              { class: `system ${node.state ?? ""}` },
              node.label,
              node.state && node.state !== "ok" ? h("small", {}, ` ${node.state}`) : null,
            ),
          ),
        )
      : null;
  }

  /** @param {Diagram} diagram @param {View} view */
  lanes(diagram, view) {
    return h(
      "div",
      { class: "diagram-lanes" },
      ...diagram.lanes.map((lane) =>
        h(
          "section",
          { class: `lane ${lane.state ?? ""}${lane.now ? " now" : ""}` },
          h("h4", {}, lane.label, lane.note ? h("small", {}, ` ${lane.note}`) : null),
          h(
            "ul",
            {},
            ...lane.slots.map((slot) =>
              h(
                "li",
                {},
                this.piece(
                  slot.who,
                  view,
                  slot.who ? (view.cards[slot.who]?.name ?? slot.label) : slot.label,
                  slot.who ? slot.label : "",
                  slot.state ?? "",
                ),
              ),
            ),
          ),
          this.systems(diagram, lane.id),
        ),
      ),
    );
  }

  /** Craft in a ring, an arrow to whoever is chased, the bonus on it. @param {Diagram} diagram @param {View} view */
  tails(diagram, view) {
    const count = diagram.nodes.length;
    const high = count > 4 ? 420 : 280;
    const at = new Map(
      diagram.nodes.map((node, i) => {
        const turn = count === 2 ? Math.PI * (1 - i) : Math.PI * (1.1 + (2 * i) / count);
        return [
          node.id,
          [WIDE / 2 + Math.cos(turn) * WIDE * 0.36, high / 2 - Math.sin(turn) * high * (count === 2 ? 0 : 0.33)],
        ];
      }),
    );
    const arrows = diagram.links.flatMap((link) => {
      const [from, to] = [at.get(link.from), at.get(link.to)];
      if (!from || !to) return [];
      const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
      const cut = 42 / long;
      const [x1, y1] = [from[0] + (to[0] - from[0]) * cut, from[1] + (to[1] - from[1]) * cut];
      const [x2, y2] = [to[0] - (to[0] - from[0]) * cut, to[1] - (to[1] - from[1]) * cut];
      const bend = [(x1 + x2) / 2 + (y1 - y2) * 0.12, (y1 + y2) / 2 + (x2 - x1) * 0.12];
      return [
        s("path", { class: "tail", d: `M${x1} ${y1}Q${bend[0]} ${bend[1]} ${x2} ${y2}`, "marker-end": "url(#arrowhead)" }),
        s("text", { class: "tailword", x: bend[0], y: bend[1] + 4 }, link.label),
      ];
    });
    const crafts = diagram.nodes.map((node) => {
      const [x, y] = /** @type {number[]} */ (at.get(node.id));
      const card = node.who ? view.cards[node.who] : view.cards[node.id];
      const group = s("g", { transform: `translate(${x} ${y})` });
      if (card) {
        const picture = face();
        drawFace(picture, card, view);
        picture.setAttribute("x", "-30");
        picture.setAttribute("y", "-30");
        picture.setAttribute("width", "60");
        picture.setAttribute("height", "60");
        group.append(picture);
        group.setAttribute("role", "button");
        group.setAttribute("tabindex", "0");
        group.setAttribute("class", "craft");
        group.setAttribute("aria-label", node.label);
        group.addEventListener("click", () => this.tapped(card.id));
        group.addEventListener("keydown", (event) => {
          if (/** @type {KeyboardEvent} */ (event).key === "Enter") this.tapped(card.id);
        });
      }
      group.append(
        s("text", { class: "craftname", y: 48 }, node.label),
        s("text", { class: "craftnote", y: 64 }, node.note ?? ""),
      );
      return group;
    });
    return s(
      "svg",
      { class: "diagram-tails", viewBox: `0 0 ${WIDE} ${high}`, role: "group", "aria-label": diagram.title },
      s(
        "defs",
        {},
        s(
          "marker",
          { id: "arrowhead", viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 5, markerHeight: 5, orient: "auto" },
          s("path", { class: "head", d: "M0 0L10 5L0 10Z" }),
        ),
      ),
      ...arrows,
      ...crafts,
    );
  }

  /** Each person a row, each act a bar from its beginning to where it lands. @param {Diagram} diagram @param {View} view */
  timeline(diagram, view) {
    const bars = diagram.bars ?? [];
    const now = diagram.now ?? 0;
    const first = Math.min(now, ...bars.map((bar) => bar.from));
    const last = Math.max(now + 1, ...bars.map((bar) => bar.to));
    const share = (/** @type {number} */ count) => (count - first) / Math.max(1, last - first);
    const people = [...new Set(bars.map((bar) => bar.who))];
    const line = h("div", { class: "nowline" }, h("b", {}, `${W.diagram.now} ${now}`));
    line.style.setProperty("--from", String(share(now)));
    return h(
      "div",
      { class: "diagram-timeline" },
      ...people.map((who) =>
        h(
          "div",
          { class: "track-row" },
          this.piece(who, view, view.cards[who]?.name ?? plain(who), "", ""),
          h(
            "div",
            { class: "track-line" },
            ...bars
              .filter((bar) => bar.who === who)
              .map((bar) => {
                const node = h(
                  "span",
                  { class: `trackbar ${bar.state}`, title: `${bar.label}: ${bar.from} – ${bar.to}` },
                  bar.label,
                  h("small", {}, ` ${bar.to}`),
                );
                node.style.setProperty("--from", String(share(bar.from)));
                node.style.setProperty("--long", String(Math.max(0.02, share(bar.to) - share(bar.from))));
                return node;
              }),
          ),
        ),
      ),
      line,
    );
  }

  /** The same links in words. @param {Diagram} diagram */
  words(diagram) {
    const named = (/** @type {string} */ id) =>
      diagram.nodes.find((node) => node.id === id)?.label ?? diagram.lanes.find((lane) => lane.id === id)?.label ?? plain(id);
    return h(
      "ul",
      { class: diagram.kind === "tails" ? "unseen" : "diagram-links" },
      ...diagram.links.map((link) => h("li", {}, `${named(link.from)}${link.to ? ` → ${named(link.to)}` : ""}: ${link.label}`)),
    );
  }
}
