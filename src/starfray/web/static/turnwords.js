// @ts-check
// What is expected of whom, in a sentence.

import { isMine } from "./asks.js";

/** @typedef {import("./types.js").View} View */

/** @param {View} view @param {string[]} able  who may act for this seat */
export function turnWords(view, able) {
  if (view.room.outcome) return "";
  const asked = view.asks.filter((ask) => isMine(view, ask));
  if (asked.length) return "";
  const awaited = (view.turn.expects ?? []).filter((each) => each.text);
  const own = awaited.filter((each) => each.yours);
  if (own.length && able.length && view.you.kind === "player")
    return `Your turn: ${own.map((each) => `${each.name}. ${each.text}`).join(" ")}`;
  if (view.turn.waiting.length) {
    const names = view.turn.waiting.map((each) => (each.sealed ? `${each.name} (sealed)` : each.name));
    return `Waiting for ${[...new Set(names)].join(", ")}.`;
  }
  if (able.length)
    return view.you.kind === "gm"
      ? `${able.map((id) => view.cards[id]?.name ?? id).join(", ")} may act.`
      : `Your turn: ${able.map((id) => view.cards[id]?.name ?? id).join(", ")}.`;
  if (view.turn.actors.length) return `${view.turn.actors.map((id) => view.cards[id]?.name ?? id).join(", ")} may act.`;
  if (!view.history.entries && view.turn.due)
    return view.you.kind === "gm" ? "Everybody seated? Then begin." : "The fight has not begun yet.";
  return view.turn.due ? `Next: ${view.turn.due}` : "Nobody may act now.";
}
