// The rules of the game in the hand: what fits, how a piece moves, turns with kicks, falls and locks, and what is cleared.
// They are those of `clear/rules.py`; the studio replays every solution by its own.
import data from "../data.js";

/** @typedef {string[]} Well  rows from the bottom up, each of ten characters: "_" is empty, "X" and letters are filled */
/** @typedef {{piece: string, facing: string, x: number, y: number}} Falling  the centre of true rotation, y upward */
/** @typedef {[number, number]} Cell */

const { width: WIDTH, rows: ROWS, facings: FACINGS, letters: LETTERS } = data.clear;
const EMPTY = "_".repeat(WIDTH);

// --- Fields as text -------------------------------------------------------------------------------------------------

/** A text in capitals: no other letter becomes one of a piece, as that of "ß" would. @param {string} text */
export const capitals = (text) => text.replace(/[a-z]+/g, (some) => some.toUpperCase());

/** The field that a text of rows is, the top row first; null if it is none. @param {string} text @returns {Well | null} */
export function readWell(text) {
  const rows = capitals(text).trim().replaceAll(".", "_").split(/\s*\/\s*|\s+/);
  if (rows.length > 1 && /^\d+$/.test(rows[0])) rows.shift(); // files of solution-finder begin with the number of lines
  if (!text.trim()) return [];
  const filled = `X_${LETTERS}`;
  if (rows.length > 1000 || rows.some((row) => row.length !== WIDTH || [...row].some((cell) => !filled.includes(cell)))) return null;
  const well = trimmed(rows.reverse());
  return well.length > ROWS ? null : well;
}

/** The text of a field, without empty rows above it. @param {Well} well */
export const writeWell = (well) => [...trimmed(well)].reverse().join("/");

/** The field with left and right exchanged. @param {Well} well @returns {Well} */
export function mirrored(well) {
  const other = /** @type {Record<string, string>} */ ({ S: "Z", Z: "S", L: "J", J: "L" });
  return well.map((row) => [...row].reverse().map((cell) => other[cell] ?? cell).join(""));
}

/** @param {Well} well @returns {Well} */
function trimmed(well) {
  let height = well.length;
  while (height && well[height - 1] === EMPTY) height -= 1;
  return well.slice(0, height);
}

/** What lies on a cell. @param {Well} well @param {number} x @param {number} y */
export const at = (well, x, y) => well[y]?.[x] ?? "_";

/** The field with another cell. @param {Well} well @param {number} x @param {number} y @param {string} value @returns {Well} */
export function painted(well, x, y, value) {
  const rows = [...well];
  while (rows.length <= y) rows.push(EMPTY);
  rows[y] = rows[y].slice(0, x) + value + rows[y].slice(x + 1);
  return trimmed(rows);
}

/** The empty cells of the lowest rows. @param {Well} well @param {number} height */
export function emptyCells(well, height) {
  let empty = 0;
  for (let y = 0; y < height; y += 1) empty += [...(well[y] ?? EMPTY)].filter((cell) => cell === "_").length;
  return empty;
}

// --- A falling piece ------------------------------------------------------------------------------------------------

/** @param {Falling} falling @returns {Cell[]} */
export const cellsOf = ({ piece, facing, x, y }) => data.clear.pieces[piece][facing].map((/** @type {Cell} */ [dx, dy]) => [x + dx, y + dy]);

/** Whether the piece lies between the walls, above the floor and on empty cells; there is no ceiling. @param {Well} well @param {Falling} falling */
export const fits = (well, falling) => cellsOf(falling).every(([x, y]) => x >= 0 && x < WIDTH && y >= 0 && at(well, x, y) === "_");

/** The piece one step on, or null if it cannot go there. @param {Well} well @param {Falling} falling @param {number} dx @param {number} dy @returns {Falling | null} */
export function moved(well, falling, dx, dy) {
  const after = { ...falling, x: falling.x + dx, y: falling.y + dy };
  return fits(well, after) ? after : null;
}

/**
 * The piece turned by so many quarters clockwise, with the first kick that leaves it free; null if none does.
 * @param {Well} well @param {Falling} falling @param {number} quarters @param {string} system @returns {Falling | null}
 */
export function turned(well, falling, quarters, system) {
  const facing = FACINGS[(FACINGS.indexOf(falling.facing) + quarters + 4) % 4];
  for (const [dx, dy] of data.clear.kicks[system]?.[falling.piece]?.[falling.facing + facing] ?? []) {
    const after = { ...falling, facing, x: falling.x + dx, y: falling.y + dy };
    if (fits(well, after)) return after;
  }
  return null;
}

/** Where the piece comes to rest when it falls straight down. @param {Well} well @param {Falling} falling @returns {Falling} */
export function dropped(well, falling) {
  let lowest = falling;
  for (let next = moved(well, lowest, 0, -1); next; next = moved(well, lowest, 0, -1)) lowest = next;
  return lowest;
}

/** Whether the piece may move on after it has come down into the stack. @param {string} piece @param {string} drop */
export const isSoft = (piece, drop) => drop === "soft" || (drop === "t-softdrop" && piece === "T");

/** A new piece above the stack, facing north. @param {Well} well @param {string} piece @returns {Falling} */
export const spawned = (well, piece) => ({ piece, facing: "N", x: 4, y: well.length + 2 });

/**
 * The field with the piece in it: the rows that are full then, and what is left without them; null if it sticks out.
 * @param {Well} well @param {Falling} falling @returns {{well: Well, whole: Well, full: number[]} | null}
 */
export function locked(well, falling) {
  const whole = [...well];
  for (const [x, y] of cellsOf(falling)) {
    if (y >= ROWS) return null;
    while (whole.length <= y) whole.push(EMPTY);
    whole[y] = whole[y].slice(0, x) + falling.piece + whole[y].slice(x + 1);
  }
  const full = whole.flatMap((row, y) => (row.includes("_") ? [] : [y]));
  return { well: trimmed(whole.filter((row) => row.includes("_"))), whole, full };
}
