// @ts-check
// A code becomes a seat: exchanged by POST, kept in this browser, gone from the address. A code for many offers the free
// seats, the shared screen, and, to whoever has lost a seat, those that are taken.

import { h, one, s, text } from "./dom.js";
import { portraitParts } from "./portrait.js";
import { keep, sit } from "./seated.js";
import { fetched } from "./server.js";
import { spell } from "./spell.js";
import { theme } from "./theme.js";
import { languageChoice } from "./language.js";
import { say } from "./words.js";

/** @typedef {{seat: string, name: string, plays?: string[]}} Place */
/** @typedef {{room: string, title: string, book: string, seats: Place[], taken?: Place[]}} Offer */
/** @typedef {{room: string, token: string, seat: string, kind: string, waiting?: boolean}} Given */

const AGAIN = 1500; // milliseconds until we look again whether the GM has agreed

spell();
theme(null);
one("header").append(languageChoice(say("language.choose")));
const form = /** @type {HTMLFormElement} */ (one("#join"));
const offers = one("#offers");

const NAME = "starfray.name"; // what this browser's owner is called at tables

/** @param {{room?: string, seat?: string, screen?: boolean, ask?: boolean, look?: boolean}} [chosen] */
async function join(chosen = {}) {
  const button = /** @type {HTMLButtonElement} */ (one("button", form));
  button.disabled = !chosen.look; // looking keeps nobody from sitting down
  text(one(".fault", form), "");
  try {
    const name = String(new FormData(form).get("name") ?? "").trim();
    const key = form.dataset.gm;
    if (name) localStorage.setItem(NAME, name);
    /** @type {Given & {choose?: Offer[], own?: boolean}} */
    const found = key
      ? await fetched("/api/gm-key", { key, ...(name ? { name } : {}) })
      : await fetched("/api/join", { code: form.dataset.code, name, ...chosen });
    if (found.own)
      offers.replaceChildren(); // one seat's own code: there is nothing to choose
    else if (found.choose) offer(found.choose);
    else if (found.waiting) wait(found);
    else return seated(found);
  } catch (error) {
    text(one(".fault", form), String(/** @type {Error} */ (error).message));
  }
  button.disabled = false;
}

/** @param {Given} found */
function seated(found) {
  keep(found.room, { token: found.token, seat: found.seat, kind: found.kind });
  sit(found.room, found.token);
  location.replace(`/r/${encodeURIComponent(found.room)}`);
}

/** Until the GM agrees the token opens nothing. @param {Given} found */
function wait(found) {
  offers.replaceChildren(
    h("p", { class: "waiting", role: "status", "data-testid": "seat-asked" }, say("join.asked", { name: nameOf(found) })),
  );
  const look = async () => {
    /** @type {{room: string}[]} */
    const mine = await fetched("/api/mine", { tokens: [found.token] }).catch(() => []);
    if (mine.some((each) => each.room === found.room)) seated(found);
    else setTimeout(look, AGAIN);
  };
  look();
}

/** @type {Offer[]} */
let known = [];

/** @param {Given} found */
function nameOf(found) {
  const room = known.find((each) => each.room === found.room);
  return room?.taken?.find((each) => each.seat === found.seat)?.name ?? found.seat;
}

/** A seat with its face. @param {Place} each @param {string} id @param {() => void} onclick */
function place(each, id, onclick) {
  return h(
    "button",
    { type: "button", "data-testid": id, onclick },
    s(
      "svg",
      { class: "face", viewBox: "-17 -17 34 34", "aria-hidden": "true" },
      ...portraitParts(each.plays?.[0] ?? each.name, "person"),
    ),
    h("b", {}, each.plays?.length ? each.plays.join(", ") : each.name),
    h("small", {}, each.plays?.length ? each.name : ""),
  );
}

/** @param {Offer} room */
function lost(room) {
  return h(
    "details",
    { class: "lostseat", "data-testid": "lost-seat" },
    h("summary", {}, say("join.lost")),
    h("p", { class: "hint" }, say("join.lostWords")),
    h(
      "div",
      { class: "offers" },
      ...(room.taken ?? []).map((each) =>
        place(each, `lost-${each.seat}`, () => join({ room: room.room, seat: each.seat, ask: true })),
      ),
    ),
  );
}

/** @param {Offer[]} rooms */
function offer(rooms) {
  known = rooms;
  one(".buttons", form).hidden = true;
  if (rooms.length === 1) text(one("h2"), rooms[0].title || say("join.fight"));
  offers.replaceChildren(
    ...(rooms.length
      ? rooms.flatMap((room) => [
          rooms.length > 1 ? h("h3", {}, room.title || say("join.fight")) : "",
          h("p", { class: "whom" }, say("join.who")),
          h(
            "div",
            { class: "offers" },
            ...room.seats.map((each) => place(each, `take-${each.seat}`, () => join({ room: room.room, seat: each.seat }))),
            h(
              "button",
              {
                type: "button",
                class: "quiet",
                "data-testid": "take-watch",
                onclick: () => join({ room: room.room, seat: "" }),
              },
              say("join.watch"),
            ),
            h(
              "button",
              {
                type: "button",
                class: "screen",
                "data-testid": "take-screen",
                onclick: () => join({ room: room.room, seat: "", screen: true }),
              },
              h("b", {}, say("join.screen")),
              h("small", {}, say("join.screenHint")),
            ),
          ),
          room.taken?.length ? lost(room) : "",
        ])
      : [h("p", {}, say("join.none"))]),
  );
}

const called = /** @type {HTMLInputElement} */ (one("[name=name]", form));
called.value ||= localStorage.getItem(NAME) ?? ""; // unless one has begun to type
if (!form.dataset.gm) join({ look: true }); // whom one can play is seen at once
form.addEventListener("submit", (event) => {
  event.preventDefault();
  join();
});
