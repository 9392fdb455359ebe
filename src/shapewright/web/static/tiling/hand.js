// The hand: a piece that is picked up, turned, shown where it would lie, laid and taken back; by mouse, finger and keys.
import { carry } from "../hand/drag.js";
import { byId, isNarrow, toast } from "../dom.js";
import { isSolid } from "../stage/plane.js";
import { openSheet } from "../shell.js";
import { Game, flip, home, turn } from "./play.js";

/** @typedef {import("../stage/board.js").Cell} Cell */
/** @typedef {import("./tray.js").TrayPiece} TrayPiece */
/** @typedef {import("../stage/stage.js").Press} Press */
/**
 * @typedef {object} Page
 * @property {import("../table/table.js").Table} table
 * @property {import("../stage/stage.js").Stage} stage
 * @property {import("./tray.js").Tray} tray
 * @property {() => Game | null} game
 * @property {() => number | null} layer
 * @property {() => void} draw
 * @property {() => void} play  the page is played on from now on
 * @property {() => {piece: string, cells: Cell[]}[] | null | undefined} solution  one that goes on from here, null if none
 *   is known; undefined until the answer is there
 */

export class Hand {
  /** @type {import("./play.js").Hand | null} */
  #held = null;
  /** The piece on the board that is in the hand; -1 if it came from the tray. */
  lifted = -1;
  /** @type {Cell | null} */
  #over = null;
  /** @type {(() => void) | null} help that comes with the answer */
  #waits = null;
  /** @type {Map<string, Cell[]>} how each piece was turned last */
  #turned = new Map();

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    for (const [id, act] of /** @type {[string, () => void][]} */ ([
      ["turn", () => this.turn(turn)], ["flip", () => this.turn(flip)], ["hint", () => this.hint()], ["finish", () => this.finish()],
      ["take-back", () => this.takeBack()],
    ])) byId(id).addEventListener("click", act);
    document.addEventListener("keydown", (event) => this.#global(event));
  }

  get name() { return this.#held?.piece.name ?? ""; }

  // --- Into the hand --------------------------------------------------------------------------------------------------

  /** @param {TrayPiece} piece */
  pick(piece) {
    if (this.#held?.piece.name === piece.name && this.lifted < 0) { this.drop(); this.page.draw(); return; }
    if (!this.#mayTake(piece)) return;
    this.page.play();
    this.#take(piece, this.#turned.get(piece.name) ?? piece.cells, -1);
    if (isNarrow()) openSheet(null);
    if (!matchMedia("(pointer: coarse)").matches) this.page.stage.grid.focus({ preventScroll: true });
    this.page.stage.say(`${piece.name} is in the hand. Arrow keys move it, R turns it, F turns it over, Enter lays it.`);
  }

  /** @param {TrayPiece} piece @param {PointerEvent} event */
  drag(piece, event) {
    if (!this.#mayTake(piece)) return;
    this.page.play();
    this.drop();
    this.page.draw();
    if (isNarrow()) openSheet(null);
    const cells = this.#turned.get(piece.name) ?? piece.cells;
    this.#carry(piece, cells, event, -1);
  }

  /** @param {TrayPiece} piece */
  #mayTake(piece) {
    const game = this.page.game();
    if (!game) { toast("This puzzle has no board to lay pieces on"); return false; }
    if (isSolid(piece.lattice)) { toast("Pieces of these solids are not laid by hand"); return false; }
    if (game.left(piece) > 0) return true;
    toast(piece.maximum === 0 ? `There is no ${piece.name} in this puzzle; + adds one` : `Every ${piece.name} is on the board`);
    return false;
  }

  /** @param {TrayPiece} piece @param {Cell[]} cells @param {number} lifted */
  #take(piece, cells, lifted) {
    this.#held = { piece, cells: home(piece, cells) ?? piece.cells };
    this.lifted = lifted;
    this.#over ??= this.page.stage.cursor;
    this.page.draw();
  }

  /** Nothing is in the hand any more; a piece from the board lies where it lay. */
  drop() {
    this.#held = null;
    this.lifted = -1;
    this.page.stage.ghost(null);
  }

  // --- Carried by the pointer -------------------------------------------------------------------------------------------

  /** @param {TrayPiece} piece @param {Cell[]} cells @param {PointerEvent} event @param {number} from @param {Cell} [grip] */
  #carry(piece, cells, event, from, grip) {
    const game = /** @type {Game} */ (this.page.game());
    const base = this.page.layer();
    const low = cells[0].length > 2 ? Math.min(...cells.map((cell) => cell[2])) : 0;
    /** @param {Cell[]} given */
    const raised = (given) => (base === null ? given : given.map(([x, y, z]) => [x, y, z + base]));
    /** @param {(hand: import("./play.js").Hand) => Cell[] | null} motion */
    const by = (motion) => (/** @type {Cell[]} */ now) => {
      const own = home(piece, now) ?? piece.cells, next = motion({ piece, cells: own });
      if (!next) toast(`${piece.name} does not turn that way`);
      else this.#turned.set(piece.name, next);
      return raised(next ?? own);
    };
    const lattice = piece.lattice;
    carry(this.page.stage, event, {
      lattice,
      snapped: lattice ? (now, cell) => this.#rest(game).place({ piece, cells: home(piece, now) ?? piece.cells }, cell).cells : undefined,
      piece: { label: piece.name, colour: piece.colour, cells: from < 0 ? raised(home(piece, cells) ?? piece.cells) : cells },
      grip: grip && low === base ? grip : undefined,
      fits: (there) => game.fits(piece, there, from),
      turn: by(turn), flip: by(flip),
      drop: (there, inside) => this.#dropped(piece, cells, there, from, inside),
    });
  }

  /** @param {TrayPiece} piece @param {Cell[]} before @param {Cell[] | null} there @param {number} from @param {boolean} inside */
  #dropped(piece, before, there, from, inside) {
    const game = this.page.game();
    if (!game) return;
    this.lifted = -1;
    if (there && from >= 0 && String([...there].sort()) === String([...before].sort())) this.#take(piece, before, from); // not moved: it is in the hand
    else if (there) this.#lay(piece.name, game.with(piece.name, there, from));
    else if (from >= 0 && !inside) this.#lay(piece.name, game.without(from));
    else if (inside) toast(`${piece.name} does not fit there`);
    this.page.draw();
  }

