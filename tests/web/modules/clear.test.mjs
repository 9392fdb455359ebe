// Perfect clears in the hand: fields, pieces that move and turn, games, pages of a fumen, what comes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chance, load } from "./page.mjs";

const { default: data } = await load("data.js");
const { boardOf, colourOf, framesOf, marksOf, pieceBoard, piecesIn, planOf, startOf } = await load("clear/boards.js");
const { comingOf, opened, pagesOf, readBook, writeBook } = await load("clear/book.js");
const { hasConditions, heldIn, isQueue, lettersOf, tokensOf } = await load("clear/coming.js");
const { bagsFrom, begun, current, goal, pattern, pieces, played, readMoves, replayed, writeMoves } = await load("clear/game.js");
const { Play } = await load("clear/play.js");
const { at, cellsOf, dropped, emptyCells, fits, isSoft, locked, mirrored, moved, painted, readWell, spawned, turned, writeWell } = await load("clear/rules.js");
const { coming, fumens, isFumen, isMany, rowsOf, takes, wellOf } = await load("clear/state.js");
const { letters, facings, rows: ROWS } = data.clear;

/** A field at random, its full rows too. */
function anyWell(any, most = 8) {
  const rows = Array.from({ length: Math.floor(most * any()) }, () => Array.from({ length: 10 }, () => (any() < 0.6 ? letters[Math.floor(7 * any())] : "_")).join(""));
  return readWell(rows.join("/"));
}

test("fields are read as they are written", () => {
  const any = chance(1);
  for (let round = 0; round < 200; round++) {
    const well = anyWell(any);
    assert.deepEqual(readWell(writeWell(well)), well);
    assert.deepEqual(mirrored(mirrored(well)), well);
  }
});

test("fields are read in all the ways that people write them, and refused otherwise", () => {
  const row = "XX________";
  for (const text of ["", "  \n", "__________", `${"_".repeat(10)}/`.repeat(3).slice(0, -1)]) assert.deepEqual(readWell(text), []);
  for (const text of [`${row}/xxx.......`, `2\n${row}\nXXX_______`, `  ${row}\r\n  XXX_______ \n`, `${row} / XXX_______`]) assert.deepEqual(readWell(text), ["XXX_______", row], text);
  for (const text of ["X", `${row}X`, "XX%_______", `/${row}`, `${row}//${row}`, "4", "ß".repeat(5), "😀😀😀😀😀", `${row}/`.repeat(ROWS).concat(row), `${row} `.repeat(2000)]) assert.equal(readWell(text), null, text.slice(0, 30));
  assert.equal(readWell(`${`${"_".repeat(10)}/`.repeat(ROWS)}${row}`).length, 1); // empty rows are no rows
});

test("cells are painted, asked for and counted beyond the field, too", () => {
  assert.deepEqual(painted([], 3, 1, "T"), ["__________", "___T______"]);
  assert.deepEqual(painted(painted([], 3, 1, "T"), 3, 1, "_"), []);
  assert.deepEqual([at([], 0, 0), at(["X_________"], -1, 0), at(["X_________"], 0, -1), at(["X_________"], 0, 0)], ["_", "_", "_", "X"]);
  assert.deepEqual([emptyCells([], 2), emptyCells(["XXXXXXXXXX"], 1), emptyCells(["X_________"], 0)], [20, 0, 0]);
});

