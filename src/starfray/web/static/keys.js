// @ts-check
// Everything by keyboard; `?` shows the list.

import { h } from "./dom.js";

/** @typedef {{key: string, words: string, run: () => void}} Shortcut */

/** @param {Shortcut[]} list @param {(number: number) => boolean} digit @param {() => void} undo @param {() => void} redo */
export function shortcuts(list, digit, undo, redo) {
  const help = h(
    "dialog",
    { class: "sheet", "data-testid": "help", "aria-label": "Keyboard" },
    h("h2", {}, "Keyboard"),
    h(
      "dl",
      { class: "keys" },
      ...[
        ...list.map((each) => [each.key, each.words]),
        ["1 … 9", "answer the open question"],
        ["Ctrl+Z", "undo"],
        ["Ctrl+Y", "redo"],
        ["Tab, Enter", "everything else"],
        ["Arrows, Enter", "on the map: move the pointer, set a point"],
        ["Esc", "close"],
      ].map(([key, words]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, words))),
    ),
    h("div", { class: "buttons" }, h("button", { type: "button", class: "main", onclick: () => help.close() }, "Close")),
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
