// A still picture of a board of several layers, seen from a corner; and what the solid that turns shares with it.
import data from "../data.js";
import { isBright } from "./board.js";
import { el, svg } from "../dom.js";
import { Faces, View, lit } from "./solid_faces.js";

/** @typedef {import("./board.js").Board} Board */

export const EDGE = data.palette.ink;
export const GHOST = 0.16; // how much is seen of empty cells when there are pieces

/** @type {Map<string, string>} */
let colours = new Map();

/** Work that is to be done again when the page turns dark or bright. @param {() => void} work */
export function onTheme(work) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", work);
  new MutationObserver(work).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
}
onTheme(() => { colours = new Map(); });

/** A colour of the style sheet as #rrggbb. @param {string} name */
export function named(name) {
  let found = colours.get(name);
  if (!found) {
    const probe = el("span", { hidden: true });
    probe.style.color = `var(--${name})`;
    document.body.append(probe);
    const parts = getComputedStyle(probe).color.match(/[\d.]+/g) ?? ["128", "128", "128"];
    probe.remove();
    found = `#${parts.slice(0, 3).map((part) => Math.round(Number(part)).toString(16).padStart(2, "0")).join("")}`;
    colours.set(name, found);
  }
  return found;
}

/**
 * The axes of a face on the screen for a letter that reads upright: along its lines, and down.
 * @param {Float64Array} at  the corners on the screen
 * @returns {[number, number, number, number]}
 */
export function axesOf(at) {
  let best = 0, most = -Infinity;
  const side = (/** @type {number} */ k) => [at[(2 * k + 2) % 8] - at[2 * k], at[(2 * k + 3) % 8] - at[2 * k + 1]];
  for (let k = 0; k < 4; k++) {
    const [x, y] = side(k);
    if (x - Math.abs(y) * 0.2 > most) [best, most] = [k, x - Math.abs(y) * 0.2];
  }
  const [x, y] = side(best), [dx, dy] = side((best + 1) % 4);
  return x * dy - y * dx > 0 ? [x, y, dx, dy] : [x, y, -dx, -dy];
}

/**
 * A still picture of a solid.
 * @param {Board} board
 * @param {{labels?: boolean}} [options]
 */
export function solidPicture(board, { labels = true } = {}) {
  const faces = new Faces(board, { pieces: 0, layers: 0, shown: board.pieces.length }, named);
  const view = new View(-Math.PI / 4, Math.asin(1 / Math.sqrt(3)));
  const [across, down] = view.room(faces.half).map((half) => half + 0.1);
  const isGhostly = board.pieces.length > 0;
  const nodes = faces.from(view.toward).map((face) => {
    const at = view.flat(face, 1, 0, 0, new Float64Array(8)).map(near);
    const corners = [0, 1, 2, 3].map((k) => `${at[2 * k]} ${at[2 * k + 1]}`);
    const d = `M${corners.join("L")}z`;
    const rim = corners.map((corner, k) => (face.rims & (1 << k) ? `M${corner}L${corners[(k + 1) % 4]}` : "")).join("");
    const group = svg("g", face.piece < 0 && isGhostly ? { opacity: GHOST } : {},
      svg("path", { d, fill: lit(face.colour, view.light(face.direction)), class: "solid-face" }), svg("path", { d: rim, class: "solid-rim" }));
    if (labels && face.text && face.direction === 4) {
      const [a, b, c, e] = axesOf(at);
      group.append(svg("text", {
        transform: `matrix(${[a, b, c, e, (at[0] + at[4]) / 2, (at[1] + at[5]) / 2].map(near).join(" ")})`,
        "font-size": face.text.length > 1 ? 0.9 / face.text.length : 0.55, class: isBright(face.colour) ? "label" : "label bright",
      }, face.text));
    }
    return group;
  });
  return svg("svg", { viewBox: `${-across} ${-down} ${2 * across} ${2 * down}`, class: "board solid-picture" }, ...nodes);
}

/** @param {number} value */
const near = (value) => Math.round(value * 1000) / 1000;
