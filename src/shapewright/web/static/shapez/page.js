// The Shapez 2 page: a shape built part by part and judged at once, the plan of its machines, machines to try, a game.
import data from "../data.js";
import { askIn, leave } from "../doors/ask.js";
import { Bench, machineOf } from "./bench.js";
import { Builder } from "./builder.js";
import { byId, toast } from "../dom.js";
import { PlanWalk } from "./plan_walk.js";
import { brushed, edited, isBlank, keyed, plain, turned, withPart } from "./shape_edits.js";
import { COLOURS, COLOUR_NAMES, NOTHING, blank, isPattern, partWords, placeWords, readCode, ringOf, writeCode } from "./shapes.js";
import { Game } from "./game.js";
import { Tray, codeOf, goalOf } from "./tray.js";
import { flag, list, number, text, view, whole } from "../table/store.js";
import { Table } from "../table/table.js";

/** @typedef {import("./shapes.js").Layers} Layers */
/** @typedef {import("./shapes.js").Place} Place */
/** @typedef {import("../table/store.js").State} State */
/** @typedef {import("../table/table.js").Wanted} Wanted */
/** @typedef {import("../table/bar.js").Verdict} Verdict */

const NEXT_EFFORT = /** @type {Record<string, string>} */ ({ low: "normal", normal: "high", high: "highest" });
const LIVE_SECONDS = 5; // of a plan that follows the shape

/** What lies on the stage. @type {Layers} */
let layers = [blank(4)];

/** @type {Table} */
const table = new Table({
  name: "shapez",
  fields: {
    codes: list(["CuRrSgWb:P-cw----"]),
    layers: whole(),
    vortex: flag(),
    game: text("0.x"),
    target: text(),
    minimize: text("machines"),
    inputs: text("raw"),
    effort: text("low"),
    rates: text(),
    seed: whole(),
    time_limit: number(),
    second: text("Rr------"),
    steps: text("cw"),
    configuration: text("quad4"),
    limit: whole(8),
    set: text("all"),
    canonical: flag(),
    blueprint: flag(),
    string: text(),
    operation: text("show"),
    arrivals: text(),
    wanted: text(),
    mode: view(text("build")),
    goal: view(whole(0)),
    machine: view(text("cut")),
    form: view(text("C")),
    colour: view(text("u")),
    other: view(text("r")),
  },
  subject: ["codes"],
  labels: {
    plan: "Planning the machines",
    random: "Drawing at random",
    count: "Counting",
    list: "Listing",
    buildable: "Checking all",
    blueprint: "Reading the blueprint",
  },
  live,
  changed,
  verdict,
  told,
  stage: ({ scene }) => {
    if (scene.kind !== "plan") return;
    mode("plan");
    plans.graph.show(/** @type {any} */ (scene));
  },
  answered: (found, wanted, state) => {
    if (wanted.question !== "plan") return;
    if (state.mode !== "plan") mode("plan");
    plans.show(found, wanted, { column: "headed" });
    table.bar.show({ seconds: found.seconds, ...verdict(found, table.store.state) });
  },
  parameters: (question, state) => asked(state, question),
});

// A shape that is chosen takes the place of the one on the stage; the other goals stay.
table.put = (values) => {
  const code = [values.codes].flat()[0];
  if (!code) return;
  setCode(code, { push: true });
  if (table.store.state.mode !== "machines") mode("build");
};

/** @param {string} name */
const mode = (name) => table.store.set({ mode: name });

/** What a blueprint is asked; what comes in and out is asked of a simulation alone. @param {State} state */
function askedOfBlueprint({ operation, string, arrivals, wanted, layers: most }) {
  const simulated = operation === "check" ? { inputs: arrivals.trim(), goals: wanted.trim(), layers: most } : {};
  const given = Object.entries(simulated).filter(([, value]) => value);
  return { operation, blueprint: string, ...Object.fromEntries(given) };
}

// --- What is asked, and what is said ------------------------------------------------------------------------------

/** @param {State} state @param {string} question */
function asked(state, question) {
  if (question === "blueprint") return askedOfBlueprint(state);
  const names = data.families.shapez.questions[question].fields;
  return table.store.parameters(names, { ...state, codes: state.codes.map(plain) });
}

/** @param {State} state @returns {Wanted | Verdict | null} */
function live(state) {
  if (state.mode === "plan") {
    if (state.ask === "plan") {
      table.bar.old();
      return null;
    }
    return { question: "plan", parameters: { ...asked(state, "plan"), time_limit: state.time_limit ?? LIVE_SECONDS } };
  }
  if (state.mode === "machines") return { question: "op", parameters: operation(sound(state)) };
  const read = readCode(codeOf(state));
  if (!codeOf(state) || (read && isBlank(read))) {
    return {
      words:
        state.target && state.mode === "play"
          ? "Build the shape on the left, part by part"
          : "Choose a form and a paint, and click a part of the shape",
    };
  }
  return { question: "buildable", parameters: { ...asked(state, "buildable"), codes: [plain(codeOf(state))] } };
}

