// @ts-check
// Opening a room: the server makes it, this browser holds the GM's seat and goes there.

import { keep, sit } from "./seated.js";
import { fetched } from "./server.js";

/** @param {object} body  where the fight comes from @param {string} [how]  "#alone": the others play themselves */
export async function openRoom(body, how = "") {
  /** @type {{room: string, token: string, seat: string, title: string, key?: string}} */
  const found = await fetched("/rooms", body);
  keep(found.room, { token: found.token, seat: found.seat, kind: "gm", title: found.title });
  sit(found.room, found.token);
  if (found.key) sessionStorage.setItem(`starfray.key.${found.room}`, found.key);
  location.assign(`/r/${encodeURIComponent(found.room)}${how}`);
}
