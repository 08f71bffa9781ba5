// @ts-check
// A code becomes a seat: exchanged by POST, kept in this browser, gone from the address.

import { one, text } from "./dom.js";
import { keep, sit } from "./seated.js";
import { fetched } from "./server.js";
import { theme } from "./theme.js";

theme(null);
const form = /** @type {HTMLFormElement} */ (one("#join"));
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (one("button", form));
  button.disabled = true;
  try {
    const found = await fetched("/api/join", { code: form.dataset.code, name: String(new FormData(form).get("name") ?? "").trim() });
    keep(found.room, { token: found.token, seat: found.seat, kind: found.kind });
    sit(found.room, found.token);
    location.replace(`/r/${encodeURIComponent(found.room)}`);
  } catch (error) {
    text(one(".fault", form), String(/** @type {Error} */ (error).message));
    button.disabled = false;
  }
});
