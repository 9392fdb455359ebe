// The stacking page: the well is the stage, and one plays against the proven best.
import { askIn, leave } from "../doors/ask.js";
import { button, byId, el, isNarrow, isStill, later } from "../dom.js";
import { readDrops, writeDrops } from "./falling.js";
import { Hand } from "./hand.js";
import { Options } from "../table/options.js";
import { picture } from "../stage/picture.js";
import { openSheet } from "../shell.js";
import { STATED, showInputs, showWaiting, wireTray } from "./tray.js";
import { verdictOf } from "./words.js";
import { Stage } from "../stage/stage.js";
import { StartBoard } from "./start_board.js";
import { flag, text, view, whole } from "../table/store.js";
import { Table } from "../table/table.js";
import { Well } from "./well.js";

/** @typedef {import("./falling.js").Drop} Drop */
/** @typedef {import("../table/store.js").State} State */

const STEP = 420; // milliseconds between the drops of a plan that is watched,
const SHOW = 12_000; // fewer if the whole plan would take longer than this

/** @type {any} */
let known = null; // the live answer about the game that is played
/** @type {any} */
let plans = []; // of the answer beside the stage
/** @type {any} */
let here = null; // what the solver says about the state as it is
let stated = ""; // of which statement the well's game is
/** @type {ReturnType<typeof setTimeout> | undefined} */
let watching;

/** @type {Table} */
const table = new Table({
  name: "stacking",
  fields: {
    sequence: text("IOTSLJZI"),
    width: whole(6),
    board: text(),
    pieces: text(),
    no_rotation: flag(),
    height_limit: whole(),
    clear_lines: flag(),
    hold: flag(),
    objective: text("height"),
    drop: text("hard"),
    drops: text(),
    mode: view(text("play")),
  },
  live: (state) =>
    state.sequence.trim()
      ? { question: "glance", parameters: statement(state) }
      : { words: "Add pieces, or take a random bag." },
  changed: (state, names) => {
    showInputs(state);
    byId("lower").hidden = state.drop !== "soft";
    options.show(state);
    options.reveal(state, names);
    if (names.has("drops") || names.has("mode")) follow();
    else if (isStale(state)) {
      here = null;
      leave("here");
    }
  },
  told: (view_, wanted, state) => {
    known = view_;
    if (!view_) {
      askGame(state);
      return;
    }
    play(view_.game, state);
    if (state.ask) return; // what was asked with more time stands beside the stage
    table.answers.clear();
    table.answers.offer(view_, { question: "solve", parameters: wanted.parameters });
  },
  verdict: (view_, state) => {
    known = view_;
    return verdict(state);
  },
  answered: (view_, wanted) => {
    plans = view_.plans ?? [];
    if (wanted.question === "solve") offerPlans(view_);
    options.showAnswer();
  },
  refused: (words) => options.mark(words),
  stage: ({ scene }, index) => {
    if (plans[index]) watchPlan(plans[index].drops);
    else {
      stop();
      stage.ghost(null);
      stage.show(scene, { animate: true });
    }
  },
  subject: ["sequence"],
  labels: {
    solve: "Searching for the best plan",
    count: "Counting the best plans",
    expect: "Playing every deal",
    longest: "Looking for the longest game",
    survive: "Playing against the adversary",
    deadly: "Looking for a deadly sequence",
    rate: "Looking for a plan that repeats itself",
  },
  parameters: (question) => {
    const asked = table.stated(question);
    // An answer has its own problem, and a file its own sequences.
    const left = asked.answer ? STATED : asked.file ? ["sequence"] : [];
    return Object.fromEntries(Object.entries(asked).filter(([name]) => !left.includes(name)));
  },
});
const options = new Options(byId("more"), table, "solve");

