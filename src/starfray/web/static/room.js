// @ts-check
// The page of a room: one view in, every panel patched; typing, tabs and selection stay here.

import { Actions } from "./actions.js";
import { Asks, isMine } from "./asks.js";
import { Cards } from "./cards.js";
import { DiagramPanel } from "./diagram.js";
import { give, h, keyed, one, text } from "./dom.js";
import { Extras } from "./extras.js";
import { Goals } from "./goals.js";
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
import { Pacing } from "./pacing.js";
import { Rail } from "./rail.js";
import { Review } from "./review.js";
import { drop, held, keep, sit, sitting } from "./seated.js";
import { Seats } from "./seats.js";
import { sound } from "./sound.js";
import { Stage } from "./stage.js";
import { shelfOf } from "./shelf.js";
import { Summary } from "./summary.js";
import { spell } from "./spell.js";
import { theme } from "./theme.js";
import { WinChance } from "./winchance.js";
import { named } from "./speech.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Desk} Desk */

spell();
const room = document.body.dataset.room ?? "";
const seat = sitting(room);
const turnTheme = theme(/** @type {HTMLElement} */ (one("#theme")));

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
    if (!link) return { ok: false, reason: say("room.noSeat") };
    if (op === "play" || op === "answer") stage.hurry();
    const done = await link.act(op, args);
    if (!done.ok && !quiet) refused(done);
    return done;
  },
  gm: async (words) => {
    const done = await desk.act("gm", { text: words }, true);
    if (done.ok) return true;
    if (done.rule !== "fight.pending") return refused(done).ok;
    const queued = await desk.act("queue", { action: `gm: ${words}` });
    if (queued.ok) toast(say("room.queued"));
    return queued.ok;
  },
  ask: async (what, args = {}) => {
    if (!link) throw new Error(say("room.noSeat"));
    return link.ask(what, args);
  },
  say: toast,
  refused,
  show,
  token: () => seat?.token ?? "",
  shelf: () => shelfOf(desk.view().room.rulebook),
  picker: { want: (wish) => map.want(wish), cover: (area) => map.cover(area), plan: (bars) => diagram.expect(bars) },
};

/** what the panels see that follow the cards @type {Desk} */
const paced = { ...desk, view: () => pacing.shown ?? /** @type {View} */ (view) };

/** Somebody was tapped: whoever wants to act sees everything as it is now. @param {string} id @param {number[]|null} [at] */
function tapped(id, at = null) {
  stage.hurry();
  return actions.tapped(id, at);
}

/** @type {import("./ownsheet.js").OwnSheet|null} */
let sheet = null;

/** The sheet comes when somebody first asks for one. @param {string} who */
async function openSheet(who) {
  if (!sheet) {
    const { OwnSheet } = await import("./ownsheet.js");
    sheet = new OwnSheet(desk);
  }
  await sheet.open(who);
}

const rail = new Rail(one("#rail"));
const cards = new Cards(
  one("#table"),
  paced,
  (id) => {
    if (tapped(id)) show("act");
  },
  openSheet,
);
const map = new FightMap(one("#map"), paced, moved, (id, at) => {
  if (!tapped(id, at)) return false;
  show("act");
  return true;
});
const diagram = new DiagramPanel(one("#diagram"), one("#crew"), paced, tapped);
const me = new Me(one("#me"), tapped, openSheet);
const pacing = new Pacing([rail, me, diagram, cards, map]);
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
const stage = new Stage(one("#stage"), paced, {
  follow: (n) => pacing.follow(n),
  present: () => pacing.present(),
  rows: (n) => log.rowsOf(n),
  flash: (told) => map.flash(told),
  sound: sound(one("#sound")),
});
const invite = new Invite(one("#invitation"), desk, room);
const hand = new GmHand(one("#sideswitches"), one("#pace"), one("#wishes"), desk);
const hints = new Hints(one("#hints"), () => Boolean(actions.offer.subject));
const extras = new Extras(one("#extras"), desk);
const review = new Review(one("#review"), desk);
const goals = new Goals(one("#goals"));
const win = new WinChance(one("#winchance"), desk);
const panels = [stage, invite, hand, asks, actions, log, gm, history, seats, summary, hints, win, extras, review, goals];

/** @param {string} words @param {boolean} [bad] */
function toast(words, bad = false) {
  const note = h(
    "div",
    { class: `toast${bad ? " bad" : ""}`, role: bad ? "alert" : "status", "data-testid": "toast" },
    words,
    h("button", { type: "button", class: "quiet", "aria-label": say("room.dismiss"), onclick: () => note.remove() }, "×"),
  );
  // over an open dialog nothing else can be seen or pressed
  (document.querySelector("dialog[open]") ?? one("#toasts")).append(note);
  setTimeout(() => note.remove(), bad ? 9000 : 4000);
}