  /** @param {string} name @param {string[]} fixed */
  #lay(name, fixed) {
    const before = this.page.table.store.state.fixed.length;
    this.drop();
    this.page.table.store.set({ fixed });
    this.page.stage.say(fixed.length < before ? `${name} is taken back` : `${name} is laid`);
  }

  // --- On the stage -----------------------------------------------------------------------------------------------------

  /** @param {Cell} cell @returns {Cell} */
  #in(cell) {
    const z = this.page.layer();
    return z === null ? cell : [cell[0], cell[1], z];
  }

  /** The game without the piece that is in the hand. @param {Game} game */
  #rest(game) { return this.lifted < 0 ? game : new Game(game.layers, game.pieces, game.without(this.lifted), game.given); }

  /** @param {Press} at @returns {boolean} */
  press(at) {
    const game = this.page.game();
    if (!game || !at.inside) return false;
    const cell = this.#in(at.cell);
    if (this.#held) {
      const { piece } = this.#held, found = this.#rest(game).place(this.#held, cell);
      if (found.fits) this.#lay(piece.name, game.with(piece.name, found.cells, this.lifted));
      else { this.#over = cell; this.redraw(); toast(`${piece.name} does not fit there`); }
      return false;
    }
    const index = game.on(cell);
    if (index < 0) {
      if (game.covered.has(String(cell))) toast("This piece belongs to the puzzle");
      return false;
    }
    const { name, cells } = game.laid[index], piece = game.piece(name);
    if (at.second) { this.#lay(name, game.without(index)); return false; }
    if (!piece) return false;
    if (!home(piece, cells)) { this.#lay(name, game.without(index)); return false; } // it lies across glued sides
    if (!at.event) { this.#over = cell; this.#take(piece, cells, index); return false; }
    this.lifted = index;
    this.page.draw();
    this.#carry(piece, cells, at.event, index, cell);
    return true;
  }

  /** @param {Press | null} at */
  hover(at) {
    if (!this.#held) return;
    this.#over = at?.inside ? this.#in(at.cell) : null;
    this.redraw();
    if (at?.by === "key") this.#say("");
  }

  /** The piece in the hand, where it would lie. */
  redraw() {
    const game = this.page.game();
    if (!this.#held || !game) return;
    const { piece } = this.#held;
    if (!this.#over) { this.page.stage.ghost(null); return; }
    const { cells, fits } = this.#rest(game).place(this.#held, this.#over);
    if (!cells.length) { this.page.stage.ghost(null); return; }
    this.page.stage.ghost({ cells, label: piece.name, colour: piece.colour, look: fits ? "ghost" : "ghost bad" });
  }

  /** @param {(hand: import("./play.js").Hand) => Cell[] | null} motion */
  turn(motion) {
    if (!this.#held) { toast("Pick a piece first"); return; }
    const cells = motion(this.#held);
    if (!cells) { toast(`${this.name} does not turn that way`); return; }
    this.#held.cells = cells;
    this.#turned.set(this.name, cells);
    this.redraw();
    this.#say(motion === flip ? " is turned over" : " is turned");
  }

  /** Say whether the piece in the hand fits where it is. @param {string} after  what was done with it */
  #say(after) {
    const game = this.page.game();
    if (!this.#held || !game) return;
    const fits = this.#over && this.#rest(game).place(this.#held, this.#over).fits;
    const where = this.#over ? `, column ${this.#over[0] + 1}, row ${this.#over[1] + 1}: ${fits ? "it fits" : "it does not fit"}` : "";
    this.page.stage.say(`${this.name}${after}${where}`);
  }

  // --- Help -------------------------------------------------------------------------------------------------------------

  hint() {
    const game = this.page.game(), solution = this.page.solution();
    if (!game || game.isOver) { toast(game ? "Every cell is covered" : "This puzzle has no board"); return; }
    if (solution === undefined) { this.#waits = () => this.hint(); return; } // it comes with the answer
    if (!solution) { toast("No solution is known from here"); return; }
    const found = game.hint(solution.map(({ piece, cells }) => ({ name: piece, cells })));
    if (!found) return;
    this.page.play();
    this.#lay(found.name, game.with(found.name, found.cells));
  }

  /** The answer is there: help that was asked for in between comes now. */
  told() {
    const help = this.#waits;
    this.#waits = null;
    help?.();
  }

  finish() {
    const game = this.page.game(), solution = this.page.solution();
    if (game && solution === undefined) { this.#waits = () => this.finish(); return; }
    if (!game || !solution) { toast("No solution is known from here"); return; }
    this.page.play();
    let now = game;
    for (let next = now.hint(named(solution)); next; next = now.hint(named(solution))) {
      now = new Game(game.layers, game.pieces, now.with(next.name, next.cells), game.given);
    }
    this.#lay("The rest", now.fixed);
  }

  /** The piece in the hand, or the last one that was laid. */
  takeBack() {
    const game = this.page.game();
    if (!game) return;
    const index = this.lifted >= 0 ? this.lifted : game.laid.length - 1;
    if (index >= game.given) this.#lay(game.laid[index].name, game.without(index));
  }

  // --- Keys -------------------------------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event @param {Cell} cursor @returns {boolean} */
  key(event, cursor) {
    const game = this.page.game();
    if (!game) return false;
    if (this.#command(event.key)) return true;
    if (event.key === "Backspace" || event.key === "Delete") {
      const index = this.lifted >= 0 ? this.lifted : game.on(this.#in(cursor));
      if (index >= 0) this.#lay(game.laid[index].name, game.without(index));
      else this.drop();
      return true;
    }
    if (event.key.length !== 1 || !/[a-z0-9]/i.test(event.key)) return false;
    // The next piece of that letter that is left, so that the letter again takes another one.
    const named = game.pieces.filter((piece) => piece.name.toLowerCase().startsWith(event.key.toLowerCase()) && game.left(piece) > 0);
    const next = named[(named.findIndex((piece) => piece.name === this.name) + 1) % named.length];
    if (!next) return false;
    this.#over = this.#in(cursor);
    this.#take(next, this.#turned.get(next.name) ?? next.cells, -1);
    this.page.stage.say(`${next.name} is in the hand`);
    return true;
  }

  /** What a key does with the piece in the hand. @param {string} key */
  #command(key) {
    if (this.#held && (key === "r" || key === "R")) this.turn(turn);
    else if (this.#held && (key === "f" || key === "F")) this.turn(flip);
    else if (this.#held && key === "Escape") { this.drop(); this.page.draw(); }
    else if (!this.#held && (key === "h" || key === "H") && !this.page.game()?.pieces.some(({ name }) => /^h/i.test(name))) this.hint();
    else return false;
    return true;
  }

  /** @param {KeyboardEvent} event */
  #global(event) {
    const target = /** @type {Element} */ (event.target);
    if (this.page.table.store.state.mode !== "play" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target === this.page.stage.grid || target.matches("input, textarea, select")) return;
    if (this.#command(event.key)) event.preventDefault();
  }
}

/** @param {{piece: string, cells: Cell[]}[]} solution */
const named = (solution) => solution.map(({ piece, cells }) => ({ name: piece, cells }));
