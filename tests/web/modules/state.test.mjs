// What a page keeps and asks: its fields with undo, its address, options, refusals, the rack and the round of packing.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { chance, load } from "./page.mjs";

const { isCoded, isPlain, pack, unpack } = await load("table/address.js");
const { Store, flag, list, number, text, view, whole } = await load("table/store.js");
const { formsOf, optionFields, optionValues } = await load("table/options.js");
const { Refusal, nameOf, suffixOf } = await load("doors/refusal.js");
const { Laying } = await load("hand/laying.js");
const { Round, points, scoreOf } = await load("packing/round.js");
const { isWide, openEngine } = await load("doors/engine.js");
const { seen } = await load("tiling/seen.js");
const { default: data } = await load("data.js");

mock.timers.enable({ apis: ["setTimeout"] }); // no address is written later, unless a test says so
beforeEach(() => { localStorage.clear(); location.hash = ""; });

// --- Fields -------------------------------------------------------------------------------------------------------------

const fields = () => ({ board: text("6x10"), limit: number(), at: whole(1), hold: flag(true), fixed: list(), mode: view(text("paint")) });

test("a store undoes what is asked and keeps what is shown", () => {
  const store = new Store(fields()), told = [];
  store.subscribe((state, names, loaded) => told.push([state.board, [...names].join(" "), loaded]));
  store.set({ board: "a" });
  store.set({ board: "a" }); // which is no change
  store.set({ mode: "play" });
  store.set({ board: "b" }, { tag: "stroke" });
  store.set({ board: "c" }, { tag: "stroke" });
  assert.deepEqual(told, [["a", "board", false], ["a", "mode", false], ["b", "board", false], ["c", "board", false]]);
  assert.ok(store.undo());
  assert.deepEqual([store.state.board, store.state.mode], ["a", "play"]);
  assert.ok(store.undo());
  assert.deepEqual([store.state.board, store.state.mode, store.canUndo, store.undo()], ["6x10", "play", false, false]);
  assert.ok(store.redo() && store.redo());
  assert.deepEqual([store.state.board, store.canRedo, store.redo()], ["c", false, false]);
  store.undo();
  store.set({ board: "d" });
  assert.equal(store.canRedo, false);
  store.set({ board: "e" }, { undo: false });
  store.undo();
  assert.equal(store.state.board, "a");
  store.reset({ limit: 2 });
  assert.deepEqual([store.state.board, store.state.mode, store.state.limit], ["6x10", "paint", 2]);
});

test("only so many steps are kept, and a state cannot be changed by the way", () => {
  const store = new Store(fields());
  for (let step = 0; step < 400; step++) store.set({ board: String(step) });
  let steps = 0;
  while (store.undo()) steps++;
  assert.deepEqual([steps, store.state.board], [300, "99"]);
  assert.throws(() => { store.state.board = "x"; }, TypeError);
});

const STATES = [
  { board: "##/#.", limit: 12, at: 3, hold: false, fixed: ["P 0,0 0,1", "I 1,1"], mode: "play" },
  { board: "", limit: 0.5, at: null, hold: true, fixed: [], mode: "paint" },
  { board: "#&=%/?+ é\n", limit: null, at: 0, hold: false, fixed: ["x"], mode: "" },
  { board: "%", limit: -1e-7, at: -4, hold: true, fixed: ["%zz", "a=b&c", "#"], mode: "🙂" },
  { board: "packed=1", limit: 1e21, at: 1, hold: true, fixed: ["kept=x"], mode: "paint" },
  { board: "ab".repeat(1500), limit: 1, at: 1, hold: true, fixed: [], mode: "paint" }, // packed
];

test("an address says all of a state, whatever characters it has", async () => {
  const any = chance(2);
  const noise = Array.from({ length: 60 }, () => ({ board: Array.from({ length: 40 }, () => String.fromCharCode(Math.floor(any() * (any() < 0.7 ? 128 : 0xd800)))).join("").replaceAll("\r", ""), limit: any(), at: Math.floor(9 * any()), hold: any() < 0.5, fixed: [], mode: "paint" }));
  for (const values of [...STATES, ...noise]) {
    const store = new Store(fields());
    store.set(values, { push: true });
    while (!location.hash && store.written()) await new Promise(setImmediate);
    const other = new Store(fields());
    await other.load(true);
    assert.deepEqual({ ...other.state }, values);
    assert.equal(await store.link(), `${location.origin}/page${location.hash}`);
    location.hash = "";
  }
});