test("pieces move, turn back to where they were in open air, and fall", () => {
  for (const piece of letters) {
    for (const system of Object.keys(data.clear.kicks)) {
      const begin = { piece, facing: "N", x: 4, y: 10 };
      for (const quarters of [1, 3]) {
        let one = begin;
        for (let turn = 0; turn < 4; turn++) one = turned([], one, quarters, system) ?? one;
        assert.equal(one.facing, "N");
        assert.deepEqual(cellsOf(one).map(String).sort(), cellsOf(begin).map(String).sort(), `${piece} ${system}`);
      }
    }
    for (const facing of facings) {
      const low = dropped([], { piece, facing, x: 4, y: 10 });
      assert.equal(Math.min(...cellsOf(low).map(([, y]) => y)), 0);
      assert.equal(moved([], low, 0, -1), null);
      for (const by of [-1, 1]) {
        let side = low;
        for (let next = low; next; next = moved([], side, by, 0)) side = next;
        assert.ok(fits([], side));
        assert.equal([0, 9].includes(by < 0 ? Math.min(...cellsOf(side).map(([x]) => x)) : Math.max(...cellsOf(side).map(([x]) => x))), true);
      }
    }
  }
  assert.equal(turned([], spawned([], "T"), 1, "constructor"), null); // an address may say anything
  assert.deepEqual(["soft", "t-softdrop", "hard"].map((drop) => [isSoft("T", drop), isSoft("I", drop)]), [[true, true], [true, false], [false, false]]);
});

test("a piece that locks fills four cells, and full rows go", () => {
  const { well, whole, full } = locked(["XXXXXX____"], { piece: "I", facing: "N", x: 7, y: 0 });
  assert.deepEqual([well, whole, full], [[], ["XXXXXXIIII"], [0]]);
  assert.equal(locked([], { piece: "I", facing: "N", x: 4, y: ROWS }), null);
});

// --- Games ------------------------------------------------------------------------------------------------------------

test("what comes are bags of seven, unless what is given cannot have come from them", () => {
  for (const given of ["", "T", "TIO", "TIOLJSZ", "TIOLJSZTI"]) {
    const found = pieces(given, 5, 40);
    assert.ok(found.startsWith(given) && found.length === 40);
    for (let from = 0; from < 35; from += 7) assert.equal(new Set(found.slice(from, from + 7)).size, 7);
    assert.equal(found, pieces(given, 5, 40));
  }
  assert.equal(bagsFrom("TT"), 2);
  assert.equal(bagsFrom("TIO"), 0);
  assert.equal(pieces("TIOLJSZTIOLJSZ", 1, 3), "TIOLJSZTIOLJSZ");
});

test("moves are read as they are written, others are left out", () => {
  const moves = [{ piece: "T", facing: "N", x: 4, y: 12, held: true }, { piece: "I", facing: "E", x: 0, y: 1, held: false }];
  assert.equal(writeMoves(moves), "*TN412 IE01");
  assert.deepEqual(readMoves(writeMoves(moves)), moves);
  for (const text of ["", "hello", "XN41", "TQ41", "TN4"]) assert.deepEqual(readMoves(text), [], text);
});

test("a game ends at the first move that the rules do not allow", () => {
  const start = begun([], "", 4), line = "IIIOO";
  const flat = [0, 4].map((x) => ({ piece: "I", facing: "N", x: x + 1, y: 0, held: false }));
  assert.equal(replayed(start, flat, line).length, 3);
  for (const wrong of [{ x: 8 }, { y: 1 }, { piece: "T" }, { held: true, piece: "S" }]) assert.equal(replayed(start, [{ ...flat[0], ...wrong }], line).length, 1);
  assert.equal(played({ ...start, well: ["XXXXXXXXX_"] }, flat[0], line), null);
  assert.deepEqual(current({ ...start, hold: "T" }, "", true), { piece: "T", hold: "", taken: 1 });
  assert.deepEqual([current(start, "", false).piece, current(start, "I", true).piece, current(start, "IO", true).piece], ["", "", "O"]);
});

