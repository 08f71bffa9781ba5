// @ts-check
// The seats this browser holds: room → list of {token, seat, name, kind, title}. Tokens never stand in an address.

const STORE = "starfray.seats";

/** @typedef {{token: string, seat?: string, name?: string, kind?: string, title?: string}} Held */

/** @returns {Record<string, Held[]>} */
export function held() {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} room @param {Held} seat */
export function keep(room, seat) {
  const all = held();
  const others = (all[room] ?? []).filter((each) => each.token !== seat.token);
  const known = (all[room] ?? []).find((each) => each.token === seat.token);
  all[room] = [...others, { ...known, ...seat }];
  localStorage.setItem(STORE, JSON.stringify(all));
}

/** @param {string} room @param {string} [token] */
export function drop(room, token) {
  const all = held();
  all[room] = (all[room] ?? []).filter((each) => token !== undefined && each.token !== token);
  if (!all[room].length) delete all[room];
  localStorage.setItem(STORE, JSON.stringify(all));
}

/** The seat this tab sits on; the newest one until somebody changes it. @param {string} room */
export function sitting(room) {
  const seats = held()[room] ?? [];
  const chosen = sessionStorage.getItem(`starfray.sits.${room}`);
  return seats.find((each) => each.token === chosen) ?? seats[seats.length - 1];
}

/** @param {string} room @param {string} token */
export function sit(room, token) {
  sessionStorage.setItem(`starfray.sits.${room}`, token);
}
