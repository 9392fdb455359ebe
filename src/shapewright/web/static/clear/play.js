// The game in the hand: a piece that falls, turns with kicks and is held, and what the solver would do in its place.
import { isStill } from "../dom.js";
import { askIn, leave } from "../doors/ask.js";
import { boardOf, colourOf } from "./boards.js";
import { heldIn, lettersOf } from "./coming.js";
import { bagsFrom, begun, current, goal, pattern, pieces, played, readMoves, replayed, writeMoves } from "./game.js";
import { cellsOf, dropped, fits, isSoft, moved, spawned, turned, writeWell } from "./rules.js";

/** @typedef {import("./rules.js").Well} Well */
/** @typedef {import("./rules.js").Falling} Falling */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("../table/store.js").State} State */

export const SIGHT = 6; // pieces in sight, the current one too
const LINES = 4;
const FALL = 700; // milliseconds a row
const PATIENCE = 10; // seconds for the solver

/** Which key does what; letters by where players have them. @type {Record<string, string>} */
const KEYS = {
  ArrowLeft: "left", ArrowRight: "right", ArrowDown: "down", ArrowUp: "cw", x: "cw", z: "ccw", a: "half", " ": "drop", c: "hold", Shift: "hold",
};

export class Play {
  /** @type {Falling | null} */
  falling = null;
  /** Whether the piece in the hand comes from hold. */
  held = false;
  /** @type {Game} */
  game = begun([], "", LINES);
  coming = "";
  /** @type {{cells: number[][], piece: string, move: import("./game.js").Move} | null} */
  hint = null;
  #key = "";
  #from = 0;

  /**
   * @param {{stage: import("../stage/stage.js").Stage, state: () => State, well: () => Well, commit: (moves: string) => void, redraw: () => void,
   *   said: (words: string) => void}} doors
   */
  constructor(doors) {
    this.doors = doors;
    setInterval(() => {
      const { mode, fall } = doors.state();
      if (mode === "play" && fall && !isStill() && !document.hidden) this.act("down");
    }, FALL);
  }

  /** Read how the game stands; a new piece is there after every move. @param {State} state */
  sync(state) {
    const text = state.queue || state.patterns || state.pieces, given = lettersOf(text), well = this.doors.well();
    const key = JSON.stringify([well, text, state.hold, state.deal, state.moves, state.no_hold, state.height]);
    if (key === this.#key) return;
    this.#key = key;
    const moves = readMoves(state.moves);
    this.#from = bagsFrom(given);
    this.coming = pieces(given, state.deal ?? 1, moves.length * 2 + 40 + given.length);
    const start = begun(well.filter((row) => row.includes("_")), state.no_hold ? "" : state.hold || heldIn(text), 0);
    start.lines = goal(state.height ?? LINES, start.well);
    this.game = /** @type {Game} */ (replayed(start, moves, this.coming).at(-1));
    this.held = false;
    this.hint = null;
    leave("hint");
    this.#spawn();
  }

  #spawn() {
    const { piece } = current(this.game, this.coming, this.held);
    const falling = piece ? { ...spawned(this.game.well, piece), y: this.rows - 2 } : null;
    this.falling = falling && fits(this.game.well, falling) ? falling : null;
  }

  /** The rows that are to be seen. */
  get rows() { return Math.max(this.doors.state().rows, this.game.well.length + 5); }

  /** What may come, for the chance. */
  get pattern() { return pattern(this.game, this.coming, SIGHT, !this.doors.state().no_hold, this.#from); }

  /** What is held and what is in sight, as the piece in the hand leaves it. */
  get sight() {
    const { hold, taken } = current(this.game, this.coming, this.held);
    return { hold, next: this.coming.slice(taken, taken + SIGHT - 1) };
  }

  // --- The hand -------------------------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  key(event) {
    const name = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!name || (event.key === "Shift" && event.repeat)) return false;
    this.act(name);
    return true;
  }

  /** Do something with the piece: left, right, down, cw, ccw, half, drop, hold. @param {string} name */
  act(name) {
    const state = this.doors.state(), { well } = this.game, { falling } = this;
    if (name === "hold") { this.swap(); return; }
    if (!falling) return;
    if (name === "drop") { this.lock(dropped(well, falling)); return; }
    if (name === "down" && !isSoft(falling.piece, state.drop) && falling.y <= well.length + 2) return;
    const quarters = { cw: 1, half: 2, ccw: 3 }[name];
    const by = /** @type {Record<string, [number, number]>} */ ({ left: [-1, 0], right: [1, 0], down: [0, -1] })[name];
    const after = quarters ? turned(well, falling, quarters, state.kicks) : moved(well, falling, ...by);
    if (after) this.falling = after;
    this.doors.redraw();
    this.#say();
  }

