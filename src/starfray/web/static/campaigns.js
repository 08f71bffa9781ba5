// @ts-check
// Campaigns as the server keeps them: the keys this browser holds, and what is asked of one.

import { fetched } from "./server.js";

/** @typedef {import("./types.js").EntryHead} EntryHead */
/** @typedef {import("./types.js").EntryKind} EntryKind */
/** @typedef {import("./types.js").CampaignEntry} CampaignEntry */
/** @typedef {import("./types.js").Plain} Plain */
/** @typedef {{kind: EntryKind, name: string, book: string, tags: string[], data: Record<string, Plain>}} Draft */

/** @type {EntryKind[]} */
export const KINDS = ["character", "foe", "encounter", "party", "item", "map"];
const KEYS = "starfray.campaigns";
const DRAFT = "starfray.draft.";

/** @returns {{key: string, name: string}[]} */
export function campaigns() {
  try {
    return JSON.parse(localStorage.getItem(KEYS) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {{key: string, name: string}} campaign */
export function keepCampaign(campaign) {
  localStorage.setItem(KEYS, JSON.stringify([campaign, ...campaigns().filter((each) => each.key !== campaign.key)]));
}

/** @param {string} key */
export function dropCampaign(key) {
  localStorage.setItem(KEYS, JSON.stringify(campaigns().filter((each) => each.key !== key)));
}

/** A key as it is kept, whatever blanks and capitals it was typed with. @param {string} typed */
export function cleanKey(typed) {
  return (typed.toLowerCase().match(/[a-z]+/g) ?? []).join("-");
}

/** Words with commas between, as tags. @param {string} words */
export function tagsOf(words) {
  return [...new Set(words.split(",").map((tag) => tag.trim().slice(0, 40)))].filter(Boolean).slice(0, 12);
}

export class Campaign {
  /** @param {string} key */
  constructor(key) {
    this.key = key;
  }

  /** @template T @param {string} [path] @param {object} [body] @param {string} [method] @returns {Promise<T>} */
  ask(path = "", body, method = "") {
    return fetched(`/api/campaigns${path}`, body, this.key, method);
  }

  /** @param {boolean} [deleted] @returns {Promise<EntryHead[]>} */
  entries(deleted = false) {
    return this.ask(`/entries${deleted ? "?deleted=true" : ""}`);
  }

  /** @param {string} id @returns {Promise<CampaignEntry>} */
  entry(id) {
    return this.ask(`/entries/${encodeURIComponent(id)}`);
  }

  /** The own things of a book, whole. @param {EntryHead[]} entries @param {string} book @returns {Promise<import("./fieldform.js").OwnItem[]>} */
  async ownItems(entries, book) {
    const heads = entries.filter((each) => each.kind === "item" && each.book === book);
    const found = await Promise.all(heads.map((each) => this.entry(each.id)));
    return found.map(({ data: { table, ...item }, name }) => ({ table: String(table ?? ""), item: { name, ...item } }));
  }

  /** @param {Draft} draft @returns {Promise<CampaignEntry>} */
  add(draft) {
    return this.ask("/entries", draft);
  }

  /** @param {string} id @param {Draft & {version: number}} draft @returns {Promise<CampaignEntry>} */
  change(id, draft) {
    return this.ask(`/entries/${encodeURIComponent(id)}`, draft, "PUT");
  }

  /** @param {EntryHead} entry @returns {Promise<EntryHead>} */
  remove(entry) {
    return this.ask(`/entries/${encodeURIComponent(entry.id)}?version=${entry.version}`, undefined, "DELETE");
  }

  /** @param {string} id @returns {Promise<{version: number, at: number, name: string}[]>} */
  versions(id) {
    return this.ask(`/entries/${encodeURIComponent(id)}/versions`);
  }

  /** @param {EntryHead} entry @param {number} wanted @returns {Promise<EntryHead>} */
  restore(entry, wanted) {
    return this.ask(`/entries/${encodeURIComponent(entry.id)}/restore`, { wanted, version: entry.version });
  }
}

/**
 * Saves an entry as somebody types: a moment after the last key, one save at a time. What the server does not have yet
 * stays in the browser, so that a reload or a lost line loses nothing.
 */
export class Saver {
  /** @param {Campaign} campaign @param {CampaignEntry} entry @param {(words: "saving"|"saved"|"failed", reason: string, entry: CampaignEntry) => void} tell */
  constructor(campaign, entry, tell) {
    this.campaign = campaign;
    this.entry = entry;
    this.tell = tell;
    this.timer = 0;
    /** @type {Promise<void>|null} */
    this.running = null;
    this.waiting = false;
    const left = unsaved(entry.id);
    if (left) {
      Object.assign(this.entry, left);
      this.later(0);
    }
  }

  /** @param {Partial<Draft>} change */
  put(change) {
    Object.assign(this.entry, change);
    const { name, tags, data } = this.entry;
    localStorage.setItem(DRAFT + this.entry.id, JSON.stringify({ name, tags, data }));
    this.tell("saving", "", this.entry);
    this.later();
  }

  /** @param {number} [wait]  milliseconds */
  later(wait = 500) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), wait);
  }

  /** Everything typed so far is on the server when this is done. */
  async save() {
    clearTimeout(this.timer);
    this.waiting = true;
    this.running ??= this.all();
    await this.running;
  }

  async all() {
    while (this.waiting) {
      this.waiting = false;
      this.tell("saving", "", this.entry);
      const { id, kind, name, book, tags, data, version } = this.entry;
      const sent = JSON.stringify({ name, tags, data });
      try {
        const done = await this.campaign.change(id, { kind, name, book, tags, data, version });
        this.entry.version = done.version;
        this.entry.fault = done.fault;
        const typed = localStorage.getItem(DRAFT + id); // meanwhile
        if (typed === sent) localStorage.removeItem(DRAFT + id);
        if (typed === sent || typed === null) this.tell("saved", "", this.entry);
      } catch (error) {
        this.tell("failed", String(/** @type {Error} */ (error).message), this.entry);
        break;
      }
    }
    this.running = null;
  }
}

/** What was typed and has not reached the server. @param {string} id @returns {Partial<Draft>|null} */
function unsaved(id) {
  try {
    return JSON.parse(localStorage.getItem(DRAFT + id) ?? "null");
  } catch {
    return null;
  }
}
