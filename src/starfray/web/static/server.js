// @ts-check
// The few things pages ask over HTTP.

import { language } from "./language.js";
import { say } from "./words.js";

/** @template T what the caller expects @param {string} path @param {object} [body] @param {string} [token] @param {string} [method] @returns {Promise<T>} */
export async function fetched(path, body, token = "", method = "") {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": language, ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  if (body) headers["Content-Type"] = "application/json";
  return told(
    await fetch(path, { method: method || (body ? "POST" : "GET"), headers, ...(body ? { body: JSON.stringify(body) } : {}) }),
  );
}

/** A file as it is. @template T what the caller expects @param {string} path @param {Blob} file @param {string} token @returns {Promise<T>} */
export async function sent(path, file, token) {
  const headers = { "Content-Type": "application/octet-stream", ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  return told(await fetch(path, { method: "POST", headers, body: file }));
}

/** @param {Response} answer */
async function told(answer) {
  const found = await answer.json().catch(() => ({}));
  if (answer.ok) return found;
  const legal = found.legal?.length ? say("server.legal", { words: found.legal.join(", ") }) : "";
  const words =
    typeof found.reason === "string"
      ? `${found.reason}${legal}`
      : Array.isArray(found.detail)
        ? found.detail
            .map((/** @type {{loc?: string[], msg: string}} */ each) => `${each.loc?.slice(1).join(".")}: ${each.msg}`)
            .join("; ")
        : say("server.status", { status: answer.status });
  throw new Error(words);
}

const PARTIES = "starfray.parties";

/** The parties this browser holds the keys of. @returns {{key: string, name: string, book: string}[]} */
export function parties() {
  try {
    return JSON.parse(localStorage.getItem(PARTIES) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {{key: string, name: string, book: string}} party */
export function keepParty(party) {
  localStorage.setItem(PARTIES, JSON.stringify([...parties().filter((each) => each.key !== party.key), party]));
}

/** @param {string} key */
export function dropParty(key) {
  localStorage.setItem(PARTIES, JSON.stringify(parties().filter((each) => each.key !== key)));
}
