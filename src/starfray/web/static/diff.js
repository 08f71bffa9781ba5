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
 * @param {string[]} [back]  paths that have their last value again, before anything else changes
 * @param {Map<string, Plain>} [kept]  what was gone, by its path; filled here
 * @returns {View}
 */
export function patched(view, set, gone, rows, acts = [], back = [], kept = new Map()) {
  let next = /** @type {Plain} */ (/** @type {unknown} */ (view));
  for (const path of back) next = changed(next, path.split("/"), kept.get(path) ?? null, false);
  for (const path of gone) {
    kept.set(path, valueAt(next, path.split("/")));
    next = changed(next, path.split("/"), null, true);
  }
  for (const [path, value] of Object.entries(set)) next = changed(next, path.split("/"), value, false);
  const made = { .../** @type {View} */ (/** @type {unknown} */ (next)) };
  if (rows.length) made.log = [...made.log, ...rows].slice(-TAIL);
  if (acts.length) made.acts = [...(made.acts ?? []), ...acts].slice(-ACTS);
  return made;
}

/** @param {string} step */
const plainly = (step) => step.replaceAll("~1", "/").replaceAll("~0", "~");

/** @param {Plain|undefined} node @param {string[]} steps @returns {Plain} */
function valueAt(node, steps) {
  for (const step of steps) node = /** @type {Record<string, Plain>|undefined} */ (node)?.[plainly(step)];
  return node ?? null;
}

/** @param {Plain|undefined} node @param {string[]} steps @param {Plain} value @param {boolean} gone @returns {Plain} */
function changed(node, steps, value, gone) {
  const [raw, ...rest] = steps;
  const step = plainly(raw);
  const copy = /** @type {Record<string, Plain>} */ (
    Array.isArray(node) ? [...node] : { .../** @type {object} */ (node ?? {}) }
  );
  if (rest.length) copy[step] = changed(copy[step], rest, value, gone);
  else if (gone) delete copy[step];
  else copy[step] = value;
  return copy;
}
