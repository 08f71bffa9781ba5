// @ts-check
// The language of this browser's pages: what was chosen here, else what the browser prefers of those there are.

const KEPT = "starfray.language";
export const LANGUAGES = /** @type {const} */ ({ en: "English", de: "Deutsch" });

/** @typedef {keyof typeof LANGUAGES} Language */

/** @param {string|null} tag @returns {tag is Language} */
const known = (tag) => tag !== null && tag in LANGUAGES;

/** @returns {Language} */
function preferred() {
  const kept = localStorage.getItem(KEPT);
  if (known(kept)) return kept;
  return navigator.languages.map((tag) => tag.split("-")[0]).find(known) ?? "en";
}

export const language = preferred();
document.documentElement.lang = language;

/** A list of the languages; another choice loads the page again. @param {string} label */
export function languageChoice(label) {
  const list = document.createElement("select");
  list.setAttribute("aria-label", label);
  list.title = label;
  list.dataset.testid = "language";
  for (const [tag, name] of Object.entries(LANGUAGES)) {
    const option = new Option(name, tag, false, tag === language);
    option.lang = tag;
    list.append(option);
  }
  list.addEventListener("change", () => {
    localStorage.setItem(KEPT, list.value);
    location.reload();
  });
  return list;
}
