// Where the cells of a lattice lie: polygons that Python states (see cells/plane.py), for hexagons, triangles, half squares, sticks.
import data from "../data.js";

/** @typedef {import("./board.js").Cell} Cell */
/** @typedef {[number, number]} Point  in the plane, in edges of squares, y upward */
/**
 * @typedef {object} Stated  a lattice as data.js has it
 * @property {number[]} period
 * @property {Point[]} steps
 * @property {Record<string, {corners: Point[], joint?: boolean, tips?: Record<string, Cell>}>} cells
 * @property {Cell[]} translations
 * @property {number[]} unit
 * @property {number} rest
 */

const FINE = 4096; // corners closer than one part in this are the same
const SHIFT = 1 << 26;
const REACH = 0.3; // so far from a thin cell a pointer still means it

/** What may stand before the text of a board: its lattice, or how its sides are glued. @param {string} text */
export function prefixOf(text) {
  const name = text.match(/^\s*([A-Za-z-]+):/)?.[1].toLowerCase() ?? "";
  return Object.hasOwn(data.lattices, name) ? name : "";
}

/** @type {Map<string, Plane>} */
const known = new Map();

/** The lattice of that name; null where cells are squares or cubes. @param {string | undefined} name */
export function planeOf(name) {
  const stated = name ? data.lattices[name] : null;
  if (!stated?.period) return null;
  let plane = known.get(/** @type {string} */ (name));
  if (!plane) known.set(/** @type {string} */ (name), plane = new Plane(stated));
  return plane;
}

/** Whether boards of that name have layers of cells that are no cubes. @param {string | undefined} name */
export const isSolid = (name) => Boolean(name && data.lattices[name]?.layers);

/** The name of the flat lattice that a layer of such a board is; others are flat themselves. @param {string | undefined} name @param {number} z */
export const layerName = (name, z) => (isSolid(name) ? data.lattices[name ?? ""].layers[modulo(z, data.lattices[name ?? ""].layers.length)] : name);

/** How many cells a side of 1 has along each axis, and how many more there are. @param {string} name @returns {{unit: number[], rest: number}} */
export const sideOf = (name) => ({ unit: data.lattices[name]?.unit ?? [1, 1, 1], rest: data.lattices[name]?.rest ?? 0 });

const modulo = (/** @type {number} */ value, /** @type {number} */ by) => ((value % by) + by) % by;
/** @param {Point[]} corners @returns {Point} */
const middleOf = (corners) => /** @type {Point} */ ([0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length));

export class Plane {
  /** @type {Map<number, Point>} */
  #corners = new Map();

  /** @param {Stated} stated */
  constructor(stated) {
    this.stated = stated;
    /** Whether pieces go through crossings. */
    this.hasJoints = Object.values(stated.cells).some(({ joint }) => joint);
  }

