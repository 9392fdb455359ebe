// The stage on which a shape is built: the drawn shape and its layers, clicked, painted and walked part by part.
import data from "../data.js";
import { button, el, svg } from "../dom.js";
import {
  discNode,
  layerNode,
  markNode,
  partWords,
  placeNode,
  placeWords,
  reachesOf,
  ringOf,
  strokeOf,
} from "./shapes.js";

/** @typedef {import("./shapes.js").Layers} Layers */
/** @typedef {import("./shapes.js").Place} Place */
/**
 * @typedef {object} Handlers
 * @property {(place: Place, how: {second: boolean, by: string}) => boolean} press  true begins a stroke
 * @property {(place: Place) => void} move  a stroke reaches a part
 * @property {() => void} release
 * @property {(event: KeyboardEvent, place: Place) => boolean} key  whether the key was used
 * @property {(place: Place) => void} moved  the cursor is elsewhere
 * @property {(act: "add" | "up" | "down" | "turn" | "remove" | "copy", layer: number) => void} layer  what its
 *   buttons do
 */

const MOVED = 9; // pixels after which a touch is no tap any more
const LAYER_REACH = 84; // of a layer alone, in a picture of 200
/** @type {["add" | "up" | "down" | "turn" | "copy" | "remove", string, string][]} */
const ACTS = [
  ["add", "+", "Add a layer on top"],
  ["up", "↑", "Move up"],
  ["down", "↓", "Move down"],
  ["turn", "↻", "Turn"],
  ["copy", "×2", "×2: copy"],
  ["remove", "×", "Remove"],
];

export class Builder {
  /** @type {Layers} */
  layers = [["--", "--", "--", "--"]];
  /** @type {Place[]} */
  marks = [];
  /** @type {Place} */
  cursor = [0, 0];
  /** @type {Place | null} */
  #hovered = null;
  /** What the layers of the whole shape were drawn as. @type {string[]} */
  #drawn = [];
  #size = "";
  /** @type {{id: number, x: number, y: number, tap: boolean, last: string} | null} */
  #pointer = null;

  /** @param {HTMLElement} place @param {Handlers} handlers */
  constructor(place, handlers) {
    this.place = place;
    this.handlers = handlers;
    this.svg = svg("svg", {
      class: "shape whole",
      viewBox: "-104 -104 208 208",
      "aria-hidden": "true",
      "data-whole": "",
    });
    this.ground = svg("g", { "stroke-linejoin": "round" });
    this.wrong = svg("g");
    this.guides = svg("g", { class: "guides" });
    this.over = svg("g", { class: "over" });
    this.svg.append(this.ground, this.wrong, this.guides, this.over);
    this.stack = el("div", { class: "stack", "aria-hidden": "true" });
    this.controls = el("div", { class: "layer-controls", role: "group", "aria-label": "Layer" });
    this.grid = el("div", {
      class: "walk",
      role: "grid",
      tabIndex: 0,
      "aria-label": "The shape: arrow keys move over parts and layers, space sets the chosen part",
    });
    this.live = el("p", { class: "visually-hidden", "aria-live": "polite" });
    this.side = el("div", { class: "stack-side" }, this.stack, this.controls);
    this.canvas = el(
      "div",
      { class: "canvas" },
      this.side,
      el("div", { class: "whole-place" }, this.svg),
      this.grid,
      this.live,
    );
    place.classList.add("builder");
    place.replaceChildren(this.canvas);
    this.buttons = Object.fromEntries(
      ACTS.map(([act, sign, label]) => [
        act,
        button(sign, () => this.handlers.layer(act, this.cursor[0]), {
          "aria-label": label,
          title: label,
          class: "quiet",
          data: { layer: act },
        }),
      ]),
    );
    this.layerName = el("span", { class: "note" });
    this.controls.append(this.layerName, ...Object.values(this.buttons));
    this.#listen();
  }

  get count() {
    return this.layers[0].length;
  }

  /** Show a shape; layers that are as before stay as they are. @param {Layers} layers @param {Place[]} [marks] */
  show(layers, marks = []) {
    this.layers = layers;
    this.marks = marks;
    this.cursor = [Math.min(this.cursor[0], layers.length - 1), Math.min(this.cursor[1], this.count - 1)];
    this.#drawWhole();
    this.#drawStack();
    this.#drawControls();
    this.#drawCursor();
    if (this.place.contains(document.activeElement)) this.#walkable();
  }

  #drawWhole() {
    const size = `${this.count} ${this.layers.length}`;
    const reaches = reachesOf(this.count, this.layers.length);
    if (this.#size !== size) {
      this.#size = size;
      this.#drawn = [];
      const guides = reaches.slice(1).map((reach) => svg("circle", { r: reach }));
      this.guides.replaceChildren(...guides);
      this.ground.replaceChildren(discNode(), ...reaches.map(() => svg("g")));
    }
    this.layers.forEach((layer, number) => {
      if (this.#drawn[number] === layer.join("")) return;
      this.#drawn[number] = layer.join("");
      const stroke = strokeOf(reaches, number);
      this.ground.children[number + 1].replaceWith(layerNode(layer, number, reaches[number], { stroke }));
    });
    const marks = this.marks.map((place) => markNode(this.layers, place, reaches[place[0]]));
    this.wrong.replaceChildren(...marks.filter((mark) => mark !== null));
  }

