// Painting the board: brushes, strokes, keys, what its cells are, its size and layers, and the same as text.
import data from "../data.js";
import { button, byId, el, hide, write } from "../dom.js";
import { isSolid, layerName, planeOf } from "../stage/plane.js";
import { LETTERS, at as valueAt, boardFields, copied, isUnknown, isWhole, latticeOf, layersOf, put, resized, sidesOf, stillThere } from "./puzzle.js";

/** @typedef {import("../stage/board.js").Cell} Cell */
/** @typedef {import("../table/store.js").State} State */
/** @typedef {import("../table/table.js").Table} Table */

/** @param {string} name */
const isOfSquares = (name) => !planeOf(layerName(name, 0));

/**
 * A puzzle of other cells: squares keep board and pieces when their sides are glued or cut, others begin with their own.
 * @param {State} state
 * @param {string} name  of the lattice
 * @returns {State}
 */
function begun(state, name) {
  const layers = isWhole(state) ? null : layersOf(state), before = latticeOf(state);
  const fresh = { fixed: [], given: 0, puzzle: "", puzzle_file: "", problem: null };
  if (layers && layers.length === 1 && isOfSquares(before) && isOfSquares(name)) return { ...fresh, ...boardFields(layers, name) };
  const { board, sets } = data.tiling.lattices.find((/** @type {{name: string}} */ each) => each.name === name);
  const pieces = isOfSquares(name) && isOfSquares(before) ? state.pieces : (sets[0] ?? data.tiling.sets[0]).text;
  return { ...fresh, board, pieces, hole: [], hole_box: [], optional: [] };
}

/**
 * The controls of the board; what the stage does with it while it is painted.
 * @param {Table} table
 * @param {(act: () => void) => void} after  when no stroke lasts
 */
