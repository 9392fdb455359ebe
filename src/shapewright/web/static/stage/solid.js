// A board of several layers as a solid that one can turn, take apart and look into.
import data from "../data.js";
import { isBright, keyOf } from "./board.js";
import { button, el, isStill, later, write } from "../dom.js";
import { Faces, View, lit, takenOut } from "./solid_faces.js";
import { EDGE, GHOST, axesOf, named, onTheme } from "./solid_picture.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Cell} Cell */
/** @typedef {import("./solid_faces.js").Face} Face */
/** @typedef {{cell: Cell, piece: number, by: string}} Pick  what was pressed: a cell, and the number of its piece or -1 */

const TURN = -0.6, TILT = 0.6; // how it is first looked at
const STEP = Math.PI / 12; // of an arrow key
const STEEPEST = 1.45;
const PER_PIXEL = 0.011; // radians
const ROUND = 1.05; // room around the solid
const FADE = 220; // milliseconds in which a piece goes or comes

/** The board in words, layer by layer. @param {Board} board @returns {HTMLElement} */
function inWords(board) {
  /** @type {Map<string, string>} */
  const at = new Map(board.cells.map((cell) => [keyOf(cell), "empty"]));
  for (const { cells, label } of board.pieces) for (const cell of cells) at.set(keyOf(cell), label || "piece");
  const [left, bottom, low] = board.corner ?? [0, 0, 0];
  const [across, down, high] = board.size;
  return el("div", { class: "visually-hidden" }, ...Array.from({ length: high }, (_, z) => el("table", {},
    el("caption", {}, `Layer ${z + 1} of ${high}, from below`),
    el("tbody", {}, ...Array.from({ length: down }, (_, row) => el("tr", {}, ...Array.from({ length: across }, (_, x) =>
      el("td", {}, at.get(`${left + x},${bottom + down - 1 - row},${low + z}`) ?? "none"))))))));
}

export class Solid {
  /** @type {Board} */
  figure = { kind: "board", size: [1, 1, 1], cells: [], pieces: [] };
  #turn = TURN;
  #tilt = TILT;
  #apart = { pieces: 0, layers: 0, shown: 0 };
  /** @type {Faces | null} */
  #faces = null;
  /** @type {{faces: Faces, since: number} | null} */
  #before = null;
  #frame = 0;
  /** @type {Map<number, {x: number, y: number, moved: number}>} */
  #pointers = new Map();
  #scale = 1;
  #size = [0, 0];
  #room = [0, 0];

