// Pieces that fall: the rules, the hand of the player, the words of the bar, the board before the first piece.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { chance, load } from "./page.mjs";

const { cleared, due, dropped, followed, fullRows, heightOf, landed, readDrops, replayed, shapeOf, start, valueOf, widthOf, writeDrops } = await load("stacking/falling.js");
const { Hand } = await load("stacking/hand.js");
const { StartBoard } = await load("stacking/start_board.js");
const { verdictOf } = await load("stacking/words.js");
const { Well } = await load("stacking/well.js");

const BAR = [[[0, 0], [1, 0], [2, 0]], [[0, 0], [0, 1], [0, 2]]];
const DOT = [[[0, 0]]];
/** A game of bars of three cells and single cells. */
const game = (sequence, changes = {}) => ({
  sequence: [...sequence], width: 4, board: [], hold: false, clear_lines: false, objective: "height", height_limit: null, drop: "hard",
  pieces: {
    I: { colour: "#112233", rotations: BAR, facings: [[0, 0, 0, 1, 1], [1, 1, -1, 0, 0], [0, 0, 0, 1, 1], [1, 1, -1, 0, 0]] },
    o: { colour: "#445566", rotations: DOT, facings: [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]] },
  },
  ...changes,
});
const drop = (piece, column, rotation = 0, path = "") => ({ piece, column, rotation, ...(path ? { path } : {}) });

test("a game without pieces is over before it begins", () => {
  const state = start(game(""));
  assert.deepEqual(due(game(""), state), []);
  assert.equal(heightOf(state.stack.keys()), 0);
  for (const objective of ["height", "holes", "flatness"]) assert.equal(valueOf(state.stack, 4, objective), 0);
  assert.equal(dropped(game(""), state, drop("I", 0)), "I does not come now");
});

test("hold offers the other piece, and nothing twice", () => {
  const held = game("Io", { hold: true });
  assert.deepEqual(due(held, start(held)), [{ piece: "I", held: null, taken: 1 }, { piece: "o", held: "I", taken: 2 }]);
  const { state } = replayed(held, [drop("o", 0)]);
  assert.deepEqual(due(held, state), [{ piece: "I", held: null, taken: 0 }]);
  assert.deepEqual(due(game("II", { hold: true }), start(held)).length, 1);
});

test("pieces land on what lies there, in a well of one column too", () => {
  const narrow = game("oo", { width: 1 });
  const { state, fault } = replayed(narrow, [drop("o", 0), drop("o", 0)]);
  assert.equal(fault, "");
  assert.deepEqual([...state.stack], [["0,0", 0], ["0,1", 1]]);
  assert.match(replayed(game("I", { width: 2 }), [drop("I", 0)]).fault, /does not fit/);
  assert.deepEqual(landed(new Map([["1,4", 0]]), BAR[0], 0), [[0, 5], [1, 5], [2, 5]]);
  assert.equal(widthOf(BAR[0]), 3);
});

test("full rows vanish, and what is above comes down", () => {
  const stack = new Map([["0,0", 1], ["1,0", 1], ["0,1", 2], ["0,2", 3], ["1,2", 3], ["1,3", 4]]);
  assert.deepEqual(fullRows(stack, 2), [0, 2]);
  assert.deepEqual([...cleared(stack, 2)], [["0,0", 2], ["1,1", 4]]);
  assert.equal(cleared(stack, 3), stack);
  const { state } = replayed(game("oo", { width: 1, clear_lines: true }), [drop("o", 0), drop("o", 0)]);
  assert.equal(state.stack.size, 0);
});

test("what cannot be dropped is said in words", () => {
  const words = (given, one) => dropped(given, start(given), one);
  assert.match(words(game("I"), drop("I", 0, 45)), /no rotation 45/);
  assert.match(words(game("I"), drop("I", 2)), /column 2/);
  assert.match(words(game("I", { height_limit: 2 }), drop("I", 0, 90)), /height limit of 2/);
  assert.match(words(game("I"), drop("I", 0, 0, "d")), /path d/); // pieces fall straight here
  assert.match(words(game("I", { drop: "soft" }), drop("I", 0, 0, "4r")), /path 4r/);
  assert.equal(shapeOf(game("I", { drop: "soft" }), "I", 180), BAR[0]);
  assert.equal(shapeOf(game("I"), "X", 0), undefined);
});

