// @ts-check
// Light, dark or as the system has it; text size.

const ORDER = ["system", "dark", "light"];
const SIGNS = { system: "◐", dark: "☾", light: "☀" };

/** @param {HTMLElement|null} button */
export function theme(button) {
  let now = localStorage.getItem("starfray.theme") ?? "system";
  const apply = () => {
    document.documentElement.dataset.theme = now;
    if (button) {
      button.textContent = SIGNS[/** @type {keyof typeof SIGNS} */ (now)] ?? "◐";
      button.setAttribute("aria-label", `Colours: ${now}. Change`);
      button.title = `Colours: ${now}`;
    }
  };
  const turn = () => {
    now = ORDER[(ORDER.indexOf(now) + 1) % ORDER.length];
    localStorage.setItem("starfray.theme", now);
    apply();
  };
  button?.addEventListener("click", turn);
  apply();
  return turn;
}