/** @param {any} found @param {State} state @returns {Verdict} */
function verdict(found, state) {
  const isFound = found.verdict === "found";
  if (state.mode === "play" && state.target) return game.verdict(isFound);
  if (state.mode === "plan" && isFound && !isOptimal(found) && NEXT_EFFORT[state.effort]) {
    return { ...found.bar, actions: [{ label: "Search longer", act: lookLonger }] };
  }
  if (state.mode !== "build" || !isFound || isPattern(layers)) return found.bar;
  const chips = [...found.bar.chips, ...(ahead.get(keyOf(state)) ?? [])];
  return { ...found.bar, chips, actions: [{ label: "Show the plan", act: () => mode("plan") }] };
}

/** @param {any} found @param {Wanted} wanted @param {State} state */
function told(found, wanted, state) {
  if (wanted.question === "op") {
    bench.told(found);
    if (!state.ask && found) table.answers.show({ ...found, sections: [] }, wanted, { headed: false });
  } else if (wanted.question === "plan") {
    plans.show(found, wanted, { isSeen: state.mode === "plan", column: state.ask ? "other" : "plain" });
    const words = table.bar.words.textContent ?? "";
    if (!found && /time|stopped/.test(words))
      table.bar.show({ words, actions: [{ label: "Search longer", act: () => table.ask("plan") }] });
  } else if (found) {
    const marks = found.shapes?.[0]?.marks ?? [];
    if (marks.length)
      builder.show(
        layers,
        marks.map((/** @type {any[]} */ [layer, column]) => [layer, column]),
      );
    // The shape itself lies on the stage; beside it stand those that come near.
    const others = found.sections.filter(
      (/** @type {any} */ section) => section.pictures?.every((/** @type {any} */ each) => each.set.codes) ?? true,
    );
    if (!state.ask) table.answers.show({ ...found, sections: others }, wanted, { headed: false });
    if (found.verdict === "found" && state.mode === "build") lookAhead(state, found);
  }
}

/** @param {any} found */
const isOptimal = (found) => found.bar.chips.some((/** @type {string} */ chip) => chip.startsWith("proven"));

/** What is known of the plans of shapes, for the bar. @type {Map<string, string[]>} */
const ahead = new Map();
/** @param {State} state */
const keyOf = (state) => `${plain(codeOf(state))} ${state.layers} ${state.game}`;

/** How many machines the shape takes, once it can be built. @param {State} state @param {any} found */
async function lookAhead(state, found) {
  const key = keyOf(state);
  if (ahead.has(key) || isPattern(layers)) {
    leave("ahead");
    return;
  }
  const parameters = {
    codes: [plain(codeOf(state))],
    ...(state.layers ? { layers: state.layers } : {}),
    game: state.game,
    time_limit: 0.3,
  };
  try {
    const plan = await askIn("ahead", "shapez", "plan", parameters, { wait: 3 });
    if (plan?.view.verdict !== "found") return;
    const { words, chips } = plan.view.bar;
    ahead.set(key, isOptimal(plan.view) ? [words, "fewer are not enough"] : [`at most ${words}`, chips[0]]);
  } catch {
    return; /* the bar has said what is true already; the plan's own page says why there is none */
  }
  const now = table.store.state;
  if (keyOf(now) !== key || now.mode !== "build" || table.bar.place.dataset.state !== "fresh") return;
  table.bar.show({ seconds: found.seconds, ...verdict(found, now) });
}

function lookLonger() {
  table.store.set({ effort: NEXT_EFFORT[table.store.state.effort] });
  table.ask("plan");
}

// --- Building -----------------------------------------------------------------------------------------------------

/** @param {string} code @param {{tag?: string, push?: boolean}} [how] */
function setCode(code, how) {
  const codes = [...table.store.state.codes];
  codes[goalOf(table.store.state)] = code;
  table.store.set({ codes }, how);
}

/** Take the shapes that a shorthand such as {CRSW} stands for. @param {string} shorthand */
async function expand(shorthand) {
  const parameters = { codes: [shorthand], game: table.store.state.game };
  const found = await askIn("expand", "shapez", "show", parameters, { wait: 5 }).catch(() => null);
  const shown = found?.view.sections[0]?.pictures.map((/** @type {any} */ { code }) => code);
  const { codes } = table.store.state;
  if (!shown?.length || codeOf(table.store.state) !== shorthand) return;
  table.store.set({ codes: codes.flatMap((/** @type {string} */ code) => (code === shorthand ? shown : [code])) });
}
/** @param {Layers} next @param {{tag?: string, push?: boolean}} [how] */
const setLayers = (next, how) => setCode(writeCode(next), how);

/** @param {Place} place @param {string} part @param {string} [tag] */
function setPart(place, part, tag) {
  if (layers[place[0]]?.[place[1]] !== part) setLayers(withPart(layers, place, part), { tag });
}

/** A stroke keeps to a layer and sets a part; null recolours. @type {{layer: number, part: string | null} | null} */
let stroke = null;
let strokes = 0;

