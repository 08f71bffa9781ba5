// @ts-check
// The page of a campaign: opened by its key, what is in it, and an entry to work on.

import { Campaign, KINDS, Saver, campaigns, cleanKey, dropCampaign, keepCampaign, tagsOf } from "./campaigns.js";
import { capital, h, keyed, one, plain, text, twice } from "./dom.js";
import { asCombatant, showEncounter } from "./encounter.js";
import { openRoom } from "./newroom.js";
import { printedSheet } from "./printed.js";
import { portraitForm } from "./portraitform.js";
import { fetched, sent } from "./server.js";
import { ItemForm } from "./itemform.js";
import { PartyForm } from "./partyform.js";
import { SheetForm, faultWords } from "./sheetform.js";
import { shelfOf } from "./shelf.js";
import { spell } from "./spell.js";
import { takeSheets } from "./takesheets.js";
import { theme } from "./theme.js";
import { languageChoice } from "./language.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").EntryHead} EntryHead */
/** @typedef {import("./types.js").EntryKind} EntryKind */
/** @typedef {import("./types.js").CampaignEntry} CampaignEntry */

spell();
theme(/** @type {HTMLElement} */ (one("#theme")));
one("#theme").before(languageChoice(say("language.choose")));

/** @type {Campaign|null} */
let campaign = null;
/** @type {EntryHead[]} */
let entries = [];
/** @type {EntryKind|""} */
let only = "";
/** @type {Saver|null} */
let saver = null;
/** Shows what is wrong with the entry as it was saved. @type {(fault: import("./types.js").Fault) => void} */
let blame = () => {};

/** @param {string} words @param {boolean} [bad] @param {{label: string, run: () => void}} [offer] */
function toast(words, bad = true, offer) {
  const note = h(
    "div",
    { class: `toast${bad ? " bad" : ""}`, role: bad ? "alert" : "status", "data-testid": "toast" },
    words,
    offer
      ? h(
          "button",
          {
            type: "button",
            "data-testid": "toast-offer",
            onclick: () => {
              note.remove();
              offer.run();
            },
          },
          offer.label,
        )
      : null,
  );
  one("#toasts").append(note);
  setTimeout(() => note.remove(), 9000);
}

/** What goes wrong is told, whatever it was. @param {() => Promise<void>} work */
async function trying(work) {
  try {
    await work();
  } catch (error) {
    toast(String(/** @type {Error} */ (error).message));
  }
}

// --- the key --------------------------------------------------------------------------------------------------

one("#make").addEventListener("submit", (event) => {
  event.preventDefault();
  const box = /** @type {HTMLInputElement} */ (one("#make input"));
  trying(async () => {
    /** @type {{key: string, name: string}} */
    const made = await fetched("/api/campaigns", { name: box.value.trim() });
    keepCampaign({ key: made.key, name: made.name });
    await enter(made.key, true);
  });
});

one("#open").addEventListener("submit", (event) => {
  event.preventDefault();
  const box = /** @type {HTMLInputElement} */ (one("#open input"));
  trying(() => enter(cleanKey(box.value)));
});

/** @param {string} key @param {boolean} [fresh]  its key is shown */
async function enter(key, fresh = false) {
  const found = new Campaign(key);
  /** @type {{name: string}} */
  const head = await found.ask();
  campaign = found;
  keepCampaign({ key, name: head.name });
  one("#doors").hidden = true;
  one("#inside").hidden = false;
  /** @type {HTMLInputElement} */ (one("#name")).value = head.name;
  text(one("#key code"), key);
  const file = new Blob([`${head.name}\n${key}\n`], { type: "text/plain" });
  /** @type {HTMLAnchorElement} */ (one("#keyfile")).href = URL.createObjectURL(file);
  /** @type {HTMLDetailsElement} */ (one("#key")).open = fresh;
  await list();
  const wanted = location.hash.slice(1);
  if (entries.some((each) => each.id === wanted)) await show(wanted);
}

one("#name").addEventListener("change", () =>
  trying(async () => {
    const name = /** @type {HTMLInputElement} */ (one("#name")).value.trim();
    await campaign?.ask("", { name }, "PUT");
    if (campaign) keepCampaign({ key: campaign.key, name });
  }),
);

one("#leave").addEventListener("click", () => {
  if (campaign) dropCampaign(campaign.key);
  location.assign("/campaign");
});

// --- the list -------------------------------------------------------------------------------------------------

async function list() {
  if (!campaign) return;
  entries = await campaign.entries();
  drawList();
}

