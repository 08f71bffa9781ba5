// @ts-check
// Small pictures for kinds of acts and of effects, chosen by the plain words of their names; what no word fits gets a star.

import { s } from "./dom.js";

/** Drawn with a line of two in a square of 24. @type {Record<string, string>} */
const PATHS = {
  gun: "M3 8H19V12H13L12 15H8L7 18H4L5 12H3ZM13 12V14",
  sight: "M12 5A7 7 0 1 0 12 19A7 7 0 1 0 12 5M12 2V8M12 16V22M2 12H8M16 12H22",
  burst: "M3 7H13M3 12H15M3 17H13M15 7L20 12L15 17",
  bolt: "M13 3L5 14H11L10 21L19 9H13Z",
  blade: "M20 4L9 15M20 4L14 5L7 12M20 4L19 10L12 17M6 13L11 18M4 20L8 16",
  fist: "M7 11V6.5A1.5 1.5 0 0 1 10 6.5V10M10 9V5.5A1.5 1.5 0 0 1 13 5.5V10M13 9V6A1.5 1.5 0 0 1 16 6V11L19 12V15Q18 20 13 20Q8 20 6 15L5 12A1.5 1.5 0 0 1 7 11",
  run: "M14 4.5A1.5 1.5 0 1 0 14.1 4.5M6 11L10 8L14 9L16 12L19 13M12 9L10 14L14 17V21M10 14L8 17L4 18",
  shield: "M12 3L19 6V11Q19 18 12 21Q5 18 5 11V6Z",
  eye: "M2 12Q7 5 12 5Q17 5 22 12Q17 19 12 19Q7 19 2 12M12 9A3 3 0 1 0 12 15A3 3 0 1 0 12 9",
  heart: "M12 20Q4 14 4 9A4 4 0 0 1 12 7A4 4 0 0 1 20 9Q20 14 12 20",
  voice: "M4 5H20V15H11L6 19V15H4Z",
  hand: "M8 13V6A1.4 1.4 0 0 1 10.8 6V11V4.6A1.4 1.4 0 0 1 13.6 4.6V11V6A1.4 1.4 0 0 1 16.4 6V14Q16.4 20 12 20Q9 20 7.4 17L5 13A1.4 1.4 0 0 1 7.4 11.6Z",
  ring: "M19 12A7 7 0 1 1 17 7M17 3V7H13",
  clock: "M12 4A8 8 0 1 0 12 20A8 8 0 1 0 12 4M12 8V12L15 14",
  tool: "M14 6A4 4 0 0 0 9 11L4 16L8 20L13 15A4 4 0 0 0 18 10L15 12L12 9Z",
  ship: "M12 3L15 11L21 16L14 15L13 20H11L10 15L3 16L9 11Z",
  chip: "M7 7H17V17H7ZM10 3V7M14 3V7M10 17V21M14 17V21M3 10H7M3 14H7M17 10H21M17 14H21",
  down: "M12 4V16M7 12L12 17L17 12M5 20H19",
  blast: "M12 3L14 8L19 5L17 10L22 12L17 14L19 19L14 16L12 21L10 16L5 19L7 14L2 12L7 10L5 5L10 8Z",
  skull: "M12 3A7 7 0 0 0 6 14V17H9V20H15V17H18V14A7 7 0 0 0 12 3M9 11H9.1M15 11H15.1",
  drop: "M12 3Q18 11 18 15A6 6 0 0 1 6 15Q6 11 12 3",
  lying: "M4 13A2 2 0 1 0 4.1 13M8 16H20M8 12L14 13L20 16M3 20H21",
  star: "M12 4L14.5 9.5L20 12L14.5 14.5L12 20L9.5 14.5L4 12L9.5 9.5Z",
};

/** The first that fits. @type {[RegExp, string][]} */
const WORDS = [
  [/\bdead|dies|death|killed/, "skull"],
  [/\bprone|lying|lies|fallen|knocked down/, "lying"],
  [/bleed|wound|injur|hurt|burn/, "drop"],
  [/grenade|blast|explos|throw|bomb|missile|torpedo/, "blast"],
  [/overwatch|observ|search|watch|look|scan|sensor|spot|evaluate/, "eye"],
  [/full.?auto|burst|suppress|spray|sustained/, "burst"],
  [/aim/, "sight"],
  [/quick|snap|rush|fast/, "bolt"],
  [/shot|shoot|\bfire\b|ranged|gun/, "gun"],
  [/melee|blow|strike|stab|slash|sword|blade|attack|feint|lunge|ram/, "blade"],
  [/grapple|wrestl|punch|brawl|unarmed|grab|shove|kick/, "fist"],
  [/parry|block|guard|cover|defen|dodge|shield|evade/, "shield"],
  [/move|run|walk|step|sprint|retreat|chase|jog|charge|climb|jump|board/, "run"],
  [/prone|kneel|crouch|drop|lie/, "down"],
  [/heal|aid|treat|medic|rescue|first|stabil|drug|recover/, "heart"],
  [/command|shout|speak|order|persuad|taunt|surrender|pray|sing|threat/, "voice"],
  [/reload|stand|rise|again/, "ring"],
  [/repair|tinker|rig|fix|engineer|reroute/, "tool"],
  [/hack|daemon|network|system|jack|program/, "chip"],
  [/fly|maneuver|manoeuvre|pilot|escape|declare|steer|position|range/, "ship"],
  [/draw|ready|take|pick|hold|give|sheath|help|use|prepare/, "hand"],
  [/wait|delay|end|pass|keep|done|turn/, "clock"],
];

/** @param {string} words */
export function iconName(words) {
  const plain = words.toLowerCase().replaceAll("-", " ");
  return WORDS.find(([fits]) => fits.test(plain))?.[1] ?? "star";
}

/** @param {string} words  of what it stands for */
export function icon(words) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: PATHS[iconName(words)] }));
}

/** One by its own name. @param {string} name */
export function sign(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: PATHS[name] ?? PATHS.star }));
}