test("a state that no address can hold is kept by this browser, the newest twelve", async (context) => {
  let now = 0;
  context.mock.method(Date, "now", () => now++);
  const any = chance(9), long = () => Array.from({ length: 30_000 }, () => String.fromCharCode(33 + Math.floor(90 * any()))).join("");
  const states = Array.from({ length: 15 }, long), keys = [];
  for (const each of states) {
    const { hash, whole: isAll } = await pack(each);
    assert.ok(isCoded(hash) && hash.startsWith("kept=") && !isAll);
    keys.push(hash);
  }
  assert.equal(new Set(keys).size, 15);
  assert.equal(Object.keys(localStorage).length, 12);
  assert.equal(await unpack(keys[14]), states[14]);
  await assert.rejects(unpack(keys[0]), /only the browser in which it was made/);
  const store = new Store({ board: text() });
  store.set({ board: states[0] });
  assert.equal(await store.link(), null);
});

test("a full or forbidden storage is no fault of the page", async (context) => {
  const long = Array.from({ length: 60_000 }, (_, index) => String.fromCharCode(33 + ((index * index * 7919) % 90) + (index % 3))).join("");
  const given = Array.from({ length: 40_000 }, () => Math.random().toString(36)[3] ?? "x").join("") + long;
  let room = 1;
  context.mock.method(Object.getPrototypeOf(localStorage), "setItem", () => { if (room-- < 1) throw new Error("full"); });
  assert.equal(await pack(given).then((found) => found?.whole ?? null), false);
  assert.equal(await pack(given), null);
  const store = new Store({ board: text() });
  store.set({ board: given });
  store.flush();
  await new Promise(setImmediate);
  assert.equal(location.hash, "");
});

test("what was kept may be anything by now", async () => {
  for (const kept of ["", "null", "{}", "[]", "5", '{"text":5}', '{"text":{}}', "{", '{"at":"x","text":""}']) {
    localStorage.setItem("shapewright state k", kept);
    await assert.rejects(unpack("kept=k"), /only the browser in which it was made/, kept);
  }
  localStorage.setItem("shapewright state k", '{"text":"packed=%"}');
  await assert.rejects(unpack("kept=k"), /cannot be read/);
  assert.ok(await pack(Array.from({ length: 90_000 }, () => Math.random().toString(36)[4] ?? "x").join(""))); // room is made among them
});

test("an address that was cut or made up is said to be unreadable", async () => {
  for (const hash of ["packed=", "packed=%", "packed=AAAA", "packed=🙂", "packed=ä", `packed=${"A".repeat(9000)}`, "kept=", "kept=constructor", "kept=\n"]) {
    location.hash = `#${hash}`;
    const store = new Store(fields());
    await store.load(true);
    assert.match(store.lost, /^(The|This) puzzle /, hash);
    assert.deepEqual({ ...store.state }, { ...store.initial });
    store.set({ board: "x" });
    assert.equal(store.lost, "");
  }
  const bomb = await pack("a".repeat(5_000_000));
  await assert.rejects(unpack(bomb.hash), /cannot be read/);
  assert.ok(isPlain("a".repeat(2000)) && !isPlain("a".repeat(2001)));
});

test("a browser without compression still keeps long states", async () => {
  const { CompressionStream, DecompressionStream } = globalThis;
  const long = "ab".repeat(2000), { hash } = await pack(long);
  try {
    Object.assign(globalThis, { CompressionStream: undefined, DecompressionStream: undefined });
    assert.deepEqual(await pack(long), { hash: long, whole: true });
    await assert.rejects(unpack(hash), /cannot decompress/);
    assert.equal(await unpack((await pack("ab".repeat(9000))).hash), "ab".repeat(9000));
  } finally {
    Object.assign(globalThis, { CompressionStream, DecompressionStream });
  }
});

