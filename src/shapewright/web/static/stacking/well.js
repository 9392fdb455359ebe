// The well: the piece in the player's hand above the stack, where it would land, and how it falls.
import { isStill } from "../dom.js";
import { due, dropped, followed, fullRows, heightOf, landed, replayed, shapeOf, start, widthOf } from "./falling.js";

/** @typedef {import("./falling.js").Game} Game */
/** @typedef {import("./falling.js").State} State */
/** @typedef {import("./falling.js").Drop} Drop */
/** @typedef {import("./falling.js").Cell} Cell */
/** @typedef {import("../stage/board.js").Mark} Mark */
/** @typedef {import("../stage/board.js").Piece} Piece */

const LOWEST = 10; // rows that a well has at least
const ROOM = 1; // empty rows between the stack and the piece in the hand
const TALL = 32; // a well with more rows is seen in part, so that its cells stay large
const SEEN = 22; // rows of it that are seen
const BELOW = 11; // of them, those below the top of the stack
const VANISH = 260; // milliseconds for which full rows are seen
const LONGEST = 2000; // characters of a path
const BACK = /** @type {Record<string, string>} */ ({ l: "r", r: "l", a: "c", c: "a" });

export class Well {
  /** @type {Game | null} */
  game = null;
  /** @type {State} */
  state = { stack: new Map(), drops: [], used: 0, held: null };
  column = 0;
  rotation = 0;
  path = ""; // of what the solver would drop, until the player moves the piece; or the player's own
  isLow = false; // whether the player took the piece down to the stack: where pieces slide, it goes its path from there
  swapped = false; // whether the other of two pieces that may fall is in the hand
  isOpen = true; // whether a piece is in the hand at all
  /** @type {Mark[]} */
  marks = [];
  #rows = LOWEST;
  #bottom = 0; // the lowest row that is seen
  #top = LOWEST; // the row above the highest one that is seen
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #vanishing;

  /**
   * @param {import("../stage/stage.js").Stage} stage
   * @param {(drop: Drop) => void} drop  the player lets the piece fall
   */
  constructor(stage, drop) {
    this.stage = stage;
    this.drop = drop;
  }

  /** Another game. @param {Game} game @param {Drop[]} drops @param {number} rows  how high the stack may become */
  begin(game, drops, rows) {
    this.game = game;
    this.state = start(game);
    this.#rows = Math.max(LOWEST, rows);
    return this.become(drops, false);
  }