test("paths slide below what hangs over, and end where nothing goes on", () => {
  const soft = game("o", { drop: "soft", board: [[0, 1]] });
  const { stack } = start(soft);
  assert.deepEqual(followed(soft, stack, drop("o", 1, 0, "2dl")), { cells: [[0, 0]], rest: [[0, 0]] });
  assert.equal(followed(soft, stack, drop("o", 1, 0, "2d2l")), null);
  assert.deepEqual(followed(soft, stack, drop("o", 1, 0, "u2d"))?.cells, [[1, 1]]);
  for (const path of ["du", "0d", "d0l", "3", "x"]) assert.equal(followed(soft, stack, drop("o", 1, 0, path)), null, path);
});

test("a path with an endless number of moves is refused at once", () => {
  const soft = game("o", { drop: "soft" });
  for (const path of ["999999999999d", "9999999999a", `${"9999a".repeat(300)}`, "1".repeat(2000)]) {
    assert.equal(followed(soft, start(soft).stack, drop("o", 0, 0, path)), null, path.slice(0, 20));
  }
});

test("drops are read as they are written", () => {
  const drops = [drop("I", 0), drop("o", 3, 180), drop("I", 1, 90, "3d2r")];
  assert.equal(writeDrops(drops, false), "0 3(180) 1(90)[3d2r]");
  assert.deepEqual(readDrops(writeDrops(drops, false), ["I", "o", "I"]), drops);
  assert.deepEqual(readDrops(writeDrops(drops, true), []), drops);
  assert.deepEqual(readDrops(" 0,\t1 ", ["I", "o"]), [drop("I", 0), drop("o", 1)]);
  assert.deepEqual(readDrops("", []), []);
  for (const text of ["0 1", "x", "0(", "-1", "0[]", "12345", "a:b:1", "0[3x]", "(90)"]) assert.equal(readDrops(text, ["I"]), null, text);
});

// --- The player's hand ------------------------------------------------------------------------------------------------

/** A stage that keeps what it is told. */
const stage = () => ({
  figure: { size: [4, 10] }, said: [], ghosts: null, board: null,
  show(board) { this.board = board; }, ghost(what) { this.ghosts = what; }, say(words) { this.said.push(words); }, nodeOf: () => null,
});

/** A well in which pieces fall as the player says. */
function wellOf(given) {
  const drops = [];
  const well = new Well(stage(), (one) => { drops.push(one); well.become([...drops]); });
  assert.equal(well.begin(given, [], 6), "");
  return { well, drops };
}

test("a well plays random games as the rules do", () => {
  const any = chance(3);
  for (let round = 0; round < 60; round++) {
    const kinds = Array.from({ length: 12 }, () => (any() < 0.6 ? "I" : "o"));
    const given = game(kinds, { hold: any() < 0.5, clear_lines: any() < 0.5, drop: any() < 0.5 ? "soft" : "hard", width: 3 + Math.floor(3 * any()) });
    const { well, drops } = wellOf(given);
    for (let step = 0; step < 300 && well.piece !== null; step++) {
      const acts = [() => well.move(-1), () => well.move(1), () => well.turn(), () => well.turn(-1), () => well.lower(), () => well.raise(), () => well.hold(), () => well.over(6 * any() - 1), () => well.fall()];
      acts[Math.floor(acts.length * any())]();
      if (well.piece === null) break;
      const [left, right] = [well.left, Math.max(...well.inHand.map(([x]) => x))];
      assert.ok(left >= 0 && right < given.width);
      assert.ok(well.inHand.every(([x, y]) => !well.state.stack.has(`${x},${y}`)));
      const landing = well.landing.map(String).sort(), piece = well.piece;
      const next = dropped(given, well.state, { piece, column: well.column, rotation: well.rotation, ...(well.path ? { path: well.path } : {}) });
      assert.deepEqual(next.cells.map(String).sort(), landing);
      assert.deepEqual(well.stage.ghosts[0].cells.map(String).sort(), landing);
    }
    assert.equal(replayed(given, drops).fault, "");
    assert.deepEqual(readDrops(writeDrops(drops, true), kinds), drops);
    const shown = well.stage.board, filled = shown.pieces.flatMap(({ cells }) => cells);
    assert.equal(shown.cells.length + filled.length, shown.size[0] * shown.size[1]);
  }
});

