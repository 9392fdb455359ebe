// A scene as an element, by its kind: each kind has one module that draws it.
import data from "../data.js";
import { boxOf, drawCrowd, drawGround, drawMarks, drawPiece, drawTints, groundOf, isCrowded, nodesOf } from "./board.js";
import { svg } from "../dom.js";
import { solidPicture } from "./solid_picture.js";

/** @typedef {{kind: string, title?: string} & Record<string, any>} Scene */

/** The colour that a cell's letter stands for. @param {string} letter */
export const letterColour = (letter) => data.palette.letters[letter] ?? data.palette.other;

/** @type {Map<string, (scene: any, options: {labels: boolean}) => SVGElement>} */
const drawers = new Map();

/**
 * Another kind of scene can be drawn from now on.
 * @param {string} kind
 * @param {(scene: any, options: {labels: boolean}) => SVGElement} draw
 */
export function draws(kind, draw) {
  drawers.set(kind, draw);
}

/**
 * A picture of a scene, as large as its place.
 * @param {Scene} scene
 * @param {{labels?: boolean, hidden?: boolean}} [options]  hidden: what it shows is said elsewhere
 */
export function picture(scene, { labels = true, hidden = false } = {}) {
  const drawer = drawers.get(scene.kind);
  if (!drawer) throw new Error(`there is no drawing for a scene of the kind ${scene.kind}`);
  const drawn = drawer(scene, { labels });
  if (hidden) drawn.setAttribute("aria-hidden", "true");
  else {
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", scene.title || "Picture");
  }
  return drawn;
}

draws("board", (/** @type {import("./board.js").Board} */ board, { labels }) => {
  if (board.size.length > 2) return solidPicture(board, { labels });
  const { left, top, across, down } = boxOf(board), on = groundOf(board);
  const margin = 0.06;
  const small = across * down > 200 || !labels;
  return svg("svg", { viewBox: `${-margin} ${-margin} ${across + 2 * margin} ${down + 2 * margin}`, class: "board" },
    ...nodesOf(drawGround(board, letterColour)),
    ...(isCrowded(board) ? drawCrowd(board.pieces, left, top, on) : board.pieces.map((piece) => drawPiece(piece, left, top, !small, on))),
    ...nodesOf(drawTints(board, letterColour)),
    ...nodesOf(drawMarks(board)));
});

draws("svg", (scene) => {
  const parsed = new DOMParser().parseFromString(scene.svg, "image/svg+xml").documentElement;
  return /** @type {SVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
});
