// Shapes: their codes and words, what is done to them, how they and plans are drawn, and the game of building them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Element, chance, load } from "./page.mjs";

const { default: data } = await load("data.js");
const { COLOURS, COLOUR_NAMES, NOTHING, RINGS, blank, discNode, fitting, iconNode, isPart, isPattern, layerNode, layersOf, markNode, outlineOf, partNodes, partWords, placeNode, placeWords, reachesOf, readCode, ringOf, shapeNode, shapePicture, strokeOf, trimmed, writeCode } = await load("shapez/shapes.js");
const { brushed, edited, isBlank, keyed, onRing, plain, turned, withPart } = await load("shapez/shape_edits.js");
const { machinesOf, planNode, stepWords, valueWords } = await load("shapez/plan_picture.js");
const { Game } = await load("shapez/game.js");

const any = chance(11), pick = (from) => from[Math.floor(any() * from.length)];
/** A shape at random. */
function anyShape(count = pick(RINGS)) {
  const part = () => (any() < 0.2 ? NOTHING : any() < 0.1 ? "P-" : (any() < 0.2 ? "c" : pick(ringOf(count).types)) + pick(Object.keys(COLOURS)));
  return Array.from({ length: 1 + Math.floor(ringOf(count).most * any()) }, () => Array.from({ length: count }, part));
}

test("codes are read as they are written", () => {
  for (let round = 0; round < 300; round++) {
    const shape = anyShape();
    assert.deepEqual(readCode(writeCode(shape)), shape);
    assert.deepEqual(readCode(` ${writeCode(shape)}\n`), shape);
    assert.ok(shape.flat().every((part) => isPart(part, shape[0].length)));
    assert.equal(isPattern(shape), false);
    assert.equal(plain(writeCode([...shape, blank(shape[0].length)])), writeCode(trimmed(shape)));
    assert.deepEqual(layersOf(writeCode(shape)), shape);
  }
});

test("what is no code is none", () => {
  for (const text of ["", " ", ":", "Cu", "CuCuCu", "CuCuCuC", "CuCuCuCu:", ":CuCuCuCu", "CuCuCuCu::CuCuCuCu", "CuCuCuCu:CuCuCuCuCuCu", "QuQuQuQu", "CqCqCqCq", "----Cu-", "🙂🙂🙂🙂", "CuCuCu🙂", "constructor", "__proto__", "CuCu CuCu"]) {
    assert.equal(readCode(text), null, text);
    assert.equal(plain(text), text);
    assert.equal(onRing(text, 6), text);
    assert.deepEqual(layersOf(text), [blank(4)]);
  }
  for (const pattern of ["????????", "C?Nu?rP-", "--------:A?N?c?P-"]) assert.ok(isPattern(readCode(pattern)), pattern);
});

test("parts and places are said in words", () => {
  for (const count of RINGS) {
    for (const type of ringOf(count).types) for (const colour of Object.keys(COLOURS)) assert.match(partWords(type + colour), new RegExp(`^${COLOUR_NAMES[colour]} \\w`));
    for (let column = 0; column < count; column++) assert.match(placeWords([0, column], count), /^layer 1, \w/);
  }
  assert.deepEqual([NOTHING, "P-", "??", "C?", "Nu"].map(partWords), ["nothing", "pin", "anything", "anything like C?", "anything like Nu"]);
  assert.deepEqual(trimmed([blank(4), blank(4)]), [blank(4)]);
});

test("brushes and keys paint parts of the ring", () => {
  assert.deepEqual([["-"], ["P"], ["C"], ["paint"]].map(([form]) => brushed("Ru", { form, colour: "r" })), [NOTHING, "P-", "Cr", "Rr"]);
  assert.deepEqual([NOTHING, "P-"].map((old) => brushed(old, { form: "paint", colour: "r" })), [NOTHING, "P-"]);
  for (const count of RINGS) {
    for (const key of ["-", "Backspace", "p", "x", "r", "u", "Enter", "?", "constructor", "", ...ringOf(count).types]) {
      for (const old of [NOTHING, "P-", `${ringOf(count).types[0]}u`, "cr"]) {
        const part = keyed(key, old, "g", count);
        assert.ok(part === null || isPart(part, count), `${key} ${old} ${part}`);
      }
    }
  }
});