export function wireBoard(table, after) {
  const { store } = table;
  /** @type {string | null} */
  let brush = null;
  /** @type {string | null} */
  let stroke = null;
  let strokes = 0;
  /** The board as a stroke has it, until the page says so. @type {import("./puzzle.js").Layers | null} */
  let painted = null;
  const letter = /** @type {HTMLSelectElement} */ (byId("letter"));
  letter.replaceChildren(...[...LETTERS].map((each) => el("option", { value: each, selected: each === "r" }, each)));

  const layersNow = () => (isWhole(store.state) ? null : layersOf(store.state));
  /** @param {Cell} cell @returns {Cell} */
  const inLayer = (cell) => {
    const layers = layersNow();
    const isDeep = layers && (layers.length > 1 || isSolid(latticeOf(store.state)));
    return isDeep ? [cell[0], cell[1], Math.min(store.state.layer ?? 0, layers.length - 1)] : cell;
  };
  const value = () => (brush === "letter" ? letter.value : brush);

  /** @param {Cell} cell @param {string} character */
  function paint(cell, character) {
    const layers = painted ?? layersNow();
    if (!layers || valueAt(layers, cell) === "" || valueAt(layers, cell) === character) return;
    painted ??= copied(layers);
    put(painted, cell, character);
  }

  function tell() {
    const layers = painted;
    if (!layers) return;
    painted = null;
    store.set({ ...boardFields(layers, latticeOf(store.state)), fixed: stillThere(store.state.fixed, layers) }, { tag: `stroke ${strokes}` });
  }

  /** @param {string | null} name */
  function choose(name) {
    brush = name;
    for (const each of document.querySelectorAll("[data-brush]")) each.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (each).dataset.brush === name));
    byId("stage").classList.toggle("paints", store.state.mode === "play" || brush !== null);
  }
  for (const each of document.querySelectorAll("[data-brush]")) {
    const name = /** @type {HTMLElement} */ (each).dataset.brush ?? null;
    each.addEventListener("click", () => choose(brush === name ? null : name));
  }
  letter.addEventListener("change", () => choose("letter"));

  // --- Lattice, size and text --------------------------------------------------------------------------------------------------

  const lattice = /** @type {HTMLSelectElement} */ (byId("lattice"));
  lattice.replaceChildren(...data.tiling.lattices.map((/** @type {{name: string, label: string}} */ { name, label }) => el("option", { value: name }, label)));
  lattice.addEventListener("change", () => store.set(begun(store.state, lattice.value)));
  const [width, height, depth] = ["width", "height", "depth"].map((id) => /** @type {HTMLInputElement} */ (byId(id)));
  /** The board as its size was changed last; holes in it may be wanted no more. */
  let kept = "";
  for (const each of [width, height, depth]) {
    each.addEventListener("change", () => {
      if (isUnknown(store.state)) return; // it is not known yet what there is to keep
      const layers = layersNow() ?? [[["#"]]], lattice = latticeOf(store.state);
      const sides = [width, height, depth].map((input) => input.valueAsNumber || 1);
      const made = resized(layers, sides, lattice), fields = boardFields(made, lattice);
      const isFlat = made.length > 1 === layers.length > 1;
      kept = fields.board;
      store.set({ ...fields, fixed: isFlat ? stillThere(store.state.fixed, made) : [], puzzle: "", puzzle_file: "" });
    });
  }
  /** @param {import("./puzzle.js").Layers} layers @param {(value: string) => string} by */
  function fill(layers, by) {
    const lattice = latticeOf(store.state), made = layers.map((rows) => rows.map((row) => row.map(by)));
    store.set(boardFields(resized(made, sidesOf(made, lattice), lattice), lattice));
  }
  byId("fill-holes").addEventListener("click", (event) => {
    const layers = layersNow();
    if (layers) fill(layers, (value) => (value === "." ? "#" : value));
    if (!event.detail) width.focus(); // by a key, which would be left with nothing
  });
  /** @param {State} state @param {import("./puzzle.js").Layers | null} layers */
  function showKept(state, layers) {
    const isHole = (/** @type {string} */ value, /** @type {Cell} */ [x, y, z]) => value === "." && (planeOf(layerName(latticeOf(state), z))?.isPlace([x, y]) ?? true);
    const holes = layers && state.board === kept
      ? layers.flatMap((rows, z) => rows.flatMap((row, down) => row.filter((value, x) => isHole(value, [x, rows.length - 1 - down, z])))).length : 0;
    hide(byId("kept"), !holes);
    if (holes) write(byId("kept-holes"), `The board keeps its ${holes === 1 ? "hole" : `${holes} holes`}.`);
  }
  byId("refill").addEventListener("click", () => {
    const layers = layersNow();
    if (layers) fill(layers, () => "#");
  });
  const texts = ["board", "pieces"].map((name) => /** @type {[string, HTMLInputElement]} */ ([name, byId(`${name}-text`)]));
  for (const [name, input] of texts) {
    input.addEventListener("input", () => store.set({
      [name]: input.value, ...(name === "board" ? { hole: [], hole_box: [], optional: [] } : {}), fixed: [], given: 0, puzzle: "", puzzle_file: "",
    }, { tag: `${name} text` }));
  }

  return {
    get brush() { return brush; },

    /** The inputs as the fields are. @param {State} state */
    show(state) {
      const layers = layersNow();
      after(() => {
        for (const [name, input] of texts) if (document.activeElement !== input && input.value !== state[name]) input.value = state[name];
        texts[0][1].ariaInvalid = String(!layers && state.board !== "");
      });
      const size = layers ? sidesOf(layers, latticeOf(state)) : null, count = layers?.length ?? 1;
      lattice.value = latticeOf(state);
      hide(/** @type {HTMLElement} */ (depth.parentElement), lattice.value !== "" && !isSolid(lattice.value));
      if (size) [width, height, depth].forEach((input, axis) => { if (document.activeElement !== input && input.value !== String(size[axis])) input.value = String(size[axis]); });
      showKept(state, layers);
      const tabs = byId("layers");
      hide(tabs, count === 1);
      if (count === 1) return;
      const chosen = Math.min(state.layer ?? 0, count - 1);
      if (tabs.dataset.shown === `${chosen} of ${count}`) return;
      tabs.dataset.shown = `${chosen} of ${count}`;
      tabs.replaceChildren(el("span", { class: "note" }, "Layer"), ...Array.from({ length: count }, (_, z) => button(String(z + 1), () => store.set({ layer: z }), {
        "aria-pressed": String(z === chosen), "aria-label": `Layer ${z + 1} of ${count}, from below`,
      })));
    },

    /** @param {import("../stage/stage.js").Press} at */
    press(at) {
      const layers = layersNow();
      if (!at.inside || !layers) return false;
      strokes += 1;
      const before = valueAt(layers, inLayer(at.cell)), chosen = value();
      stroke = at.second ? "#" : chosen === null ? (before === "." ? "#" : ".") : before === chosen ? "#" : chosen;
      paint(inLayer(at.cell), stroke);
      tell();
      return true;
    },
    /** @param {import("../stage/stage.js").Press} at */
    move(at) { if (stroke !== null && at.inside) paint(inLayer(at.cell), stroke); },
    /** All that came together was painted. */
    moved() { tell(); },
    release() { stroke = null; },

    /** @param {KeyboardEvent} event @param {Cell} cursor */
    key(event, cursor) {
      if (event.key.length !== 1 || !`#.?${LETTERS}`.includes(event.key)) return false;
      strokes += 1;
      paint(inLayer(cursor), event.key);
      tell();
      return true;
    },
  };
}
