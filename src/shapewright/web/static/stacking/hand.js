// The player's hand: keys, the mouse and fingers, as moves of the piece over the well.
import { byId } from "../dom.js";

/** @typedef {import("../stage/stage.js").Press} Press */

const KEYS = /** @type {Record<string, string>} */ ({
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "turn",
  x: "turn",
  z: "back",
  ArrowDown: "lower",
  " ": "drop",
  Enter: "drop",
  c: "hold",
  Shift: "hold",
  Backspace: "undo",
  u: "undo",
  h: "hint",
  w: "watch",
});
const REPEATED = ["left", "right", "lower", "undo"];
const SWIPE = 1.5; // cells that a finger goes up or down

export class Hand {
  /** @type {{x: number, y: number, column: number, moved: boolean} | null} */
  #touch = null;

  /**
   * @param {import("./well.js").Well} well
   * @param {Record<string, () => void>} moves  by their names
   * @param {{begins: () => void, isOn: () => boolean}} game  told that a move begins; whether there is a piece to move
   */
  constructor(well, moves, game) {
    this.well = well;
    this.moves = moves;
    this.game = game;
    document.addEventListener("keydown", (event) => {
      // the game has the keys unless something else does
      if (event.target !== document.body || event.ctrlKey || event.metaKey || event.altKey || !game.isOn()) return;
      if (this.pressed(event)) event.preventDefault();
    });
    byId("keys").addEventListener("click", (event) => {
      const name = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-move]"))
        ?.dataset.move;
      if (name) this.#do(name);
    });
  }

  /** @param {string} name */
  #do(name) {
    this.game.begins();
    this.moves[name]();
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const name = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (name && (!event.repeat || REPEATED.includes(name))) this.#do(name);
    return Boolean(name);
  }

  /** A click drops the piece over it, the other button turns; a finger takes hold. @param {Press} at */
  begin(at) {
    this.game.begins();
    this.#touch = null;
    if (at.second) {
      this.well.turn();
      return false;
    }
    if (at.by === "mouse") {
      if (!at.inside) return false;
      this.well.over(at.point[0]);
      this.moves.drop();
      return false;
    }
    this.#touch = { x: at.point[0], y: at.point[1], column: this.well.left, moved: false };
    return true;
  }

  /** @param {Press} at */
  move(at) {
    const touch = this.#touch;
    if (!touch) return;
    const by = Math.round(at.point[0] - touch.x);
    if (by) touch.moved = true;
    if (touch.moved) this.well.to(touch.column + by);
  }

  /** A tap turns the piece, a stroke downward drops it, upward puts it aside. @param {Press | null} at */
  end(at) {
    const touch = this.#touch;
    this.#touch = null;
    if (!touch || !at) return;
    const [across, up] = [at.point[0] - touch.x, at.point[1] - touch.y];
    if (Math.abs(up) > SWIPE && Math.abs(up) > 1.3 * Math.abs(across)) {
      this.well.to(touch.column);
      this.moves[up < 0 ? "drop" : "hold"]();
    } else if (!touch.moved && Math.abs(up) < 1) this.well.turn();
  }
}
