// @ts-check
// The blanks of a form as native controls. Each field knows its text; '' means left out.

import { capital, h, percent, plain, text } from "./dom.js";
import { body, onBody } from "./body.js";
import { barred, optionParts } from "./options.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Field} Field */
/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {{node: HTMLElement, value: () => string, ok: () => boolean, stop?: () => void, set?: (value: string) => void, tell?: (rows: import("./types.js").Another[]) => void, first: () => HTMLElement, choice?: () => string}} Blank  `choice`: what is chosen, for the button that commits it */
/** @typedef {import("./types.js").Option} Option */

const BUTTONS = 8; // as many choices as stand side by side

let count = 0;

/** @param {Field} field @param {Desk} desk @param {() => void} changed @returns {Blank} */
export function blank(field, desk, changed) {
  if (field.kind === "flag") return flag(field, changed);
  if (field.kind === "number") return number(field, changed);
  if (field.kind === "point" || field.kind === "path") return points(field, desk, changed);
  if (field.kind === "list") return list(field, changed);
  if (field.options.some((option) => option.card)) return cards(field, changed);
  if (field.role === "body" || onBody(field.options)) return places(field, changed);
  if (field.options.length && field.options.length <= BUTTONS) return buttons(field, changed);
  if (field.options.length) return choice(field, changed);
  return words(field, changed);
}

/** @param {Field} field @param {HTMLElement} control @param {...(HTMLElement|null)} more */
function labelled(field, control, ...more) {
  const id = `field-${(count += 1)}`;
  control.id = id;
  control.dataset.testid = `field-${field.name}`;
  return h(
    "div",
    { class: `field ${field.kind}` },
    h("label", { for: id }, nameOf(field), field.required || field.main ? null : h("small", {}, " ", say("form.wanted"))),
    control,
    ...more.filter((each) => each !== null),
    field.hint ? h("small", { class: "hint" }, field.hint) : null,
  );
}

/** @param {Field} field */
function nameOf(field) {
  return capital(plain(field.label || field.name)) + (field.unit ? ` (${field.unit})` : "");
}

/** Where to hit: a body and the list of its places, which are one control. @param {Field} field @param {() => void} changed @returns {Blank} */
function places(field, changed) {
  /** @type {{show: (key: string) => void}|null} */
  let picture = null;
  const usual = field.options.find((option) => /torso|chest|body/i.test(option.label))?.key ?? "";
  const list = buttons(field, changed, (key) => picture?.show(key || usual));
  if (!onBody(field.options)) return list;
  const drawn = body(field.options, (key) => list.set?.(key));
  picture = drawn;
  drawn.show(list.value() || usual);
  const group = list.node.querySelector("[role=radiogroup]");
  group?.classList.add("places");
  group?.before(drawn.node);
  list.node.classList.add("bodyfield");
  return {
    ...list,
    tell: (rows) => {
      for (const row of rows) {
        const button = list.node.querySelector(`button[data-key="${CSS.escape(row.value)}"]`);
        if (!button || (row.p === null && !row.refused)) continue;
        button.querySelector("em")?.remove();
        button.append(h("em", { class: row.refused ? "not" : "" }, row.refused || percent(row.p ?? 0)));
      }
    },
  };
}

/** Few choices are buttons, one of them pressed. @param {Field} field @param {() => void} changed @param {(key: string) => void} [shown] @returns {Blank} */
function buttons(field, changed, shown) {
  const known = field.options.some((option) => option.key === field.default);
  let now = known ? field.default : field.required ? (field.options.length === 1 ? field.options[0].key : "") : "";
  /** @type {Option[]} */
  const options = field.required
    ? field.options
    : [
        { key: "", label: field.role === "tool" || field.role === "body" ? say("form.usual") : say("form.none"), note: "" },
        ...field.options,
      ];
  const made = options.map((option) =>
    h(
      "button",
      {
        type: "button",
        role: "radio",
        "data-key": option.key,
        "data-testid": `pick-${field.name}-${option.key || "none"}`,
        title: option.note || null,
        onclick: () => set(option.key),
      },
      h("span", {}, capital(option.label)),
      option.distance || option.note ? h("small", {}, [option.distance, option.note].filter(Boolean).join(", ")) : null,
    ),
  );
  const root = h(
    "div",
    {
      class: `segments${options.length > 4 ? " many-segments" : ""}`,
      role: "radiogroup",
      "aria-label": nameOf(field),
      "data-testid": `field-${field.name}`,
    },
    ...made,
  );
  const show = () => {
    shown?.(now);
    made.forEach((button, i) => {
      const on = options[i].key === now;
      button.setAttribute("aria-checked", String(on));
      button.tabIndex = on || (i === 0 && !options.some((option) => option.key === now)) ? 0 : -1;
    });
  };
  /** @param {string} key */
  const set = (key) => {
    now = key;
    show();
    changed();
  };
  root.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const at = options.findIndex((option) => option.key === now);
    const next = (at + step + options.length) % options.length;
    set(options[next].key);
    made[next].focus();
  });
  show();
  return {
    node: h(
      "div",
      { class: "field choice" },
      h("span", { class: "fieldname" }, nameOf(field)),
      root,
      field.hint ? h("small", { class: "hint" }, field.hint) : null,
    ),
    value: () => now,
    ok: () => !field.required || now !== "",
    set,
    first: () => made.find((button) => button.tabIndex === 0) ?? made[0],
  };
}

