// The faces of a solid of unit cubes, in an order in which a painter can paint them, and where they fall on the screen.
import data from "../data.js";
import { keyOf } from "./board.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Cell} Cell */
/** @typedef {[number, number, number]} Point */
/**
 * @typedef {object} Apart  how far things stand from each other, in cells
 * @property {number} pieces  between pieces
 * @property {number} layers  between layers
 * @property {number} shown  how many pieces are there, the first that can be taken out missing first
 */
/**
 * @typedef {object} Face
 * @property {number} direction  0 to 5: to the right, left, back, front, up, down
 * @property {Float64Array} corners  x, y and z of four, around the face
 * @property {number} rims  a bit for each edge, from one corner to the next, at which the piece ends
 * @property {string} colour
 * @property {number} paint  the number of the colour
 * @property {number} piece  its number, -1 for an empty cell
 * @property {Cell} cell
 * @property {string} text  a letter, or a weight
 * @property {boolean} isBridge  between two cells of a piece that stands apart from others
 */

export const DIRECTIONS = /** @type {Point[]} */ ([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]);
const EMPTY = -1;
const NOTHING = -2;

/** @type {WeakMap<Board, number[]>} */
const orders = new WeakMap();

/** The order in which pieces can be taken out, one after the other: straight up if that goes, else sideways, else the highest. @param {Board} board @returns {number[]} */
export function takenOut(board) {
  const known = orders.get(board);
  if (known) return known;
  /** @type {Map<string, number>} */
  const at = new Map();
  board.pieces.forEach((piece, number) => piece.cells.forEach((cell) => at.set(keyOf(cell), number)));
  const [low, size] = [board.corner ?? [0, 0, 0], board.size];
  const left = new Set(board.pieces.keys());
  /** @type {(number: number, direction: Point) => boolean} */
  const isFree = (number, direction) => board.pieces[number].cells.every((cell) => {
    let to = cell;
    for (;;) {
      to = to.map((value, axis) => value + direction[axis]);
      if (to.some((value, axis) => value < low[axis] || value >= low[axis] + size[axis])) return true;
      const there = at.get(keyOf(to));
      if (there !== undefined && there !== number) return false;
    }
  });
  /** @type {(number: number) => number} */
  const height = (number) => board.pieces[number].cells.reduce((sum, cell) => sum + cell[2], 0) / board.pieces[number].cells.length;
  const order = [];
  while (left.size) {
    const highest = [...left].sort((one, other) => height(other) - height(one) || one - other);
    const next = [DIRECTIONS[4], ...DIRECTIONS.slice(0, 4)].reduce(
      (/** @type {number | undefined} */ found, direction) => found ?? highest.find((number) => isFree(number, direction)), undefined) ?? highest[0];
    order.push(next);
    left.delete(next);
    for (const cell of board.pieces[next].cells) at.delete(keyOf(cell));
  }
  orders.set(board, order);
  return order;
}

/** A share of another colour mixed in. @param {string} colour @param {string} other @param {number} share */
export function mixed(colour, other, share) {
  let made = "#";
  for (let at = 1; at < 7; at += 2) {
    const [from, to] = [parseInt(colour.slice(at, at + 2), 16), parseInt(other.slice(at, at + 2), 16)];
    made += Math.round(from + (to - from) * share).toString(16).padStart(2, "0");
  }
  return made;
}

/**
 * A solid as faces. Cells and the gaps between them are slots of a grid with lines at unequal distances; a gap is
 * filled if all cells around it belong to one piece, so that pieces that stand apart are whole.
 */
export class Faces {
  /** @type {Map<string, string>} */
  painted = new Map();
  /** @type {Map<string, string>} */
  texts = new Map();
  /** @type {string[]} */
  paints = [];
  /** @type {{face: Face, slot: Point}[]} */
  all = [];
  /** @type {Map<number, Face[]>} */
  sorted = new Map();

