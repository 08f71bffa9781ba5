// @ts-check
// Where a number comes from, and what may come of it.

import { diceWords } from "./asks.js";
import { h, percent, plain, signed } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Tally} Tally */

/** Each reason with its rule and what the rule says. @param {Tally} tally @param {string} [dice] */
export function tallyTable(tally, dice = "") {
  return h(
    "table",
    { class: "tally" },
    h("caption", {}, dice ? say("tally.diceMade", { dice: diceWords(dice) }) : say("tally.made")),
    h(
      "tbody",
      {},
      ...tally.reasons.map((reason) =>
        h(
          "tr",
          {},
          h("td", { class: "amount" }, signed(reason.amount)),
          h(
            "td",
            {},
            reason.summary
              ? h(
                  "details",
                  {},
                  h("summary", {}, words(reason), h("code", { class: "rule" }, reason.rule)),
                  h("small", { class: "summary" }, reason.summary),
                )
              : h("span", {}, words(reason), h("code", { class: "rule" }, reason.rule)),
          ),
        ),
      ),
    ),
    h("tfoot", {}, h("tr", {}, h("td", { class: "amount" }, String(tally.total)), h("td", {}, say("tally.together")))),
  );
}

/** The rules that decided something without a figure, folded. @param {{rule: string, summary: string}[]} rules */
export function citedRules(rules) {
  const names = rules.map((cited) => plain(cited.rule.split(".").slice(-1)[0])).join(", ");
  return h(
    "details",
    { class: "by" },
    h("summary", {}, say("tally.by", { names })),
    ...rules.map((cited) => h("p", { class: "summary" }, `${cited.summary} `, h("code", { class: "rule" }, cited.rule))),
  );
}

/** @param {import("./types.js").Reason} reason */
function words(reason) {
  return plain(reason.note || reason.rule.split(".").slice(-1)[0]);
}

const SHOWN = 7;
const SMALL = 0.001;
/** what the server calls an outcome after which all is as before */
const NO_CHANGE = "no change";

/** @param {import("./types.js").Odds} odds */
export function oddsChart(odds) {
  const shown = odds.outcomes.slice(0, SHOWN);
  const others = odds.outcomes.slice(SHOWN).reduce((sum, each) => sum + each.p, odds.rest ?? 0);
  const most = Math.max(...shown.map((each) => each.p), 0.01);
  const always = inEvery(odds.outcomes);
  const rows = shown.map((each) => bar(each.p, most, without(each.summary, always)));
  if (others > 0) rows.push(bar(others, most, say("odds.rarer")));
  if (odds.residual >= SMALL) rows.push(bar(odds.residual, most, say("odds.unknown")));
  return h(
    "figure",
    { class: "odds", "data-testid": "odds" },
    h(
      "figcaption",
      {},
      [howSure(odds), odds.assumed?.length ? say("odds.assumed", { names: odds.assumed.join(", ") }) : ""]
        .filter(Boolean)
        .join("; "),
    ),
    ...means(odds).map((line) => h("p", { class: "means", "data-testid": "means" }, line)),
    always.length ? h("p", { class: "always" }, say("odds.always", { what: always.join("; ") })) : null,
    h("ul", {}, ...rows),
  );
}

/** Worked out, counted in plays, or not all reached. @param {import("./types.js").Odds} odds */
function howSure(odds) {
  if (odds.exact) return say("odds.exact");
  if (odds.sampled) return say("odds.counted", { count: odds.sampled, within: percent(1 / Math.sqrt(odds.sampled)) });
  return odds.residual < SMALL ? say("odds.butFor", { share: percent(odds.residual) }) : say("odds.partly");
}

/** What it comes to for everybody it concerns: pools on average, whether they stay as they are, whether they fall. @param {import("./types.js").Odds} odds */
export function means(odds) {
  return (odds.parts ?? [])
    .filter((part) => part.means.length || part.falls > 0)
    .map(
      (part) =>
        `${part.name}: ${[
          ...part.means.map((each) =>
            say("odds.mean", { label: each.label, change: signed(Math.round(each.change * 10) / 10) }),
          ),
          part.untouched > 0 ? say("odds.untouched", { share: percent(part.untouched) }) : "",
          part.falls > 0.0005 ? say("odds.falls", { share: percent(part.falls) }) : "",
        ]
          .filter(Boolean)
          .join(", ")}`,
    );
}

/** What all outcomes have in common is said once. @param {{summary: string}[]} outcomes */
function inEvery(outcomes) {
  if (outcomes.length < 2) return [];
  const [first, ...others] = outcomes.map((each) => each.summary.split("; "));
  return first.filter((part) => part && others.every((parts) => parts.includes(part)));
}

/** @param {string} summary @param {string[]} always */
function without(summary, always) {
  if (!isNothing(summary, always)) return beyond(summary, always).join("; ");
  return summary !== NO_CHANGE && always.length ? say("odds.nothingElse") : say("odds.same");
}

/** @param {string} summary @param {string[]} always */
function isNothing(summary, always) {
  return summary === NO_CHANGE || !beyond(summary, always).join("");
}

/** @param {string} summary @param {string[]} always */
function beyond(summary, always) {
  return summary.split("; ").filter((part) => !always.includes(part));
}

/** An answer in a line: what it comes to, or else its likeliest end; if that is nothing, also what else may come. @param {import("./types.js").Odds} odds */
export function likely(odds) {
  const sum = means(odds);
  if (sum.length) return sum.join("; ");
  const always = inEvery(odds.outcomes);
  const told = odds.outcomes
    .slice(0, 2)
    .map((each) => ({ p: each.p, words: without(each.summary, always), nothing: isNothing(each.summary, always) }));
  return told
    .slice(0, told[0]?.nothing ? 2 : 1)
    .map((each) => `${percent(each.p)} ${each.words}`)
    .join(", ");
}

/** @param {number} p @param {number} most @param {string} words */
function bar(p, most, words) {
  const fill = h("i", { "aria-hidden": "true" });
  fill.style.setProperty("--share", String(p / most));
  return h("li", {}, fill, h("b", {}, percent(p)), h("span", {}, words));
}
