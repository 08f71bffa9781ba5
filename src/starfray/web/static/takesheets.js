// @ts-check
// Sheets of other programs into a campaign: several files at once, or a stat block pasted. What was understood is shown for
// each; a file that is refused is named and keeps nobody else out.

import { h, plain } from "./dom.js";
import { sent } from "./server.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").TakenSheet} TakenSheet */

/**
 * @param {() => string} key  of the campaign @param {() => Promise<void>} done  after something was taken in
 * @param {(id: string) => void} open  an entry
 */
export function takeSheets(key, done, open) {
  const kind = h(
    "select",
    { "data-testid": "take-kind" },
    h("option", { value: "character" }, say("kinds.character")),
    h("option", { value: "foe" }, say("kinds.foe")),
  );
  const files = h("input", { type: "file", multiple: true, "data-testid": "take-files" });
  const pasted = h("textarea", { rows: 4, "data-testid": "take-text" });
  const told = h("ul", { class: "takenlist", "data-testid": "take-told", "aria-live": "polite" });
  /** @param {File[]} given */
  const take = async (given) => {
    told.replaceChildren();
    let taken = 0;
    for (const file of given) {
      const words = new URLSearchParams({ file: file.name, kind: kind.value });
      try {
        /** @type {{taken: TakenSheet[], refused: string[]}} */
        const found = await sent(`/api/campaigns/sheets?${words}`, file, key());
        taken += found.taken.length;
        told.append(...found.taken.map((each) => person(each, open)), ...found.refused.map(refusal));
      } catch (error) {
        told.append(refusal(`${file.name}: ${/** @type {Error} */ (error).message}`));
      }
    }
    if (taken) await done();
  };
  files.addEventListener("change", async () => {
    await take([...(files.files ?? [])]);
    files.value = "";
  });
  const read = h(
    "button",
    {
      type: "button",
      "data-testid": "take-read",
      onclick: () => pasted.value.trim() && take([new File([pasted.value], "pasted.txt")]),
    },
    say("take.read"),
  );
  return h(
    "details",
    {},
    h("summary", { "data-testid": "take-fold" }, say("take.sheets")),
    h("p", { class: "hint" }, say("take.which")),
    h("div", { class: "row" }, h("label", {}, say("take.as"), kind), h("label", {}, say("take.files"), files)),
    h("label", {}, say("sheet.paste"), pasted),
    h("div", { class: "buttons left" }, read),
    told,
  );
}

/** @param {string} words */
function refusal(words) {
  return h("li", { class: "fault", "data-testid": "take-refused" }, say("take.refused", { words }));
}

/** @param {TakenSheet} found @param {(id: string) => void} open */
function person(found, open) {
  const parts = /** @type {const} */ ([
    ["sheet.assumed", found.assumed],
    ["sheet.left", found.left_out],
    ["sheet.taken", found.taken],
  ]);
  return h(
    "li",
    { "data-testid": "take-person" },
    h("button", { type: "button", class: "chip", onclick: () => open(found.entry) }, `${found.name} · ${plain(found.book)}`),
    ...parts
      .filter(([, lines]) => lines.length)
      .map(([title, lines]) =>
        h(
          "details",
          {},
          h("summary", {}, say("sheet.part", { title: say(title), count: lines.length })),
          h("ul", {}, ...lines.map((line) => h("li", {}, line))),
        ),
      ),
  );
}
