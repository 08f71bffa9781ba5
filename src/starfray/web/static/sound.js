// @ts-check
// A short sound for each act, made here; off until somebody switches it on, for this device alone.

import { say } from "./words.js";

const STORE = "starfray.sound";
/** Pitch and length by what an act came to. @type {Record<string, number[]>} */
const TONES = { act: [440, 0.06], scratch: [330, 0.08], wound: [220, 0.14], down: [150, 0.3], death: [98, 0.5] };

/** @param {HTMLElement} button @returns {(told: import("./types.js").Told) => void} */
export function sound(button) {
  let on = localStorage.getItem(STORE) === "on";
  /** @type {AudioContext|null} */
  let audio = null;
  const show = () => {
    button.textContent = on ? "♪" : "♪̸";
    button.setAttribute("aria-pressed", String(on));
    button.setAttribute("aria-label", on ? say("sound.on") : say("sound.off"));
    button.title = on ? say("sound.on") : say("sound.off");
  };
  button.addEventListener("click", () => {
    on = !on;
    localStorage.setItem(STORE, on ? "on" : "off");
    show();
  });
  show();
  return (told) => {
    const tone = TONES[told.weight];
    if (!on || !tone) return;
    audio ??= new AudioContext();
    const [pitch, long] = tone;
    const voice = audio.createOscillator();
    const loud = audio.createGain();
    voice.frequency.value = pitch;
    voice.type = "triangle";
    loud.gain.setValueAtTime(0.12, audio.currentTime);
    loud.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + long);
    voice.connect(loud).connect(audio.destination);
    voice.start();
    voice.stop(audio.currentTime + long);
  };
}
