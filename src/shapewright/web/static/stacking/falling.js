// The rules of the falling game, to follow the hand: how a piece falls, when rows vanish, which piece comes next.
// They are those of `stacking/rules.py`; the studio replays every plan by its own.

/** @typedef {[number, number]} Cell  x and y, upward from 0 at the floor */
/**
 * @typedef {{piece: string, column: number, rotation: number, path?: string}} Drop  `rotation` in degrees, anticlockwise;
 *   where pieces slide, the moves of its path, such as 3d2r, before it falls straight down
 */
/** @typedef {[orientation: number, x: number, y: number, anticlockwise: number, clockwise: number]} Facing  -1: none */
/**
 * @typedef {object} Game  what is played, as the studio read it
 * @property {string[]} sequence
 * @property {number} width
 * @property {Cell[]} board
 * @property {boolean} hold
 * @property {boolean} clear_lines
 * @property {string} objective
 * @property {number | null} height_limit
 * @property {string} drop  "hard" or "soft"
 * @property {Record<string, {colour: string, rotations: Cell[][], facings: Facing[]}>} pieces
 */
/**
 * @typedef {object} State  how far a game is
 * @property {Map<string, number>} stack  the number of the drop on each cell "x,y"; -1 for what lay there at the start
 * @property {Drop[]} drops
 * @property {number} used  how many pieces of the sequence have come
 * @property {string | null} held
 */
/**
 * @typedef {{piece: string, held: string | null, taken: number}} Choice  a piece that may fall now, and the slot then
 */

/** @param {number} x @param {number} y */
const keyOf = (x, y) => `${x},${y}`;
/** @param {string} key @returns {Cell} */
const cellOf = (key) => /** @type {Cell} */ (key.split(",").map(Number));

/** @param {Game} game @returns {State} */
export function start(game) {
  return { stack: new Map(game.board.map(([x, y]) => [keyOf(x, y), -1])), drops: [], used: 0, held: null };
}

/** Which pieces may fall now, the next one first. @param {Game} game @param {State} state @returns {Choice[]} */
export function due(game, { used, held }) {
  const [next, second] = game.sequence.slice(used, used + 2);
  if (next === undefined) return held === null ? [] : [{ piece: held, held: null, taken: 0 }];
  const choices = [{ piece: next, held, taken: 1 }];
  if (game.hold && held !== null && held !== next) choices.push({ piece: held, held: next, taken: 1 });
  if (game.hold && held === null && second !== undefined && second !== next)
    choices.push({ piece: second, held: next, taken: 2 });
  return choices;
}

/**
 * The cells of a piece in a rotation; undefined if it has no such one.
 * @param {Game} game
 * @param {string} piece
 * @param {number} rotation
 */
export function shapeOf(game, piece, rotation) {
  const { rotations, facings } = game.pieces[piece] ?? { rotations: [], facings: [] };
  return rotations[rotation / 90] ?? (game.drop === "soft" ? rotations[facings[rotation / 90]?.[0]] : undefined);
}

/** How many columns wide a shape is. @param {Cell[]} shape */
export const widthOf = (shape) => 1 + Math.max(...shape.map(([x]) => x));

/** The number of filled rows. @param {Iterable<string>} keys */
export function heightOf(keys) {
  let height = 0;
  for (const key of keys) height = Math.max(height, cellOf(key)[1] + 1);
  return height;
}

/**
 * The cells where a shape comes to lie that falls straight down, its leftmost cells in `column`.
 * @param {Map<string, number>} stack
 * @param {Cell[]} shape
 * @param {number} column
 * @returns {Cell[]}
 */
export function landed(stack, shape, column) {
  let row = heightOf(stack.keys());
  const isFree = (/** @type {number} */ at) =>
    shape.every(([x, y]) => y + at >= 0 && !stack.has(keyOf(x + column, y + at)));
  while (isFree(row - 1)) row -= 1;
  return shape.map(([x, y]) => [x + column, y + row]);
}

const MOST_MOVES = 100_000; // of a path
/** @type {Record<string, Cell>} */
const STEPS = { d: [0, -1], l: [-1, 0], r: [1, 0] };

/**
 * The cells where a piece is at the end of the path of its drop, and where it comes to rest then; null if it cannot go.
 * @param {Game} game
 * @param {Map<string, number>} stack
 * @param {Drop} drop
 * @returns {{cells: Cell[], rest: Cell[]} | null}
 */
export function followed(game, stack, { piece, column, rotation, path = "" }) {
  const { rotations, facings } = game.pieces[piece];
  const runs = [...path.matchAll(/(\d*)([udlrac])/g)].map(([, number, move]) => /** @type {[string, number]} */ ([move, Number(number || 1)]));
  const count = runs.reduce((sum, [, number]) => sum + number, 0);
  if (game.drop !== "soft" || count > MOST_MOVES || !/^(([1-9]\d{0,4})?u)*(([1-9]\d{0,4})?[dlrac])*$/.test(path)) return null;
  const moves = runs.map(([move, number]) => move.repeat(number)).join("");
  const rise = moves.length - moves.replace(/^u+/, "").length;
  /** @type {[number, number, number]} */
  let state = [rotation / 90, column, heightOf(stack.keys()) + rise];
  const cellsAt = (/** @type {[number, number, number]} */ [facing, x, y]) =>
    rotations[facings[facing][0]].map(([a, b]) => /** @type {Cell} */ ([a + x, b + y]));
  /** @param {string} move @returns {[number, number, number] | null} */
  const after = (move) => {
    const [facing, x, y] = state;
    const [, ownX, ownY, ...turned] = facings[facing];
    const to = move === "a" ? turned[0] : move === "c" ? turned[1] : facing;
    if (to < 0) return null;
    /** @type {[number, number, number]} */
    const next = STEPS[move]
      ? [facing, x + STEPS[move][0], y + STEPS[move][1]]
      : [to, x + facings[to][1] - ownX, y + facings[to][2] - ownY];
    const isFree = cellsAt(next).every(([a, b]) => a >= 0 && a < game.width && b >= 0 && !stack.has(keyOf(a, b)));
    return isFree ? next : null;
  };
  for (const move of moves.slice(rise)) {
    const next = after(move);
    if (!next) return null;
    state = next;
  }
  const cells = cellsAt(state);
  for (let next = after("d"); next; next = after("d")) state = next;
  return { cells, rest: cellsAt(state) };
}

