// The packing page: a bag by sliders, packed while they move; a box or a board to paint; and the round as a game.
import data from "../data.js";
import { readArt, writeArt } from "../stage/art.js";
import { Bag } from "./bag.js";
import { byId, el } from "../dom.js";
import { keyOf } from "../stage/board.js";
import { SIZE, into, showInputs, wireTray } from "./tray.js";
import { Options, optionValues } from "../table/options.js";
import { Round, points } from "./round.js";
import { Stage } from "../stage/stage.js";
import { flag, list, text, view, whole } from "../table/store.js";
import { Table } from "../table/table.js";

/** @typedef {import("../table/store.js").State} State */
/** @typedef {import("../stage/board.js").Board} Board */

/** @type {any} */
let last = null; // the live answer
/** @type {string | null} */
let stroke = null;
let strokes = 0;
let sliding = false;

/** @type {Table} */
const table = new Table({
  name: "packing",
  fields: {
    bag: text("I8 J13 L10 O13 S4 T8 Z8"),
    random: whole(),
    even_t: flag(),
    seed: whole(),
    pieces: text(),
    objective: text(),
    width: whole(),
    cover_corner: flag(),
    box: text(),
    board: text(),
    hole: list(),
    hole_box: list(),
    fixed: list(),
    best_subset: flag(),
    laid: list(),
    mode: view(text("pack")),
    round: view(whole(1)),
    at: view(whole(3)),
  },
  live: (state) => {
    if (state.mode === "round") return null;
    const asked = stated(state);
    return asked ? { question: "glance", parameters: asked } : { words: "Choose pieces with the sliders." };
  },
  changed: (state, names) => {
    showInputs(state);
    options.show(state);
    options.reveal(state, names);
    if (state.mode === "round") {
      stage.paints = false;
      byId("score").textContent = "";
      round.show(state);
    } else if (names.has("board") || names.has("box") || names.has("mode")) draw(state);
  },
  told: (found, wanted, state) => {
    last = found;
    if (!found || state.mode === "round") return;
    bag.show(found.counts);
    if (state.random && document.activeElement !== byId("bag")) {
      /** @type {HTMLInputElement} */ (byId("bag")).value = bag.text;
    }
    byId("facts").textContent = `· ${found.facts}`;
    draw(state, !sliding);
    if (state.ask) return; // what was asked with more time stands there
    const { time_limit, ...parameters } = wanted.parameters;
    stage.after("answers", () => {
      table.answers.show({ ...found, sections: beside(found) }, { question: "pack", parameters }, { headed: false });
      if (found.verdict !== "found" && found.reason)
        table.answers.body.prepend(el("p", { class: "reason" }, found.reason));
    });
  },
  verdict: (found, state) => verdict(found, state),
  stage: ({ scene }) => {
    if (scene?.kind === "board") {
      stage.ghost(null);
      stage.show(scene, { animate: true });
    }
  },
  subject: ["bag", "random", "pieces"],
  apart: ({ question }) => question === "bins",
  labels: {
    pack: "Packing",
    feasible: "Checking whether it fits",
    bins: "Searching for the fewest boards",
    chances: "Trying every bag",
    round: "Playing",
    evaluate: "Packing many bags",
    repair: "Changing the packing",
    rectangles: "Filling rectangles",
  },
  parameters: (question, state) => parametersOf(question, state),
  answered: () => options.showAnswer(),
  refused: (words) => options.mark(words),
});
const options = new Options(byId("more"), table, "pack");

/** @type {Stage} */
const stage = new Stage(byId("stage"), {
  label: "The packing",
  press: (at) => (table.store.state.mode === "round" ? layingPress(at) : beginPaint(at)),
  move: (at) => paint(at),
  release: () => {
    stroke = null;
  },
  hover: (at) => {
    if (table.store.state.mode === "round") round.laying.hover(at);
  },
  key: (event) => table.store.state.mode === "round" && round.laying.key(event),
});
/** @type {Round} */
const round = new Round(stage, table);

// --- What is asked ---------------------------------------------------------------------------------------------------

/** What is packed: the last of bag, random pieces and other pieces that is given. @param {State} state */
function what(state) {
  const { store } = table;
  if (state.pieces.trim()) return store.parameters(["pieces", "seed"], state);
  if (state.random) return store.parameters(["random", "seed", "even_t"], state);
  return state.bag.trim() ? store.parameters(["bag", "seed"], state) : null;
}

/** @param {State} state */
function where(state) {
  const { store } = table,
    ground = into(state);
  if (ground === "board") return store.parameters(["board", "hole", "hole_box", "fixed", "best_subset"], state);
  if (ground === "box")
    return store.parameters(["box", "hole", "hole_box", "fixed", "best_subset", "cover_corner"], state);
  return store.parameters(["objective", "cover_corner", ...(state.objective === "strip" ? ["width"] : [])], state);
}

/** @param {State} state */
function stated(state) {
  const asked = what(state);
  return asked && { ...asked, ...where(state), ...(state.solver ? { solver: state.solver } : {}) };
}

