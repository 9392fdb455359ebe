// A board of cells and the pieces on it, drawn in units of cells: for the stage, and for small pictures.
import data from "../data.js";
import { svg } from "../dom.js";
import { layerName, planeOf } from "./plane.js";

/** @typedef {number[]} Cell  x and y upward from 0, and z on boards of several layers */
/**
 * @typedef {object} Piece
 * @property {Cell[]} cells
 * @property {string} colour
 * @property {string} [label]
 * @property {string} [id]  what stays the same while it moves
 * @property {string} [look]  a class: "ghost", "faint", "bad"
 */
/**
 * @typedef {object} Mark
 * @property {Cell[]} [cells]
 * @property {string} [shade]  a to d for the classes of a colouring, or bad, good
 * @property {string} [text]
 * @property {number | null} [row]  a line above this row
 */
/**
 * @typedef {object} Board
 * @property {"board"} kind
 * @property {number[]} size
 * @property {number[]} [corner]
 * @property {Cell[]} cells  the empty ones
 * @property {Cell[]} [holes]
 * @property {Cell[]} [optional]
 * @property {Record<string, string>} [tints]
 * @property {Piece[]} pieces
 * @property {Mark[]} [marks]
 * @property {string} [title]
 * @property {string} [lattice]  where cells are neither squares nor cubes
 */
/**
 * @typedef {object} Ground  what cells are drawn as, where they are not squares
 * @property {import("./plane.js").Plane} plane
 * @property {Set<string>} crossed  crossings that pieces go through
 */

/** @param {Cell} cell */
export const keyOf = (cell) => cell.join(",");
/** @param {string} key */
export const cellOf = (key) => key.split(",").map(Number);

/** The board's coordinates: from the lowest column and row so many. @param {Board} board */
export function spanOf(board) {
  const [left, bottom] = board.corner ?? [0, 0];
  return { left, bottom, top: bottom + board.size[1], across: board.size[0], down: board.size[1] };
}

/** @type {WeakMap<Board, ReturnType<typeof spanOf>>} */
const boxes = new WeakMap();

/** The board's box in the picture: left, top (the y above the highest row), across, down. @param {Board} board */
export function boxOf(board) {
  const plane = planeOf(board.lattice);
  if (!plane) return spanOf(board);
  let found = boxes.get(board);
  if (!found) {
    const [left, bottom, right, top] = plane.box([...board.cells, ...(board.holes ?? []), ...board.pieces.flatMap(({ cells }) => cells)]);
    boxes.set(board, found = { left, bottom, top, across: right - left, down: top - bottom });
  }
  return found;
}

/** What the cells of a board are drawn as; null for squares. @param {Board} board @returns {Ground | null} */
export function groundOf(board) {
  const plane = planeOf(board.lattice);
  if (!plane) return null;
  return { plane, crossed: plane.crossings(plane.hasJoints ? board.pieces.flatMap(({ cells }) => cells) : []) };
}

/** The lines around cells as a path. @param {Cell[]} cells @param {number} left @param {number} top @param {Ground | null} [on] */
const around = (cells, left, top, on) => (on ? on.plane.outline(cells, left, top, on.crossed) : outline(cells, left, top));

/** What the lines between cells are drawn by. @param {Cell[]} cells @param {string} path  around them @param {number} left @param {number} top @param {Ground | null} [on] @returns {Record<string, string>} */
const between = (cells, path, left, top, on) => (on ? { d: on.plane.edges(cells, left, top, on.crossed), class: "grid-line" } : { d: path, fill: "url(#grid)", "fill-rule": "evenodd" });

/** The middle of a cell. @param {Cell} cell @param {number} left @param {number} top @param {Ground | null} on */
function middleOf(cell, left, top, on) {
  const [x, y] = on ? on.plane.middle(cell) : [cell[0] + 0.5, cell[1] + 0.5];
  return [x - left, top - y];
}

