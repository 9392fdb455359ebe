// Fields, games and solutions of perfect clears as boards that the stage shows.
import data from "../data.js";
import { cellsOf, locked, readWell } from "./rules.js";

/** @typedef {import("./rules.js").Well} Well */
/** @typedef {import("../stage/board.js").Board} Board */
/** @typedef {import("../stage/board.js").Piece} Piece */
/** @typedef {{piece: string, facing: string, x: number, y: number, held: boolean, queue: string, hold: string | null}} Step */
/** @typedef {{field: string, queue: string, hold: string | null, steps: Step[], saved: string, fumen: string}} Way  a solution as the studio tells it */
/** @typedef {{board: Board, words: string, queue: string, hold: string, piece: string, held: boolean}} Frame */

const WIDTH = data.clear.width;

/** The colour of a piece, or of what was there before ("X"). @param {string} letter @returns {string} */
export const colourOf = (letter) => data.clear.colours[letter];

/**
 * What lies in a field: cells that hang together and have the same letter (and, in a game, the same move) are a piece.
 * @param {Well} well @param {number[]} [owners] @returns {Piece[]}
 */
export function piecesIn(well, owners = []) {
  /** @type {Map<string, string>} */
  const left = new Map();
  well.forEach((row, y) => [...row].forEach((letter, x) => { if (letter !== "_") left.set(`${x},${y}`, `${letter}${owners[x + WIDTH * y] ?? 0}`); }));
  /** @type {Piece[]} */
  const pieces = [];
  for (const [key, what] of left) {
    const ahead = [key], cells = [];
    left.delete(key);
    for (const each of ahead) {
      const [x, y] = each.split(",").map(Number);
      cells.push([x, y]);
      for (const beside of [`${x + 1},${y}`, `${x - 1},${y}`, `${x},${y + 1}`, `${x},${y - 1}`]) {
        if (left.get(beside) === what) { left.delete(beside); ahead.push(beside); }
      }
    }
    pieces.push({ cells, colour: colourOf(what[0]), label: what[0] === "X" ? "" : what[0] });
  }
  return pieces;
}

/**
 * A field as a board of so many rows, with further pieces on it.
 * @param {Well} well @param {number} rows
 * @param {{owners?: number[], pieces?: Piece[], marks?: import("../stage/board.js").Mark[], title?: string}} [more]
 * @returns {Board}
 */
export function boardOf(well, rows, { owners = [], pieces = [], marks = [], title = "" } = {}) {
  const all = [...piecesIn(well, owners), ...pieces];
  const covered = new Set(all.flatMap((piece) => piece.cells.map(String)));
  const cells = [];
  for (let y = 0; y < rows; y += 1) for (let x = 0; x < WIDTH; x += 1) if (!covered.has(`${x},${y}`)) cells.push([x, y]);
  return { kind: "board", size: [WIDTH, rows], cells, pieces: all, marks, title };
}

/** Rows that are full, to be seen before they vanish. @param {number[]} full @returns {import("../stage/board.js").Mark[]} */
export const marksOf = (full) => full.map((y) => ({ cells: Array.from({ length: WIDTH }, (_, x) => [x, y]), shade: "good" }));

/**
 * The field that a way begins with, without its full rows; in the colours of `known`, if that is the same field.
 * @param {Way} way @param {Well} [known]
 */
export function startOf(way, known = []) {
  const start = (readWell(way.field) ?? []).filter((row) => row.includes("_")), other = known.filter((row) => row.includes("_"));
  const plain = (/** @type {Well} */ well) => well.join("/").replace(/[A-Z]/g, "X");
  return plain(start) === plain(other) ? other : start;
}

/** All pieces of a way on their cells in the rows that the field has at the beginning. @param {Way} way @returns {Piece[]} */
export function planOf(way) {
  let well = startOf(way), rows = Array.from({ length: 30 }, (_, y) => y);
  return way.steps.map((step, index) => {
    const cells = cellsOf(step).map(([x, y]) => [x, rows[y]]);
    const after = locked(well, step);
    if (after) {
      well = after.well;
      rows = rows.filter((_, y) => !after.full.includes(y));
    }
    return { cells, colour: colourOf(step.piece), label: step.piece, look: "plan", id: `plan ${index} ${cells}` };
  });
}

/** A way step by step: the field, then the field with each piece, full rows still there. @param {Way} way @param {number} rows @param {Well} [known] @returns {Frame[]} */
export function framesOf(way, rows, known) {
  let well = startOf(way, known);
  /** @type {number[]} */
  let owners = [];
  const steps = way.steps;
  const count = Math.max(rows, ...steps.map((step) => Math.max(...cellsOf(step).map(([, y]) => y)) + 2), well.length);
  /** @type {Frame[]} */
  const frames = [{ board: boardOf(well, count), words: "the field", queue: way.queue, hold: way.hold ?? "", piece: "", held: false }];
  steps.forEach((step, index) => {
    const after = locked(well, step);
    if (!after) return;
    for (const [x, y] of cellsOf(step)) owners[x + WIDTH * y] = index + 1;
    const board = boardOf(after.whole, count, { owners, marks: marksOf(after.full) });
    const full = after.full.length ? `, ${after.full.length} ${after.full.length === 1 ? "row" : "rows"} full` : "";
    frames.push({ board, words: `${index + 1} of ${steps.length}: ${step.piece}${step.held ? " after hold" : ""}${full}`, queue: step.queue, hold: step.hold ?? "", piece: step.piece, held: step.held });
    owners = Array.from({ length: WIDTH * after.whole.length }, (_, cell) => owners[cell] ?? 0).filter((_, cell) => !after.full.includes(Math.floor(cell / WIDTH)));
    well = after.well;
  });
  return frames;
}

/** One piece alone, facing north, for slots and palettes. @param {string} letter @returns {Board} */
export function pieceBoard(letter) {
  const cells = cellsOf({ piece: letter, facing: "N", x: 1, y: 0 });
  const across = Math.max(...cells.map(([x]) => x)) + 1, down = Math.max(...cells.map(([, y]) => y)) + 1, left = Math.min(...cells.map(([x]) => x));
  return { kind: "board", size: [across - left, down], corner: [left, 0], cells: [], pieces: [{ cells, colour: colourOf(letter), label: "" }], title: letter };
}
