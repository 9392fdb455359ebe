// The options of questions as inputs, made of what their fields say of themselves: see questions/form.py.
import data from "../data.js";
import { button, byId, el } from "../dom.js";
import { flag, list, text, view } from "./store.js";

/**
 * @typedef {object} Option
 * @property {string} name  of the parameter
 * @property {string} key  of the field of the page, which stands in addresses
 * @property {string} label
 * @property {"text" | "number" | "flag" | "yes" | "choice" | "lines" | "file"} kind
 * @property {string} help
 * @property {string} [usual]  what is meant without it
 * @property {string[]} [choices]
 * @property {string[]} [examples]
 * @property {boolean} [required]
 * @property {boolean} [first]  seen without asking for more
 */
/** @typedef {{title: string, group: string, help: string, hint: string, options: Option[]}} Form */
/** @typedef {import("./store.js").State} State */

const ROWS = 3; // of a text of several lines
const SHORT = 12; // characters that an input has room for
const NUMBER = /^\s*[+-]?\d+(\.\d+)?\s*$/;

/** The forms of a family by question. @param {string} family @returns {Record<string, Form>} */
export const formsOf = (family) => data.families[family].forms;

/** Fields of a page for all options of its questions, and for the question whose form is seen. @param {string} family */
export function optionFields(family) {
  const forms = Object.values(formsOf(family));
  /** @type {Record<string, import("./store.js").Field>} */
  const fields = forms.length ? { question: view(text()) } : {};
  for (const { options } of forms) {
    // A number is kept as it was typed: what is wrong with it, the answer says.
    for (const { key, kind } of options) fields[key] = kind === "flag" ? flag() : kind === "lines" ? list() : text();
  }
  return fields;
}

/** What the options of a question say, as its parameters. @param {string} family @param {string} question @param {State} state */
export function optionValues(family, question, state) {
  /** @type {Record<string, any>} */
  const found = {};
  for (const { name, key, kind } of formsOf(family)[question]?.options ?? []) {
    const value = state[key];
    if (value === false || value.length === 0 || (typeof value === "string" && !value.trim())) continue;
    found[name] = kind === "number" && NUMBER.test(value) ? Number(value) : value;
  }
  return found;
}


/** A choice among the questions of a page, and the inputs of the one that is chosen. */
export class Options {
  #shown = "";
  /** @type {Map<string, Option & {control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement}>} */
  #inputs = new Map();

