// @ts-check
// Looking up what the pages say: say("log.earlier", { count: 20 }).

import { ENGLISH } from "./english.js";
import { language } from "./language.js";

/** @typedef {typeof ENGLISH} Words */
/** @typedef {keyof Words} Key */
/** The names in braces. @template T @typedef {T extends `${string}{${infer N}}${infer R}` ? N | NamesIn<R> : never} NamesIn */
/** One text, or its plural forms. @template T @typedef {T extends string ? T : T[keyof T]} TextsOf */
/** What a text wants to know. @template {Key} K @typedef {NamesIn<TextsOf<Words[K]>>} Names */
/** @template {Key} K @typedef {[Names<K>] extends [never] ? [] : [Record<Names<K>, string|number>]} Values */
/** The texts by their keys. @typedef {Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>} Texts */

/** What is not translated is said in English. @type {Texts} */
const texts = language === "de" ? { ...ENGLISH, ...(await import("./german.js")).GERMAN } : ENGLISH;
const plurals = new Intl.PluralRules(language);

/**
 * The text under a key, with what is known put in for the names in braces.
 * @template {Key} K
 * @param {K} key
 * @param {Values<K>} given
 */
export function say(key, ...given) {
  /** @type {Record<string, string|number>} */
  const values = given[0] ?? {};
  const found = texts[key];
  const text = typeof found === "string" ? found : (found[plurals.select(Number(values.count))] ?? found.other ?? "");
  return text.replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name]));
}
