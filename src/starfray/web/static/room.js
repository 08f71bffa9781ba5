// @ts-check
// The page of a room: one view in, every panel patched; typing, tabs and selection stay here.

import { Actions } from "./actions.js";
import { Asks, isMine } from "./asks.js";
import { Cards } from "./cards.js";
import { DiagramPanel } from "./diagram.js";
import { h, keyed, one, text } from "./dom.js";
import { GmPanel } from "./gm.js";
import { Hints } from "./hints.js";
import { GmHand, playAlone } from "./gmhand.js";
import { History } from "./history.js";
import { Invite } from "./invite.js";
import { shortcuts } from "./keys.js";
import { Link } from "./link.js";
import { Log } from "./log.js";
import { FightMap } from "./map.js";
import { Me } from "./me.js";
import { Rail } from "./rail.js";
import { drop, held, keep, sit, sitting } from "./seated.js";
import { Seats } from "./seats.js";
import { sound } from "./sound.js";
import { Stage } from "./stage.js";
import { shelfOf } from "./shelf.js";
import { Summary } from "./summary.js";
import { theme } from "./theme.js";
import { WinChance } from "./winchance.js";
import { named } from "./speech.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Desk} Desk */

const room = document.body.dataset.room ?? "";
const seat = sitting(room);
const turnTheme = theme(/** @type {HTMLElement} */ (one("#theme")));
const CHIP = { online: "● connected", connecting: "○ connecting …", reconnecting: "◌ reconnecting …", ended: "✕ ended" };

/** @type {View|null} */
let view = null;
let title = document.title;
let mine = "";
/** @type {Link|null} */
let link = null;

/** @type {Desk} */
const desk = {
  view: () => /** @type {View} */ (view),
  act: async (op, args = {}, quiet = false) => {
    if (!link) return { ok: false, reason: "no seat" };
    const done = await link.act(op, args);
    if (!done.ok && !quiet) refused(done);
    return done;
  },
  gm: async (words) => {
    const done = await desk.act("gm", { text: words }, true);
    if (done.ok) return true;
    if (done.rule !== "fight.pending") return refused(done).ok;
    const queued = await desk.act("queue", { action: `gm: ${words}` });
    if (queued.ok) say("It is done as soon as the open question is answered.");
    return queued.ok;
  },
  ask: async (what, args = {}) => {
    if (!link) throw new Error("no seat");
    return link.ask(what, args);
  },
  say,
  refused,
  show,
  token: () => seat?.token ?? "",
  shelf: () => shelfOf(desk.view().room.rulebook),
  picker: { want: (wish) => map.want(wish), cover: (area) => map.cover(area) },
};

const rail = new Rail(one("#rail"));
const cards = new Cards(one("#table"), desk, (id) => {
  if (actions.tapped(id)) show("act");
});
const map = new FightMap(one("#map"), desk, moved, (id, at) => {
  if (!actions.tapped(id, at)) return false;
  show("act");
  return true;
});
const diagram = new DiagramPanel(one("#diagram"), desk, (id) => actions.tapped(id));
const me = new Me(one("#me"), (id) => actions.tapped(id));
const asks = new Asks(one("#asks"), desk);
const actions = new Actions(one("#act"), desk, (subject) => {
  map.look(subject);
  if (view) hints.update(view);
});
const log = new Log(one("#panel-log"), desk);
const gm = new GmPanel(one("#panel-gm"), desk);
const history = new History(one("#panel-history"), desk, one("#undo"), one("#redo"));
const seats = new Seats(one("#panel-seats"), desk);
const summary = new Summary(one("#summary"), desk, room);
const stage = new Stage(one("#stage"), desk, {
  rows: (n) => log.rowsOf(n),
  flash: (told) => map.flash(told),
  sound: sound(one("#sound")),
});
const invite = new Invite(one("#invitation"), desk, room);
const hand = new GmHand(one("#sideswitches"), one("#pace"), one("#wishes"), desk);
const hints = new Hints(one("#hints"), () => Boolean(actions.offer.subject));
const win = new WinChance(one("#winchance"), desk);
const panels = [
  rail,
  me,
  invite,
  hand,
  diagram,
  cards,
  map,
  asks,
  actions,
  log,
  stage,
  gm,
  history,
  seats,
  summary,
  hints,
  win,
];

