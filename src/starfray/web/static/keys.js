// @ts-check
// Everything by keyboard; `?` shows the list.

import { h } from "./dom.js";
import { say } from "./words.js";

/** @typedef {{key: string, words: string, run: () => void}} Shortcut */

/** @param {Shortcut[]} list @param {(number: number) => boolean} digit @param {() => void} undo @param {() => void} redo */
export function shortcuts(list, digit, undo, redo) {
  const help = h(
    "dialog",
    { class: "sheet", "data-testid": "help", "aria-label": say("keys.title") },
    h("h2", {}, say("keys.title")),
    h(
      "dl",
      { class: "keys" },
      ...[
        ...list.map((each) => [each.key, each.words]),
        ["1 … 9", say("keys.answer")],
        ["Ctrl+Z", say("keys.undo")],
        ["Ctrl+Y", say("keys.redo")],
        [say("keys.tab"), say("keys.rest")],
        [say("keys.arrows"), say("keys.map")],
        ["Esc", say("keys.close")],
      ].map(([key, words]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, words))),
    ),
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", class: "main", onclick: () => help.close() }, say("label.close")),
    ),
  );
  document.body.append(help);
  document.addEventListener("keydown", (event) => {
    const typing =
      event.target instanceof HTMLInputElement ||
      event.target instanceof HTMLTextAreaElement ||
      event.target instanceof HTMLSelectElement;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !typing) {
      const key = event.key.toLowerCase();
      if (key === "z" || key === "y") {
        event.preventDefault();
        if (key === "y" || event.shiftKey) redo();
        else undo();
      }
      return;
    }
    if (typing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.key === "?") help.showModal();
    else if (/^[1-9]$/.test(event.key)) digit(Number(event.key));
    else {
      const found = list.find((each) => each.key === event.key);
      if (!found) return;
      found.run();
    }
    event.preventDefault();
  });
  return () => help.showModal();
}
