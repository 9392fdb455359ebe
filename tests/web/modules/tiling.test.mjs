// Boards of tilings: their text, the planes of lattices, pieces laid by hand, outlines, and solids.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chance, load } from "./page.mjs";

const { default: data } = await load("data.js");
const { box, readArt, writeArt } = await load("stage/art.js");
const { boxOf, cellOf, drawAlone, drawCrowd, drawGround, drawMarks, drawPiece, drawTints, groundOf, isBright, isCrowded, keyOf, layerOf, nodesOf, outline, spanOf, spotOf } = await load("stage/board.js");
const { flipped, normal: atOrigin, turned } = await load("hand/drag.js");
const { Plane, isSolid, layerName, planeOf, prefixOf, sideOf } = await load("stage/plane.js");
const { Faces, View, lit, mixed, takenOut } = await load("stage/solid_faces.js");
const { Game, flip, gripOf, home, normal, turn } = await load("tiling/play.js");
const { CHARACTERS, PUZZLE, at, boardFields, compared, copied, figureOf, isUnknown, isWhole, laidOf, laidText, latticeOf, layersOf, learn, put, readable, resized, sidesOf, sizeOf, stating, stillThere } = await load("tiling/puzzle.js");

const PLANES = Object.keys(data.lattices).filter((name) => planeOf(name));
/** The lattices that boards name; the others are layers of theirs. */
const NAMES = Object.keys(data.lattices).filter((name) => !name.includes("/"));
const STATE = { board: "4x3", hole: [], hole_box: [], optional: [], pieces: "", fixed: [], puzzle: "", puzzle_file: "", problem: null };

// --- Text -----------------------------------------------------------------------------------------------------------------

test("boards are read as they are written, one cell too", () => {
  const any = chance(1), cell = () => CHARACTERS[Math.floor(any() ** 3 * CHARACTERS.length)];
  for (let round = 0; round < 300; round++) {
    const [width, height, depth] = [5, 5, 2].map((most) => 1 + Math.floor(most * any()));
    const layers = Array.from({ length: depth }, () => Array.from({ length: height }, () => Array.from({ length: width }, cell)));
    for (const bySize of [true, false]) assert.deepEqual(readArt(writeArt(layers, bySize), CHARACTERS), layers);
  }
  assert.equal(writeArt(box(3, 2)), "3x2");
  assert.equal(writeArt(box(3, 2, 2)), "3x2x2");
  assert.equal(writeArt(box(1, 1), false), "#");
});

test("sizes and rows of unequal length are boards, other texts are none", () => {
  for (const text of ["3x2", " 3X2 ", "3×2", "###/###", "###\n###", "3x2x1"]) assert.deepEqual(readArt(text, CHARACTERS), box(3, 2), text);
  assert.deepEqual(readArt("#\n###", CHARACTERS), [[["#", ".", "."], ["#", "#", "#"]]]);
  assert.deepEqual(readArt("#//##/#", CHARACTERS), [[[".", "."], ["#", "."]], [["#", "#"], ["#", "."]]]);
  for (const text of ["", "  ", "/", "//", "0x3", "3x0", "999x999", "64x65", "1x1x4097", "-1x3", "3x", "ä", "🙂", "#!", "#\0", "#\u200b"]) assert.equal(readArt(text, CHARACTERS), null, JSON.stringify(text));
  assert.equal(readArt("64x64", CHARACTERS).flat(2).length, 4096);
});

test("a puzzle's fields say its board and come back", () => {
  const state = { ...STATE, hole: ["0,0", "9,9", "x", ""], hole_box: ["1,1,2x1", "0,0", "5", "0,0,1e9x1e9"], optional: ["3,2 2,2", "x"] };
  const layers = layersOf(state);
  assert.deepEqual(layers[0].map((row) => row.join("")), ["##??", "#..#", ".###"]);
  assert.equal(layersOf(state), layers); // asked for many times, read once
  const fields = boardFields(layers, "");
  assert.deepEqual(layersOf({ ...STATE, ...fields }), layers);
  assert.equal(layersOf({ ...STATE, board: "nothing!" }), null);
  assert.deepEqual(stating(STATE), PUZZLE.slice(0, 6));
  assert.deepEqual(stating({ ...STATE, puzzle: "x" }), PUZZLE.slice(6));
  assert.ok(isWhole({ ...STATE, puzzle_file: "x" }) && !isWhole(STATE));
  assert.deepEqual(copied(layers), layers);
  assert.notEqual(copied(layers)[0][0], layers[0][0]);
});