function drawList() {
  const words = /** @type {HTMLInputElement} */ (one("#search")).value.toLowerCase().split(/\s+/).filter(Boolean);
  const kinds = KINDS.filter((kind) => entries.some((each) => each.kind === kind));
  keyed(
    one("#kinds"),
    /** @type {(EntryKind|"")[]} */ (["", ...kinds]),
    (kind) => kind,
    (kind) =>
      h(
        "button",
        {
          type: "button",
          class: "chip",
          onclick: () => {
            only = kind;
            drawList();
          },
        },
        kind ? say(`kinds.${kind}`) : say("lobby.all"),
      ),
    (node, kind) => node.setAttribute("aria-pressed", String(kind === only)),
  );
  const shown = entries.filter((each) => {
    const text = [each.name, each.book, each.kind, ...each.tags].join(" ").toLowerCase();
    return (!only || each.kind === only) && words.every((word) => text.includes(word));
  });
  one("#none").hidden = entries.length > 0;
  keyed(
    one("#entries"),
    shown,
    (each) => each.id,
    (each) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "entry", "data-testid": `entry-${each.id}`, onclick: () => trying(() => show(each.id)) },
          h("b", {}),
          h("span", {}),
          h("small", {}),
        ),
      ),
    (node, each) => {
      text(one("b", node), each.name || say("campaign.unnamed"));
      text(one("span", node), [say(`kinds.${each.kind}`), plain(each.book), ...each.tags].join(" · "));
      text(one("small", node), new Date(each.changed * 1000).toLocaleString());
      one("button", node).setAttribute("aria-pressed", String(each.id === saver?.entry.id));
    },
  );
}

one("#search").addEventListener("input", drawList);

// --- new ones ---------------------------------------------------------------------------------------------------

const books = /** @type {HTMLSelectElement} */ (one("#newbook"));
for (const kind of /** @type {const} */ (["character", "foe", "encounter", "party", "item"])) {
  one(`#new-${kind}`).addEventListener("click", () => trying(() => add(kind, books.value, {}, say(`campaign.new.${kind}`))));
}

/** @param {EntryKind} kind @param {string} book @param {import("./campaigns.js").Draft["data"]} data @param {string} name @param {string[]} [tags] */
async function add(kind, book, data, name, tags = []) {
  if (!campaign) return;
  await putAway();
  const made = await campaign.add({ kind, name, book, tags, data });
  await list();
  await show(made.id);
}

// --- an entry -------------------------------------------------------------------------------------------------

/** What is typed from now on belongs to the next entry. */
async function putAway() {
  one("#work").replaceChildren();
  blame = () => {};
  onbeforeprint = null; // only a sheet has a form of its own on paper
  await saver?.save();
  saver = null;
}

