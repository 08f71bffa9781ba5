// @ts-check
// The map, in metres, north up. Points and ways by drag, by tap and tap, or by keyboard; everything it shows is also said in words.

import { give, h, keyed, s, text } from "./dom.js";
import { faceParts } from "./face.js";
import { fxParts } from "./fx.js";
import { drawAreas, drawCells } from "./areas.js";
import { drawBackdrop, drawFog } from "./backdrop.js";
import { placeLabels } from "./labels.js";
import { Lens } from "./lens.js";
import { spread } from "./spread.js";
import { unplaced } from "./standing.js";
import {
  bounds,
  drawCover,
  drawGrid,
  drawRings,
  drawWalls,
  drawZones,
  drawn,
  fillToken,
  lengthBox,
  metres,
  round1,
  wayLength,
  wayParts,
} from "./mapdraw.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Card} Card */
/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("./types.js").Wish} Wish */

const NEAREST = 8; // whose distances are said
const SHOWN = 2400; // milliseconds a shot stays drawn

const TV = 2; // tokens and words of the map are as much larger there

export class FightMap {
  /**
   * @param {HTMLElement} root
   * @param {Desk} desk
   * @param {(id: string, at: number[], byHand: boolean) => boolean} move  a token let go at a place
   * @param {(id: string, at: number[]|null) => boolean} tapped  somebody or a place was tapped; true: there is something to do about it
   */
  constructor(root, desk, move, tapped) {
    this.desk = desk;
    this.move = move;
    this.tapped = tapped;
    /** what is being looked at: a line to it, or the way there @type {{who: string, id: string, at: number[]|null}|null} */
    this.aim = null;
    this.root = root;
    /** @type {Wish|null} */
    this.wish = null;
    this.chosen = "";
    /** @type {number[]|null} */
    this.cursor = null;
    /** @type {{id: string, at: number[], moved: boolean, from: number[], grip: number[]}|null} */
    this.drag = null;
    /** @type {{id: string}|null} where the finger went down, until the click comes */
    this.pressed = null;
    this.unit = 0.05;
    /** where everybody is drawn @type {Map<string, number[]>} */
    this.stands = new Map();
    this.faded = 0;
    /** @type {import("./types.js").Area|null} */
    this.blast = null;
    this.edge = s("rect", { class: "edge" });
    this.inside = s("rect");
    this.layers = Object.fromEntries(
      ["backdrop", "fog", "cells", "grid", "zones", "areas", "walls", "covers", "rings", "way", "tokens", "fx", "cross"].map(
        (name) => [name, s("g", { class: name })],
      ),
    );
    this.svg = s(
      "svg",
      {
        class: "map",
        tabindex: "0",
        role: "application",
        "aria-label": say("map.label"),
        "data-testid": "map",
      },
      s("clipPath", { id: "within-map" }, this.inside), // cells end where the map ends
      this.edge,
      ...Object.values(this.layers),
    );
    this.lens = new Lens(this.svg, () => this.draw());
    this.hand = h("input", { type: "checkbox", "data-testid": "map-hand" });
    this.settle = h(
      "button",
      { type: "button", "data-testid": "map-settle", hidden: true, onclick: () => this.settleAll() },
      say("map.settle"),
    );
    this.told = h("p", { class: "told", "aria-live": "polite", "data-testid": "map-told" });
    this.far = h("p", { class: "far", "data-testid": "distances" });
    root.append(this.svg, h("div", { class: "under" }, h("div", { class: "words" }, this.far, this.told), this.tools()));
    this.listen();
    new ResizeObserver(() => this.draw()).observe(this.svg);
  }

  tools() {
    /** @param {string} sign @param {string} words @param {() => void} onclick @param {string} id */
    const button = (sign, words, onclick, id) =>
      h("button", { type: "button", "aria-label": words, title: words, "data-testid": id, onclick }, sign);
    return h(
      "div",
      { class: "maptools", role: "group", "aria-label": say("map.tools") },
      this.settle,
      h("label", { class: "tick gm-only" }, this.hand, say("map.byHand")),
      button("+", say("map.nearer"), () => this.lens.by(1.5), "zoom-in"),
      button("−", say("map.farther"), () => this.lens.by(1 / 1.5), "zoom-out"),
      button("⤢", say("map.whole"), () => this.lens.reset(), "zoom-all"),
    );
  }

  listen() {
    this.svg.addEventListener("pointerdown", (event) => this.down(/** @type {PointerEvent} */ (event)));
    this.svg.addEventListener("pointermove", (event) => this.over(/** @type {PointerEvent} */ (event)));
    this.svg.addEventListener("pointerup", (event) => this.up(/** @type {PointerEvent} */ (event)));
    this.svg.addEventListener("click", (event) => this.click(/** @type {MouseEvent} */ (event)));
    this.svg.addEventListener("pointercancel", (event) => {
      this.lens.lift(/** @type {PointerEvent} */ (event));
      this.drag = null;
      this.draw();
    });
    this.svg.addEventListener("keydown", (event) => this.key(/** @type {KeyboardEvent} */ (event)));
  }