test("a well with nothing to fall can be asked for everything", () => {
  const { well } = wellOf(game(""));
  for (const act of ["move", "turn", "hold", "over", "fall", "lower", "raise"]) well[act](1);
  assert.deepEqual([well.piece, well.shape, well.slot, well.ahead, well.inHand, well.landing], [null, null, null, [], [], []]);
  const none = new Well(stage(), () => {});
  none.show();
  assert.deepEqual([none.become([]), none.fall(), none.lower(), none.choices, none.ahead], ["", "", false, [], []]);
});

test("a well is aimed by the solver and shows part of a tall stack", () => {
  const { well } = wellOf(game("o".repeat(60), { width: 1, height_limit: 70 }));
  well.aim(drop("o", 0));
  well.aim(drop("I", 0)); // which does not come
  for (let fall = 0; fall < 50; fall++) well.fall();
  const { corner, size, marks } = well.stage.board;
  assert.ok(corner[1] > 0 && size[1] < 40);
  assert.deepEqual(marks, []); // the limit is out of sight
  assert.equal(well.slot, null);
  assert.equal(well.ahead.length, 9);
});

test("rows that are full are seen before they vanish", (context) => {
  context.mock.method(globalThis, "matchMedia", () => ({ matches: false }));
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { well } = wellOf(game("oo", { width: 1, clear_lines: true }));
  well.fall();
  assert.deepEqual(well.stage.board.marks.map(({ shade }) => shade), ["good"]);
  context.mock.timers.tick(1000);
  assert.deepEqual([well.stage.board.marks, well.stage.board.pieces], [[], []]);
  assert.match(well.stage.said.at(-1), /Height 0\. Next: o, column 1, lands on row 1/);
});

test("keys, a mouse and fingers move the piece", () => {
  const { well, drops } = wellOf(game("oooo"));
  const done = [];
  const moves = Object.fromEntries(["left", "right", "turn", "back", "lower", "hold", "undo", "hint", "watch"].map((name) => [name, () => done.push(name)]));
  const hand = new Hand(well, { ...moves, drop: () => well.fall() }, { begins() {}, isOn: () => true });
  const key = (name, more = {}) => hand.pressed({ key: name, ...more });
  assert.deepEqual([key("ArrowLeft"), key("X"), key("Q"), key("ArrowUp", { repeat: true })], [true, true, false, true]);
  assert.deepEqual(done, ["left", "turn"]);
  const at = (x, y, more = {}) => ({ point: [x, y], inside: true, by: "mouse", second: false, ...more });
  assert.equal(hand.begin(at(2.5, 5)), false);
  assert.deepEqual(drops.map(({ column }) => column), [2]);
  assert.equal(hand.begin(at(2.5, 5, { inside: false })), false);
  assert.equal(hand.begin(at(2.5, 5, { second: true })), false);
  assert.equal(hand.begin(at(1, 5, { by: "touch" })), true);
  hand.move(at(3, 5));
  hand.end(at(3, 1)); // aside as well as down: down wins
  assert.equal(drops.length, 2);
  hand.begin(at(1, 5, { by: "touch" }));
  hand.end(at(1, 9));
  assert.equal(done.at(-1), "hold");
  hand.begin(at(1, 5, { by: "touch" }));
  hand.end(at(1, 5));
  hand.end(null);
  hand.move(at(9, 9));
  const pressed = Object.assign(new Event("keydown"), { key: "ArrowRight" });
  Object.defineProperty(pressed, "target", { value: document.body });
  document.dispatchEvent(pressed);
  assert.equal(done.at(-1), "right");
  const click = new Event("click");
  Object.defineProperty(click, "target", { value: { closest: () => ({ dataset: { move: "hint" } }) } });
  document.getElementById("keys").dispatchEvent(click);
  assert.equal(done.at(-1), "hint");
});