/** @param {string} id */
async function show(id) {
  if (!campaign) return;
  await putAway();
  const entry = await campaign.entry(id);
  history.replaceState(null, "", `#${id}`);
  const status = h("span", { class: "savedness", role: "status", "data-testid": "saved" });
  saver = new Saver(campaign, entry, (state, reason, now) => {
    text(status, state === "failed" ? say("campaign.failed", { reason }) : say(`campaign.${state}`));
    status.dataset.state = state;
    if (state === "saved") blame(now.fault);
    const head = entries.find((each) => each.id === now.id);
    if (head) Object.assign(head, { name: now.name, tags: now.tags, version: now.version });
    drawList();
  });
  text(status, say("campaign.saved"));
  status.dataset.state = "saved";
  const name = h("input", {
    value: entry.name,
    maxlength: 100,
    autocomplete: "off",
    "data-testid": "entry-name",
    oninput: () => saver?.put({ name: name.value.trim() }),
  });
  const tags = h("input", {
    value: entry.tags.join(", "),
    maxlength: 400,
    autocomplete: "off",
    "data-testid": "entry-tags",
    oninput: () => saver?.put({ tags: tagsOf(tags.value) }),
  });
  const past = h(
    "details",
    {},
    h("summary", { "data-testid": "entry-past" }, say("campaign.past")),
    h("ul", { class: "past" }),
  );
  past.addEventListener("toggle", () => past.open && trying(() => showPast(one("ul", past))));
  const body = h("div", { class: "entrybody" });
  one("#work").replaceChildren(
    h("h2", { class: "unseen" }, say(`kinds.${entry.kind}`)),
    h(
      "header",
      { class: "row" },
      h("label", { class: "grow" }, say(`kinds.${entry.kind}`), name),
      h("label", {}, say("campaign.tags"), tags),
      status,
    ),
    h(
      "div",
      { class: "buttons left" },
      ["character", "foe", "party"].includes(entry.kind)
        ? h("button", { type: "button", "data-testid": "entry-use", onclick: () => trying(use) }, say("campaign.use"))
        : null,
      ["character", "foe"].includes(entry.kind)
        ? h("button", { type: "button", "data-testid": "sheet-print", onclick: () => print() }, say("print.sheet"))
        : null,
      h("button", { type: "button", "data-testid": "entry-copy", onclick: () => trying(duplicate) }, say("campaign.copy")),
      h(
        "button",
        { type: "button", class: "quiet", "data-testid": "entry-delete", onclick: () => trying(remove) },
        say("campaign.delete"),
      ),
    ),
    body,
    past,
  );
  drawList();
  one("#work").scrollIntoView({ block: "nearest" });
  if (entry.kind === "encounter") {
    const parties = entries.filter((each) => each.kind === "party" && each.book === entry.book);
    const put = (/** @type {import("./campaigns.js").Draft["data"]} */ data) => saver?.put({ data });
    const around = { key: campaign.key, people: peopleOf(entry.book), parties, company, trying, open, tell: toast, put };
    await showEncounter(body, entry, around);
  } else if (entry.kind === "item") await showItem(body, entry, name);
  else if (entry.kind === "party") {
    const put = (/** @type {import("./campaigns.js").Draft["data"]} */ data) => saver?.put({ data: structuredClone(data) });
    body.append(new PartyForm(entry.data, peopleOf(entry.book), put, (member) => keepMember(entry.book, member)).node);
  } else if (entry.kind === "character" || entry.kind === "foe") {
    const own = await campaign.ownItems(entries, entry.book);
    const form = new SheetForm(entry.book, entry.data, (data) => saver?.put({ data: structuredClone(data) }), own);
    const portrait = portraitForm(
      campaign.key,
      () => name.value.trim(),
      () => String(form.data.portrait ?? ""),
      (picture) => form.put("portrait", picture),
    );
    name.addEventListener("input", portrait.show);
    const paper = h("article", { class: "printed", "data-testid": "printed" });
    const title = [...books.options].find((each) => each.value === entry.book)?.text ?? plain(entry.book);
    onbeforeprint = () => paper.replaceChildren(...printedSheet(form, name.value.trim(), title, form.found));
    body.append(portrait.node, form.node, paper);
    await form.load();
  } else
    body.append(
      h("p", { class: "fault" }, entry.fault.fault ? faultWords(entry.fault) : ""),
      h("pre", {}, JSON.stringify(entry.data, null, 2)),
    );
}

/** The characters and foes of a book. @param {string} book */
function peopleOf(book) {
  return entries.filter((each) => ["character", "foe"].includes(each.kind) && each.book === book);
}

/** @param {HTMLElement} body @param {CampaignEntry} entry @param {HTMLInputElement} name */
async function showItem(body, entry, name) {
  const form = new ItemForm(entry.book, entry.data, (data) => saver?.put({ data: structuredClone(data) }));
  name.addEventListener("input", () => form.rename(name.value.trim()));
  blame = (fault) => form.blame(fault);
  body.append(form.node);
  await form.load();
  if (!form.data.key) form.rename(name.value.trim());
  form.blame(entry.fault);
}

/** A member of a party becomes a character. @param {string} book @param {import("./fieldform.js").Data} member */
async function keepMember(book, member) {
  const { id, name, ...data } = member;
  const draft = { kind: /** @type {const} */ ("character"), name: String(name ?? id), book, tags: [], data };
  const made = await /** @type {Campaign} */ (campaign).add(draft);
  await list();
  return made.id;
}

/** The people of a party. @param {string} id */
async function company(id) {
  const found = await /** @type {Campaign} */ (campaign).entry(id);
  const wanted = Array.isArray(found.data.people) ? found.data.people : [];
  return wanted.flatMap((each) => entries.filter((entry) => entry.id === each));
}

/** What was typed is kept before the page is left. @param {object} body */
async function open(body) {
  await saver?.save();
  await openRoom(body);
}

