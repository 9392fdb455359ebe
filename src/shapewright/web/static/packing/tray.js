// The packing page's tray: what is packed, into what, and a round's number.
import { readArt } from "../stage/art.js";
import { byId, hide, toast, write } from "../dom.js";

/** @typedef {import("../table/store.js").State} State */

export const SIZE = /^\s*(\d{1,4})\s*[x×]\s*(\d{1,4})\s*$/i;
const TEXTS = ["bag", "pieces", "board"];
const NUMBERS = ["random", "seed", "width"];
const FLAGS = ["even_t", "cover_corner", "best_subset"];

const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byId(id));
const all = (/** @type {string} */ selector) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);

/** Into what: a board, this box, or the best one. @param {State} state */
export const into = (state) => (state.board ? "board" : state.box ? "box" : "best");

/** Nothing is written that stands there already. @param {HTMLInputElement} control @param {any} value */
function fill(control, value) {
  const words = String(value ?? "");
  if (document.activeElement !== control && control.value !== words) control.value = words;
}

/** @param {State} state */
export function showInputs(state) {
  for (const name of [...TEXTS, ...NUMBERS, "objective"]) fill(input(name), state[name]);
  for (const name of FLAGS) input(name).checked = state[name];
  fill(input("round-seed"), state.round);
  const isRound = state.mode === "round";
  const ground = into(state);
  for (const each of all("[data-mode]"))
    each.setAttribute("aria-pressed", String((each.dataset.mode === "round") === isRound));
  for (const each of all("[data-into]")) each.setAttribute("aria-pressed", String(each.dataset.into === ground));
  for (const each of all("[data-part]")) hide(each, each.dataset.part !== ground);
  const [, width = "", height = ""] = state.box.match(SIZE) ?? [];
  fill(input("box-width"), width);
  fill(input("box-height"), height);
  hide(byId("of-strip"), state.objective !== "strip");
  for (const id of ["of-pack", "asks"]) hide(byId(id), isRound);
  for (const id of ["of-round", "rack", "fill", "clear", "how"]) hide(byId(id), !isRound);
  for (const id of ["feasible", "chances"]) hide(byId(id), ground !== "box");
  hide(byId("bins"), ground === "best");
  hide(byId("repair"), !state.packing);
  write(byId("keep"), state.packing ? "Forget the kept packing" : "Keep this packing");
  byId("sliders").classList.toggle("off", Boolean(state.pieces.trim()));
  if (state.random) /** @type {HTMLDetailsElement} */ (byId("drawn")).open = true;
  if (state.pieces) /** @type {HTMLDetailsElement} */ (byId("other")).open = true;
}

/**
 * Let the inputs change the table.
 * @param {import("../table/table.js").Table} table
 * @param {() => any} last  the live answer
 */
export function wireTray({ store, answers }, last) {
  for (const name of TEXTS) {
    input(name).addEventListener("input", () => {
      const given = input(name).value;
      store.set({ [name]: given, ...(name === "bag" ? { random: null, pieces: "" } : {}) }, { tag: name });
    });
  }
  for (const name of NUMBERS) {
    input(name).addEventListener("input", () => {
      const value = input(name).value.trim() === "" ? null : Number(input(name).value);
      store.set({ [name]: value, ...(name === "random" ? { pieces: "" } : {}) }, { tag: name });
    });
  }
  for (const name of FLAGS) {
    input(name).addEventListener("change", () => store.set({ [name]: input(name).checked }));
  }
  input("objective").addEventListener("change", () => {
    const objective = input("objective").value;
    store.set({ objective, ...(objective === "strip" && !store.state.width ? { width: 8 } : {}) });
  });
  for (const id of ["box-width", "box-height"]) {
    input(id).addEventListener("input", () => {
      const [width, height] = [input("box-width").value, input("box-height").value];
      if (width && height) store.set({ box: `${width}x${height}` }, { tag: "box" });
    });
  }
  for (const each of all("[data-pieces]")) {
    each.addEventListener("click", () => store.set({ pieces: each.dataset.pieces, random: null }));
  }
  for (const each of all("[data-mode]")) {
    each.addEventListener("click", () => {
      answers.clear();
      store.set({ mode: each.dataset.mode }, { push: true });
    });
  }
  byId("into").addEventListener("click", (event) => {
    const chosen = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-into]"))
      ?.dataset.into;
    if (!chosen || chosen === into(store.state)) return;
    const size = last()?.packing?.width ? `${last().packing.width}x${last().packing.height}` : "16x16";
    const none = { box: "", board: "", hole: [], hole_box: [], fixed: [], best_subset: false };
    if (chosen === "box") store.set({ ...none, box: size, objective: "" });
    else if (chosen === "board") {
      const board = readArt(size, "#.") ? size : "9x9"; // a bag rarely has the very cells of a board
      store.set({ ...none, board, best_subset: true, objective: "", cover_corner: false });
    } else store.set(none);
  });
  byId("another").addEventListener("click", () => {
    const { random, seed } = store.state;
    store.set({ random: random ?? 64, seed: random ? (seed ?? 0) + 1 : (seed ?? 0), pieces: "" });
  });
  byId("keep").addEventListener("click", () => {
    if (store.state.packing) store.set({ packing: "" });
    else if (last()?.packing?.placements?.length) {
      store.set({ packing: JSON.stringify(last().packing) });
      toast("Kept. Choose another bag, then change the packing to it");
    } else toast("There is no packing on the stage yet");
  });
  input("round-seed").addEventListener("change", () =>
    store.set({ round: Math.max(0, Number(input("round-seed").value) || 0), laid: [] }),
  );
  byId("new-round").addEventListener("click", () =>
    store.set({ round: Math.floor(Math.random() * 1e6), at: 1, laid: [] }, { push: true }),
  );
  byId("clear").addEventListener("click", () => store.set({ laid: [] }));
}