/** Each choice is a card: what it brings, and its chance; below them what cannot be chosen now. @param {Field} field @param {() => void} changed @returns {Blank} */
function cards(field, changed) {
  const list = buttons(field, changed);
  const group = /** @type {HTMLElement} */ (list.node.querySelector("[role=radiogroup]"));
  group.className = "options choicecards";
  list.node.classList.add("cardfield");
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (group.querySelectorAll("[role=radio]"))) {
    const option = field.options.find((each) => each.key === button.dataset.key);
    button.classList.add("option");
    if (option) button.replaceChildren(...optionParts({ ...option, note: "" }, true).filter((each) => each !== null));
  }
  group.append(...(field.barred ?? []).map(barred));
  return { ...list, choice: () => field.options.find((option) => option.key === list.value())?.card?.title ?? "" };
}

/** @param {Field} field @param {() => void} changed @returns {Blank} */
function choice(field, changed) {
  const select = h("select", { onchange: changed, required: field.required });
  if (!field.required || (!field.default && field.options.length > 1)) {
    select.append(
      h(
        "option",
        { value: "" },
        field.required ? say("form.choose") : field.role === "tool" ? say("form.usual") : say("form.none"),
      ),
    );
  }
  for (const option of field.options) {
    const about = [option.distance, option.note].filter(Boolean).join(", ");
    select.append(h("option", { value: option.key }, about ? `${option.label} (${about})` : option.label));
  }
  if (field.default && field.options.some((option) => option.key === field.default)) select.value = field.default;
  return {
    node: labelled(field, select),
    value: () => select.value,
    ok: () => !field.required || select.value !== "",
    set: (value) => {
      select.value = value;
      changed();
    },
    first: () => select,
  };
}

/** @param {Field} field @param {() => void} changed @returns {Blank} */
function flag(field, changed) {
  const box = h("input", { type: "checkbox", onchange: changed });
  box.checked = field.default === "yes";
  return {
    node: labelled(field, box),
    value: () => (box.checked ? "yes" : field.default === "yes" ? "no" : ""),
    ok: () => true,
    set: (value) => {
      box.checked = value === "yes";
      changed();
    },
    first: () => box,
  };
}

/** @param {Field} field @param {() => void} changed @returns {Blank} */
function number(field, changed) {
  const bounded = field.high > field.low;
  const input = h("input", {
    type: "number",
    inputmode: "numeric",
    step: "any",
    oninput: changed,
    required: field.required,
    min: bounded ? field.low : null,
    max: bounded ? field.high : null,
  });
  input.value = field.default || (field.required && bounded ? String(field.low) : "");
  const range = bounded ? h("small", { class: "hint" }, say("ask.range", { low: field.low, high: field.high })) : null;
  return {
    node: labelled(field, input, range),
    value: () => input.value.trim(),
    ok: () => input.validity.valid && (!field.required || input.value !== ""),
    set: (value) => {
      input.value = value;
      changed();
    },
    first: () => input,
  };
}

/** @param {Field} field @param {() => void} changed @returns {Blank} */
function words(field, changed) {
  const input = h("input", { type: "text", oninput: changed, required: field.required, maxlength: 2000, autocomplete: "off" });
  input.value = field.default;
  return {
    node: labelled(field, input),
    value: () => input.value.trim(),
    ok: () => !field.required || input.value.trim() !== "",
    first: () => input,
  };
}

