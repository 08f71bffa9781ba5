// @ts-check
// Light, dark or as the system has it; text size.

import { say } from "./words.js";

/** @typedef {keyof typeof SIGNS} Theme */

const SIGNS = { system: "◐", dark: "☾", light: "☀" };
const ORDER = /** @type {Theme[]} */ (Object.keys(SIGNS));

/** @param {HTMLElement|null} button */
export function theme(button) {
  const kept = localStorage.getItem("starfray.theme");
  let now = ORDER.find((each) => each === kept) ?? "system";
  const apply = () => {
    document.documentElement.dataset.theme = now;
    if (button) {
      button.textContent = SIGNS[now];
      const colours = say(`theme.${now}`);
      button.setAttribute("aria-label", say("theme.change", { colours }));
      button.title = say("theme.now", { colours });
    }
  };
  const turn = () => {
    now = ORDER[(ORDER.indexOf(now) + 1) % ORDER.length];
    localStorage.setItem("starfray.theme", now);
    apply();
  };
  button?.addEventListener("click", turn);
  apply();
  return turn;
}