test("only the name of a lattice before a colon is one", () => {
  for (const name of NAMES) assert.equal(prefixOf(` ${name.toUpperCase()}:4x4`), name);
  for (const text of ["", "4x4", ":4x4", "nothing:4x4", "constructor:4x4", "__proto__:4x4", "hex 4x4"]) assert.equal(prefixOf(text), "", text);
  for (const name of [undefined, "", "constructor", "nothing"]) {
    assert.deepEqual([planeOf(name), isSolid(name), layerName(name, 0)], [null, false, name]);
    if (name !== undefined) assert.deepEqual(sideOf(name), { unit: [1, 1, 1], rest: 0 });
  }
  assert.equal(latticeOf({ ...STATE, board: "hex:4x4" }), "hex");
  assert.equal(latticeOf({ ...STATE, board: "hex:4x4", puzzle: "x" }), "");
});

test("boards that a name describes are asked for, and known from then on", () => {
  const state = { ...STATE, board: "hex:hexagon-2" };
  assert.ok(isUnknown(state) && layersOf(state) === null);
  assert.ok(!isUnknown(STATE));
  learn(state.board, "hex:.##/###/##.");
  assert.ok(!isUnknown(state));
  assert.deepEqual(layersOf(state)[0].map((row) => row.join("")), [".##", "###", "##."]);
  assert.equal(layersOf({ ...STATE, board: "hex:#//#" }), null); // flat lattices have one layer
});

test("boards of every lattice get other sides and keep what is on them", () => {
  for (const name of ["", ...NAMES]) {
    const { unit, rest } = sideOf(name);
    const first = resized(box(1, 1), [2, 2, isSolid(name) ? 2 : 1], name);
    assert.deepEqual(sidesOf(first, name).slice(0, 2), [2, 2], name);
    const larger = resized(first, [3, 4, 1], name);
    assert.deepEqual(sizeOf(larger).slice(0, 2), [3 * unit[0] + rest, 4 * unit[1] + rest]);
    const fields = boardFields(first, name);
    assert.deepEqual(layersOf({ ...STATE, board: `${fields.board} ` }), first, name); // read again, not remembered
    const figure = figureOf(first, [], [], name);
    const count = figure.cells.length + figure.holes.length;
    assert.ok(count > 0 && count <= first.flat(2).length);
  }
  const small = resized([[["#", "."], ["?", "a"]]], [1, 3, 1], "");
  assert.deepEqual(small, [[["#"], ["#"], ["?"]]]);
});

// --- Planes ---------------------------------------------------------------------------------------------------------------

test("the middle of a cell is in that cell, and cells of a plane do not overlap", () => {
  assert.ok(PLANES.length > 3);
  for (const name of PLANES) {
    const plane = planeOf(name), cells = [];
    for (let x = -7; x < 8; x++) for (let y = -7; y < 8; y++) if (plane.isPlace([x, y])) cells.push([x, y]);
    for (const cell of cells) assert.deepEqual(plane.cellAt(plane.middle(cell)), cell, `${name} ${cell}`);
    const some = cells.slice(0, 12), [left, bottom, right, top] = plane.box(some);
    for (const [x, y] of some.flatMap((cell) => plane.polygon(cell))) assert.ok(x >= left && x <= right && y >= bottom && y <= top);
    assert.ok(plane.isTranslation([0, 0]) && plane.isTranslation(plane.stated.period));
    for (const text of [plane.outline(some, 0, 0), plane.edges(some, 0, 0), plane.inner(some[0], 0.5, 0, 0), plane.tip(some[0], 0, 0)]) assert.match(text, /^(M[-\d. L]+z)+$/, name);
    const { at: spot, room } = plane.roomIn([some[0]]);
    assert.ok(room > 0 && (plane.hasJoints || plane.cellAt(spot) !== null), name);
    assert.deepEqual(plane.contours([]), []);
    assert.equal(plane.contours([some[0]]).length, 1);
  }
  assert.ok(new Plane(planeOf("hex").stated).isCell([0, 0]));
});

