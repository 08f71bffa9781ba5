// @ts-check
// Damage and healing by the GM's hand: −3 or +2, set as it is, or done by the book's own rules where it has them.

import { h, quoted } from "./dom.js";
import { poolsOf } from "./face.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Card} Card */

/** @param {Card} card @param {(string|{usage: string})[]} kinds  what the GM can command @param {(command: string) => Promise<unknown>} send */
export function harming(card, kinds, send) {
  const pools = poolsOf(card).filter((pool) => pool.kind !== "turn");
  if (!pools.length) return [];
  const usages = kinds.map((each) => (typeof each === "string" ? each : each.usage));
  /** @param {string} kind */
  const has = (kind) => usages.some((usage) => usage.split(" ")[0] === kind && usage.split(" ")[2] === "AMOUNT");
  const amount = h("input", {
    "aria-label": say("hand.amountOf", { name: card.name }),
    placeholder: say("hand.harmHint"),
    autocomplete: "off",
    required: true,
    pattern: "[+\\-−]?\\d+",
    "data-testid": "harm-amount",
  });
  const pool = h(
    "select",
    { "aria-label": say("hand.pool"), "data-testid": "harm-pool" },
    ...pools.map((each) => h("option", { value: each.key }, `${each.label} ${each.now}/${each.most}`)),
  );
  const way = h(
    "select",
    { "aria-label": say("hand.how"), "data-testid": "harm-way" },
    ...(has("hurt") && has("heal") ? [h("option", { value: "rules" }, say("hand.byRules"))] : []),
    h("option", { value: "hand" }, say("hand.byHand")),
  );
  const fit = () => {
    pool.hidden = way.value === "rules" || pools.length < 2; // the rules know what is lost
  };
  way.addEventListener("change", fit);
  fit();
  const form = h(
    "form",
    { class: "harming", "data-testid": "harming" },
    h("h3", {}, say("hand.harm")),
    amount,
    pool,
    way,
    h("button", { class: "main", "data-testid": "harm-do" }, say("hand.do")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const change = Number(amount.value.trim().replace("−", "-"));
    if (!change) return;
    const chosen = pools.find((each) => each.key === pool.value) ?? pools[0];
    send(
      way.value === "rules"
        ? `${change < 0 ? "hurt" : "heal"} ${card.id} ${Math.abs(change)}`
        : ["set", `${card.id}.${chosen.key}`, quoted(String(chosen.now + change))].join(" "),
    );
  });
  return [form];
}
