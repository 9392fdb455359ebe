// The field of the page: painted, typed or pasted, and the pages of the fumen that it is one of.
import data from "../data.js";
import { ask } from "../doors/ask.js";
import { opened, pagesOf, writeBook } from "./book.js";
import { heldIn, lettersOf, pieceButton } from "./coming.js";
import { at as cellAt, mirrored, painted, readWell, writeWell } from "./rules.js";
import { fumens, isFumen, wellOf } from "./state.js";
import { write } from "./tray.js";
import { byId, copy, el, toast } from "../dom.js";

/** @typedef {import("../table/store.js").State} State */

/** @type {import("../table/table.js").Table} */
let table;
/** @type {import("../stage/stage.js").Stage} */
let stage;
const state = () => table.store.state;

let brush = "X";
let isBrushChosen = false;
/** @type {string | null} */
let stroke = null;
let strokes = 0;
/** The field as a stroke has it, until the page says so. @type {import("./rules.js").Well | null} */
let strokeWell = null;
/** @type {number[]} where a stroke is */
let last = [0, 0];

/** What the stage does with pointers and keys while the field is painted. */
export const painting = {
  /** @param {import("../stage/stage.js").Press} at */
  press(at) {
    if (!at.inside) return false;
    strokes += 1;
    stroke = at.second || cellAt(wellOf(state()), at.cell[0], at.cell[1]) === brush ? "_" : brush;
    last = at.cell;
    paint(at.cell);
    tell();
    return true;
  },
  /** @param {import("../stage/stage.js").Press} at */
  move(at) { if (at.inside) paintTo(at.cell); },
  /** All that came together was painted. */
  moved() { tell(); },
  release() { stroke = null; },
  /** @param {KeyboardEvent} event @param {number[]} cell */
  key(event, cell) {
    const letter = event.key.toUpperCase();
    if (!`X${data.clear.letters}`.includes(letter) || letter.length !== 1) return false;
    strokes += 1;
    paint(cell, letter);
    tell();
    return true;
  },
};

/** @param {number[]} cell @param {string | null} [value] */
function paint([x, y], value = stroke) {
  if (value === null) return;
  strokeWell = painted(strokeWell ?? wellOf(state()), x, y, value);
}

function tell() {
  if (!strokeWell) return;
  const rows = writeWell(strokeWell);
  strokeWell = null;
  setField(rows, `stroke ${strokes}`);
}

/** A finger paints once a brush is chosen. @param {State} state */
export function showBrush({ mode }) { stage.paints = mode === "paint" && isBrushChosen; }

/** Paint the cells from the last one to this one: a quick stroke passes over some. @param {number[]} cell */
function paintTo([x, y]) {
  const [fromX, fromY] = last, steps = Math.max(Math.abs(x - fromX), Math.abs(y - fromY));
  for (let step = 1; step <= steps; step += 1) paint([Math.round(fromX + (x - fromX) * step / steps), Math.round(fromY + (y - fromY) * step / steps)]);
  last = [x, y];
}

/** Another field, on the page of the fumen that is open. @param {string} rows @param {string} [tag] */
function setField(rows, tag = "") {
  const { at, book } = state(), pages = pagesOf(state());
  if (book && pages[at]) pages[at] = { ...pages[at], rows };
  table.store.set({ field: rows, moves: "", ...(book ? { book: writeBook(pages) } : {}) }, { tag });
}

/** A fumen in the address stays there until something is changed; its field is seen meanwhile. @param {string} code */
export async function readFumen(code) {
  if (fumens.has(code)) return;
  const { editor } = await look({ field: code });
  if (!editor) return;
  fumens.set(code, editor);
  if (state().field === code) { table.family.changed(state(), new Set(["rows"])); table.live(); }
}

/**
 * What the studio says of fields and fumens.
 * @param {Record<string, any>} asked
 * @param {(words: string) => void} [refused]
 * @returns {Promise<any>}
 */
async function look(asked, refused = toast) {
  try { return (await ask("clear", "show", asked, { wait: 5 })).view; } catch (error) { refused(/** @type {Error} */ (error).message); return {}; }
}

/** Rows or a fumen, as typed or pasted. @param {string} typed */
export async function openField(typed) {
  if (!isFumen(typed)) {
    const well = readWell(typed);
    const isField = well !== null || !typed.trim();
    if (isField) {
      setField(writeWell(well ?? []), "typed");
      write("field-text", state().field); // it may be the field that is there already, written in another way
      return;
    }
  }
  const place = /** @type {HTMLInputElement} */ (byId("field-text"));
  const { editor } = await look({ field: typed.trim() }, (words) => table.faults.refuse(place, words));
  if (!editor) return;
  const pages = editor.pages.map((/** @type {any} */ page) => ({ rows: writeWell(readWell(page.rows) ?? []), comment: quiz(page) }));
  const chosen = editor.pages.findIndex((/** @type {any} */ page) => page.rows === editor.rows);
  table.store.set(opened(pages, Math.max(0, chosen)), { push: true });
  toast(pages.length === 1 ? "1 page" : `${pages.length} pages`);
}

/** The field as text; what was typed and is no field stays there to be mended until there is another one. @param {State} state @param {boolean} isNew */
export function showText({ field }, isNew) {
  if (isNew || byId("field-text").getAttribute("aria-invalid") !== "true") write("field-text", field);
}