test("fields read of an address only what they can be", async () => {
  const read = async (hash) => { location.hash = `#${hash}`; const store = new Store(fields()); await store.load(true); return store.state; };
  for (const given of ["", " ", "x", "NaN", "Infinity", "1e999"]) assert.equal((await read(`limit=${given}`)).limit, null);
  for (const given of ["0.5", "1e300", "x", "", "9007199254740993"]) assert.equal((await read(`at=${given}`)).at, null, given);
  assert.deepEqual([(await read("at=7")).at, (await read("limit=0.5")).limit], [7, 0.5]);
  assert.deepEqual([(await read("hold=0")).hold, (await read("hold=false")).hold, (await read("hold=")).hold, (await read("hold=yes")).hold, (await read("")).hold], [false, false, false, true, true]);
  assert.deepEqual((await read("fixed=a%0A%0A+b+%0A")).fixed, ["a", "b"]);
  assert.deepEqual(Object.keys(await read("nobody=1&__proto__=2")), Object.keys(fields()));
});

test("the browser's Back is a step of the page, and what is asked is what says something", async () => {
  const store = new Store(fields()), heard = [];
  store.subscribe((_, names, loaded) => heard.push([[...names].join(" "), loaded]));
  await store.open();
  const { steps } = history;
  store.set({ board: "a" }, { push: true });
  assert.equal(history.steps, steps + 1);
  location.hash = "#board=b";
  dispatchEvent(new Event("popstate"));
  await new Promise(setImmediate);
  assert.deepEqual([store.state.board, store.canUndo], ["b", true]);
  assert.deepEqual(heard.at(-1), ["board", true]);
  store.set({ board: "d" });
  mock.timers.tick(1000);
  assert.equal(location.hash, "#board=d");
  store.set({ board: "c" });
  dispatchEvent(new Event("pagehide"));
  assert.equal(location.hash, "#board=c");
  const names = [...Object.keys(fields()), "nobody"];
  assert.deepEqual(store.parameters(names), { board: "c", at: 1, hold: true });
  store.set({ board: "", hold: false, limit: 3, fixed: ["a"], at: null });
  assert.deepEqual(store.parameters(names), { limit: 3, hold: false, fixed: ["a"] });
  store.begin({ board: "day" });
  assert.deepEqual([store.state.board, store.written()], ["day", ""]);
});

// --- Options and refusals -----------------------------------------------------------------------------------------------

test("options of every question say nothing until something is chosen", () => {
  for (const family of Object.keys(data.families)) {
    const store = new Store(optionFields(family));
    for (const [question, { options }] of Object.entries(formsOf(family))) {
      assert.deepEqual(optionValues(family, question, store.state), {});
      for (const { key, name, kind } of options) {
        if (kind === "flag") store.set({ [key]: true });
        else store.set({ [key]: kind === "lines" ? ["a"] : kind === "number" ? " 12 " : "a" });
        const value = optionValues(family, question, store.state)[name];
        assert.deepEqual(value, kind === "flag" ? true : kind === "lines" ? ["a"] : kind === "number" ? 12 : "a");
        store.set({ [key]: kind === "flag" ? false : kind === "lines" ? [] : kind === "number" ? "12x" : "  " });
        if (kind === "number") assert.equal(optionValues(family, question, store.state)[name], "12x"); // the answer says what is wrong
        store.undo();
        store.undo();
        store.reset();
      }
    }
    assert.deepEqual(optionValues(family, "constructor", store.state), {});
  }
});

test("files of an answer are found by the ends of their names", () => {
  assert.deepEqual([suffixOf("stack.svg"), suffixOf("all.tar.gz")], [".svg", ".tar.gz"]);
  assert.equal(nameOf(["a.png", "b.svg"], ".svg"), "b.svg");
  assert.throws(() => nameOf([], ".gif"), (error) => error instanceof Refusal && error.state === "failed" && /\.gif/.test(error.message));
  assert.deepEqual(new Refusal("no", "stopped", { shell: "x" }).equivalents, { shell: "x" });
  assert.deepEqual([seen.pieces, seen.tiling, seen.fresh], [[], null, false]);
});