  /**
   * @param {HTMLElement} place
   * @param {import("./table.js").Table} table
   * @param {string} usual  the question that is seen at first
   * @param {string[]} [alone]  questions that the page asks without their form, though not by a button of their own
   */
  constructor(place, table, usual, alone = []) {
    this.place = /** @type {HTMLDetailsElement} */ (place);
    this.table = table;
    this.alone = alone;
    this.usual = usual;
    this.forms = formsOf(table.family.name);
    /** @type {Map<string, HTMLElement>} */
    const groups = new Map();
    for (const [question, { title, group }] of Object.entries(this.forms)) {
      const found = groups.get(group) ?? el("optgroup", { label: group });
      groups.set(group, found);
      found.append(el("option", { value: question }, title));
    }
    this.picker = el("select", { id: "question" }, ...groups.values());
    this.picker.addEventListener("input", () => table.store.set({ question: this.picker.value }));
    this.body = el("div", { class: "options" });
    place.append(el("label", { class: "wide" }, "Question ", this.picker), this.body);
    this.body.addEventListener("input", ({ target }) => this.#take(/** @type {HTMLElement} */ (target)));
    place.addEventListener("click", ({ target }) => {
      if (/** @type {Element} */ (target).closest("[data-ask]")) setTimeout(() => this.showAnswer());
    });
    this.body.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
      event.preventDefault();
      table.ask(this.question);
    });
  }

  /** The question whose form is seen: the one that was chosen or asked last. */
  get question() {
    const { question, ask } = this.table.store.state;
    return [question, ask, this.#shown].find((name) => name in this.forms) ?? this.usual;
  }

  /** @param {State} state */
  show(state) {
    const { question } = this;
    if (this.#shown !== question) this.#build(question);
    for (const { key, control, kind, usual } of this.#inputs.values()) {
      const value = kind === "choice" && state[key] === usual ? "" : state[key];
      if (control instanceof HTMLInputElement && control.type === "checkbox") control.checked = kind === "yes" ? value === "yes" : value;
      else if (control !== document.activeElement) {
        const words = kind === "lines" ? value.join("\n") : value;
        if (control instanceof HTMLSelectElement && ![...control.options].some((each) => each.value === words)) control.append(el("option", { value: words }, words));
        if (control.value !== words) control.value = words;
      }
    }
  }

  /** The form comes into sight where it was chosen, or belongs to a question without a button. @param {State} state @param {Set<string>} names */
  reveal({ ask, question }, names) {
    if (!names.has("ask") && !names.has("question")) return;
    const isOthers = ask && !this.alone.includes(ask) && !document.querySelector(`.questions [data-ask="${CSS.escape(ask)}"]:not([hidden])`);
    if (question || isOthers) this.place.open = true;
  }

  /** What stands below the form comes into sight: the answer, and what was chosen of it. */
  showAnswer() {
    const { open, offsetTop, offsetHeight } = this.place;
    if (open) byId("answers").scrollTo({ top: offsetTop + offsetHeight - 60 });
  }

  /** The inputs that a sentence about a wrong question names come into sight. @param {string} words  empty: there is none */
  mark(words) {
    for (const { name, control } of this.#inputs.values()) {
      const isNamed = words.includes(`'${name}'`) || new RegExp(`--${name.replaceAll("_", "-")}(?![\\w-])`).test(words);
      if (isNamed) {
        control.setAttribute("aria-invalid", "true");
        for (let folded = control.closest("details"); folded; folded = folded.parentElement?.closest("details") ?? null) folded.open = true;
      } else control.removeAttribute("aria-invalid");
    }
  }

  /** @param {string} question */
  #build(question) {
    this.#shown = this.picker.value = question;
    this.#inputs.clear();
    const { help, hint, title, options } = this.forms[question], { state } = this.table.store;
    const others = options.filter(({ first }) => !first);
    const isUsed = others.some(({ key }) => state[key] !== false && state[key].length !== 0);
    this.body.replaceChildren(
      el("p", { class: "note" }, hint ? `${help} ${hint}` : help),
      ...options.filter(({ first }) => first).map((option) => this.#input(option)),
      ...(others.length ? [el("details", { class: "others", open: isUsed }, el("summary", {}, "More options"), ...others.map((option) => this.#input(option)))] : []),
      button("Ask", () => {}, { class: "primary", "aria-label": `Ask: ${title}`, data: { ask: question } }));
  }

  /** @param {Option} option */
  #input(option) {
    const { key, label, kind, help, usual = "", choices = [], examples = [], required = false } = option;
    const id = `option-${key.replace(".", "-")}`, about = `${id}-help`;
    const common = { id, "aria-describedby": about, data: { key }, ...(required ? { "aria-required": "true" } : {}) };
    const isShort = usual.length <= SHORT;
    const plain = { ...common, placeholder: isShort ? usual : "", spellcheck: false, autocomplete: "off" };
    const note = el("span", { class: "note", id: about }, isShort || choices.length ? help : `${help} Usually ${usual}.`);
    if (kind === "flag" || kind === "yes") {
      const control = el("input", { type: "checkbox", ...common });
      this.#inputs.set(key, { ...option, control });
      return el("div", { class: "option" }, el("label", { class: "check" }, control, ` ${label}`), note);
    }
    const control = kind === "choice"
      ? el("select", common, ...(choices.includes(usual) ? [] : [el("option", { value: "" }, usual || (required ? "choose…" : "any"))]),
        ...choices.map((choice) => el("option", { value: choice === usual ? "" : choice }, choice)))
      : kind === "lines" || kind === "file" ? el("textarea", { ...plain, rows: ROWS })
        : el("input", { type: "text", ...plain, inputMode: kind === "number" ? "numeric" : "text" });
    this.#inputs.set(key, { ...option, control });
    const offered = examples.length ? el("datalist", { id: `${id}-examples` }, ...examples.map((value) => el("option", { value }))) : null;
    if (offered) control.setAttribute("list", offered.id);
    return el("div", { class: "option" }, el("label", { class: kind === "lines" || kind === "file" ? "wide" : "line" }, label, control), offered, note);
  }

  /** What was typed or chosen becomes a part of the page. @param {HTMLElement} target */
  #take(target) {
    const found = this.#inputs.get(target.dataset.key ?? "");
    if (!found) return;
    const { key, kind, control } = found;
    control.removeAttribute("aria-invalid");
    const isOn = control instanceof HTMLInputElement && control.checked;
    const value = kind === "flag" ? isOn : kind === "yes" ? (isOn ? "yes" : "")
      : kind === "lines" ? control.value.split("\n").map((line) => line.trim()).filter(Boolean) : control.value;
    this.table.store.set({ [key]: value, question: this.question }, { tag: key });
  }
}
