// A piece that follows the pointer, from a tray or from the board, and snaps to the cells of the stage.
import { drawPiece } from "../stage/board.js";
import { svg } from "../dom.js";
import { planeOf } from "../stage/plane.js";

/** @typedef {import("../stage/board.js").Cell} Cell */
/** @typedef {import("../stage/board.js").Piece} Piece */
/**
 * @typedef {object} Carried
 * @property {Piece} piece  its cells where they are now, at any place
 * @property {(cells: Cell[]) => boolean} fits  whether it may lie there
 * @property {(cells: Cell[] | null, inside: boolean) => void} drop  it was let go there, or (null) where it does not fit,
 *   inside of the board's box or beside it
 * @property {(cells: Cell[]) => Cell[]} turn  as it is turned by a quarter
 * @property {(cells: Cell[]) => Cell[]} flip  as it is turned over
 * @property {Cell} [grip]  the cell that was taken hold of
 * @property {string} [lattice]  where cells are neither squares nor cubes; such a piece is
 * @property {(cells: Cell[], cell: Cell) => Cell[]} [snapped]  laid by this, as it is held over a cell; empty if it cannot
 */

const REACH = 2; // cells around the pointer's in which a place that fits is looked for

/** Cells moved so that the lowest coordinates are 0. @param {Cell[]} cells @returns {Cell[]} */
export function normal(cells) {
  const low = [0, 1].map((axis) => Math.min(...cells.map((cell) => cell[axis])));
  return cells.map((cell) => [cell[0] - low[0], cell[1] - low[1], ...cell.slice(2)]);
}

/** A quarter turn clockwise. @param {Cell[]} cells */
export const turned = (cells) => normal(cells.map(([x, y, ...rest]) => [y, -x, ...rest]));
/** Turned over, left to right. @param {Cell[]} cells */
export const flipped = (cells) => normal(cells.map(([x, y, ...rest]) => [-x, y, ...rest]));

/**
 * Carry a piece until the pointer lets it go; keys R and F turn it and turn it over on the way.
 * @param {import("../stage/stage.js").Stage} stage
 * @param {PointerEvent} event  the one that took hold of it
 * @param {Carried} carried
 */
export function carry(stage, event, carried) {
  const plane = planeOf(carried.lattice);
  const fromOrigin = plane ? (/** @type {Cell[]} */ now) => now : normal;
  let cells = fromOrigin(carried.piece.cells);
  const low = [0, 1].map((axis) => Math.min(...carried.piece.cells.map((cell) => cell[axis])));
  let grip = carried.grip ? [carried.grip[0] - low[0], carried.grip[1] - low[1]] : middle(cells);
  let [x, y] = [event.clientX, event.clientY];
  /** @type {Cell[] | null} */
  let place = null;
  const float = svg("svg", { class: "carried board", "aria-hidden": "true" });
  document.body.append(float);

  const draw = () => {
    const side = stage.pixels, piece = { ...carried.piece, cells };
    const across = Math.max(...cells.map((cell) => cell[0])) + 1, down = Math.max(...cells.map((cell) => cell[1])) + 1;
    const at = stage.at(x, y);
    const there = at.inside ? carried.snapped?.(cells, at.cell) ?? snapped(at.point) : [];
    place = there.length ? there : null;
    float.toggleAttribute("hidden", place !== null);
    if (place) {
      stage.ghost({ ...piece, cells: place, look: carried.fits(place) ? "ghost" : "ghost bad" });
      return;
    }
    stage.ghost(null);
    if (plane) {
      const [left, bottom, right, top] = plane.box(cells), [width, height] = [right - left, top - bottom];
      float.setAttribute("viewBox", `-0.05 -0.05 ${width + 0.1} ${height + 0.1}`);
      Object.assign(float.style, { width: `${width * side}px`, height: `${height * side}px`, left: `${x - (width / 2) * side}px`, top: `${y - (height / 2) * side}px` });
      float.replaceChildren(drawPiece(piece, left, top, true, { plane, crossed: plane.crossings(cells) }));
      return;
    }
    float.setAttribute("viewBox", `-0.05 -0.05 ${across + 0.1} ${down + 0.1}`);
    Object.assign(float.style, { width: `${across * side}px`, height: `${down * side}px`, left: `${x - (grip[0] + 0.5) * side}px`, top: `${y - (down - grip[1] - 0.5) * side}px` });
    float.replaceChildren(drawPiece(piece, 0, down));
  };

  /** @param {[number, number]} point @returns {Cell[]} */
  const snapped = ([px, py]) => {
    /** @param {number} dx @param {number} dy */
    const moved = (dx, dy) => cells.map(([cx, cy, ...rest]) => [cx + dx, cy + dy, ...rest]);
    const dx = px - grip[0] - 0.5, dy = py - grip[1] - 0.5;
    const near = [Math.round(dx), Math.round(dy)];
    let best = moved(near[0], near[1]), least = Infinity;
    if (carried.fits(best)) return best;
    for (let i = -REACH; i <= REACH; i++) {
      for (let j = -REACH; j <= REACH; j++) {
        const away = Math.hypot(near[0] + i - dx, near[1] + j - dy);
        if (away >= least || away > 1.2) continue;
        const there = moved(near[0] + i, near[1] + j);
        if (carried.fits(there)) [best, least] = [there, away];
      }
    }
    return best;
  };

  const ends = new AbortController();
  const { signal } = ends;
  const end = () => { ends.abort(); float.remove(); stage.ghost(null); };
  addEventListener("pointermove", (moved) => {
    if (moved.pointerId !== event.pointerId) return;
    [x, y] = [moved.clientX, moved.clientY];
    draw();
  }, { signal });
  addEventListener("pointerup", (lifted) => {
    if (lifted.pointerId !== event.pointerId) return;
    [x, y] = [lifted.clientX, lifted.clientY]; // a busy browser may leave out the last moves
    draw();
    end();
    carried.drop(place && carried.fits(place) ? place : null, place !== null);
  }, { signal });
  addEventListener("pointercancel", () => { end(); carried.drop(null, true); }, { signal });
  addEventListener("keydown", (pressed) => {
    const change = pressed.key === "r" || pressed.key === "R" ? carried.turn : pressed.key === "f" || pressed.key === "F" ? carried.flip : null;
    if (!change) return;
    pressed.preventDefault();
    pressed.stopPropagation();
    cells = fromOrigin(change(cells));
    grip = middle(cells);
    draw();
  }, { signal, capture: true });
  // A finger that carries a piece does not scroll the page.
  addEventListener("touchmove", (touched) => touched.preventDefault(), { signal, passive: false });
  draw();
}

/** The cell nearest to the middle of a piece. @param {Cell[]} cells */
function middle(cells) {
  const centre = [0, 1].map((axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length);
  return cells.reduce((best, cell) => (Math.hypot(cell[0] - centre[0], cell[1] - centre[1]) < Math.hypot(best[0] - centre[0], best[1] - centre[1]) ? cell : best));
}