test("the lines around cells have their area", () => {
  const area = (line) => line.reduce((sum, [x, y], index) => { const [a, b] = line[(index + 1) % line.length]; return sum + x * b - a * y; }, 0) / 2;
  const any = chance(3);
  for (const name of PLANES) {
    const plane = planeOf(name), all = [];
    for (let x = 0; x < 8; x++) for (let y = 0; y < 8; y++) if (plane.isPlace([x, y]) && any() < 0.6) all.push([x, y]);
    const sum = all.reduce((whole, cell) => whole + area(plane.polygon(cell)), 0);
    assert.ok(Math.abs(plane.contours(all).reduce((whole, line) => whole + area(line), 0) - sum) < 1e-6, name);
    if (!plane.hasJoints) continue;
    const joint = [...Array(64).keys()].map((index) => [index % 8, index >> 3]).find((cell) => plane.isJoint(cell));
    assert.deepEqual([...plane.crossings([joint, ...all])], [keyOf(joint)]);
  }
});

// --- Pieces in the hand -----------------------------------------------------------------------------------------------------

const L = [[0, 0], [1, 0], [2, 0], [2, 1]];
/** A piece that may lie in all ways that turning (and flipping) it gives. */
function pieceOf(name, cells, isFlipped = true, more = {}) {
  const found = new Map();
  for (const start of isFlipped ? [cells, cells.map(([x, y, ...rest]) => [-x, y, ...rest])] : [cells]) {
    let now = normal(start);
    for (let turns = 0; turns < 4; turns++) {
      found.set(JSON.stringify(now), now);
      now = normal(now.map(([x, y, ...rest]) => [y, -x, ...rest]));
    }
  }
  return { name, text: name, caption: name, colour: "#112233", area: cells.length, minimum: 0, maximum: 1, cells, orientations: [...found.values()], ...more };
}

test("pieces turn round to where they were, and not where they may not", () => {
  const piece = pieceOf("L4", L);
  let hand = { piece, cells: normal(L) };
  for (let turns = 0; turns < 4; turns++) hand = { piece, cells: turn(hand) };
  assert.deepEqual(hand.cells, normal(L));
  assert.deepEqual(flip({ piece, cells: flip(hand) }), hand.cells);
  const square = pieceOf("O4", [[0, 0], [0, 1], [1, 0], [1, 1]]);
  assert.deepEqual([turn({ piece: square, cells: square.cells }), flip({ piece: square, cells: square.cells })], [null, null]);
  const dot = pieceOf("I1", [[0, 0]]);
  assert.deepEqual([turn({ piece: dot, cells: [[0, 0]] }), gripOf([[0, 0]]), home(dot, [[7, 7]])], [null, [0, 0], [[0, 0]]]);
  const fixed = { ...piece, orientations: [normal(L)] };
  assert.deepEqual([turn({ piece: fixed, cells: normal(L) }), home(fixed, normal(L.map(([x, y]) => [-x, y])))], [null, null]);
  const solid = { ...pieceOf("I2", [[0, 0, 0], [0, 0, 1]], false), orientations: [[[0, 0, 0], [0, 0, 1]], [[0, 0, 0], [0, 1, 0]]] };
  assert.deepEqual(flip({ piece: solid, cells: [[0, 0, 0], [0, 0, 1]] }), [[0, 0, 0], [0, 1, 0]]);
  for (const motion of [turned, flipped]) {
    let cells = atOrigin(L);
    for (let times = 0; times < 4; times++) cells = motion(cells);
    assert.deepEqual(cells.map(String).sort(), L.map(String).sort());
  }
  assert.deepEqual(atOrigin([[3, 4, 1]]), [[0, 0, 1]]);
});

test("pieces of other lattices turn as Python says", () => {
  const plane = planeOf("triangle"), cells = [...Array(16).keys()].map((index) => [index % 4, index >> 2]).filter((cell) => plane.isPlace(cell));
  const [first, second] = cells;
  const piece = { ...pieceOf("t", [first]), lattice: "triangle", orientations: [[first], [second]], turns: [1, 0], flips: [0, 0] };
  const isOne = plane.isTranslation([second[0] - first[0], second[1] - first[1]]);
  assert.ok(!isOne);
  assert.deepEqual(turn({ piece, cells: [first] }), [second]);
  assert.equal(flip({ piece, cells: [first] }), null);
  const [across, up] = plane.stated.period;
  assert.deepEqual(home(piece, [[first[0] + across, first[1] + up]]), [first]);
  const two = { ...piece, orientations: [[first, second]] };
  assert.deepEqual(home(two, [second, first].map(([x, y]) => [x + across, y + up])), [first, second]);
  assert.equal(turn({ piece: { ...piece, orientations: [[second]], turns: [0] }, cells: [first] }), null);
  const game = new Game([Array.from({ length: 4 }, () => Array(4).fill("#"))], [piece], []);
  assert.ok(game.place({ piece, cells: [first] }, first).fits);
  assert.equal(game.place({ piece, cells: [first] }, second).fits, false); // which points the other way
  const three = cells.slice(0, 3), bar = { ...piece, orientations: [three] };
  assert.equal(game.place({ piece: bar, cells: three }, [first[0] + 4 * across, first[1]]).fits, false);
  assert.equal(game.place({ piece: bar, cells: three }, [second[0] + 4 * across, second[1]]).fits, false);
});