/** @param {import("./types.js").Done} done */
function refused(done) {
  toast(
    `${named(done.reason ?? say("room.refused"), view)}${done.legal?.length ? say("act.possible", { what: done.legal.join(", ") }) : ""}${done.rule ? ` [${done.rule}]` : ""}`,
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
  if (name === "log") log.unfold(true);
  if (name === "map") one("main").scrollTop = 0; // a question below it had the focus
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
    toast(say("map.dropped", { name: view.cards[id]?.name ?? id, what: form.label || form.kind, at: at.join(", ") }));
    return true;
  }
  if (view.you.kind !== "gm") {
    if (view.you.plays.includes(id)) toast(say("map.cannot", { name: view.cards[id]?.name ?? id }), true);
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
  give(document.body, { "data-kind": you.kind, "data-status": next.room.status });
  text(one("#title"), next.room.title || say("room.untitled"));
  text(one("#book"), next.room.book);
  one("#seeded").hidden = !next.room.reproducible;
  text(
    one("#who"),
    you.kind === "gm"
      ? you.name && you.name !== "GM"
        ? `${you.name} · ${say("seat.gm")}`
        : say("seat.gm")
      : you.kind === "player"
        ? `${you.name} · ${say("room.plays", { names: you.plays.map((id) => next.cards[id]?.name ?? id).join(", ") || say("room.nobody") })}`
        : [you.name === you.kind ? "" : you.name, say(`seat.${you.kind}`)].filter(Boolean).join(" · "),
  );
  title = next.room.title || say("room.untitled");
  if (first) {
    keep(room, { token: seat?.token ?? "", seat: you.seat, name: you.name, kind: you.kind, title });
    switcher();
    show(you.kind === "tv" ? "log" : (document.body.dataset.tab ?? "act"));
    document.body.dataset.side ??= "log";
  }
  pacing.add(next);
  if (first) pacing.present();
  for (const panel of panels) panel.update(next);
  sheet?.update(next);
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
  const now = asked.length ? `asked:${asked.map((ask) => ask.id).join()}` : yours.length ? `turn:${yours.join()}` : "";
  document.title = now ? `${asked.length ? say("room.asked") : say("room.turn")} · ${title}` : title;
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
  text(chip, mine ? say("room.left", { seconds: left }) : say("room.each", { seconds }));
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
    (each) => h("option", { value: each.token }, each.name || each.kind || say("room.seat")),
  );
  if (seat) select.value = seat.token;
  select.onchange = () => {
    sit(room, select.value);
    location.reload();
  };
}

/** @param {import("./link.js").State} state @param {string} [reason] */
function linked(state, reason) {
  const chip = one("#chip");
  text(chip, say(`link.${state}`));
  chip.className = `chip ${state}`;
  document.body.dataset.link = state;
  if (state === "ended") {
    toast(reason || say("room.closed"), true);
    one("#gone").removeAttribute("hidden");
    text(one("#gone-why"), reason || say("room.closed"));
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
      words: say("keys.q"),
      run: () => {
        show("act");
        asks.focus();
      },
    },
    { key: "r", words: say("keys.r"), run: () => asks.roll() },
    {
      key: "a",
      words: say("keys.a"),
      run: () => {
        show("act");
        actions.focus();
      },
    },
    {
      key: "c",
      words: say("keys.c"),
      run: () => {
        show("table");
        one("#table").focus();
      },
    },
    {
      key: "m",
      words: say("keys.m"),
      run: () => {
        show("map");
        map.svg.focus();
      },
    },
    {
      key: "l",
      words: say("keys.l"),
      run: () => {
        show("log");
        log.focus();
      },
    },
    { key: "e", words: say("keys.e"), run: () => actions.endTurn() },
    { key: "u", words: say("keys.undo"), run: () => history.undo() },
    { key: "Escape", words: say("keys.back"), run: () => actions.offer.close() },
    { key: "g", words: say("keys.g"), run: () => view?.you.kind === "gm" && show("gm") },
    { key: "h", words: say("keys.h"), run: () => show("history") },
    { key: "s", words: say("keys.s"), run: () => show("seats") },
    { key: "t", words: say("keys.t"), run: turnTheme },
  ],
  (number) => asks.press(number) || actions.offer.press(number),
  () => history.undo(),
  () => history.redo(),
);
one("#help").addEventListener("click", help);

if (seat) link = new Link(room, seat.token, { view: receive, state: linked });
else {
  one("#gone").removeAttribute("hidden");
  text(one("#gone-why"), say("room.none"));
}
