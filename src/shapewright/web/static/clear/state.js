// What the fields of the page mean: the field that is seen, and what comes.
import data from "../data.js";
import { readWell } from "./rules.js";
import { formsOf } from "../table/options.js";

/** @typedef {import("../table/store.js").State} State */

/** Whether a question takes this of the tray, and not from an option of its own. @param {string} question @param {string} name */
export function takes(question, name) {
  const fields = data.families.clear.questions[question]?.fields ?? [];
  return fields.includes(name) && !formsOf("clear")[question]?.options.some((option) => option.name === name);
}

/** Whether a question is about the queues of a pattern. @param {string} question */
export const isMany = (question) => takes(question, "patterns");

/** Fumens in the address, as fields. @type {Map<string, {rows: string}>} */
export const fumens = new Map();

/** The one text of what comes; addresses of old pages have two. @param {State} state @returns {string} */
export const coming = (state) => (isMany(state.ask) ? state.patterns || state.queue : state.queue || state.patterns) || state.pieces;
/** Whether a text is a fumen. @param {string} text */
export const isFumen = (text) => /@|%40/.test(text);
/** @param {State} state */
export const wellOf = (state) => readWell(isFumen(state.field) ? fumens.get(state.field)?.rows ?? "" : state.field) ?? [];
/** The rows that are seen. @param {State} state */
export const rowsOf = (state) => Math.min(20, Math.max(state.rows, wellOf(state).length + 2, state.height ?? 0));
