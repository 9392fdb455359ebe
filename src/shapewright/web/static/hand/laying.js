// Pieces of a rack laid on the stage by hand: chosen and put down, or carried there; R turns, a press takes back.
import { drawAlone, keyOf } from "../stage/board.js";
import { button, el } from "../dom.js";
import { carry, normal, turned } from "./drag.js";

/** @typedef {import("../stage/board.js").Cell} Cell */
/** @typedef {import("../stage/stage.js").Press} Press */
/** @typedef {{name: string, colour: string, cells: Cell[]}} Kind */
/** @typedef {{piece: string, cells: Cell[]}} Laid */

export class Laying {
  /** @type {Laid[]} */
  laid = [];
  /** @type {Record<string, number>} */
  bag = {};
  size = [1, 1];
  /** @type {string | null} */
  chosen = null;
  /** @type {Cell[]} */
  shape = [];
  /** @type {Cell} */
  #under = [0, 0];

  /**
   * @param {import("../stage/stage.js").Stage} stage
   * @param {HTMLElement} rack
   * @param {Kind[]} kinds
   * @param {(laid: Laid[]) => void} change  somebody laid a piece or took one back
   */
  constructor(stage, rack, kinds, change) {
    this.stage = stage;
    this.rack = rack;
    this.kinds = new Map(kinds.map((kind) => [kind.name, kind]));
    this.change = change;
  }

  /**
   * Another bag, or other pieces of it on the plane.
   * @param {Record<string, number>} bag
   * @param {Laid[]} laid
   * @param {number[]} size
   */
  show(bag, laid, size) {
    this.bag = bag;
    this.size = size;
    this.laid = laid.filter((one) => this.kinds.has(one.piece));
    if (this.chosen === null || !this.left(this.chosen))
      this.choose([...this.kinds.keys()].find((name) => this.left(name)) ?? null, false);
    this.#draw();
    this.#drawRack();
  }

  /** How many of a piece are still to be laid. @param {string} name */
  left(name) {
    return (this.bag[name] ?? 0) - this.laid.filter(({ piece }) => piece === name).length;
  }

  get isDone() {
    return Object.keys(this.bag).every((name) => !this.left(name));
  }

  /** The box around all that is laid: its sides. @returns {[number, number]} */
  get box() {
    const cells = this.laid.flatMap((one) => one.cells);
    if (!cells.length) return [0, 0];
    const [across, up] = [0, 1].map((axis) => {
      const values = cells.map((cell) => cell[axis]);
      return Math.max(...values) - Math.min(...values) + 1;
    });
    return [across, up];
  }

  /** @param {string | null} name @param {boolean} [tells] */
  choose(name, tells = true) {
    this.chosen = name;
    this.shape = name === null ? [] : normal(this.kinds.get(name)?.cells ?? []);
    this.#drawRack();
    if (tells && name) this.stage.say(`${name} is chosen, ${this.left(name)} left`);
    this.#ghost();
  }

  turn() {
    if (!this.chosen) return;
    this.shape = turned(this.shape);
    this.#ghost();
    this.stage.say("turned");
  }

  /** @param {Cell[]} cells @param {Laid} [but]  a piece that is in the way no longer */
  fits(cells, but) {
    const taken = new Set(this.laid.filter((one) => one !== but).flatMap((one) => one.cells.map(keyOf)));
    return cells.every(([x, y]) => x >= 0 && y >= 0 && x < this.size[0] && y < this.size[1] && !taken.has(`${x},${y}`));
  }

  // --- What the stage tells ------------------------------------------------------------------------------------------

  /** @param {Press | null} at */
  hover(at) {
    if (!at?.inside) {
      this.stage.ghost(null);
      return;
    }
    this.#under = at.cell;
    this.#ghost();
  }

  /** Lay the chosen piece, or take back the one that lies there. @param {Press} at */
  press(at) {
    if (!at.inside) return;
    if (at.second) {
      this.turn();
      return;
    }
    this.#under = at.cell;
    const there = this.#at(at.cell);
    if (there) {
      this.take(there);
      return;
    }
    const cells = this.#place();
    if (this.chosen && this.left(this.chosen) > 0 && this.fits(cells)) this.lay({ piece: this.chosen, cells });
    else this.stage.say("it does not fit there");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const name = event.key.toUpperCase();
    if (name === "R") this.turn();
    else if (event.key === "Backspace" || event.key === "Delete") {
      const there = this.#at(this.stage.cursor) ?? this.laid[this.laid.length - 1];
      if (there) this.take(there);
    } else if (this.kinds.has(name) && this.left(name) > 0) this.choose(name);
    else return false;
    return true;
  }