/** The rows without an empty cell, from the bottom up. @param {Map<string, number>} stack @param {number} width */
export function fullRows(stack, width) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const key of stack.keys()) {
    const y = cellOf(key)[1];
    counts.set(y, (counts.get(y) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count === width)
    .map(([y]) => y)
    .sort((a, b) => a - b);
}

/** The stack after its full rows have vanished. @param {Map<string, number>} stack @param {number} width */
export function cleared(stack, width) {
  const full = fullRows(stack, width);
  if (!full.length) return stack;
  /** @type {Map<string, number>} */
  const left = new Map();
  for (const [key, number] of stack) {
    const [x, y] = cellOf(key);
    if (!full.includes(y)) left.set(keyOf(x, y - full.filter((row) => row < y).length), number);
  }
  return left;
}

/**
 * The state after a drop, and the `stack` before full rows vanish; or why it cannot be made, in words.
 * @param {Game} game
 * @param {State} state
 * @param {Drop} drop
 * @returns {{state: State, cells: Cell[], whole: Map<string, number>} | string}
 */
export function dropped(game, state, drop) {
  const choice = due(game, state).find(({ piece }) => piece === drop.piece);
  if (!choice) return `${drop.piece} does not come now`;
  const shape = shapeOf(game, drop.piece, drop.rotation);
  if (!shape) return `${drop.piece} has no rotation ${drop.rotation}`;
  if (drop.column < 0 || drop.column + widthOf(shape) > game.width)
    return `${drop.piece} does not fit into column ${drop.column}`;
  const cells = drop.path ? followed(game, state.stack, drop)?.rest : landed(state.stack, shape, drop.column);
  if (!cells) return `${drop.piece} cannot go along the path ${drop.path}`;
  if (game.height_limit !== null && Math.max(...cells.map(([, y]) => y + 1)) > game.height_limit) {
    return `there ${drop.piece} would lie above the height limit of ${game.height_limit}`;
  }
  const whole = new Map(state.stack);
  for (const [x, y] of cells) whole.set(keyOf(x, y), state.drops.length);
  return {
    state: {
      stack: game.clear_lines ? cleared(whole, game.width) : whole,
      drops: [...state.drops, drop],
      used: state.used + choice.taken,
      held: choice.held,
    },
    cells,
    whole,
  };
}

/** The state after some drops, as far as they can be made. @param {Game} game @param {Drop[]} drops */
export function replayed(game, drops) {
  let state = start(game);
  for (const drop of drops) {
    const next = dropped(game, state, drop);
    if (typeof next === "string") return { state, fault: next };
    ({ state } = next);
  }
  return { state, fault: "" };
}

/**
 * What is to be small: the height, the holes, or the steps of the top.
 * @param {Map<string, number>} stack
 * @param {number} width
 * @param {string} objective
 */
export function valueOf(stack, width, objective) {
  if (objective === "height") return heightOf(stack.keys());
  const tops = Array(width).fill(0);
  for (const key of stack.keys()) {
    const [x, y] = cellOf(key);
    tops[x] = Math.max(tops[x], y + 1);
  }
  if (objective === "holes") return tops.reduce((sum, top) => sum + top, 0) - stack.size;
  return tops.slice(1).reduce((sum, top, at) => sum + Math.abs(top - tops[at]), 0);
}

const DROP = /^(?:([^\s,():|]+):)?(\d{1,4})(?:\((\d{1,4})\))?(?:\[([\dudlrac]+)\])?$/;

/**
 * Drops as text, such as `0 3 1(180)`; null where the text is none.
 * @param {string} text
 * @param {string[]} sequence
 * @returns {Drop[] | null}
 */
export function readDrops(text, sequence) {
  const found = [];
  for (const [at, word] of text.replaceAll(",", " ").split(/\s+/).filter(Boolean).entries()) {
    const [, piece = sequence[at], column, rotation = "0", path] = word.match(DROP) ?? [];
    if (column === undefined || piece === undefined) return null;
    found.push({ piece, column: Number(column), rotation: Number(rotation), ...(path ? { path } : {}) });
  }
  return found;
}

/** @param {Drop[]} drops @param {boolean} named  whether they name their pieces, which may come in another order */
export function writeDrops(drops, named) {
  return drops
    .map(
      ({ piece, column, rotation, path }) =>
        `${named ? `${piece}:` : ""}${column}${rotation ? `(${rotation})` : ""}${path ? `[${path}]` : ""}`,
    )
    .join(" ");
}
