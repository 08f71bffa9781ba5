// @ts-check
// What decides the fight beside its book's own rules, and who comes later: goals and waves, set by forms.

import { h, keyed } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Fight} Fight */
/** @typedef {import("./types.js").Plain} Plain */
/** @typedef {{id: string, name: string}} Person */
/** @typedef {{node: HTMLElement, read: () => Record<string, Plain>, offer: (sides: string[], people: Person[]) => void, at: (put?: number[]) => number[]|null, name: () => string}} GoalRow */
/** @typedef {{node: HTMLElement, read: () => Record<string, Plain>, name: () => string}} WaveRow */

const KINDS = /** @type {const} */ (["hold", "reach", "take", "control", "protect", "stop"]);
/** What each kind of goal asks for. */
const ASKS = {
  hold: ["turns"],
  reach: ["at", "radius", "count", "who"],
  take: ["at", "radius", "to", "who"],
  control: ["at", "radius", "turns"],
  protect: ["who"],
  stop: ["at", "radius", "count", "who"],
};
/** Fields of a goal and a wave that have a control of their own. */
const OF_GOAL = ["side", "kind", "name", "turns", "at", "radius", "count", "to", "who", "secret"];

/** @param {string} words @returns {number[]|null} */
function pointOf(words) {
  const point = words.split(",").map(Number);
  return words.trim() && point.length === 2 && point.every(Number.isFinite) ? point : null;
}

/** @param {Record<string, Plain>} kept @param {string[]} known */
function others(kept, known) {
  return Object.fromEntries(Object.entries(kept).filter(([field]) => !known.includes(field)));
}

/** @param {() => void} dropped */
function dropButton(dropped) {
  return h(
    "button",
    { type: "button", class: "quiet", "aria-label": say("build.drop"), title: say("build.drop"), onclick: dropped },
    "✕",
  );
}

