// @ts-check
// The way in: join by code, your rooms, demos, a new fight.

import { Builder } from "./builder.js";
import { Campaign, campaigns } from "./campaigns.js";
import { h, keyed, one, s, text } from "./dom.js";
import { openRoom } from "./newroom.js";
import { portraitParts } from "./portrait.js";
import { Library } from "./party.js";
import { drop, held, sit } from "./seated.js";
import { fetched } from "./server.js";
import { spell } from "./spell.js";
import { theme } from "./theme.js";
import { languageChoice } from "./language.js";
import { readFiles } from "./upload.js";
import { say } from "./words.js";

const FIRST = "dock-9"; // the fight to begin with

spell();
theme(/** @type {HTMLElement} */ (one("#theme")));
one("#theme").before(languageChoice(say("language.choose")));

/** @param {string} words @param {boolean} [bad] */
function toast(words, bad = true) {
  const note = h("div", { class: `toast${bad ? " bad" : ""}`, role: bad ? "alert" : "status", "data-testid": "toast" }, words);
  one("#toasts").append(note);
  setTimeout(() => note.remove(), 9000);
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
  /** @type {{room: string, seat: string, kind: "gm"|"player"|"spectator"|"tv", name: string, title: string, book: string, archived: boolean}[]} */
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
          h("b", {}, each.title || say("room.untitled")),
        ),
        h(
          "span",
          {},
          [
            each.kind === "gm" ? say("seat.gm") : `${each.name} (${say(`seat.${each.kind}`)})`,
            each.book,
            each.archived ? say("lobby.archived") : "",
          ]
            .filter(Boolean)
            .join(" · "),
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
        filterWords(name),
      ),
    (node, name) => node.setAttribute("aria-pressed", String(name === only)),
  );
  const shown = shelf.filter((each) => !only || (PLAYERS[only] ? PLAYERS[only](each) : each.book_title === only));
  text(one("#demos .count"), shown.length);
  keyed(
    one("#demos .demos"),
    shown,
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
            onclick: () => openRoom({ from: "demo", demo: each.demo }).catch((error) => toast(error.message)),
          },
          crowd(each),
          h("b", {}, each.title, each.demo === FIRST ? h("span", { class: "chip on" }, say("lobby.start")) : null),
          h("span", { class: "about" }, each.about),
          h(
            "span",
            { class: "facts" },
            h("span", {}, each.players ? say("lobby.players", { count: each.players }) : say("lobby.noSeats")),
            h(
              "span",
              {},
              each.minutes
                ? say("lobby.about", { minutes: each.minutes })
                : say("lobby.about", { minutes: guess(each.people) }),
            ),
            h("span", { class: "book" }, shortly(each.book_title)),
          ),
        ),
      ),
  );
}

/** @param {string} name  of a filter: nothing, how many play, a book */
function filterWords(name) {
  if (!name) return say("lobby.all");
  return name in PLAYERS ? say(`lobby.${/** @type {"one"|"two"|"more"} */ (name)}`) : shortly(name);
}

/** The name of a book without what it is about. @param {string} title */
function shortly(title) {
  return title.split(":")[0];
}

/** A rough guess at minutes: five for everybody who fights. @param {number} people */
function guess(people) {
  return Math.min(90, Math.max(10, people * 5));
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
  openRoom({ from: "demo", demo: FIRST }, "#alone").catch((error) => toast(error.message)),
);

const BUILT = "starfray.built"; // a fight that was begun, so that a reload loses nothing

/** @param {Builder} builder */
async function draft(builder) {
  const own = campaigns()[0];
  if (own)
    builder.node.append(
      h(
        "button",
        { type: "button", "data-testid": "save-encounter", onclick: () => saveEncounter(builder, own) },
        say("lobby.saveEncounter", { name: own.name }),
      ),
    );
  await builder.ready;
  const kept = sessionStorage.getItem(BUILT);
  if (kept) await builder.put(JSON.parse(kept)).catch(() => sessionStorage.removeItem(BUILT));
  builder.told = () => sessionStorage.setItem(BUILT, JSON.stringify(builder.fight()));
}

/** @param {Builder} builder @param {{key: string, name: string}} own */
async function saveEncounter(builder, own) {
  const { rulebook, ...data } = builder.fight();
  const name = data.title ? String(data.title) : say("campaign.new.encounter");
  try {
    await new Campaign(own.key).add({
      kind: "encounter",
      name,
      book: rulebook,
      tags: [],
      data: /** @type {Record<string, import("./types.js").Plain>} */ (data),
    });
    toast(say("lobby.savedEncounter", { name: own.name }), false);
  } catch (error) {
    toast(String(/** @type {Error} */ (error).message));
  }
}

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
    text(
      one(".beside", typed),
      Object.keys(beside).length ? say("lobby.beside", { names: Object.keys(beside).join(", ") }) : "",
    );
  });
}
typed.addEventListener("submit", async (event) => {
  event.preventDefault();
  text(one(".fault", typed), "");
  const reproducible = /** @type {HTMLInputElement} */ (one("[name=reproducible]", typed)).checked;
  const files = Object.keys(beside).length ? { files: beside } : {};
  await openRoom({ from: "text", text: area.value, reproducible, ...files }).catch((error) =>
    text(one(".fault", typed), error.message),
  );
});

const builder = new Builder(one("#way-builder"), openRoom, toast);
draft(builder);
new Library(one("#parties .inside"), toast);
for (const part of [rooms, demos]) part().catch((error) => toast(error.message));
