// @ts-check
// What is expected of whom, in a sentence.

import { isMine } from "./asks.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */

/** @param {View} view @param {string[]} able  who may act for this seat */
export function turnWords(view, able) {
  if (view.room.outcome) return "";
  const asked = view.asks.filter((ask) => isMine(view, ask));
  if (asked.length || (view.you.kind === "gm" && view.asks.length)) return ""; // the question says it
  const awaited = (view.turn.expects ?? []).filter((each) => each.text);
  const own = awaited.filter((each) => each.yours);
  if (own.length && able.length && view.you.kind === "player")
    return say("turn.yours", { words: own.map((each) => `${each.name}. ${each.text}`).join(" ") });
  if (view.turn.waiting.length) {
    const names = view.turn.waiting.map((each) => (each.sealed ? say("turn.sealed", { name: each.name }) : each.name));
    return say("turn.waiting", { names: [...new Set(names)].join(", ") });
  }
  const named = (/** @type {string[]} */ ids) => ids.map((id) => view.cards[id]?.name ?? id).join(", ");
  const told = awaited.filter((each) => able.includes(each.who) && each.said);
  if (told.length && view.you.kind === "gm")
    return told.map((each) => say("turn.expected", { name: each.name, words: each.text })).join(" ");
  if (able.length)
    return view.you.kind === "gm" ? say("turn.may", { names: named(able) }) : say("turn.yours", { words: `${named(able)}.` });
  if (view.turn.actors.length) return say("turn.may", { names: named(view.turn.actors) });
  if (!view.history.entries && view.turn.due) return view.you.kind === "gm" ? say("turn.seated") : say("turn.early");
  return view.turn.due ? say("turn.next", { words: view.turn.due }) : say("turn.nobody");
}