// --- Words ------------------------------------------------------------------------------------------------------------

const acts = { watch() {}, again() {}, longer() {}, reason() {} };
const known = (value, optimal) => ({ bar: { words: "bar" }, plans: [{ value, optimal, bound: 1, drops: [drop("o", 0)] }] });
const labels = ({ actions = [] }) => actions.map(({ label }) => label);

test("the bar speaks of the player's own game", () => {
  const { well } = wellOf(game("oo", { width: 2 }));
  assert.deepEqual(labels(verdictOf({ bar: {} }, null, null, acts)), ["Show me"]);
  assert.deepEqual(labels(verdictOf(known(1, true), well, null, acts)), ["Watch it fall"]);
  assert.deepEqual(labels(verdictOf(known(1, false), null, null, acts)), ["Search longer", "Watch it fall"]);
  well.fall();
  const here = { game: { continuation: { value: 2, drops: [] } }, notes: [] };
  const words = (found, on = null) => { const { words: said, tone, chips } = verdictOf(found, well, on, acts); return [said, tone, ...chips]; };
  assert.deepEqual(words(known(1, true), here), ["your height: 1", "bad", "proven best: 1", "best from here: 2"]);
  assert.deepEqual(words(known(1, false), here), ["your height: 1", "plain", "best known: 1", "best from here: 2"]);
  assert.deepEqual(words(known(1, true)), ["your height: 1", "plain", "proven best: 1", "1 to come"]);
  assert.deepEqual(words(known(1, true), { game: { continuation: null }, notes: ["too long"] }).at(-1), "too long");
  well.to(0);
  well.fall();
  const over = well.state.stack.size && valueOf(well.state.stack, 2, "height");
  assert.deepEqual(words(known(over, true)), [`height ${over}: proven best`, "good"]);
  assert.deepEqual(words(known(over, false)), [`height ${over}: as good as the solver`, "good", "at least 1 is needed"]);
  assert.deepEqual(labels(verdictOf(known(over - 1, true), well, null, acts)), ["Watch it fall", "Start over"]);
  const watched = [];
  verdictOf(known(1, true), null, null, { ...acts, watch: (...drops) => watched.push(drops) }).actions[0].act();
  assert.deepEqual(watched.pop(), [[drop("o", 0)]]);
  const { well: half } = wellOf(game("oo"));
  half.fall();
  const [{ act, label }] = verdictOf(known(1, true), half, here, { ...acts, watch: (...drops) => watched.push(drops) }).actions;
  assert.equal(label, "Watch the solver");
  act();
  assert.deepEqual(watched, [[[], half.state.drops]]);
});

// --- The board before the first piece -----------------------------------------------------------------------------------

let state;
const table = { store: { get state() { return state; }, set(changes) { state = { ...state, ...changes }; } } };
beforeEach(() => { state = { board: "", width: 4, drops: "0" }; });

test("strokes fill and empty cells of the first board", () => {
  const board = new StartBoard(table, stage());
  const press = (x, y, inside = true) => ({ cell: [x, y], inside });
  assert.equal(board.begin(press(0, 0, false)), false);
  assert.equal(board.begin(press(1, 0)), true);
  board.paint(press(2, 0));
  board.paint(press(9, 9, false));
  board.end();
  board.paint(press(3, 0));
  assert.deepEqual(state, { board: ".##.", width: 4, drops: "" });
  board.begin(press(0, 0));
  board.paint(press(3, 0));
  assert.equal(state.board, "####"); // not 4x1, which would be a size
  board.begin(press(0, 0));
  for (const x of [1, 2, 3]) board.paint(press(x, 0));
  assert.equal(state.board, "");
  for (const odd of ["8x8", "%", "#\n.#.......#"]) {
    state = { ...state, board: odd, width: null };
    board.begin(press(0, 1));
    assert.match(state.board, /#/);
  }
});
