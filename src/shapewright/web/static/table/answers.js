// The answers' column: what a question found, how far a long one is, and how to take it with you.
import { suffixOf } from "../doors/ask.js";
import { lasted } from "./bar.js";
import { button, copy, el, toast } from "../dom.js";
import { partsOf } from "./parts.js";

/**
 * @typedef {object} Asked  a question as it was asked, so that it can be asked again
 * @property {string} question
 * @property {Record<string, any>} parameters
 */

// Files in the order in which they are offered; a family's own notations stand between pictures and texts.
const FIRST = [".svg", ".png", ".gif", ".pdf"], LAST = [".txt", ".json", ".jsonl", ".html", ".cert"];

/** Notes on the search have its time already. */
const TIME = /, \d[\d.]* m?s\b/;

/** @param {string} suffix */
const rank = (suffix) => FIRST.includes(suffix) ? FIRST.indexOf(suffix) : FIRST.length + 1 + LAST.indexOf(suffix);

export class Answers {
  /**
   * @param {HTMLElement} place
   * @param {{family: string, save: (asked: Asked, view: any, suffix: string) => Promise<void>, link: () => Promise<string | null>,
   *   choose: import("./parts.js").Chosen, again: () => void}} doors
   */
  constructor(place, doors) {
    this.doors = doors;
    this.body = el("div", { class: "answer", id: "answer" });
    this.note = el("p", { class: "old-note", hidden: true }, "This is the answer to an earlier question. ", button("Ask again", () => doors.again(), { class: "link" }));
    this.take = el("section", { class: "take", "aria-label": "Save and share" });
    place.append(this.note, this.body, this.take);
  }

  /** Something of the family's own in place of an answer. @param {...(Node | string)} nodes */
  put(...nodes) {
    this.fresh();
    this.body.dataset.state = "put";
    this.body.replaceChildren(...nodes);
  }

  /** Nothing is shown. */
  clear() {
    this.put();
    this.take.replaceChildren();
    delete this.body.dataset.state;
  }

  /**
   * What a question found; `headed` shows its headline, which the bar does not say.
   * @param {any} view
   * @param {Asked} asked
   * @param {{headed?: boolean}} [how]
   */
  show(view, asked, { headed = true } = {}) {
    this.fresh();
    this.body.dataset.state = "done";
    this.body.dataset.question = asked.question;
    this.body.replaceChildren(
      ...(headed ? [el("h2", { class: `headline ${view.tone}` }, view.headline)] : []),
      ...partsOf(view, this.doors.choose),
      ...view.notes.map((/** @type {string} */ note) => el("p", { class: "note" }, note)),
      ...(headed && view.seconds !== undefined && !view.notes.some((/** @type {string} */ note) => TIME.test(note)) ? [el("p", { class: "note" }, lasted(view.seconds))] : []),
    );
    this.offer(view, asked);
  }

  /** It is at work. @param {string} label @param {() => void} cancel */
  busy(label, cancel) {
    this.fresh();
    this.body.dataset.state = "busy";
    const words = el("p", { class: "note", role: "status" }, "Working");
    const meter = el("progress", { max: 1, "aria-label": "Progress" });
    const part = el("div", { class: "partial" });
    this.body.replaceChildren(el("h2", { class: "headline" }, label), meter, words, button("Cancel", cancel, { class: "quiet", data: { cancel: "" } }), part);
    this.take.replaceChildren();
    return (/** @type {import("../doors/ask.js").Progress} */ { text, fraction, seconds, waiting, view }) => {
      words.textContent = (waiting ? [text || "Waiting for a free worker"] : [`${Math.round(seconds)} s`, text]).filter(Boolean).join(" · ");
      if (fraction === null) meter.removeAttribute("value");
      else meter.value = fraction;
      if (view) part.replaceChildren(...partsOf(view, this.doors.choose));
    };
  }

  /** Why there is no answer, and what can have one. @param {string} words @param {string} [title] @param {Record<string, string>} [equivalents] */
  refuse(words, title = "Please check", equivalents = {}) {
    this.fresh();
    this.body.dataset.state = "failed";
    this.body.replaceChildren(el("h2", { class: "headline bad" }, title), el("p", { class: "reason", role: "alert" }, words));
    this.take.replaceChildren(...same(equivalents, true));
  }

  /** What stands here is not about what lies on the stage now. */
  old() {
    if (this.body.dataset.state !== "done" && this.body.dataset.state !== "failed") return;
    this.note.hidden = !this.body.querySelector(":scope > .headline"); // what the bar asked, it asks again by itself
    this.body.classList.add("old");
    this.take.classList.add("old");
  }

  fresh() {
    this.note.hidden = true;
    this.body.classList.remove("old");
    this.take.classList.remove("old");
  }

  /** The ways to take an answer along: files, a link, the same question elsewhere. @param {any} view @param {Asked} asked */
  offer(view, asked) {
    const suffixes = /** @type {string[]} */ (view.files ?? []).map(suffixOf).sort((one, other) => rank(one) - rank(other));
    /** @param {string} suffix @param {HTMLButtonElement} pressed */
    const save = async (suffix, pressed) => {
      pressed.disabled = true;
      try { await this.doors.save(asked, view, suffix); } catch (error) { toast(/** @type {Error} */ (error).message); }
      pressed.disabled = false;
    };
    const files = suffixes.map((suffix) => {
      const made = button(suffix.slice(1).toUpperCase(), () => save(suffix, made), { class: "quiet small", data: { save: suffix } });
      return made;
    });
    this.take.replaceChildren(
      el("h3", {}, "Save and share"),
      el("div", { class: "row" }, ...files, button("Link", () => this.#copyLink(), { class: "quiet small" }), button("Print", () => window.print(), { class: "quiet small" })),
      ...same(view.equivalents),
    );
  }

  async #copyLink() {
    const link = await this.doors.link();
    if (link) await copy(link, "Link copied");
    else toast("This puzzle is too long for a link; save it as a file instead");
  }
}

/** The same question in a shell and in Python. @param {Record<string, string>} [equivalents] @param {boolean} [open] */
function same(equivalents = {}, open = false) {
  return Object.entries(equivalents).filter(([, lines]) => lines).map(([name, lines]) => el("details", { class: "same", open },
    el("summary", {}, name === "command" ? "The same in a shell" : "The same in Python"),
    el("div", { class: "copied" }, el("pre", { tabIndex: 0, data: { same: name } }, lines), button("Copy", () => copy(lines), { class: "quiet small" }))));
}