/** One layer of a board of three dimensions as a flat one. @param {Board} board @param {number} z @returns {Board} */
export function layerOf(board, z) {
  /** @param {Cell[]} [cells] */
  const flat = (cells) => (cells ?? []).filter((cell) => cell[2] === z).map(([x, y]) => [x, y]);
  const tints = Object.entries(board.tints ?? {}).filter(([key]) => cellOf(key)[2] === z);
  return {
    ...board,
    ...(board.lattice ? { lattice: layerName(board.lattice, z) } : {}),
    size: board.size.slice(0, 2),
    corner: (board.corner ?? [0, 0]).slice(0, 2),
    cells: flat(board.cells),
    holes: flat(board.holes),
    optional: flat(board.optional),
    tints: Object.fromEntries(tints.map(([key, tint]) => [key.split(",").slice(0, 2).join(","), tint])),
    pieces: board.pieces.map((piece) => ({ ...piece, cells: flat(piece.cells) })).filter((piece) => piece.cells.length),
    marks: (board.marks ?? []).map((mark) => ({ ...mark, cells: flat(mark.cells) })),
  };
}

const STEPS = [[1, 0], [0, 1], [-1, 0], [0, -1]]; // east, north, west, south
const LETTERS = ["h", "v", "h", "v"];

/**
 * The closed lines around cells as a path, filled by the even-odd rule.
 *
 * Each corner of the lattice keeps which of the four directions a line leaves it in, so that a board of thousands of
 * cells is drawn while the pointer moves.
 * @param {Cell[]} cells
 * @param {number} left
 * @param {number} top
 */
export function outline(cells, left, top) {
  if (!cells.length) return "";
  let [lowX, lowY, highX, highY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of cells) {
    if (x < lowX) lowX = x;
    if (x > highX) highX = x;
    if (y < lowY) lowY = y;
    if (y > highY) highY = y;
  }
  const across = highX - lowX + 3; // with a margin of one on each side
  const there = new Uint8Array(across * (highY - lowY + 3));
  const at = (/** @type {number} */ x, /** @type {number} */ y) => (y - lowY + 1) * across + x - lowX + 1;
  for (const [x, y] of cells) there[at(x, y)] = 1;
  const leaves = new Uint8Array(there.length + across + 1); // bits by direction, at the corner left below a cell
  for (const [x, y] of cells) {
    const here = at(x, y);
    if (!there[here - across]) leaves[here] |= 1;
    if (!there[here + 1]) leaves[here + 1] |= 2;
    if (!there[here + across]) leaves[here + across + 1] |= 4;
    if (!there[here - 1]) leaves[here + across] |= 8;
  }
  const forward = [1, across, -1, -across];
  let path = "";
  for (let start = 0; start < leaves.length; start++) {
    while (leaves[start]) {
      let corner = start, direction = 31 - Math.clz32(leaves[start] & -leaves[start]), run = 0;
      const x = (start % across) - 1 + lowX - left, y = top - (Math.floor(start / across) - 1 + lowY);
      path += `M${x} ${y}`;
      do {
        leaves[corner] &= ~(1 << direction);
        corner += forward[direction];
        run++;
        const next = leaves[corner] & (1 << direction) ? direction : 31 - Math.clz32(leaves[corner] || 1);
        if (next !== direction || corner === start) {
          path += `${LETTERS[direction]}${run * (STEPS[direction][0] - STEPS[direction][1])}`;
          run = 0;
        }
        direction = next;
      } while (corner !== start);
      path += "z";
    }
  }
  return path;
}

/**
 * The cell for a label: with the most of the piece around it, then nearest to the middle.
 * @param {Cell[]} cells
 */
export function spotOf(cells) {
  const there = new Set(cells.map(keyOf));
  const middle = [0, 1].map((axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length);
  let best = cells[0], most = -Infinity;
  for (const [x, y] of cells) {
    let rank = -((x - middle[0]) ** 2 + (y - middle[1]) ** 2) / 100;
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) if (there.has(`${x + dx},${y + dy}`)) rank += 1;
    if (rank > most + 1e-9) [best, most] = [[x, y], rank];
  }
  return best;
}