  /** Say where the piece in the hand is, after what happened before. @param {string} [before] */
  #say(before = "") {
    const { falling } = this;
    const columns = falling ? cellsOf(falling).map(([x]) => x + 1) : [];
    const row = falling ? Math.min(...cellsOf(dropped(this.game.well, falling)).map(([, y]) => y)) + 1 : 0;
    const where = falling ? `${falling.piece}, columns ${Math.min(...columns)} to ${Math.max(...columns)}, lands on row ${row}` : "no piece is left";
    this.doors.stage.say(before ? `${before}. ${where}` : where);
  }

  /** Move the piece towards a column. @param {number} column */
  toward(column) {
    let { falling } = this;
    while (falling && falling.x !== column) {
      const after = moved(this.game.well, falling, Math.sign(column - falling.x), 0);
      if (!after) break;
      falling = after;
    }
    if (falling !== this.falling) { this.falling = falling; this.doors.redraw(); }
  }

  /** The held piece in place of this one, or back. */
  swap() {
    if (this.doors.state().no_hold) { this.doors.said("Hold is not allowed here"); return; }
    if (!current(this.game, this.coming, !this.held).piece) return;
    this.held = !this.held;
    this.#spawn();
    this.doors.redraw();
    this.#say("Hold");
  }

  /** @param {Falling} falling */
  lock(falling) { this.commit({ ...falling, held: this.held }); }

  /** @param {import("./game.js").Move} move */
  commit(move) {
    const after = played(this.game, move, this.coming);
    if (!after) { this.doors.said("The piece does not fit there"); return; }
    const rows = after.full.length;
    const words = !after.well.length ? "Perfect clear!" : rows ? `${rows} ${rows === 1 ? "row" : "rows"} cleared` : "";
    const moves = [...readMoves(this.doors.state().moves), move];
    this.doors.commit(writeMoves(moves));
    if (words) this.doors.said(words);
    this.#say(words || `${move.piece} is placed`);
  }

  // --- The solver -----------------------------------------------------------------------------------------------------

  /** What the solver, who sees all that comes, would do now; asked once more, it does it. */
  async ask() {
    if (this.hint) { this.commit(this.hint.move); return; }
    const { game, coming } = this, state = this.doors.state();
    const text = [...coming.slice(game.taken, game.taken + 51)].join("");
    const field = writeWell(game.well);
    const asked = {
      ...(field ? { field } : {}), pieces: text.slice(0, Math.max(1, this.needed + 1)), height: game.lines,
      kicks: state.kicks, drop: state.drop, no_hold: state.no_hold, time_limit: PATIENCE, ...(game.hold && !state.no_hold ? { hold: game.hold } : {}),
    };
    const found = await askIn("hint", "clear", "glance", asked, { wait: PATIENCE });
    if (!found) return;
    const step = found.view.ways?.[0]?.steps[0];
    if (!step) { this.doors.said(`The solver: ${found.view.bar.words}`); return; }
    this.hint = { cells: step.cells, piece: step.piece, move: { piece: step.piece, facing: step.facing, x: step.x, y: step.y, held: step.held } };
    this.doors.said(`The solver ${step.held ? "holds, and " : ""}places ${step.piece} here`);
    this.doors.redraw();
  }

  /** How many pieces the rest of the clear takes. */
  get needed() {
    const filled = this.game.well.reduce((sum, row) => sum + [...row].filter((cell) => cell !== "_").length, 0);
    return (10 * this.game.lines - filled) / 4;
  }

  // --- The board ------------------------------------------------------------------------------------------------------

  draw() {
    const { stage } = this.doors, { well, owners, lines } = this.game, { falling, hint } = this;
    /** @type {import("../stage/board.js").Piece[]} */
    const more = falling ? [{ cells: cellsOf(falling).filter(([, y]) => y < this.rows), colour: colourOf(falling.piece), label: falling.piece, id: `falling ${JSON.stringify(falling)}` }] : [];
    /** @type {import("../stage/board.js").Mark[]} */
    const marks = [{ row: lines - 1, cells: [] }];
    stage.show(boardOf(well, this.rows, { owners, pieces: more, marks }));
    if (hint) stage.ghost({ cells: hint.cells, colour: colourOf(hint.piece), label: hint.piece, look: "ghost hint" });
    else stage.ghost(falling ? { cells: cellsOf(dropped(well, falling)), colour: colourOf(falling.piece), label: "" } : null);
  }
}