/** @type {Stage} */
const stage = new Stage(byId("stage"), {
  label: "The well",
  press: (at) => (isPainting() ? start.begin(at) : hand.begin(at)),
  move: (at) => (isPainting() ? start.paint(at) : hand.move(at)),
  release: (at) => (isPainting() ? start.end() : hand.end(at)),
  hover: (at) => {
    if (at?.inside && at.by === "mouse" && !isPainting() && !watching) well.over(at.point[0]);
  },
  key: (event) => !isPainting() && hand.pressed(event),
});
stage.paints = true;

const well = new Well(stage, (drop) => {
  const drops = [...well.state.drops, drop];
  table.store.set({ drops: writeDrops(drops, table.store.state.hold) });
});

const start = new StartBoard(table, stage);
const isPainting = () => table.store.state.mode === "paint";

// --- What is played --------------------------------------------------------------------------------------------------

/** What is asked of the solver about the whole game. @param {State} state */
function statement(state) {
  return table.store.parameters(STATED, state);
}

/** @param {State} state */
const isStale = (state) => JSON.stringify(statement(state)) !== stated;

/** The game as the studio read it is on the stage, with the drops so far. @param {any} game @param {State} state */
function play(game, state) {
  const fresh = JSON.stringify(statement(state));
  if (fresh !== stated) {
    stated = fresh;
    stop();
    well.marks = bestMarks();
    const best = known?.plans?.[0]?.height ?? Math.ceil((game.sequence.length * 4) / game.width);
    const fault = well.begin(game, readDrops(state.drops, game.sequence) ?? [], best + 5);
    if (fault) table.store.set({ drops: writeDrops(well.state.drops, state.hold) }, { undo: false });
    follow();
  } else {
    well.marks = bestMarks();
    if (!watching) well.show();
  }
  showWaiting(well);
}

/** The solver did not answer in time: the game itself does not need it. @param {State} state */
async function askGame(state) {
  if (!isStale(state)) return;
  try {
    const found = await askIn("game", "stacking", "play", statement(state));
    if (found) play(found.view.game, table.store.state);
  } catch {
    /* the bar says what is wrong with it */
  }
}

/** The stage follows the drops, and the solver says how well one can go on. */
function follow() {
  const state = table.store.state;
  well.isOpen = !isPainting();
  byId("keys").hidden = isPainting();
  if (!well.game || isStale(state)) return;
  const fault = well.become(readDrops(state.drops, well.game.sequence) ?? []);
  if (fault) table.store.set({ drops: writeDrops(well.state.drops, state.hold) }, { undo: false });
  showWaiting(well);
  here = null;
  if (known) table.bar.show(verdict(state));
  lookAhead();
}

const lookAhead = later(async () => {
  const state = table.store.state;
  if (!well.state.drops.length || !well.choices.length || isStale(state)) return;
  try {
    const drops = state.drops;
    const found = await askIn("here", "stacking", "play", { ...statement(state), drops, hint: true });
    if (!found || table.store.state.drops !== drops) return;
    here = found.view;
    if (known) table.bar.show(verdict(table.store.state));
  } catch {
    /* the bar says enough */
  }
}, 60);

// --- What the bar says -----------------------------------------------------------------------------------------------

/** Lines of what is proven over the well. */
function bestMarks() {
  const plan = known?.plans?.[0];
  const isLine = plan?.optimal && plan.value > 1 && known.game.objective === "height";
  return isLine ? [{ row: plan.value - 2, shade: "bad", text: `${plan.value - 1} is impossible` }] : [];
}

/** @param {State} state */
function verdict(state) {
  const acts = {
    watch: watchPlan,
    again,
    longer: () => table.ask("solve"),
    reason: () => {
      const scene = known.sections[0]?.pictures?.[0]?.scene;
      if (!scene) return;
      stage.ghost(null);
      stage.show(scene);
    },
  };
  return verdictOf(known, isStale(state) ? null : well, here, acts);
}

// --- Moves -----------------------------------------------------------------------------------------------------------

/** @type {Promise<void> | null} */
let hinting = null; // while the solver is asked