test("games know what fits, what lies there and when they are over", () => {
  const layers = layersOf({ ...STATE, board: "4x2" }), piece = pieceOf("L4", L, true, { maximum: 2, minimum: 2 });
  const first = laidText({ name: "L4", cells: [[0, 0], [0, 1], [1, 0], [2, 0]] });
  const game = new Game(layers, [piece], [first]);
  assert.deepEqual([game.left(piece), game.left({ ...piece, maximum: null }), game.isOver, game.piece("L4"), game.piece("x")], [1, Infinity, false, piece, undefined]);
  assert.deepEqual([game.on([0, 0]), game.on([3, 1]), game.on([9, 9]), new Game(layers, [piece], [first], 1).on([0, 0])], [0, -1, -1, -1]);
  const rest = [[1, 1], [2, 1], [3, 1], [3, 0]];
  assert.deepEqual([game.fits(piece, rest), game.fits(piece, [[0, 0], ...rest.slice(1)]), game.fits(piece, [[0, 0], [1, 0], [2, 0], [0, 1]], 0), game.fits(piece, [[4, 0]])], [true, false, true, false]);
  const laid = game.place({ piece, cells: normal(rest) }, [2, 1]);
  assert.deepEqual([laid.fits, laid.cells.map(String).sort()], [true, rest.map(String).sort()]);
  assert.equal(game.place({ piece, cells: normal(rest) }, [0, 0]).fits, false);
  const over = new Game(layers, [piece], game.with("L4", rest));
  assert.ok(over.isOver);
  assert.ok(!new Game(layers, [{ ...piece, minimum: 3 }], over.fixed).isOver);
  assert.deepEqual(over.without(0), [over.fixed[1]]);
  assert.deepEqual(game.with("L4", rest, 0).length, 1);
  const solution = [{ name: "L4", cells: rest }, laidOf([first])[0]];
  assert.deepEqual(game.hint(solution), solution[0]);
  assert.equal(over.hint(solution), null);
  const far = [{ name: "a", cells: [[3, 1]] }, { name: "b", cells: [[1, 1]] }];
  assert.equal(new Game(layersOf({ ...STATE, board: "5x3" }), [], ["c 0,1", "c 1,0"]).hint(far).name, "b"); // beside what lies there
  assert.equal(game.place({ piece, cells: normal(rest) }, [40, 40]).fits, false);
});

test("colours that a board asks for are kept to", () => {
  const layers = [[["a", "b"]]], piece = { ...pieceOf("I2", [[0, 0], [1, 0]]), orientations: [[[0, 0], [1, 0]]], tints: [["a", ""]] };
  assert.ok(new Game(layers, [piece], []).fits(piece, [[0, 0], [1, 0]]));
  assert.ok(!new Game(layers, [{ ...piece, tints: [["b", "b"]] }], []).fits({ ...piece, tints: [["b", "b"]] }, [[0, 0], [1, 0]]));
});

