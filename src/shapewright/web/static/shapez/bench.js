// Machines tried on shapes: what goes in, every machine as a button, and what comes out, to go into the next one.
import data from "../data.js";
import { button, el, svg } from "../dom.js";
import { COLOURS, PAINTS, iconNode, shapePicture } from "./shapes.js";

/**
 * @typedef {{name: string, about: string, takes: number, colours: boolean, options: string[],
 *   outputs: string[]}} Machine
 */
/**
 * @typedef {object} Doors
 * @property {(machine: string) => void} choose
 * @property {(steps: string) => void} turn
 * @property {() => void} exchange  the two inputs
 * @property {(code: string) => void} second  another second input
 * @property {(code: string) => void} take  an output as the next input
 * @property {(which: "colour" | "other", letter: string) => void} paint
 */

/** @type {Machine[]} */
const MACHINES = data.shapez.machines;
const TURNS = { cw: "clockwise", ccw: "the other way", 180: "half a turn" };

/** A machine by its name. @param {string} name */
export const machineOf = (name) => MACHINES.find((machine) => machine.name === name) ?? MACHINES[0];

export class Bench {
  /** @param {HTMLElement} place @param {Doors} doors */
  constructor(place, doors) {
    this.doors = doors;
    this.inputs = el("div", { class: "bench-inputs" });
    this.outputs = el("div", { class: "bench-outputs", "aria-live": "polite" });
    this.machine = el("div", { class: "bench-machine", "aria-hidden": "true" });
    this.tools = el(
      "div",
      { class: "machines", role: "group", "aria-label": "Machines" },
      ...MACHINES.map((machine) => {
        const made = button("", () => doors.choose(machine.name), {
          title: machine.about,
          class: "machine-button",
          data: { machine: machine.name },
        });
        made.append(
          svg("svg", { viewBox: "-13 -13 26 26", "aria-hidden": "true" }, iconNode(machine.name)),
          el("span", {}, machine.name.replace("-", " ")),
        );
        return made;
      }),
    );
    this.about = el("p", { class: "note bench-about" });
    place.replaceChildren(
      el("div", { class: "bench-flow" }, this.inputs, this.machine, this.outputs),
      this.about,
      this.tools,
    );
  }

  /**
   * @param {{code: string, second: string, machine: string, steps: string, colour: string, other: string}} state
   */
  show({ code, second, machine, steps, colour, other }) {
    const known = machineOf(machine);
    for (const each of this.tools.children)
      each.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (each).dataset.machine === known.name));
    const fluids = known.colours ? [colour, other] : [colour];
    this.machine.replaceChildren(
      svg(
        "svg",
        { viewBox: "-13 -13 26 26" },
        iconNode(known.name === "rotate" ? `rotate-${steps}` : known.name, fluids),
      ),
    );
    this.about.textContent = known.about;
    const made = known.colours
      ? [
          this.#paints("First colour", colour, (letter) => this.doors.paint("colour", letter)),
          this.#paints("Second colour", other, (letter) => this.doors.paint("other", letter)),
        ]
      : [inputCard(known.takes > 1 ? "First shape" : "Shape", code)];
    if (!known.colours && known.takes > 1) made.push(this.#second(second));
    if (known.options.includes("colour"))
      made.push(this.#paints("Colour", colour, (letter) => this.doors.paint("colour", letter)));
    if (known.options.includes("steps")) {
      made.push(
        el(
          "div",
          { class: "row", role: "group", "aria-label": "Turn" },
          ...Object.entries(TURNS).map(([value, words]) =>
            button(words, () => this.doors.turn(value), {
              class: "quiet small",
              "aria-pressed": String(value === steps),
              data: { steps: value },
            }),
          ),
        ),
      );
    }
    const held = /** @type {HTMLElement | null} */ (document.activeElement)?.closest(".bench-inputs")
      ? document.activeElement?.getAttribute("aria-label")
      : null;
    this.inputs.replaceChildren(...made);
    if (held)
      /** @type {HTMLElement | null} */ (this.inputs.querySelector(`[aria-label="${CSS.escape(held)}"]`))?.focus();
    this.outputs.classList.add("old");
  }

  /** What came out, as the server's answer has it; null is nothing. @param {any} view */
  told(view) {
    this.outputs.classList.remove("old");
    /** @type {{code: string, caption: string}[]} */
    const pictures = view?.sections?.find((/** @type {any} */ each) => each.kind === "pictures")?.pictures ?? [];
    const colour = view?.sections?.find((/** @type {any} */ each) => each.kind === "text")?.text.trim() ?? "";
    const swatches =
      colour in COLOURS
        ? [el("figure", { class: "input-card" }, swatch(colour), el("figcaption", {}, COLOURS[colour]))]
        : [];
    this.outputs.replaceChildren(
      ...swatches,
      ...pictures.map(({ code, caption }) => {
        const name = caption || "Output";
        return el(
          "figure",
          { class: "input-card" },
          shapePicture(code, { role: "img", "aria-label": `${name}: ${code}` }),
          el("figcaption", {}, caption && `${caption} `, el("code", {}, code)),
          el(
            "div",
            { class: "row" },
            button("Use it on", () => this.doors.take(code), {
              class: "small",
              title: "The next input",
              data: { take: code },
            }),
            button("As second", () => this.doors.second(code), { class: "quiet small", data: { second: code } }),
          ),
        );
      }),
    );
  }

  /** @param {string} second */
  #second(second) {
    const code = el("input", {
      type: "text",
      value: second,
      spellcheck: false,
      "aria-label": "Code of the second shape",
      onchange: () => this.doors.second(code.value.trim()),
    });
    return el(
      "div",
      { class: "input-card" },
      shapePicture(second, { "aria-hidden": "true" }),
      el("span", { class: "caption" }, "Second shape"),
      code,
      button("Exchange", () => this.doors.exchange(), {
        class: "quiet small",
        "aria-label": "Swap the two shapes",
      }),
    );
  }

  /** @param {string} name @param {string} chosen @param {(letter: string) => void} choose */
  #paints(name, chosen, choose) {
    return el(
      "div",
      { class: "swatches", role: "group", "aria-label": name },
      el("span", { class: "caption" }, name),
      ...Object.entries(COLOURS).map(([letter, words]) => {
        const made = button("", () => choose(letter), {
          class: "swatch",
          title: words,
          "aria-label": `${name}: ${words}`,
          "aria-pressed": String(letter === chosen),
        });
        made.append(swatch(letter));
        return made;
      }),
    );
  }
}

/** @param {string} name @param {string} code */
function inputCard(name, code) {
  return el(
    "figure",
    { class: "input-card" },
    shapePicture(code, { role: "img", "aria-label": `${name}: ${code}` }),
    el("figcaption", {}, `${name} `, el("code", {}, code)),
  );
}

/** A drop of a colour. @param {string} letter */
export function swatch(letter) {
  return svg(
    "svg",
    { viewBox: "-12 -12 24 24", "aria-hidden": "true", class: "drop" },
    svg("circle", { r: 10, fill: PAINTS[letter], class: "paint" }),
  );
}