  /**
   * @param {Board} board
   * @param {Apart} apart
   * @param {(name: string) => string} named  the page's colour of that name: ground, or shade-a
   */
  constructor(board, apart, named) {
    this.board = board;
    this.ground = named("ground");
    const low = board.corner ?? [0, 0, 0];
    /** @type {number[][]} */
    this.lines = board.size.map((size, axis) => {
      const gap = apart.pieces + (axis === 2 ? apart.layers : 0);
      const whole = size + (size - 1) * gap;
      return Array.from({ length: 2 * size }, (_, number) => (number >> 1) * (1 + gap) + (number & 1) - whole / 2);
    });
    this.counts = board.size.map((size) => 2 * size - 1);
    this.gaps = [apart.pieces > 0, apart.pieces > 0, apart.pieces + apart.layers > 0];
    this.isCut = apart.layers > 0;
    const [nx, ny, nz] = this.counts;
    this.owners = new Int32Array(nx * ny * nz).fill(NOTHING);
    const order = takenOut(board);
    const missing = new Set(order.slice(0, board.pieces.length - Math.min(apart.shown, board.pieces.length)));
    /** @type {(cell: Cell) => Point} */
    const slot = (cell) => /** @type {Point} */ (cell.map((value, axis) => 2 * (value - low[axis])));
    for (const cell of board.cells) this.owners[this.#at(slot(cell))] = EMPTY;
    board.pieces.forEach(({ cells }, number) => {
      for (const cell of cells) this.owners[this.#at(slot(cell))] = missing.has(number) ? NOTHING : number;
    });
    if (apart.pieces > 0) this.#bridge();
    this.#colours(named);
    for (let z = 0; z < nz; z++) for (let y = 0; y < ny; y++) for (let x = 0; x < nx; x++) this.#facesOf([x, y, z]);
    this.#label();
  }

  /** @param {Point} slot */
  #at([x, y, z]) { return (z * this.counts[1] + y) * this.counts[0] + x; }

  /** @param {Point} slot */
  #owner(slot) {
    for (let axis = 0; axis < 3; axis++) if (slot[axis] < 0 || slot[axis] >= this.counts[axis]) return NOTHING;
    return this.owners[this.#at(slot)];
  }

  /** The slot beside another one; gaps without width are passed over. @param {Point} slot @param {number} direction @returns {Point} */
  #beside([x, y, z], direction) {
    const axis = direction >> 1, step = (direction & 1 ? -1 : 1) * (this.gaps[axis] ? 1 : 2);
    return axis === 0 ? [x + step, y, z] : axis === 1 ? [x, y + step, z] : [x, y, z + step];
  }

  /** Fill the gaps inside of pieces. */
  #bridge() {
    const [nx, ny, nz] = this.counts;
    for (let z = 0; z < nz; z++) for (let y = 0; y < ny; y++) for (let x = 0; x < nx; x++) {
      if (!((x | y | z) & 1) || (this.isCut && z & 1)) continue;
      /** @type {number[]} */
      const around = [];
      for (const cx of x & 1 ? [x - 1, x + 1] : [x]) for (const cy of y & 1 ? [y - 1, y + 1] : [y]) for (const cz of z & 1 ? [z - 1, z + 1] : [z]) {
        around.push(this.owners[this.#at([cx, cy, cz])]);
      }
      if (around[0] !== NOTHING && around.every((owner) => owner === around[0])) this.owners[this.#at([x, y, z])] = around[0];
    }
  }

  /** What marks say of cells. @param {(name: string) => string} named */
  #colours(named) {
    for (const [key, letter] of Object.entries(this.board.tints ?? {})) {
      if (this.board.cells.some((cell) => keyOf(cell) === key)) this.painted.set(key, mixed(this.ground, data.palette.letters[letter] ?? data.palette.other, 0.5));
    }
    for (const { cells = [], shade = "", text = "" } of this.board.marks ?? []) {
      for (const cell of cells) {
        if (shade) this.painted.set(keyOf(cell), named(shade === "bad" || shade === "good" ? shade : `shade-${shade}`));
        if (text) this.texts.set(keyOf(cell), text);
      }
    }
  }

  /** @param {Point} slot */
  #facesOf(slot) {
    const owner = this.#owner(slot);
    if (owner === NOTHING) return;
    const low = this.board.corner ?? [0, 0, 0];
    const cell = slot.map((value, axis) => (value >> 1) + low[axis]);
    const isBridge = slot.some((value) => value & 1);
    const piece = this.board.pieces[owner];
    const colour = this.painted.get(keyOf(cell)) ?? piece?.colour ?? this.ground;
    for (let direction = 0; direction < 6; direction++) {
      const next = this.#beside(slot, direction);
      const there = this.#owner(next);
      if (there === owner || (there !== NOTHING && (there !== EMPTY || owner === EMPTY))) continue;
      // The two other axes, in the order that turns around the face as seen from outside.
      const axis = direction >> 1, outward = direction & 1 ? 0 : 1;
      const [u, v] = outward ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
      const corners = new Float64Array(12);
      [[0, 0], [1, 0], [1, 1], [0, 1]].forEach(([alongU, alongV], number) => {
        corners[3 * number + axis] = this.lines[axis][slot[axis] + outward];
        corners[3 * number + u] = this.lines[u][slot[u] + alongU];
        corners[3 * number + v] = this.lines[v][slot[v] + alongV];
      });
      let rims = 0;
      [2 * v + 1, 2 * u, 2 * v, 2 * u + 1].forEach((to, edge) => {
        const along = this.#beside(slot, to);
        // It goes on in one plane if the same piece is there and nothing of it stands on top.
        if (this.#owner(along) !== owner || this.#owner(this.#beside(along, direction)) === owner) rims |= 1 << edge;
      });
      let paint = this.paints.indexOf(colour);
      if (paint < 0) paint = this.paints.push(colour) - 1;
      this.all.push({ slot, face: { direction, corners, rims, colour, paint, piece: owner, cell, text: "", isBridge } });
    }
  }

  /** A letter on one face of each piece in each direction: where most of the piece is around it. */
  #label() {
    /** @type {Map<string, {face: Face, away: number}>} */
    const chosen = new Map();
    for (const { face } of this.all) {
      if (face.isBridge) continue;
      const weight = this.texts.get(keyOf(face.cell));
      if (weight) { face.text = weight; continue; }
      const label = this.board.pieces[face.piece]?.label;
      if (!label || label.length > 3) continue;
      const { cells } = this.board.pieces[face.piece];
      const outward = DIRECTIONS[face.direction];
      let away = 0;
      for (const cell of cells) for (let axis = 0; axis < 3; axis++) away += (cell[axis] - face.cell[axis]) ** 2;
      // Faces that look out of the whole solid are seen more than those inside.
      for (let axis = 0; axis < 3; axis++) away -= 4 * cells.length * outward[axis] * face.cell[axis];
      const key = `${face.piece} ${face.direction}`;
      const before = chosen.get(key);
      if (!before || away < before.away - 1e-9) chosen.set(key, { face, away });
    }
    for (const { face } of chosen.values()) face.text = this.board.pieces[face.piece].label ?? "";
  }

  /**
   * The faces that can be seen from a side, the farthest first. For boxes of one grid the order of the slots along
   * the three axes is right from everywhere in an octant.
   * @param {Point} toward  where the eye is
   */
  from(toward) {
    const octant = (toward[0] > 0 ? 1 : 0) | (toward[1] > 0 ? 2 : 0) | (toward[2] > 0 ? 4 : 0);
    let found = this.sorted.get(octant);
    if (!found) {
      const signs = [octant & 1 ? 1 : -1, octant & 2 ? 1 : -1, octant & 4 ? 1 : -1];
      /** @type {(slot: Point) => number} */
      const rank = (slot) => slot.reduce((sum, value, axis) => sum * 4096 + (signs[axis] > 0 ? value : 4095 - value), 0);
      found = this.all
        .filter(({ face }) => signs[face.direction >> 1] === (face.direction & 1 ? -1 : 1))
        .map(({ face, slot }) => ({ face, rank: rank(slot) }))
        .sort((one, other) => one.rank - other.rank)
        .map(({ face }) => face);
      this.sorted.set(octant, found);
    }
    return found;
  }

  /** Half of the solid's extent along each axis. */
  get half() { return this.lines.map((lines) => lines[lines.length - 1]); }
}

/** How a solid is looked at: turned about its upright axis, and from how far above, in radians. */
export class View {
  /** @param {number} turn @param {number} tilt */
  constructor(turn, tilt) {
    this.turn = turn;
    this.tilt = tilt;
    this.cosTurn = Math.cos(turn);
    this.sinTurn = Math.sin(turn);
    this.cosTilt = Math.cos(tilt);
    this.sinTilt = Math.sin(tilt);
    /** @type {Point} */
    this.toward = [-this.sinTurn * this.cosTilt, -this.cosTurn * this.cosTilt, this.sinTilt];
  }