test("pieces that an address puts anywhere break no game", () => {
  const layers = layersOf(STATE), odd = ["L4", "L4 x", "L4 0", "", " ", "L4 0,0 0,0", "L4 99,99", "L4 -1,0", "🙂 0,0", "L4 0,0,0", "L4 1e99,0"];
  const piece = pieceOf("L4", L, true, { maximum: null });
  for (const text of odd) {
    const game = new Game(layers, [piece], [text]);
    assert.equal(game.isOver, false, text);
    assert.equal(typeof game.left({ ...piece, maximum: 3 }), "number");
    assert.equal(game.hint([]), null);
    game.hint([{ name: "L4", cells: L }]);
    game.place({ piece, cells: normal(L) }, [0, 0]);
    const figure = figureOf(layers, game.laid.map(({ name, cells }) => ({ label: name, cells, colour: "#112233" })));
    assert.ok(figure.cells.length <= 12);
    for (const drawn of figure.pieces) drawPiece(drawn, 0, 3);
  }
  assert.deepEqual(stillThere(odd, layers), odd.filter((text) => laidOf([text])[0].cells.every((cell) => at(layers, cell) === "#")));
  for (const lattice of NAMES) {
    const sides = resized(box(1, 1), [2, 2, 1], lattice), far = [...odd, "a 0,0", "a 0,0 0,0", "a 1,1", "a 0,1 1,0 1,1", "a 0,0 1000000000,0", "a 0.5,0"];
    const laid = laidOf([...far, ...far]).map(({ name, cells }) => ({ label: name, cells, colour: "#112233" }));
    const figure = figureOf(sides, laid, [], lattice);
    if (figure.size.length > 2) continue;
    const { left, top } = boxOf(figure), on = groundOf(figure);
    drawGround(figure, () => "#000000");
    for (const drawn of [...figure.pieces, ...figure.pieces]) drawPiece(drawn, left, top, true, on);
    drawCrowd(figure.pieces, left, top, on);
  }
  assert.ok(compared([0, 1], [0, 0]) > 0 && compared([0, 1], [0, 1]) === 0);
});

test("figures have each cell once, and drop what lies in other dimensions", () => {
  const layers = layersOf({ ...STATE, board: "#?a.\n####" });
  const figure = figureOf(layers, [{ cells: [[0, 0]], colour: "#112233" }, { cells: [[0, 0, 1]], colour: "#112233" }], [{ cells: [[0, 0, 0]] }, { row: 1 }]);
  assert.deepEqual([figure.size, figure.cells.length, figure.holes, figure.optional, figure.tints, figure.pieces.length, figure.marks.length], [[4, 2], 6, [[3, 1]], [[1, 1]], { "2,1": "a" }, 1, 1]);
  const solid = figureOf(layersOf({ ...STATE, board: "2x2x2" }), []);
  assert.deepEqual([solid.size, solid.cells.length], [[2, 2, 2], 8]);
  assert.deepEqual(layerOf({ ...solid, tints: { "0,1,1": "a" }, marks: [{ cells: [[0, 0, 0]] }] }, 1).tints, { "0,1": "a" });
  assert.deepEqual(readable([{ cells: [[0, 0]], text: "1" }, { text: "2" }], figure.pieces).map(({ text }) => text), ["2"]);
  put(layers, [99, 99], "#");
  put(layers, [0, 0], ".");
  assert.deepEqual([at(layers, [0, 0]), at(layers, [-1, 0]), at(layers, [0, 0, 5])], [".", "", ""]);
});

// --- Drawing ----------------------------------------------------------------------------------------------------------------

test("outlines of one cell, of none, and of a ring", () => {
  assert.equal(outline([], 0, 0), "");
  assert.equal(outline([[0, 0]], 0, 1), "M0 1h1v-1h-1v1z");
  const ring = [...Array(9).keys()].map((index) => [index % 3, Math.floor(index / 3)]).filter(([x, y]) => x !== 1 || y !== 1);
  assert.equal(outline(ring, 0, 3).split("z").length - 1, 2);
  assert.deepEqual(spotOf([[5, 5]]), [5, 5]);
  assert.deepEqual(cellOf(keyOf([3, -4])), [3, -4]);
});

test("boards of all lattices are drawn, with marks and tints", () => {
  for (const name of ["", ...PLANES]) {
    const layers = resized(box(1, 1), [6, 6, 1], name);
    const board = { ...figureOf(layers, [], [], name), marks: [{ cells: [[0, 0]], shade: "bad", text: "5" }, { row: 1, text: "height" }, { cells: [[0, 0]], shade: "b" }] };
    const cell = board.cells[0];
    board.tints = { [keyOf(cell)]: "a" };
    board.optional = [cell];
    board.holes = [cell];
    board.marks[0].cells = board.marks[2].cells = [cell];
    board.pieces = [{ cells: [board.cells[1]], colour: "#eeeeee", label: "A" }];
    const { left, top, across, down } = boxOf(board), on = groundOf(board);
    assert.ok(across > 0 && down > 0 && boxOf(board).left === left);
    assert.equal(on === null, name === "");
    const drawn = [...drawGround(board, () => "#000000"), ...drawTints(board, () => "#000000"), ...drawMarks(board)];
    for (const [, { d = "M0 0z" }] of drawn) assert.match(String(d), /^[MLhvlmz\d\s.-]*$/, name);
    assert.equal(nodesOf(drawn).length, drawn.length);
    assert.equal(drawPiece(board.pieces[0], left, top, true, on).children.length, name && on.plane.hasJoints ? drawPiece(board.pieces[0], left, top, true, on).children.length : 4);
    assert.equal(drawCrowd([board.pieces[0], board.pieces[0]], left, top, on).length, 3);
  }
  assert.deepEqual(spanOf({ size: [2, 3], corner: [1, -1] }), { left: 1, bottom: -1, top: 2, across: 2, down: 3 });
  assert.equal(drawAlone({ cells: L, colour: "#000000" }).attributes["data-across"], "3");
  assert.deepEqual(["#000000", "#ffffff"].map(isBright), [false, true]);
  assert.deepEqual([150, 151].map((length) => isCrowded({ pieces: Array(length) })), [false, true]);
});

