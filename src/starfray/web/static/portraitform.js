// @ts-check
// The portrait of a character: the picture somebody has brought, or the face everybody has without one.

import { h, s, text } from "./dom.js";
import { portraitParts } from "./portrait.js";
import { sent } from "./server.js";
import { say } from "./words.js";

/** @typedef {{picture: string, width: number, height: number}} KeptPicture */

const KINDS = "image/png,image/jpeg,image/webp";

/**
 * @param {string} key  of the campaign @param {() => string} name  of whom it shows @param {() => string} now  the picture there is
 * @param {(picture: string|undefined) => void} put
 */
export function portraitForm(key, name, now, put) {
  const face = s("svg", { class: "bigface", viewBox: "-17 -17 34 34", "aria-hidden": "true", "data-testid": "portrait" });
  const fault = h("p", { class: "fault", role: "alert", "data-testid": "portrait-fault" });
  const drop = h(
    "button",
    {
      type: "button",
      class: "quiet",
      "data-testid": "portrait-drop",
      onclick: () => {
        put(undefined);
        show();
      },
    },
    say("portrait.drop"),
  );
  const box = h("input", {
    type: "file",
    accept: KINDS,
    "data-testid": "portrait-file",
    onchange: async () => {
      const file = box.files?.[0];
      box.value = "";
      if (!file) return;
      text(fault, "");
      try {
        /** @type {KeptPicture} */
        const kept = await sent("/api/campaigns/pictures?use=portrait", file, key);
        put(kept.picture);
      } catch (error) {
        text(fault, String(/** @type {Error} */ (error).message));
      }
      show();
    },
  });
  const show = () => {
    face.replaceChildren(...portraitParts(name(), "person", now()));
    drop.hidden = !now();
  };
  show();
  return {
    show,
    node: h("div", { class: "portraitform" }, face, h("div", {}, h("label", {}, say("portrait.own"), box), drop, fault)),
  };
}
