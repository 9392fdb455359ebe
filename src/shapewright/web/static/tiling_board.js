// Painting the board: brushes, strokes, keys, its size and layers, and the same as text.
import { button, byId, el, hide, toast, write } from "./dom.js";
import { LETTERS, at as valueAt, boardFields, copied, isWhole, layersOf, put, resized, sizeOf, stillThere } from "./tiling_puzzle.js";

/** @typedef {import("./board.js").Cell} Cell */
/** @typedef {import("./store.js").State} State */
/** @typedef {import("./table.js").Table} Table */

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
  /** The board as a stroke has it, until the page says so. @type {import("./tiling_puzzle.js").Layers | null} */
  let painted = null;
  const letter = /** @type {HTMLSelectElement} */ (byId("letter"));
  letter.replaceChildren(...[...LETTERS].map((each) => el("option", { value: each, selected: each === "r" }, each)));

  const layersNow = () => (isWhole(store.state) ? null : layersOf(store.state));
  /** @param {Cell} cell @returns {Cell} */
  const inLayer = (cell) => {
    const layers = layersNow();
    return layers && layers.length > 1 ? [cell[0], cell[1], Math.min(store.state.layer ?? 0, layers.length - 1)] : cell;
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
    store.set({ ...boardFields(layers), fixed: stillThere(store.state.fixed, layers) }, { tag: `stroke ${strokes}` });
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

  // --- Size and text --------------------------------------------------------------------------------------------------

  const [width, height, depth] = ["width", "height", "depth"].map((id) => /** @type {HTMLInputElement} */ (byId(id)));
  /** The board as its size was changed last; holes in it may be wanted no more. */
  let kept = "";
  for (const each of [width, height, depth]) {
    each.addEventListener("change", () => {
      const layers = layersNow() ?? [[["#"]]];
      if (!(Number.isInteger(each.valueAsNumber) && each.validity.valid)) {
        toast(`A board has 1 to ${each.max} ${{ width: "columns", height: "rows", depth: "layers" }[each.id]}`);
        each.value = String(sizeOf(layers)[[width, height, depth].indexOf(each)]);
        return;
      }
      const [w, h, d] = [width, height, depth].map((input) => input.valueAsNumber || 1);
      const made = resized(layers, w, h, d), fields = boardFields(made);
      const isFlat = made.length > 1 === layers.length > 1;
      kept = fields.board;
      store.set({ ...fields, fixed: isFlat ? stillThere(store.state.fixed, made) : [], puzzle: "", puzzle_file: "" });
    });
  }
  byId("fill-holes").addEventListener("click", (event) => {
    const layers = layersNow();
    if (layers) store.set(boardFields(layers.map((rows) => rows.map((row) => row.map((value) => (value === "." ? "#" : value))))));
    if (!event.detail) width.focus(); // by a key, which would be left with nothing
  });
  /** @param {State} state @param {import("./tiling_puzzle.js").Layers | null} layers */
  function showKept(state, layers) {
    const holes = layers && state.board === kept ? layers.flat(2).filter((value) => value === ".").length : 0;
    hide(byId("kept"), !holes);
    if (holes) write(byId("kept-holes"), `The board keeps its ${holes === 1 ? "hole" : `${holes} holes`}.`);
  }
  byId("refill").addEventListener("click", () => {
    const layers = layersNow();
    if (layers) store.set(boardFields(layers.map((rows) => rows.map((row) => row.map(() => "#")))));
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
      const size = layers ? sizeOf(layers) : null;
      if (size) [width, height, depth].forEach((input, axis) => { if (document.activeElement !== input && input.value !== String(size[axis])) input.value = String(size[axis]); });
      showKept(state, layers);
      const tabs = byId("layers");
      hide(tabs, !size || size[2] === 1);
      if (!size || size[2] === 1) return;
      const chosen = Math.min(state.layer ?? 0, size[2] - 1);
      if (tabs.dataset.shown === `${chosen} of ${size[2]}`) return;
      tabs.dataset.shown = `${chosen} of ${size[2]}`;
      tabs.replaceChildren(el("span", { class: "note" }, "Layer"), ...Array.from({ length: size[2] }, (_, z) => button(String(z + 1), () => store.set({ layer: z }), {
        "aria-pressed": String(z === chosen), "aria-label": `Layer ${z + 1} of ${size[2]}, from below`,
      })));
    },

    /** @param {import("./stage.js").Press} at */
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
    /** @param {import("./stage.js").Press} at */
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
