// What is done to shapes on the page: brushes, layers and rings. Nothing here draws.
import { COLOURS, NOTHING, blank, fitting, readCode, ringOf, trimmed, writeCode } from "./shapes.js";

/** @typedef {import("./shapes.js").Layers} Layers */
/** @typedef {import("./shapes.js").Place} Place */
/** @typedef {Record<string, any>} Brush  with form and colour */

/** A code without empty layers at its top; what is none as it is. @param {string} code */
export function plain(code) {
  const read = readCode(code);
  return read ? writeCode(trimmed(read)) : code;
}

/** @param {Layers} shape */
export const isBlank = (shape) => shape.flat().every((part) => part === NOTHING);

/** What the brush makes of a part. @param {string} old @param {Brush} brush */
export function brushed(old, { form, colour }) {
  if (form === "-") return NOTHING;
  if (form === "P") return "P-";
  if (form === "paint") return old === NOTHING || old === "P-" ? old : old[0] + colour;
  return form + colour;
}

/**
 * What a key makes of a part; null if it means none.
 * @param {string} key
 * @param {string} old
 * @param {string} colour
 * @param {number} count
 */
export function keyed(key, old, colour, count) {
  const isPainted = old !== NOTHING && old !== "P-";
  if (key === "-" || key === "Backspace" || key === "Delete") return NOTHING;
  if (key === "p") return "P-";
  if (key === "x") return `c${colour}`;
  if (key.length === 1 && ringOf(count).types.includes(key))
    return key + (isPainted && old[1] in COLOURS ? old[1] : colour);
  return key in COLOURS && isPainted ? old[0] + key : null;
}

/** A shape with another part. @param {Layers} layers @param {Place} place @param {string} part @returns {Layers} */
export function withPart(layers, [layer, column], part) {
  return layers.map((each, z) => (z === layer ? each.map((old, i) => (i === column ? part : old)) : each));
}

/** The shape turned by a column, clockwise if by is 1. @param {Layers} layers @param {number} by @returns {Layers} */
export function turned(layers, by) {
  return layers.map((each) => (by > 0 ? [each[each.length - 1], ...each.slice(0, -1)] : [...each.slice(1), each[0]]));
}

/**
 * The layers after something was done to one, and the one to go on with; null if it cannot be done.
 * @param {Layers} layers
 * @param {"add" | "up" | "down" | "turn" | "remove" | "copy"} what
 * @param {number} layer
 * @returns {{layers: Layers, layer: number} | null}
 */
export function edited(layers, what, layer) {
  const next = layers.map((each) => [...each]);
  const count = layers[0].length;
  const full = next.length >= ringOf(count).most;
  if (what === "add") return full ? null : { layers: [...next, blank(count)], layer: next.length };
  if (what === "copy") {
    if (full) return null;
    next.splice(layer + 1, 0, [...next[layer]]);
    return { layers: next, layer: layer + 1 };
  }
  if (what === "turn") {
    next[layer] = turned([next[layer]], 1)[0];
    return { layers: next, layer };
  }
  if (what === "remove") {
    next.splice(layer, 1);
    return { layers: next.length ? next : [blank(count)], layer: Math.max(0, layer - 1) };
  }
  const to = layer + (what === "up" ? 1 : -1);
  if (!next[to]) return null;
  [next[layer], next[to]] = [next[to], next[layer]];
  return { layers: next, layer: to };
}

/** The code of a shape on another ring; what is none as it is. @param {string} code @param {number} count */
export function onRing(code, count) {
  const read = readCode(code);
  if (!read) return code;
  const rows = read.slice(0, ringOf(count).most).map((layer) => [...layer, ...blank(count)].slice(0, count));
  return writeCode(rows.map((layer) => layer.map((part) => fitting(part, count))));
}