const moves = /** @type {Record<string, () => void>} */ ({
  left: () => well.move(-1),
  right: () => well.move(1),
  turn: () => well.turn(),
  back: () => well.turn(-1),
  drop: () => {
    if (hinting) {
      hinting.then(() => moves.drop());
      return;
    } // what the solver says first is what falls
    const why = well.fall();
    if (why) table.bar.show({ words: why, tone: "bad" });
  },
  lower: () => {
    if (!well.lower()) moves.drop();
  },
  hold: () => {
    if (well.hold()) showWaiting(well);
    else if (!table.store.state.hold) table.store.set({ hold: true, drops: writeDrops(well.state.drops, true) });
  },
  undo: () => {
    if (well.raise()) return; // what it has not dropped yet
    table.store.set({ drops: writeDrops(well.state.drops.slice(0, -1), table.store.state.hold) });
  },
  hint: () => {
    const asked = hint().finally(() => {
      if (hinting === asked) hinting = null;
    });
    hinting = asked;
  },
  watch: () => {
    if (here?.game.continuation) watchPlan(here.game.continuation.drops, well.state.drops);
    else if (known?.plans) watchPlan(known.plans[0].drops);
  },
});

const hand = new Hand(well, moves, { begins: stop, isOn: () => !isPainting() });
byId("hint").addEventListener("click", () => {
  stop();
  moves.hint();
});
byId("again").addEventListener("click", again);

// --- The solver ------------------------------------------------------------------------------------------------------

async function hint() {
  const state = table.store.state;
  if (!well.choices.length) return;
  let next = here?.game.hint;
  if (!next && !well.state.drops.length) [next] = known?.plans?.[0]?.drops ?? [];
  if (!next) {
    const found = await askIn("here", "stacking", "play", {
      ...statement(state),
      drops: state.drops,
      hint: true,
    }).catch(() => null);
    if (!found || table.store.state.drops !== state.drops) return;
    here = found.view;
    next = here.game.hint;
    if (known) table.bar.show(verdict(state));
  }
  if (!next) return;
  well.aim(next); // dropping it is the player's
  stage.say(`The solver drops ${next.piece} in column ${next.column + 1}`);
}

/**
 * Let the drops fall one after the other, after those that lie already; one step of undo.
 * @param {Drop[]} drops
 * @param {Drop[]} [lying]
 */
function watchPlan(drops, lying = []) {
  stop();
  const pause = Math.max(60, Math.min(STEP, SHOW / drops.length));
  const tag = `watch ${performance.now()}`,
    { hold } = table.store.state;
  let at = 0;
  if (isNarrow()) openSheet(null);
  const step = () => {
    at += 1;
    const isOver = at >= drops.length;
    watching = isOver ? undefined : setTimeout(step, pause);
    table.store.set({ mode: "play", drops: writeDrops([...lying, ...drops.slice(0, at)], hold) }, { tag });
  };
  table.store.set({ mode: "play", drops: writeDrops([...lying, ...(isStill() ? drops : [])], hold) }, { tag });
  if (!isStill()) watching = setTimeout(step, STEP / 2);
}

function stop() {
  clearTimeout(watching);
  watching = undefined;
}

/**
 * The plans of an answer as they end, each to be watched; its pictures of every step are for files.
 * @param {any} answer
 */
function offerPlans(answer) {
  if (!answer.plans) return;
  const { body } = table.answers;
  const frames = answer.sections.find((/** @type {any} */ section) => section.kind === "frames");
  body.querySelector(".part.frames")?.remove();
  if (answer.plans.length > 1 || !frames) return; // those beside each other are watched by a click
  const watch = () => watchPlan(answer.plans[0].drops);
  const seen = button("", watch, { class: "thumbnail", "aria-label": "Watch it fall" });
  seen.append(picture(frames.frames[frames.frames.length - 1].scene, { hidden: true }));
  body
    .querySelector(".headline")
    ?.after(el("div", { class: "part plan" }, seen, button("Watch it fall", watch, { class: "quiet small" })));
}

function again() {
  stop();
  table.store.set({ drops: "" });
}

wireTray(table);
table.open();