  /** @param {View} view */
  update(view) {
    const placed = this.placed(view);
    this.root.classList.toggle("mapless", placed.length === 0 && !view.scene.map);
    this.settle.hidden = view.you.kind !== "gm" || unplaced(view).length === 0;
    if (!view.cards[this.chosen]) this.chosen = "";
    const box = bounds(view, placed);
    if (this.lens.fit(box)) this.svg.style.setProperty("--aspect", String(box[2] / box[3]));
    const [width, height] = view.scene.map ?? box.slice(2);
    give(this.edge, { x: 0, y: -height, width, height, hidden: !view.scene.map });
    give(this.inside, { x: 0, y: -height, width, height });
    give(this.layers.cells, { "clip-path": view.scene.map ? "url(#within-map)" : null });
    this.draw();
  }

  /** Everybody who has no place yet is put where their side begins. */
  async settleAll() {
    const view = this.desk.view();
    for (const { id, at } of view ? unplaced(view) : []) if (!(await this.desk.gm(`place ${id} ${at.join(",")}`))) return;
  }

  /** @param {View} view */
  placed(view) {
    return view.order.map((id) => view.cards[id]).filter((card) => card?.at);
  }

  /** @param {Wish|null} wish */
  want(wish) {
    this.wish = wish;
    this.root.classList.toggle("wanted", Boolean(wish));
    this.draw();
  }

  draw() {
    const view = this.desk.view();
    if (!view) return;
    this.speak(view, view.room.unit ?? "m");
    const seen = this.lens.seen();
    if (!seen) return;
    give(this.svg, { viewBox: seen.box.join(" ") });
    this.unit = (document.body.dataset.kind === "tv" ? TV : 1) / seen.scale;
    this.svg.style.setProperty("--u", String(this.unit));
    this.root.classList.toggle("zoomed", this.lens.zoom > 1);
    const { backdrop, fog, cells, areas, grid, zones, walls, covers, rings, way, tokens, cross } = this.layers;
    const u = this.unit;
    const unit = view.room.unit ?? "m";
    drawBackdrop(backdrop, view.scene.backdrop, view.scene.map ? this.lens.whole : seen.box, u);
    drawFog(fog, view.scene.fog, view.scene.map ? this.lens.whole : seen.box);
    drawGrid(grid, view.scene.map ? this.lens.whole : seen.box, seen.box, u, unit);
    drawCells(cells, view, view.scene.map ? this.lens.whole : seen.box, u);
    drawZones(zones, view, u);
    drawWalls(walls, view);
    drawAreas(areas, view, this.blast, seen.box, u);
    const placed = this.placed(view);
    const stands = spread(placed, this.unit, this.drag?.moved ? this.drag : null, seen.box);
    this.stands = stands;
    const { labels, taken } = placeLabels(view, placed, stands, seen.box, u);
    drawCover(covers, view, labels, u);
    keyed(
      tokens,
      placed,
      (card) => card.id,
      (card) => this.token(card),
      (node, card) => fillToken(node, card, stands.get(card.id) ?? [0, 0], view, this.chosen, labels.get(card.id), u),
    );
    const wish = this.dragged(view) ?? this.wish ?? this.aimed(view);
    if (wish?.shown) taken.push(lengthBox(wish.shown, u));
    const edge = view.scene.map ? this.lens.whole[1] + this.lens.whole[3] : Infinity; // the figures of the grid stand there
    drawRings(rings, this.centre(view), seen.box, edge, taken, u, unit);
    way.replaceChildren(...wayParts(wish, this.free(view), u, unit));
    const at = this.cursor && drawn(this.cursor);
    cross.replaceChildren(
      ...(at ? [s("path", { d: `M${at[0] - 10 * u} ${at[1]}h${20 * u}M${at[0]} ${at[1] - 10 * u}v${20 * u}` })] : []),
    );
  }

  /** What a throw would cover, until it is no longer looked at. @param {import("./types.js").Area|null} area */
  cover(area) {
    if (this.blast === area) return;
    this.blast = area;
    this.draw();
  }

  /** @param {{who: string, id: string, at: number[]|null}|null} aim */
  look(aim) {
    this.aim = aim;
    this.chosen = aim?.id ?? "";
    this.draw();
  }

