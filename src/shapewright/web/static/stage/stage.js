// The stage: one board that is drawn, painted, played on and walked, by mouse, finger, keys and screen readers alike.
import { boxOf, drawCrowd, drawGround, drawMarks, drawPiece, drawTints, groundOf, isCrowded, keyOf, spanOf } from "./board.js";
import { el, isStill, svg } from "../dom.js";
import { Layer } from "./layer.js";
import { letterColour } from "./picture.js";
import { planeOf } from "./plane.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Piece} Piece */
/** @typedef {import("./board.js").Cell} Cell */
/**
 * @typedef {object} Press  where the pointer is: the cell, the exact point in cells (y upward), and how
 * @property {Cell} cell
 * @property {[number, number]} point
 * @property {boolean} inside  whether the cell is in the board's box
 * @property {string} by  mouse, touch, pen or key
 * @property {boolean} second  the other mouse button, or a shift key held
 * @property {PointerEvent} [event]  the pointer's event, if there is one
 */
/**
 * @typedef {object} Handlers
 * @property {string} label  what the board is, for screen readers
 * @property {(at: Press) => boolean | void} [press]  true begins a stroke, which moves and ends
 * @property {(at: Press) => void} [move]  while a stroke lasts
 * @property {() => void} [moved]  after all the moves that came together
 * @property {(at: Press | null) => void} [release]
 * @property {(at: Press | null) => void} [hover]
 * @property {(event: KeyboardEvent, cursor: Cell) => boolean | void} [key]  true: the key was used
 * @property {(cell: Cell) => string} [name]  what lies on a cell, in words
 */

const MOVED = 9; // pixels after which a touch is no tap any more
const MOST_ZOOM = 12;
const REST = 120; // milliseconds after a pointer's stroke until the board is told to those who walk it

const modulo = (/** @type {number} */ value, /** @type {number} */ by) => ((value % by) + by) % by;

export class Stage {
  /** @type {Board} */
  figure = { kind: "board", size: [1, 1], cells: [], pieces: [] };
  /** @type {Cell} */
  cursor = [0, 0];
  /** @type {Map<string, {node: SVGGElement, look: string}>} */
  #pieces = new Map();
  #view = { scale: 1, x: 0, y: 0 };
  /** @type {Map<number, {x: number, y: number, startX: number, startY: number, stroke: boolean, isTap: boolean}>} */
  #pointers = new Map();
  /** @type {{look: string, x: number, y: number, node: SVGGElement}[]} */
  #ghosts = [];
  #gridStale = true;
  #walked = "";
  #isByKey = true;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #walking;
  #margin = 0.1;
  /** @type {DOMMatrix | null} */
  #matrix = null;
  #drawing = 0;
  #animate = false;
  /** What was shown is not drawn yet. */
  #isOld = false;
  /** @type {(() => void) | null} what is shown in the next frame of a stroke */
  #next = null;
  /** @type {Map<string, () => void>} what waits for the end of a stroke */
  #after = new Map();

  /**
   * @param {HTMLElement} place
   * @param {Handlers} handlers
   */
  constructor(place, handlers) {
    this.place = place;
    this.handlers = handlers;
    this.svg = svg("svg", { class: "drawing board", "aria-hidden": "true", preserveAspectRatio: "xMidYMid meet" });
    this.layers = Object.fromEntries(["ground", "pieces", "tints", "marks", "ghost", "cursor"].map((name) => [name, svg("g", { class: name })]));
    this.svg.append(...Object.values(this.layers));
    this.drawn = { ground: new Layer(this.layers.ground), tints: new Layer(this.layers.tints), marks: new Layer(this.layers.marks), cursor: new Layer(this.layers.cursor) };
    this.grid = el("div", { class: "walk", role: "grid", tabIndex: 0, "aria-label": handlers.label });
    this.live = el("p", { class: "visually-hidden", "aria-live": "polite" });
    place.classList.add("stage");
    place.replaceChildren(this.svg, this.grid, this.live);
    this.#listen();
  }

  // --- Drawing --------------------------------------------------------------------------------------------------------