  #drawStack() {
    const height = this.layers.length;
    const looks = this.layers.map((layer, number) => {
      const marked = this.marks.filter(([at]) => at === number);
      return `${number} ${layer.join("")} ${marked.join(" ")}`;
    });
    const cards = [...this.stack.children];
    const isSame = cards.length === height;
    if (!isSame) this.stack.replaceChildren(...looks.map(() => el("div")));
    looks.forEach((look, number) => {
      const place = /** @type {HTMLElement} */ (this.stack.children[height - 1 - number]); // the top layer first
      if (place.dataset.look !== look) place.replaceWith(this.#card(number, look));
    });
    const isMany = height > 4; // two beside each other, so that they can be hit
    this.stack.classList.toggle("many", isMany);
    this.stack.style.setProperty("--layers", String(height));
    this.stack.style.setProperty("--rows", String(isMany ? Math.ceil(height / 2) : height));
  }

  /** A layer alone. @param {number} number @param {string} look */
  #card(number, look) {
    const marked = this.marks.filter(([at]) => at === number);
    const drawn = svg(
      "svg",
      { class: "shape layer", viewBox: "-104 -104 208 208", "data-number": number },
      discNode(),
      layerNode(this.layers[number], number, LAYER_REACH, { shadows: false, places: true }),
      ...marked.map((place) => markNode(this.layers, place, LAYER_REACH)),
      svg("g", { class: "over" }),
    );
    const name = el("span", { class: "layer-name" }, String(number + 1));
    return el("div", { class: "layer-card", data: { number, look } }, drawn, name);
  }

  #drawControls() {
    const [layer] = this.cursor,
      most = ringOf(this.count).most;
    this.layerName.textContent = `Layer ${layer + 1}`;
    const full = this.layers.length >= most;
    /** @type {Record<string, boolean>} */
    const off = {
      add: full,
      copy: full,
      up: layer === this.layers.length - 1,
      down: layer === 0,
      turn: false,
      remove: false,
    };
    for (const [act, each] of Object.entries(this.buttons)) each.disabled = off[act];
  }

  /** Put the cursor somewhere. @param {Place} place */
  to(place) {
    this.cursor = place;
    this.#drawControls();
    this.#drawCursor();
    this.handlers.moved(place);
  }

  /** Say something to those who listen. @param {string} words */
  say(words) {
    this.live.textContent = words;
  }

  #drawCursor() {
    const hasFocus = document.activeElement === this.grid;
    const reaches = reachesOf(this.count, this.layers.length);
    const [layer] = this.cursor;
    /** @param {Place} place @param {number} reach @param {string} name */
    const outlined = (place, reach, name) => placeNode(place, this.count, reach, name);
    this.over.replaceChildren(
      ...(this.#hovered ? [outlined(this.#hovered, reaches[this.#hovered[0]], "hovered")] : []),
      ...(hasFocus ? [outlined(this.cursor, reaches[layer], "cursor-place")] : []),
    );
    for (const card of this.stack.children) {
      const number = Number(/** @type {HTMLElement} */ (card).dataset.number);
      card.classList.toggle("current", number === layer);
      const over = card.querySelector(".over");
      over?.replaceChildren(
        ...(this.#hovered?.[0] === number ? [outlined(this.#hovered, LAYER_REACH, "hovered")] : []),
        ...(hasFocus && number === layer ? [outlined(this.cursor, LAYER_REACH, "cursor-place")] : []),
      );
    }
    if (hasFocus) this.grid.setAttribute("aria-activedescendant", this.#idOf(this.cursor));
  }

  // --- Pointers ---------------------------------------------------------------------------------------------------

  /** The part at a point of the screen, if any. @param {number} x @param {number} y @returns {Place | null} */
  at(x, y) {
    const target = document.elementFromPoint(x, y);
    const drawn = /** @type {SVGSVGElement | null} */ (target?.closest?.(".builder svg.shape") ?? null);
    const matrix = drawn?.getScreenCTM();
    if (!drawn || !matrix || !this.place.contains(drawn)) return null;
    const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    const radius = Math.hypot(point.x, point.y);
    if (radius > 2 * data.shapez.drawing.disc * 100) return null;
    const turn = (Math.atan2(point.x, -point.y) + 2 * Math.PI) % (2 * Math.PI);
    const column = Math.floor((turn * this.count) / (2 * Math.PI)) % this.count;
    if (drawn.dataset.number !== undefined) return [Number(drawn.dataset.number), column];
    // The ring that a point lies in says the layer, but corners of upper parts reach beyond theirs.
    const reaches = reachesOf(this.count, this.layers.length);
    const ring = Math.max(0, reaches.filter((reach) => radius <= reach * 1.02).length - 1);
    const hit = target?.closest("[data-at]")?.getAttribute("data-at")?.split(",").map(Number);
    return [Math.max(ring, hit && hit[1] === column ? hit[0] : 0), column];
  }

  #listen() {
    const { canvas } = this;
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#up(event, true));
    canvas.addEventListener("pointercancel", (event) => this.#up(event, false));
    canvas.addEventListener("pointerleave", () => this.#hover(null));
    canvas.addEventListener("contextmenu", (event) => {
      if (this.at(event.clientX, event.clientY)) event.preventDefault();
    });
    this.grid.addEventListener("focus", () => {
      this.#walkable();
      this.#drawCursor();
    });
    this.grid.addEventListener("blur", () => this.#drawCursor());
    this.grid.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (this.#pointer || event.button === 1) return;
    const at = this.at(event.clientX, event.clientY);
    if (!at) return;
    // A finger paints on the whole shape; on the stack it may also scroll.
    const tap =
      event.pointerType === "touch" && !(event.target instanceof Element && event.target.closest(".whole-place"));
    this.#pointer = { id: event.pointerId, x: event.clientX, y: event.clientY, tap, last: String(at) };
    if (tap) return;
    event.preventDefault();
    this.grid.focus({ preventScroll: true });
    this.#press(at, event);
    try {
      canvasOf(event).setPointerCapture(event.pointerId);
    } catch {
      /* it is gone already */
    }
  }

  /** @param {Place} at @param {PointerEvent} event */
  #press(at, event) {
    this.to(at);
    const isStroke = this.handlers.press(at, { second: event.button === 2 || event.shiftKey, by: event.pointerType });
    if (!isStroke) this.#pointer = null;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const pointer = this.#pointer;
    if (!pointer) {
      if (event.pointerType !== "touch") this.#hover(this.at(event.clientX, event.clientY));
      return;
    }
    if (event.pointerId !== pointer.id) return;
    if (Math.hypot(event.clientX - pointer.x, event.clientY - pointer.y) > MOVED && pointer.tap) {
      this.#pointer = null;
      return;
    }
    if (pointer.tap) return;
    const at = this.at(event.clientX, event.clientY);
    if (!at || String(at) === pointer.last) return;
    pointer.last = String(at);
    this.#hovered = null;
    this.to(at);
    this.handlers.move(at);
  }

  /** @param {PointerEvent} event @param {boolean} whole */
  #up(event, whole) {
    const pointer = this.#pointer;
    if (!pointer || pointer.id !== event.pointerId) return;
    this.#pointer = null;
    const at = this.at(event.clientX, event.clientY);
    if (pointer.tap && whole && at) this.#press(at, event);
    this.#pointer = null;
    this.handlers.release();
  }

  /** @param {Place | null} at */
  #hover(at) {
    if (String(at) === String(this.#hovered)) return;
    this.#hovered = at;
    this.#drawCursor();
  }

  // --- Keys and screen readers ------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [layer, column] = this.cursor,
      count = this.count;
    /** @type {Record<string, Place>} */
    const moves = {
      ArrowRight: [layer, (column + 1) % count],
      ArrowLeft: [layer, (column + count - 1) % count],
      ArrowUp: [Math.min(layer + 1, this.layers.length - 1), column],
      ArrowDown: [Math.max(layer - 1, 0), column],
    };
    if (moves[event.key]) this.to(moves[event.key]);
    else if (event.key === " " || event.key === "Enter") {
      this.handlers.press(this.cursor, { second: event.shiftKey, by: "key" });
      this.handlers.release();
      this.say(this.#words(this.cursor));
    } else if (this.handlers.key(event, this.cursor)) this.say(this.#words(this.cursor));
    else return;
    event.preventDefault();
  }

  /** @param {Place} place */
  #idOf([layer, column]) {
    return `part-${layer}-${column}`;
  }

  /** @param {Place} place */
  #words(place) {
    const part = this.layers[place[0]]?.[place[1]];
    const wrong = this.marks.some((mark) => String(mark) === String(place));
    return part === undefined ? "" : `${placeWords(place, this.count)}: ${partWords(part)}${wrong ? ", the reason" : ""}`;
  }

  /** The parts as a grid, the top layer first. */
  #walkable() {
    this.grid.setAttribute("aria-rowcount", String(this.layers.length));
    this.grid.setAttribute("aria-colcount", String(this.count));
    this.grid.replaceChildren(
      ...this.layers
        .map((layer, number) =>
          el(
            "div",
            { role: "row" },
            ...layer.map((_, column) =>
              el("div", {
                role: "gridcell",
                id: this.#idOf([number, column]),
                "aria-label": this.#words([number, column]),
              }),
            ),
          ),
        )
        .reverse(),
    );
    this.grid.setAttribute("aria-activedescendant", this.#idOf(this.cursor));
  }
}

/** @param {Event} event */
const canvasOf = (event) => /** @type {HTMLElement} */ (event.currentTarget);
