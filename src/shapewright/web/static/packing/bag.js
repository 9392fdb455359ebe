// A bag as sliders with the pieces in their colours; their counts are what the studio read, or what a slider says.
import { drawAlone } from "../stage/board.js";
import { el } from "../dom.js";

/** @typedef {{name: string, colour: string, cells: number[][]}} Kind */

const MOST = 48; // the right end of a slider, unless there are more

export class Bag {
  /** @type {Record<string, number>} */
  counts = {};
  /** @type {Record<string, {range: HTMLInputElement, number: HTMLInputElement}>} */
  #inputs = {};

  /**
   * @param {HTMLElement} place
   * @param {Kind[]} kinds
   * @param {(counts: Record<string, number>, text: string) => void} change  somebody moved a slider
   */
  constructor(place, kinds, change) {
    this.place = place;
    place.replaceChildren(
      ...kinds.map((kind) => {
        const range = el("input", {
          type: "range",
          min: "0",
          max: String(MOST),
          value: "0",
          "aria-label": `How many ${kind.name}`,
        });
        const number = el("input", {
          type: "number",
          min: "0",
          max: "4096",
          inputMode: "numeric",
          "aria-label": `${kind.name}, as a number`,
        });
        for (const input of [range, number]) {
          input.addEventListener("input", () => {
            const count = Math.max(0, Math.floor(Number(input.value) || 0));
            this.counts = { ...this.counts, [kind.name]: count };
            this.#show(kind.name, input);
            change(this.counts, this.text);
          });
        }
        this.#inputs[kind.name] = { range, number };
        return el("label", {}, drawAlone({ cells: kind.cells, colour: kind.colour }), range, number);
      }),
    );
  }

  get text() {
    return Object.keys(this.#inputs)
      .filter((name) => this.counts[name])
      .map((name) => `${name}${this.counts[name]}`)
      .join(" ");
  }

  /** @param {Record<string, number>} counts */
  show(counts) {
    this.counts = counts;
    for (const name of Object.keys(this.#inputs)) this.#show(name, null);
  }

  /** @param {string} name @param {HTMLInputElement | null} typed  who says so, and is not changed */
  #show(name, typed) {
    const { range, number } = this.#inputs[name],
      count = this.counts[name] ?? 0;
    if (count > Number(range.max)) range.max = String(count);
    if (range !== typed && range.value !== String(count)) range.value = String(count);
    if (number !== typed && document.activeElement !== number && number.value !== String(count)) number.value = String(count);
  }
}
