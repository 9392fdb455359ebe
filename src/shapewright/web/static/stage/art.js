// Boards as text: layers of rows of characters, the top row first.

// Art as rows joined by "/" and layers by "//", or a size; null if it is neither.
/**
 * @param {string} text
 * @param {string} characters
 * @returns {string[][][] | null}
 */
export function readArt(text, characters) {
  const size = text.trim().toLowerCase().replaceAll("×", "x").match(/^(\d{1,3})x(\d{1,3})(?:x(\d{1,3}))?$/);
  if (size) {
    const [width, height, depth] = [size[1], size[2], size[3] ?? 1].map(Number);
    if (!width || !height || !depth || width * height * depth > 4096) return null;
    return box(width, height, depth);
  }
  /** @type {string[][][]} */
  const layers = [];
  let isBetween = true; // blank rows separate layers, however many there are: see read_art in cells/grid.py
  for (const row of text.split(/\r?\n|\//)) {
    if (row.trim() && isBetween) layers.push([]);
    isBetween = !row.trim();
    if (!isBetween) layers[layers.length - 1].push([...row.trimEnd().replaceAll(" ", ".")]);
  }
  if (!layers.length || layers.flat(2).some((character) => !characters.includes(character))) return null;
  const width = Math.max(...layers.flat().map((row) => row.length)), height = Math.max(...layers.map((rows) => rows.length));
  if (!width || width * height * layers.length > 4096) return null;
  for (const rows of layers) {
    while (rows.length < height) rows.unshift([]);
    for (const row of rows) while (row.length < width) row.push(".");
  }
  return layers;
}

/** Layers as text; a full box by its size, unless that would say something else. @param {string[][][]} layers @param {boolean} [bySize] */
export function writeArt(layers, bySize = true) {
  const flat = layers.flat(2);
  const [width, height, depth] = [layers[0][0].length, layers[0].length, layers.length];
  if (bySize && flat.every((character) => character === "#")) return depth > 1 ? `${width}x${height}x${depth}` : `${width}x${height}`;
  return layers.map((rows) => rows.map((row) => row.join("")).join("/")).join("//");
}

/** Layers of rows of one character. @param {number} width @param {number} height @param {number} [depth] @param {string} [value] @returns {string[][][]} */
export function box(width, height, depth = 1, value = "#") {
  return Array.from({ length: depth }, () => Array.from({ length: height }, () => Array(width).fill(value)));
}