test("whatever is done to a shape makes a shape", () => {
  for (let round = 0; round < 300; round++) {
    const shape = anyShape(), count = shape[0].length, before = writeCode(shape);
    const what = pick(["add", "up", "down", "turn", "remove", "copy"]), layer = Math.floor(any() * shape.length);
    const made = edited(shape, what, layer);
    assert.equal(writeCode(shape), before);
    if (made) {
      assert.ok(made.layer >= 0 && made.layer < made.layers.length && made.layers.length <= ringOf(count).most);
      assert.ok(readCode(writeCode(made.layers)));
    } else assert.ok(["add", "copy"].includes(what) ? shape.length >= ringOf(count).most : true);
    assert.deepEqual(turned(turned(shape, 1), -1), shape);
    let round = shape;
    for (let turns = 0; turns < count; turns++) round = turned(round, 1);
    assert.deepEqual(round, shape);
    for (const other of RINGS) {
      const moved = readCode(onRing(before, other));
      assert.equal(moved[0].length, other);
      assert.ok(moved.length <= ringOf(other).most && moved.flat().every((part) => isPart(part, other)), `${before} ${onRing(before, other)}`);
    }
    assert.equal(withPart(shape, [layer, 0], "P-")[layer][0], "P-");
  }
  assert.ok(isBlank([blank(4)]) && !isBlank([["Cu", ...blank(3)]]));
  assert.equal(fitting(NOTHING, 6), NOTHING);
});

// --- Drawing ----------------------------------------------------------------------------------------------------------------

/** Whether all numbers of a drawing are numbers. */
function isSound(node) {
  if (!(node instanceof Element)) return true;
  return Object.values(node.attributes).every((value) => !/NaN|undefined|Infinity|null/.test(value)) && node.children.every(isSound);
}

test("every part of every ring is drawn", () => {
  for (const count of RINGS) {
    const { types, unpainted, most } = ringOf(count);
    for (const part of [NOTHING, "P-", "??", "N?", ...[...types, ...unpainted, "c"].map((type) => `${type}u`)]) {
      for (const node of partNodes(part, count, 1)) assert.ok(isSound(node), part);
      assert.match(outlineOf(part, count), /^M/, part);
      assert.ok(isSound(markNode([Array(count).fill(part)], [0, count - 1], 50)));
    }
    const reaches = reachesOf(count, most);
    assert.ok(reaches.every((reach, number) => reach > 0 && (!number || reach < reaches[number - 1]) && strokeOf(reaches, number) > 0));
    assert.ok(isSound(layerNode(blank(count), 0, 50, { places: true })));
    assert.ok(isSound(placeNode([0, 1], count, 50, "x")));
  }
  assert.equal(markNode([blank(4)], [3, 0], 50), null);
  assert.equal(partNodes(NOTHING, 4, 1).length, 0);
  for (let round = 0; round < 30; round++) {
    const shape = anyShape();
    assert.ok(isSound(shapeNode(shape, [[0, 0], [9, 9]])));
    assert.equal(shapePicture(writeCode(shape), { "aria-hidden": "true" }).attributes["aria-hidden"], "true");
  }
  assert.ok(isSound(discNode()));
  for (const machine of [...Object.keys(data.shapez.icons), "no such machine"]) for (const fluids of [[], ["r"], ["r", "g"]]) assert.ok(isSound(iconNode(machine, fluids)));
});

const output = (code, more = {}) => ({ code, x: 5, y: 5, size: 40, ...more });
const box = (step, machine, inputs, outputs, more = {}) => ({ x: 0, y: 0, width: 50, height: 40, head: [0, 50, 40], machine, title: machine, step, runs: 1, source: false, inputs, outputs, ...more });

