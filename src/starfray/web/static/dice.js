// @ts-check
// Boxes for real dice: in order, the next box gets the focus, blanks are rolled by the app, impossible faces refused.
// Below them are the faces to tap, so that a phone needs no keyboard.

import { h, text } from "./dom.js";
import { die } from "./pips.js";
import { say } from "./words.js";

const MOST_FACES = 12; // a die with more sides is typed

/**
 * @typedef {object} Dice
 * @property {HTMLElement} node
 * @property {() => (number|null)[]|null} faces  null where something impossible stands
 * @property {() => void} focus
 * @property {() => void} forget
 */

/**
 * @param {number[]|null} sides  the dice in their order; null: as many as the roll takes
 * @param {string} label
 * @param {string} key  under which half-typed dice survive a reload
 * @param {(faces: (number|null)[]) => void} done  Enter in the last box
 * @param {number[]} [shown]  faces to start from
 * @returns {Dice}
 */
export function diceBoxes(sides, label, key, done, shown = []) {
  const fixed = sides !== null && sides.length > 0 && !open(sides, label);
  const store = `dice:${key}`;
  /** @type {string[]} */
  const kept = shown.length ? shown.map(String) : JSON.parse((key && sessionStorage.getItem(store)) || "[]");
  const count = fixed ? /** @type {number[]} */ (sides).length : Math.max(sides?.length ?? 1, kept.length, 1);
  const row = h("div", { class: "boxes" });
  const fault = h("p", { class: "fault", role: "alert" });
  const tally = h("p", { class: "sofar", "aria-live": "polite", "data-testid": "so-far" });
  const size = sides?.length && sides.every((each) => each === sides[0]) ? sides[0] : 0;
  const tapped = size > 1 && size <= MOST_FACES;
  const touch = matchMedia("(pointer: coarse)").matches;
  const more = h(
    "button",
    { type: "button", class: "quiet", onclick: () => add(sides?.[0] ?? 0).focus() },
    say("dice.another"),
  );
  more.hidden = fixed;
  /** @type {HTMLInputElement[]} */
  const boxes = [];

  /** @param {number} size */
  function add(size) {
    const number = boxes.length + 1;
    const box = h("input", {
      class: "die",
      inputmode: tapped && touch ? "none" : "numeric",
      autocomplete: "off",
      maxlength: size > 99 ? 3 : 2,
      "data-testid": `die-${number}`,
      "data-sides": size || null,
      "aria-label": size ? say("dice.oneOf", { number, size }) : say("dice.one", { number }),
      placeholder: size ? `d${size}` : "?",
    });
    box.addEventListener("input", () => typed(box, number - 1, size));
    box.addEventListener("keydown", (event) => pressed(event, number - 1));
    box.addEventListener("focus", () => box.select());
    boxes.push(box);
    row.append(box);
    return box;
  }

  for (let place = 0; place < count; place += 1) {
    const box = add((fixed ? sides?.[place] : sides?.[0]) ?? 0);
    box.value = kept[place] ?? "";
  }

  function keepFaces() {
    if (key) sessionStorage.setItem(store, JSON.stringify(boxes.map((each) => each.value)));
    check();
    soFar();
  }

  /** @param {HTMLInputElement} box @param {number} place @param {number} size */
  function typed(box, place, size) {
    box.value = box.value.replace(/\D/g, "");
    keepFaces();
    const full = size && box.value !== "" && Number(box.value) * 10 > size && !wrong(box);
    if (full) boxes[place + 1]?.focus();
  }

  /** @param {KeyboardEvent} event @param {number} place */
  function pressed(event, place) {
    const box = boxes[place];
    if (event.key === "Enter") {
      event.preventDefault();
      const found = faces();
      if (boxes[place + 1] && box.value !== "" && boxes.slice(place + 1).some((each) => each.value === ""))
        boxes[place + 1].focus();
      else if (found) done(found);
    } else if (event.key === "Backspace" && box.value === "" && place > 0) {
      event.preventDefault();
      boxes[place - 1].focus();
    } else if (event.key === " " || event.key === "ArrowRight") {
      if (event.key === " " || box.value === "") event.preventDefault();
      boxes[place + 1]?.focus();
    } else if (event.key === "ArrowLeft") boxes[place - 1]?.focus();
  }

  /** @param {HTMLInputElement} box */
  function wrong(box) {
    const face = Number(box.value);
    const size = Number(box.dataset.sides ?? 0);
    return box.value !== "" && (face < 1 || (size > 0 && face > size));
  }

  function check() {
    const bad = boxes.filter(wrong);
    for (const box of boxes) box.setAttribute("aria-invalid", String(wrong(box)));
    text(fault, bad.length ? say("dice.cannot", { sides: bad[0].dataset.sides ?? "", face: bad[0].value }) : "");
    return bad.length === 0;
  }

  function faces() {
    if (!check()) return null;
    const found = boxes.map((box) => (box.value === "" ? null : Number(box.value)));
    return found.every((face) => face === null) ? [] : fixed ? found : found.filter((face) => face !== null);
  }

  /** How many count up to now, and how many are to come. */
  function soFar() {
    const known = boxes.filter((box) => box.value !== "");
    const least = Number(/>=(\d+)$/.exec(label)?.[1] ?? 0);
    for (const box of boxes) box.classList.toggle("counts", least > 0 && Number(box.value) >= least);
    text(
      tally,
      known.length && fixed
        ? progress(least ? known.filter((box) => Number(box.value) >= least).length : -1, boxes.length - known.length)
        : "",
    );
  }

  /** A face was tapped: it goes into the next box that is free. @param {number} face */
  function tap(face) {
    const box = boxes.find((each) => each.value === "") ?? (fixed ? undefined : add(size));
    if (!box) return;
    box.value = String(face);
    keepFaces();
  }

  function takeBack() {
    const last = boxes.filter((box) => box.value !== "").pop();
    if (last) last.value = "";
    keepFaces();
  }

  const pad = h(
    "div",
    { class: "facepad", role: "group", "aria-label": say("dice.pad"), "data-testid": "face-pad", hidden: !tapped },
    ...Array.from({ length: tapped ? size : 0 }, (_, place) =>
      h(
        "button",
        {
          type: "button",
          "aria-label": String(place + 1),
          "data-testid": `face-${place + 1}`,
          onclick: () => tap(place + 1),
        },
        die(place + 1, size),
      ),
    ),
    h("button", { type: "button", class: "quiet", "data-testid": "face-back", onclick: takeBack }, say("dice.last")),
  );
  soFar();

  return {
    node: h("div", { class: "dice" }, row, tally, pad, more, fault),
    faces,
    focus: () => (boxes.find((box) => box.value === "") ?? boxes[0])?.focus(),
    forget: () => sessionStorage.removeItem(store),
  };
}

/** May this roll take more dice than are known beforehand? @param {number[]} sides @param {string} label */
function open(sides, label) {
  return sides.length === 1 && !/^(?:(?:highest|lowest) of )?1?d\d+/.test(label);
}

/** @param {number} counting  −1: the roll is a sum @param {number} left */
function progress(counting, left) {
  return [counting < 0 ? "" : say("dice.count", { count: counting }), left ? say("dice.left", { count: left }) : ""]
    .filter(Boolean)
    .join(" · ");
}
