/** What tests/room/test_typescript.py has a seat do besides playing: `node typescript_checks.js ADDRESS ROOM TOKEN`. */

import { Client, Lost, Refused, patched, type View } from "starfray-client";

declare const process: { argv: string[]; exit(code: number): never };
const [base = "", room = "", token = ""] = process.argv.slice(2);
const found: Record<string, unknown> = {};

/** The answers to two commands are lost on the way. */
let lost = 0;
const losing: typeof fetch = async (...args) => {
  const response = await fetch(...args);
  if (String(args[0]).endsWith("/roll") && lost < 2) {
    lost += 1;
    throw new TypeError("the line broke");
  }
  return response;
};
/** The first line breaks after its first message. */
let lines = 0;
class Breaking extends WebSocket {
  constructor(url: string | URL) {
    super(url);
    lines += 1;
    if (lines === 1) this.addEventListener("message", () => setTimeout(() => this.close(), 50), { once: true });
  }
}

const seat = new Client(base, { patience: 20, fetch: losing, WebSocket: Breaking }).seat(room, token);
const rolls = (view: View) => view.log.filter((row) => row.text.includes("luck")).length;

found["rolled"] = (await seat.do("roll", { dice: "2d6", note: "luck" })).ok;
found["lost"] = lost;
const until = async (done: () => boolean) => {
  while (!done()) await new Promise((next) => setTimeout(next, 50));
};
const seen: View[] = [];
void (async () => {
  for await (const view of seat.changes()) seen.push(view);
})();
await until(() => seen.length > 0);
found["rolls"] = seen.map(rolls)[0];
const second = new Client(base).seat(room, token);
let whole = await second.view();
await until(() => lines === 2);
await second.do("roll", { dice: "2d6", note: "luck" });
await until(() => seen.some((view) => rolls(view) === 2));
found["after the break"] = lines;
whole = await second.view();
found["put together"] = rolls(whole);

try {
  await seat.play("shot nobody anybody");
} catch (error) {
  found["refused"] = error instanceof Refused && error.reason !== "";
}
try {
  await new Client("http://127.0.0.1:9", { patience: 0 }).join("CODE");
} catch (error) {
  found["unreachable"] = error instanceof Lost;
}
const who = whole.turn.actors[0] ?? "";
found["forms"] = (await seat.forms(who)).who === who;
const gone = patched(whole, {
  type: "diff",
  from: 0,
  version: 1,
  set: { [`cards/${who}/name`]: "A/B" },
  gone: ["forms"],
  log: [],
  acts: [],
});
found["patched"] = [gone.cards[who]?.name, "forms" in gone, whole.cards[who]?.name === "A/B"];
console.log(JSON.stringify(found));
process.exit(0);