/** Several, in order, each as often as wanted. @param {Field} field @param {() => void} changed @returns {Blank} */
function list(field, changed) {
  /** @type {string[]} */
  const picked = field.default ? field.default.split("+") : [];
  const select = h(
    "select",
    {},
    h("option", { value: "" }, say("form.addTo")),
    ...field.options.map((option) => h("option", { value: option.key }, option.label)),
  );
  const chips = h("div", { class: "chips", "aria-live": "polite" });
  const free = h("input", { type: "text", placeholder: say("form.several"), oninput: changed });
  const show = () =>
    chips.replaceChildren(
      ...picked.map((key, index) =>
        h(
          "button",
          {
            type: "button",
            class: "chip",
            "aria-label": say("build.dropItem", { item: key }),
            onclick: () => {
              picked.splice(index, 1);
              show();
              changed();
            },
          },
          `${field.options.find((option) => option.key === key)?.label ?? key} ×`,
        ),
      ),
    );
  select.addEventListener("change", () => {
    if (select.value) picked.push(select.value);
    select.value = "";
    show();
    changed();
  });
  show();
  const open = field.options.length === 0;
  return {
    node: labelled(field, open ? free : select, open ? null : chips),
    value: () => (open ? free.value.trim() : picked.join("+")),
    ok: () => !field.required || picked.length > 0 || free.value.trim() !== "",
    first: () => (open ? free : select),
  };
}

/** @param {Field} field @param {Desk} desk @param {() => void} changed @returns {Blank} */
function points(field, desk, changed) {
  const kind = /** @type {"point"|"path"} */ (field.kind);
  const input = h("input", {
    type: "text",
    inputmode: "text",
    required: field.required,
    autocomplete: "off",
    placeholder: field.centre ? say("form.tapMap") : "x,y",
  });
  input.value = field.default;
  const spoken = h("small", { class: "hint", "aria-live": "polite" });
  const read = () =>
    input.value
      .split(">")
      .map((part) => part.split(",").map(Number))
      .filter((at) => at.length === 2 && at.every(Number.isFinite));
  const far = () => text(spoken, reach(field, read(), desk.view().room.unit ?? "m"));
  const want = () =>
    desk.picker.want({
      kind,
      centre: field.centre,
      high: field.high,
      points: read(),
      tell: (found) => {
        input.value = found.map((at) => at.map((each) => Math.round(each * 10) / 10).join(",")).join(">");
        far();
        changed();
      },
    });
  input.addEventListener("input", () => {
    far();
    want();
    changed();
  });
  const map = h(
    "button",
    {
      type: "button",
      class: "quiet",
      onclick: () => {
        want();
        desk.show("map");
      },
    },
    say("label.onMap"),
  );
  map.toggleAttribute("hidden", !desk.view().cards || !field.centre);
  far();
  if (field.centre && field.required) queueMicrotask(want);
  return {
    node: labelled(field, input, map, spoken),
    value: () => input.value.replaceAll(" ", ""),
    ok: () => (input.value.trim() === "" ? !field.required : read().length > 0 && !tooFar(field, read())),
    stop: () => desk.picker.want(null),
    first: () => input,
  };
}

/** @param {Field} field @param {number[][]} points */
function length(field, points) {
  let here = field.centre ?? points[0];
  let metres = 0;
  for (const there of points) {
    metres += Math.hypot(there[0] - here[0], there[1] - here[1]);
    here = there;
  }
  return metres;
}

/** @param {Field} field @param {number[][]} points */
function tooFar(field, points) {
  return Boolean(field.centre) && field.high > 0 && length(field, points) > field.high + 1e-6;
}

/** @param {Field} field @param {number[][]} points @param {string} unit */
function reach(field, points, unit) {
  const most = field.high > 0 ? say("form.most", { far: field.high, unit }) : "";
  if (!points.length)
    return [most, field.centre ? say("form.from", { at: field.centre.join(",") }) : ""].filter(Boolean).join(" ");
  const far = `${length(field, points).toFixed(1)} ${unit}`;
  return tooFar(field, points)
    ? say("form.tooFar", { far, most })
    : most
      ? say("of", { now: far, most: `${field.high} ${unit}` })
      : far;
}
