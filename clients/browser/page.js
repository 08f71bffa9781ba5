// @ts-check
// The page without a server: three forms, and a worker that answers them.

import { say } from "./words.js";

/** @typedef {{ reason: string, rule: string, legal: string[] }} Refused */
/** @typedef {{ version: string, demos: { demo: string, title: string, book: string }[], books: { book: string, title: string }[] }} Shelf */
/** @typedef {{ title: string, actors: { who: string, name: string, acts: string[] }[], over: string }} Opened */
/** @typedef {{ action: string, exact: boolean, told: { p: number, words: string }[], unlisted: number, odds: { residual: number } }} Odds */
/** @typedef {{ count: number, rules: { book: string, id: string, chapter: string, lines: string, summary: string }[] }} Rules */
/** @typedef {{ ok: boolean, problem: string, hash: string, title: string, by: string, acts: { act: string, kind: string, lines: string[] }[] }} Replay */
/** @typedef {{ shelf: Shelf, open: Opened, odds: Odds, rules: Rules, replay: Replay }} Answers */

const MOST_SHOWN = 15;
const worker = new Worker("worker.js", { type: "module" });
/** @type {Map<number, (answer: string) => void>} */
const waiting = new Map();
let asked = 0;

/** @param {string} id */
const one = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string} id */
const form = (id) => /** @type {HTMLFormElement} */ (one(id));
/** @template {HTMLElement} [T=HTMLInputElement] @param {string} id @param {string} name */
const field = (id, name) => /** @type {T} */ (/** @type {unknown} */ (form(id).elements.namedItem(name)));
/** @param {string} name */
const choice = (name) => /** @type {HTMLSelectElement} */ (field("odds", name));

/**
 * A question for starfray.terminal.standalone.
 * @template {keyof Answers} What
 * @param {What} what
 * @param {Record<string, string>} args
 * @returns {Promise<Answers[What]>}
 */
async function ask(what, args = {}) {
  const id = ++asked;
  const text = await new Promise((resolve) => {
    waiting.set(id, resolve);
    worker.postMessage({ id, question: JSON.stringify({ what, ...args }) });
  });
  const answer = JSON.parse(text);
  if (answer.refused) throw answer.refused;
  return answer;
}

/** @param {string} tag @param {string} [text] @param {string} [kind] */
function node(tag, text = "", kind = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

/** @param {number} p */
const percent = (p) => `${(100 * p).toFixed(p > 0 && p < 0.001 ? 3 : 1)} %`;

/** @param {[string, string][]} rows */
function table(rows) {
  const made = node("table");
  for (const [first, second] of rows) {
    const row = node("tr");
    row.append(node("td", first), node("td", second));
    made.append(row);
  }
  return made;
}

/** The fight that is chosen: a demo, or the text of a file. @returns {Promise<Record<string, string>>} */
async function chosen() {
  const file = field("odds", "file").files?.[0];
  return file ? { text: await file.text() } : { demo: choice("demo").value };
}

async function openFight() {
  const opened = await ask("open", await chosen());
  choice("who").replaceChildren(...opened.actors.map((actor) => new Option(actor.name, actor.who)));
  const list = () => {
    const acts = opened.actors.find((actor) => actor.who === choice("who").value)?.acts ?? [];
    one("acts").replaceChildren(...acts.map((act) => new Option(act)));
    const harming = acts.find((act) => act.startsWith("shot ") || act.startsWith("attack "));
    field("odds", "action").value = harming ?? acts[0] ?? "";
  };
  choice("who").onchange = list;
  list();
  return opened.over ? [node("p", opened.over)] : [];
}

async function showOdds() {
  const found = await ask("odds", { ...(await chosen()), action: field("odds", "action").value });
  const rows = found.told.slice(0, MOST_SHOWN).map((each) => /** @type {[string, string]} */ ([percent(each.p), each.words]));
  const rest = found.told.slice(MOST_SHOWN).reduce((sum, each) => sum + each.p, found.unlisted);
  if (rest > 0) rows.push([percent(rest), say("odds.more")]);
  const note = found.exact ? say("odds.exact") : say("odds.near", { p: percent(found.odds.residual) });
  return [table(rows), node("p", note)];
}

async function showRules() {
  const found = await ask("rules", { book: field("rules", "book").value, words: field("rules", "words").value });
  const list = node("dl");
  for (const rule of found.rules) {
    const lines = rule.lines ? `, ${say("rules.lines", { lines: rule.lines })}` : "";
    list.append(node("dt", rule.id), node("dd", `${rule.summary} (${rule.book}, ${rule.chapter}${lines})`));
  }
  return [node("p", found.count ? say("rules.count", { count: found.count }) : say("rules.none")), list];
}

async function showReplay() {
  const text = (await field("replay", "file").files?.[0]?.text()) ?? "";
  const found = await ask("replay", { text });
  const verdict = found.ok ? say("replay.good", { hash: found.hash.slice(0, 12) }) : say("replay.bad", { why: found.problem });
  const parts = [node("h3", found.title), node("p", verdict, found.ok ? "" : "refused")];
  if (found.by) parts.push(node("p", say("replay.by", { by: found.by })));
  for (const { act, lines } of found.acts) {
    if (act) parts.push(node("p", act, "act"));
    parts.push(...lines.map((line) => node("div", line)));
  }
  return parts;
}

/** Run a form: what it finds, or why not, goes below it. @param {string} id @param {() => Promise<Node[]>} run */
async function answer(id, run) {
  const place = one(`${id}-answer`);
  place.replaceChildren(node("p", say("page.working")));
  try {
    place.replaceChildren(...(await run()));
  } catch (error) {
    const refused = /** @type {Refused} */ (error);
    place.replaceChildren(node("p", [refused.reason ?? String(error), ...(refused.legal ?? [])].join(" · "), "refused"));
  }
}

async function ready() {
  const shelf = await ask("shelf");
  choice("demo").replaceChildren(...shelf.demos.map((demo) => new Option(demo.title, demo.demo)));
  const books = shelf.books.map((book) => new Option(book.title, book.book));
  field("rules", "book").replaceChildren(new Option(say("rules.all"), ""), ...books);
  for (const [id, run] of /** @type {const} */ ([
    ["odds", showOdds],
    ["rules", showRules],
    ["replay", showReplay],
  ])) {
    form(id).addEventListener("submit", (event) => {
      event.preventDefault();
      void answer(id, run);
    });
  }
  choice("demo").onchange = () => {
    field("odds", "file").value = "";
    void answer("odds", openFight);
  };
  field("odds", "file").onchange = () => void answer("odds", openFight);
  await answer("odds", openFight);
  for (const button of document.querySelectorAll("button")) button.disabled = false;
  one("state").textContent = say("page.ready", { version: shelf.version });
}

for (const each of document.querySelectorAll("[data-say]")) {
  each.textContent = say(/** @type {"odds.title"} */ (each.getAttribute("data-say")));
}
one("state").textContent = say("page.loading");
/** @param {string} why */
const broken = (why) => (one("state").textContent = say("page.broken", { why }));
worker.onerror = (event) => broken(event.message ?? "");
worker.onmessage = ({ data }) => {
  if (data.ready) ready().catch((error) => broken(error.reason ?? String(error)));
  else if (data.fault) broken(data.fault);
  else {
    waiting.get(data.id)?.(data.answer);
    waiting.delete(data.id);
  }
};
