// The page of perfect clears: a field to paint, a queue or a pattern, what they come to, and a game.
import data from "../data.js";
import { Refusal, askIn, leave } from "../doors/ask.js";
import { Shown } from "./answers.js";
import { boardOf } from "./boards.js";
import { hasConditions, heldIn, isQueue, lettersOf, showComing, tokensOf } from "./coming.js";
import { openField, painting, readFumen, showBook, showBrush, showText, wireField } from "./field.js";
import { SIGHT, Play } from "./play.js";
import { emptyCells, writeWell } from "./rules.js";
import { coming, isFumen, isMany, rowsOf, takes, wellOf } from "./state.js";
import { controls, swap, type, wireTray, write } from "./tray.js";
import { byId, el, toast } from "../dom.js";
import { Options, optionValues } from "../table/options.js";
import { Stage } from "../stage/stage.js";
import { Table } from "../table/table.js";
import { flag, text, view, whole } from "../table/store.js";

/** @typedef {import("../table/store.js").State} State */

const LEAST = 8; // rows that are seen at first: four lines and room above them
const GLANCE = 0.2; // seconds
const PATIENCE = 4; // seconds for what a glance could not tell
const OTHER = ["queues", "dealt", "list", "queue", "patterns", "file", "fill", "solution", "solutions", "answer"]; // options that take the place of the page's field or pieces
const KEYS = [["← → ↓", "move"], ["↑ X", "turn right"], ["Z", "turn left"], ["A", "turn over"], ["C", "hold"], ["Space", "drop"], ["Ctrl Z", "take back"]];
/** @type {Stage} */
const stage = new Stage(byId("stage"), {
  label: "The field: arrow keys move, space fills a cell or empties it, letters set a piece's colour",
  press: (at) => { if (!isPlay()) return painting.press(at); tap(at); return false; },
  move: painting.move,
  moved: painting.moved,
  release: painting.release,
  hover: (at) => { if (isPlay() && at?.inside && at.by === "mouse") play.toward(at.cell[0]); },
  key: (event, cell) => (isPlay() ? play.key(event) : painting.key(event, cell)),
});

/** @type {Table} */
const table = new Table({
  name: "clear",
  fields: {
    field: text(), pieces: text("TIOLJSZTIOL"), queue: text(), patterns: text(), hold: text(), no_hold: flag(), height: whole(), drop: text("soft"),
    kicks: text("srs"), save: text(), book: text(), at: whole(0), moves: text(), deal: whole(1),
    mode: view(text("paint")), rows: view(whole(LEAST)), fall: view(flag()),
  },
  live,
  changed,
  verdict,
  told,
  answered,
  stage: choose,
  parameters,
  ready,
  apart: ({ question }) => {
    const own = optionValues("clear", question, table.store.state);
    return OTHER.some((name) => name in own) || !["field", "queue", "patterns"].some((name) => takes(question, name));
  },
  refused: (words) => options.mark(words),
  labels: { solve: "Searching for perfect clears", percent: "Counting the queues", path: "Searching for all solutions", chance: "Computing the best move", demo: "Playing", book: "Searching for the shortest book", setup: "Searching for setups", spin: "Searching for T-spins", score: "Comparing what solutions send" },
});
const options = new Options(byId("more"), table, "percent");
const state = () => table.store.state;
const isPlay = () => state().mode === "play";
const shown = new Shown({
  stage,
  rows: () => rowsOf(state()),
  well: () => wellOf(state()),
  next,
  rules: () => ({ drop: state().drop, kicks: state().kicks, ...(state().no_hold ? { no_hold: true } : {}) }),
  redraw: () => draw(),
  said: (words) => { toast(words); stage.say(words); },
});
/** @type {Play} */
const play = new Play({
  stage,
  state,
  well: () => wellOf(state()),
  commit: (moves) => table.store.set({ moves }),
  redraw: () => draw(),
  said: (words) => { said = words; byId("facts").textContent = words; stage.say(words); },
});
/** The last words of a game. */
let said = "";

// --- What is asked --------------------------------------------------------------------------------------------------

/** @param {State} state */
function rules({ kicks, drop, no_hold, save }) {
  return { kicks, drop, ...(no_hold ? { no_hold: true } : {}), ...(save ? { save } : {}) };
}

/** @param {State} state */
function live(state) {
  if (state.mode === "play") {
    play.sync(state);
    if (!play.falling) return { words: "The stack is too high: game over", tone: /** @type {const} */ ("bad") };
    const { game } = play, field = writeWell(game.well);
    return { question: "glance", parameters: { ...(field ? { field } : {}), pieces: play.pattern, height: game.lines, ...rules({ ...state, save: "" }), time_limit: GLANCE } };
  }
  if (state.ask === "demo") return { words: demo, tone: /** @type {const} */ ("") };
  return { question: "glance", parameters: { ...given(state), pieces: coming(state), time_limit: GLANCE } };
}