/** How bright a colour is, 0 to 1. Source: WCAG 2.1, "relative luminance". @param {string} colour */
function luminance(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Whether letters on this colour are dark: ink stands out more on it than paper. @param {string} colour */
export const isBright = (colour) => (luminance(colour) + 0.05) ** 2 >= 1.05 * (luminance(data.palette.ink) + 0.05);

/**
 * One piece as a group.
 * @param {Piece} piece
 * @param {number} left
 * @param {number} top
 * @param {boolean} labelled
 * @param {Ground | null} [on]
 */
export function drawPiece(piece, left, top, labelled = true, on = null) {
  const group = svg("g", { class: `piece ${piece.look ?? ""}` });
  const path = around(piece.cells, left, top, on);
  group.append(
    svg("path", { d: path, fill: piece.colour, "fill-rule": "evenodd" }),
    svg("path", on ? between(piece.cells, path, left, top, on) : { d: path, class: "cells-of", fill: "url(#grid)", "fill-rule": "evenodd" }),
    svg("path", { d: path, class: "edge" }),
  );
  const { at, room } = on && piece.cells.length ? on.plane.roomIn(piece.cells) : { at: [0, 0], room: 0.5 };
  if (labelled && piece.label && piece.cells.length && room > LEAST_ROOM) {
    const [x, y] = on ? [at[0] - 0.5, at[1] - 0.5] : spotOf(piece.cells);
    group.append(svg("text", {
      x: x - left + 0.5, y: top - y - 0.5, "font-size": on ? Math.min(0.5, 1.2 * room, 2.6 * room / piece.label.length) : Math.min(0.5, 0.95 / piece.label.length),
      class: isBright(piece.colour) ? "label" : "label bright",
    }, piece.label));
  }
  return group;
}

const LEAST_ROOM = 0.15; // around a label, in edges of squares
const MANY = 150; // pieces that are drawn one by one

/** Whether a board has so many pieces that those of a colour are drawn as one. @param {Board} board */
export const isCrowded = (board) => board.pieces.length > MANY;

/**
 * Many pieces at once: one path for each colour, and their edges.
 * @param {Piece[]} pieces
 * @param {number} left
 * @param {number} top
 * @param {Ground | null} [on]
 */
export function drawCrowd(pieces, left, top, on = null) {
  /** @type {Map<string, string>} */
  const byColour = new Map();
  for (const { colour, cells } of pieces) byColour.set(colour, (byColour.get(colour) ?? "") + around(cells, left, top, on));
  const all = [...byColour.values()].join("");
  return [
    ...[...byColour].map(([colour, path]) => svg("path", { d: path, fill: colour, "fill-rule": "evenodd" })),
    svg("path", between(pieces.flatMap(({ cells }) => cells), all, left, top, on)),
    svg("path", { d: all, class: "edge" }),
  ];
}

/** @typedef {[tag: "path" | "rect" | "text", attributes: Record<string, string | number>, text?: string]} Drawn  a node that is to be */

/** Nodes as they are described. @param {Drawn[]} drawn */
export const nodesOf = (drawn) => drawn.map(([tag, attributes, text]) => svg(tag, attributes, text));

/**
 * What lies below the pieces: holes, empty cells, optional ones, tints.
 * @param {Board} board
 * @param {(letter: string) => string} colourOf  the colour of a tint's letter
 * @returns {Drawn[]}
 */
export function drawGround(board, colourOf) {
  const { left, top } = boxOf(board), on = groundOf(board);
  /** @type {Drawn[]} */
  const nodes = [];
  const cells = board.pieces.length ? [...board.cells, ...board.pieces.flatMap((piece) => piece.cells)] : board.cells;
  if (board.holes?.length) nodes.push(["path", { d: around(board.holes, left, top, on), class: "holes" }]);
  const ground = around(cells, left, top, on);
  nodes.push(["path", { d: ground, class: "ground", "fill-rule": "evenodd" }]);
  for (const [key, letter] of Object.entries(board.tints ?? {})) {
    const [x, y] = cellOf(key);
    if (on) nodes.push(["path", { d: on.plane.outline([[x, y]], left, top), fill: colourOf(letter), class: "tint" }]);
    else nodes.push(["rect", { x: x - left, y: top - y - 1, width: 1, height: 1, fill: colourOf(letter), class: "tint" }]);
  }
  nodes.push(["path", on ? { ...between(cells, ground, left, top, on), class: "lines grid-line" } : { d: ground, class: "lines", fill: "url(#grid)", "fill-rule": "evenodd" }]);
  for (const [x, y] of board.optional ?? []) {
    if (on) nodes.push(["path", { d: on.plane.inner([x, y], 0.6, left, top), class: "optional" }]);
    else nodes.push(["rect", { x: x - left + 0.2, y: top - y - 0.8, width: 0.6, height: 0.6, class: "optional" }]);
  }
  nodes.push(["path", { d: ground, class: "rim" }]);
  return nodes;
}

/** Corners of the colours that cells ask for, to be seen above pieces. @param {Board} board @param {(letter: string) => string} colourOf @returns {Drawn[]} */
export function drawTints(board, colourOf) {
  const { left, top } = boxOf(board), on = groundOf(board);
  return Object.entries(board.tints ?? {}).map(([key, letter]) => {
    const [x, y] = cellOf(key);
    return ["path", { d: on ? on.plane.tip([x, y], left, top) : `M${x - left + 0.6} ${top - y - 1}h0.4v0.4z`, fill: colourOf(letter), class: "tint-corner" }];
  });
}

/** Reasons: classes of a colouring, weights, what is wrong, a refuted height. @param {Board} board @returns {Drawn[]} */
export function drawMarks(board) {
  const { left, top, across } = boxOf(board), on = groundOf(board);
  /** @type {Drawn[]} */
  const nodes = [];
  const holes = new Set((board.holes ?? []).map(keyOf));
  for (const { cells = [], shade, text, row } of board.marks ?? []) {
    if (cells.length && shade) {
      const path = around(cells, left, top, on);
      nodes.push(["path", { d: path, class: `mark ${shade}` }]);
      if ("bcd".includes(shade)) nodes.push(["path", { d: path, fill: `url(#shade-${shade})`, class: "hatch" }]);
      if (shade === "bad") {
        for (const cell of cells) {
          const [x, y] = middleOf(cell, left, top, on);
          nodes.push(["path", { d: `M${x - 0.25} ${y - 0.25}l0.5 0.5m0-0.5l-0.5 0.5`, class: "cross" }]);
        }
      }
    }
    if (text && cells.length) {
      for (const cell of cells) {
        const [x, y] = middleOf(cell, left, top, on);
        // A hole with words is a goal, such as the day of a calendar, which stays free.
        if (holes.has(keyOf(cell))) nodes.push(["path", { d: around([cell], left, top, on), class: "goal" }]);
        nodes.push(["text", { x, y, "font-size": Math.min(0.42, 0.9 / text.length), class: "mark-text" }, text]);
      }
    }
    if (row !== null && row !== undefined) {
      const y = top - row - 1;
      nodes.push(["path", { d: `M-0.2 ${y}h${across + 0.4}`, class: "mark-row" }]);
      if (text && !cells.length) nodes.push(["text", { x: across - 0.12, y: y - 0.3, "font-size": 0.34, class: "mark-text of-row" }, text]);
    }
  }
  return nodes;
}

/** A piece by itself, as a small picture: for trays, buttons, what comes next. @param {Piece} piece @param {boolean} [labelled] */
export function drawAlone(piece, labelled = false) {
  const [xs, ys] = [0, 1].map((axis) => piece.cells.map((cell) => cell[axis]));
  const left = Math.min(...xs), top = Math.max(...ys) + 1;
  const across = Math.max(...xs) + 1 - left, down = top - Math.min(...ys);
  return svg("svg", {
    viewBox: `-0.06 -0.06 ${across + 0.12} ${down + 0.12}`, class: "board alone", "aria-hidden": "true",
    "data-across": across, "data-down": down,
  }, drawPiece(piece, left, top, labelled));
}