/** The comment of a page; a queue in it is the one after the page's piece. @param {{comment: string, queue: string}} page */
function quiz({ comment, queue }) {
  if (!queue) return comment;
  const hold = heldIn(queue), letters = lettersOf(queue);
  return `#Q=[${hold}](${letters.slice(0, 1)})${letters.slice(1)}`;
}

/** @param {string} letter @param {boolean} [byHand] */
function chooseBrush(letter, byHand = true) {
  brush = letter;
  isBrushChosen = byHand;
  showBrush(state());
  for (const each of byId("brushes").children) each.setAttribute("aria-checked", String(/** @type {HTMLElement} */ (each).dataset.brush === letter));
}

// --- Pages of a fumen -----------------------------------------------------------------------------------------------

/** @param {State} state */
export function showBook(state) {
  const pages = pagesOf(state), at = Math.min(state.at, pages.length - 1);
  byId("page-count").textContent = pages.length > 1 ? `${at + 1} of ${pages.length}` : "";
  const slider = /** @type {HTMLInputElement} */ (byId("page-slider"));
  slider.max = String(pages.length);
  slider.value = String(at + 1);
  slider.disabled = pages.length < 2;
  /** @type {HTMLButtonElement} */ (byId("page-back")).disabled = at <= 0;
  /** @type {HTMLButtonElement} */ (byId("page-on")).disabled = at >= pages.length - 1;
  /** @type {HTMLButtonElement} */ (byId("page-delete")).disabled = pages.length < 2;
  write("page-comment", pages[at].comment);
}

/** @param {number} at */
function turnTo(at) { table.store.set(opened(pagesOf(state()), at), { tag: "page" }); }

/** @param {import("../table/table.js").Table} theTable @param {import("../stage/stage.js").Stage} theStage */
export function wireField(theTable, theStage) {
  [table, stage] = [theTable, theStage];
  byId("page-back").addEventListener("click", () => turnTo(state().at - 1));
  byId("page-on").addEventListener("click", () => turnTo(state().at + 1));
  byId("page-slider").addEventListener("input", (event) => turnTo(Number(/** @type {HTMLInputElement} */ (event.target).value) - 1));
  byId("page-add").addEventListener("click", () => {
    const pages = pagesOf(state()), { at } = state(), rows = isFumen(state().field) ? writeWell(wellOf(state())) : pages[at].rows;
    const all = [...pages.slice(0, at), { ...pages[at], rows }, { rows, comment: "" }, ...pages.slice(at + 1)];
    table.store.set({ ...opened(all, at + 1), book: writeBook(all) });
  });
  byId("page-delete").addEventListener("click", () => {
    const { at } = state();
    table.store.set(opened(pagesOf(state()).filter((_, index) => index !== at), Math.min(at, pagesOf(state()).length - 2)));
  });
  byId("page-comment").addEventListener("input", (event) => {
    const { at } = state(), pages = pagesOf(state());
    pages[at] = { ...pages[at], comment: /** @type {HTMLInputElement} */ (event.target).value };
    table.store.set(opened(pages, at), { tag: "comment" });
  });
  byId("copy-fumen").addEventListener("click", async () => {
    const pages = pagesOf(state()).map(({ rows, comment }) => ({ rows: (isFumen(rows) ? writeWell(wellOf(state())) : rows) || "_".repeat(10), comment }));
    const { editor } = await look({ pages: pages.map(({ rows }) => rows), comments: pages.map(({ comment }) => comment) });
    if (editor) copy(editor.whole, pages.length > 1 ? `${pages.length} pages copied as a fumen` : "Fumen copied");
  });
  byId("mirror").addEventListener("click", () => setField(writeWell(mirrored(wellOf(state())))));
  byId("empty").addEventListener("click", () => setField(""));
  byId("field-text").addEventListener("change", (event) => openField(/** @type {HTMLInputElement} */ (event.target).value));
  byId("field-text").addEventListener("paste", (event) => setTimeout(() => openField(/** @type {HTMLInputElement} */ (event.target).value)));
  byId("named").replaceChildren(el("option", { value: "" }, "choose…"), ...data.clear.fields.map((/** @type {any} */ { name }, /** @type {number} */ index) => el("option", { value: index }, name)));
  byId("named").addEventListener("change", (event) => {
    const control = /** @type {HTMLSelectElement} */ (event.target), chosen = data.clear.fields[Number(control.value)];
    if (!control.value || !chosen) return;
    control.value = "";
    table.store.set({ field: chosen.field, pieces: chosen.pieces, height: chosen.height ?? null, queue: "", patterns: "", hold: "", book: "", at: 0, moves: "" }, { push: true });
  });
  byId("brushes").replaceChildren(...["X", ...data.clear.letters, "_"].map((letter) => {
    const name = letter === "X" ? "Filled" : letter === "_" ? "Empty" : `Piece ${letter}`;
    const made = pieceButton("X_".includes(letter) ? "" : letter, name, () => chooseBrush(letter));
    if (letter === "X") made.replaceChildren(el("span", { class: "full" }));
    made.dataset.brush = letter;
    made.setAttribute("role", "radio");
    return made;
  }));
  chooseBrush("X", false);
}
