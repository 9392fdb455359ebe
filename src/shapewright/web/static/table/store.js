// What a page says: its fields, in the address so that it can be shared and found again, with undo and redo.
import { isCoded, isPlain, pack, unpack } from "./address.js";

/** @typedef {string | number | boolean | null | string[]} Value */
/** @typedef {{value: Value, kind: "text" | "number" | "flag" | "list", view: boolean, always: boolean, isWhole?: boolean}} Field */
/** @typedef {Record<string, any>} State */

/** A field of text. @param {string} [value] @returns {Field} */
export const text = (value = "") => ({ value, kind: "text", view: false, always: false });
/** A number, or null for none. @param {number | null} [value] @returns {Field} */
export const number = (value = null) => ({ value, kind: "number", view: false, always: false });
/** A whole number, or null for none. @param {number | null} [value] @returns {Field} */
export const whole = (value = null) => ({ ...number(value), isWhole: true });
/** Yes or no; `always` is asked with even where it says no. @param {boolean} [value] @returns {Field} */
export const flag = (value = false, always = value) => ({ value, kind: "flag", view: false, always });
/** Several texts, one a line in the address. @param {string[]} [value] @returns {Field} */
export const list = (value = []) => ({ value, kind: "list", view: false, always: false });
/** What the page shows rather than what is asked: no step of undo, and no answer gets old by it. @param {Field} field @returns {Field} */
export const view = (field) => ({ ...field, view: true });

const MOST_STEPS = 300;
const WRITE = 150; // milliseconds until a change stands in the address

export class Store {
  /** @type {State} */
  state;
  /** @type {State[]} */
  #undone = [];
  /** @type {{state: State, tag: string, at: number}[]} */
  #done = [];
  /** @type {((state: State, names: Set<string>, loaded: boolean) => void)[]} */
  #listeners = [];
  #version = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #later;

