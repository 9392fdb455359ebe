// Playing a tiling puzzle by hand: which piece is in the hand and how it is turned, where it fits, what lies there.
import { keyOf } from "../stage/board.js";
import { planeOf } from "../stage/plane.js";
import { at, compared, laidOf, laidText } from "./puzzle.js";

/** @typedef {import("../stage/board.js").Cell} Cell */
/** @typedef {import("./puzzle.js").Layers} Layers */
/** @typedef {import("./puzzle.js").Laid} Laid */
/** @typedef {import("./tray.js").TrayPiece} TrayPiece */
/** @typedef {{piece: TrayPiece, cells: Cell[]}} Hand  a piece in the hand, its cells from 0 as it is turned now */

/** Cells from 0 on every axis, in order. @param {Cell[]} cells @returns {Cell[]} */
export function normal(cells) {
  const low = cells[0].map((_, axis) => Math.min(...cells.map((cell) => cell[axis])));
  return cells.map((cell) => cell.map((value, axis) => value - low[axis])).sort(compared);
}

/** @param {Cell[]} cells */
const same = (cells) => cells.map(keyOf).join(" ");

/** Whether a piece may lie turned like that. @param {TrayPiece} piece @param {Cell[]} cells  from 0 */
const isAllowed = (piece, cells) => piece.orientations.some((each) => same(each) === same(cells));

/** A piece as it lies, from the origin; null if cut at a side of the board, or otherwise not one of its orientations. @param {TrayPiece} piece @param {Cell[]} cells @returns {Cell[] | null} */
export function home(piece, cells) {
  const plane = planeOf(piece.lattice);
  if (!plane) return isAllowed(piece, normal(cells)) ? normal(cells) : null;
  const ordered = [...cells].sort(compared);
  return piece.orientations.find((each) => {
    const [first, ...rest] = [...each].sort(compared), shift = ordered[0].map((value, axis) => value - first[axis]);
    return plane.isTranslation(shift) && rest.every((cell, index) => cell.every((value, axis) => value + shift[axis] === ordered[index + 1][axis]));
  }) ?? null;
}

/** What a piece becomes as Python says it; null if it stays as it is. @param {Hand} hand @param {number[]} becomes  each of its orientations */
function another({ piece, cells }, becomes) {
  const now = piece.orientations.findIndex((each) => same([...each].sort(compared)) === same([...(home(piece, cells) ?? [])].sort(compared)));
  return now < 0 || becomes[now] === now ? null : piece.orientations[becomes[now]];
}

/**
 * A piece turned clockwise: by the next angle that its motions allow; null if there is none but the one it has.
 * @param {Hand} hand
 * @returns {Cell[] | null}
 */
export const turn = (hand) => (hand.piece.turns ? another(hand, hand.piece.turns) : next(hand, ([x, y, ...rest]) => [y, -x, ...rest]));

/**
 * A piece turned over: mirrored, or, where only hands may do it and it is made of cubes, tumbled towards the reader.
 * @param {Hand} hand
 * @returns {Cell[] | null}
 */
export function flip(hand) {
  if (hand.piece.flips) return another(hand, hand.piece.flips);
  const isSolid = hand.cells[0].length > 2;
  return next(hand, isSolid ? ([x, y, z]) => [x, z, -y] : ([x, ...rest]) => [-x, ...rest]);
}

/** @param {Hand} hand @param {(cell: Cell) => Cell} motion */
function next({ piece, cells }, motion) {
  let now = cells;
  for (let turns = 0; turns < 3; turns++) {
    now = normal(now.map(motion));
    if (same(now) === same(cells)) return null;
    if (isAllowed(piece, now)) return now;
  }
  return null;
}

