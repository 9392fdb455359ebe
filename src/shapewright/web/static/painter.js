// A board to paint with mouse, finger or keys: layers of rows of characters, the top row first.

export class Painter {
  // options: brush() gives the character to paint, letters says which may be typed, change() is told of every stroke.
  constructor(place, { brush, letters = "", change, empty = ".", label = (layer) => `z=${layer}`, side = null }) {
    Object.assign(this, { place, brush, letters, change, empty, label, side });
    this.layers = [[]];
    this.cursor = [0, 0, 0];
    this.stroke = null;
    place.addEventListener("pointerdown", (event) => this.#begin(event));
    place.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel"]) place.addEventListener(name, () => this.#end());
    place.addEventListener("keydown", (event) => this.#key(event));
  }

  set(layers) {
    this.layers = layers.map((rows) => rows.map((row) => [...row]));
    const height = this.layers[0].length, width = this.layers[0][0]?.length ?? 0;
    this.cursor = [Math.min(this.cursor[0], this.layers.length - 1), Math.min(this.cursor[1], height - 1), Math.min(this.cursor[2], width - 1)];
    this.#draw();
  }

  #draw() {
    const width = Math.max(1, ...this.layers.map((rows) => rows[0]?.length ?? 0));
    const widest = this.side ? this.side : 34;
    const side = Math.max(11, Math.min(widest, Math.floor((Math.min(this.#room(), 420) - 8) / width) - 1));
    this.place.style.setProperty("--side", `${side}px`);
    this.place.replaceChildren(...this.layers.flatMap((rows, z) => {
      const layer = document.createElement("div");
      layer.className = "layer";
      layer.style.gridTemplateColumns = `repeat(${rows[0].length}, ${side}px)`;
      rows.forEach((row, y) => row.forEach((value, x) => {
        const cell = document.createElement("span");
        cell.className = "cell";
        cell.dataset.at = `${z},${y},${x}`;
        this.#fill(cell, value);
        layer.append(cell);
      }));
      if (this.layers.length === 1) return [layer];
      const figure = document.createElement("figure");
      const caption = document.createElement("figcaption");
      caption.textContent = this.label(z);
      figure.append(layer, caption);
      return [figure];
    }));
    this.#mark();
  }

  // The width that there is for all columns, in pixels.
  #room() {
    const around = this.place.parentElement;
    if (!around?.clientWidth) return 380;
    const { paddingLeft, paddingRight } = getComputedStyle(around);
    return around.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  }

  #fill(cell, value) {
    cell.dataset.value = value;
    cell.textContent = value === "#" || value === "." ? "" : value;
  }

  #cell([z, y, x]) { return this.place.querySelector(`[data-at="${z},${y},${x}"]`); }

  #mark() {
    this.place.querySelector(".cursor")?.classList.remove("cursor");
    this.#cell(this.cursor)?.classList.add("cursor");
  }

  paint(at, value) {
    const [z, y, x] = at;
    const row = this.layers[z]?.[y];
    if (!row || row[x] === undefined || row[x] === value) return false;
    row[x] = value;
    this.#fill(this.#cell(at), value);
    return true;
  }

  #begin(event) {
    const cell = event.target.closest("[data-at]");
    if (!cell) return;
    event.preventDefault();
    this.place.focus({ preventScroll: true });
    const brush = this.brush();
    // A second touch with the same brush takes the paint away again.
    this.stroke = cell.dataset.value === brush ? (brush === this.empty ? "#" : this.empty) : brush;
    this.changed = false;
    this.#touch(cell);
  }

  #move(event) {
    if (this.stroke === null) return;
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-at]");
    if (cell && this.place.contains(cell)) this.#touch(cell);
  }

  #touch(cell) {
    this.cursor = cell.dataset.at.split(",").map(Number);
    this.changed = this.paint(this.cursor, this.stroke) || this.changed;
    this.#mark();
  }

  #end() {
    if (this.stroke === null) return;
    this.stroke = null;
    if (this.changed) this.change(this.layers);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [z, y, x] = this.cursor;
    const moves = { ArrowLeft: [z, y, x - 1], ArrowRight: [z, y, x + 1], ArrowUp: [z, y - 1, x], ArrowDown: [z, y + 1, x], PageUp: [z - 1, y, x], PageDown: [z + 1, y, x] };
    const to = moves[event.key];
    if (to) {
      event.preventDefault();
      if (this.layers[to[0]]?.[to[1]]?.[to[2]] !== undefined) { this.cursor = to; this.#mark(); }
      return;
    }
    let value = null;
    if (event.key === " " || event.key === "Enter") value = this.layers[z][y][x] === this.brush() ? this.empty : this.brush();
    else if (event.key.length === 1 && this.letters.includes(event.key)) value = event.key;
    if (value === null) return;
    event.preventDefault();
    if (this.paint(this.cursor, value)) this.change(this.layers);
  }
}

// Art as rows joined by "/" and layers by "//", or a size; null if it is neither.
export function readArt(text, characters) {
  const size = text.trim().toLowerCase().replaceAll("×", "x").match(/^(\d{1,3})x(\d{1,3})(?:x(\d{1,3}))?$/);
  if (size) {
    const [width, height, depth] = [size[1], size[2], size[3] ?? 1].map(Number);
    if (!width || !height || !depth || width * height * depth > 4096) return null;
    return box(width, height, depth);
  }
  const layers = text.trim().replaceAll("\n\n", "//").replaceAll("\n", "/").split("//").filter(Boolean)
    .map((layer) => layer.split("/").map((row) => [...row.replaceAll(" ", ".")]));
  if (!layers.length || layers.flat(2).some((character) => !characters.includes(character))) return null;
  const width = Math.max(...layers.flat().map((row) => row.length)), height = Math.max(...layers.map((rows) => rows.length));
  if (!width || width * height * layers.length > 4096) return null;
  for (const rows of layers) {
    while (rows.length < height) rows.unshift([]);
    for (const row of rows) while (row.length < width) row.push(".");
  }
  return layers;
}

export function writeArt(layers) {
  const flat = layers.flat(2);
  const [width, height, depth] = [layers[0][0].length, layers[0].length, layers.length];
  if (flat.every((character) => character === "#")) return depth > 1 ? `${width}x${height}x${depth}` : `${width}x${height}`;
  return layers.map((rows) => rows.map((row) => row.join("")).join("/")).join("//");
}

export function box(width, height, depth = 1, value = "#") {
  return Array.from({ length: depth }, () => Array.from({ length: height }, () => Array(width).fill(value)));
}