  /** @param {Cell} cell */
  #residue([x, y]) {
    const [across, down] = this.stated.period;
    return this.stated.cells[`${modulo(x, across)},${modulo(y, down)}`];
  }

  /** Whether there is a cell of these coordinates. @param {Cell} cell */
  isCell(cell) { return this.#residue(cell) !== undefined; }
  /** Whether it is a crossing. @param {Cell} cell */
  isJoint(cell) { return this.#residue(cell)?.joint === true; }
  /** Whether it is a cell that can be painted. @param {Cell} cell */
  isPlace(cell) { return this.isCell(cell) && !this.isJoint(cell); }

  /** Whether moving by that takes cells to cells of their own kind. @param {Cell} shift */
  isTranslation([x, y]) {
    const [across, down] = this.stated.period;
    return this.stated.translations.some(([a, b]) => a === modulo(x, across) && b === modulo(y, down));
  }

  /**
   * The corners of a cell, anticlockwise.
   * @param {Cell} cell
   * @param {Set<string>} [crossed]  crossings that something goes through: sticks end beside them
   * @returns {Point[]}
   */
  polygon(cell, crossed) {
    const { period, steps } = this.stated, residue = this.#residue(cell);
    const times = [0, 1].map((axis) => Math.floor(cell[axis] / period[axis]));
    const [dx, dy] = [0, 1].map((axis) => times[0] * steps[0][axis] + times[1] * steps[1][axis]);
    const kept = residue.tips && crossed?.size
      ? residue.corners.filter((_, index) => { const tip = residue.tips?.[index]; return !tip || !crossed.has(`${cell[0] + tip[0]},${cell[1] + tip[1]}`); })
      : residue.corners;
    return kept.map(([x, y]) => [x + dx, y + dy]);
  }

  /** @param {Cell} cell */
  middle(cell) { return middleOf(this.polygon(cell)); }

  /** The crossings among cells, as keys. @param {Cell[]} cells */
  crossings(cells) { return new Set(this.hasJoints ? cells.filter((cell) => this.isJoint(cell)).map((cell) => cell.join(",")) : []); }

  /** The least box around cells: left, bottom, right, top. @param {Cell[]} cells */
  box(cells) {
    const corners = cells.flatMap((cell) => this.polygon(cell));
    const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
    return [lowest(xs), lowest(ys), -lowest(xs.map((x) => -x)), -lowest(ys.map((y) => -y))];
  }

  /** The cell at a point, or the nearest one if that is a thin one; null for none. @param {Point} point @returns {Cell | null} */
  cellAt([x, y]) {
    const { period, steps: [[a, b], [c, d]], cells } = this.stated, area = a * d - b * c;
    const base = [Math.floor((x * d - y * c) / area), Math.floor((y * a - x * b) / area)];
    /** @type {Cell | null} */
    let nearest = null;
    let least = this.hasJoints ? REACH : 0;
    for (let i = -1; i <= 1; i++) {
      for (let j = -1; j <= 1; j++) {
        for (const [key, { joint }] of Object.entries(cells)) {
          if (joint) continue;
          const [u, v] = key.split(",").map(Number), cell = [(base[0] + i) * period[0] + u, (base[1] + j) * period[1] + v];
          const corners = this.polygon(cell);
          if (isInside([x, y], corners)) return cell;
          if (!this.hasJoints) continue;
          const away = Math.min(...linesOf(corners).map((line) => distance([x, y], line)));
          if (away < least) [nearest, least] = [cell, away];
        }
      }
    }
    return nearest;
  }

  // --- Paths ------------------------------------------------------------------------------------------------------------

  /** Edges as numbers of their ends. @param {Cell} cell @param {Set<string>} [crossed] */
  #edges(cell, crossed) {
    const ends = this.polygon(cell, crossed).map((corner) => {
      const key = Math.round(corner[0] * FINE) * SHIFT + Math.round(corner[1] * FINE);
      this.#corners.set(key, corner);
      return key;
    });
    return ends.map((end, index) => [end, ends[(index + 1) % ends.length]]);
  }

  /** The closed lines around cells, to be filled by the even-odd rule. @param {Cell[]} cells @param {Set<string>} [crossed] @returns {Point[][]} */
  contours(cells, crossed) {
    /** @type {Map<number, Set<number>>} */
    const onward = new Map();
    // Pieces that an address puts onto each other are drawn, too.
    for (const cell of new Map(cells.map((each) => [each.join(","), each])).values()) {
      for (const [start, end] of this.#edges(cell, crossed)) {
        if (onward.get(end)?.delete(start)) continue; // the other side of it was there
        const ends = onward.get(start);
        if (ends) ends.add(end);
        else onward.set(start, new Set([end]));
      }
    }
    const lines = [];
    for (const [start, ends] of onward) {
      while (ends.size) {
        const line = [start];
        for (;;) {
          const here = /** @type {Set<number>} */ (onward.get(/** @type {number} */ (line.at(-1)))), [next] = here;
          here.delete(next);
          if (next === start) break;
          line.push(next);
        }
        lines.push(line.map((corner) => /** @type {Point} */ (this.#corners.get(corner))));
      }
    }
    return lines;
  }

  /** The lines around cells as a path. @param {Cell[]} cells @param {number} left @param {number} top @param {Set<string>} [crossed] */
  outline(cells, left, top, crossed) { return this.contours(cells, crossed).map((line) => pathOf(line, left, top)).join(""); }

  /** All edges of cells as a path. @param {Cell[]} cells @param {number} left @param {number} top @param {Set<string>} [crossed] */
  edges(cells, left, top, crossed) { return cells.map((cell) => pathOf(this.polygon(cell, crossed), left, top)).join(""); }

  /** A cell made smaller, as a path. @param {Cell} cell @param {number} by @param {number} left @param {number} top */
  inner(cell, by, left, top) {
    const corners = this.polygon(cell), [x, y] = middleOf(corners);
    return pathOf(corners.map(([right, up]) => [x + by * (right - x), y + by * (up - y)]), left, top);
  }

  /** The top corner of a cell as a small triangle. @param {Cell} cell @param {number} left @param {number} top */
  tip(cell, left, top) {
    const corners = this.polygon(cell), size = corners.length;
    const highest = corners.reduce((best, corner, index) => (corner[1] > corners[best][1] + 1e-9 ? index : best), 0);
    const [x, y] = corners[highest];
    /** @param {number} index @returns {Point} */
    const towards = (index) => [x + 0.4 * (corners[index][0] - x), y + 0.4 * (corners[index][1] - y)];
    return pathOf([towards((highest + size - 1) % size), [x, y], towards((highest + 1) % size)], left, top);
  }

  /** Where there is most room among cells, and how much: in cells, on edges and corners between them. @param {Cell[]} cells @returns {{at: Point, room: number}} */
  roomIn(cells) {
    const rim = this.contours(cells).flatMap(linesOf);
    const corners = cells.flatMap((cell) => linesOf(this.polygon(cell)).flatMap(([one, other]) => [one, middleOf([one, other])]));
    const centre = middleOf(cells.map((cell) => this.middle(cell)));
    const places = [...cells.map((cell) => this.middle(cell)), ...corners]
      .map((at) => ({ at, room: Math.min(...rim.map((line) => distance(at, line))), away: Math.hypot(at[0] - centre[0], at[1] - centre[1]) }));
    return places.reduce((best, each) => (each.room > best.room + 1e-6 || (each.room > best.room - 1e-6 && each.away < best.away - 1e-6) ? each : best));
  }
}

/** @param {number[]} values */
const lowest = (values) => values.reduce((low, value) => Math.min(low, value), Infinity);

const short = (/** @type {number} */ value) => Math.round(value * 1e4) / 1e4;
/** @param {Point[]} line @param {number} left @param {number} top */
const pathOf = (line, left, top) => `M${line.map(([x, y]) => `${short(x - left)} ${short(top - y)}`).join("L")}z`;

/** @param {Point[]} corners @returns {[Point, Point][]} */
const linesOf = (corners) => corners.map((corner, index) => [corner, corners[(index + 1) % corners.length]]);

/** Whether a point is inside of a polygon whose corners go anticlockwise and that has no dents. @param {Point} point @param {Point[]} corners */
const isInside = ([x, y], corners) => linesOf(corners).every(([[x1, y1], [x2, y2]]) => (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) >= 0);

/** @param {Point} point @param {[Point, Point]} line */
function distance([x, y], [[x1, y1], [x2, y2]]) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const share = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy);
}
