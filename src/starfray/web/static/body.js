// @ts-check
// A body to aim at: its regions are tapped, and the list beside it names them for keyboard and screen reader.

import { s } from "./dom.js";

/** @typedef {import("./types.js").Option} Option */

/** Regions of a figure seen from the front, in a picture of 120 by 260: its right is on the left. @type {[RegExp, string][]} */
const REGIONS = [
  [/\b(skull|head)\b/, "M46 22Q46 4 60 4Q74 4 74 22Z"],
  [/\beyes?\b/, "M46 23H74V29H46Z"],
  [/\bface\b/, "M46 30H74Q74 46 60 48Q46 46 46 30Z"],
  [/\b(neck|throat)\b/, "M54 50H66V58H54Z"],
  [/\b(torso|chest|body|trunk)\b/, "M34 60H86L82 104H38Z"],
  [/\b(abdomen|belly|stomach|gut|waist)\b/, "M38 106H82L81 124H39Z"],
  [/\b(groin|hips?|pelvis)\b/, "M39 126H81L84 142L60 152L36 142Z"],
  [/\b(vitals|heart)\b/, "M52 76a8 7 0 1 0 16 0a8 7 0 1 0 -16 0Z"],
  [/\bright arm\b|^arms?$/, "M32 61L20 66L13 118L24 120Z"],
  [/\bleft arm\b|^arms?$/, "M88 61L100 66L107 118L96 120Z"],
  [/\bright hand\b|^hands?$/, "M12 121L24 123L22 138H12Z"],
  [/\bleft hand\b|^hands?$/, "M108 121L96 123L98 138H108Z"],
  [/\bright leg\b|^legs?$/, "M36 145L58 155L55 226H40Z"],
  [/\bleft leg\b|^legs?$/, "M84 145L62 155L65 226H80Z"],
  [/\bright foot\b|^(foot|feet)$/, "M39 229H55V246H30Q30 238 39 236Z"],
  [/\bleft foot\b|^(foot|feet)$/, "M81 229H65V246H90Q90 238 81 236Z"],
];

/** Can at least four of the choices be shown on a body? @param {Option[]} options */
export function onBody(options) {
  return options.filter((option) => REGIONS.some(([fits]) => fits.test(option.label.toLowerCase()))).length >= 4;
}

/** The picture, and how it shows what is chosen. @param {Option[]} options @param {(key: string) => void} set */
export function body(options, set) {
  const parts = REGIONS.map(([fits, d]) => {
    const own =
      options.find((option) => fits.test(option.label.toLowerCase())) ??
      (fits.test("belly") ? options.find((option) => /torso|body/.test(option.label.toLowerCase())) : undefined);
    const node = s("path", { d, class: own ? "region" : "region none", "data-key": own?.key ?? null });
    if (own) node.addEventListener("click", () => set(own.key));
    return { key: own?.key, node };
  });
  return {
    node: s("svg", { class: "body", viewBox: "6 0 108 250", "aria-hidden": "true" }, ...parts.map(({ node }) => node)),
    /** @param {string} key */
    show: (key) => {
      for (const part of parts) part.node.classList.toggle("on", part.key !== undefined && part.key === key);
    },
  };
}