/** The field and the rules, as a question takes them. @param {State} state @returns {Record<string, any>} */
function given(state) {
  const { field, hold, height } = state;
  return { ...(field ? { field } : {}), ...(hold && !state.no_hold ? { hold } : {}), ...(height === null ? {} : { height }), ...rules(state) };
}

/** @param {string} question @param {State} state @returns {Record<string, any>} */
function parameters(question, state) {
  const known = table.stated(question), given = new Set(Object.keys(known));
  const what = coming(state), field = isPlay() ? writeWell(play.game.well) : state.field;
  if (takes(question, "field")) known.field = field;
  if (takes(question, "queue")) known.queue = question === "chance" ? inHand(what) : what;
  if (isMany(question)) {
    known.patterns = state.hold && !state.no_hold ? `${state.hold},${what}` : heldIn(what) && isQueue(what) ? heldIn(what) + lettersOf(what) : what;
    if (takes(question, "hold")) delete known.hold; // there it says whether pieces may be put in hold
    // Four lines, unless that cannot be: as the bar has it.
    if (takes(question, "height") && state.height === null && glanced?.kind === "pattern" && glanced.height) known.height = glanced.height;
  }
  if (question === "score") {
    if (given.has("queue")) for (const name of isFumen(known.queue) ? ["field", "height", "patterns"] : ["patterns"]) delete known[name]; // fumens have them
    else if (isQueue(what)) { delete known.patterns; known.queue = state.hold && !state.no_hold ? `[${state.hold}]${lettersOf(what)}` : inHand(what); }
  }
  if (given.has("file")) for (const name of ["field", "queue", "pieces", "solutions"]) delete known[name]; // its lines have them
  if (given.has("solution")) for (const name of ["field", "height", "patterns"]) if (!given.has(name)) delete known[name]; // it has them
  if (given.has("dealt")) delete known.patterns; // all queues are counted
  if (question === "impossible" && !given.has("queues") && !given.has("list")) known.queues = [what];
  if (["demo", "solutions"].includes(question)) known.height ??= 4;
  if (question === "table") known.height ??= 2; // more takes minutes
  if (question === "demo") known.seed ??= 1 + Math.floor(Math.random() * 999_999);
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== ""));
}

/** A queue with the piece in its hand, as questions about one game take it. @param {string} what */
const inHand = (what) => (lettersOf(what) ? `${heldIn(what) ? `[${heldIn(what)}]` : ""}${lettersOf(what)}` : what);

/** An address may ask before the bar knows the lines to clear. @param {string} question */
function ready(question) {
  const now = state(), about = looked;
  if (!isMany(question) || !takes(question, "height") || now.height !== null || glanced) return null;
  return askIn("lines", "clear", "glance", { ...given(now), pieces: coming(now), time_limit: GLANCE }, { light: true, wait: PATIENCE })
    .then((found) => { if (about === looked) glanced ??= found?.view.glance ?? null; }, () => {}); // what is wrong, the question itself says
}

/** What the demo comes to, which the bar says while it is seen. */
let demo = "a demo";

/** What the bar knows of the field and what comes. @type {any} */
let glanced = null;
/** What the bar looks at. Options of other questions are no part of it: it is not asked again when they change. */
let looked = "";

/** @param {any} found @param {State} state @returns {import("../table/bar.js").Verdict} */
function verdict(found, state) {
  const { bar, glance } = found;
  if (state.mode === "play") {
    const { clears, placed, lines, well } = play.game;
    const chips = [`${lines} ${lines === 1 ? "line" : "lines"} to clear`, ...(placed ? [`${placed} placed`] : []), ...(clears ? [`${clears} ${clears === 1 ? "clear" : "clears"}`] : [])];
    return { ...bar, words: !well.length && placed ? `Perfect clear! Next: ${bar.words}` : bar.words, chips };
  }
  const { more } = glance, actions = [];
  if (more && !glance.known) actions.push({ label: more.question === "solve" ? "Search longer" : "Count them all", act: () => table.ask(more.question), primary: true });
  const chips = bar.chips.filter((/** @type {string} */ chip) => !/^\d+ lines?$/.test(chip)); // the line above the stage says it
  return { ...bar, chips, actions };
}

