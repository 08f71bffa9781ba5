// @ts-check
// A view changed by the server's diff. What did not change stays the very same object, so that panels can tell.

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Told} Told */
/** @typedef {import("./types.js").Plain} Plain */

const TAIL = 60;
const ACTS = 30;

/**
 * @param {View} view
 * @param {Record<string, Plain>} set  "/"-joined paths and their new values
 * @param {string[]} gone
 * @param {Row[]} rows  new rows of the log
 * @param {Told[]} [acts]  new acts
 * @returns {View}
 */
export function patched(view, set, gone, rows, acts = []) {
  let next = /** @type {Plain} */ (/** @type {unknown} */ (view));
  for (const path of gone) next = changed(next, path.split("/"), null, true);
  for (const [path, value] of Object.entries(set)) next = changed(next, path.split("/"), value, false);
  const made = { .../** @type {View} */ (/** @type {unknown} */ (next)) };
  if (rows.length) made.log = [...made.log, ...rows].slice(-TAIL);
  if (acts.length) made.acts = [...(made.acts ?? []), ...acts].slice(-ACTS);
  return made;
}

/** @param {Plain|undefined} node @param {string[]} steps @param {Plain} value @param {boolean} gone @returns {Plain} */
function changed(node, steps, value, gone) {
  const [raw, ...rest] = steps;
  const step = raw.replaceAll("~1", "/").replaceAll("~0", "~");
  const copy = /** @type {Record<string, Plain>} */ (
    Array.isArray(node) ? [...node] : { .../** @type {object} */ (node ?? {}) }
  );
  if (rest.length) copy[step] = changed(copy[step], rest, value, gone);
  else if (gone) delete copy[step];
  else copy[step] = value;
  return copy;
}