/** @param {number[]} size  of the map @param {() => void} changed @param {() => void} dropped @param {Record<string, Plain>} [kept] @returns {GoalRow} */
function goalRow(size, changed, dropped, kept = {}) {
  const [x, y] = size.map((each) => Math.round(each / 2));
  const kind = h(
    "select",
    { "data-testid": "goal-kind", onchange: () => look() },
    ...KINDS.map((each) => h("option", { value: each }, say(`goal.${each}`))),
  );
  kind.value = String(kept.kind ?? "hold");
  const side = h("select", { "data-testid": "goal-side", onchange: changed });
  let wanted = String(kept.side ?? "");
  const name = h("input", {
    maxlength: 60,
    autocomplete: "off",
    value: String(kept.name ?? ""),
    "data-testid": "goal-name",
    oninput: changed,
  });
  const number = (/** @type {string} */ field, /** @type {number} */ value, /** @type {number} */ min) =>
    h("input", {
      type: "number",
      min,
      step: field === "radius" ? 0.5 : 1,
      value: Number(kept[field] ?? value),
      "data-testid": `goal-${field}`,
      oninput: changed,
    });
  const boxes = {
    turns: number("turns", kept.kind === undefined ? 6 : 0, 0),
    radius: number("radius", 2, 0.5),
    count: number("count", 1, 0),
  };
  const spot = (/** @type {"at"|"to"} */ field, /** @type {string} */ value) =>
    h("input", { autocomplete: "off", placeholder: "x,y", value, "data-testid": `goal-${field}`, oninput: changed });
  const at = spot("at", Array.isArray(kept.at) ? kept.at.join(",") : kept.kind === undefined ? `${x},${y}` : "");
  const to = spot("to", Array.isArray(kept.to) ? kept.to.join(",") : "");
  const secret = h("input", { type: "checkbox", "data-testid": "goal-secret", onchange: changed });
  secret.checked = kept.secret === true;
  const chosen = new Set(Array.isArray(kept.who) ? kept.who.map(String) : []);
  const who = h("div", { class: "who", role: "group", "aria-label": say("goal.who") });
  /** @type {Record<string, HTMLElement>} */
  const parts = {
    turns: h("label", { class: "at" }, say("goal.turns"), boxes.turns),
    at: h("label", { class: "at" }, say("label.at"), at),
    radius: h("label", { class: "at" }, say("build.radius"), boxes.radius),
    to: h("label", { class: "at" }, say("goal.to"), to),
    count: h("label", { class: "at" }, say("goal.count"), boxes.count),
    who,
  };
  const asks = () => ASKS[/** @type {keyof typeof ASKS} */ (kind.value)] ?? [];
  const look = () => {
    for (const [field, part] of Object.entries(parts)) part.hidden = !asks().includes(field);
    changed();
  };
  const node = h(
    "div",
    { class: "row thing", "data-testid": "goal-row" },
    h("label", {}, say("label.side"), side),
    h("label", {}, say("goal.kind"), kind),
    ...Object.values(parts),
    h("label", { class: "grow" }, say("goal.name"), name),
    h("label", { class: "tick" }, secret, say("goal.secret")),
    dropButton(dropped),
  );
  for (const [field, part] of Object.entries(parts)) part.hidden = !asks().includes(field);
  const base = others(kept, OF_GOAL);
  return {
    node,
    name: () => name.value.trim() || say(`goal.${/** @type {typeof KINDS[number]} */ (kind.value)}`),
    at: (put) => {
      if (put) at.value = put.join(",");
      return asks().includes("at") ? pointOf(at.value) : null;
    },
    offer: (sides, people) => {
      const now = side.value || wanted;
      keyed(
        side,
        sides,
        (each) => each,
        (each) => h("option", { value: each }, each),
      );
      side.value = sides.includes(now) ? now : (sides[0] ?? "");
      wanted = side.value;
      keyed(
        who,
        people,
        (each) => `${each.id} ${each.name}`,
        (each) => {
          const tick = h("input", {
            type: "checkbox",
            "data-testid": `goal-who-${each.id}`,
            onchange: () => {
              if (tick.checked) chosen.add(each.id);
              else chosen.delete(each.id);
              changed();
            },
          });
          tick.checked = chosen.has(each.id);
          return h("label", { class: "tick" }, tick, each.name);
        },
      );
      for (const each of chosen) if (!people.some((person) => person.id === each)) chosen.delete(each);
    },
    read: () => {
      const asked = asks();
      /** @type {Record<string, Plain>} */
      const made = { ...base, side: side.value, kind: kind.value };
      if (name.value.trim()) made.name = name.value.trim();
      if (asked.includes("turns") && Number(boxes.turns.value) > 0) made.turns = Number(boxes.turns.value);
      if (asked.includes("at") && pointOf(at.value)) {
        made.at = /** @type {number[]} */ (pointOf(at.value));
        made.radius = Number(boxes.radius.value) || 2;
      }
      if (asked.includes("to") && pointOf(to.value)) made.to = /** @type {number[]} */ (pointOf(to.value));
      if (asked.includes("count")) made.count = Number(boxes.count.value);
      if (asked.includes("who") && chosen.size) made.who = [...chosen];
      if (secret.checked) made.secret = true;
      return made;
    },
  };
}

/** @param {() => void} changed @param {() => void} dropped @param {string} called @param {Record<string, Plain>} [kept] @returns {WaveRow} */
function waveRow(changed, dropped, called, kept = {}) {
  const name = h("input", {
    required: true,
    maxlength: 60,
    autocomplete: "off",
    value: String(kept.name ?? called),
    "data-testid": "wave-name",
    oninput: changed,
  });
  const when = h(
    "select",
    { "data-testid": "wave-when", onchange: () => look() },
    h("option", { value: "turn" }, say("wave.turn")),
    h("option", { value: "left" }, say("wave.left")),
  );
  when.value = kept.side ? "left" : "turn";
  const turn = h("input", {
    type: "number",
    min: 1,
    value: Number(kept.turn ?? 3) || 3,
    "data-testid": "wave-turn",
    oninput: changed,
  });
  const side = h("input", {
    autocomplete: "off",
    list: "build-sides",
    value: String(kept.side ?? ""),
    "data-testid": "wave-side",
    oninput: changed,
  });
  const left = h("input", {
    type: "number",
    min: 0,
    value: Number(kept.left ?? 1),
    "data-testid": "wave-left",
    oninput: changed,
  });
  const atTurn = h("label", { class: "at" }, say("wave.turnNumber"), turn);
  const whose = h("label", {}, say("label.side"), side);
  const few = h("label", { class: "at" }, say("wave.leftNumber"), left);
  const show = () => {
    atTurn.hidden = when.value !== "turn";
    whose.hidden = few.hidden = when.value === "turn";
  };
  const look = () => {
    show();
    changed();
  };
  show();
  const node = h(
    "div",
    { class: "row thing", "data-testid": "wave-row" },
    h("label", { class: "grow" }, say("wave.name"), name),
    h("label", {}, say("wave.when"), when),
    atTurn,
    whose,
    few,
    dropButton(dropped),
  );
  return {
    node,
    name: () => name.value.trim(),
    read: () => ({
      name: name.value.trim(),
      ...(when.value === "turn"
        ? { turn: Math.max(1, Number(turn.value) || 1) }
        : { side: side.value.trim(), left: Number(left.value) || 0 }),
    }),
  };
}

