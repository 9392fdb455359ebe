// The tiling page: a board to paint, pieces to lay by hand, and what is true of them.
import data from "../data.js";
import { Answering } from "./answers.js";
import { askIn } from "../doors/ask.js";
import { layerOf } from "../stage/board.js";
import { byId, el, hide, isNarrow, toast, write } from "../dom.js";
import { chip, stated, wireFiles } from "./files.js";
import { wireBoard } from "./board.js";
import { Hand } from "./hand.js";
import { Options } from "../table/options.js";
import { isSolid, layerName, planeOf } from "../stage/plane.js";
import { Game } from "./play.js";
import { PUZZLE, figureOf, isUnknown, isWhole, laidOf, latticeOf, layersOf, learn, readable, sidesOf, stating, stillThere } from "./puzzle.js";
import { seen } from "./seen.js";
import { Solid } from "../stage/solid.js";
import { Stage } from "../stage/stage.js";
import { list, text, view, whole } from "../table/store.js";
import { Table } from "../table/table.js";
import { Tray } from "./tray.js";

/** @typedef {import("../table/store.js").State} State */

const CENTRE = "########/########/########/###..###/###..###/########/########/########";
const FEW = 12; // tilings that are looked at while one paints
const MODES = ["mode", "puzzle", "puzzle_file"]; // what decides what can be done on the page
const NAMES = /** @type {Record<string, string>} */ ({ paint: "painting", play: "playing", solve: "solutions" });

/** @type {Stage} */
const stage = new Stage(byId("stage"), {
  label: "The board: arrow keys move",
  press: (at) => (mode() === "play" ? hand.press(at) : mode() === "paint" && board.press(at)),
  move: (at) => { if (mode() === "paint") board.move(at); },
  moved: () => board.moved(),
  release: () => board.release(),
  hover: (at) => hand.hover(at),
  key: (event, cursor) => (mode() === "play" ? hand.key(event, cursor) : mode() === "paint" && board.key(event, cursor)),
});

/** @type {Table} */
export const table = new Table({
  name: "tiling",
  fields: {
    board: text(CENTRE), hole: list(), hole_box: list(), optional: list(), pieces: text("pentominoes"), fixed: list(), given: whole(0),
    puzzle: text(), puzzle_file: text(), problem: whole(),
    mode: view(text("paint")), layer: view(whole(0)),
  },
  live: (state) => {
    if (!isWhole(state) && !(state.board && state.pieces)) return { words: "A puzzle is a board and pieces." };
    return { question: "glance", parameters: { ...table.store.parameters(stating(state)), limit: FEW } };
  },
  parameters: (question, state) => {
    const stated = stating(state);
    return Object.fromEntries(Object.entries(table.stated(question)).filter(([name]) => !PUZZLE.includes(name) || stated.includes(name)));
  },
  subject: PUZZLE,
  changed, told,
  verdict: (found, state) => answering.verdict(found, state),
  stage: (picture) => answering.choose(picture),
  answered: (found) => { answering.answered(found); options.showAnswer(); },
  refused: (words) => options.mark(words),
  labels: { list: "All tilings", count: "Counting them all", random: "A random tiling", unique: "Is it the only one?", explain: "Is there one, and why not?", solve: "Searching for a tiling", make: "Making puzzles", set: "Gathering all tilings", takeapart: "Taking assemblies apart", cheapest: "Searching for the cheapest covers" },
});
const options = new Options(byId("more"), table, "count", ["solve"]);

const tray = new Tray(byId("pieces"), {
  pick: (piece) => hand.pick(piece),
  drag: (piece, event) => hand.drag(piece, event),
  count: (pieces, names) => {
    tray.show(pieces);
    table.store.set({ pieces: names, fixed: withinCounts(pieces) }, { tag: "count" });
  },
});
const board = wireBoard(table, (act) => stage.after("board", act));
/** @type {Hand} */
const hand = new Hand({ table, stage, tray, game, layer, draw, play: () => setMode("play"), solution });
const answering = new Answering({ table, game, draw, after: (act) => stage.after("answers", act), show: setMode, mode, known: () => hand.told() });

const problem = /** @type {HTMLInputElement} */ (byId("problem"));

/** A tiling that goes on from what lies there, null if none is known; undefined while one is looked for. */
function solution() { return seen.fresh && (answering.solution || !answering.looksOn) ? answering.solution : undefined; }

/** @returns {string} */
function mode() { return table.store.state.mode; }
/** @param {string} name */
function setMode(name) { table.store.set({ mode: name }); }

/** The layer that is painted and played on; null on a flat board. @returns {number | null} */
function layer() {
  const layers = layersNow();
  return layers && (layers.length > 1 || isSolid(latticeOf(table.store.state))) ? Math.max(0, Math.min(layers.length - 1, table.store.state.layer ?? 0)) : null;
}

function layersNow() {
  const { state } = table.store;
  return isWhole(state) ? null : layersOf(state);
}