/** What a longer question takes of the page: what its form says, and what the tray states besides. @param {string} question @param {State} state */
function parametersOf(question, state) {
  const { fields } = data.families.packing.questions[question];
  const own = optionValues("packing", question, state);
  if (own.problem) return own; // all of it stands there
  const drawn = table.store.parameters(["seed", "even_t"], state);
  const asked = fields.includes("bag") && !own.pieces ? what(state) : drawn;
  const ground = own.values || own.boards || question === "solids" ? {} : where(state);
  const stated = Object.entries({ ...asked, ...ground }).filter(([name]) => fields.includes(name));
  return { ...Object.fromEntries(stated), ...own };
}

/** @param {any} found @param {State} state @returns {import("../table/bar.js").Verdict} */
function verdict(found, state) {
  const actions = [];
  if (found.verdict === "none" && state.board && !state.best_subset)
    actions.push({ label: "Leave pieces out", act: () => table.store.set({ best_subset: true }) });
  else if (!found.complete && found.verdict !== "none")
    actions.push({ label: "Search longer", act: () => table.ask("pack") });
  return { ...found.bar, actions };
}

// --- The stage -------------------------------------------------------------------------------------------------------

/** @param {any} view_ @returns {Board | null} */
function sceneOf(view_) {
  const [section] = view_?.sections ?? [];
  return (section?.frames ?? section?.pictures)?.[0]?.scene ?? null;
}

/** What of an answer is not on the stage already. @param {any} view_ */
function beside(view_) {
  return view_.sections.filter(
    (/** @type {any} */ section) =>
      !(section.kind === "frames" && section.frames.length === 1) && section.title !== "Why not",
  );
}

/** The packing, or what it is to go into. @param {State} state */
function draw(state, animate = false) {
  if (state.mode === "round") return;
  const scene = sceneOf(last);
  const ground = into(state);
  stage.paints = ground === "board";
  const rows = ground === "board" ? readArt(state.board, "#.")?.[0] : null;
  byId("score").textContent = ground === "best" ? scoreLine() : "";
  if (!rows) {
    if (scene) stage.show(scene, { animate });
    else if (ground === "box") emptyBox(state.box);
    return;
  }
  const there = new Set();
  /** @type {Board} */
  const figure = { kind: "board", size: [rows[0].length, rows.length], cells: [], holes: [], pieces: [], marks: [] };
  rows.forEach((row, down) =>
    row.forEach((value, x) => {
      const cell = [x, rows.length - 1 - down];
      if (value === "#") there.add(keyOf(cell));
      else figure.holes?.push(cell);
    }),
  );
  figure.pieces = (scene?.pieces ?? []).filter((piece) => piece.cells.every((cell) => there.has(keyOf(cell))));
  figure.marks = (scene?.marks ?? []).filter((mark) => (mark.cells ?? []).every((cell) => there.has(keyOf(cell))));
  const covered = new Set(figure.pieces.flatMap((piece) => piece.cells.map(keyOf)));
  figure.cells = [...there].filter((key) => !covered.has(key)).map((key) => key.split(",").map(Number));
  stage.show(figure, { animate, label: "The board: arrow keys move, space removes a cell or restores it" });
}

/** @param {string} box */
function emptyBox(box) {
  const [, width, height] = box.match(SIZE)?.map(Number) ?? [];
  if (!width || !height || width * height > 4096) return;
  const cells = Array.from({ length: width * height }, (_, at) => [at % width, Math.floor(at / width)]);
  stage.show({ kind: "board", size: [width, height], cells, pieces: [] });
}

/** The score in figures. */
function scoreLine() {
  const found = last?.packing;
  if (!found?.score || found.goal !== "score") return "";
  const [a, b] = [found.width, found.height].sort((one, other) => one - other);
  const cells = found.placements.reduce(
    (/** @type {number} */ sum, /** @type {any} */ one) => sum + one.cells.length,
    0,
  );
  return `(${points(cells * 2.5)} − ${a}·${b}) · ${a}/${b} = ${points(found.score)}`;
}

/** @param {import("../stage/stage.js").Press} at */
function layingPress(at) {
  round.laying.press(at);
  return false;
}

/** @param {import("../stage/stage.js").Press} at */
function beginPaint(at) {
  const rows = readArt(table.store.state.board, "#.")?.[0];
  if (!at.inside || into(table.store.state) !== "board" || !rows) return false;
  stroke = rows[rows.length - 1 - at.cell[1]]?.[at.cell[0]] === "#" ? "." : "#";
  strokes += 1;
  paint(at);
  return true;
}

/** @param {import("../stage/stage.js").Press} at */
function paint({ cell: [x, y], inside }) {
  const layers = readArt(table.store.state.board, "#.");
  if (!inside || stroke === null || !layers) return;
  const rows = layers[0];
  if (rows[rows.length - 1 - y]?.[x] === undefined || rows[rows.length - 1 - y][x] === stroke) return;
  rows[rows.length - 1 - y][x] = stroke;
  if (rows.some((row) => row.includes("#"))) table.store.set({ board: writeArt(layers) }, { tag: `stroke ${strokes}` });
}

const bag = new Bag(byId("sliders"), data.packing.pieces, (counts, written) => {
  sliding = true;
  table.store.set({ bag: written, random: null, pieces: "" }, { tag: "slide" });
});
byId("sliders").addEventListener("change", () => {
  sliding = false;
});
byId("fill").addEventListener("click", () => round.solve());

wireTray(table, () => last);
table.open();