export class Endings {
  /** @param {{draw: () => void, size: () => number[]}} host */
  constructor(host) {
    this.host = host;
    /** @type {GoalRow[]} */
    this.goals = [];
    /** @type {WaveRow[]} */
    this.waves = [];
    this.list = h("div", { class: "scene" });
    this.comes = h("datalist", { id: "build-waves" });
    this.node = h(
      "div",
      { "data-testid": "build-endings" },
      h("h3", {}, say("goal.title")),
      this.comes,
      this.list,
      h(
        "div",
        { class: "buttons left" },
        h("button", { type: "button", "data-testid": "build-goal", onclick: () => this.goal() }, say("goal.add")),
        h("button", { type: "button", "data-testid": "build-wave", onclick: () => this.wave() }, say("wave.add")),
      ),
    );
  }

  clear() {
    this.goals = [];
    this.waves = [];
    this.list.replaceChildren();
  }

  /** @param {Fight} fight */
  fill(fight) {
    for (const each of /** @type {Record<string, Plain>[]} */ (fight.goal ?? [])) this.goal(each);
    for (const each of /** @type {Record<string, Plain>[]} */ (fight.wave ?? [])) this.wave(each);
  }

  /** @param {Record<string, Plain>} [kept] */
  goal(kept) {
    const row = goalRow(
      this.host.size(),
      () => this.host.draw(),
      () => {
        row.node.remove();
        this.goals = this.goals.filter((each) => each !== row);
        this.host.draw();
      },
      kept,
    );
    this.goals.push(row);
    this.list.append(row.node);
    this.host.draw();
  }

  /** @param {Record<string, Plain>} [kept] */
  wave(kept) {
    const row = waveRow(
      () => this.host.draw(),
      () => {
        row.node.remove();
        this.waves = this.waves.filter((each) => each !== row);
        this.host.draw();
      },
      say("wave.called", { number: this.waves.length + 1 }),
      kept,
    );
    this.waves.push(row);
    this.list.append(row.node);
    this.host.draw();
  }

  /** Who there is to name. @param {string[]} sides @param {Person[]} people */
  offer(sides, people) {
    for (const goal of this.goals) goal.offer(sides, people);
    keyed(
      this.comes,
      this.waves.map((wave) => wave.name()),
      (name) => name,
      (name) => h("option", { value: name }),
    );
  }

  /** The places of goals on the sketch. @returns {import("./sketch.js").Piece[]} */
  marks() {
    return this.goals.flatMap((goal, i) => {
      const at = goal.at();
      if (!at) return [];
      const put = (/** @type {number[]} */ to) => {
        goal.at(to);
        this.host.draw();
      };
      return [
        {
          key: String(i),
          name: goal.name(),
          side: 4,
          at,
          size: Number(goal.read().radius ?? 1),
          shape: /** @type {const} */ ("goalmark"),
          put,
        },
      ];
    });
  }

  /** @returns {Record<string, Plain>} */
  read() {
    return {
      ...(this.goals.length ? { goal: this.goals.map((each) => each.read()) } : {}),
      ...(this.waves.length ? { wave: this.waves.map((each) => each.read()) } : {}),
    };
  }
}
