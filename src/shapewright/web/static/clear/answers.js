// Answers about perfect clears on the stage: a solution step by step, a way with its fumen and the queues it serves.
import { askIn } from "../doors/ask.js";
import { button, byId, copy, el, isNarrow } from "../dom.js";
import { framesOf, planOf } from "./boards.js";
import { openSheet } from "../shell.js";
import { Stepper } from "../table/stepper.js";

/** @typedef {import("./boards.js").Way} Way */
/** @typedef {import("./boards.js").Frame} Frame */
/** @typedef {{pieces: string, served: number, tucked: number, minimal: boolean, queues: string[], fumen: string}} Served */

export class Shown {
  /** @type {Way | null} the way that lies on the stage as a plan, or is stepped through */
  way = null;
  /** @type {import("../stage/board.js").Piece[]} */
  plan = [];
  /** @type {Frame | null} the step that is seen; none: the field with the plan */
  frame = null;
  /** @type {import("../stage/board.js").Board | null} a picture that is seen in place of the field */
  scene = null;

  /**
   * @param {{stage: import("../stage/stage.js").Stage, rows: () => number, well: () => import("./rules.js").Well, rules: () => Record<string, any>, next: (question: string, fumen: string) => {label: string, act: () => void}[], redraw: () => void, said: (words: string) => void}} doors
   */
  constructor(doors) {
    this.doors = doors;
    this.place = byId("chosen");
    this.stepper = new Stepper(byId("steps"), {
      label: "Step",
      words: (/** @type {Frame} */ frame) => frame.words,
      show: (/** @type {Frame} */ frame, index) => {
        this.frame = index > 0 || !this.plan.length ? frame : null;
        this.doors.redraw();
        const isLast = index === this.stepper.frames.length - 1;
        if (isLast && this.#end && this.stepper.playing.ariaPressed === "true") this.#ending = setTimeout(this.#end, 1000);
      },
    });
  }

  /** @type {(() => void) | null} */
  #end = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #ending;
  /** The frames that begin a way, which no step made. @type {Set<number>} */
  #starts = new Set();

  /** Nothing is shown any more. */
  clear() {
    this.#end = null;
    clearTimeout(this.#ending);
    this.way = this.frame = this.scene = null;
    this.plan = [];
    this.place.hidden = true;
    this.stepper.set([]);
  }

  /**
   * Show solutions one after the other; the first one lies there as a plan until somebody steps on.
   * @param {Way[]} ways @param {{seconds?: number, play?: boolean, end?: (() => void) | null}} [how]  `end` comes after the last step
   */
  show(ways, { seconds = 0.7, play = false, end = null } = {}) {
    clearTimeout(this.#ending);
    this.#end = end;
    this.#starts = new Set();
    this.way = ways[0] ?? null;
    this.scene = null;
    this.plan = ways.length === 1 ? planOf(ways[0]) : [];
    this.frame = null;
    const rows = this.doors.rows();
    const frames = ways.flatMap((way, number) => framesOf(way, rows, this.doors.well()).map((frame) => (
      ways.length > 1 ? { ...frame, words: `${number + 1}/${ways.length} · ${frame.words}` } : frame)));
    frames.forEach((frame, index) => { if (!frame.piece) this.#starts.add(index); });
    this.stepper.set(frames, { seconds, play });
    this.doors.redraw();
  }

  /** See the step with this number, from 0. @param {number} number */
  toStep(number) {
    if (!this.stepper.frames.length) return; // the ways of the answer come next
    const steps = this.stepper.frames.flatMap((_, index) => (this.#starts.has(index) ? [] : [index]));
    this.stepper.pause();
    this.stepper.to(steps[number] ?? 0);
  }

  /**
   * A picture of all ways is chosen: it lies on the stage, its fumen and its queues beside it.
   * @param {string} question @param {Served} served @param {import("../stage/board.js").Piece[]} plan  its pieces
   */
  choose(question, served, plan) {
    const more = served.served - served.queues.length;
    this.#lay(plan, null, `${served.pieces}${served.minimal ? " ★" : ""}`, served.fumen, question,
      el("p", { class: "note" }, `${served.served.toLocaleString("en")} ${served.served === 1 ? "queue" : "queues"}${served.tucked ? ` · ${served.tucked} tucked in` : ""}. Choose one to see how it is built.`),
      el("div", { class: "queues", role: "group", "aria-label": "Queues that it covers" },
        ...served.queues.map((queue) => button(queue, (event) => this.#build(served, queue, /** @type {HTMLElement} */ (event.currentTarget)), { class: "quiet small" })),
        more > 0 && el("span", { class: "note" }, `and ${more.toLocaleString("en")} more`)));
  }

  /**
   * Any other picture of an answer is chosen: it lies on the stage in place of the field, its fumen beside it.
   * @param {string} question @param {import("../table/parts.js").Picture} picture
   */
  take(question, { scene, caption, code }) {
    this.#lay([], scene, caption, code, question);
    this.place.hidden = !code;
  }

  /**
   * @param {import("../stage/board.js").Piece[]} plan @param {import("../stage/board.js").Board | null} scene
   * @param {string} title @param {string} fumen @param {string} question
   * @param {...HTMLElement} more  what can be said of it besides
   */
  #lay(plan, scene, title, fumen, question, ...more) {
    this.way = this.frame = null;
    this.scene = scene;
    this.plan = plan;
    this.stepper.set([]);
    this.place.hidden = false;
    this.place.replaceChildren(
      el("h3", {}, title), ...more,
      el("div", { class: "copied" }, el("pre", { tabIndex: 0 }, fumen), button("Copy", () => copy(fumen, "Fumen copied"), { class: "quiet small" })),
      el("div", { class: "row next" }, ...this.doors.next(question, fumen).map(({ label, act }) => button(label, act, { class: "quiet small" }))));
    this.doors.redraw();
  }

  /** @param {Served} served @param {string} queue @param {HTMLElement} pressed */
  async #build(served, queue, pressed) {
    for (const other of this.place.querySelectorAll(".queues button")) other.setAttribute("aria-pressed", String(other === pressed));
    try {
      const found = await askIn("way", "clear", "cover", { solutions: [served.fumen], patterns: queue, ...this.doors.rules() }, { wait: 5 });
      if (!found) return;
      const [way] = found.view.ways ?? [];
      if (way) { this.show([way], { play: true }); if (isNarrow()) openSheet(null); }
      else this.doors.said("The queue cannot build it");
    } catch (error) { this.doors.said(/** @type {Error} */ (error).message); }
  }
}