/** The cell of a piece that it is held by: the one nearest to its middle. @param {Cell[]} cells @param {string} [lattice] */
export function gripOf(cells, lattice) {
  const plane = planeOf(lattice);
  if (plane) cells = cells.filter((cell) => plane.isPlace(cell));
  const middle = cells[0].map((_, axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length);
  /** @param {Cell} cell */
  const away = (cell) => Math.hypot(...cell.map((value, axis) => value - middle[axis]));
  return cells.reduce((best, cell) => (away(cell) < away(best) ? cell : best));
}

/** A game as it stands. */
export class Game {
  /**
   * @param {Layers} layers
   * @param {TrayPiece[]} pieces
   * @param {string[]} fixed
   * @param {number} given  so many of them belong to the puzzle
   */
  constructor(layers, pieces, fixed, given = 0) {
    this.layers = layers;
    this.pieces = pieces;
    this.fixed = fixed;
    this.given = given;
    this.laid = laidOf(fixed);
    /** @type {Map<string, number>} */
    this.covered = new Map(this.laid.flatMap(({ cells }, index) => cells.map((cell) => /** @type {[string, number]} */ ([keyOf(cell), index]))));
  }

  /** @param {string} name */
  piece(name) { return this.pieces.find((each) => each.name === name); }

  /** How many copies of a piece can still be laid. @param {TrayPiece} piece */
  left({ name, maximum }) {
    return maximum === null ? Infinity : maximum - this.laid.filter((each) => each.name === name).length;
  }

  /** The piece that lies on a cell and can be taken back; -1 for none. @param {Cell} cell */
  on(cell) {
    const index = this.covered.get(keyOf(cell)) ?? -1;
    return index < this.given ? -1 : index;
  }

  /** Whether a piece may lie there. @param {TrayPiece} piece @param {Cell[]} cells @param {number} [but]  a piece that is taken off */
  fits(piece, cells, but = -1) {
    const free = cells.every((cell) => {
      const index = this.covered.get(keyOf(cell));
      return !["", "."].includes(at(this.layers, cell)) && (index === undefined || index === but);
    });
    return free && this.#suits(piece, cells);
  }

  /** Whether the colours of its cells are those that the board asks for. @param {TrayPiece} piece @param {Cell[]} cells */
  #suits(piece, cells) {
    const { orientations, tints } = piece;
    if (!tints) return true;
    const ordered = [...cells].sort(compared), shape = same(home(piece, cells) ?? []);
    return orientations.some((each, number) => same(each) === shape && tints[number].every((tint, index) => {
      const asked = at(this.layers, ordered[index]);
      return !tint || "#?".includes(asked) || asked === tint;
    }));
  }

  /**
   * Where a piece comes to lie if it is held over a cell: by the cell it is held by, or by another one if only that fits.
   * @param {Hand} hand
   * @param {Cell} cell
   * @returns {{cells: Cell[], fits: boolean}}
   */
  place({ piece, cells }, cell) {
    const held = gripOf(cells, piece.lattice), plane = planeOf(piece.lattice);
    const grips = plane ? cells.filter((each) => plane.isPlace(each) && plane.isTranslation(each.map((value, axis) => cell[axis] - value))) : cells;
    /** @param {Cell} grip */
    const by = (grip) => cells.map((each) => each.map((value, axis) => value - grip[axis] + cell[axis]));
    /** @param {Cell} one */
    const away = (one) => Math.hypot(...one.map((value, axis) => value - held[axis]));
    for (const grip of [...grips].sort((one, other) => away(one) - away(other))) {
      const there = by(grip);
      if (this.fits(piece, there)) return { cells: there, fits: true };
    }
    // Of triangles some point the other way: the piece is held by one that does not, if it has any.
    const best = grips.includes(held) ? held : [...grips].sort((one, other) => away(one) - away(other))[0];
    return { cells: best ? by(best) : [], fits: false };
  }

  /** The fixed pieces once this one lies there. @param {string} name @param {Cell[]} cells @param {number} [instead]  of this one */
  with(name, cells, instead = -1) {
    return [...this.without(instead), laidText({ name, cells })];
  }

  /** @param {number} index */
  without(index) { return this.fixed.filter((_, each) => each !== index); }

  /** Whether every cell that must be covered is, by as many pieces as must be used. */
  get isOver() {
    const open = this.layers.some((rows, z) => rows.some((row, down) => row.some((value, x) => {
      const y = rows.length - 1 - down;
      return value !== "." && value !== "?" && !this.covered.has(keyOf(this.layers.length > 1 ? [x, y, z] : [x, y]));
    })));
    return !open && this.laid.length > 0 && this.pieces.every(({ name, minimum }) => this.laid.filter((each) => each.name === name).length >= minimum);
  }

  /**
   * A piece of a solution that does not lie there yet: the one nearest to what lies there, or in the lowest corner.
   * @param {Laid[]} solution
   */
  hint(solution) {
    const there = new Set(this.laid.map((each) => same([...each.cells].sort(compared))));
    const missing = solution.filter(({ cells }) => !there.has(same([...cells].sort(compared))));
    /** @param {Laid} one */
    const neighbours = ({ cells }) => cells.flatMap((cell) => cell.flatMap((_, axis) => [1, -1].map((by) => cell.map((value, each) => value + (each === axis ? by : 0)))))
      .filter((cell) => this.covered.has(keyOf(cell)) || ["", "."].includes(at(this.layers, cell))).length;
    return missing.sort((one, other) => neighbours(other) - neighbours(one))[0] ?? null;
  }
}
