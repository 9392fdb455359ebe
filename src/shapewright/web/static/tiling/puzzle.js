// A tiling puzzle as the page's fields say it: the board as layers of characters, and the pieces that lie on it.
import { box, readArt, writeArt } from "../stage/art.js";
import { keyOf } from "../stage/board.js";
import { isSolid, layerName, planeOf, prefixOf, sideOf } from "../stage/plane.js";

/** @typedef {import("../stage/board.js").Cell} Cell */
/** @typedef {import("../stage/board.js").Board} Board */
/** @typedef {import("../table/store.js").State} State */
/** @typedef {string[][][]} Layers  layers from the lowest, their rows from the top */
/** @typedef {{name: string, cells: Cell[]}} Laid  a piece that lies on the board */

export const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** What a cell can be. */
export const CHARACTERS = `#.?${LETTERS}`;
/** The fields that state a puzzle. */
export const PUZZLE = ["board", "hole", "hole_box", "optional", "pieces", "fixed", "puzzle", "puzzle_file", "problem"];

const WHOLE = ["puzzle", "puzzle_file", "problem"];

/** The fields that state the puzzle as it is: whole, or by board and pieces. @param {State} state */
export const stating = (state) => (isWhole(state) ? WHOLE : PUZZLE.filter((name) => !WHOLE.includes(name)));

/** Whether the puzzle came whole, in a notation of its own. @param {State} state */
export const isWhole = (state) => Boolean(state.puzzle || state.puzzle_file);

/** What the board lies on, as its text says: "" for squares and cubes. @param {State} state */
export const latticeOf = (state) => (isWhole(state) ? "" : prefixOf(state.board));

/** Boards that their texts name, such as hex:hexagon-3, as Python draws them. @type {Map<string, string>} */
const shapes = new Map();

/** Whether what the text of a board names must be asked for. @param {State} state */
export function isUnknown(state) {
  const rest = afterPrefix(state.board);
  const lattice = latticeOf(state);
  return (planeOf(lattice) !== null || isSolid(lattice)) && /\d/.test(rest) && !shapes.has(state.board);
}

/** The board of such a text. @param {string} text @param {string} drawn */
export function learn(text, drawn) {
  shapes.set(text, drawn);
  read.text = "";
}

/** @param {string} text */
const afterPrefix = (text) => (prefixOf(text) ? text.slice(text.indexOf(":") + 1) : text);

/** The board as it is painted, null where its text cannot be read; not to be changed itself. @param {State} state @returns {Layers | null} */
export function layersOf(state) {
  const text = textOf(state);
  if (read.text !== text) read = { text, layers: layersIn(state) };
  return read.layers;
}

/** The board that was read last: it is asked for many times before it is another one. @type {{text: string, layers: Layers | null}} */
let read = { text: "", layers: null };

/** What says the board. @param {State} state */
const textOf = ({ board, hole, hole_box, optional }) => [board, hole.join(" "), hole_box.join(" "), optional.join(" ")].join("\n\n");

/** @param {State} state @returns {Layers | null} */
function layersIn(state) {
  const lattice = latticeOf(state), text = shapes.get(state.board) ?? state.board;
  if ((planeOf(lattice) || isSolid(lattice)) && /\d/.test(afterPrefix(text))) return null;
  const layers = readArt(afterPrefix(text), CHARACTERS);
  if (!layers || (lattice && !isSolid(lattice) && layers.length > 1)) return null;
  settle(layers, lattice);
  for (const cell of holesOf(state)) put(layers, cell, ".");
  for (const text of state.optional) for (const word of text.split(/\s+/)) put(layers, word.split(",").map(Number), "?");
  return layers;
}

/** Where there is no cell there is a hole, and crossings belong to what crosses there. @param {Layers} layers @param {string} lattice */
function settle(layers, lattice) {
  for (const [z, rows] of layers.entries()) {
    const plane = planeOf(layerName(lattice, z));
    if (!plane) return;
    for (const [down, row] of rows.entries()) {
      for (const x of row.keys()) {
        const cell = [x, rows.length - 1 - down];
        if (!plane.isPlace(cell)) row[x] = plane.isJoint(cell) ? "?" : ".";
      }
    }
  }
}

/** @param {State} state @returns {Cell[]} */
function holesOf(state) {
  const holes = state.hole.map((/** @type {string} */ text) => text.split(",").map(Number));
  for (const text of state.hole_box) {
    const words = text.split(","), size = (words.pop() ?? "").split("x").map(Number), corner = words.map(Number);
    const [width, height, depth = 1] = size;
    if (![...corner, ...size].every(Number.isFinite) || width * height * depth > 4096) continue;
    for (const layer of box(width, height, depth, "").keys()) {
      for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) holes.push([x, y, layer].slice(0, corner.length).map((value, axis) => value + corner[axis]));
    }
  }
  return holes;
}

/** The fields that say this board. @param {Layers} layers @param {string} lattice @returns {State} */
export function boardFields(layers, lattice) {
  const fields = { board: (lattice && `${lattice}:`) + writeArt(layers, !planeOf(lattice) && !isSolid(lattice)), hole: [], hole_box: [], optional: [] };
  read = { text: textOf(fields), layers };
  return fields;
}

