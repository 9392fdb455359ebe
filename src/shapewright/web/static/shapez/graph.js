// A plan on the stage, to be zoomed, moved about and gone through machine by machine.
import { button, el, svg } from "../dom.js";
import { MARGIN, planNode } from "./plan_picture.js";

/** @typedef {import("./plan_picture.js").Plan} Plan */
/** @typedef {import("./plan_picture.js").Box} Box */

// Pixels of a unit of the drawing:
const MOST_ZOOM = 5;
const LARGEST = 1.5; // that a small plan has at first
const READABLE = 0.62; // below which letters cannot be read
const CLOSE = 0.9; // to which one comes closer to read

export class Graph {
  /** @type {Plan | null} */
  plan = null;
  step = 0;
  #view = { x: 0, y: 0, scale: 1 };
  /** @type {Map<number, {x: number, y: number, moved: boolean}>} */
  #pointers = new Map();

  /**
   * @param {HTMLElement} place
   * @param {{select: (step: number) => void, walk: (by: number) => void}} handlers  a machine is chosen; the next or
   *   the one before is wanted
   */
  constructor(place, handlers) {
    this.place = place;
    this.handlers = handlers;
    this.body = svg("g");
    this.svg = svg("svg", { class: "drawing plan", "aria-hidden": "true" }, this.body);
    this.zoomers = el(
      "div",
      { class: "zoomers", role: "group", "aria-label": "Zoom" },
      button("+", () => this.zoom(1.4), { "aria-label": "Closer", class: "quiet" }),
      button("−", () => this.zoom(1 / 1.4), { "aria-label": "Further away", class: "quiet" }),
      button("All", () => this.fit(), { "aria-label": "All of the plan", class: "quiet" }),
    );
    this.canvas = el(
      "div",
      {
        class: "graph",
        tabIndex: 0,
        role: "group",
        "aria-label": "The plan: left and right go from machine to machine, plus and minus zoom, 0 shows all",
      },
      this.svg,
    );
    place.replaceChildren(this.canvas, this.zoomers);
    this.#listen();
    new ResizeObserver(() => this.#place()).observe(this.canvas);
  }

  /** @param {Plan | null} plan */
  show(plan) {
    const isNew =
      JSON.stringify(plan?.goals) !== JSON.stringify(this.plan?.goals) ||
      plan?.boxes.length !== this.plan?.boxes.length;
    this.plan = plan;
    this.body.replaceChildren(...(plan ? [planNode(plan)] : []));
    const [across, down] = [(plan?.width ?? 1) + 2 * MARGIN, (plan?.height ?? 1) + 2 * MARGIN];
    this.svg.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${across} ${down}`);
    this.svg.setAttribute("width", String(across));
    this.svg.setAttribute("height", String(down));
    if (isNew) this.begin();
    this.highlight(isNew ? 0 : this.step);
  }

  /** Show one machine, what comes to it and what leaves it; 0 shows all alike. @param {number} step */
  highlight(step) {
    this.step = step;
    const plan = this.plan;
    this.svg.classList.toggle("stepping", step > 0);
    if (!plan) return;
    const current = plan.boxes.findIndex((box) => box.step === step && !box.source);
    const sources = new Set(plan.belts.filter((belt) => belt.to.includes(current)).map((belt) => belt.from));
    this.body.querySelectorAll("[data-box]").forEach((node, number) => {
      const isNow = number === current;
      node.classList.toggle("now", isNow);
      node.classList.toggle("near", sources.has(number));
      node.classList.toggle("later", step > 0 && !isNow && !sources.has(number) && plan.boxes[number].step > step);
    });
    this.body.querySelectorAll("[data-belt]").forEach((node, number) => {
      const belt = plan.belts[number];
      node.classList.toggle("lit", step > 0 && (belt.from === current || belt.to.includes(current)));
      node.classList.toggle("later", step > 0 && plan.boxes[belt.from].step > step);
    });
    if (current >= 0) this.#bring(plan.boxes[current]);
  }

  // --- Where one looks --------------------------------------------------------------------------------------------

  /** The place in pixels, and the plan in units. */
  get #sizes() {
    const { width, height, left, top } = this.canvas.getBoundingClientRect();
    const across = (this.plan?.width ?? 1) + 2 * MARGIN;
    const down = (this.plan?.height ?? 1) + 2 * MARGIN;
    const fit = Math.min((width || 1) / across, (height || 1) / down, LARGEST);
    return { width: width || 1, height: height || 1, left, top, across, down, fit };
  }

  fit() {
    const { width, height, across, down, fit } = this.#sizes;
    this.#view = { scale: fit, x: (width - across * fit) / 2, y: (height - down * fit) / 2 };
    this.#place();
  }

  /** As much of it as can be read, from its beginning. */
  begin() {
    this.fit();
    const { width, across, fit } = this.#sizes;
    if (fit < READABLE) this.#view = { scale: READABLE, x: (width - across * READABLE) / 2, y: 0 };
    this.#place();
  }

  /**
   * Closer (above 1) or further away about a point of the screen.
   * @param {number} by
   * @param {{x: number, y: number}} [about]
   */
  zoom(by, about) {
    const { width, height, left, top, fit } = this.#sizes;
    const [x, y] = about ? [about.x - left, about.y - top] : [width / 2, height / 2];
    const { scale } = this.#view;
    const next = Math.max(fit, Math.min(MOST_ZOOM, scale * by)),
      share = next / scale;
    this.#view = { scale: next, x: x - (x - this.#view.x) * share, y: y - (y - this.#view.y) * share };
    this.#place();
  }

  /** Bring a machine into sight, without more motion than needed. @param {Box} box */
  #bring(box) {
    const { width, height } = this.#sizes;
    if (this.#view.scale < READABLE) {
      this.#view.scale = CLOSE;
      this.#view.x = width / 2 - (box.x + MARGIN + box.width / 2) * CLOSE;
      this.#view.y = height / 2 - (box.y + MARGIN + box.height / 2) * CLOSE;
    }
    const { scale } = this.#view;
    const [left, top] = [(box.x + MARGIN - 60) * scale, (box.y + MARGIN - 100) * scale];
    const [right, bottom] = [left + (box.width + 120) * scale, top + (box.height + 160) * scale];
    this.#view.x = Math.max(Math.min(this.#view.x, width - right), -left);
    this.#view.y = Math.max(Math.min(this.#view.y, height - bottom), -top);
    this.#place();
  }

  // A transformation of the whole picture costs no layout, however large it is.
  #place() {
    const { width, height, across, down } = this.#sizes;
    const { scale } = this.#view;
    /** @param {number} at @param {number} seen @param {number} all */
    const kept = (at, seen, all) => (all <= seen ? (seen - all) / 2 : Math.max(seen / 2 - all, Math.min(seen / 2, at)));
    this.#view.x = kept(this.#view.x, width, across * scale);
    this.#view.y = kept(this.#view.y, height, down * scale);
    this.svg.style.transform = `translate(${this.#view.x}px, ${this.#view.y}px) scale(${scale})`;
  }

  // --- Pointers and keys ------------------------------------------------------------------------------------------

  #listen() {
    const { canvas } = this;
    canvas.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), { x: event.clientX, y: event.clientY });
      },
      { passive: false },
    );
    canvas.addEventListener("pointerdown", (event) => {
      this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, moved: false });
    });
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => {
      const pointer = this.#pointers.get(event.pointerId);
      this.#pointers.delete(event.pointerId);
      const box = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-box]");
      const found = box && this.plan?.boxes[Number(box.getAttribute("data-box"))];
      if (pointer && !pointer.moved && found && !found.source) this.handlers.select(found.step);
    });
    canvas.addEventListener("pointercancel", (event) => this.#pointers.delete(event.pointerId));
    canvas.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "ArrowRight" || event.key === "ArrowDown") this.handlers.walk(1);
      else if (event.key === "ArrowLeft" || event.key === "ArrowUp") this.handlers.walk(-1);
      else if (event.key === "+" || event.key === "=") this.zoom(1.4);
      else if (event.key === "-") this.zoom(1 / 1.4);
      else if (event.key === "0") this.fit();
      else return;
      event.preventDefault();
    });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const pointer = this.#pointers.get(event.pointerId);
    if (!pointer) return;
    const before = { x: pointer.x, y: pointer.y };
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
    if (!pointer.moved && Math.hypot(dx, dy) < 5) return;
    if (!pointer.moved) {
      pointer.moved = true;
      try {
        this.canvas.setPointerCapture(event.pointerId);
      } catch {
        /* gone */
      }
    }
    Object.assign(pointer, { x: event.clientX, y: event.clientY });
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#view.x += other ? dx / 2 : dx;
    this.#view.y += other ? dy / 2 : dy;
    this.#place();
    if (!other) return;
    const [was, is] = [
      Math.hypot(before.x - other.x, before.y - other.y),
      Math.hypot(pointer.x - other.x, pointer.y - other.y),
    ];
    if (was > 0) this.zoom(is / was, { x: (pointer.x + other.x) / 2, y: (pointer.y + other.y) / 2 });
  }
}