/** @param {string} words @param {boolean} [bad] */
function say(words, bad = false) {
  const toast = h(
    "div",
    { class: `toast${bad ? " bad" : ""}`, role: bad ? "alert" : "status", "data-testid": "toast" },
    words,
    h("button", { type: "button", class: "quiet", "aria-label": "dismiss", onclick: () => toast.remove() }, "×"),
  );
  // over an open dialog nothing else can be seen or pressed
  (document.querySelector("dialog[open]") ?? one("#toasts")).append(toast);
  setTimeout(() => toast.remove(), bad ? 9000 : 4000);
}

/** @param {import("./types.js").Done} done */
function refused(done) {
  say(
    `${named(done.reason ?? "refused", view)}${done.legal?.length ? ` Possible: ${done.legal.join(", ")}.` : ""}${done.rule ? ` [${done.rule}]` : ""}`,
    true,
  );
  return done;
}

/** Bring a panel to the front: a tab beside the table, a bottom tab on a phone. @param {string} name */
function show(name) {
  if (name.startsWith("export:")) {
    summary.download(name.slice(7));
    return;
  }
  const aside = ["log", "gm", "history", "seats"].includes(name);
  document.body.dataset.tab = aside && name !== "log" ? "more" : name;
  if (aside) document.body.dataset.side = name;
  for (const tab of document.querySelectorAll("[data-show]")) {
    const to = /** @type {HTMLElement} */ (tab).dataset.show ?? "";
    const on = tab.closest("#tabs")
      ? to === document.body.dataset.tab || (to === "gm" && document.body.dataset.tab === "more")
      : to === document.body.dataset.side;
    tab.setAttribute(tab.getAttribute("role") === "tab" ? "aria-selected" : "aria-pressed", String(on));
  }
  if (name === "history") history.shown();
  if (name === "log") log.newest();
}

/** A token was let go on the map: a move by the rules, or the GM's hand. @param {string} id @param {number[]} at @param {boolean} byHand */
function moved(id, at, byHand) {
  if (!view) return false;
  const form = byHand
    ? undefined
    : (view.forms[id] ?? []).find(
        (each) => !each.refused && each.fields.some((field) => field.kind === "path" && field.required),
      );
  if (form && view.turn.actors.includes(id)) {
    if (actions.who !== id) actions.pick(id);
    if (actions.kind !== form.kind) actions.choose(form.kind);
    queueMicrotask(() => map.set([at]));
    show("act");
    say(`${view.cards[id]?.name ?? id}: ${form.label || form.kind} to ${at.join(", ")}. Press the button to do it.`);
    return true;
  }
  if (view.you.kind !== "gm") {
    if (view.you.plays.includes(id)) say(`${view.cards[id]?.name ?? id} cannot move now.`, true);
    return false;
  }
  desk.gm(`place ${id} ${at.join(",")}`);
  return true;
}

/** @param {View} next */
function receive(next) {
  const first = view === null;
  view = next;
  const { you } = next;
  document.body.dataset.kind = you.kind;
  document.body.dataset.status = next.room.status;
  text(one("#title"), next.room.title || "A fight");
  text(one("#book"), next.room.book);
  one("#seeded").hidden = !next.room.reproducible;
  text(
    one("#who"),
    you.kind === "gm"
      ? you.name && you.name !== "GM"
        ? `${you.name} · GM`
        : "GM"
      : you.kind === "player"
        ? `${you.name} · plays ${you.plays.map((id) => next.cards[id]?.name ?? id).join(", ") || "nobody yet"}`
        : `${you.name || you.kind} · ${you.kind === "tv" ? "shared screen" : "spectator"}`,
  );
  title = next.room.title || "A fight";
  if (first) {
    keep(room, { token: seat?.token ?? "", seat: you.seat, name: you.name, kind: you.kind, title });
    switcher();
    show(you.kind === "tv" ? "log" : (document.body.dataset.tab ?? "act"));
    document.body.dataset.side ??= "log";
  }
  for (const panel of panels) panel.update(next);
  if (first && you.kind === "gm" && location.hash === "#alone") {
    window.history.replaceState(null, "", location.pathname);
    playAlone(next, hand).then(() => desk.act("go", {}));
  }
  attention(next);
}