  /**
   * @param {HTMLElement} place
   * @param {{label: string, press?: (at: Pick) => void}} handlers
   */
  constructor(place, handlers) {
    this.place = place;
    this.handlers = handlers;
    this.canvas = el("canvas", { class: "drawing" });
    this.pen = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    this.grip = el("div", { class: "grip", role: "application", tabIndex: 0, "aria-roledescription": "solid" }, this.canvas);
    this.live = el("p", { class: "visually-hidden", "aria-live": "polite" });
    this.words = el("div", {});
    this.controls = this.#sliders();
    place.classList.add("solid");
    place.replaceChildren(this.grip, this.controls, this.words, this.live);
    new ResizeObserver(() => {
      this.#room = [this.grip.clientWidth, this.grip.clientHeight];
      this.#fit();
    }).observe(this.grip);
    onTheme(() => { if (this.#faces) this.#rebuild(false); });
    this.#listen();
  }

  /**
   * Show a board of several layers.
   * @param {Board} figure
   * @param {{animate?: boolean, label?: string}} [options]
   */
  show(figure, { animate = false, label } = {}) {
    const pieces = figure.pieces.length;
    const were = this.figure.pieces.length, all = this.#apart.shown >= were;
    this.figure = figure;
    this.#apart.shown = all ? pieces : Math.min(pieces, this.#apart.shown);
    this.grip.setAttribute("aria-label", `${label ?? this.handlers.label}: ${figure.size.join(" by ")}, ${pieces} ${pieces === 1 ? "piece" : "pieces"}. Arrow keys turn it.`);
    this.#tell();
    this.#shown.max = String(pieces);
    this.#shown.value = String(this.#apart.shown);
    // An empty board has layers alone to be moved apart.
    for (const slider of [this.#shown, this.#pieces]) /** @type {HTMLElement} */ (slider.parentElement).hidden = !pieces;
    write(this.#count, `${this.#apart.shown} of ${pieces}`);
    this.#rebuild(animate);
  }

  /** The board in words, once it stays as it is. */
  #tell = later(() => this.words.replaceChildren(inWords(this.figure)));

  /** Turn it so far, in radians. @param {number} turn @param {number} tilt */
  turnBy(turn, tilt) {
    this.#turn += turn;
    this.#tilt = Math.max(-STEEPEST, Math.min(STEEPEST, this.#tilt + tilt));
    this.#ask();
  }

  /** As it was first: whole, and seen from where it was. */
  reset() {
    [this.#turn, this.#tilt] = [TURN, TILT];
    this.#apart = { pieces: 0, layers: 0, shown: this.figure.pieces.length };
    this.#pieces.value = this.#layers.value = "0";
    this.#shown.value = String(this.#apart.shown);
    this.#count.textContent = `${this.#apart.shown} of ${this.figure.pieces.length}`;
    this.#rebuild(true);
    this.say("whole again, seen from the front");
  }

  /** Say something to those who listen. @param {string} words */
  say(words) { this.live.textContent = words; }

  // --- Taking it apart ------------------------------------------------------------------------------------------------

  #layers = el("input", { type: "range", min: 0, max: 100, value: 0 });
  #pieces = el("input", { type: "range", min: 0, max: 100, value: 0 });
  #shown = el("input", { type: "range", min: 0, max: 0, value: 0 });
  #count = el("span", { class: "count" });

  #sliders() {
    this.#layers.addEventListener("input", () => { this.#apart.layers = Number(this.#layers.value) / 50; this.#rebuild(false); });
    this.#pieces.addEventListener("input", () => { this.#apart.pieces = Number(this.#pieces.value) / 125; this.#rebuild(false); });
    this.#shown.addEventListener("input", () => this.#take(Number(this.#shown.value)));
    return el("div", { class: "solid-controls", role: "group", "aria-label": "Take it apart" },
      el("label", {}, el("span", {}, "Layers apart"), this.#layers),
      el("label", {}, el("span", {}, "Pieces apart"), this.#pieces),
      el("label", {}, el("span", {}, "Pieces ", this.#count), this.#shown),
      button("Reset", () => this.reset(), { class: "quiet small", title: "Reassemble it and reset the view (key 0)" }));
  }

  /** So many pieces are there; the others have been taken out. @param {number} shown */
  #take(shown) {
    const { pieces } = this.figure, before = this.#apart.shown;
    if (shown === before) return;
    this.#apart.shown = shown;
    this.#count.textContent = `${shown} of ${pieces.length}`;
    const order = takenOut(this.figure);
    const names = order.slice(pieces.length - Math.max(before, shown), pieces.length - Math.min(before, shown)).map((number) => pieces[number].label || "a piece");
    this.say(`${names.join(", ")} ${shown < before ? "taken out" : "put back"}; ${shown} of ${pieces.length} pieces are there`);
    this.#rebuild(true);
  }

  // --- Drawing --------------------------------------------------------------------------------------------------------

  /** @param {boolean} animate */
  #rebuild(animate) {
    const before = this.#faces;
    this.#faces = new Faces(this.figure, this.#apart, named);
    this.#before = animate && before && !isStill() ? { faces: before, since: performance.now() } : null;
    this.#fit();
  }

  /** The scale at which it fits however it is turned. */
  #fit() {
    const [width, height] = this.#room; // asking for it now would make the browser lay out the page in between
    if (!width || !height || !this.#faces) return;
    if (this.#size[0] !== width || this.#size[1] !== height) {
      const dense = Math.min(2, devicePixelRatio || 1);
      [this.canvas.width, this.canvas.height] = [Math.round(width * dense), Math.round(height * dense)];
      this.#size = [width, height];
    }
    const [across, down] = new View(this.#turn, Math.max(0.6, Math.abs(this.#tilt))).room(this.#faces.half);
    this.#scale = Math.min(width / 2 / across, height / 2 / down, 130) / ROUND;
    this.#ask();
  }

  #ask() {
    this.#frame ||= requestAnimationFrame((now) => this.#draw(now));
  }

  /** @param {number} now */
  #draw(now) {
    this.#frame = 0;
    const faces = this.#faces, { pen } = this;
    if (!faces || !this.#size[0]) return;
    const view = new View(this.#turn, this.#tilt);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const share = this.#before ? Math.min(1, (now - this.#before.since) / FADE) : 1;
    if (this.#before && share < 1) {
      this.#paint(faces, view, 1);
      this.#paint(this.#before.faces, view, 1 - share);
      this.#ask();
    } else {
      this.#before = null;
      this.#paint(faces, view, 1);
    }
  }

  /** @param {Faces} faces @param {View} view @param {number} alpha */
  #paint(faces, view, alpha) {
    const { pen } = this, dense = this.canvas.width / this.#size[0];
    const scale = this.#scale * dense, [x0, y0] = [this.canvas.width / 2, this.canvas.height / 2];
    const isGhostly = this.figure.pieces.length > 0, isApart = this.#apart.pieces > 0;
    const lights = [0, 1, 2, 3, 4, 5].map((direction) => view.light(direction));
    /** @type {string[]} */
    const fills = [];
    const at = new Float64Array(8);
    pen.lineJoin = pen.lineCap = "round";
    for (const face of faces.from(view.toward)) {
      view.flat(face, scale, x0, y0, at);
      const isGhost = face.piece < 0 && isGhostly;
      pen.globalAlpha = alpha * (isGhost ? GHOST : 1);
      pen.beginPath();
      pen.moveTo(at[0], at[1]);
      pen.lineTo(at[2], at[3]);
      pen.lineTo(at[4], at[5]);
      pen.lineTo(at[6], at[7]);
      pen.closePath();
      pen.fillStyle = pen.strokeStyle = fills[6 * face.paint + face.direction] ??= lit(face.colour, lights[face.direction]);
      pen.fill();
      pen.lineWidth = dense * 0.7; // so that no seam is seen between faces
      pen.stroke();
      const lines = alpha * (isGhost ? 0.45 : 1);
      pen.strokeStyle = EDGE;
      // Between cells of a piece a thin line; once if a gap is there.
      if (!face.isBridge) this.#edges(at, ~face.rims & (isApart ? 6 : 15), scale * 0.03, 0.2 * lines);
      this.#edges(at, face.rims, scale * 0.05, lines);
      if (face.text && !isGhost) this.#letter(face, at, scale);
    }
    pen.globalAlpha = 1;
  }

  /** Lines along some of the edges. @param {Float64Array} at @param {number} edges  a bit for each @param {number} width @param {number} alpha */
  #edges(at, edges, width, alpha) {
    if (!edges) return;
    const { pen } = this;
    pen.globalAlpha = alpha;
    pen.lineWidth = width;
    pen.beginPath();
    for (let k = 0; k < 4; k++) {
      if (!(edges & (1 << k))) continue;
      pen.moveTo(at[2 * k], at[2 * k + 1]);
      pen.lineTo(at[(2 * k + 2) % 8], at[(2 * k + 3) % 8]);
    }
    pen.stroke();
  }

  /** @param {Face} face @param {Float64Array} at @param {number} scale */
  #letter(face, at, scale) {
    const { pen } = this;
    const [a, b, c, d] = axesOf(at);
    if (Math.abs(a * d - b * c) < 0.12 * scale * scale || scale < 14) return; // too narrow to be read
    pen.save();
    pen.transform(a / 100, b / 100, c / 100, d / 100, (at[0] + at[4]) / 2, (at[1] + at[5]) / 2);
    pen.font = face.text.length > 1 ? `600 ${Math.round(90 / face.text.length)}px system-ui, sans-serif` : "600 54px system-ui, sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = isBright(face.colour) ? EDGE : data.palette.paper;
    pen.fillText(face.text, 0, 4);
    pen.restore();
  }

  // --- Pointers and keys ----------------------------------------------------------------------------------------------

  #listen() {
    const { grip } = this;
    grip.addEventListener("pointerdown", (event) => {
      this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, moved: 0 });
      try { grip.setPointerCapture(event.pointerId); } catch { /* it is gone already */ }
    });
    grip.addEventListener("pointermove", (event) => {
      const pointer = this.#pointers.get(event.pointerId);
      if (!pointer || this.#pointers.size > 1) return;
      const [dx, dy] = [event.clientX - pointer.x, event.clientY - pointer.y];
      [pointer.x, pointer.y, pointer.moved] = [event.clientX, event.clientY, pointer.moved + Math.hypot(dx, dy)];
      this.turnBy(dx * PER_PIXEL, dy * PER_PIXEL);
    });
    grip.addEventListener("pointerup", (event) => {
      const pointer = this.#pointers.get(event.pointerId);
      this.#pointers.delete(event.pointerId);
      if (pointer && pointer.moved < 6) this.#press(event);
    });
    grip.addEventListener("pointercancel", (event) => this.#pointers.delete(event.pointerId));
    grip.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const found = this.at(event.clientX, event.clientY);
    if (!found) return;
    this.say(this.figure.pieces[found.piece]?.label || (found.piece < 0 ? "empty" : "piece"));
    this.handlers.press?.({ ...found, by: event.pointerType });
  }

  /** The cell and the piece that are seen at a point of the screen. @param {number} x @param {number} y @returns {{cell: Cell, piece: number} | null} */
  at(x, y) {
    if (!this.#faces) return null;
    const box = this.grip.getBoundingClientRect(), view = new View(this.#turn, this.#tilt);
    const [across, down] = [(x - box.left - box.width / 2) / this.#scale, (y - box.top - box.height / 2) / this.#scale];
    let found = null;
    const at = new Float64Array(8);
    for (const face of this.#faces.from(view.toward)) {
      if (face.piece < 0 && this.figure.pieces.length) continue;
      view.flat(face, 1, 0, 0, at);
      const sides = [0, 2, 4, 6].map((k) => (at[(k + 2) % 8] - at[k]) * (down - at[k + 1]) - (at[(k + 3) % 8] - at[k + 1]) * (across - at[k]));
      if (sides.every((side) => side >= 0) || sides.every((side) => side <= 0)) found = { cell: face.cell, piece: face.piece };
    }
    return found;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const turns = /** @type {Record<string, [number, number, string]>} */ ({
      ArrowLeft: [-STEP, 0, "turned to the left"], ArrowRight: [STEP, 0, "turned to the right"],
      ArrowUp: [0, -STEP, "seen from further below"], ArrowDown: [0, STEP, "seen from further above"],
    });
    const turn = turns[event.key];
    const { length } = this.figure.pieces;
    if (turn) { this.turnBy(turn[0], turn[1]); this.say(turn[2]); }
    else if (event.key === "0" || event.key === "Home") this.reset();
    else if (event.key === "-" || event.key === "+") {
      this.#take(Math.max(0, Math.min(length, this.#apart.shown + (event.key === "+" ? 1 : -1))));
      this.#shown.value = String(this.#apart.shown);
    } else return;
    event.preventDefault();
  }
}
