// @ts-check
// Acts in a sentence each: as the server tells them, or else as the rows of the log go together.

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Told} Told */
/** @typedef {{n: number, rows: Row[], told: Told}} Deed  an act with its rows */

/** Rows by the act they belong to, oldest first. @param {Row[]} rows @param {Map<number, Told>} told @returns {Deed[]} */
export function deeds(rows, told) {
  /** @type {Map<number, Row[]>} */
  const found = new Map();
  for (const row of rows) {
    const own = found.get(row.n);
    if (own) own.push(row);
    else found.set(row.n, [row]);
  }
  return [...found].map(([n, own]) => ({ n, rows: own, told: told.get(n) ?? gathered(n, own) }));
}

/** The newest acts of a view. @param {View} view @returns {Told[]} */
export function actsOf(view) {
  return view.acts?.map((told) => toldTo(view, told)) ?? deeds(view.log, new Map()).map((deed) => deed.told);
}

/** An act as it reads at this seat: to whoever plays one combatant, what that one does and suffers is "you". @param {View} view @param {Told} told @returns {Told} */
export function toldTo({ you }, told) {
  const own = you.kind === "player" && you.plays.length === 1 ? told.you?.[you.plays[0]] : undefined;
  return own ? { ...told, headline: own, others: told.headline } : told;
}

/** What the rows alone tell: the first sentence, and the dice that fell. @param {number} n @param {Row[]} rows @returns {Told} */
function gathered(n, rows) {
  const [first] = rows;
  return {
    n,
    who: first.who,
    name: "",
    kind: first.kind,
    auto: first.marks.includes("policy") || first.marks.includes("auto"),
    headline: first.text,
    weight: first.kind === "due" ? "quiet" : "act",
    whom: [...new Set(rows.map((row) => row.whom).filter(Boolean))],
    dice: rows.flatMap((row) =>
      row.faces?.length
        ? [{ who: row.who, faces: row.faces, sides: row.sides?.[0] ?? Math.max(6, ...row.faces), counted: [] }]
        : [],
    ),
    parts: [],
    rows: [first.i, rows[rows.length - 1].i],
    you: {},
  };
}