  /**
   * The game after these drops; what keeps the rest of them from being made.
   * @param {Drop[]} drops
   * @param {boolean} [falls]
   */
  become(drops, falls = true) {
    const game = this.game;
    if (!game) return "";
    clearTimeout(this.#vanishing);
    const before = this.state,
      { state, fault } = replayed(game, drops);
    const isNext =
      falls &&
      state.drops.length === before.drops.length + 1 &&
      String(state.drops.slice(0, -1).map(wordOf)) === String(before.drops.map(wordOf));
    this.state = state;
    this.take();
    if (isNext) {
      this.#fall(before, state.drops[state.drops.length - 1]);
      this.stage.say(`Height ${heightOf(state.stack.keys())}. ${this.piece === null ? "All pieces have fallen" : `Next: ${this.#aimed()}`}`);
    } else this.show();
    return fault;
  }

  // --- The hand ------------------------------------------------------------------------------------------------------

  get choices() {
    return this.game ? due(this.game, this.state) : [];
  }
  get piece() {
    return (this.choices[this.swapped ? 1 : 0] ?? this.choices[0])?.piece ?? null;
  }
  get shape() {
    return this.game && this.piece !== null ? (shapeOf(this.game, this.piece, this.rotation) ?? null) : null;
  }

  /** The next piece, or the other one, comes into the hand, over the middle. */
  take(swapped = false) {
    this.swapped = swapped;
    this.rotation = 0;
    this.#lift();
    this.#fit();
    const shape = this.shape;
    if (this.game && shape) this.column = Math.floor((this.game.width - widthOf(shape)) / 2);
  }

  /** A rotation in which the piece fits into the well. */
  #fit() {
    if (!this.game || this.piece === null) return;
    const { rotations } = this.game.pieces[this.piece];
    const from = (this.rotation / 90) % rotations.length;
    for (let turn = 0; turn < rotations.length; turn++) {
      const at = (from + turn) % rotations.length;
      if (widthOf(rotations[at]) > this.game.width) continue;
      this.rotation = 90 * at;
      break;
    }
  }

  /** @param {number} column */
  to(column) {
    const shape = this.shape;
    if (!this.game || !shape) return;
    if (this.isLow) {
      this.#slide(column);
      return;
    }
    const kept = Math.max(0, Math.min(this.game.width - widthOf(shape), column));
    if (kept === this.column) return;
    this.column = kept;
    this.#lift();
    this.#hand();
  }

  /** The middle of the piece to a place in cells. @param {number} x */
  over(x) {
    if (this.shape) this.to(Math.round(x - (Math.max(...this.inHand.map(([at]) => at)) - this.left + 1) / 2));
  }

  /** To the left or to the right. @param {number} by */
  move(by) {
    if (this.shape) this.to(this.left + by);
  }

  /** Where pieces slide: down to the stack, then row by row; false where they fall straight. */
  lower() {
    if (this.game?.drop !== "soft" || this.piece === null || !this.isOpen) return false;
    if (this.isLow) this.#goes("d");
    else [this.isLow, this.path] = [true, ""];
    this.#hand();
    return true;
  }

  /** Back above the well; false if the piece is there. */
  raise() {
    const { isLow } = this;
    this.#lift();
    if (isLow) this.#hand();
    return isLow;
  }

  #lift() {
    this.path = "";
    this.isLow = false;
  }

  /** As far as it can toward a column, below what hangs over. @param {number} column */
  #slide(column) {
    const before = this.path;
    while (this.left > column && this.#goes("l"));
    while (this.left < column && this.#goes("r"));
    if (this.path !== before) this.#hand();
  }

  /** One more move on its path, or one less where it goes back; false if it cannot. @param {string} move */
  #goes(move) {
    if (!this.game || this.piece === null) return false;
    const moves = this.path.replace(/(\d+)(.)/g, (_, number, one) => one.repeat(Number(number)));
    const isBack = BACK[move] !== undefined && moves.endsWith(BACK[move]);
    const longer = isBack ? moves.slice(0, -1) : moves + move;
    const path = longer.replace(/(.)\1+/g, (run) => `${run.length}${run[0]}`);
    if (path.length > LONGEST || !followed(this.game, this.state.stack, { ...this.#aim(this.piece), path })) return false;
    this.path = path;
    return true;
  }

  /** @param {number} [by]  quarter turns anticlockwise */
  turn(by = 1) {
    if (!this.game || this.piece === null || !this.shape) return;
    if (this.isLow) {
      if (this.#goes(by > 0 ? "a" : "c")) this.#hand();
      return;
    }
    const { rotations } = this.game.pieces[this.piece];
    const middle = this.column + widthOf(this.shape) / 2;
    this.#lift();
    for (let turn = 1; turn <= rotations.length; turn++) {
      const at = (this.rotation / 90 + by * turn + rotations.length * 4) % rotations.length;
      if (widthOf(rotations[at]) > this.game.width) continue;
      this.rotation = 90 * at;
      break;
    }
    this.column = Math.max(
      0,
      Math.min(this.game.width - widthOf(this.shape), Math.round(middle - widthOf(this.shape) / 2)),
    );
    this.#hand();
  }

  /** Put the piece aside and take the other one, if that is possible. */
  hold() {
    if (this.choices.length < 2) return false;
    this.take(!this.swapped);
    this.show();
    return true;
  }

  /** Take what somebody else would drop. @param {Drop} drop */
  aim(drop) {
    const at = this.choices.findIndex(({ piece }) => piece === drop.piece);
    if (at < 0) return;
    this.isLow = false;
    [this.swapped, this.rotation, this.column, this.path] = [at === 1, drop.rotation, drop.column, drop.path ?? ""];
    this.show();
  }

  /** Let the piece fall; words if it may not. */
  fall() {
    if (!this.game || this.piece === null || !this.isOpen) return "";
    const drop = this.#aim(this.piece);
    const next = dropped(this.game, this.state, drop);
    if (typeof next === "string") return next;
    this.drop(drop);
    return "";
  }

  /** What the slot holds while the hand is as it is. */
  get slot() {
    return (this.choices[this.swapped ? 1 : 0] ?? this.choices[0])?.held ?? null;
  }
  /** The pieces that come after the one in the hand. */
  get ahead() {
    const choice = this.choices[this.swapped ? 1 : 0] ?? this.choices[0];
    return this.game && choice ? this.game.sequence.slice(this.state.used + choice.taken) : [];
  }

  // --- Drawing -------------------------------------------------------------------------------------------------------

  /** @param {Map<string, number>} [stack] */
  show(stack = this.state.stack) {
    const game = this.game;
    if (!game) return;
    const tallest = Math.max(
      1,
      ...Object.values(game.pieces).flatMap(({ rotations }) => rotations.map((shape) => heightOf(shape.map(String)))),
    );
    const height = heightOf(stack.keys());
    this.#rows = Math.max(this.#rows, height + tallest + ROOM);
    const isPart = this.isOpen && this.piece !== null && this.#rows > TALL;
    this.#bottom = isPart ? Math.max(0, height - BELOW) : 0;
    const top = (this.#top = isPart ? this.#bottom + Math.max(SEEN, BELOW + tallest + ROOM) : this.#rows);
    /** @type {Map<number, [number, number][]>} */
    const byDrop = new Map();
    for (const [key, number] of stack) {
      const cells = byDrop.get(number) ?? [],
        cell = /** @type {[number, number]} */ (key.split(",").map(Number));
      if (cell[1] < this.#bottom) continue;
      cells.push(cell);
      byDrop.set(number, cells);
    }
    const cells = [];
    for (let x = 0; x < game.width; x++)
      for (let y = this.#bottom; y < top; y++) if (!stack.has(`${x},${y}`)) cells.push([x, y]);
    /** @type {Piece[]} */
    const pieces = [...byDrop]
      .filter(([number]) => number >= 0)
      .sort(([a], [b]) => a - b)
      .map(([number, at]) => {
        const { piece } = this.state.drops[number];
        return { id: `d${number}`, label: piece, colour: game.pieces[piece].colour, cells: at };
      });
    const limit = game.height_limit;
    const marks = (limit !== null ? [...this.marks, { row: limit - 1, shade: "b" }] : this.marks).filter(
      ({ row }) => row === undefined || row === null || (row >= this.#bottom && row < top),
    );
    this.stage.show(
      {
        kind: "board",
        size: [game.width, top - this.#bottom],
        corner: [0, this.#bottom],
        cells,
        holes: byDrop.get(-1) ?? [],
        pieces,
        marks,
      },
      { label: this.#words() },
    );
    this.#hand(false);
  }

  /** The piece in the hand, and its shadow where it would land. @param {boolean} [says] */
  #hand(says = true) {
    const game = this.game,
      shape = this.shape,
      piece = this.piece;
    if (!game || !shape || piece === null || !this.isOpen) {
      this.stage.ghost(null);
      return;
    }
    const { colour } = game.pieces[piece];
    this.stage.ghost([
      { cells: this.landing, colour, look: "shadow" },
      { cells: this.inHand, colour, label: piece, look: "hand" },
    ]);
    if (says) this.stage.say(this.#aimed());
  }

  /** The cells where the piece in the hand is seen: over the well, or where it was taken to. @returns {Cell[]} */
  get inHand() {
    if (!this.game || !this.shape || this.piece === null) return [];
    const low = this.isLow ? followed(this.game, this.state.stack, this.#aim(this.piece)) : null;
    const high = heightOf(this.shape.map(String));
    return low?.cells ?? this.shape.map(([x, y]) => [x + this.column, y + this.#top - high]);
  }
  /** Its leftmost column. */
  get left() {
    return Math.min(...this.inHand.map(([x]) => x));
  }

  /** The cells where the piece in the hand would lie. */
  get landing() {
    if (!this.game || !this.shape || this.piece === null) return [];
    const along = this.path ? followed(this.game, this.state.stack, this.#aim(this.piece)) : null;
    return along?.rest ?? landed(this.state.stack, this.shape, this.column);
  }

  /** What would be dropped. @param {string} piece @returns {Drop} */
  #aim(piece) {
    const path = this.path ? { path: this.path } : {};
    return { piece, column: this.column, rotation: this.rotation, ...path };
  }

  #aimed() {
    const rows = this.landing.map(([, y]) => y);
    const first = this.left + 1,
      last = Math.max(...this.inHand.map(([x]) => x)) + 1;
    const columns = last === first ? `column ${last}` : `columns ${first} to ${last}`;
    const low = this.isLow ? `, row ${Math.min(...this.inHand.map(([, y]) => y)) + 1}` : "";
    return `${this.piece}, ${columns}${low}, lands on row ${Math.min(...rows) + 1}`;
  }

  #words() {
    const left = this.ahead.length;
    const hand = this.piece === null ? "all pieces have fallen" : `${this.#aimed()}; ${left} more to come`;
    const slides = this.game?.drop === "soft" ? "down lowers it by a row, " : "";
    const keys = `Left and right move the piece, up turns it, ${slides}space drops it.`;
    return `The well, height ${heightOf(this.state.stack.keys())}: ${hand}. ${keys}`;
  }

  /** @param {State} before @param {Drop} drop */
  #fall(before, drop) {
    const game = /** @type {Game} */ (this.game),
      made = dropped(game, before, drop);
    if (typeof made === "string") {
      this.show();
      return;
    }
    const full = game.clear_lines ? fullRows(made.whole, game.width) : [];
    const id = `d${before.drops.length}`,
      low = Math.min(...made.cells.map(([, y]) => y));
    const high = heightOf(made.cells.map(String)) - low;
    const deep = Math.max(0, this.#top - high - low);
    if (full.length && !isStill()) {
      const marks = this.marks;
      this.marks = [
        ...marks,
        { shade: "good", cells: full.flatMap((y) => Array.from({ length: game.width }, (_, x) => [x, y])) },
      ];
      this.show(made.whole);
      this.marks = marks;
      this.#vanishing = setTimeout(() => this.show(), VANISH);
    } else this.show();
    if (isStill()) return;
    this.stage.nodeOf(id)?.animate([{ transform: `translateY(${-deep}px)` }, { transform: "none" }], {
      duration: 70 + 9 * deep,
      easing: "cubic-bezier(0.5, 0, 0.9, 0.6)",
    });
  }
}

/** @param {Drop} drop */
const wordOf = ({ piece, column, rotation, path = "" }) => `${piece} ${column} ${rotation} ${path}`;
