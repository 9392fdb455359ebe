// Inputs whose text cannot be taken: they are marked, and the bar says why until the text is another one.

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Control */

const CONTROLS = "input, textarea, select";

export class Faults {
  /** @type {Map<Control, {text: string, words: string}>} */
  #refused = new Map();
  /** The input that was changed last, which a refused question is likely to be about. @type {Control | null} */
  #latest = null;
  /** @type {Set<Control>} */
  #blamed = new Set();

  /**
   * @param {HTMLElement} place  where the inputs are
   * @param {() => void} changed  the words are others now
   */
  constructor(place, changed) {
    this.place = place;
    this.changed = changed;
    for (const kind of ["input", "change"]) place.addEventListener(kind, (event) => this.#check(event), { capture: true });
    place.addEventListener("paste", (event) => joined(/** @type {ClipboardEvent} */ (event)));
  }

  /** Why an input is refused; empty if none is. */
  get words() {
    for (const [control, { text }] of this.#refused) if (control.value !== text) this.#forget(control);
    return this.#refused.values().next().value?.words ?? "";
  }

  /** The text of an input is refused until it is another one. @param {Control} control @param {string} words */
  refuse(control, words) {
    this.#refused.set(control, { text: control.value, words });
    control.setAttribute("aria-invalid", "true");
    this.changed();
  }

  /** Something else is taken in place of the inputs' texts, whatever stands in them. */
  accept() {
    for (const control of [...this.#refused.keys()]) this.#forget(control);
  }

  /** Mark the inputs that a sentence about a refused question names, else the one that was changed last. @param {string} words  empty: nothing is wrong */
  blame(words) {
    for (const control of this.#blamed) if (!this.#refused.has(control)) control.removeAttribute("aria-invalid");
    this.#blamed.clear();
    if (!words) return;
    const all = /** @type {Control[]} */ ([...this.place.querySelectorAll(CONTROLS)]);
    const named = all.filter((control) => words.includes(`'${control.dataset.field ?? control.id}'`));
    const latest = this.#latest && this.place.contains(document.activeElement) ? [this.#latest] : [];
    for (const control of named.length ? named : latest) {
      this.#blamed.add(control);
      control.setAttribute("aria-invalid", "true");
    }
  }

  /** A number that its input does not allow changes nothing. @param {Event} event */
  #check(event) {
    const control = event.target;
    if (!(control instanceof HTMLElement) || !control.matches(CONTROLS)) return;
    const input = /** @type {HTMLInputElement} */ (control);
    this.#latest = input;
    if (input.type === "number" && !input.validity.valid) {
      event.stopPropagation();
      this.refuse(input, allowed(input));
    } else if (this.#refused.has(input)) {
      this.#forget(input);
      setTimeout(this.changed); // what is typed may be what the page says already
    }
  }

  /** @param {Control} control */
  #forget(control) {
    this.#refused.delete(control);
    control.removeAttribute("aria-invalid");
  }
}

/** Which numbers an input takes. @param {HTMLInputElement} control */
function allowed(control) {
  const name = control.labels?.[0]?.textContent?.trim() || "This";
  const { min, max, step } = control, what = step === "any" ? "a number" : "a whole number";
  return `${name} takes ${what}${min && max ? ` from ${min} to ${max}` : min ? ` of ${min} or more` : ""}`;
}

/** Text of several lines becomes one line as its input has it; a browser would put blanks between them. @param {ClipboardEvent} event */
function joined(event) {
  const input = /** @type {HTMLInputElement} */ (event.target), between = input.dataset?.lines;
  const lines = (event.clipboardData?.getData("text") ?? "").split("\n").map((line) => line.trim()).filter(Boolean);
  if (between === undefined || lines.length < 2) return;
  event.preventDefault();
  input.setRangeText(lines.join(between), input.selectionStart ?? 0, input.selectionEnd ?? 0, "end");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
