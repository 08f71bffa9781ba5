// @ts-check
// After a fight: what it changed of a campaign's people, to be written back or left; the fight kept as an encounter, or begun anew.

import { Campaign, campaigns, keepCampaign } from "./campaigns.js";
import { h, plain } from "./dom.js";
import { openRoom } from "./newroom.js";
import { fetched } from "./server.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("./types.js").Home} Home */
/** @typedef {import("./types.js").EntryHead} EntryHead */
/** @typedef {import("./types.js").Plain} Plain */
/** @typedef {{home: Home, field: string, box: HTMLInputElement}} Tick */

const MOST = 6; // campaigns that are asked

export class Homecoming {
  /** @param {Desk} desk @param {string} room */
  constructor(desk, room) {
    this.desk = desk;
    this.room = room;
    this.changes = h("div", { class: "homes", "data-testid": "homes" });
    this.again = h(
      "div",
      { class: "buttons left" },
      h(
        "button",
        { type: "button", "data-testid": "run-again", onclick: () => this.trying(() => this.runAgain()) },
        say("home.again"),
      ),
    );
    this.node = h("div", {}, this.changes, this.again);
    for (const own of campaigns().slice(0, MOST))
      this.again.append(
        h(
          "button",
          { type: "button", "data-testid": "keep-fight", onclick: () => this.trying(() => this.keep(own)) },
          say("home.keep", { name: own.name || say("campaign.unnamed") }),
        ),
      );
  }

  /** @template T what the server answers @param {string} path @param {object} body @returns {Promise<T>} */
  ask(path, body) {
    return fetched(`/api/rooms/${encodeURIComponent(this.room)}/campaign${path}`, body, this.desk.token());
  }

  /** @param {() => Promise<void>} work */
  async trying(work) {
    try {
      await work();
    } catch (error) {
      this.desk.say(String(/** @type {Error} */ (error).message), true);
    }
  }

  /** What the fight changed, for each campaign of this browser whose people were in it. True if there is any. */
  async look() {
    /** @type {HTMLElement[]} */
    const parts = [];
    for (const own of campaigns().slice(0, MOST)) {
      /** @type {Home[]} */
      const homes = await this.ask("", { campaign: own.key }).catch(() => []); // a key that opens nothing any more
      if (homes.some((home) => home.fields.length)) parts.push(this.part(own, homes));
    }
    this.changes.replaceChildren(...parts);
    return parts.length > 0;
  }

  /** @param {{key: string, name: string}} own @param {Home[]} homes */
  part(own, homes) {
    /** @type {Tick[]} */
    const ticks = [];
    const people = homes.filter((home) => home.fields.length).map((home) => this.person(home, ticks));
    const part = h(
      "section",
      { class: "homepart", "data-testid": "home" },
      h("h3", {}, say("home.title", { name: own.name || say("campaign.unnamed") })),
      h("ul", {}, ...people),
      h(
        "div",
        { class: "buttons left" },
        h(
          "button",
          {
            type: "button",
            class: "main",
            "data-testid": "home-write",
            onclick: () => this.trying(() => this.write(own, part, ticks)),
          },
          say("home.write"),
        ),
        h(
          "button",
          { type: "button", class: "quiet", "data-testid": "home-leave", onclick: () => this.left(part, say("home.left")) },
          say("home.leave"),
        ),
      ),
    );
    return part;
  }

  /** @param {Home} home @param {Tick[]} ticks */
  person(home, ticks) {
    return h(
      "li",
      { "data-testid": `home-${home.who}` },
      h("b", {}, home.name),
      home.told.length ? h("span", {}, home.told.join(", ")) : null,
      ...home.fields.map((field) => {
        const box = h("input", { type: "checkbox", "data-testid": `home-${home.who}-${field.field}` });
        box.checked = !field.meanwhile;
        ticks.push({ home, field: field.field, box });
        return h(
          "label",
          { class: "tick" },
          box,
          h(
            "span",
            {},
            ...field.changed.map((each) =>
              h(
                "span",
                { class: "figure" },
                `${plain(each.path).replaceAll(".", " ")} ${said(each.before)} → ${said(each.now)}`,
              ),
            ),
            field.meanwhile
              ? h("em", {}, say("home.meanwhile", { kept: field.changed.map((each) => said(each.kept)).join(", ") }))
              : null,
          ),
        );
      }),
    );
  }

  /** @param {{key: string, name: string}} own @param {HTMLElement} part @param {Tick[]} ticks */
  async write(own, part, ticks) {
    const wanted = ticks.filter((each) => each.box.checked);
    if (!wanted.length) return this.desk.say(say("home.tick"), true);
    const homes = [...new Set(wanted.map((each) => each.home))];
    const write = homes.map((home) => ({
      who: home.who,
      entry: home.entry,
      version: home.version,
      fields: wanted.filter((each) => each.home === home).map((each) => each.field),
    }));
    /** @type {EntryHead[]} */
    const heads = await this.ask("/write", { campaign: own.key, write });
    const names = homes.map((home) => home.name).join(", ");
    const back = h(
      "button",
      {
        type: "button",
        "data-testid": "home-undo",
        onclick: () => this.trying(() => this.takeBack(own, homes, heads)),
      },
      say("home.undo"),
    );
    return this.left(part, say("home.written", { names, name: own.name || say("campaign.unnamed") }), back);
  }

  /** @param {{key: string, name: string}} own @param {Home[]} homes @param {EntryHead[]} heads  as they were written */
  async takeBack(own, homes, heads) {
    const campaign = new Campaign(own.key);
    for (const [place, home] of homes.entries()) await campaign.restore(heads[place], home.version);
    await this.look();
  }

  /** A line takes the place of what was offered. @param {HTMLElement} part @param {string} words @param {HTMLElement} [back] */
  left(part, words, back) {
    const again = h(
      "button",
      { type: "button", class: "quiet", onclick: () => this.trying(async () => void (await this.look())) },
      say("home.look"),
    );
    part.replaceChildren(
      h("p", { role: "status", "data-testid": "home-done" }, words),
      h("div", { class: "buttons left" }, back ?? again),
    );
  }

  /** @param {{key: string, name: string}} own */
  async keep(own) {
    /** @type {EntryHead} */
    const kept = await this.ask("/encounter", { campaign: own.key, name: this.desk.view().room.title });
    keepCampaign(own); // the one the link opens
    this.again.append(
      h("a", { href: `/campaign#${kept.id}`, "data-testid": "edit-fight" }, say("home.edit", { name: kept.name })),
    );
    this.desk.say(say("home.kept", { name: kept.name }));
  }

  /** The same fight from its beginning, with fresh dice, in a room of its own. */
  async runAgain() {
    const answer = await fetch(`/api/rooms/${encodeURIComponent(this.room)}/export?to=start`, {
      headers: { Authorization: `Bearer ${this.desk.token()}` },
    });
    if (!answer.ok) throw new Error(say("end.noExport", { status: answer.status }));
    await openRoom({ from: "text", text: await answer.text() });
  }
}

/** A figure of a sheet as people read it. @param {Plain} value @returns {string} */
export function said(value) {
  if (value === undefined || value === null) return "–";
  if (value === true || value === false) return value ? say("form.yes") : say("form.no");
  if (Array.isArray(value)) return value.map(said).join(", ") || "–";
  if (typeof value === "object")
    return String(
      value.name ??
        value.key ??
        Object.entries(value)
          .map(([name, inner]) => `${plain(name)} ${said(inner)}`)
          .join(", "),
    );
  return plain(String(value));
}
