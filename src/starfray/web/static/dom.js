// @ts-check
// Making and patching nodes. Text from people only ever becomes a text node.

import { say } from "./words.js";

/** @typedef {Node|string|number|null|undefined|false} Child */
/** Attributes, and listeners under `on…`. @typedef {Record<string, string|number|boolean|null|undefined|Function>} Props */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  give(node, props);
  append(node, children);
  return node;
}

/**
 * @param {string} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function s(tag, props = {}, ...children) {
  const node = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  give(node, props);
  append(node, children);
  return node;
}

/** @param {Element} node @param {Props} props */
export function give(node, props) {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (value === null || value === undefined || value === false) node.removeAttribute(name);
    else {
      const text = value === true ? "" : String(value);
      if (node.getAttribute(name) !== text) node.setAttribute(name, text);
    }
  }
}

/** @param {Element} node @param {Child[]} children */
function append(node, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
}

/** Set the text of a node, only where it changed. @param {Element} node @param {string|number} text */
export function text(node, text) {
  const words = String(text);
  if (node.textContent !== words) node.textContent = words;
}

/** The key each child of a keyed parent stands for. @type {WeakMap<Element, string>} */
const keys = new WeakMap();

/**
 * Make the children of `parent` stand for `items`: nodes are kept by key, moved only where the order changed.
 * @template T
 * @template {Element} N
 * @param {Element} parent
 * @param {T[]} items
 * @param {(item: T, index: number) => string} key
 * @param {(item: T) => N} make
 * @param {(node: N, item: T, index: number) => void} [update]
 */
export function keyed(parent, items, key, make, update) {
  /** @type {Map<string, N>} */
  const had = new Map();
  for (const child of parent.children) {
    const own = keys.get(child);
    if (own !== undefined) had.set(own, /** @type {N} */ (child));
  }
  /** @type {Element|null} */
  let last = null;
  items.forEach((item, index) => {
    const name = key(item, index);
    let node = had.get(name);
    if (node) had.delete(name);
    else {
      node = make(item);
      keys.set(node, name);
    }
    if (update) update(node, item, index);
    const place = last ? last.nextElementSibling : parent.firstElementChild;
    if (place !== node) parent.insertBefore(node, place);
    last = node;
  });
  for (const node of had.values()) node.remove();
}

/** @template {Element} [T=HTMLElement] @param {string} selector @param {ParentNode} [root] @returns {T} */
export function one(selector, root = document) {
  const node = root.querySelector(selector);
  if (!node) throw new Error(selector);
  return /** @type {T} */ (node);
}

/** Names are written with hyphens; people read them with blanks. @param {string} word */
export function plain(word) {
  return word.replaceAll("-", " ").replaceAll("_", " ");
}

/** @param {string} words */
export function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param {number} amount */
export function signed(amount) {
  const rounded = Math.round(amount * 100) / 100;
  return rounded < 0 ? `−${-rounded}` : `+${rounded}`;
}

/** @param {number} p */
export function percent(p) {
  const share = p * 100;
  if (share > 0 && share < 0.1) return "<0.1 %";
  return `${share >= 10 || share === 0 ? Math.round(share) : Number(share.toFixed(1))} %`;
}

/** A button that wants to be pressed twice. @param {string} label @param {() => void} run @param {string} [kind] */
export function twice(label, run, kind = "quiet") {
  const button = h("button", { type: "button", class: kind }, label);
  let sure = 0;
  button.addEventListener("click", () => {
    if (sure) {
      clearTimeout(sure);
      sure = 0;
      text(button, label);
      run();
      return;
    }
    text(button, say("dom.sure"));
    sure = setTimeout(() => {
      sure = 0;
      text(button, label);
    }, 4000);
  });
  return button;
}

/** A word of an action's text, in quotes where it must be. @param {string} word */
export function quoted(word) {
  if (word && !/[\s"\\=]/.test(word)) return word;
  return `"${word.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n").replaceAll("\r", "\\r")}"`;
}