/** A new encounter with this character in it. */
async function use() {
  if (!saver) return;
  await saver.save();
  const { entry } = saver;
  const [side, against] =
    entry.kind === "foe" ? [say("build.others"), say("build.crew")] : [say("build.crew"), say("build.others")];
  const { archetypes } = await shelfOf(entry.book);
  const other = { id: "other", archetype: archetypes[0]?.key ?? "", side: against };
  const people = entry.kind === "party" ? await company(entry.id) : [entry];
  const rows = people.map((each, place) => ({
    ...asCombatant(each, side),
    ...(each.kind === "character" ? { seat: say("build.player", { number: place + 1 }) } : {}),
  }));
  const data = { map: [30, 14], combatant: [...rows, other] };
  await add(
    "encounter",
    entry.book,
    /** @type {import("./campaigns.js").Draft["data"]} */ (data),
    say("campaign.fightOf", { name: entry.name }),
  );
}

async function duplicate() {
  if (!saver) return;
  await saver.save();
  const { kind, book, data, name, tags } = saver.entry;
  await add(kind, book, data, say("campaign.copyOf", { name }), tags);
}

async function remove() {
  if (!saver || !campaign) return;
  await saver.save();
  const { entry } = saver;
  const gone = await campaign.remove(entry);
  saver = null;
  one("#work").replaceChildren(h("p", { class: "hint" }, say("campaign.pick")));
  history.replaceState(null, "", location.pathname);
  await list();
  toast(say("campaign.deleted", { name: entry.name }), false, {
    label: say("act.undo"),
    run: () =>
      trying(async () => {
        await campaign?.restore(gone, entry.version);
        await list();
        await show(entry.id);
      }),
  });
}

/** @param {HTMLElement} root */
async function showPast(root) {
  if (!saver || !campaign) return;
  await saver.save();
  const { entry } = saver;
  const found = await campaign.versions(entry.id);
  root.replaceChildren(
    ...found.map((each) =>
      h(
        "li",
        {},
        h("span", {}, `${each.name} · ${new Date(each.at * 1000).toLocaleString()}`),
        h(
          "button",
          {
            type: "button",
            "data-testid": `restore-${each.version}`,
            onclick: () =>
              trying(async () => {
                await campaign?.restore(entry, each.version);
                saver = null;
                await list();
                await show(entry.id);
              }),
          },
          say("campaign.restore"),
        ),
      ),
    ),
    ...(found.length ? [] : [h("li", {}, say("campaign.noPast"))]),
  );
}

// --- files ----------------------------------------------------------------------------------------------------

/** @param {string} path @param {string} file */
async function saveFile(path, file) {
  await saver?.save();
  const answer = await fetch(path, { headers: { Authorization: `Bearer ${campaign?.key}` } });
  if (!answer.ok) throw new Error((await answer.json()).reason);
  h("a", { href: URL.createObjectURL(await answer.blob()), download: file }).click();
}

one("#export").addEventListener("click", () => trying(() => saveFile("/api/campaigns/archive", "campaign.zip")));
one("#pack").addEventListener("click", () => trying(() => saveFile("/api/campaigns/pack", "packs.zip")));

one("#import").addEventListener("change", () =>
  trying(async () => {
    const box = /** @type {HTMLInputElement} */ (one("#import"));
    const file = box.files?.[0];
    if (!file || !campaign) return;
    /** @type {{added: number, replaced: number}} */
    const done = await sent("/api/campaigns/archive", file, campaign.key);
    box.value = "";
    await list();
    toast(say("campaign.taken", { added: done.added, replaced: done.replaced }), false);
  }),
);

one("#sheets").append(
  takeSheets(
    () => campaign?.key ?? "",
    list,
    (id) => trying(() => show(id)),
  ),
);
one("#work").append(h("p", { class: "hint" }, say("campaign.pick")));
one("#deletion").append(
  twice(say("campaign.deleteAll"), () =>
    trying(async () => {
      await campaign?.ask("", undefined, "DELETE");
      if (campaign) dropCampaign(campaign.key);
      location.assign("/campaign");
    }),
  ),
);
trying(async () => {
  /** @type {import("./types.js").BookEntry[]} */
  const found = await fetched("/api/books");
  books.replaceChildren(...found.map((each) => h("option", { value: each.book }, each.title.split(":")[0])));
});
keyed(
  one("#held"),
  campaigns(),
  (each) => each.key,
  (each) =>
    h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "entry", onclick: () => trying(() => enter(each.key)) },
        capital(each.name || say("campaign.unnamed")),
      ),
    ),
);
one("#mine").hidden = !campaigns().length;
if (location.hash && campaigns().length) trying(() => enter(campaigns()[0].key));
