// The tray's inputs: what comes, and the rules.
import data from "../data.js";
import { isQueue, pieceButton } from "./coming.js";
import { coming } from "./state.js";
import { byId, el } from "../dom.js";

/** @typedef {import("../table/store.js").State} State */

const RULES = ["height", "drop", "kicks", "no_hold", "save", "fall"];

/** @type {import("../table/table.js").Table} */
let table;
const state = () => table.store.state;

/** The controls that are named as their fields. @param {State} state */
export function controls(state) {
  return Object.fromEntries(RULES.map((name) => [name, state[name]]));
}

/** @param {string} id @param {any} value */
export function write(id, value) {
  const control = /** @type {HTMLInputElement} */ (byId(id));
  if (control.type === "checkbox") control.checked = value;
  else if (control !== document.activeElement || control.type === "number") {
    const words = value === null ? "" : String(value);
    if (control.localName === "select" && ![.../** @type {any} */ (control).options].some((each) => each.value === words)) control.append(el("option", { value: words }, words));
    if (control.value !== words) control.value = words;
  }
}

/** @param {import("./coming.js").Token[]} tokens @param {string} hold */
export function type(tokens, hold) {
  const isPlain = tokens.every(({ letter }) => letter);
  table.store.set({ pieces: tokens.map(({ text }) => text).join(isPlain ? "" : ","), queue: "", patterns: "", hold, moves: "" });
}

/** Hold as a player does: the next piece goes into hold, or comes out of it. @param {string} hold @param {import("./coming.js").Token[]} tokens */
export function swap(hold, tokens) {
  const [first, ...rest] = tokens;
  if (hold) type([{ letter: hold, text: hold, words: hold }, ...tokens], "");
  else type(rest, first.letter);
}

/** @param {import("../table/table.js").Table} theTable */
export function wireTray(theTable) {
  table = theTable;
  byId("pieces").addEventListener("input", (event) => {
    table.store.set({ pieces: /** @type {HTMLInputElement} */ (event.target).value, queue: "", patterns: "", moves: "" }, { tag: "pieces" });
  });
  byId("add").replaceChildren(...[...data.clear.letters].map((letter) => pieceButton(letter, `Add ${letter}`, () => {
    const now = coming(state());
    table.store.set({ pieces: isQueue(now) || !now ? now + letter : `${now},${letter}`, queue: "", patterns: "", moves: "" });
  })));
  byId("drop").replaceChildren(...data.clear.drops.map((/** @type {string} */ name) => el("option", { value: name }, name)));
  byId("kicks").replaceChildren(...Object.keys(data.clear.kicks).map((name) => el("option", { value: name }, name)));
  for (const id of [...RULES, "rows"]) {
    byId(id).addEventListener("input", (event) => {
      const control = /** @type {HTMLInputElement} */ (event.target), { kind } = table.store.fields[id];
      /** @type {any} */
      const value = kind === "flag" ? control.checked : kind === "number" ? (control.value === "" ? null : control.valueAsNumber) : control.value;
      table.store.set({ [id]: value }, { tag: id });
    });
  }
}