  /** @param {Laid} one */
  lay(one) {
    this.change([...this.laid, one]);
  }

  /** @param {Laid} one */
  take(one) {
    this.chosen = one.piece;
    this.shape = normal(one.cells);
    this.change(this.laid.filter((each) => each !== one));
  }

  /** @param {Cell} cell */
  #at(cell) {
    return this.laid.find((one) => one.cells.some(([x, y]) => x === cell[0] && y === cell[1]));
  }

  /** The chosen piece with its middle on the cell under the pointer. @returns {Cell[]} */
  #place() {
    const [wide, high] = [0, 1].map((axis) => Math.max(...this.shape.map((cell) => cell[axis])));
    const [x, y] = [
      Math.min(Math.max(0, this.#under[0] - Math.floor(wide / 2)), this.size[0] - wide - 1),
      Math.min(Math.max(0, this.#under[1] - Math.floor(high / 2)), this.size[1] - high - 1),
    ];
    return this.shape.map((cell) => [cell[0] + x, cell[1] + y]);
  }

  // --- Drawing -------------------------------------------------------------------------------------------------------

  #ghost() {
    const kind = this.chosen ? this.kinds.get(this.chosen) : null;
    if (!kind || !this.chosen || this.left(this.chosen) < 1 || this.#at(this.#under)) {
      this.stage.ghost(null);
      return;
    }
    const cells = this.#place();
    this.stage.ghost({ cells, colour: kind.colour, label: kind.name, look: this.fits(cells) ? "ghost" : "ghost bad" });
  }

  #draw() {
    const [across, up] = this.size;
    const covered = new Set(this.laid.flatMap((one) => one.cells.map(keyOf)));
    const cells = [];
    for (let x = 0; x < across; x++) for (let y = 0; y < up; y++) if (!covered.has(`${x},${y}`)) cells.push([x, y]);
    this.stage.show(
      {
        kind: "board",
        size: this.size,
        cells,
        pieces: this.laid.map(({ piece, cells: at }) => ({
          label: piece,
          colour: this.kinds.get(piece)?.colour ?? "#888888",
          cells: at,
        })),
      },
      { label: "The plane: arrow keys move, letters choose a piece, R turns it, space places it or takes one back" },
    );
  }

  #drawRack() {
    const names = [...this.kinds.keys()].filter((name) => this.bag[name]);
    this.rack.replaceChildren(
      ...names.map((name) => {
        const { cells, colour } = /** @type {Kind} */ (this.kinds.get(name)),
          left = this.left(name);
        const isChosen = name === this.chosen;
        const made = el(
          "button",
          {
            type: "button",
            disabled: left < 1,
            "aria-pressed": String(isChosen),
            "aria-label": `${name}, ${left} left`,
            data: { piece: name },
            onpointerdown: (/** @type {PointerEvent} */ event) => this.#carry(event, name),
            onclick: () => this.choose(name),
          },
          drawAlone({ cells: isChosen ? this.shape : cells, colour }),
          String(left),
        );
        return made;
      }),
      button("Turn", () => this.turn(), { "aria-label": "Turn", title: "Turn (R)" }),
    );
  }

  /** @param {PointerEvent} event @param {string} name */
  #carry(event, name) {
    if (event.button !== 0 || this.left(name) < 1) return;
    const { colour, cells } = /** @type {Kind} */ (this.kinds.get(name));
    const start = [event.clientX, event.clientY];
    const isChosen = name === this.chosen;
    const begin = (/** @type {PointerEvent} */ moved) => {
      if (moved.pointerId !== event.pointerId || Math.hypot(moved.clientX - start[0], moved.clientY - start[1]) < 8)
        return;
      ends.abort();
      carry(this.stage, moved, {
        piece: { cells: isChosen ? this.shape : cells, colour, label: name },
        fits: (at) => this.fits(at),
        drop: (at) => {
          if (at) this.lay({ piece: name, cells: at });
        },
        turn: turned,
        flip: (at) => at,
      });
    };
    const ends = new AbortController();
    addEventListener("pointermove", begin, { signal: ends.signal });
    addEventListener("pointerup", () => ends.abort(), { signal: ends.signal });
    addEventListener("pointercancel", () => ends.abort(), { signal: ends.signal });
  }
}
