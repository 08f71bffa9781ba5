// @ts-check
// A code becomes a seat: exchanged by POST, kept in this browser, gone from the address. A code for many offers the free seats.

import { h, one, s, text } from "./dom.js";
import { portraitParts } from "./portrait.js";
import { keep, sit } from "./seated.js";
import { fetched } from "./server.js";
import { theme } from "./theme.js";

/** @typedef {{room: string, title: string, book: string, seats: {seat: string, name: string, plays?: string[]}[]}} Offer */

theme(null);
const form = /** @type {HTMLFormElement} */ (one("#join"));
const offers = one("#offers");

/** @param {object} [chosen] */
async function join(chosen = {}) {
  const button = /** @type {HTMLButtonElement} */ (one("button", form));
  button.disabled = true;
  text(one(".fault", form), "");
  try {
    const name = String(new FormData(form).get("name") ?? "").trim();
    const key = form.dataset.gm;
    /** @type {{choose?: Offer[], room: string, token: string, seat: string, kind: string}} */
    const found = key
      ? await fetched("/api/gm-key", { key, ...(name ? { name } : {}) })
      : await fetched("/api/join", { code: form.dataset.code, name, ...chosen });
    if (found.choose) offer(found.choose);
    else {
      keep(found.room, { token: found.token, seat: found.seat, kind: found.kind });
      sit(found.room, found.token);
      location.replace(`/r/${encodeURIComponent(found.room)}`);
      return;
    }
  } catch (error) {
    text(one(".fault", form), String(/** @type {Error} */ (error).message));
  }
  button.disabled = false;
}

/** @param {Offer[]} rooms */
function offer(rooms) {
  one(".buttons", form).hidden = true;
  offers.replaceChildren(
    ...(rooms.length
      ? rooms.flatMap((room) => [
          h("h3", {}, room.title || "A fight", h("small", {}, ` ${room.book}`)),
          h(
            "div",
            { class: "offers" },
            ...room.seats.map((each) =>
              h(
                "button",
                {
                  type: "button",
                  "data-testid": `take-${each.seat}`,
                  onclick: () => join({ room: room.room, seat: each.seat }),
                },
                s(
                  "svg",
                  { class: "face", viewBox: "-17 -17 34 34", "aria-hidden": "true" },
                  ...portraitParts(each.plays?.[0] ?? each.name, "person"),
                ),
                h("b", {}, each.plays?.length ? each.plays.join(", ") : each.name),
                h("small", {}, each.plays?.length ? each.name : ""),
              ),
            ),
            h(
              "button",
              {
                type: "button",
                class: "quiet",
                "data-testid": "take-watch",
                onclick: () => join({ room: room.room, seat: "" }),
              },
              "Just watch",
            ),
          ),
        ])
      : [h("p", {}, "No fight is open under this code yet.")]),
  );
  const first = offers.querySelector("button");
  if (first instanceof HTMLElement) first.focus();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  join();
});