  /** The way to what is looked at. @param {View} view @returns {Wish|null} */
  aimed(view) {
    const { aim } = this;
    const from = aim && view.cards[aim.who]?.at;
    const to = aim && (aim.at ?? (aim.id !== aim.who ? view.cards[aim.id]?.at : null));
    if (!from || !to) return null;
    const ends = [this.stands.get(aim.who) ?? from, aim.at ?? this.stands.get(aim.id) ?? to]; // where both are drawn
    return { kind: aim.at ? "path" : "point", centre: from, high: 0, points: [to], shown: ends, tell: () => {} };
  }

  /** Show an act where it happened. @param {import("./types.js").Told} told */
  flash(told) {
    const { fx } = this.layers;
    fx.replaceChildren(...fxParts(told, this.desk.view(), this.stands, this.unit));
    clearTimeout(this.faded);
    this.faded = setTimeout(() => fx.replaceChildren(), SHOWN);
  }

  /** Around whom distances are counted. @param {View} view */
  centre(view) {
    if (this.aim) return view.cards[this.aim.who];
    return view.cards[this.chosen] ?? view.cards[view.turn.actors[0]] ?? view.cards[view.draft?.who ?? ""];
  }

  /** The way a token is being dragged. @param {View} view @returns {Wish|null} */
  dragged(view) {
    const drag = this.drag;
    const from = drag?.id && drag.moved ? view.cards[drag.id]?.at : null;
    if (!drag || !from) return null;
    return { kind: "path", centre: from, high: this.field(view, drag.id)?.high ?? 0, points: [drag.at], tell: () => {} };
  }

  /** How far the chosen token may go now. @param {View} view */
  free(view) {
    const who = this.aim?.at || this.aim?.id === this.aim?.who ? this.aim?.who : this.aim ? "" : this.chosen;
    const field = who && !this.wish ? this.field(view, who) : undefined;
    return field?.centre && field.high > 0 ? { centre: field.centre, high: field.high } : null;
  }

  /** @param {View} view @param {string} id */
  field(view, id) {
    return (view.forms[id] ?? [])
      .filter((form) => !form.refused)
      .flatMap((form) => form.fields)
      .find((field) => field.kind === "path" && field.required);
  }

