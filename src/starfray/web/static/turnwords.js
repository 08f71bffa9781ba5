// @ts-check
// What is expected of whom, in a sentence.

import { isMine } from "./asks.js";
import { W } from "./words.js";

/** @typedef {import("./types.js").View} View */

/** @param {View} view @param {string[]} able  who may act for this seat */
export function turnWords(view, able) {
  if (view.room.outcome) return "";
  const asked = view.asks.filter((ask) => isMine(view, ask));
  if (asked.length) return "";
  const awaited = (view.turn.expects ?? []).filter((each) => each.text);
  const own = awaited.filter((each) => each.yours);
  if (own.length && able.length && view.you.kind === "player")
    return W.turn.yours(own.map((each) => `${each.name}. ${each.text}`).join(" "));
  if (view.turn.waiting.length) {
    const names = view.turn.waiting.map((each) => (each.sealed ? W.turn.sealed(each.name) : each.name));
    return W.turn.waiting([...new Set(names)].join(", "));
  }
  const named = (/** @type {string[]} */ ids) => ids.map((id) => view.cards[id]?.name ?? id).join(", ");
  if (able.length) return view.you.kind === "gm" ? W.turn.may(named(able)) : W.turn.yours(`${named(able)}.`);
  if (view.turn.actors.length) return W.turn.may(named(view.turn.actors));
  if (!view.history.entries && view.turn.due) return view.you.kind === "gm" ? W.turn.seated : W.turn.early;
  return view.turn.due ? W.turn.next(view.turn.due) : W.turn.nobody;
}
