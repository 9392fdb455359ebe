// The tray of the Shapez 2 page: goals, palette of forms and paints, code and ring, and all fields of its questions.
import data from "../data.js";
import { swatch } from "./bench.js";
import { button, byId, el, svg } from "../dom.js";
import { isBlank, onRing, plain } from "./shape_edits.js";
import {
  COLOURS,
  COLOUR_NAMES,
  NOTHING,
  RINGS,
  blank,
  fitting,
  iconNode,
  partNodes,
  partWords,
  readCode,
  ringOf,
  shapePicture,
  writeCode,
} from "./shapes.js";

/** @typedef {import("../table/store.js").State} State */
/** @typedef {import("./shapes.js").Layers} Layers */

const MOST_GOALS = 12;
/** Codes in braces, as players type them to bots. */
const SHORTHAND = /^\{[^{}]+\}$/;
/** The most layers of which all shapes are known without a search. @type {Record<number, number>} */
export const MOST_KNOWN = { 4: 4, 6: 3, 8: 2, 10: 2 };
const STARTERS = [
  ["the logo", "RuCw--Cw:----Ru--"],
  ["the rocket", "CbCuCbCu:Sr------:--CrSrCr:CwCwCwCw"],
  ["two halves", "CuCu----:RrRr----"],
  ["pins and crystals", "CrRgSbWw:cbP-cr--"],
  ["nobody can build it", "cu------:--------:cu------"],
  ["a ring of six", "HuGrFgHbHuHw:P-P-cr--cr--"],
];

/** Which of the codes lies on the stage. @param {State} state */
export const goalOf = (state) => Math.max(0, Math.min(state.goal, state.codes.length - 1));
/** Its code. @param {State} state @returns {string} */
export const codeOf = (state) => state.codes[goalOf(state)] ?? "";

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */
const controls = () => /** @type {NodeListOf<Control>} */ (document.querySelectorAll("[data-field]"));

export class Tray {
  /** @type {Map<string, string>} */
  #drawn = new Map();

  /**
   * @param {import("../table/store.js").Store} store
   * @param {{setCode: (code: string, how?: {tag?: string, push?: boolean}) => void, expand: (shorthand: string) => void}} doors
   */
  constructor(store, { setCode, expand }) {
    this.store = store;
    const code = /** @type {HTMLInputElement} */ (byId("code"));
    const ring = /** @type {HTMLSelectElement} */ (byId("ring"));
    code.addEventListener("input", () => {
      const typed = code.value.trim();
      setCode(typed, { tag: "code" });
      if (SHORTHAND.test(typed)) expand(typed);
    });
    ring.replaceChildren(...RINGS.map((count) => el("option", { value: String(count) }, `${count} parts`)));
    ring.addEventListener("change", () => this.#toRing(Number(ring.value)));
    for (const control of controls()) this.#follow(control);
    byId("starters").replaceChildren(
      ...STARTERS.map(([name, starter]) => {
        const act = () => setCode(starter, { push: true });
        const made = button("", act, { class: "thumbnail", title: name, "aria-label": `Take ${name}` });
        made.append(shapePicture(starter, { "aria-hidden": "true" }));
        return el("li", {}, made, el("span", { class: "caption", "aria-hidden": "true" }, name));
      }),
    );
    // On a phone the palette lies beside the shape, not in the sheet that would hide it.
    const narrow = matchMedia("(max-width: 900px)");
    const next = /** @type {HTMLElement} */ (byId("palette").nextElementSibling);
    const settle = () => (narrow.matches ? byId("strip-place").append(byId("palette")) : next.before(byId("palette")));
    narrow.addEventListener("change", settle);
    settle();
  }

  /** What the page says now. @param {State} state @param {Layers} layers  on the stage */
  show(state, layers) {
    const count = layers[0].length;
    if (this.#differs("palette", [count, state.form, state.colour, state.game])) this.#drawPalette(state, count);
    if (this.#differs("goals", [state.codes, goalOf(state)])) this.#drawGoals(state, count);
    byId("starters-group").hidden = state.mode !== "build" || Boolean(state.ask);
    byId("game").hidden = state.mode !== "play";
    byId("goals-group").hidden = state.mode === "play";
    if (this.#differs("target", [state.target])) this.#drawTarget(state.target);
    const code = /** @type {HTMLInputElement} */ (byId("code"));
    const given = codeOf(state);
    if (document.activeElement !== code || plain(code.value.trim()) !== plain(given)) code.value = plain(given);
    /** @type {HTMLSelectElement} */ (byId("ring")).value = String(count);
    for (const control of controls()) {
      const value = state[/** @type {string} */ (control.dataset.field)];
      if (control instanceof HTMLInputElement && control.type === "checkbox") control.checked = value;
      else if (document.activeElement !== control) control.value = value ?? "";
    }
  }

  /** Whether that is not what was drawn last under this name. @param {string} name @param {any[]} values */
  #differs(name, values) {
    const key = JSON.stringify(values);
    if (this.#drawn.get(name) === key) return false;
    this.#drawn.set(name, key);
    return true;
  }

  /** @param {Control} control */
  #follow(control) {
    const isChosen = control.tagName === "SELECT" || control.getAttribute("type") === "checkbox";
    control.addEventListener(isChosen ? "change" : "input", () => {
      const name = /** @type {string} */ (control.dataset.field);
      const { kind } = this.store.fields[name];
      const number = control.value.trim() && Number.isFinite(Number(control.value)) ? Number(control.value) : null;
      const value = kind === "flag" ? /** @type {HTMLInputElement} */ (control).checked : control.value;
      this.store.set({ [name]: kind === "number" ? number : value }, { tag: name });
    });
  }

  /** All shapes of the page on another ring. @param {number} count */
  #toRing(count) {
    const { codes, second, form } = this.store.state;
    this.store.set({
      codes: codes.map((/** @type {string} */ code) => onRing(code, count)),
      second: onRing(second, count),
      configuration: `${ringOf(count).name}${MOST_KNOWN[count]}`,
      target: "",
      form: fitting(form, count),
    });
  }

  // --- The palette ------------------------------------------------------------------------------------------------

  /** @param {State} state @param {number} count */
  #drawPalette(state, count) {
    const { types, unpainted } = ringOf(count);
    const isNew = state.game === "1.0";
    const forms = [...types, ...(isNew ? unpainted : ""), "c", "P", "-", "paint"];
    const isKnown = forms.includes(state.form);
    const chosen = isKnown ? state.form : types[0];
    if (!isKnown) this.store.set({ form: chosen }, { undo: false });
    /** @type {(name: string) => (value: string) => void} */
    const choose = (name) => (value) => this.store.set({ [name]: value });
    byId("forms").replaceChildren(
      ...forms.map((form) =>
        choice(form, formWords(form), chosen, choose("form"), formFace(form, state.colour, count)),
      ),
    );
    byId("paints").replaceChildren(
      ...Object.entries(isNew ? COLOUR_NAMES : COLOURS).map(([letter, words]) =>
        choice(letter, `${words}, key ${letter}`, state.colour, choose("colour"), swatch(letter)),
      ),
    );
  }

  // --- Goals and target -------------------------------------------------------------------------------------------

  /** @param {State} state @param {number} count */
  #drawGoals(state, count) {
    const chosen = goalOf(state);
    /** @type {string[]} */
    const codes = state.codes;
    const add = () => this.store.set({ codes: [...codes, writeCode([blank(count)])], goal: codes.length });
    /** @param {number} index */
    const remove = (index) =>
      this.store.set({
        codes: codes.filter((_, each) => each !== index),
        goal: Math.max(0, chosen - (index <= chosen ? 1 : 0)),
      });
    const items = codes.map((code, index) => {
      const made = button("", () => this.store.set({ goal: index }), {
        class: "goal",
        title: plain(code),
        "aria-label": `Shape ${index + 1}: ${plain(code)}`,
        "aria-pressed": String(index === chosen),
      });
      made.append(readCode(code) ? shapePicture(code) : el("span", {}, "?"));
      const away = { class: "goal-remove quiet small", "aria-label": `× Remove shape ${index + 1}` };
      return el("li", {}, made, codes.length > 1 && button("×", () => remove(index), away));
    });
    const more = button("+", add, {
      class: "goal quiet",
      "aria-label": "+ Add a shape to the goals",
      title: "Another goal for the same factory",
      disabled: codes.length >= MOST_GOALS,
    });
    byId("goals").replaceChildren(...items, el("li", {}, more));
  }