const builder = new Builder(byId("stage"), {
  press(place, { second }) {
    const state = table.store.state;
    const old = layers[place[0]][place[1]],
      next = second ? NOTHING : brushed(old, sound(state));
    const repaints = state.form === "paint" && !second;
    stroke = { layer: place[0], part: repaints ? null : next === old ? NOTHING : next };
    setPart(place, stroke.part ?? next, `stroke ${++strokes}`);
    return true;
  },
  move([, column]) {
    if (!stroke) return;
    const { layer, part } = stroke;
    setPart([layer, column], part ?? brushed(layers[layer][column], sound(table.store.state)), `stroke ${strokes}`);
  },
  release() {
    stroke = null;
  },
  key({ key }, [layer, column]) {
    const part = keyed(key, layers[layer][column], sound(table.store.state).colour, layers[0].length);
    if (part !== null) setPart([layer, column], part);
    else if (key in COLOURS) table.store.set({ colour: key });
    else if (key === "n") act("add", layer);
    else if (key === "[" || key === "]") setLayers(turned(layers, key === "]" ? 1 : -1));
    else return false;
    return true;
  },
  moved: ([layer, column]) => {
    byId("where").textContent = `${placeWords([layer, column], layers[0].length)}: ${partWords(layers[layer][column])}`;
  },
  layer: act,
});

/** @param {"add" | "up" | "down" | "turn" | "remove" | "copy"} what @param {number} layer */
function act(what, layer) {
  const next = edited(layers, what, layer);
  if (!next) {
    toast(`A ring of ${layers[0].length} has at most ${ringOf(layers[0].length).most} layers here`);
    return;
  }
  setLayers(next.layers);
  builder.to([Math.min(next.layer, layers.length - 1), builder.cursor[1]]);
}

const tray = new Tray(table.store, { setCode, expand });
const plans = new PlanWalk(table.answers);
const game = new Game(table.store, {
  layers: () => layers,
  put: (next, place) => {
    setLayers(next);
    builder.to(place);
  },
});

// --- Machines to try ----------------------------------------------------------------------------------------------

const bench = new Bench(byId("bench"), {
  choose: (machine) => table.store.set({ machine }),
  turn: (steps) => table.store.set({ steps }),
  exchange: () => {
    const { state } = table.store,
      codes = [...state.codes];
    codes[goalOf(state)] = state.second;
    table.store.set({ codes, second: plain(codeOf(state)) });
  },
  second: (second) => table.store.set({ second }),
  take: (code) => setCode(code),
  paint: (which, letter) => table.store.set({ [which]: letter }),
});

/** @param {State} state */
function operation(state) {
  const machine = machineOf(state.machine),
    first = plain(codeOf(state));
  const shapes = machine.takes > 1 ? [first, state.second] : [first];
  return {
    machine: machine.name,
    codes: machine.colours ? [state.colour, state.other] : shapes,
    ...(machine.options.includes("colour") ? { colour: state.colour } : {}),
    ...(machine.options.includes("steps") ? { steps: state.steps } : {}),
    ...(machine.options.includes("layers") && state.layers ? { layers: state.layers } : {}),
    game: state.game,
  };
}

// --- The page -----------------------------------------------------------------------------------------------------

/** What an address may say of the palette, or what there is. @param {State} state @returns {State} */
function sound(state) {
  /** @param {string} letter @param {string} usual */
  const known = (letter, usual) => (letter in (state.game === "1.0" ? COLOUR_NAMES : COLOURS) ? letter : usual);
  return { ...state, colour: known(state.colour, "u"), other: known(state.other, "r") };
}

/** @param {State} given @param {Set<string>} names */
function changed(given, names) {
  const state = sound(given);
  layers = readCode(codeOf(state)) ?? layers;
  document.body.dataset.mode = state.mode;
  byId("stage").hidden = state.mode === "plan" || state.mode === "machines";
  byId("plan-stage").hidden = state.mode !== "plan";
  byId("bench").hidden = state.mode !== "machines";
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-mode-button]"))) {
    each.setAttribute("aria-pressed", String(each.dataset.modeButton === state.mode));
  }
  if (["codes", "goal", "mode"].some((name) => names.has(name))) {
    builder.show(layers);
    builder.to(builder.cursor);
  }
  tray.show(state, layers);
  if (state.mode === "machines") {
    const { second, machine, steps, colour, other } = state;
    bench.show({ code: plain(codeOf(state)), second, machine, steps, colour, other });
  }
  if (state.mode === "play" && !state.target && names.has("mode")) game.next();
}

/** @param {string} id @param {() => void} work */
const pressed = (id, work) => byId(id).addEventListener("click", work);
pressed("turn-left", () => setLayers(turned(layers, -1)));
pressed("turn-right", () => setLayers(turned(layers, 1)));
pressed("clear-shape", () => setLayers([blank(layers[0].length)]));
pressed("next-target", () => game.next());
pressed("hint", () => game.hint());
for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-mode-button]"))) {
  each.addEventListener("click", () => mode(/** @type {string} */ (each.dataset.modeButton)));
}

table.open();