/** A board that can be changed. @param {Layers} layers @returns {Layers} */
export const copied = (layers) => layers.map((rows) => rows.map((row) => [...row]));

/** The size of a board: across, down, layers. @param {Layers} layers */
export const sizeOf = (layers) => [layers[0][0].length, layers[0].length, layers.length];

/** What a cell is: # . ? or a colour's letter; empty beside the board. @param {Layers} layers @param {Cell} cell */
export function at(layers, [x, y, z = 0]) {
  return layers[z]?.[layers[z].length - 1 - y]?.[x] ?? "";
}

/** @param {Layers} layers @param {Cell} cell @param {string} value */
export function put(layers, [x, y, z = 0], value) {
  const row = layers[z]?.[layers[z].length - 1 - y];
  if (row && row[x] !== undefined) row[x] = value;
}

/** How wide, high and deep a board is, as its size is chosen. @param {Layers} layers @param {string} lattice */
export function sidesOf(layers, lattice) {
  const { unit, rest } = sideOf(lattice);
  return sizeOf(layers).map((cells, axis) => Math.max(1, Math.ceil((cells - rest) / (unit[axis] ?? 1))));
}

/** The same board with other sides; its lowest corner stays where it is. @param {Layers} layers @param {number[]} sides @param {string} lattice */
export function resized(layers, sides, lattice) {
  const { unit, rest } = sideOf(lattice);
  const [width, height, depth] = sides.map((side, axis) => side * (unit[axis] ?? 1) + (axis < 2 ? rest : 0));
  const made = box(width, height, depth);
  for (let z = 0; z < depth; z++) {
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) put(made, [x, y, z], at(layers, [x, y, z]) || "#");
  }
  settle(made, lattice);
  return made;
}

/**
 * The board as a figure, its pieces given.
 * @param {Layers} layers
 * @param {import("../stage/board.js").Piece[]} pieces
 * @param {import("../stage/board.js").Mark[]} [marks]
 * @param {string} [lattice]
 * @returns {Board}
 */
export function figureOf(layers, pieces, marks = [], lattice = "") {
  const [width, height, depth] = sizeOf(layers), isDeep = depth > 1 || isSolid(lattice), axes = isDeep ? 3 : 2;
  /** @param {Cell} cell */
  const isThere = (cell) => cell.length === axes && at(layers, cell) !== "" && (planeOf(layerName(lattice, cell[2] ?? 0))?.isCell(cell) ?? true);
  // What lay on a flat board lies nowhere in a solid, and the other way round; an address may put pieces anywhere.
  pieces = pieces.filter(({ cells }) => cells.every(isThere));
  marks = marks.filter(({ cells = [] }) => cells.every((cell) => cell.length === axes));
  const covered = new Uint8Array(width * height * depth);
  for (const { cells } of pieces) for (const [x, y, z = 0] of cells) covered[(z * height + y) * width + x] = 1;
  /** @type {Required<Pick<Board, "cells" | "holes" | "optional" | "tints">>} */
  const found = { cells: [], holes: [], optional: [], tints: {} };
  for (let z = 0, index = 0; z < depth; z++) {
    const plane = planeOf(layerName(lattice, z));
    for (let y = 0; y < height; y++) {
      const row = layers[z][height - 1 - y];
      for (let x = 0; x < width; x++, index++) {
        const cell = isDeep ? [x, y, z] : [x, y], value = row[x];
        if (plane && !plane.isPlace(cell)) continue;
        if (value === ".") { found.holes.push(cell); continue; }
        if (!covered[index]) found.cells.push(cell);
        if (value === "?") found.optional.push(cell);
        else if (value !== "#") found.tints[keyOf(cell)] = value;
      }
    }
  }
  return { kind: "board", size: isDeep ? [width, height, depth] : [width, height], pieces, marks, ...found, ...(planeOf(layerName(lattice, 0)) ? { lattice } : {}) };
}

/** What is printed on cells that no piece covers. @param {import("../stage/board.js").Mark[]} printed @param {import("../stage/board.js").Piece[]} pieces */
export function readable(printed, pieces) {
  const covered = new Set(pieces.flatMap((piece) => piece.cells.map(keyOf)));
  return printed.filter(({ cells = [] }) => !cells.some((cell) => covered.has(keyOf(cell))));
}

/** The pieces that lie there. @param {string[]} fixed @returns {Laid[]} */
export function laidOf(fixed) {
  return fixed.map((text) => {
    const [name, ...words] = text.split(/\s+/);
    return { name, cells: words.map((word) => word.split(",").map(Number)) };
  });
}

/** @param {Laid} laid */
export const laidText = ({ name, cells }) => `${name} ${[...cells].sort(compared).map(keyOf).join(" ")}`;

/** The order of cells. @param {Cell} one @param {Cell} other */
export function compared(one, other) {
  for (let axis = 0; axis < one.length; axis++) if (one[axis] !== other[axis]) return one[axis] - other[axis];
  return 0;
}

/** Those of the fixed pieces that still lie on cells of the board. @param {string[]} fixed @param {Layers} layers */
export function stillThere(fixed, layers) {
  const laid = laidOf(fixed);
  return fixed.filter((_, index) => laid[index].cells.every((cell) => !["", "."].includes(at(layers, cell))));
}