/** "Your turn" in the title of the tab, and by vibration. @param {View} next */
function attention(next) {
  const asked = next.asks.filter((ask) => isMine(next, ask));
  const yours = next.you.kind === "gm" ? next.turn.yours.filter((id) => next.you.plays.includes(id)) : next.turn.yours;
  const now = asked.length ? `asked ${asked.map((ask) => ask.id).join()}` : yours.length ? `turn ${yours.join()}` : "";
  document.title = now ? `${asked.length ? "You are asked" : "Your turn"} · ${title}` : title;
  one("#tabs").classList.toggle("called", Boolean(now));
  if (now && now !== mine) {
    if (navigator.vibrate && navigator.userActivation?.hasBeenActive !== false)
      navigator.vibrate(asked.length ? [80, 60, 80] : 120);
    if (
      next.you.kind === "player" &&
      matchMedia("(max-width: 47.5em), (max-height: 30em) and (max-width: 62em)").matches &&
      asked.length
    )
      show("act");
  }
  if (now !== mine) since = Date.now();
  mine = now;
  clock();
}

/** How long the table waits for a person, where the GM has set a time; counted down for whoever is waited for. */
let since = 0;
function clock() {
  const seconds = view?.room.timeout ?? 0;
  const chip = one("#clock");
  chip.hidden = !seconds || view?.room.status !== "open";
  if (chip.hidden) return;
  const left = mine ? Math.max(0, Math.ceil(seconds - (Date.now() - since) / 1000)) : seconds;
  text(chip, mine ? `⏱ ${left} s left` : `⏱ ${seconds} s each`);
}
setInterval(clock, 1000);

/** One browser may hold several seats of a room. */
function switcher() {
  const all = held()[room] ?? [];
  const select = /** @type {HTMLSelectElement} */ (one("#seat"));
  select.hidden = all.length < 2;
  keyed(
    select,
    all,
    (each) => each.token,
    (each) => h("option", { value: each.token }, `${each.name || each.kind || "seat"}`),
  );
  if (seat) select.value = seat.token;
  select.onchange = () => {
    sit(room, select.value);
    location.reload();
  };
}

/** @param {string} state @param {string} [reason] */
function linked(state, reason) {
  const chip = one("#chip");
  text(chip, CHIP[/** @type {keyof typeof CHIP} */ (state)] ?? state);
  chip.className = `chip ${state}`;
  document.body.dataset.link = state;
  if (state === "ended") {
    say(reason || "This seat is closed.", true);
    one("#gone").removeAttribute("hidden");
    text(one("#gone-why"), reason || "This seat is closed.");
    if (seat && view === null) drop(room, seat.token);
  }
}

document.addEventListener("click", (event) => {
  const to = /** @type {Element} */ (event.target).closest("[data-show]");
  if (to instanceof HTMLElement) show(to.dataset.show ?? "act");
});

const help = shortcuts(
  [
    {
      key: "q",
      words: "to the open question",
      run: () => {
        show("act");
        asks.focus();
      },
    },
    { key: "r", words: "roll for me", run: () => asks.roll() },
    {
      key: "a",
      words: "to the actions",
      run: () => {
        show("act");
        actions.focus();
      },
    },
    {
      key: "c",
      words: "to the combatants",
      run: () => {
        show("table");
        one("#table").focus();
      },
    },
    {
      key: "m",
      words: "to the map",
      run: () => {
        show("map");
        map.svg.focus();
      },
    },
    {
      key: "l",
      words: "to the log",
      run: () => {
        show("log");
        log.focus();
      },
    },
    { key: "e", words: "end the turn", run: () => actions.endTurn() },
    { key: "u", words: "undo", run: () => history.undo() },
    { key: "Escape", words: "back", run: () => actions.offer.close() },
    { key: "g", words: "the GM's panel", run: () => view?.you.kind === "gm" && show("gm") },
    { key: "h", words: "history", run: () => show("history") },
    { key: "s", words: "seats", run: () => show("seats") },
    { key: "t", words: "light or dark", run: turnTheme },
  ],
  (number) => asks.press(number) || actions.offer.press(number),
  () => history.undo(),
  () => history.redo(),
);
one("#help").addEventListener("click", help);

if (seat) link = new Link(room, seat.token, { view: receive, state: linked });
else {
  one("#gone").removeAttribute("hidden");
  text(one("#gone-why"), "This browser holds no seat in this room. Ask the GM for a link or a code.");
}