  /** @param {Card} card */
  token(card) {
    return s(
      "g",
      {
        class: "token",
        "data-id": card.id,
        "data-testid": `token-${card.id}`,
        tabindex: "0",
        role: "button",
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          event.stopPropagation();
          const at = this.desk.view().cards[card.id]?.at;
          if (this.wish && at) this.tap(at);
          else this.choose(card.id);
        },
      },
      s("title"),
      s("g", {}, ...faceParts()),
      s("text", { class: "name" }),
      s("path", { class: "facing", d: "M32 0L22 -6V6Z" }),
    );
  }

  /** @param {View} view @param {string} unit */
  speak(view, unit) {
    const from = this.centre(view);
    const named = from
      ? view.order
          .map((id) => view.cards[id])
          .filter((card) => card && card !== from && !card.out)
          .map((card) => ({ name: card.name, metres: metres(view, from, card) }))
          .filter((each) => each.metres !== null)
          .sort((one, other) => Number(one.metres) - Number(other.metres))
      : [];
    const bands = (from?.rings ?? []).map((ring) => ring);
    /** @param {number} far */
    const band = (far) => bands.find((ring) => far <= ring.metres)?.label;
    text(
      this.far,
      from && named.length
        ? say("map.from", {
            name: from.name,
            list: [
              ...named
                .slice(0, NEAREST)
                .map(
                  (each) =>
                    `${each.name} ${round1(Number(each.metres))} ${unit}${band(Number(each.metres)) ? ` (${band(Number(each.metres))})` : ""}`,
                ),
              ...(named.length > NEAREST ? [say("map.more", { count: named.length - NEAREST })] : []),
            ].join(", "),
          })
        : "",
    );
    const words = [];
    if (this.cursor)
      words.push(
        from?.at
          ? say("map.pointerFrom", {
              at: this.cursor.map(round1).join(", "),
              far: `${round1(Math.hypot(this.cursor[0] - from.at[0], this.cursor[1] - from.at[1]))} ${unit}`,
              name: from.name,
            })
          : say("map.pointer", { at: this.cursor.map(round1).join(", ") }),
      );
    if (this.wish) {
      const points = [...(this.wish.centre ? [this.wish.centre] : []), ...this.wish.points];
      words.push(
        this.wish.points.length
          ? say(this.wish.kind === "path" ? "map.way" : "map.point", {
              at: this.wish.points.map((at) => at.map(round1).join(",")).join(" → "),
              far: `${round1(wayLength(points))} ${unit}`,
            })
          : say(this.wish.kind === "path" ? "map.tapWay" : "map.tapPoint"),
      );
      if (this.wish.high > 0 && this.wish.high < 400) words.push(say("map.within", { far: `${this.wish.high} ${unit}` }));
    } else if (this.free(view))
      words.push(say("map.tapGo", { name: view.cards[this.chosen]?.name ?? "", far: `${this.free(view)?.high} ${unit}` }));
    text(this.told, words.join("; "));
  }

  /** @param {string} id */
  choose(id) {
    if (this.tapped(id, null)) return;
    this.chosen = id === this.chosen ? "" : id;
    this.draw();
  }

  /** @param {MouseEvent} event @returns {number[]} */
  at(event) {
    return drawn(this.lens.at(event.clientX, event.clientY)).map(round1);
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.lens.press(event);
    const token = /** @type {Element} */ (event.target).closest?.(".token");
    const id = token?.getAttribute("data-id") ?? "";
    const at = this.at(event);
    this.cursor = null;
    this.drag = {
      id,
      at,
      moved: false,
      from: [event.clientX, event.clientY],
      grip: this.lens.at(event.clientX, event.clientY),
    };
    this.svg.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  over(event) {
    if (this.lens.slide(event)) {
      this.drag = null;
      return;
    }
    const drag = this.drag;
    if (!drag) return;
    if (Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]) > 8) drag.moved = true;
    if (!drag.moved) return;
    if (!drag.id) {
      const [x, y] = this.lens.at(event.clientX, event.clientY);
      if (this.lens.pan([x - drag.grip[0], y - drag.grip[1]])) drag.grip = this.lens.at(event.clientX, event.clientY);
      return;
    }
    drag.at = this.at(event);
    this.draw();
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.lens.lift(event);
    const drag = this.drag;
    this.drag = null;
    this.pressed = drag && !drag.moved ? { id: drag.id } : null;
    if (drag?.id && drag.moved) this.dropped(drag.id, this.at(event));
    this.draw();
  }

  /** Taps count when the click comes: what they open must not be clicked by the same finger. @param {MouseEvent} event */
  click(event) {
    const pressed = this.pressed;
    this.pressed = null;
    if (!pressed) return;
    const at = this.at(event);
    if (this.wish) {
      const there = pressed.id ? this.desk.view().cards[pressed.id]?.at : null;
      this.tap(there && this.wish.kind === "point" ? there : at);
    } else if (pressed.id) this.choose(pressed.id);
    else if (!this.hand.checked && this.tapped("", at)) return;
    else if (this.chosen && this.move(this.chosen, at, this.hand.checked)) this.chosen = "";
    this.draw();
  }

  /** @param {string} id @param {number[]} at */
  dropped(id, at) {
    const here = this.desk.view().cards[id]?.at;
    if (!this.hand.checked && this.wish?.kind === "path" && here && this.wish.centre && here.join() === this.wish.centre.join())
      this.set([at]);
    else this.move(id, at, this.hand.checked);
  }

  /** @param {number[]} at */
  tap(at) {
    if (!this.wish) return;
    const last = this.wish.points[this.wish.points.length - 1];
    const again = last && Math.hypot(last[0] - at[0], last[1] - at[1]) < 10 * this.unit;
    if (this.wish.kind === "point") this.set([at]);
    else this.set(again ? this.wish.points.slice(0, -1) : [...this.wish.points, at]);
  }

  /** @param {number[][]} points */
  set(points) {
    if (!this.wish) return;
    this.wish.points = points;
    this.wish.tell(points);
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const by = moves[/** @type {keyof typeof moves} */ (event.key)];
    const view = this.desk.view();
    if (by) {
      const [left, top, width, height] = this.lens.whole;
      const start =
        this.cursor ??
        this.wish?.centre ??
        view.cards[this.chosen || view.turn.actors[0]]?.at ??
        drawn([Math.round(left + width / 2), Math.round(top + height / 2)]);
      const step = event.shiftKey ? 5 : 1;
      this.cursor = [round1(start[0] + by[0] * step), round1(start[1] + by[1] * step)];
    } else if (event.key === "Enter" && this.cursor) {
      if (this.wish) this.tap(this.cursor);
      else if (!this.hand.checked && this.tapped("", this.cursor)) return;
      else if (this.chosen && this.move(this.chosen, this.cursor, this.hand.checked)) this.chosen = "";
    } else if (event.key === "Backspace" && this.wish) this.set(this.wish.points.slice(0, -1));
    else if (event.key === "Escape") {
      this.cursor = null;
      this.chosen = "";
      this.draw();
      return; // whatever else is open closes, too
    } else if (event.key === "+" || event.key === "=") this.lens.by(1.5, this.cursor ? drawn(this.cursor) : undefined);
    else if (event.key === "-") this.lens.by(1 / 1.5);
    else if (event.key === "0") this.lens.reset();
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.draw();
  }
}