  /**
   * Show a board. Pieces that were there before stay, by `id` or by what they cover; new ones arrive.
   * @param {Board} figure
   * @param {{animate?: boolean, label?: string}} [options]
   */
  show(figure, { animate = false, label } = {}) {
    const resized = keyOf(figure.size) !== keyOf(this.figure.size) || keyOf(figure.corner ?? [0, 0]) !== keyOf(this.figure.corner ?? [0, 0]) || figure.lattice !== this.figure.lattice;
    this.figure = figure;
    const { left, bottom, across, down } = spanOf(figure);
    if (resized) this.fit();
    this.cursor = [Math.max(left, Math.min(left + across - 1, this.cursor[0])), Math.max(bottom, Math.min(bottom + down - 1, this.cursor[1]))];
    if (!this.#isPlace(this.cursor)) this.cursor = this.#places()[0] ?? this.cursor;
    this.grid.setAttribute("aria-label", label ?? this.handlers.label);
    this.#gridStale = true;
    this.#animate ||= animate;
    this.#isOld = true;
    this.#soon();
  }

  /** Whether a stroke lasts. */
  get stroking() { return [...this.#pointers.values()].some(({ stroke }) => stroke); }

  /** Show something by `act`: at once, or, while a stroke lasts, the latest of all in the next frame. @param {() => void} act */
  soon(act) {
    this.#next = act;
    this.#soon();
  }

  #soon() {
    if (!this.stroking) this.#frame();
    else this.#drawing ||= requestAnimationFrame(() => this.#frame());
  }

  /** Do something that takes a while: at once, or, the latest of a name, when the stroke is over. @param {string} name @param {() => void} act */
  after(name, act) {
    if (this.stroking) this.#after.set(name, act);
    else act();
  }

  #frame() {
    cancelAnimationFrame(this.#drawing);
    const act = this.#next;
    this.#next = null;
    this.#drawing = -1; // what is shown now is drawn below
    act?.();
    this.#drawing = 0;
    if (this.#isOld) this.#draw();
    if (this.#next) this.#soon();
  }

  #draw() {
    this.#isOld = false;
    const { figure } = this, { left, top } = boxOf(figure), on = groundOf(figure);
    this.drawn.ground.show(drawGround(figure, letterColour));
    this.drawn.tints.show(drawTints(figure, letterColour));
    this.drawn.marks.show(drawMarks(figure));
    if (isCrowded(figure)) {
      this.#pieces.clear();
      this.layers.pieces.replaceChildren(...drawCrowd(figure.pieces, left, top, on));
    } else this.#drawPieces(left, top, on, this.#animate);
    this.#animate = false;
    if (document.activeElement === this.grid && !this.#pointers.size) this.#walkSoon();
    this.#drawCursor();
  }

  /** @param {number} left @param {number} top @param {import("./board.js").Ground | null} on @param {boolean} animate */
  #drawPieces(left, top, on, animate) {
    const crossed = on ? [this.figure.lattice, ...on.crossed].join(" ") : "";
    /** @type {Map<string, {node: SVGGElement, look: string}>} */
    const kept = new Map();
    let arrived = 0;
    for (const piece of this.figure.pieces) {
      const look = `${piece.label}|${piece.colour}|${piece.look ?? ""}|${left},${top}|${piece.cells.map(keyOf).join(" ")}|${crossed}`;
      const id = piece.id ?? look;
      const before = this.#pieces.get(id);
      if (before?.look === look) { kept.set(id, before); continue; }
      const node = drawPiece(piece, left, top, true, on);
      kept.set(id, { node, look });
      if (animate && !before && !isStill()) {
        node.animate([{ opacity: 0, transform: "translateY(-0.35px)" }, { opacity: 1, transform: "none" }],
          { duration: 180, delay: Math.min(arrived++ * 22, 400), easing: "ease-out", fill: "backwards" });
      }
    }
    this.#pieces = kept;
    const nodes = [...kept.values()].map(({ node }) => node), { children } = this.layers.pieces;
    if (nodes.length !== children.length || nodes.some((node, index) => node !== children[index])) this.layers.pieces.replaceChildren(...nodes);
  }

  /** The element of a piece that is shown. @param {string} id */
  nodeOf(id) { return this.#pieces.get(id)?.node ?? null; }

  /** Pieces that are not there yet, above the board, such as one that is carried; null takes them away. @param {Piece | Piece[] | null} pieces */
  ghost(pieces) {
    const { left, top } = boxOf(this.figure), on = groundOf(this.figure);
    const kept = this.#ghosts;
    this.#ghosts = (pieces ? [pieces].flat() : []).map((piece, index) => {
      const [x, y] = on ? [0, 0] : [0, 1].map((axis) => Math.min(...piece.cells.map((cell) => cell[axis])));
      const look = `${piece.label}|${piece.colour}|${piece.look}|${left},${top}|${piece.cells.map((cell) => `${cell[0] - x},${cell[1] - y}`).join(" ")}`;
      const before = kept[index];
      if (before?.look !== look) return { look, x, y, node: drawPiece({ look: "ghost", ...piece }, left, top, true, on) };
      before.node.setAttribute("transform", `translate(${x - before.x} ${before.y - y})`); // the same piece somewhere else
      return before;
    });
    const nodes = this.#ghosts.map(({ node }) => node);
    if (nodes.length !== this.layers.ghost.childNodes.length || nodes.some((node) => node.parentNode !== this.layers.ghost)) this.layers.ghost.replaceChildren(...nodes);
  }

  /** The whole board in sight again. */
  fit() {
    this.#view = { scale: 1, x: 0, y: 0 };
    this.#place();
  }

  /** Closer (above 1) or further away, about a point of the screen or the middle. @param {number} by @param {{x: number, y: number}} [about] */
  zoom(by, about) {
    const { across, down } = boxOf(this.figure);
    const scale = Math.max(1, Math.min(MOST_ZOOM, this.#view.scale * by));
    const at = about ? this.#point(about.x, about.y) : [this.#view.x + across / 2 / this.#view.scale, this.#view.y + down / 2 / this.#view.scale];
    const share = this.#view.scale / scale;
    this.#view = { scale, x: at[0] - (at[0] - this.#view.x) * share, y: at[1] - (at[1] - this.#view.y) * share };
    this.#place();
  }

  #place() {
    const { across, down } = boxOf(this.figure);
    const [width, height] = [across + 2 * this.#margin, down + 2 * this.#margin];
    const { scale } = this.#view;
    this.#view.x = Math.max(0, Math.min(across - across / scale, this.#view.x));
    this.#view.y = Math.max(0, Math.min(down - down / scale, this.#view.y));
    this.svg.setAttribute("viewBox", `${this.#view.x - this.#margin / scale} ${this.#view.y - this.#margin / scale} ${width / scale} ${height / scale}`);
    this.place.classList.toggle("zoomed", scale > 1.001);
    this.#matrix = null;
  }

  // --- Where things are -----------------------------------------------------------------------------------------------

  /** A point of the screen in cells of the drawing, y downward. @param {number} x @param {number} y @returns {[number, number]} */
  #point(x, y) {
    // Asking for it makes the browser lay out all that has changed: once is enough while nothing moves.
    this.#matrix ??= this.svg.getScreenCTM()?.inverse() ?? null;
    const { a = 1, d = 1, e = 0, f = 0 } = this.#matrix ?? {};
    return [a * x + e, d * y + f];
  }

  /** What of the board is at a point of the screen. @param {number} x @param {number} y @param {{by?: string, second?: boolean}} [how] @returns {Press} */
  at(x, y, { by = "mouse", second = false } = {}) {
    const { left, top, bottom, across, down } = boxOf(this.figure);
    const [dx, dy] = this.#point(x, y);
    const plane = planeOf(this.figure.lattice);
    if (plane) {
      const cell = plane.cellAt([dx + left, top - dy]), isHere = cell !== null && this.#isPlace(cell);
      return { cell: cell ?? [-1, -1], point: [dx + left, top - dy], inside: isHere, by, second };
    }
    const cell = [Math.floor(dx) + left, Math.ceil(top - dy) - 1];
    const inside = cell[0] >= left && cell[0] < left + across && cell[1] >= bottom && cell[1] < bottom + down;
    return { cell, point: [dx + left, top - dy], inside, by, second };
  }

  /** The pixels of a cell's side on the screen. */
  get pixels() { return this.svg.getScreenCTM()?.a ?? 1; }

  /** The page was laid out anew. */
  #moved = () => { this.#matrix = null; };

  // --- Pointers -------------------------------------------------------------------------------------------------------

  /** Whether a finger's stroke paints (else it scrolls the page, and a tap still presses). @param {boolean} paints */
  set paints(paints) { this.place.classList.toggle("paints", paints); }
  get paints() { return this.place.classList.contains("paints"); }

  #listen() {
    const { place } = this;
    new ResizeObserver(this.#moved).observe(place);
    for (const name of ["scroll", "resize"]) addEventListener(name, this.#moved, { capture: true, passive: true });
    place.addEventListener("pointerdown", (event) => this.#down(event));
    place.addEventListener("pointermove", (event) => this.#move(event));
    place.addEventListener("pointerup", (event) => this.#up(event, true));
    place.addEventListener("pointercancel", (event) => this.#up(event, false));
    place.addEventListener("pointerleave", () => { if (!this.#pointers.size) this.handlers.hover?.(null); });
    place.addEventListener("contextmenu", (event) => { if (this.handlers.press) event.preventDefault(); });
    place.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.grid.addEventListener("keydown", (event) => this.#key(event));
    this.grid.addEventListener("focus", () => { this.#walkSoon(); this.#drawCursor(); });
    this.grid.addEventListener("blur", () => { this.#isByKey = true; this.#drawCursor(); });
  }

  /** @param {PointerEvent} event */
  #press(event) {
    return { ...this.at(event.clientX, event.clientY, { by: event.pointerType, second: event.button === 2 || event.shiftKey }), event };
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const isTouch = event.pointerType === "touch";
    this.#isByKey = false;
    this.#matrix = null;
    const pointer = { x: event.clientX, y: event.clientY, startX: event.clientX, startY: event.clientY, stroke: false, isTap: isTouch && !this.paints };
    this.#pointers.set(event.pointerId, pointer);
    if (this.#pointers.size > 1) { // two fingers zoom
      for (const each of this.#pointers.values()) each.isTap = each.stroke = false;
      this.handlers.release?.(null);
      return;
    }
    if (pointer.isTap) return;
    const at = this.#press(event);
    if (event.button === 1 || !this.handlers.press) { this.#capture(event); return; }
    if (this.handlers.press(at)) {
      pointer.stroke = true;
      event.preventDefault();
      this.#capture(event);
    }
    if (!isTouch) this.grid.focus({ preventScroll: true });
    this.#moveCursor(at);
  }

  /** @param {PointerEvent} event */
  #capture(event) {
    try { this.place.setPointerCapture(event.pointerId); } catch { /* it is gone already */ }
  }

  /** @param {Press} at */
  #moveCursor(at) {
    if (!at.inside || keyOf(at.cell) === keyOf(this.cursor)) return;
    this.cursor = at.cell;
    this.#drawCursor();
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const pointer = this.#pointers.get(event.pointerId);
    if (!pointer) { this.handlers.hover?.(this.#press(event)); return; }
    const before = { ...pointer };
    [pointer.x, pointer.y] = [event.clientX, event.clientY];
    if (this.#pointers.size === 2) { this.#pinch(event.pointerId, before); return; }
    if (Math.hypot(pointer.x - pointer.startX, pointer.y - pointer.startY) > MOVED) pointer.isTap = false;
    if (pointer.stroke) {
      for (const each of event.getCoalescedEvents?.() ?? [event]) this.handlers.move?.(this.#press(each));
      this.handlers.moved?.();
      this.#moveCursor(this.at(event.clientX, event.clientY));
    } else if (event.buttons && this.#view.scale > 1 && event.pointerType !== "touch") this.#pan(before, pointer);
  }

  /** @param {{x: number, y: number}} from @param {{x: number, y: number}} to */
  #pan(from, to) {
    const [x, y] = this.#point(from.x, from.y), [toX, toY] = this.#point(to.x, to.y);
    this.#view.x -= toX - x;
    this.#view.y -= toY - y;
    this.#place();
  }

  /** @param {number} moved @param {{x: number, y: number}} before */
  #pinch(moved, before) {
    const [other] = [...this.#pointers].filter(([id]) => id !== moved).map(([, each]) => each);
    const now = /** @type {{x: number, y: number}} */ (this.#pointers.get(moved));
    const [was, is] = [Math.hypot(before.x - other.x, before.y - other.y), Math.hypot(now.x - other.x, now.y - other.y)];
    if (was > 0) this.zoom(is / was, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    this.#pan({ x: (before.x + other.x) / 2, y: (before.y + other.y) / 2 }, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
  }

  /** @param {PointerEvent} event @param {boolean} whole */
  #up(event, whole) {
    const pointer = this.#pointers.get(event.pointerId);
    this.#pointers.delete(event.pointerId);
    if (this.#drawing) this.#frame();
    if (!pointer) return;
    const at = this.#press(event);
    if (pointer.isTap && whole) {
      this.handlers.press?.(at);
      this.handlers.release?.(at);
      this.#moveCursor(at);
    } else if (pointer.stroke) this.handlers.release?.(whole ? at : null);
    if (this.stroking) return;
    const waiting = [...this.#after.values()];
    this.#after.clear();
    for (const act of waiting) act();
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), { x: event.clientX, y: event.clientY });
  }

  // --- Keys and screen readers ----------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    this.#isByKey = true;
    if (this.#gridStale) this.#walkSoon();
    if (this.handlers.key?.(event, this.cursor)) { event.preventDefault(); return; }
    const moves = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] });
    const by = moves[event.key];
    if (by) {
      event.preventDefault();
      const next = this.#beside(by);
      if (!next) return;
      this.cursor = next;
      this.#drawCursor();
      this.handlers.hover?.(this.#keyed(false));
    } else if ((event.key === " " || event.key === "Enter") && this.handlers.press) {
      event.preventDefault();
      const at = this.#keyed(event.shiftKey);
      this.handlers.press(at);
      this.handlers.release?.(at);
      this.say(this.#words(this.cursor));
    } else if (event.key === "+" || event.key === "=") this.zoom(1.4);
    else if (event.key === "-") this.zoom(1 / 1.4);
    else if (event.key === "0") this.fit();
  }

  /** Where the keys are. @param {boolean} second @returns {Press} */
  #keyed(second) {
    const [x, y] = this.cursor, point = planeOf(this.figure.lattice)?.middle(this.cursor) ?? /** @type {[number, number]} */ ([x + 0.5, y + 0.5]);
    return { cell: this.cursor, point, inside: true, by: "key", second };
  }

  /** Whether a cell can be walked to. @param {Cell} cell */
  #isPlace(cell) {
    const { left, bottom, across, down } = spanOf(this.figure), [x, y] = cell;
    if (x < left || y < bottom || x >= left + across || y >= bottom + down) return false;
    return planeOf(this.figure.lattice)?.isPlace(cell) ?? true;
  }

  /** Every cell that can be walked to, by rows from the top. @returns {Cell[]} */
  #places() {
    const { left, bottom, across, down } = spanOf(this.figure);
    const cells = Array.from({ length: across * down }, (_, index) => [left + (index % across), bottom + down - 1 - Math.floor(index / across)]);
    return cells.filter((cell) => this.#isPlace(cell));
  }

  /** The cell beside the cursor; where cells are not squares, the nearest one in about that direction. @param {[number, number]} by @returns {Cell | null} */
  #beside([dx, dy]) {
    const [x, y] = this.cursor, plane = planeOf(this.figure.lattice);
    if (!plane) return this.#isPlace([x + dx, y + dy]) ? [x + dx, y + dy] : null;
    const [fromX, fromY] = plane.middle(this.cursor);
    /** @type {Cell | null} */
    let best = null;
    let least = Infinity;
    for (const cell of this.#places()) {
      const [toX, toY] = plane.middle(cell), ahead = (toX - fromX) * dx + (toY - fromY) * dy, aside = Math.abs((toX - fromX) * dy) + Math.abs((toY - fromY) * dx);
      // Rows lean: of two cells as near the one is taken that leads straight up over several rows.
      const far = Math.hypot(ahead, aside) + aside / 2 + (modulo(cell[1], 2) === (toX > fromX ? 0 : 1) ? 0 : 1e-3);
      if (ahead > 0.1 && aside < 1.8 * ahead && far < least) [best, least] = [cell, far];
    }
    return best;
  }

  /** Say something to those who listen. @param {string} words */
  say(words) { this.live.textContent = words; }

  #drawCursor() {
    const { left, top } = boxOf(this.figure);
    const [x, y] = this.cursor;
    const isHere = document.activeElement === this.grid;
    const plane = planeOf(this.figure.lattice);
    if (plane) this.drawn.cursor.show(isHere && this.#isPlace(this.cursor) ? [["path", { d: plane.inner(this.cursor, 0.86, left, top) }]] : []);
    else this.drawn.cursor.show(isHere ? [["rect", { x: x - left + 0.04, y: top - y - 0.96, width: 0.92, height: 0.92, rx: 0.1 }]] : []);
    if (isHere && !this.#gridStale) {
      this.#cellElement(this.cursor)?.setAttribute("aria-label", this.#words(this.cursor));
      this.grid.setAttribute("aria-activedescendant", this.#idOf(this.cursor));
    }
  }

  /** @param {Cell} cell */
  #idOf([x, y]) { return `${this.place.id || "stage"}-${x}-${y}`; }
  /** @param {Cell} cell */
  #cellElement(cell) { return document.getElementById(this.#idOf(cell)); }

  /** Let the board be walked: at once by keys, and when there is a moment after a pointer. */
  #walkSoon() {
    clearTimeout(this.#walking);
    const walk = () => {
      if (this.#pointers.size || !this.#gridStale) return; // the end of the stroke asks again
      this.#walkable();
      this.#drawCursor();
    };
    if (this.#isByKey) walk();
    else this.#walking = setTimeout(walk, REST);
  }

  /** The board as rows of cells that can be walked, once somebody does. */
  #walkable() {
    const { left, bottom, across, down } = spanOf(this.figure);
    const words = this.#allWords(), box = `${left},${bottom},${across},${down} ${this.figure.lattice ?? ""}`;
    this.#gridStale = false;
    if (this.#walked === box) { // the same cells: few of them are called otherwise now
      for (let y = bottom; y < bottom + down; y++) {
        for (let x = left; x < left + across; x++) {
          const element = this.#cellElement([x, y]), label = this.#words([x, y], words);
          if (element && element.ariaLabel !== label) element.ariaLabel = label;
        }
      }
      this.grid.setAttribute("aria-activedescendant", this.#idOf(this.cursor));
      return;
    }
    this.#walked = box;
    this.grid.setAttribute("aria-rowcount", String(down));
    this.grid.setAttribute("aria-colcount", String(across));
    this.grid.replaceChildren(...Array.from({ length: down }, (_, row) => {
      const y = bottom + down - 1 - row;
      const cells = Array.from({ length: across }, (_, column) => [left + column, y]).filter((cell) => this.#isPlace(cell));
      return el("div", { role: "row" }, ...cells.map((cell) => el("div", { role: "gridcell", id: this.#idOf(cell), "aria-label": this.#words(cell, words) })));
    }));
    this.grid.setAttribute("aria-activedescendant", this.#idOf(this.cursor));
  }

  #allWords() {
    /** @type {Map<string, string>} */
    const words = new Map();
    for (const cell of this.figure.cells) words.set(keyOf(cell), "empty");
    for (const cell of this.figure.optional ?? []) words.set(keyOf(cell), "may stay empty");
    for (const [key, tint] of Object.entries(this.figure.tints ?? {})) words.set(key, `colour ${tint}`);
    for (const piece of this.figure.pieces) for (const cell of piece.cells) words.set(keyOf(cell), piece.label || "piece");
    return words;
  }

  /** @param {Cell} cell */
  #words(cell, words = this.#allWords()) {
    const { left, bottom } = spanOf(this.figure);
    const what = this.handlers.name?.(cell) ?? words.get(keyOf(cell)) ?? "hole";
    return `column ${cell[0] - left + 1}, row ${cell[1] - bottom + 1}: ${what}`;
  }
}