test("random games keep their books", () => {
  const any = chance(8);
  for (let round = 0; round < 60; round++) {
    let game = begun(anyWell(any, 4).filter((row) => row.includes("_")), "", 0);
    game.lines = goal(4, game.well);
    const line = pieces("", Math.floor(1e9 * any()), 60);
    for (let move = 0; move < 20; move++) {
      const held = any() < 0.3, { piece } = current(game, line, held);
      let one = { piece, facing: facings[Math.floor(4 * any())], x: Math.floor(10 * any()), y: game.well.length + 3 };
      if (!fits(game.well, one)) continue;
      one = dropped(game.well, one);
      const after = played(game, { ...one, held }, line);
      if (!after) continue;
      const cells = piecesIn(after.well, after.owners).flatMap((each) => each.cells);
      assert.equal(cells.length, after.well.reduce((sum, row) => sum + [...row].filter((cell) => cell !== "_").length, 0));
      assert.ok(after.lines >= after.well.length);
      const text = pattern(after, line, 6, true, 0);
      assert.ok(text.length > 0 && /^[A-Z]*(,\[[A-Z]+\]p\d)?(,\*p\d)*$/.test(text), text);
      game = after;
    }
  }
  assert.equal(pattern(begun([], "", 1), "TIO", 6, false), "TIO"); // 2.5 pieces
  assert.equal(goal(30, []), 30);
});

// --- Boards and ways ----------------------------------------------------------------------------------------------------

const step = (piece, x, y, held = false) => ({ piece, facing: "N", x, y, held, queue: "", hold: null });
const WAY = { field: "__XXXXXXXX/XXXXXXXXXX/____XXXXXX", queue: "IO", hold: null, saved: "", fumen: "", steps: [step("I", 1, 0), step("O", 0, 0, true)] };

test("ways are drawn step by step, and as a whole in the rows of the beginning", () => {
  assert.deepEqual(startOf(WAY), ["____XXXXXX", "__XXXXXXXX"]);
  assert.deepEqual(startOf(WAY, ["____TTTTTT", "__TTTTTTTT"]), ["____TTTTTT", "__TTTTTTTT"]);
  assert.deepEqual(planOf(WAY).map(({ cells }) => cells.map(String).sort()), [["0,0", "1,0", "2,0", "3,0"], ["0,1", "0,2", "1,1", "1,2"]]);
  const frames = framesOf(WAY, 4);
  assert.deepEqual(frames.map(({ words }) => words), ["the field", "1 of 2: I, 1 row full", "2 of 2: O after hold, 1 row full"]);
  for (const { board } of frames) assert.equal(board.cells.length + board.pieces.flatMap(({ cells }) => cells).length, 10 * board.size[1]);
  assert.deepEqual(framesOf({ ...WAY, steps: [] }, 4).length, 1);
});

test("boards have every cell once", () => {
  const any = chance(4);
  for (let round = 0; round < 50; round++) {
    const well = anyWell(any), { cells, pieces: lying, size } = boardOf(well, 12);
    const all = [...cells, ...lying.flatMap((piece) => piece.cells)].map(String);
    assert.deepEqual([new Set(all).size, all.length], [120, 120]);
    assert.deepEqual(size, [10, 12]);
  }
  assert.deepEqual(marksOf([]), []);
  assert.equal(marksOf([2])[0].cells.length, 10);
  for (const letter of letters) {
    const { size, cells, corner, pieces: [{ cells: own, colour }] } = pieceBoard(letter);
    assert.equal(colour, colourOf(letter));
    assert.deepEqual(cells, []);
    assert.ok(own.every(([x, y]) => x >= corner[0] && x < corner[0] + size[0] && y >= 0 && y < size[1]));
  }
});

// --- Pages of a fumen -----------------------------------------------------------------------------------------------------

test("pages keep their rows and their comments, whatever is in them", () => {
  for (const comment of ["", "T-spin", "a~b", "a|b", "~", "50 % of # & ?", "ä 🙂", "\n", "half a pair \ud83d"]) {
    const book = [{ rows: "XX________", comment }, { rows: "", comment: "next" }];
    const read = readBook(writeBook(book));
    assert.deepEqual(read.map(({ rows }) => rows), ["XX________", ""]);
    assert.equal(read[0].comment, comment.toWellFormed?.() ?? comment.replace(/[\ud800-\udfff]$/, "\ufffd"));
  }
  assert.deepEqual(readBook(""), []);
  assert.deepEqual(readBook("X~%E0%A4%A"), [{ rows: "X", comment: "" }]); // cut in the middle
  assert.deepEqual(pagesOf({ book: "", field: "X" }), [{ rows: "X", comment: "" }]);
});

