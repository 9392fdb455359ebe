// The tray: the pieces with their counts, each to be dragged onto the board or picked up.
import { drawPiece } from "../stage/board.js";
import { button, el, svg, write } from "../dom.js";
import { picture } from "../stage/picture.js";
import { isSolid, layerName, planeOf } from "../stage/plane.js";

/** @typedef {import("../stage/board.js").Cell} Cell */
/**
 * @typedef {object} TrayPiece
 * @property {string} name
 * @property {string} text  as a piece list says it
 * @property {string} caption
 * @property {string} colour
 * @property {number} area
 * @property {number} minimum
 * @property {number | null} maximum  null: any number
 * @property {Cell[]} cells
 * @property {Cell[][]} orientations
 * @property {string[][]} [tints]  the colours of the cells of each orientation
 * @property {string} [lattice]  where its cells are neither squares nor cubes; then also what each orientation becomes
 * @property {number[]} [turns]  when it is turned clockwise
 * @property {number[]} [flips]  when it is turned over
 */
/**
 * @typedef {object} Doors
 * @property {(piece: TrayPiece) => void} pick  it is taken into the hand
 * @property {(piece: TrayPiece, event: PointerEvent) => void} drag
 * @property {(pieces: TrayPiece[], names: string) => void} count  the counts are others now, as a piece list
 */

const MOVED = 6; // pixels after which a press is a drag

export class Tray {
  /** @type {TrayPiece[]} */
  pieces = [];

  /** @param {HTMLElement} place @param {Doors} doors */
  constructor(place, doors) {
    this.place = place;
    this.doors = doors;
    /** @type {Map<string, {item: HTMLElement, taken: HTMLElement, badge: HTMLElement, count: HTMLElement, less: HTMLButtonElement, said: string}>} */
    this.items = new Map();
  }

  /** @param {TrayPiece[]} pieces */
  show(pieces) {
    const same = JSON.stringify(pieces.map(looks)) === JSON.stringify(this.pieces.map(looks));
    this.pieces = pieces;
    if (!same) {
      this.items.clear();
      this.place.replaceChildren(...pieces.map((piece) => this.#item(piece)));
    }
    for (const piece of pieces) {
      const { item, count, less } = /** @type {NonNullable<ReturnType<typeof this.items.get>>} */ (this.items.get(piece.name));
      write(count, amount(piece));
      item.classList.toggle("none", piece.maximum === 0);
      less.disabled = piece.maximum === 0;
    }
  }

  /**
   * How many of each are left to be laid, and which one is in the hand.
   * @param {(piece: TrayPiece) => number} left
   * @param {string} held
   */
  mark(left, held) {
    for (const piece of this.pieces) {
      const shown = /** @type {NonNullable<ReturnType<typeof this.items.get>>} */ (this.items.get(piece.name));
      const rest = left(piece), said = `${rest} ${piece.name === held}`, { item, taken } = shown;
      if (shown.said === said) continue;
      shown.said = said;
      item.classList.toggle("used", rest <= 0);
      item.classList.toggle("held", piece.name === held);
      taken.setAttribute("aria-pressed", String(piece.name === held));
      taken.setAttribute("aria-label", `${piece.name}, ${rest === Infinity ? "any number" : rest} left`);
      shown.badge.textContent = rest === Infinity ? "∞" : rest > 1 ? `${rest}` : "";
    }
  }

  /** @param {string} name */
  focus(name) { this.items.get(name)?.taken.focus(); }

  /** @param {TrayPiece} piece */
  #item(piece) {
    const find = () => /** @type {TrayPiece} */ (this.pieces.find((each) => each.name === piece.name));
    const taken = button("", () => this.doors.pick(find()), { class: "piece-button", title: `${piece.caption}: drag it onto the board` });
    const badge = el("span", { class: "left", "aria-hidden": "true" }); // the button's name has the number
    taken.append(drawn(piece), el("span", { class: "name" }, piece.name), badge);
    taken.addEventListener("pointerdown", (event) => this.#press(event, taken, find));
    const count = el("output", {});
    const less = button("−", () => this.#change(piece.name, -1), { class: "step", "aria-label": `One ${piece.name} less` });
    const more = button("+", () => this.#change(piece.name, 1), { class: "step", "aria-label": `One ${piece.name} more` });
    const item = el("li", { data: { piece: piece.name } }, taken, el("span", { class: "counter" }, less, count, more));
    this.items.set(piece.name, { item, taken, badge, count, less, said: "" });
    return item;
  }

  /** A press that moves is a drag. @param {PointerEvent} event @param {HTMLElement} from @param {() => TrayPiece} find */
  #press(event, from, find) {
    if (event.button) return;
    const ends = new AbortController(), { signal } = ends;
    addEventListener("pointermove", (moved) => {
      if (moved.pointerId !== event.pointerId || Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) < MOVED) return;
      ends.abort();
      // The click that may come of letting go is none; later ones are.
      const over = new AbortController();
      from.addEventListener("click", (click) => { click.stopImmediatePropagation(); click.preventDefault(); }, { capture: true, signal: over.signal });
      for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => over.abort()), { signal: over.signal });
      this.doors.drag(find(), moved);
    }, { signal });
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => ends.abort(), { signal });
  }

  // One more or one less, each the inverse of the other: a range moves by one, "any" has a least number that does, and
  // what has nothing left to lose is none, which one more brings back.
  /** @param {string} name @param {number} by */
  #change(name, by) {
    const pieces = this.pieces.map((piece) => {
      if (piece.name !== name) return piece;
      const { minimum, maximum } = piece;
      if (maximum === 0) return by > 0 ? { ...piece, minimum: 1, maximum: 1 } : piece;
      if (minimum + by < 0 || (maximum !== null && maximum + by <= 0)) return { ...piece, minimum: 0, maximum: 0 };
      return { ...piece, minimum: minimum + by, maximum: maximum === null ? null : maximum + by };
    });
    this.doors.count(pieces, pieces.map(counted).join(", "));
  }
}