// --- The rack and the round ---------------------------------------------------------------------------------------------

const KINDS = [{ name: "I", colour: "#112233", cells: [[0, 0], [0, 1], [0, 2]] }, { name: "o", colour: "#445566", cells: [[0, 0]] }];
const stage = () => ({ cursor: [0, 0], said: [], ghosts: null, say(words) { this.said.push(words); }, ghost(what) { this.ghosts = what; }, show(board) { this.board = board; } });

test("pieces are laid, turned and taken back by hand", () => {
  const laying = new Laying(stage(), document.createElement("div"), KINDS, (laid) => laying.show(laying.bag, laid, laying.size));
  const press = (x, y, more = {}) => laying.press({ cell: [x, y], inside: true, second: false, ...more });
  laying.show({ I: 1, o: 1 }, [{ piece: "nobody", cells: [[0, 0]] }], [3, 3]);
  assert.deepEqual([laying.laid, laying.box, laying.chosen, laying.isDone], [[], [0, 0], "I", false]);
  press(0, 0, { inside: false });
  press(2, 2); // at the side it is moved inward
  assert.deepEqual(laying.laid[0].cells, [[2, 0], [2, 1], [2, 2]]);
  assert.deepEqual([laying.box, laying.chosen, laying.left("I")], [[1, 3], "o", 0]);
  press(2, 1); // takes it back
  assert.deepEqual([laying.laid, laying.chosen], [[], "I"]);
  press(0, 0, { second: true });
  press(1, 1);
  assert.deepEqual(laying.laid[0].cells.map(String).sort(), ["0,1", "1,1", "2,1"]);
  assert.deepEqual(["o", "q", "r", "Backspace"].map((key) => laying.key({ key })), [false, false, true, true]);
  assert.deepEqual(laying.laid, []);
  laying.hover(null);
  assert.equal(laying.stage.ghosts, null);
  laying.hover({ cell: [1, 1], inside: true });
  assert.equal(laying.stage.ghosts.look, "ghost");
  press(1, 1);
  laying.stage.cursor = [0, 1];
  laying.key({ key: "Delete" });
  assert.deepEqual(laying.laid, []);
  const [bar, dot, again] = laying.rack.all("button");
  again.dispatchEvent(new Event("click"));
  assert.equal(laying.stage.said.at(-1), "turned");
  dot.dispatchEvent(new Event("click"));
  assert.equal(laying.chosen, "o");
  // What is carried from the rack follows the pointer from some pixels on.
  const pointer = (kind, x, y) => Object.assign(new Event(kind), { button: 0, pointerId: 1, clientX: x, clientY: y });
  Object.assign(laying.stage, { pixels: 10, at: (x, y) => ({ inside: x >= 0, point: [x / 10, y / 10], cell: [Math.floor(x / 10), Math.floor(y / 10)] }) });
  const carry = (from, ...places) => {
    from.dispatchEvent(pointer("pointerdown", 0, 0));
    for (const [x, y] of places) dispatchEvent(pointer("pointermove", x, y));
    dispatchEvent(pointer("pointerup", ...places.at(-1)));
  };
  carry(bar, [3, 3]); // which is a click
  carry(bar, [20, 20], [-20, 20]); // which is let go beside the plane
  assert.deepEqual(laying.laid, []);
  bar.dispatchEvent(pointer("pointerdown", 0, 0));
  dispatchEvent(new Event("pointercancel")); // which is no carrying
  bar.dispatchEvent(pointer("pointerdown", 0, 0));
  dispatchEvent(pointer("pointermove", 20, 20));
  for (const key of ["r", "F", "x"]) dispatchEvent(Object.assign(new Event("keydown"), { key }));
  dispatchEvent(pointer("pointermove", 15, 15));
  dispatchEvent(pointer("pointerup", 15, 15));
  assert.deepEqual(laying.laid.map(({ piece, cells }) => [piece, cells.length]), [["I", 3]]);
  assert.deepEqual([laying.fits(laying.laid[0].cells), laying.fits(laying.laid[0].cells, laying.laid[0])], [false, true]);
  laying.key({ key: "Backspace" });
  laying.choose(null);
  laying.turn();
  press(0, 0);
  assert.equal(laying.stage.said.at(-1), "it does not fit there");
  laying.show({}, [], [1, 1]);
  assert.ok(laying.isDone);
});