/** The game as it stands; null without a board. */
function game() {
  const layers = layersNow();
  return layers && new Game(layers, seen.pieces, table.store.state.fixed, table.store.state.given ?? 0);
}

/** What lies there, without what there are too many of now. @param {import("./tray.js").TrayPiece[]} pieces */
function withinCounts(pieces) {
  const { fixed } = table.store.state;
  /** @type {Map<string, number>} */
  const left = new Map(pieces.map(({ name, maximum }) => [name, maximum ?? Infinity]));
  return fixed.filter((/** @type {string} */ _, /** @type {number} */ index) => {
    const { name } = laidOf(fixed)[index];
    left.set(name, (left.get(name) ?? 0) - 1);
    return /** @type {number} */ (left.get(name)) >= 0;
  });
}

// --- Changes ----------------------------------------------------------------------------------------------------------

/** @param {State} state @param {Set<string>} names */
function changed(state, names) {
  const puzzle = PUZZLE.some((name) => names.has(name));
  if (puzzle) {
    seen.fresh = false;
    seen.reason = false;
    seen.marks = [];
    byId("answer").classList.add("old"); // the next answer takes it away
    hand.drop();
  }
  if (["pieces", "board", "puzzle", "puzzle_file", "problem"].some((name) => names.has(name))) inspect();
  board.show(state);
  offerSets(state);
  if (MODES.some((name) => names.has(name))) showMode(state);
  if (names.has("mode") && !puzzle) answering.again(state);
  options.show(state);
  options.reveal(state, names);
  if (document.activeElement !== problem) problem.value = state.problem ?? "";
  draw();
}

/** @param {State} state */
function showMode(state) {
  for (const each of document.querySelectorAll("button[data-mode]")) {
    const isThis = /** @type {HTMLElement} */ (each).dataset.mode === state.mode;
    each.setAttribute("aria-pressed", String(isThis));
  }
  document.body.dataset.mode = state.mode;
  stage.handlers.label = `The board, ${NAMES[state.mode] ?? state.mode}: arrow keys move, ${state.mode === "play" ? "letters pick a piece up, R turns it, F turns it over, Enter lays it" : "space paints"}`;
  stage.paints = state.mode === "play" || board.brush !== null;
  if (state.mode !== "play") hand.drop();
  const strip = byId("strip"), home = byId("pieces-home"), pieces = byId("pieces");
  const place = isNarrow() && state.mode === "play" ? strip : home;
  if (pieces.parentElement !== place) place.append(pieces);
  byId("whole-note").hidden = !isWhole(state);
  byId("whole-close").hidden = !isWhole(state);
}

/** What a board looks like that its text names, such as hex:hexagon-3; then what the pieces look like. @param {string} text @param {string} lattice */
async function inspectBoard(text, lattice) {
  const { sets } = data.tiling.lattices.find((/** @type {any} */ each) => each.name === lattice);
  try {
    const found = await askIn("board", "tiling", "show", { board: text, pieces: sets[0].text, brief: true });
    if (!found) return;
    learn(text, found.view.editor.board);
  } catch {
    return; // the bar says what is wrong with it
  }
  if (table.store.state.board !== text) return;
  board.show(table.store.state);
  draw();
  inspect();
}

let inspected = "";

/** What the pieces look like, and how they turn: on every board the same. */
async function inspect() {
  const { state } = table.store;
  const layers = layersNow();
  const lattice = latticeOf(state);
  if (isUnknown(state)) { inspectBoard(state.board, lattice); return; }
  if (!isWhole(state) && (!state.pieces || !layers)) return;
  const body = isWhole(state) ? table.store.parameters(stating(state))
    : { board: `${lattice && `${lattice}:`}1x1${(layers && layers.length > 1) || isSolid(lattice) ? "x1" : ""}`, pieces: state.pieces };
  if (JSON.stringify(body) === inspected) return;
  inspected = JSON.stringify(body);
  try {
    const found = await askIn("tray", "tiling", "show", { ...body, brief: true });
    if (!found) return;
    const editor = found.view.editor ?? null;
    byId("whole-note").textContent = isWhole(table.store.state) ? found.view.headline : "";
    const fields = isWhole(table.store.state) ? stated(editor) : null;
    if (fields) { table.store.set(fields, { undo: false }); return; }
    seen.pieces = editor?.pieces ?? [];
  } catch {
    inspected = "";
    return; // the bar says what is wrong with them
  }
  tray.show(seen.pieces);
  draw();
}

// --- The answer while one paints ----------------------------------------------------------------------------------------

/** @param {any} found @param {import("../table/table.js").Wanted} wanted @param {State} state */
function told(found, wanted, state) {
  seen.fresh = found !== null;
  answering.told(found, wanted, state);
  draw({ animate: true });
  hand.told();
}

// --- Drawing ------------------------------------------------------------------------------------------------------------

let animates = false;

/** Everything that is shown of the state; many changes of a stroke fall into one frame. @param {{animate?: boolean}} [how] */
function draw({ animate = false } = {}) {
  animates ||= animate;
  stage.soon(drawNow);
}