/** What of a piece is drawn. @param {TrayPiece} piece */
const looks = ({ name, colour, cells, caption }) => [name, colour, cells, caption.replace(/×\S+/, "")];

/** A piece with its count, as a piece list says it. @param {TrayPiece} piece */
export function counted({ minimum, maximum, text }) {
  if (maximum === null) return minimum ? `${minimum}+*${text}` : `any*${text}`;
  if (minimum === maximum) return minimum === 1 ? text : `${minimum}*${text}`;
  return `${minimum}-${maximum}*${text}`;
}

/** @param {TrayPiece} piece */
function amount({ minimum, maximum }) {
  if (maximum === null) return minimum ? `${minimum}+` : "any";
  return minimum === maximum ? `${minimum}` : `${minimum}–${maximum}`;
}

/** A piece as a small picture. @param {TrayPiece} piece */
export function drawn({ cells, colour, lattice }) {
  if (isSolid(lattice)) return inLayers(cells, colour, lattice);
  const plane = planeOf(lattice);
  if (plane) {
    const [left, bottom, right, top] = plane.box(cells), side = Math.max(right - left, top - bottom, 3);
    return svg("svg", { class: "board", "aria-hidden": "true", viewBox: `${(right - left - side) / 2 - 0.1} ${(top - bottom - side) / 2 - 0.1} ${side + 0.2} ${side + 0.2}` },
      drawPiece({ cells, colour }, left, top, false, { plane, crossed: plane.crossings(cells) }));
  }
  const size = cells[0].map((_, axis) => Math.max(...cells.map((cell) => cell[axis])) + 1);
  if (size.length > 2) return picture({ kind: "board", size, cells: [], pieces: [{ cells, colour }] }, { hidden: true, labels: false });
  const [across, down] = size, side = Math.max(across, down, 3);
  return svg("svg", { class: "board", "aria-hidden": "true", viewBox: `${(across - side) / 2 - 0.1} ${(down - side) / 2 - 0.1} ${side + 0.2} ${side + 0.2}` },
    drawPiece({ cells, colour }, 0, down));
}

/** A piece of other solids than cubes: its layers beside each other, the lowest first. @param {import("../stage/board.js").Cell[]} cells @param {string} colour @param {string | undefined} lattice */
function inLayers(cells, colour, lattice) {
  const heights = [...new Set(cells.map((cell) => cell[2]))].sort((one, other) => one - other);
  let across = 0, down = 3;
  const layers = heights.flatMap((z) => {
    const plane = planeOf(layerName(lattice, z)), flat = cells.filter((cell) => cell[2] === z).map(([x, y]) => [x, y]);
    if (!plane) return [];
    const [left, bottom, right, top] = plane.box(flat), group = svg("g", { transform: `translate(${across} 0)` });
    group.append(drawPiece({ cells: flat, colour }, left, top, false, { plane, crossed: new Set() }));
    across += right - left + 0.6;
    down = Math.max(down, top - bottom);
    return [group];
  });
  const side = Math.max(across - 0.6, down);
  const made = svg("svg", { class: "board", "aria-hidden": "true", viewBox: `${(across - 0.6 - side) / 2 - 0.1} -0.1 ${side + 0.2} ${side + 0.2}` });
  made.append(...layers);
  return made;
}