test("plans are drawn, their steps said in order", () => {
  const boxes = [
    box(3, "paint", ["CuCuCuCu", "r"], [output("CrCrCrCr", { goal: true, letters: ["A"] })]),
    box(1, "input", [], [output("CuCuCuCu")], { source: true }),
    box(2, "swap-halves", ["CuCuCuCu", "CuCuCuCu"], [output("CuCuCuCu"), output("CuCuCuCu", { waste: true })]),
    box(0, "fluid", [], [{ fluid: "r", x: 1, y: 1, size: 10 }], { source: true }),
    box(4, "mix", ["r", "g"], [{ fluid: "y", x: 1, y: 1, size: 0 }]),
    box(5, "trash", ["CuCuCuCu"], [output("CuCuCuCu", { size: 0 })]),
  ];
  const belts = [{ from: 1, output: 0, to: [0], code: "CuCuCuCu", pieces: [[0, 0, 5, 9, 1], [0, 0, 5, 9, null]] }, { from: 3, output: 0, to: [0], fluid: "r", pieces: [] }];
  assert.ok(isSound(planNode({ kind: "plan", title: "", width: 100, height: 100, boxes, belts, goals: [] })));
  assert.ok(isSound(planNode({ kind: "plan", title: "", width: 0, height: 0, boxes: [], belts: [], goals: [] })));
  assert.deepEqual([...machinesOf({ boxes }).keys()], [2, 3, 4, 5]);
  assert.equal(stepWords(boxes[0]), "paint takes CuCuCuCu and red, gives CrCrCrCr");
  assert.equal(stepWords(boxes[1]), "input gives CuCuCuCu");
  assert.equal(stepWords(boxes[2]), "swap halves takes CuCuCuCu and CuCuCuCu, gives CuCuCuCu and CuCuCuCu (to the trash)");
  assert.deepEqual(["r", "CuCuCuCu"].map(valueWords), [COLOUR_NAMES.r, "CuCuCuCu"]);
});

// --- The game ---------------------------------------------------------------------------------------------------------------

test("hints build any target from any shape", () => {
  for (let round = 0; round < 60; round++) {
    const count = pick(RINGS), target = anyShape(count);
    let layers = anyShape(count);
    const game = new Game({ state: { target: writeCode(target) }, set() {} }, { layers: () => layers, put: (next) => { layers = trimmed(next); } });
    for (let hints = 0; hints < 200 && game.verdict(true).words !== "Built!"; hints++) {
      assert.match(game.verdict(any() < 0.5).words, /^\d+ of \d+ parts are right$/);
      game.hint();
    }
    assert.deepEqual(trimmed(layers), trimmed(target));
  }
});

test("the next target is drawn with other forms and paints of the same kinds", async (context) => {
  const drawn = readCode("CuP---cu:--P-Rucu"), sets = [];
  const view = { sections: [{ pictures: [{ code: writeCode(drawn) }] }] };
  context.mock.method(globalThis, "fetch", async () => ({ ok: true, json: async () => ({ state: "done", run: "r", files: [], view }) }));
  Object.assign(document.getElementById("level"), { value: "3" });
  const game = new Game({ state: { target: "" }, set: (changes) => sets.push(changes) }, { layers: () => [blank(4)], put() {} });
  game.verdict(true).actions[0].act();
  await new Promise(setImmediate);
  const kind = (part) => (part === NOTHING || part === "P-" ? part : part[0] === "c" ? "c" : "shape");
  assert.deepEqual(readCode(sets[0].target).map((layer) => layer.map(kind)), drawn.map((layer) => layer.map(kind)));
  context.mock.method(globalThis, "fetch", async () => { throw new TypeError("no network"); });
  context.mock.timers.enable({ apis: ["setTimeout"] });
  await game.next();
  assert.match(document.getElementById("toast").textContent, /does not answer/);
});
