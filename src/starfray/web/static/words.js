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
  chance: {
    through: "gets through",
    hopeless: "cannot hurt",
    unhurt: "unhurt",
    about: (/** @type {number} */ amount, /** @type {string} */ label) => `about ${amount} ${label}`,
    falls: (/** @type {string} */ share) => `${share} falls`,
    working: "working out the chances …",
  },
  offer: {
    rows: "What can be done",
    options: "Options",
    close: "Close",
    here: "Here",
    bare: "No cover there",
    cover: (/** @type {string} */ name) => `Cover there: ${name}`,
    nothing: "Nothing to do here",
    first: "something must be chosen first",
    more: (/** @type {number} */ count, /** @type {string[]} */ names) => `${count} more: ${names.join(", ")}`,
    does: (/** @type {string} */ label, /** @type {string} */ name) => `${label}: ${name}`,
    chance: (/** @type {number} */ share, /** @type {string} */ words) => `${share} % ${words}`,
    tap: "Tap a foe, the ground or yourself",
  },
  form: {
    more: "More options",
    back: "Back",
    next: "Do it next",
    none: "none",
    usual: "as usual",
    choose: "choose …",
    wanted: " if wanted",
    yes: "yes",
    no: "no",
    refused: (/** @type {number} */ count) => `Not now (${count})`,
    done: (/** @type {string} */ words) => `${words}: done.`,
    worth: "Worth knowing",
  },
  me: { asked: "you are asked", turn: "your turn", waits: "waits" },
  lobby: {
    filters: { "": "All", one: "1 player", two: "2 players", more: "3 and more" },
    players: (/** @type {number} */ count) => counted(count, "player", "players"),
    noSeats: "GM alone",
    /** a rough guess: five minutes for everybody who fights, to the next five */
    minutes: (/** @type {number} */ people) => `about ${Math.min(90, Math.max(10, people * 5))} min`,
  },
  invite: {
    title: "Join on your phone",
    who: "Who plays whom",
    free: "free",
    rest: "Whoever nobody takes is played by the GM, or by itself on Auto.",
    open: "or open ",
    qr: "QR code of the link",
    copy: "Copy the link",
    copied: "The link is copied.",
    ask: "and type the code the GM has.",
    key: "Your key to this room",
    keyWords:
      "These words open the GM's seat from any browser. Keep them to yourself; they are shown here only until the fight begins.",
    keep: "Keep it as a file",
  },
  dial: { ask: "Ask", suggest: "Suggest", auto: "Auto" },
  decides: (/** @type {string} */ side) => `Who decides for ${side}`,
  pace: { title: "Pace", off: "off", slow: "slow", normal: "normal", quick: "quick" },
  wish: {
    undo: (/** @type {string} */ name, /** @type {string} */ why) =>
      `${name} asks to take the last act back${why ? `: ${why}` : ""}`,
    yes: "Undo it",
    no: "No",
  },
  dice: {
    pad: "Faces",
    last: "Last die back",
    /** @param {number} counting  −1: the roll is a sum @param {number} left */
    soFar: (counting, left) =>
      [
        counting < 0 ? "" : `${counted(counting, "die counts", "dice count")} so far`,
        left ? `${counted(left, "die", "dice")} to go` : "",
      ]
        .filter(Boolean)
        .join(" · "),
  },
  hand: { value: "New value", number: "New value, or a change: −3, +2" },
  diagram: { now: "now", nothing: "nothing here" },
  turn: {
    yours: (/** @type {string} */ words) => `Your turn: ${words}`,
    may: (/** @type {string} */ names) => `${names} may act.`,
    waiting: (/** @type {string} */ names) => `Waiting for ${names}.`,
    sealed: (/** @type {string} */ name) => `${name} (sealed)`,
    next: (/** @type {string} */ words) => `Next: ${words}`,
    seated: "Everybody seated? Then begin.",
    early: "The fight has not begun yet.",
    nobody: "Nobody may act now.",
  },
  sound: { on: "Sound is on. Switch it off", off: "Sound is off. Switch it on" },
};
