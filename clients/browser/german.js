// @ts-check
// What the page without a server says, in German: the keys of english.js.

/** @type {import("./words.js").Texts} */
export const GERMAN = {
  "odds.act": "Was getan wird",
  "odds.exact": "Jeder Ausgang ist gezählt: Die Chancen sind genau.",
  "odds.fight": "Ein Kampf",
  "odds.file": "oder einer von dir",
  "odds.go": "Chancen berechnen",
  "odds.more": "weitere Ausgänge",
  "odds.near": "Nicht jeder Ausgang war zu erreichen; was fehlt, liegt unter {p}.",
  "odds.title": "Die Chancen einer Aktion",
  "odds.who": "Wer am Zug ist",
  "page.broken": "Es lässt sich nicht laden: {why}",
  "page.loading": "Python und die Regeln werden geladen, etwa 15 MB …",
  "page.ready": "Bereit: Starfray {version}. Nichts verlässt diese Seite.",
  "page.what": "Chancen, Regeln und Wiederholungen von Science-Fiction-Kämpfen, in deinem Browser berechnet.",
  "page.working": "Wird berechnet …",
  "replay.bad": "Es passt nicht: {why}",
  "replay.by": "Geschrieben von {by}.",
  "replay.file": "Eine Mitschrift oder ein Spielstand",
  "replay.go": "Abspielen",
  "replay.good": "Jeder Würfel und jede Antwort passt. Fingerabdruck der letzten Stellung: {hash}",
  "replay.title": "Ein Kampf noch einmal",
  "rules.all": "alle Regelwerke",
  "rules.book": "Regelwerk",
  "rules.count": { one: "{count} Regel", other: "{count} Regeln" },
  "rules.go": "Nachschlagen",
  "rules.lines": "Zeilen {lines}",
  "rules.none": "keine Regel enthält diese Wörter",
  "rules.title": "Eine Regel",
  "rules.words": "Wörter oder eine Kennung",
};