  /** @param {Record<string, Field>} fields */
  constructor(fields) {
    this.fields = fields;
    this.initial = Object.freeze(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value])));
    this.state = this.initial;
    this.lost = "";
  }

  /**
   * @param {(state: State, names: Set<string>, loaded: boolean) => void} listener  told of every change, with the fields
   *   that changed, and whether the address says so
   */
  subscribe(listener) { this.#listeners.push(listener); }

  /**
   * Change some fields. Steps with the same `tag` shortly after each other are one step of undo; `push` makes a step
   * that the browser's Back takes back.
   * @param {State} changes
   * @param {{tag?: string, push?: boolean, undo?: boolean}} [how]
   */
  set(changes, { tag = "", push = false, undo = true } = {}) {
    const names = this.#changed({ ...this.state, ...changes });
    if (push && !changes.ask) this.opened();
    if (!names.size) {
      if (push) this.#become(this.state, names); // inputs show again what is there
      return;
    }
    this.lost = "";
    if (push) this.flush(); // where Back leads to is what was there just now
    if (undo && [...names].some((name) => !this.fields[name].view)) this.#step(tag);
    this.#become({ ...this.state, ...changes }, names);
    this.#write(push);
  }

  /** Something is chosen in place of what the inputs say. */
  opened = () => {};

  /** Before the page begins: other values at first, such as the puzzle of a day. @param {State} values */
  begin(values) {
    for (const [name, value] of Object.entries(values)) this.fields[name] = { ...this.fields[name], value };
    this.state = this.initial = Object.freeze({ ...this.initial, ...values });
  }

  /** All fields as they were at first, but for those given. @param {State} [changes] */
  reset(changes = {}) { this.set({ ...this.initial, ...changes }, { push: true }); }

  /** @param {string} tag */
  #step(tag) {
    const now = performance.now(), last = this.#done.at(-1);
    this.#undone = [];
    if (tag && last?.tag === tag && now - last.at < 1000) { last.at = now; return; }
    this.#done.push({ state: this.state, tag, at: now });
    if (this.#done.length > MOST_STEPS) this.#done.shift();
  }

  get canUndo() { return this.#done.length > 0; }
  get canRedo() { return this.#undone.length > 0; }

  undo() {
    const last = this.#done.pop();
    if (!last) return false;
    this.#undone.push(this.state);
    this.#return(last.state);
    return true;
  }

  redo() {
    const next = this.#undone.pop();
    if (!next) return false;
    this.#done.push({ state: this.state, tag: "", at: 0 });
    this.#return(next);
    return true;
  }

  /** What is asked comes back, what is shown stays. @param {State} before */
  #return(before) {
    const shown = Object.fromEntries(Object.entries(this.state).filter(([name]) => this.fields[name].view));
    const state = { ...before, ...shown };
    this.#become(state, this.#changed(state));
    this.#write(false);
  }

  /** @param {State} state @returns {Set<string>} */
  #changed(state) {
    return new Set(Object.keys(this.fields).filter((name) => (
      state[name] !== this.state[name] && JSON.stringify(state[name]) !== JSON.stringify(this.state[name]))));
  }

  /** @param {State} state @param {Set<string>} names */
  #become(state, names, loaded = false) {
    this.state = Object.freeze({ ...state });
    for (const listener of this.#listeners) listener(this.state, names, loaded);
  }

  /**
   * What of the state a question takes, as its parameters: what says nothing is left out.
   * @param {string[]} names
   */
  parameters(names, state = this.state) {
    /** @type {State} */
    const found = {};
    for (const name of names) {
      const field = this.fields[name], value = state[name];
      if (!field || field.view || value === null || value === "" || (Array.isArray(value) && !value.length)) continue;
      if (field.kind === "flag" && !value && !field.always) continue;
      found[name] = value;
    }
    return found;
  }

  // --- The address ----------------------------------------------------------------------------------------------------

  /** What differs from the page as it came, as the end of an address. @param {State} [state] */
  written(state = this.state) {
    const parts = new URLSearchParams();
    for (const [name, { value, kind }] of Object.entries(this.fields)) {
      if (JSON.stringify(state[name]) === JSON.stringify(value)) continue;
      parts.set(name, kind === "flag" ? (state[name] ? "1" : "") : kind === "list" ? state[name].join("\n") : String(state[name] ?? ""));
    }
    return parts.toString().replaceAll("%2F", "/").replaceAll("%2C", ",").replaceAll("%3A", ":");
  }

  /** @param {string} text @returns {State} */
  #read(text) {
    const parts = new URLSearchParams(text);
    /** @type {State} */
    const state = { ...this.initial };
    for (const [name, { kind, isWhole }] of Object.entries(this.fields)) {
      const given = parts.get(name);
      if (given === null) continue;
      if (kind === "flag") state[name] = !["", "0", "false"].includes(given);
      else if (kind === "list") state[name] = given.split("\n").map((line) => line.trim()).filter(Boolean);
      else if (kind === "number") state[name] = given.trim() && (isWhole ? Number.isSafeInteger : Number.isFinite)(Number(given)) ? Number(given) : null;
      else state[name] = given;
    }
    return state;
  }

  /** Browsers take few changes of the address in a second: those of a stroke are written when there is a moment. @param {boolean} push */
  #write(push) {
    clearTimeout(this.#later);
    if (push) { this.#put(true); return; }
    this.#later = setTimeout(() => this.#put(false), WRITE);
  }

  /** The address says now what the page says. */
  flush() {
    if (this.#later === undefined) return;
    clearTimeout(this.#later);
    this.#put(false);
  }

  /** @param {boolean} push */
  #put(push) {
    this.#later = undefined;
    const text = this.written(), version = ++this.#version;
    /** @param {string} hash */
    const put = (hash) => history[push ? "pushState" : "replaceState"](null, "", hash ? `#${hash}` : location.pathname + location.search);
    if (isPlain(text)) { put(text); return; }
    pack(text).then((found) => { if (version === this.#version) put(found?.hash ?? ""); });
  }

  /** The address of this state for others, or null if it is too long for one. */
  async link() {
    const found = await pack(this.written());
    return found?.whole ? `${location.origin}${location.pathname}${location.search}${found.hash ? `#${found.hash}` : ""}` : null;
  }

  /** Become what the address says, now and whenever Back and Forward change it; words if it cannot be read. */
  async open() {
    addEventListener("popstate", () => { this.load(); });
    addEventListener("pagehide", () => this.flush());
    return this.load(true);
  }

  /** @param {boolean} [first] */
  async load(first = false) {
    clearTimeout(this.#later);
    this.#later = undefined;
    const version = ++this.#version;
    let text = location.hash.slice(1);
    this.lost = "";
    if (isCoded(text)) {
      try { text = await unpack(text); } catch (error) { [text, this.lost] = ["", /** @type {Error} */ (error).message]; }
      if (version !== this.#version) return;
    }
    const state = this.#read(text);
    if (!first && this.#changed(state).size) this.#step("");
    this.#become(state, first ? new Set(Object.keys(this.fields)) : this.#changed(state), true);
  }
}
