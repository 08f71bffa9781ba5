// @ts-check
// The words of a page's own elements, which name them by their keys in the catalogue: data-say for what stands in an
// element, data-say-title and the like for its attributes.

import { say } from "./words.js";

const OF_ATTRIBUTE = "data-say-";

/** @param {string|null} key */
const said = (key) => say(/** @type {"act.undo"} */ (key));

export function spell() {
  for (const node of document.querySelectorAll("[data-say]")) node.textContent = said(node.getAttribute("data-say"));
  for (const node of document.querySelectorAll("*"))
    for (const { name, value } of [...node.attributes])
      if (name.startsWith(OF_ATTRIBUTE)) node.setAttribute(name.slice(OF_ATTRIBUTE.length), said(value));
  const root = document.documentElement.style;
  root.setProperty("--said-suggested", JSON.stringify(say("css.suggested")));
  root.setProperty("--said-now", JSON.stringify(say("css.now")));
  root.setProperty("--said-working", JSON.stringify(say("css.working")));
}