test("a round is played whatever its address and its memory say", async (context) => {
  assert.deepEqual([scoreOf(0, [0, 0]), scoreOf(1, [4, 1]), scoreOf(3, [3, 4])], [0, 1.5, 13.5]);
  assert.equal(points(1234.567), "1,234.57");
  const levels = data.packing.levels.map(() => ({ bag: { [data.packing.pieces[0].name]: 1 }, pieces: 1, size: [1, 5], score: 1, optimal: true }));
  const scene = { pieces: [{ label: data.packing.pieces[0].name, cells: [[0, 0]] }] };
  const view = { round: { levels }, sections: [{ kind: "frames", frames: levels.map(() => ({ scene })) }] };
  context.mock.method(globalThis, "fetch", async () => ({ ok: true, json: async () => ({ state: "done", run: "r", files: [], view }) }));
  for (const kept of ["null", "5", "[]", "{", '{"1":"x"}', '{"1":null}', '{"3":2}']) {
    for (const at of [1, 3, 0, -2, 99, null]) {
      let state = { round: 7, at, mode: "round", laid: ["", "I", "I 0", "I x,y", "nobody 0,0", "I 1e9,0"] };
      localStorage.setItem("packing round 7", kept);
      const bar = [];
      const store = { get state() { return state; }, set(changes) { state = { ...state, ...changes }; } };
      const round = new Round(stage(), { store, bar: { busy() {}, show: (verdict) => bar.push(verdict) } });
      round.solve(); // before anything was dealt
      await round.show(state);
      round.solve();
      await round.show(state);
      assert.ok(bar.length === 2 && bar.every(({ words }) => words));
      assert.match(document.getElementById("levels").textContent, /your sum: [\d.,]+ of/);
      round.laying.lay({ piece: "I", cells: [[0, 0]] });
      assert.equal(state.laid.at(-1), "I 0,0");
      state = { ...state, laid: state.laid.slice(0, -1) };
      round.solve();
      await round.show(state);
      const { actions: [next] } = bar.at(-1);
      assert.equal(next?.label, at === 99 ? undefined : "Next bag");
      next?.act();
      document.getElementById("levels").all("button")[1].dispatchEvent(new Event("click"));
      assert.deepEqual([state.at, state.laid], [2, []]);
    }
  }
});

// --- The engine ----------------------------------------------------------------------------------------------------------

test("the engine's messages are placed in its memory", async () => {
  assert.equal(isWide(), true);
  const memory = new Uint8Array(64);
  memory.set([104, 105, 0], 60);
  const calls = [];
  const module = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
  globalThis.engineUnderTest = async ({ instantiateWasm }) => {
    await new Promise((done) => { instantiateWasm({}, done); });
    return {
      HEAPU8: memory, _shapewright_describe: () => 60, _shapewright_free: (start) => calls.push(start), _shapewright_reserve: (size) => (size > 50 ? 0 : 8),
      _shapewright_call: (number, start, size) => { if (number === 9) throw new Error("stopped"); memory[40] = size; return 40; }, _shapewright_answer_size: () => 1,
    };
  };
  const engine = await openEngine("data:text/javascript,export default globalThis.engineUnderTest", module);
  assert.equal(engine.describe(), "hi");
  assert.equal(engine.place(3).length, 3);
  assert.deepEqual([...engine.run(1)], [3]);
  assert.equal(engine.place(2).byteOffset, 8);
  assert.deepEqual(calls, [0]);
  assert.throws(() => engine.place(60), /no memory/);
  assert.equal(engine.isWorn(), false);
  assert.throws(() => engine.run(9), /stopped/);
  assert.equal(engine.isWorn(), true);
});
