// @ts-check
// A view changed by the server's diff. What did not change stays the very same object, so that panels can tell.

/** @typedef {import("./types.js").View} View */

const TAIL = 60;

/**
 * @param {View} view
 * @param {Record<string, any>} set  "/"-joined paths and their new values
 * @param {string[]} gone
 * @param {any[]} rows  new rows of the log
 * @returns {View}
 */
export function patched(view, set, gone, rows) {
  /** @type {any} */
  let next = { ...view };
  for (const path of gone) next = changed(next, path.split("/"), undefined, true);
  for (const [path, value] of Object.entries(set)) next = changed(next, path.split("/"), value, false);
  if (rows.length) next.log = [...next.log, ...rows].slice(-TAIL);
  return next;
}

/** @param {any} node @param {string[]} steps @param {any} value @param {boolean} gone @returns {any} */
function changed(node, steps, value, gone) {
  const [raw, ...rest] = steps;
  const step = raw.replaceAll("~1", "/").replaceAll("~0", "~");
  const copy = Array.isArray(node) ? [...node] : { ...(node ?? {}) };
  if (rest.length) copy[step] = changed(copy[step], rest, value, gone);
  else if (gone) delete copy[step];
  else copy[step] = value;
  return copy;
}