test("whichever page is asked for, there is one", () => {
  const pages = [{ rows: "a", comment: "" }, { rows: "b", comment: "#Q=[T](I)OS" }];
  for (const [asked, index] of [[-3, 0], [0, 0], [1, 1], [99, 1], [0.5, 0], [null, 0], [NaN, 0]]) assert.equal(opened(pages, asked).at, index, asked);
  assert.deepEqual(opened(pages, 1), { book: writeBook(pages), at: 1, field: "b", moves: "", pieces: "IOS", hold: "T", queue: "", patterns: "" });
  assert.equal(opened(pages.slice(0, 1), 0).book, "");
  assert.deepEqual([comingOf("#Q=[](T)"), comingOf("Q=[](T)")], [{ pieces: "T", hold: "", queue: "", patterns: "" }, {}]);
});

// --- What comes -----------------------------------------------------------------------------------------------------------

test("queues and patterns are told apart", () => {
  assert.deepEqual(["TI", "[T]IO", "t, i", "[TI]p2", "*", "", " "].map(isQueue), [true, true, true, false, false, false, false]);
  assert.deepEqual(["[T]IO", "TIO", "[T]*p4", "[]IO"].map(heldIn), ["T", "", "", ""]);
  assert.deepEqual(["[t]i, o", "*p7"].map(lettersOf), ["IO", ""]);
  assert.deepEqual(["*p7", "*p7{T<I}", "(T)"].map(hasConditions), [false, true, true]);
});

test("patterns are said piece by piece", () => {
  const words = (text) => tokensOf(text).map((token) => token.words);
  assert.deepEqual(words("T[IO]!*p4"), ["T", "I O in any order", "any four"]);
  assert.deepEqual(words("[^TI]p2,*"), [`two of ${[...letters].filter((one) => !"TI".includes(one)).join(" ")}`, "any piece"]);
  assert.deepEqual(words("T;I{T<I}"), ["T", "or", "I", "where T<I"]);
  for (const text of ["[", "[T", "{", "[[TI]p1", "*p", "*p9", "ß", "😀", "]", "[]p3", "[T]p0", "*!", "[I\nO]p2"]) assert.ok(tokensOf(text).every((token) => typeof token.words === "string" && token.words), text);
  assert.deepEqual(words("[I\nO]p1").length, 1);
});

test("a state says what comes and how much of the field is seen", () => {
  assert.equal(isMany("percent"), true);
  assert.equal(isMany("solve"), false);
  assert.equal(takes("no such question", "queue"), false);
  const state = { ask: "percent", patterns: "*p7", queue: "TI", pieces: "O", field: "X_________", rows: 4, height: null };
  assert.deepEqual([coming(state), coming({ ...state, ask: "solve" }), coming({ ...state, queue: "", patterns: "" })], ["*p7", "TI", "O"]);
  assert.deepEqual(["v115@vhA", "v115%40vhA", "X_________"].map(isFumen), [true, true, false]);
  assert.deepEqual(wellOf(state), ["X_________"]);
  assert.deepEqual([wellOf({ ...state, field: "v115@vhA" }), wellOf({ ...state, field: "nothing" })], [[], []]);
  fumens.set("v115@vhA", { rows: "XX________" });
  assert.deepEqual(wellOf({ ...state, field: "v115@vhA" }), ["XX________"]);
  assert.deepEqual([rowsOf(state), rowsOf({ ...state, height: 9 }), rowsOf({ ...state, rows: 99 })], [4, 9, 20]);
});

// --- The hand ---------------------------------------------------------------------------------------------------------------