  /**
   * The corners of a face on the screen, x and y of four, y downward.
   * @param {Face} face
   * @param {number} scale  pixels of a cell
   * @param {number} x0  where the middle of the solid is
   * @param {number} y0
   * @param {Float64Array} at  into which they are written
   */
  flat({ corners }, scale, x0, y0, at) {
    for (let from = 0, to = 0; from < 12; from += 3, to += 2) {
      const x = corners[from], y = corners[from + 1];
      at[to] = x0 + scale * (x * this.cosTurn - y * this.sinTurn);
      at[to + 1] = y0 - scale * (corners[from + 2] * this.cosTilt + (x * this.sinTurn + y * this.cosTurn) * this.sinTilt);
    }
    return at;
  }

  /** How bright a face is, 0 to 1: light comes from above, from the left and from the front. @param {number} direction */
  light(direction) {
    const [x, y, z] = DIRECTIONS[direction];
    const across = x * this.cosTurn - y * this.sinTurn, back = x * this.sinTurn + y * this.cosTurn;
    return Math.max(0, Math.min(1, 0.5 - 0.28 * across - 0.1 * back + 0.42 * z));
  }

  /** Half of the width and height that a solid of these half extents takes, whichever way it is turned. @param {number[]} half @returns {[number, number]} */
  room([x, y, z]) {
    const around = Math.hypot(x, y);
    return [around, z * Math.abs(this.cosTilt) + around * Math.abs(this.sinTilt)];
  }
}

/** The colour of a face in its light. @param {string} colour @param {number} light */
export const lit = (colour, light) => (light > 0.72 ? mixed(colour, "#ffffff", (light - 0.72) * 0.5) : mixed(colour, "#000000", (0.72 - light) * 0.55));
