// The verdict bar: one line that is true of what lies on the stage, or grey.
import { button, el, write } from "../dom.js";

/**
 * @typedef {object} Verdict
 * @property {string} words
 * @property {"good" | "bad" | "plain" | ""} [tone]
 * @property {string[]} [chips]  further facts, in few words each
 * @property {number | null} [seconds]  how long it took
 * @property {{label: string, act: () => void, primary?: boolean}[]} [actions]  such as "show me"
 */

const LONG = 60; // characters of a sentence, which is set smaller than a verdict of a few words
const SIGNS = /** @type {Record<string, string>} */ ({ good: "✓", bad: "✗", plain: "" });

export class Bar {
  /** What stands there beside the words; what is the same is not written again. */
  #chips = "";
  #buttons = "";
  /** @type {(() => void)[]} */
  #acts = [];
  /** What is said whatever else is shown, such as why an input cannot be taken. @type {Verdict | null} */
  fixed = null;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.sign = el("span", { class: "sign", "aria-hidden": "true" });
    this.words = el("strong", { class: "words" });
    this.chips = el("span", { class: "chips" });
    this.verdict = el("div", { class: "verdict", role: "status", "aria-live": "polite" }, this.sign, this.words, this.chips);
    this.actions = el("div", { class: "bar-actions" });
    this.took = el("span", { class: "took" });
    place.classList.add("bar");
    place.replaceChildren(this.verdict, this.actions, this.took);
  }

  /** Say what is true now. @param {Verdict} verdict */
  show(verdict) {
    const { words, tone = "", chips = [], seconds = null, actions = [] } = this.fixed ?? verdict;
    this.place.classList.remove("old", "busy");
    this.place.dataset.tone = tone;
    this.place.dataset.state = "fresh";
    write(this.sign, SIGNS[tone] ?? "");
    write(this.words, words);
    this.words.classList.toggle("long", words.length > LONG);
    write(this.took, seconds === null ? "" : lasted(seconds));
    if (this.#chips !== chips.join("\n")) {
      this.#chips = chips.join("\n");
      this.chips.replaceChildren(...chips.map((chip) => el("span", { class: "chip-note" }, chip)));
    }
    const buttons = JSON.stringify(actions.map(({ label, primary }) => [label, primary]));
    this.#acts = actions.map(({ act }) => act);
    if (this.#buttons === buttons) return;
    this.#buttons = buttons;
    this.actions.replaceChildren(...actions.map(({ label, primary }, index) => (
      button(label, () => this.#acts[index](), { class: primary ? "primary" : "quiet" }))));
  }

  /** What is said is not about what lies there now. */
  old() {
    this.place.classList.add("old");
    this.place.dataset.state = "old";
  }

  /** It is still being worked on. @param {string} words @param {(() => void) | null} [cancel] @param {number | null} [fraction] */
  busy(words, cancel = null, fraction = null) {
    this.place.classList.add("old", "busy");
    this.place.dataset.state = "busy";
    this.took.textContent = fraction === null ? words : `${words} · ${Math.round(100 * fraction)} %`;
    if (cancel && !this.actions.querySelector("[data-cancel]")) {
      this.#buttons = "";
      this.actions.replaceChildren(button("Cancel", cancel, { class: "quiet", data: { cancel: "" } }));
    }
  }
}

/** A time in few characters. @param {number} seconds */
export function lasted(seconds) {
  if (seconds < 0.0995) return `${Math.max(seconds * 1000, 0.01).toPrecision(2).replace(/\.0$/, "")} ms`;
  return seconds < 9.95 ? `${seconds.toPrecision(2)} s` : `${Math.round(seconds)} s`;
}