/** @param {any} found @param {any} wanted @param {State} state @param {Error} [error] */
function told(found, wanted, state, error) {
  glanced = found?.glance ?? null;
  const isLate = error instanceof Refusal && error.state === "stopped";
  if (isLate) table.bar.show({ words: "not known yet" });
  if (isLate || (glanced && !glanced.known)) refine(wanted);
  if (isPlay()) {
    if (found) chances.set(state.moves, found.bar.words);
    showGame(state);
    return;
  }
  if (state.ask) return;
  if (!found) { shown.clear(); draw(); return; }
  shown.place.hidden = true;
  latest = found;
  shown.show(found.ways.slice(0, 1));
  stage.after("answers", () => (
    table.answers.show({ ...found, sections: found.sections.filter((/** @type {any} */ { kind }) => kind !== "frames"), notes: [] }, wanted, { headed: false })));
}

/** What was not known yet is looked at once more, with more time. @param {{question: string, parameters: Record<string, any>}} wanted */
async function refine({ question, parameters }) {
  if (parameters.time_limit >= PATIENCE) return;
  const longer = { ...parameters, time_limit: PATIENCE };
  try {
    const found = await askIn("refine", "clear", question, longer, { wait: PATIENCE + 1 });
    if (!found) return;
    table.bar.show({ seconds: found.view.seconds, ...verdict(found.view, state()) });
    told(found.view, { question, parameters: longer }, state());
  } catch { /* what is known stays */ }
}

/** The chance after each move of a game. @type {Map<string, string>} */
const chances = new Map();

/** How the chance went, beside a game, and which key does what. @param {State} state */
function showGame({ moves }) {
  /** @type {string[]} */
  const each = moves ? moves.split(" ") : [];
  const past = each.map((move, index) => ({ move, value: index + 1, words: chances.get(each.slice(0, index + 1).join(" ")) })).filter(({ words }) => words);
  table.answers.put(
    el("h3", {}, "The chance after each piece"),
    el("ol", { class: "past" }, ...past.slice(-12).map(({ move, value, words }) => el("li", { value }, el("b", {}, move.replace("*", "")[0]), ` ${words}`))),
    el("h3", {}, "Keys"),
    el("dl", { class: "keys" }, ...KEYS.flatMap(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)])));
  table.answers.take.replaceChildren();
}

/** @param {any} found @param {any} wanted */
function answered(found, { question }) {
  latest = found;
  shown.place.hidden = true;
  options.showAnswer();
  if (question === "demo") {
    // It plays on, unless a seed says what is played.
    shown.show(found.ways, { seconds: 0.3, play: true, end: !state().seed ? () => { if (state().ask === "demo") table.ask("demo"); } : null });
    demo = found.headline;
    table.live();
    return;
  }
  if (question === "path") {
    const first = found.sections[0]?.pictures?.[0];
    if (first) choose(first, 0, [], found.sections[0]);
  } else if (found.ways) shown.show(found.ways.slice(0, 1));
  else { shown.clear(); draw(); }
}

/** What the question was answered with that is seen. @type {any} */
let latest = null;

/** What can be asked of a solution that is chosen. @param {string} question @param {string} fumen */
function next(question, fumen) {
  return [
    { label: "Take it as the field", act: () => openField(fumen) },
    { label: "Which queues build it", act: () => table.ask("cover", { solutions: [fumen] }) },
    ...(question === "spin" ? [] : [{ label: "Other ways to cut it", act: () => table.ask("setup", { "setup.solution": fumen }) }]),
  ];
}

/** A picture of an answer is chosen. @param {any} picture @param {number} index @param {any[]} all @param {any} section */
function choose(picture, index, all, section) {
  if (table.store.state.mode === "play") table.store.set({ mode: "paint" });
  const question = byId("answer").dataset.question ?? "", served = question === "path" ? latest?.served?.[index] : null;
  for (const each of document.querySelectorAll("#answer .thumbnail")) each.setAttribute("aria-current", String(/** @type {HTMLElement} */ (each).dataset.index === String(index)));
  if (served) {
    const pieces = picture.scene.pieces.filter((/** @type {any} */ piece) => piece.label);
    shown.choose(question, served, pieces.map((/** @type {any} */ piece) => ({ ...piece, look: "plan" })));
  } else if (section.kind === "frames") shown.toStep(index);
  else if (latest?.ways) { if (latest.ways[index + 1]) shown.show([latest.ways[index + 1]]); }
  else shown.take(question, picture);
}

// --- What is seen ---------------------------------------------------------------------------------------------------

/** @param {State} state @param {Set<string>} names */
function changed(state, names) {
  const looks = JSON.stringify([state.mode, given(state), coming(state), state.moves, state.deal]);
  if (looks !== looked) { looked = looks; glanced = null; said = ""; leave("refine"); shown.clear(); }
  else if (names.has("ask")) shown.clear();
  if (names.has("field") && isFumen(state.field)) readFumen(state.field);
  if (state.mode === "play") play.sync(state);
  showText(state, names.has("field"));
  for (const [id, value] of Object.entries({ pieces: coming(state), rows: rowsOf(state), ...controls(state) })) write(id, value);
  for (const mode of ["paint", "play"]) byId(`mode-${mode}`).setAttribute("aria-pressed", String(state.mode === mode));
  /** @type {HTMLElement} */ (byId("stage").closest(".middle")).dataset.mode = state.mode;
  showBrush(state);
  showBook(state);
  options.show(state);
  options.reveal(state, names);
  draw();
}