// --- Solids -----------------------------------------------------------------------------------------------------------------

test("one cube shows three faces from everywhere, a bar is one body", () => {
  const cube = { kind: "board", size: [1, 1, 1], cells: [], pieces: [{ cells: [[0, 0, 0]], colour: "#ffffff", label: "A" }] };
  const apart = { pieces: 0, layers: 0, shown: 9 };
  for (const [turning, tilt] of [[0.3, 0.4], [2.5, -0.4], [-2, 1.2]]) {
    const view = new View(turning, tilt), faces = new Faces(cube, apart, () => "#888888");
    assert.equal(faces.from(view.toward).length, 3);
    assert.equal(faces.from(view.toward), faces.from(view.toward));
    assert.deepEqual(faces.half, [0.5, 0.5, 0.5]);
    for (const face of faces.from(view.toward)) {
      assert.ok(view.light(face.direction) >= 0 && view.light(face.direction) <= 1);
      assert.equal(face.text, "A");
      assert.equal(face.rims, 15);
      const [across, up] = view.room(faces.half);
      view.flat(face, 1, 0, 0, new Float64Array(8)).forEach((value, index) => assert.ok(Math.abs(value) <= (index % 2 ? up : across) + 1e-9));
    }
  }
  const bar = { kind: "board", size: [2, 1, 1], cells: [[1, 0, 0]], tints: { "1,0,0": "a" }, marks: [{ cells: [[0, 0, 0]], shade: "bad", text: "7" }], pieces: [{ cells: [[0, 0, 0]], colour: "#ffffff" }] };
  const faces = new Faces(bar, { pieces: 0.3, layers: 0.2, shown: 9 }, () => "#888888");
  assert.ok(faces.all.some(({ face }) => face.text === "7"));
  assert.deepEqual(takenOut({ kind: "board", size: [1, 1, 1], cells: [[0, 0, 0]], pieces: [] }), []);
  const pieceAt = (...cells) => ({ cells, colour: "#ffffff" });
  const stack = { kind: "board", size: [1, 1, 3], cells: [], pieces: [pieceAt([0, 0, 0]), pieceAt([0, 0, 2]), pieceAt([0, 0, 1])] };
  assert.deepEqual(takenOut(stack), [1, 2, 0]);
  assert.equal(takenOut(stack), takenOut(stack)); // looked for once
  assert.equal(new Faces(cube, { ...apart, shown: 0 }, () => "#888888").all.length, 0);
  assert.deepEqual([mixed("#000000", "#ffffff", 0.5), lit("#808080", 0.72), lit("#808080", 1) > "#808080"], ["#808080", "#808080", true]);
});

test("the name of a piece in the tray has what its button shows", async () => {
  const { Tray } = await load("tiling/tray.js");
  const place = document.createElement("ul"), tray = new Tray(place, {});
  const piece = { name: "L4", text: "L4", caption: "L4×4", colour: "#aa0000", area: 4, minimum: 4, maximum: 4, cells: [[0, 0], [0, 1], [0, 2], [1, 0]], orientations: [] };
  tray.show([piece]);
  for (const [left, words] of [[4, "4"], [1, "1"], [Infinity, "any number"]]) {
    tray.mark(() => left, "");
    const [taken] = place.all("button");
    const shown = taken.children.filter((child) => child.attributes?.["aria-hidden"] !== "true").map((child) => child.textContent ?? child).join("");
    assert.equal(taken.getAttribute("aria-label"), `L4, ${words} left`);
    assert.equal(shown, "L4");
  }
});
