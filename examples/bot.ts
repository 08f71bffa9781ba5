/**
 * A small bot in TypeScript: it answers its questions and does what the book's policy suggests, or the first form it can fill.
 *
 *     node bot.js http://127.0.0.1:8765 JOINCODE
 */

import { Client, Refused, type Ask, type Form, type Seat, type View } from "starfray-client";

declare const process: { argv: string[]; exit(code: number): never };

/** What is suggested, else the modest answer; dice are thrown by the server. */
function answerTo(ask: Ask): string | number[] {
  if (ask.kind === "dice") return [];
  if (ask.suggested) return ask.suggested;
  if (ask.kind === "choose") return ask.options.at(-1)?.key ?? "";
  return ask.kind === "number" ? String(ask.low) : "";
}

/** The form as the text of an action; "" where a blank needs a person. */
function filled(form: Form, who: string): string {
  const words = [form.kind, who];
  for (const blank of form.fields) {
    const first = blank.options[0];
    if (first) words.push(`${blank.name.replaceAll("_", "-")}=${first.key}`);
    else if (blank.required && !blank.default) return "";
  }
  return words.join(" ");
}

/** Try things until one is not refused; says which. */
async function firstOf<T>(tries: T[], go: (each: T) => Promise<unknown>): Promise<T | null> {
  for (const each of tries) {
    try {
      await go(each);
      return each;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  return null;
}

/** One thing this seat can do now, done. What is suggested could be done when it was: if it is refused, the turn is over. */
async function turn(seat: Seat, view: View): Promise<void> {
  if (await firstOf(view.asks, (ask) => seat.answer(ask.id, answerTo(ask)))) return;
  for (const who of view.turn.yours) {
    if (!(who in view.turn.suggest)) return void (await seat.do("dial", { who, kind: "act", value: "suggest" }));
    const suggested = view.turn.suggest[who]?.text;
    const forms = (view.forms[who] ?? []).filter((form) => !form.refused).map((form) => filled(form, who));
    const did = await firstOf(suggested ? [suggested] : forms.filter(Boolean), (action) => seat.play(action));
    if (did) return console.log(did);
  }
}

async function main(base: string, code: string): Promise<void> {
  const seat = await new Client(base).join(code, "Bot");
  for await (const view of seat.changes()) {
    if (view.room.status !== "open") {
      console.log("The fight is over:", view.room.outcome?.winners.join(", "), "·", view.room.outcome?.reason);
      process.exit(0);
    }
    await turn(seat, view);
  }
}

const [base, code] = process.argv.slice(2);
if (!base || !code) {
  console.log("usage: node bot.js ADDRESS JOINCODE");
  process.exit(2);
}
await main(base, code);