function draw() {
  const now = state(), text = coming(now);
  if (now.mode === "play") {
    const { hold, next } = play.sight;
    showComing(byId("hold"), byId("next"), { hold, tokens: tokensOf(next), swap: now.no_hold ? null : () => play.swap(), remove: null, most: SIGHT });
    play.draw();
    byId("solver").textContent = play.hint ? "Do it" : "Solver's move";
    byId("facts").textContent = said;
    return;
  }
  const { frame, scene } = shown, well = wellOf(now);
  if (frame) {
    showComing(byId("hold"), byId("next"), { hold: frame.hold, tokens: tokensOf(frame.queue), swap: null, remove: null });
    stage.show(frame.board, { animate: true });
  } else {
    const hold = now.hold || heldIn(text), tokens = tokensOf(text);
    const isFree = !hasConditions(text), canSwap = isFree && Boolean(hold || tokens[0]?.letter) && !now.no_hold;
    showComing(byId("hold"), byId("next"), {
      hold, tokens, swap: canSwap ? () => swap(hold, tokens) : null,
      remove: !isFree ? null : (index) => type(tokens.filter((_, other) => other !== index), hold),
    });
    if (scene) stage.show(boardOf([], Math.max(rowsOf(now), scene.size[1]), { pieces: scene.pieces, title: scene.title }));
    else stage.show(boardOf(well, rowsOf(now), { pieces: shown.plan, title: "the field" }), { animate: shown.plan.length > 0 });
  }
  stage.ghost(null);
  const lines = glanced?.height ?? null;
  byId("facts").textContent = lines === null ? "" : `${linesText(well, lines)}: ${emptyCells(well, lines)} empty cells, ${glanced.pieces} ${glanced.pieces === 1 ? "piece" : "pieces"}`;
}

/** The lines to clear, those among them that are full already named. @param {string[]} well @param {number} lines */
function linesText(well, lines) {
  const full = well.slice(0, lines).filter((row) => !row.includes("_")).length;
  return `${lines} ${lines === 1 ? "line" : "lines"}${full ? `, ${full} of them full` : ""}`;
}

// --- The game -------------------------------------------------------------------------------------------------------

/** @param {import("../stage/stage.js").Press} at */
function tap(at) {
  if (at.by === "key" || !at.inside) return;
  if (at.second) play.act("cw");
  else if (at.by === "mouse") { play.toward(at.cell[0]); play.act("drop"); } else play.toward(at.cell[0]);
}

for (const mode of ["paint", "play"]) {
  byId(`mode-${mode}`).addEventListener("click", () => {
    table.store.set({ mode, ...(mode === "play" ? { ask: "" } : {}) });
    if (mode === "play") stage.grid.focus({ preventScroll: true });
  });
}
for (const pressed of document.querySelectorAll("[data-move]")) {
  pressed.addEventListener("click", () => play.act(/** @type {string} */ (/** @type {HTMLElement} */ (pressed).dataset.move)));
}
byId("new-game").addEventListener("click", () => {
  const fresh = 1 + Math.floor(Math.random() * 999_999);
  table.store.set({ moves: "", deal: fresh, pieces: "", queue: "", patterns: "", hold: "" });
  stage.grid.focus({ preventScroll: true });
});
byId("solver").addEventListener("click", () => play.ask());
document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (!isPlay() || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.matches("input, textarea, select")) return;
  if (target.matches("button, summary, a") && [" ", "Enter"].includes(event.key)) return;
  if (play.key(event)) event.preventDefault();
});
document.addEventListener("click", ({ target }) => {
  const pressed = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-ask]")), asked = pressed?.dataset.ask;
  if (!pressed || !asked) return;
  // What is asked during a game is asked of the field as it stands, which can be painted then.
  if (!isPlay()) return;
  const { game } = play, hold = game.hold && !state().no_hold ? `[${game.hold}]` : "";
  const pieces = isMany(asked) ? play.pattern : hold + play.coming.slice(game.taken, game.taken + play.needed + 1);
  table.store.set({ mode: "paint", field: writeWell(game.well), pieces, queue: "", patterns: "", hold: "", height: game.lines, moves: "", book: "", at: 0 }, { push: true });
}, { capture: true }); // before it is asked

wireTray(table);
wireField(table, stage);
table.open();