/** A game of the page, its moves kept as the address keeps them. */
function playOf(changes = {}) {
  const state = { mode: "play", fall: false, queue: "", patterns: "", pieces: "TIOLJSZTIOL", hold: "", deal: 3, moves: "", no_hold: false, height: null, kicks: "srs", drop: "soft", rows: 8, field: "", ...changes };
  const seen = { said: [], board: null, ghost: null };
  const stage = { say: (words) => seen.said.push(words), show: (board) => { seen.board = board; }, ghost: (ghost) => { seen.ghost = ghost; } };
  const play = new Play({ stage, state: () => state, well: () => readWell(state.field) ?? [], commit: (moves) => { state.moves = moves; play.sync(state); }, redraw: () => play.draw(), said: (words) => seen.said.push(words) });
  play.sync(state);
  return { play, state, seen };
}

test("a game in the hand is one that the rules allow", (context) => {
  context.mock.timers.enable({ apis: ["setInterval"] });
  const any = chance(6), names = ["left", "right", "down", "cw", "ccw", "half", "hold", "drop"];
  for (let round = 0; round < 40; round++) {
    const { play, state, seen } = playOf({ no_hold: any() < 0.3, drop: ["soft", "hard", "t-softdrop"][Math.floor(3 * any())], field: writeWell(anyWell(any, 4)), kicks: any() < 0.1 ? "constructor" : "srs" });
    for (let act = 0; act < 150; act++) {
      if (any() < 0.1) play.toward(Math.floor(12 * any()) - 1);
      else play.act(names[Math.floor(names.length * any())]);
      play.draw();
      if (play.falling) assert.ok(fits(play.game.well, play.falling));
      assert.equal(play.game.placed, readMoves(state.moves).length);
      assert.equal(seen.board.size[1], play.rows);
    }
    assert.ok(seen.said.length);
    assert.match(play.pattern, /^[A-Z[]/);
    assert.ok(play.sight.next.length <= 5);
  }
});

test("keys act, a wrong move is said, and pieces fall by themselves", (context) => {
  context.mock.timers.enable({ apis: ["setInterval"] });
  const { play, state, seen } = playOf();
  const key = (name, more = {}) => play.key({ key: name, ...more });
  assert.deepEqual([key("ArrowLeft"), key("Z"), key("q"), key("Shift", { repeat: true })], [true, true, false, false]);
  play.commit({ piece: "T", facing: "N", x: 9, y: 0, held: false });
  assert.match(seen.said.at(-1), /does not fit/);
  context.mock.method(globalThis, "matchMedia", () => ({ matches: false }));
  state.fall = true;
  const before = play.falling.y;
  context.mock.timers.tick(1500);
  assert.ok(play.falling.y < before);
  const clear = playOf({ field: "XXXXXX____", pieces: "I", height: 1 });
  clear.play.toward(7);
  clear.play.act("drop");
  assert.ok(clear.seen.said.includes("Perfect clear!"));
});

test("the solver's move is shown, and made when it is asked for again", async (context) => {
  context.mock.timers.enable({ apis: ["setInterval"] });
  const { play, state, seen } = playOf({ pieces: "IIOOO", hold: "T" });
  assert.deepEqual([play.needed, playOf({ field: "XX________", pieces: "IO" }).play.needed], [10, 12]);
  let ways = [], asked;
  context.mock.method(globalThis, "fetch", async (_, { body }) => { asked = JSON.parse(body); return { ok: true, json: async () => ({ state: "done", run: "r", files: [], view: { bar: { words: "none" }, ways } }) }; });
  await play.ask();
  assert.equal(seen.said.at(-1), "The solver: none");
  assert.deepEqual([asked.hold, asked.height, asked.pieces.slice(0, 5), asked.pieces.length], ["T", 4, "IIOOO", 11]);
  ways = [{ steps: [{ ...step("I", 1, 0), cells: [[0, 0], [1, 0], [2, 0], [3, 0]] }] }];
  await play.ask();
  assert.equal(seen.said.at(-1), "The solver places I here");
  assert.equal(seen.ghost.look, "ghost hint");
  await play.ask();
  assert.equal(state.moves, "IN10");
  assert.equal(play.hint, null);
});
