// The stacking page's tray: the sequence, the rules, and what is held and comes next.
import data from "../data.js";
import { drawAlone } from "../stage/board.js";
import { button, byId, el, isNarrow } from "../dom.js";

/** @typedef {import("../table/store.js").State} State */
/** @typedef {import("../table/table.js").Table} Table */

/** The fields that state the game. */
export const STATED = [
  "sequence",
  "width",
  "board",
  "pieces",
  "no_rotation",
  "height_limit",
  "clear_lines",
  "hold",
  "objective",
  "drop",
];
const LETTERS = "IOTJLSZ";
const NEXT = 6; // pieces that are shown of those that come

const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byId(id));
const all = (/** @type {string} */ selector) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);

/** @param {State} state */
export function showInputs(state) {
  for (const name of STATED) {
    const control = input(name);
    if (control.type === "checkbox") control.checked = state[name];
    else if (document.activeElement !== control) control.value = state[name] ?? "";
  }
  if (state.board || state.pieces) /** @type {HTMLDetailsElement} */ (byId("beginning")).open = true;
  const isPaint = state.mode === "paint";
  for (const each of all("[data-mode]")) {
    each.setAttribute("aria-pressed", String((each.dataset.mode === "paint") === isPaint));
  }
}

/** What is held and what comes next, as pictures. @param {import("./well.js").Well} well */
export function showWaiting(well) {
  const game = well.game;
  if (!game) return;
  /** @param {string} name */
  const small = (name) => {
    const { colour, rotations } = game.pieces[name];
    const drawn = drawAlone({ cells: rotations[0], colour });
    const unit = isNarrow() ? 11 : 17,
      { across, down } = drawn.dataset;
    drawn.style.width = `${unit * Number(across)}px`;
    drawn.style.height = `${unit * Number(down)}px`;
    return drawn;
  };
  const ahead = well.ahead,
    slot = well.slot,
    most = isNarrow() ? 4 : NEXT;
  byId("next").replaceChildren(
    ...ahead.slice(0, most).map(small),
    ahead.length > most ? el("span", { class: "none" }, `+${ahead.length - most}`) : "",
    el("span", { class: "visually-hidden" }, ahead.length ? ahead.slice(0, NEXT).join(" ") : "nothing"),
  );
  byId("slot").replaceChildren(
    slot === null ? el("span", { class: "none" }, game.hold ? "–" : "off") : small(slot),
    el("span", { class: "visually-hidden" }, slot ?? ""),
  );
  byId("length").textContent = `· ${game.sequence.length} pieces`;
}

/** So many pieces out of shuffled bags. @param {number} count @param {string} kinds */
function bags(count, kinds) {
  let found = "";
  while (found.length < count) {
    const bag = [...kinds];
    for (let i = bag.length - 1; i > 0; i--) {
      const j = Math.floor(Math.random() * (i + 1));
      [bag[i], bag[j]] = [bag[j], bag[i]];
    }
    found += bag.join("");
  }
  return found.slice(0, count);
}

/** Let the inputs change the table. @param {Table} table */
export function wireTray({ store }) {
  byId("add").replaceChildren(
    ...LETTERS.split("").map((letter) => {
      const { colour, rotations } = data.stacking.pieces[letter];
      const add = () => store.set({ sequence: store.state.sequence + letter }, { tag: "sequence" });
      const made = button("", add, { "aria-label": `Add ${letter}`, title: `Add ${letter}`, class: "quiet" });
      made.append(drawAlone({ cells: rotations[0], colour }));
      return made;
    }),
  );
  for (const name of ["sequence", "board", "pieces"]) {
    input(name).addEventListener("input", () =>
      store.set({ [name]: input(name).value, ...(name === "sequence" ? {} : { drops: "" }) }, { tag: name }),
    );
  }
  for (const name of ["width", "height_limit"]) {
    input(name).addEventListener("input", () => {
      const value = input(name).value.trim() === "" ? null : Number(input(name).value);
      store.set({ [name]: value, ...(name === "width" ? { drops: "" } : {}) }, { tag: name });
    });
  }
  input("objective").addEventListener("change", () => store.set({ objective: input("objective").value }));
  input("drop").addEventListener("change", () => store.set({ drop: input("drop").value, drops: "" }));
  for (const name of ["hold", "clear_lines", "no_rotation"]) {
    input(name).addEventListener("change", () => store.set({ [name]: input(name).checked, drops: "" }));
  }
  for (const each of all("[data-mode]")) each.addEventListener("click", () => store.set({ mode: each.dataset.mode }));
  for (const each of all("[data-random]")) {
    each.addEventListener("click", () => {
      const [count, kinds = LETTERS] = (each.dataset.random ?? "").split(" ");
      store.set({ sequence: bags(Number(count), kinds), drops: "" });
    });
  }
  byId("less").addEventListener("click", () => {
    const sequence = store.state.sequence.trimEnd();
    store.set({ sequence: / /.test(sequence) ? sequence.replace(/\s*\S+$/, "") : sequence.slice(0, -1) });
  });
}