  /** @param {string} target */
  #drawTarget(target) {
    const read = readCode(target) ?? [];
    const words = read.map((layer, z) => `layer ${z + 1}: ${layer.map(partWords).join(", ")}`).join("; ");
    const isThere = read.length > 0 && !isBlank(read);
    byId("target").classList.remove("old");
    byId("target").replaceChildren(
      ...(isThere ? [shapePicture(target, { role: "img", "aria-label": `The shape to build: ${words}` })] : []),
    );
  }
}

/** @param {string} form */
function formWords(form) {
  /** @type {Record<string, string>} */
  const special = { paint: "paint only, keep the forms", c: "crystal, key x", P: "pin, key p", "-": "empty, minus key" };
  return special[form] ?? `${data.shapez.types[form]}, key ${form}`;
}

/** @param {string} form @param {string} colour @param {number} count */
function formFace(form, colour, count) {
  if (form === "paint")
    return svg("svg", { viewBox: "-14 -14 28 28", "aria-hidden": "true" }, iconNode("paint", [colour]));
  const part = form === "-" ? NOTHING : form === "P" ? "P-" : form + colour;
  const vacant = svg("path", { d: ringOf(count).outlines["-"], class: "vacant" });
  const viewBox = form === "P" ? "8 -92 84 84" : "-10 -114 126 126";
  return svg(
    "svg",
    { viewBox, "aria-hidden": "true", fill: "none" },
    ...(form === "-" ? [vacant] : partNodes(part, count, 6)),
  );
}

/**
 * One of several, by its picture.
 * @param {string} value
 * @param {string} words
 * @param {string} chosen
 * @param {(value: string) => void} choose
 * @param {SVGElement} face
 */
function choice(value, words, chosen, choose, face) {
  const isChosen = value === chosen;
  const made = button("", () => choose(value), {
    class: "choice",
    role: "radio",
    title: words,
    "aria-label": words,
    "aria-checked": String(isChosen),
    tabIndex: isChosen ? 0 : -1,
    data: { value },
  });
  made.append(face);
  made.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const group = made.parentElement;
    if (!by || !group) return;
    event.preventDefault();
    const all = /** @type {HTMLElement[]} */ ([...group.children]);
    const next = all[(all.indexOf(made) + by + all.length) % all.length].dataset.value ?? "";
    choose(next);
    /** @type {HTMLElement | null} */ (group.querySelector(`[data-value="${CSS.escape(next)}"]`))?.focus();
  });
  return made;
}