function drawNow() {
  const animate = animates;
  animates = false;
  const { state } = table.store;
  const layers = layersNow();
  const now = game();
  hide(stage.place, !layers);
  hide(byId("no-board"), !isWhole(state));
  if (!layers || !now) { tray.mark((piece) => piece.maximum ?? Infinity, ""); return; }
  const z = layer();
  const isTiling = state.mode !== "play" && seen.tiling !== null && !seen.reason;
  const lying = now.laid.map(({ name, cells }, index) => ({
    label: name, cells, colour: now.piece(name)?.colour ?? data.palette.other, id: state.fixed[index],
    look: index < now.given ? "given" : "",
  })).filter((_, index) => index !== hand.lifted);
  const there = new Set(stillThere((seen.tiling ?? []).map((piece) => `x ${piece.cells.map(String).join(" ")}`), layers));
  const tiling = (seen.tiling ?? []).filter((piece) => there.has(`x ${piece.cells.map(String).join(" ")}`));
  const figure = figureOf(layers, isTiling ? tiling : lying, seen.reason ? seen.marks : readable(seen.printed, isTiling ? tiling : lying), latticeOf(state));
  stage.place.classList.toggle("stale", isTiling && !seen.fresh);
  stage.show(z === null ? figure : layerOf(figure, z), { animate: animate && isTiling });
  inSpace(z === null || figure.lattice ? null : figure, animate && isTiling);
  hand.redraw();
  tray.mark((piece) => now.left(piece), hand.name);
  const isPlace = (/** @type {import("../stage/board.js").Cell} */ cell) => planeOf(layerName(figure.lattice, cell[2] ?? 0))?.isPlace(cell) ?? true;
  const cells = figure.cells.length + figure.pieces.reduce((sum, piece) => sum + piece.cells.filter(isPlace).length, 0);
  const size = sidesOf(layers, latticeOf(state)).slice(0, figure.size.length).join("×"), holes = figure.holes?.length ?? 0;
  write(byId("facts"), `${size}${holes ? ` · ${holes} ${holes === 1 ? "hole" : "holes"}` : ""} · ${cells} cells`);
  const least = seen.pieces.reduce((sum, { minimum, area }) => sum + minimum * area, 0);
  const fewest = seen.pieces.reduce((sum, { minimum }) => sum + minimum, 0);
  const isOpen = seen.pieces.some(({ minimum, maximum }) => maximum !== minimum);
  write(byId("pieces-facts"), !seen.pieces.length ? "" : !isOpen ? `${fewest} · ${least} cells` : fewest ? `${fewest} or more · ${least} cells` : "any number");
}

/** @type {Solid | null} */
let solid = null;

/** The board of several layers as a solid, beside the layer that is painted or in its place. @param {import("../stage/board.js").Board | null} figure @param {boolean} animate */
function inSpace(figure, animate) {
  hide(byId("solid"), !figure);
  byId("boards").classList.toggle("in-space", figure !== null);
  if (!figure) return;
  solid ??= new Solid(byId("solid"), { label: "The board as a solid" });
  solid.show(figure, { animate });
}

// --- The tray's other controls ------------------------------------------------------------------------------------------

let offered = "none";

/** The sets of pieces for what the board lies on. @param {State} state */
function offerSets(state) {
  const lattice = planeOf(layerName(latticeOf(state), 0)) ? latticeOf(state) : "";
  drawOn(planeOf(lattice) ? lattice : "");
  const pad = byId("pad").closest("details");
  if (pad) hide(pad, isSolid(lattice)); // a piece of these solids is no drawing in one layer
  if (lattice === offered) return;
  offered = lattice;
  const own = data.tiling.lattices.find((/** @type {any} */ each) => each.name === lattice).sets;
  byId("sets").replaceChildren(...(lattice ? own : data.tiling.sets).map((/** @type {any} */ set) => chip(set.label, () => {
    const flat = (layersNow()?.length ?? 1) === 1;
    table.store.set({ pieces: set.text, fixed: [], given: 0, puzzle: "", puzzle_file: "", problem: null, ...(set.board && flat ? { board: set.board, hole: [], hole_box: [], optional: [] } : {}) });
  })));
}

const drawOn = wireFiles(table, (piece) => {
  table.store.set({ pieces: [table.store.state.pieces, piece].filter(Boolean).join(", "), fixed: [], given: 0 });
  toast("The piece is in the tray");
});

for (const each of document.querySelectorAll("button[data-mode]")) {
  each.addEventListener("click", () => setMode(/** @type {HTMLElement} */ (each).dataset.mode ?? "paint"));
}

problem.addEventListener("change", () => table.store.set({ problem: problem.value === "" ? null : Number(problem.value) }));
byId("whole-close").addEventListener("click", () => table.store.reset());
addEventListener("resize", () => showMode(table.store.state));

if (!document.body.classList.contains("of-day")) table.open(); // the page of a day begins with its puzzle
