// @ts-check
// Texts of acts and figures as people say them.

import { capital, plain } from "./dom.js";

/** @typedef {import("./types.js").View} View */

/** An act's text with the names people use: its kind first, then who and what. @param {string} action @param {View} view */
export function spoken(action, view) {
  const [kind, who, ...rest] = action.replace(/^gm:\s*/, "GM: ").split(" ");
  if (kind === "GM:") return action.replace(/^gm:\s*/, "GM: ");
  /** @param {string} word */
  const said = (word) =>
    word
      .split("+")
      .map((part) => view.cards[part]?.name ?? plain(part))
      .join(", ")
      .replace("=", " ");
  const words = rest.map((word) => {
    const [name, ...value] = word.split("=");
    return value.length ? `${plain(name)} ${said(value.join("="))}` : said(word);
  });
  return [
    who && view.cards[who]
      ? `${view.cards[who].name}: ${plain(kind)}`
      : capital(
          [kind, who]
            .filter((each) => each && each !== "gm")
            .map(plain)
            .join(" "),
        ),
    ...words,
  ].join(" ");
}

/** Short names within a sentence become the names people use, unless they read like them. @param {string} words @param {View|null} view */
export function named(words, view) {
  return words.replaceAll(/[\w-]*\w/g, (word) => {
    const name = view?.cards[word]?.name;
    return name && !name.includes(word) ? name : word;
  });
}

/** What a form is called on its button. @param {{kind: string, label: string}} form */
export function titleOf(form) {
  return capital(form.label || plain(form.kind));
}
