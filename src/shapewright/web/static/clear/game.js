// A game of perfect clears: which pieces come, what was placed, and how the field stands then.
import data from "../data.js";
import { cellsOf, fits, locked, moved } from "./rules.js";

/** @typedef {import("./rules.js").Well} Well */
/** @typedef {import("./rules.js").Falling} Falling */
/** @typedef {Falling & {held: boolean}} Move  `held`: hold is used before the piece is placed */
/**
 * @typedef {object} Game  how a game stands
 * @property {Well} well
 * @property {number[]} owners  for each cell (x + 10 y) the number of the move that filled it from 1, 0 for the field
 * @property {string} hold
 * @property {number} taken  how many pieces have come into play
 * @property {number} lines  how many lines are left to clear
 * @property {number} clears  how often the field was empty
 * @property {number} placed
 * @property {number[]} full  the rows that the last move cleared
 */

const LETTERS = data.clear.letters;
const PATTERN = 4; // lines of a clear, where nobody says

// --- What comes -----------------------------------------------------------------------------------------------------

/** Random numbers from 0 to 1 that a seed fixes (mulberry32, public domain). @param {number} seed */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * What comes: the given pieces first, then what is left of their bag, then bags of seven.
 * @param {string} given @param {number} seed @param {number} count @returns {string}
 */
export function pieces(given, seed, count) {
  const next = random(seed);
  /** @param {string} bag */
  const shuffled = (bag) => {
    const left = [...bag];
    for (let last = left.length - 1; last > 0; last -= 1) {
      const other = Math.floor(next() * (last + 1));
      [left[last], left[other]] = [left[other], left[last]];
    }
    return left.join("");
  };
  let coming = given + shuffled(unseen(given.slice(bagsFrom(given))));
  while (coming.length < count) coming += shuffled(LETTERS);
  return coming.slice(0, Math.max(count, given.length));
}

/** Where bags of seven begin: at the first piece, unless what is given cannot have come from bags. @param {string} given */
export function bagsFrom(given) {
  for (let from = 0; from < given.length; from += LETTERS.length) {
    const bag = given.slice(from, from + LETTERS.length);
    if (new Set(bag).size < bag.length) return given.length;
  }
  return 0;
}

/** What is left of the bag that the last of these pieces came from, if that began. @param {string} seen  from the beginning of a bag */
function unseen(seen) {
  const begun = seen.slice(seen.length - (seen.length % LETTERS.length));
  return begun && [...LETTERS].filter((letter) => !begun.includes(letter)).join("");
}

// --- Moves ----------------------------------------------------------------------------------------------------------

/** Moves as text: "TN41" a T facing north with its centre in column 4, row 1; "*" before it says that hold is used. @param {Move[]} moves */
export const writeMoves = (moves) => moves.map(({ piece, facing, x, y, held }) => `${held ? "*" : ""}${piece}${facing}${x}${y}`).join(" ");

/** @param {string} text @returns {Move[]} */
export function readMoves(text) {
  return [...text.matchAll(/(\*?)([IOTSZLJ])([NESW])(\d)(\d{1,2})/g)].map(([, held, piece, facing, x, y]) => (
    { piece, facing, x: Number(x), y: Number(y), held: held === "*" }));
}

/** @param {Well} well @param {string} hold @param {number} lines @returns {Game} */
export function begun(well, hold, lines) {
  return { well, owners: [], hold, taken: 0, lines, clears: 0, placed: 0, full: [] };
}

/** The piece that falls now, and what is held if it is (or is not) taken from hold. @param {Game} game @param {string} coming @param {boolean} held */
export function current({ hold, taken }, coming, held) {
  if (!held) return { piece: coming[taken] ?? "", hold, taken: taken + 1 };
  if (hold) return { piece: hold, hold: coming[taken] ?? "", taken: taken + 1 };
  return { piece: coming[taken + 1] ?? "", hold: coming[taken] ?? "", taken: taken + 2 };
}

/**
 * The game after a move, or null if the rules do not allow it.
 * @param {Game} game @param {Move} move @param {string} coming @returns {Game | null}
 */
export function played(game, move, coming) {
  const { piece, hold, taken } = current(game, coming, move.held);
  if (piece !== move.piece || !fits(game.well, move) || moved(game.well, move, 0, -1)) return null;
  const after = locked(game.well, move);
  if (!after) return null;
  const owners = [...game.owners];
  for (const [x, y] of cellsOf(move)) owners[x + 10 * y] = game.placed + 1;
  const all = Array.from({ length: 10 * after.whole.length }, (_, cell) => owners[cell] ?? 0);
  const left = all.filter((_, cell) => !after.full.includes(Math.floor(cell / 10)));
  const isClear = after.well.length === 0;
  const lines = isClear ? PATTERN : goal(game.lines - after.full.length, after.well);
  return { well: after.well, owners: left, hold, taken, lines, clears: game.clears + Number(isClear), placed: game.placed + 1, full: after.full };
}

/** How many lines there are to clear: as many as were meant, or the next number that can be. @param {number} lines @param {Well} well */
export function goal(lines, well) {
  const filled = well.reduce((sum, row) => sum + [...row].filter((cell) => cell !== "_").length, 0);
  let height = Math.max(1, lines, well.length);
  while (height < 20 && (10 * height - filled) % 4) height += 1;
  return height;
}

/** The game after all moves; those after one that the rules do not allow are left out. @param {Game} start @param {Move[]} moves @param {string} coming */
export function replayed(start, moves, coming) {
  const games = [start];
  for (const move of moves) {
    const after = played(games[games.length - 1], move, coming);
    if (!after) break;
    games.push(after);
  }
  return games;
}

/**
 * What is known to come as a pattern: what is held, the pieces in sight, the rest of the bag and further bags, as many
 * pieces as a clear can use.
 * @param {Game} game @param {string} coming @param {number} sight @param {boolean} hold @param {number} [from]  where bags begin
 */
export function pattern(game, coming, sight, hold, from = 0) {
  const filled = game.well.reduce((sum, row) => sum + [...row].filter((cell) => cell !== "_").length, 0);
  const wanted = Math.ceil((10 * game.lines - filled) / 4) + Number(hold); // no number of pieces fills some fields
  const held = hold ? game.hold : "";
  const last = Math.max(from, game.taken + sight);
  const seen = coming.slice(game.taken, last);
  const known = (held + seen).slice(0, wanted);
  let missing = wanted - known.length, text = known;
  const rest = unseen(coming.slice(from, last));
  if (missing > 0 && rest) {
    const some = Math.min(missing, rest.length);
    text += `,[${rest}]p${some}`;
    missing -= some;
  }
  for (; missing > 0; missing -= LETTERS.length) text += `,*p${Math.min(missing, LETTERS.length)}`;
  return text;
}
