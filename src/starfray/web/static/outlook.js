// @ts-check
// For the GM alone: how the fight would go on after an act that is not played yet.

import { h, percent } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Desk} Desk */

/** A button that plays it out when it is pressed. @param {Desk} desk @param {() => string} action  '' while something is missing */
export function afterThis(desk, action) {
  const told = h("p", { class: "hint", "aria-live": "polite", "data-testid": "outlook-told" });
  const button = h("button", { type: "button", class: "quiet", "data-testid": "outlook-after" }, say("outlook.ask"));
  const forget = () => told.replaceChildren();
  button.addEventListener("click", async () => {
    const words = action();
    if (!words) return;
    button.disabled = true;
    told.replaceChildren(say("win.working"));
    try {
      const found = await desk.ask("outlook", { at: "now", action: words });
      const sides = found.sides.map((each) => say("win.side", { side: each.side, share: percent(each.p) }));
      if (action() === words) told.replaceChildren(say("outlook.after", { sides: sides.join(", "), count: found.fights }));
      else forget();
    } catch (error) {
      told.replaceChildren(String(/** @type {Error} */ (error).message));
    }
    button.disabled = false;
  });
  const node = h("div", { class: "afterthis" }, button, told);
  return {
    node,
    /** @param {boolean} on */
    show: (on) => {
      node.hidden = !on;
    },
    forget,
  };
}
