// What the fields of the page mean: the field that is seen, and what comes.
import { readWell } from "./clear_rules.js";

/** @typedef {import("./store.js").State} State */

export const MANY = ["percent", "path", "cover"]; // questions about the queues of a pattern

/** Fumens in the address, as fields. @type {Map<string, {rows: string}>} */
export const fumens = new Map();

/** The one text of what comes; addresses of old pages have two. @param {State} state @returns {string} */
export const coming = (state) => (MANY.includes(state.ask) ? state.patterns || state.queue : state.queue || state.patterns) || state.pieces;
/** Whether a text is a fumen. @param {string} text */
export const isFumen = (text) => /@|%40/.test(text);
/** @param {State} state */
export const wellOf = (state) => readWell(isFumen(state.field) ? fumens.get(state.field)?.rows ?? "" : state.field) ?? [];
/** The rows that are seen. @param {State} state */
export const rowsOf = (state) => Math.min(20, Math.max(state.rows, wellOf(state).length + 2, state.height ?? 0));
