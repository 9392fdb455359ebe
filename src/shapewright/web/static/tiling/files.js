// Puzzles from elsewhere and to elsewhere: files and pasted text, the puzzle in other notations, a piece drawn by hand.
import { ask, askIn, save } from "../doors/ask.js";
import { box } from "../stage/art.js";
import { button, byId, el, toast } from "../dom.js";
import { planeOf } from "../stage/plane.js";
import { boardFields, latticeOf, layersOf, stating } from "./puzzle.js";
import { Stage } from "../stage/stage.js";
import { counted } from "./tray.js";

/** @typedef {import("../table/table.js").Table} Table */

const MOST_BYTES = 500_000;
const PAD = [6, 5];
const SAVED = [[".txt", "Text"], [".dlx", "DLX"], [".xmpuzzle", "BurrTools"], [".svg", "Picture"]];

/**
 * What the tray offers besides board and pieces.
 * @param {Table} table
 * @param {(piece: string) => void} add  a piece that was drawn, as a piece list says it
 * @returns {(lattice: string) => void}  pieces are drawn on this lattice from now on
 */
export function wireFiles(table, add) {
  const text = /** @type {HTMLTextAreaElement} */ (byId("whole-text"));
  const file = /** @type {HTMLInputElement} */ (byId("whole-file"));
  byId("whole-open").addEventListener("click", () => {
    if (text.value.trim()) take(table, { puzzle: text.value, puzzle_file: "" });
    else toast("Paste a puzzle first, or choose a file");
  });
  file.addEventListener("change", () => { if (file.files?.[0]) open(table, file.files[0]); file.value = ""; });
  const drop = document.body;
  drop.addEventListener("dragover", (event) => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault(); });
  drop.addEventListener("drop", (event) => {
    const given = event.dataTransfer?.files[0];
    if (!given) return;
    event.preventDefault();
    open(table, given);
  });
  byId("saves").replaceChildren(...SAVED.map(([suffix, label]) => button(label, async () => {
    const parameters = table.store.parameters(stating(table.store.state));
    try {
      const { view } = await ask("tiling", "show", parameters, { wait: 2 });
      await save("tiling", "show", parameters, view, suffix);
    } catch (error) {
      toast(/** @type {Error} */ (error).message);
    }
  }, { class: "quiet small", data: { puzzle: suffix } })));
  return wirePad(add);
}

/** @param {Table} table @param {File} file */
async function open(table, file) {
  if (file.size > MOST_BYTES) { toast("The studio takes files of up to 500 kB"); return; }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isText = !/\.xmpuzzle$/i.test(file.name) && !bytes.includes(0);
  if (isText) take(table, { puzzle: new TextDecoder().decode(bytes), puzzle_file: "" });
  else take(table, { puzzle: "", puzzle_file: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) });
}

/**
 * Take a whole puzzle over: as board and pieces if they can say it all, else as it is.
 * @param {Table} table
 * @param {{puzzle: string, puzzle_file: string}} given
 */
async function take(table, given) {
  const place = byId("whole-said");
  place.textContent = "";
  try {
    const found = await askIn("whole", "tiling", "show", { ...table.store.parameters(["problem"]), ...(given.puzzle ? { puzzle: given.puzzle } : { puzzle_file: given.puzzle_file }), brief: true });
    if (found === null) return;
    const fields = stated(found.view.editor);
    table.store.set({ ...table.store.initial, ...(fields ?? { ...given, problem: table.store.state.problem }) }, { push: true });
    toast(fields ? "The puzzle is on the board" : "The puzzle is open");
  } catch (error) {
    place.textContent = /** @type {Error} */ (error).message;
    if (given.puzzle) table.faults.refuse(/** @type {HTMLTextAreaElement} */ (byId("whole-text")), place.textContent);
  }
}

/** The fields that state what an editor holds, null if they cannot say it all. @param {any} editor */
export function stated(editor) {
  const pieces = (editor?.pieces ?? []).map(counted).join(", ");
  const drawn = { board: editor?.board ?? "", hole: [], hole_box: [], optional: [] };
  const layers = editor?.board && editor.whole && pieces.length <= 10_000 ? layersOf(drawn) : null;
  if (!layers) return null;
  return {
    ...boardFields(layers, latticeOf(drawn)), pieces, fixed: editor.fixed, given: editor.fixed.length,
    puzzle: "", puzzle_file: "", problem: null,
  };
}

/** A pad on which a piece is drawn. @param {(piece: string) => void} add */
function wirePad(add) {
  let lattice = "";
  let [across, down] = PAD;
  let rows = box(across, down, 1, ".")[0];
  const empty = () => {
    const { unit, rest } = planeOf(lattice)?.stated ?? { unit: [1, 1], rest: 0 };
    [across, down] = PAD.map((cells, axis) => (unit[axis] > 1 ? Math.ceil(cells / 2) * unit[axis] : cells) + rest);
    rows = box(across, down, 1, ".")[0];
  };
  /** @type {string | null} */
  let value = null;
  /** @param {import("../stage/stage.js").Press} at */
  const paint = ({ cell: [x, y], inside }) => {
    if (!inside || value === null) return;
    rows[down - 1 - y][x] = value;
    draw();
  };
  const pad = new Stage(byId("pad"), {
    label: "A new piece: arrow keys move, space paints",
    press: (at) => { value = at.inside ? (rows[down - 1 - at.cell[1]][at.cell[0]] === "#" ? "." : "#") : null; paint(at); return true; },
    move: paint,
    release: () => { value = null; },
    name: ([x, y]) => (rows[down - 1 - y][x] === "#" ? "painted" : "empty"),
  });
  pad.paints = true;
  const draw = () => {
    const plane = planeOf(lattice);
    const all = rows.flatMap((row, from) => row.map((each, x) => ({ each, cell: [x, down - 1 - from] }))).filter(({ cell }) => plane?.isPlace(cell) ?? true);
    const painted = all.filter(({ each }) => each === "#").map(({ cell }) => cell);
    pad.show({
      kind: "board", size: [across, down], cells: all.filter(({ each }) => each !== "#").map(({ cell }) => cell),
      pieces: painted.length ? [{ cells: painted, colour: "#8cb0fb", id: "new" }] : [], ...(plane ? { lattice } : {}),
    });
  };
  byId("pad-add").addEventListener("click", () => {
    const used = rows.filter((row) => row.includes("#"));
    if (!used.length) { toast("Paint the cells of the piece first"); return; }
    // A triangle keeps its kind: of the columns and rows below it whole periods are left out.
    const [wide, high] = planeOf(lattice)?.stated.period ?? [1, 1];
    const below = rows.length - 1 - rows.indexOf(/** @type {string[]} */ (used.at(-1)));
    const inside = rows.slice(rows.indexOf(used[0]), rows.length - (below - (below % high)));
    const columns = inside[0].map((_, x) => inside.some((row) => row[x] === "#"));
    const [first, to] = [columns.indexOf(true), columns.lastIndexOf(true) + 1], from = first - (first % wide);
    const number = Number(/** @type {HTMLInputElement} */ (byId("pad-count")).value) || 1;
    const art = (lattice && `${lattice}:`) + inside.map((row) => row.slice(from, to).join("")).join("/");
    add(number > 1 ? `${number}*${art}` : art);
    empty();
    draw();
  });
  draw();
  return (/** @type {string} */ name) => {
    if (name === lattice) return;
    lattice = name;
    empty();
    draw();
  };
}

/** A chip that puts something into the page. @param {string} label @param {() => void} act */
export const chip = (label, act) => el("button", { type: "button", class: "chip", onclick: act }, label);
