// @ts-check
// The way in: join by code, your rooms, demos, a new fight.

import { Builder } from "./builder.js";
import { h, keyed, one, s, text } from "./dom.js";
import { portraitParts } from "./portrait.js";
import { Library } from "./party.js";
import { drop, held, keep, sit } from "./seated.js";
import { fetched } from "./server.js";
import { theme } from "./theme.js";
import { readFiles } from "./upload.js";
import { W } from "./words.js";

const FIRST = "dock-9"; // the fight to begin with

theme(/** @type {HTMLElement} */ (one("#theme")));

/** @param {string} words @param {boolean} [bad] */
function say(words, bad = true) {
  const toast = h("div", { class: `toast${bad ? " bad" : ""}`, role: bad ? "alert" : "status", "data-testid": "toast" }, words);
  one("#toasts").append(toast);
  setTimeout(() => toast.remove(), 9000);
}

/** @param {object} body @param {string} [how]  "#alone": the others play themselves */
async function open(body, how = "") {
  /** @type {{room: string, token: string, seat: string, title: string, key?: string}} */
  const found = await fetched("/rooms", body);
  keep(found.room, { token: found.token, seat: found.seat, kind: "gm", title: found.title });
  sit(found.room, found.token);
  if (found.key) sessionStorage.setItem(`starfray.key.${found.room}`, found.key);
  location.assign(`/r/${encodeURIComponent(found.room)}${how}`);
}

one("#join").addEventListener("submit", (event) => {
  event.preventDefault();
  const code = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("code") ?? "");
  const words = code.toLowerCase().match(/[a-z]+/g) ?? [];
  location.assign(
    words.length > 3 && !/\d/.test(code)
      ? `/gm/${words.join("-")}` // a GM's key: words where a code is letters and digits
      : `/join/${encodeURIComponent(code.trim().replaceAll(/[\s-]/g, "").toUpperCase())}`,
  );
});

async function rooms() {
  const all = held();
  const tokens = Object.values(all)
    .flat()
    .map((each) => each.token);
  if (!tokens.length) return;
  /** @type {{room: string, seat: string, kind: string, name: string, title: string, book: string, archived: boolean}[]} */
  const found = await fetched("/api/mine", { tokens: tokens.slice(0, 50) });
  for (const room of Object.keys(all)) if (!found.some((each) => each.room === room)) drop(room);
  one("#mine").hidden = found.length === 0;
  keyed(
    one("#mine .rooms"),
    found,
    (each) => `${each.room}/${each.seat}`,
    (each) =>
      h(
        "li",
        { class: each.archived ? "archived" : "" },
        h(
          "a",
          {
            href: `/r/${encodeURIComponent(each.room)}`,
            onclick: () => {
              const token = (held()[each.room] ?? []).find(
                (seat) => seat.seat === each.seat || (each.kind === "gm" && seat.kind === "gm"),
              )?.token;
              if (token) sit(each.room, token);
            },
          },
          h("b", {}, each.title || "A fight"),
        ),
        h(
          "span",
          {},
          `${each.kind === "gm" ? "GM" : `${each.name} (${each.kind})`} · ${each.book}${each.archived ? " · put away" : ""}`,
        ),
      ),
  );
}

/** @typedef {{demo: string, title: string, book: string, book_title: string, about: string, players: number, people: number, minutes?: number}} Demo */
/** @type {Demo[]} */
let shelf = [];
let only = "";
/** @type {Record<string, (demo: Demo) => boolean>} */
const PLAYERS = { one: (demo) => demo.players <= 1, two: (demo) => demo.players === 2, more: (demo) => demo.players > 2 };

async function demos() {
  shelf = await fetched("/api/demos");
  showDemos();
}

function showDemos() {
  const books = [...new Set(shelf.map((each) => each.book_title))].sort();
  keyed(
    one("#demos .filters"),
    ["", ...Object.keys(PLAYERS), ...books],
    (name) => name,
    (name) =>
      h(
        "button",
        {
          type: "button",
          class: "chip",
          onclick: () => {
            only = name;
            showDemos();
          },
        },
        W.lobby.filters[/** @type {"one"} */ (name)] ?? name,
      ),
    (node, name) => node.setAttribute("aria-pressed", String(name === only)),
  );
  keyed(
    one("#demos .demos"),
    shelf.filter((each) => !only || (PLAYERS[only] ? PLAYERS[only](each) : each.book_title === only)),
    (each) => each.demo,
    (each) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            "data-testid": `demo-${each.demo}`,
            onclick: () => open({ from: "demo", demo: each.demo }).catch((error) => say(error.message)),
          },
          crowd(each),
          h("b", {}, each.title, each.demo === FIRST ? h("span", { class: "chip on" }, W.lobby.start) : null),
          h("span", { class: "about" }, each.about),
          h(
            "span",
            { class: "facts" },
            h("span", {}, each.players ? W.lobby.players(each.players) : W.lobby.noSeats),
            h("span", {}, each.minutes ? W.lobby.about(each.minutes) : W.lobby.minutes(each.people)),
            h("span", { class: "book" }, each.book_title),
          ),
        ),
      ),
  );
}

/** A few of those who fight, as faces. @param {Demo} demo */
function crowd(demo) {
  const shown = Math.min(4, Math.max(2, demo.people));
  return s(
    "svg",
    { class: "crowd", viewBox: "0 0 84 64", "aria-hidden": "true" },
    ...Array.from({ length: shown }, (_, place) =>
      s(
        "g",
        {
          class: `side-${place % 2}`,
          transform: `translate(${24 + 36 * (place % 2)} ${shown > 2 ? 19 + 27 * Math.floor(place / 2) : 32}) scale(${shown > 2 ? 0.72 : 1})`,
        },
        s("circle", { class: "rim", r: 17.5 }),
        ...portraitParts(`${demo.title} ${place}`, "person"),
      ),
    ),
  );
}

one("[data-testid=alone]").addEventListener("click", () =>
  open({ from: "demo", demo: FIRST }, "#alone").catch((error) => say(error.message)),
);

const ways = [...document.querySelectorAll("[data-way]")];
for (const way of ways) {
  way.addEventListener("click", () => {
    for (const each of ways) {
      const on = each === way;
      each.setAttribute("aria-selected", String(on));
      one(`#way-${/** @type {HTMLElement} */ (each).dataset.way}`).hidden = !on;
    }
  });
}

const typed = /** @type {HTMLFormElement} */ (one("#way-text"));
const area = /** @type {HTMLTextAreaElement} */ (one("textarea", typed));
/** parties and packs that came along with a fight file, by name @type {Record<string, string>} */
let beside = {};
for (const input of typed.querySelectorAll("input[type=file]")) {
  input.addEventListener("change", async () => {
    const { files } = /** @type {HTMLInputElement} */ (input);
    const found = await readFiles([...(files ?? [])]);
    if (!found.text) return;
    area.value = found.text;
    beside = found.beside;
    text(one(".beside", typed), Object.keys(beside).length ? `With it: ${Object.keys(beside).join(", ")}` : "");
  });
}
typed.addEventListener("submit", async (event) => {
  event.preventDefault();
  text(one(".fault", typed), "");
  const reproducible = /** @type {HTMLInputElement} */ (one("[name=reproducible]", typed)).checked;
  const files = Object.keys(beside).length ? { files: beside } : {};
  await open({ from: "text", text: area.value, reproducible, ...files }).catch((error) =>
    text(one(".fault", typed), error.message),
  );
});

new Builder(one("#way-builder"), open, say);
new Library(one("#parties .inside"), say);
for (const part of [rooms, demos]) part().catch((error) => say(error.message));
