// @ts-check
// An encounter of a campaign: the builder on a fight that is kept, with the campaign's people and parties to take in.

import { Builder } from "./builder.js";
import { h } from "./dom.js";
import { idOf } from "./fighter.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").CampaignEntry} CampaignEntry */
/** @typedef {import("./types.js").EntryHead} EntryHead */
/** @typedef {import("./types.js").Fight} Fight */
/** @typedef {import("./types.js").Sheet} Sheet */
/**
 * What the page of the campaign does for it.
 * @typedef {object} Around
 * @property {string} key  of the campaign
 * @property {EntryHead[]} people  of the encounter's book
 * @property {EntryHead[]} parties
 * @property {(party: string) => Promise<EntryHead[]>} company  the people of a party
 * @property {(work: () => Promise<void>) => Promise<void>} trying
 * @property {(body: object) => Promise<void>} open  a room
 * @property {(words: string) => void} tell
 * @property {(data: import("./campaigns.js").Draft["data"]) => void} put
 */

/** @param {HTMLElement} body @param {CampaignEntry} entry @param {Around} around */
export async function showEncounter(body, entry, { key, people, parties, company, trying, open, tell, put }) {
  const builder = new Builder(body, open, tell);
  builder.campaign = key;
  builder.members = new Map(people.map((each) => [each.id, memberOf(each)]));
  const pick = h(
    "select",
    {
      "data-testid": "encounter-add",
      onchange: () =>
        trying(async () => {
          const party = parties.find((each) => each.id === pick.value);
          const one = people.filter((each) => each.id === pick.value);
          pick.value = "";
          for (const found of party ? await company(party.id) : one) {
            const side = found.kind === "foe" ? say("build.others") : say("build.crew");
            builder.add(side, { ...memberOf(found), fresh: true }, asCombatant(found, side));
          }
        }),
    },
    h("option", { value: "" }, say("form.choose")),
    ...[...parties, ...people].map((each) => h("option", { value: each.id }, each.name)),
  );
  if (people.length) body.prepend(h("label", {}, say("campaign.addPeople"), pick));
  const kept = /** @type {Fight} */ (entry.data);
  if (Array.isArray(kept.combatant)) await builder.put({ ...kept, rulebook: entry.book });
  else {
    await builder.ready;
    builder.book.value = entry.book;
    await builder.load();
  }
  builder.book.disabled = true; // an entry stays with its book
  builder.told = () => {
    const { rulebook: _, ...data } = builder.fight();
    put(/** @type {import("./campaigns.js").Draft["data"]} */ (data));
  };
}

/** Somebody of the campaign as a builder knows them; of foes there may be several. @param {EntryHead} entry @returns {Sheet} */
function memberOf(entry) {
  return { id: entry.id, name: entry.name, many: entry.kind === "foe" };
}

/** Comes into a fight with the sheet of the day. @param {EntryHead} entry @param {string} side @returns {Sheet} */
export function asCombatant(entry, side) {
  return { id: idOf(entry.name), name: entry.name, party: entry.id, side };
}
