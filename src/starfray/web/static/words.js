// @ts-check
// The words of the stage: everything the pages themselves say about a fight. What the books say comes from the server.
// Another language is another file of this shape.

/** @param {number} count @param {string} one @param {string} many */
const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;

export const W = {
  /** @param {number} now @param {number} most */
  of: (now, most) => `${now} of ${most}`,
  state: {
    up: "up",
    now: "acts now",
    acted: "has acted",
    asked: "is asked",
    down: "down",
    out: "out",
    dead: "dead",
    hidden: "hidden from others",
  },
  rail: {
    now: "now",
    acted: "acted",
    next: "next",
    yours: "yours",
    is: { done: "has acted", now: "is up", next: "is to come" },
  },
  map: { at: (/** @type {number[]} */ at) => `at ${at.join(", ")}` },
  log: {
    newest: "Newest",
    earlier: (/** @type {number} */ count) => `Earlier (${count})`,
    lines: (/** @type {number} */ count) => counted(count, "line", "lines"),
    none: "Nothing has happened yet.",
    open: "Open",
    title: "Log",
  },
  act: {
    justNow: "Just now",
    yourCard: "What happened to you",
    got: "Got it",
    every: "Every number",
    undo: "Undo",
    askUndo: "Ask to undo",
    skip: "Skip",
    older: (/** @type {number} */ count) => `${count} earlier`,
    waiting: (/** @type {number} */ count) => `${count} more to come`,
    nothing: "What happens in the fight shows here, newest first.",
    was: (/** @type {number} */ before, /** @type {number} */ most) => (most ? `was ${before} of ${most}` : `was ${before}`),
    change: (/** @type {string} */ label, /** @type {number} */ before, /** @type {number} */ after) =>
      `${before} → ${after} ${label}`,
    ended: (/** @type {string} */ word) => `no longer ${word}`,
    dice: (/** @type {number[]} */ faces) => `dice ${faces.join(", ")}`,
    before: "Before that",
    next: "Next",
    auto: "played by itself",
  },
  sound: { on: "Sound is on. Switch it off", off: "Sound is off. Switch it on" },
};
